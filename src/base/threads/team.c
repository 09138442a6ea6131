// SPDX-License-Identifier: MIT
#include "base/threads/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/threads/pool.h"

typedef struct Member {
    Team *team;
    int index;
    pthread_t thread;
} Member;

struct Team {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned round; // counts the calls of team_run; members wait for it to move
    int busy;       // members that have not finished this round
    bool over;
    atomic_int next;       // task
    atomic_bool was_short; // of memory, in one of the tasks
    int count;
    void (*task)(void *context, int index, int member);
    void *context;
    int size;
    Member members[POOL_MAX_THREADS];
};

static void work_on_parts(Team *team, int member) {
    for (;;) {
        int index = atomic_fetch_add(&team->next, 1);
        if (index >= team->count) return;
        team->task(team->context, index, member);
    }
}

static void *follow_leader(void *argument) {
    Member *member = argument;
    Team *team = member->team;
    unsigned seen = 0;
    for (;;) {
        pthread_mutex_lock(&team->lock);
        while (team->round == seen && !team->over) pthread_cond_wait(&team->begin, &team->lock);
        seen = team->round;
        bool over = team->over;
        pthread_mutex_unlock(&team->lock);
        if (over) return NULL;
        work_on_parts(team, member->index);
        if (memory_was_short()) atomic_store(&team->was_short, true);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0) pthread_cond_signal(&team->end);
        pthread_mutex_unlock(&team->lock);
    }
}

Team *team_open(int threads) {
    Team *team = calloc(1, sizeof *team);
    if (!team) return NULL;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begin, NULL);
    pthread_cond_init(&team->end, NULL);
    team->size = 1;
    while (team->size < threads && team->size < POOL_MAX_THREADS) {
        Member *member = &team->members[team->size];
        *member = (Member){.team = team, .index = team->size};
        if (pthread_create(&member->thread, NULL, follow_leader, member) != 0) break;
        team->size++;
    }
    return team;
}

void team_close(Team *team) {
    if (!team) return;
    pthread_mutex_lock(&team->lock);
    team->over = true;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    for (int i = 1; i < team->size; i++) pthread_join(team->members[i].thread, NULL);
    pthread_cond_destroy(&team->end);
    pthread_cond_destroy(&team->begin);
    pthread_mutex_destroy(&team->lock);
    free(team);
}

int team_size(const Team *team) { return team->size; }

int team_slice(const Team *team, int rows) {
    enum { LEAST = 16, MOST = 64, PARTS = 32 };
    int share = rows / (PARTS * team->size);
    return share < LEAST ? LEAST : share > MOST ? MOST : share;
}

void team_begin(Team *team, int count, void (*task)(void *context, int index, int member), void *context) {
    pthread_mutex_lock(&team->lock);
    team->task = task;
    team->context = context;
    team->count = count;
    atomic_store(&team->next, 0);
    team->busy = team->size - 1;
    team->round++;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
}

void team_end(Team *team) {
    work_on_parts(team, 0);
    pthread_mutex_lock(&team->lock);
    while (team->busy > 0) pthread_cond_wait(&team->end, &team->lock);
    pthread_mutex_unlock(&team->lock);
    if (atomic_exchange(&team->was_short, false)) memory_note_short();
}

void team_run(Team *team, int count, void (*task)(void *context, int index, int member), void *context) {
    team_begin(team, count, task, context);
    team_end(team);
}
