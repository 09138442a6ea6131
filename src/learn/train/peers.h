// SPDX-License-Identifier: MIT
// Processes that train nets together, on one host or several, by MPI (-DDEADWOOD_MPI=ON).
//
// All of them run the same program on the same examples and hold the same weights. Each works out its own shards of
// every batch (descent_internal.h). Of the gradients, each then gets everybody's numbers of one slice of the
// parameters, adds them up in the shards' order, as one process would, and gives the sums to all. So the weights are
// the same to the bit for any number of processes, and no more is sent than that takes.
#ifndef DEADWOOD_LEARN_TRAIN_PEERS_H
#define DEADWOOD_LEARN_TRAIN_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct Peers Peers;

// Joins the processes that mpirun started. The caller ends it with peers_close, once a process. NULL with err set in a
// build without MPI.
Peers *peers_open(Error *err);
void peers_close(Peers *peers); // NULL is fine, here and below: a process of its own

// Ends all of them, after a failure that the others may not have.
void peers_abort(Peers *peers);

int peers_rank(const Peers *peers); // from 0, who alone writes files
int peers_count(const Peers *peers);

// The first of this process's shards, and that of the process behind it.
void peers_shards(const Peers *peers, int shards, int *first, int *end);

// The first of those of process `rank`; of the process behind the last one, the end.
int peers_first(const Peers *peers, int rank, int shards);

// Whether it is true of any of them. All have to ask.
bool peers_any(Peers *peers, bool one);

// Things of `size` bytes, of which process i has those from at[i] to at[i + 1]: afterwards all. at[] has an element
// more than there are processes.
void peers_share(Peers *peers, const int *at, size_t size, void *things);

// Of each shard its loss and weight, [shards][2], of which this process has its own: afterwards all. `stop` becomes
// true if it is for anybody.
void peers_share_sums(Peers *peers, int shards, double *sums, bool *stop);

// Gradients [shards][stride], of which this process has its own: afterwards the first holds the sum over those whose
// weight in sums is above 0, in their order.
bool peers_add_gradients(Peers *peers, int shards, size_t stride, size_t parameters, const double *sums,
                         float *gradients, Error *err);

// What process 0 has, for all.
void peers_tell(Peers *peers, void *bytes, size_t size);

// A file that process 0 has, if it is there, as a file of the others, whose path is another.
bool peers_tell_file(Peers *peers, const char *path, Error *err);

// Bytes this process has sent for gradients.
uint64_t peers_bytes(const Peers *peers);

#endif
