// SPDX-License-Identifier: MIT
#include "contest/program_pool.h"

#include <assert.h>
#include <stdlib.h>

typedef struct ProgramSlot {
    void *player;
    bool busy;
} ProgramSlot;

void program_pool_open(ProgramPool *pool, const PlayerKind *kind, const char *spec, const WireLimits *limits) {
    *pool = (ProgramPool){.kind = kind, .spec = spec, .limits = *limits};
    pthread_mutex_init(&pool->lock, NULL);
}

void program_pool_quit(ProgramPool *pool) {
    for (int i = 0; i < pool->count; i++) host_seat_quit(pool->kind->seat(pool->slot[i].player));
}

void program_pool_close(ProgramPool *pool) {
    program_pool_quit(pool);
    for (int i = 0; i < pool->count; i++) player_free(pool->kind, pool->slot[i].player);
    free(pool->slot);
    pthread_mutex_destroy(&pool->lock);
    *pool = (ProgramPool){0};
}

static bool has_seen(const ProgramGroup *group, const void *player) {
    for (int i = 0; i < group->count; i++)
        if (group->seen[i] == player) return true;
    return false;
}

static ProgramSlot *add_locked(ProgramPool *pool, Error *err) {
    if (pool->count == pool->room) {
        int room = pool->room ? 2 * pool->room : 8;
        ProgramSlot *grown = realloc(pool->slot, (size_t)room * sizeof *grown);
        if (!grown) {
            error_set(err, "out of memory for a program's processes");
            return NULL;
        }
        pool->slot = grown;
        pool->room = room;
    }
    void *player = player_make(pool->kind, pool->spec, &pool->limits, err);
    if (!player) return NULL;
    pool->slot[pool->count] = (ProgramSlot){.player = player};
    return &pool->slot[pool->count++];
}

// The first that is free, so that few are started.
static ProgramSlot *find_locked(ProgramPool *pool, const ProgramGroup *group, Error *err) {
    for (int i = 0; i < pool->count; i++)
        if (!pool->slot[i].busy && !has_seen(group, pool->slot[i].player)) return &pool->slot[i];
    return add_locked(pool, err);
}

void *program_pool_take(ProgramPool *pool, ProgramGroup *worker, uint64_t group, Error *err) {
    assert(group >= worker->number);
    if (group != worker->number) *worker = (ProgramGroup){.number = group};
    assert(worker->count < PROGRAM_GROUP_SEATS);
    pthread_mutex_lock(&pool->lock);
    ProgramSlot *slot = find_locked(pool, worker, err);
    void *player = slot ? slot->player : NULL;
    if (slot) slot->busy = true;
    pthread_mutex_unlock(&pool->lock);
    if (player) worker->seen[worker->count++] = player;
    return player;
}

void program_pool_give(ProgramPool *pool, const void *player) {
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->count; i++)
        if (pool->slot[i].player == player) pool->slot[i].busy = false;
    pthread_mutex_unlock(&pool->lock);
}
