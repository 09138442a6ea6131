// SPDX-License-Identifier: MIT
#include "learn/train/peers.h"

#ifdef DEADWOOD_HAVE_MPI

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text/text.h"

struct Peers {
    int rank, count;
    uint64_t bytes;
    float *room; // [shards][slice] of everybody, then the sums of this slice
    size_t room_size;
    int *sent, *got, *sent_at, *got_at; // numbers to and from each process, and where they lie
};

Peers *peers_open(Error *err) {
    Peers *peers = calloc(1, sizeof *peers);
    int *counts = NULL;
    int level; // other threads work, this one alone calls MPI
    if (peers && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) == MPI_SUCCESS) {
        MPI_Comm_rank(MPI_COMM_WORLD, &peers->rank);
        MPI_Comm_size(MPI_COMM_WORLD, &peers->count);
        counts = calloc(4 * (size_t)peers->count, sizeof *counts);
    }
    if (!counts) {
        free(peers);
        error_set(err, "MPI does not begin; start the program with mpirun -n N deadwood train ...");
        return NULL;
    }
    peers->sent = counts;
    peers->got = counts + peers->count;
    peers->sent_at = counts + 2 * peers->count;
    peers->got_at = counts + 3 * peers->count;
    return peers;
}

void peers_close(Peers *peers) {
    if (!peers) return;
    MPI_Finalize();
    free(peers->sent);
    free(peers->room);
    free(peers);
}

void peers_abort(Peers *peers) {
    if (peers && peers->count > 1) MPI_Abort(MPI_COMM_WORLD, 1);
}

int peers_rank(const Peers *peers) { return peers ? peers->rank : 0; }
int peers_count(const Peers *peers) { return peers ? peers->count : 1; }
uint64_t peers_bytes(const Peers *peers) { return peers ? peers->bytes : 0; }

static int begin_of(const Peers *peers, int rank, size_t things) {
    return (int)(things * (size_t)rank / (size_t)peers->count);
}

void peers_shards(const Peers *peers, int shards, int *first, int *end) {
    *first = peers ? begin_of(peers, peers->rank, (size_t)shards) : 0;
    *end = peers ? begin_of(peers, peers->rank + 1, (size_t)shards) : shards;
}

int peers_first(const Peers *peers, int rank, int shards) {
    return peers ? begin_of(peers, rank, (size_t)shards) : rank ? shards : 0;
}

bool peers_any(Peers *peers, bool one) {
    int any = one;
    if (peers) MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return any != 0;
}

void peers_share(Peers *peers, const int *at, size_t size, void *things) {
    MPI_Datatype thing;
    if (!peers) return;
    for (int rank = 0; rank < peers->count; rank++) {
        peers->got_at[rank] = at[rank];
        peers->got[rank] = at[rank + 1] - at[rank];
    }
    MPI_Type_contiguous((int)size, MPI_BYTE, &thing);
    MPI_Type_commit(&thing);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, things, peers->got, peers->got_at, thing, MPI_COMM_WORLD);
    MPI_Type_free(&thing);
    peers->bytes += size * (size_t)peers->got[peers->rank] * (size_t)(peers->count - 1);
}

void peers_share_sums(Peers *peers, int shards, double *sums, bool *stop) {
    if (!peers) return;
    int any = *stop;
    for (int rank = 0; rank < peers->count; rank++) {
        peers->got_at[rank] = 2 * begin_of(peers, rank, (size_t)shards);
        peers->got[rank] = 2 * begin_of(peers, rank + 1, (size_t)shards) - peers->got_at[rank];
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, sums, peers->got, peers->got_at, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    *stop = any != 0;
}

static bool make_room(Peers *peers, size_t size, Error *err) {
    if (size <= peers->room_size) return true;
    float *grown = realloc(peers->room, size * sizeof *grown);
    if (!grown) return error_set(err, "out of memory for the gradients of %d processes", peers->count);
    peers->room = grown;
    peers->room_size = size;
    return true;
}

// The k-th shard of every process: its numbers of each slice go to that slice's owner.
static void exchange(Peers *peers, int k, int shards, size_t stride, size_t parameters, const double *sums,
                     const float *gradients) {
    int first, end;
    peers_shards(peers, shards, &first, &end);
    bool mine = first + k < end && sums[2 * (first + k) + 1] > 0;
    int begin = begin_of(peers, peers->rank, parameters);
    int slice = begin_of(peers, peers->rank + 1, parameters) - begin;
    for (int rank = 0; rank < peers->count; rank++) {
        int shard = begin_of(peers, rank, (size_t)shards) + k;
        bool there = shard < begin_of(peers, rank + 1, (size_t)shards) && sums[2 * shard + 1] > 0;
        peers->sent_at[rank] = begin_of(peers, rank, parameters);
        peers->sent[rank] = mine ? begin_of(peers, rank + 1, parameters) - peers->sent_at[rank] : 0;
        peers->got_at[rank] = there ? shard * slice : 0;
        peers->got[rank] = there ? slice : 0;
        if (rank != peers->rank) peers->bytes += sizeof(float) * (size_t)peers->sent[rank];
    }
    const float *from = gradients + (mine ? (size_t)(first + k) * stride : 0);
    MPI_Alltoallv(from, peers->sent, peers->sent_at, MPI_FLOAT, peers->room, peers->got, peers->got_at, MPI_FLOAT,
                  MPI_COMM_WORLD);
}

// In the order and from the zero of descent.c, so that the bits are the same.
static void add_slice(const float *room, int shards, size_t slice, const double *sums, float *to) {
    memset(to, 0, slice * sizeof *to);
    for (int shard = 0; shard < shards; shard++)
        for (size_t i = 0; sums[2 * shard + 1] > 0 && i < slice; i++) to[i] += room[(size_t)shard * slice + i];
}

bool peers_add_gradients(Peers *peers, int shards, size_t stride, size_t parameters, const double *sums,
                         float *gradients, Error *err) {
    int begin = begin_of(peers, peers->rank, parameters);
    size_t slice = (size_t)(begin_of(peers, peers->rank + 1, parameters) - begin);
    if (!make_room(peers, ((size_t)shards + 1) * (slice + 1), err)) return false;
    int most = (shards + peers->count - 1) / peers->count;
    for (int k = 0; k < most; k++) exchange(peers, k, shards, stride, parameters, sums, gradients);
    float *sum = peers->room + (size_t)shards * slice;
    add_slice(peers->room, shards, slice, sums, sum);
    for (int rank = 0; rank < peers->count; rank++) {
        peers->got_at[rank] = begin_of(peers, rank, parameters);
        peers->got[rank] = begin_of(peers, rank + 1, parameters) - peers->got_at[rank];
    }
    MPI_Allgatherv(sum, (int)slice, MPI_FLOAT, gradients, peers->got, peers->got_at, MPI_FLOAT, MPI_COMM_WORLD);
    peers->bytes += sizeof(float) * slice * (size_t)(peers->count - 1);
    return true;
}

void peers_tell(Peers *peers, void *bytes, size_t size) {
    enum { PART = 1 << 30 };
    for (size_t at = 0; peers && at < size; at += PART)
        MPI_Bcast((char *)bytes + at, (int)(size - at < PART ? size - at : PART), MPI_BYTE, 0, MPI_COMM_WORLD);
}

bool peers_tell_file(Peers *peers, const char *path, Error *err) {
    Text file = {0};
    if (!peers || peers->count == 1) return true;
    bool there = peers->rank == 0 && access(path, F_OK) == 0;
    bool good = !there || text_read_file(&file, path, SIZE_MAX / 2, err);
    uint64_t told[] = {there, file.size, good};
    peers_tell(peers, told, sizeof told);
    if (!told[2]) return good && error_set(err, "process 0 could not read its file %s", path);
    if (told[0] && peers->rank > 0) {
        char *bytes = malloc((size_t)told[1] + 1);
        if (!bytes) return error_set(err, "out of memory for %s", path);
        peers_tell(peers, bytes, (size_t)told[1]);
        good = text_write_file(path, bytes, (size_t)told[1], err);
        free(bytes);
    } else if (told[0]) {
        peers_tell(peers, file.data, file.size);
    }
    text_free(&file);
    return good;
}

#endif
