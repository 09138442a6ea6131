// SPDX-License-Identifier: MIT
// Data-parallel training of nets by several processes, on one host or more, with MPI (-DDEADWOOD_MPI=ON).
//
// All of them run the same program on the same examples and hold the same weights. Each computes its own shards of
// every batch (descent_internal.h). Then a reduce-scatter and an all-gather: each process collects one slice of all
// gradients, adds them in the shards' order, as one process would, and sends the sums to all. So the weights are
// bit-identical for any number of processes.
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

// Ends all processes, after a failure that the others may not have.
void peers_abort(Peers *peers);

int peers_rank(const Peers *peers); // from 0; only 0 writes files
int peers_count(const Peers *peers);

// The first of this process's shards, and that of the process behind it.
void peers_shards(const Peers *peers, int shards, int *first, int *end);

// The first shard of process `rank`; for the number of processes, the end.
int peers_first(const Peers *peers, int rank, int shards);

// True if `one` is true in any process. Every process has to call it.
bool peers_any(Peers *peers, bool one);

// All-gather of `things`, elements of `size` bytes: on entry process i has those from at[i] to at[i + 1], on return
// all. at[] has one element more than there are processes.
void peers_share(Peers *peers, const int *at, size_t size, void *things);

// Shares each shard's loss and weight, [shards][2]: on entry this process has its own, on return all. `stop` becomes
// true if it is true in any process.
void peers_share_sums(Peers *peers, int shards, double *sums, bool *stop);

// Sums the gradients [shards][stride], of which this process has its own. On return the first holds the sum, in order,
// over the shards whose weight in `sums` is above 0.
bool peers_add_gradients(Peers *peers, int shards, size_t stride, size_t parameters, const double *sums,
                         float *gradients, Error *err);

// Broadcasts process 0's bytes to all.
void peers_tell(Peers *peers, void *bytes, size_t size);

// Copies process 0's file, if it exists, to the other processes, each under its own path.
bool peers_tell_file(Peers *peers, const char *path, Error *err);

// Bytes this process has sent for gradients.
uint64_t peers_bytes(const Peers *peers);

#endif
