// SPDX-License-Identifier: MIT
// The processes of one program in a match, shared by its workers.
//
// In duplicate play the games of a group have the same cards, so a process that plays two of them has seen hidden
// cards. Therefore no process plays two seats of one group: for each seat of a game a worker takes a process that has
// seen nothing of the group, and returns it after the game. Processes live as long as the match and are started when
// none is free. A program with `seats` seats in a group and at most `most` in a game needs at most seats + (workers -
// 1) * most processes: in gin workers + 1, in Hearts 28 with one worker and 3 more for each further one.
//
// Workers are threads: a process started by one may be used by another and may outlive the first.
#ifndef DEADWOOD_CONTEST_PROGRAM_POOL_H
#define DEADWOOD_CONTEST_PROGRAM_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "wire/host/seat.h"

enum { PROGRAM_GROUP_SEATS = 42 }; // 14 seatings with at most 3 seats each

typedef struct ProgramPool {
    const PlayerKind *kind;
    const char *spec;
    WireLimits limits;    // and under which name its logs go
    pthread_mutex_t lock; // of the rest
    struct ProgramSlot *slot;
    int count, room;
} ProgramPool;

// A worker's current group: who has played in it. Begins as {0}.
typedef struct ProgramGroup {
    uint64_t number;
    int count;
    const void *seen[PROGRAM_GROUP_SEATS];
} ProgramGroup;

// Borrows everything but the limits.
void program_pool_open(ProgramPool *pool, const PlayerKind *kind, const char *spec, const WireLimits *limits);

// Asks all processes to end, and does not wait.
void program_pool_quit(ProgramPool *pool);

// Ends all processes in parallel; each has the usual time to exit by itself.
void program_pool_close(ProgramPool *pool);

// A player for one seat of a game in group number `group`, which must not decrease from call to call. The worker gives
// it back with program_pool_give. NULL with err set when there is no memory.
void *program_pool_take(ProgramPool *pool, ProgramGroup *worker, uint64_t group, Error *err);
void program_pool_give(ProgramPool *pool, const void *player);

#endif
