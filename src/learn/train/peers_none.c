// SPDX-License-Identifier: MIT
// Builds without MPI: every process trains alone.
#include "learn/train/peers.h"

#ifndef DEADWOOD_HAVE_MPI

Peers *peers_open(Error *err) {
    error_set(err, "this program was built without MPI; train in one process, or build with -DDEADWOOD_MPI=ON");
    return (Peers *)0;
}

void peers_close(Peers *peers) { (void)peers; }
void peers_abort(Peers *peers) { (void)peers; }

int peers_rank(const Peers *peers) {
    (void)peers;
    return 0;
}

int peers_count(const Peers *peers) {
    (void)peers;
    return 1;
}

void peers_shards(const Peers *peers, int shards, int *first, int *end) {
    (void)peers;
    *first = 0;
    *end = shards;
}

int peers_first(const Peers *peers, int rank, int shards) {
    (void)peers;
    return rank ? shards : 0;
}

bool peers_any(Peers *peers, bool one) {
    (void)peers;
    return one;
}

void peers_share(Peers *peers, const int *at, size_t size, void *things) {
    (void)peers, (void)at, (void)size, (void)things;
}

void peers_share_sums(Peers *peers, int shards, double *sums, bool *stop) {
    (void)peers, (void)shards, (void)sums, (void)stop;
}

// Never reached: there is nothing to call it with.
bool peers_add_gradients(Peers *peers, int shards, size_t stride, size_t parameters, const double *sums,
                         float *gradients, Error *err) {
    (void)peers, (void)shards, (void)stride, (void)parameters, (void)sums, (void)gradients;
    return error_set(err, "no MPI");
}

void peers_tell(Peers *peers, void *bytes, size_t size) { (void)peers, (void)bytes, (void)size; }

bool peers_tell_file(Peers *peers, const char *path, Error *err) {
    (void)peers, (void)path, (void)err;
    return true;
}

uint64_t peers_bytes(const Peers *peers) {
    (void)peers;
    return 0;
}

#endif
