// SPDX-License-Identifier: MIT
// The processes of a program: none plays two seats of one group, whatever workers do at the same time, and there are no
// more of them than it takes.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "contest/program_pool.h"

enum { WORKERS = 5, GROUPS = 400, GAMES = 14, SEATS = 2, WHOLE = GAMES * SEATS };

// Stands for a process: the groups it has played in.
typedef struct Toy {
    int times[GROUPS];
    bool at_table, asked;
} Toy;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, ended, wrong;

static bool open_toy(const char *spec, const WireLimits *limits, void *toy, Error *err) {
    (void)spec, (void)limits, (void)toy, (void)err;
    made++; // under the pool's lock
    return true;
}

// Is asked for when the toy is to quit.
static HostSeat *no_seat(const void *toy) {
    ((Toy *)(uintptr_t)toy)->asked = true;
    return NULL;
}

static void close_toy(void *toy) {
    wrong += !((Toy *)toy)->asked;
    ended++;
}

static const PlayerKind TOYS = {.size = sizeof(Toy), .open = open_toy, .seat = no_seat, .close = close_toy};

typedef struct Work {
    ProgramPool *pool;
    int next; // group
} Work;

static int next_group(Work *work) {
    pthread_mutex_lock(&lock);
    int group = work->next++;
    pthread_mutex_unlock(&lock);
    return group;
}

static void play_game(ProgramPool *pool, ProgramGroup *seen, int group) {
    Toy *toys[SEATS];
    Error err;
    for (int seat = 0; seat < SEATS; seat++) {
        Toy *toy = toys[seat] = program_pool_take(pool, seen, (uint64_t)group, &err);
        int bad = toy->at_table || toy->times[group]++;
        toy->at_table = true;
        pthread_mutex_lock(&lock);
        wrong += bad;
        pthread_mutex_unlock(&lock);
    }
    for (int seat = 0; seat < SEATS; seat++) {
        toys[seat]->at_table = false;
        program_pool_give(pool, toys[seat]);
    }
}

static void *work(void *context) {
    Work *self = context;
    ProgramGroup seen = {0};
    for (int group; (group = next_group(self)) < GROUPS;)
        for (int game = 0; game < GAMES; game++) play_game(self->pool, &seen, group);
    return NULL;
}

static void no_process_plays_two_seats_of_a_group(void **state) {
    (void)state;
    for (int workers = 1; workers <= WORKERS; workers++) {
        ProgramPool pool;
        Work all = {&pool, 0};
        pthread_t thread[WORKERS];
        made = ended = wrong = 0;
        program_pool_open(&pool, &TOYS, "exec:toy", &(WireLimits){0});
        for (int i = 0; i < workers; i++) assert_int_equal(pthread_create(&thread[i], NULL, work, &all), 0);
        for (int i = 0; i < workers; i++) pthread_join(thread[i], NULL);
        assert_true(made >= WHOLE && made <= WHOLE + (workers - 1) * SEATS);
        program_pool_close(&pool);
        assert_int_equal(ended, made);
        assert_int_equal(wrong, 0);
    }
}

static void a_process_plays_on_in_the_next_group(void **state) {
    (void)state;
    ProgramPool pool;
    ProgramGroup seen = {0};
    Error err;
    made = ended = wrong = 0;
    program_pool_open(&pool, &TOYS, "exec:toy", &(WireLimits){0});
    void *first = program_pool_take(&pool, &seen, 7, &err);
    program_pool_give(&pool, first);
    void *second = program_pool_take(&pool, &seen, 7, &err);
    assert_ptr_not_equal(first, second);
    program_pool_give(&pool, second);
    assert_ptr_equal(program_pool_take(&pool, &seen, 8, &err), first);
    program_pool_close(&pool);
    assert_int_equal(made, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_process_plays_two_seats_of_a_group),
        cmocka_unit_test(a_process_plays_on_in_the_next_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
