// SPDX-License-Identifier: MIT
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/text/text.h"
#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "base/threads/team.h"

typedef struct Tally {
    atomic_int sum;
    int seen[POOL_MAX_THREADS];
} Tally;

static void note(void *context, int index) {
    Tally *tally = context;
    tally->seen[index]++;
    atomic_fetch_add(&tally->sum, index + 1);
}

static void every_thread_of_a_pool_runs_once_with_its_own_number(void **state) {
    (void)state;
    static const int sizes[] = {1, 2, 3, 64};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Tally tally = {0};
        Error err = {0};
        int threads = sizes[i];
        assert_true(pool_run(threads, note, &tally, &err));
        assert_int_equal(tally.sum, threads * (threads + 1) / 2);
        for (int index = 0; index < POOL_MAX_THREADS; index++) {
            assert_int_equal(tally.seen[index], index < threads);
        }
    }
    assert_true(pool_cores() >= 1);
}

enum { TASKS = 200 };

typedef struct Round {
    atomic_int done[TASKS], strangers;
    int size;
} Round;

static void note_task(void *context, int index, int member) {
    Round *round = context;
    atomic_fetch_add(&round->done[index], 1);
    if (member < 0 || member >= round->size) atomic_fetch_add(&round->strangers, 1);
}

// Of any size, at once or in two parts with something else between them, round after round.
static void a_team_does_every_task_once_in_every_round(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        Team *team = team_open(threads);
        assert_non_null(team);
        for (int i = 0; i < 100; i++) {
            int count = i * 37 % (TASKS + 1);
            Round round = {.size = team_size(team)};
            if (i % 2) {
                team_run(team, count, note_task, &round);
            } else {
                Round other = {.size = 1};
                team_begin(team, count, note_task, &round);
                note_task(&other, 0, 0);
                team_end(team);
            }
            assert_int_equal(round.strangers, 0);
            for (int k = 0; k < TASKS; k++) assert_int_equal(round.done[k], k < count);
        }
        team_close(team);
    }
}

// Runs `work` in a child whose stderr is a pipe, and gives what it wrote. Returns its wait status.
static int in_child(void (*work)(void), Text *said) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        work();
        _exit(0);
    }
    close(ends[1]);
    char buffer[256];
    for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
        text_add_bytes(said, buffer, (size_t)got);
    }
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void work_loudly(void) {
    Progress progress = progress_start("simple against greedy", "games", 1000, 0, false);
    for (uint64_t done = 0; done < 1000; done++) progress_update(&progress, done);
    progress_end(&progress, 1000);
}

static void work_quietly(void) {
    Progress progress = progress_start("match", "games", 1000, 0, true);
    for (uint64_t done = 0; done < 1000; done++) progress_update(&progress, done);
    progress_end(&progress, 1000);
}

static void work_resumed(void) {
    Progress progress = progress_start("match", "games", 2000, 1000, false);
    progress.started -= 10; // ten seconds ago
    progress.shown -= 11;
    progress_update(&progress, 1500);
}

static void piped_progress_is_plain_lines_few_and_whole(void **state) {
    (void)state;
    Text said = {0};
    assert_int_equal(in_child(work_loudly, &said), 0);
    assert_non_null(said.data);
    assert_memory_equal(said.data, "simple against greedy: 1000 of 1000 games (100%)", 48);
    assert_null(strchr(said.data, '\r'));
    assert_ptr_equal(strchr(said.data, '\n'), said.data + said.size - 1);
    text_free(&said);
}

static void quiet_progress_says_nothing(void **state) {
    (void)state;
    Text said = {0};
    assert_int_equal(in_child(work_quietly, &said), 0);
    assert_null(said.data);
}

static void resumed_work_counts_only_its_own_share_in_the_rate(void **state) {
    (void)state;
    Text said = {0};
    assert_int_equal(in_child(work_resumed, &said), 0);
    assert_string_equal(said.data, "match: 1500 of 2000 games (75%), 50.0/s, 0:10 left\n");
    text_free(&said);
}

static void interrupt_twice(void) {
    progress_catch_interrupt();
    if (progress_interrupted()) _exit(1);
    raise(SIGTERM);
    if (!progress_interrupted()) _exit(2);
    raise(SIGINT); // within a second: the same
    raise(SIGTERM);
    struct timespec pause = {.tv_sec = 1, .tv_nsec = 100000000};
    while (nanosleep(&pause, &pause) != 0) continue;
    raise(SIGINT);
}

static void interrupt_ignored(void) {
    signal(SIGINT, SIG_IGN);
    progress_catch_interrupt();
    raise(SIGINT);
    if (progress_interrupted()) _exit(1);
}

static void interrupts_within_a_second_are_one_and_a_later_one_ends_the_process(void **state) {
    (void)state;
    Text said = {0};
    int status = in_child(interrupt_twice, &said);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGINT);
    assert_null(said.data);
}

static void a_process_told_to_ignore_interrupts_keeps_ignoring_them(void **state) {
    (void)state;
    Text said = {0};
    assert_int_equal(in_child(interrupt_ignored, &said), 0);
    assert_null(said.data);
}

static void the_clock_never_goes_back(void **state) {
    (void)state;
    double before = progress_clock();
    for (int i = 0; i < 1000; i++) {
        double now = progress_clock();
        assert_true(now >= before);
        before = now;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_of_a_pool_runs_once_with_its_own_number),
        cmocka_unit_test(a_team_does_every_task_once_in_every_round),
        cmocka_unit_test(piped_progress_is_plain_lines_few_and_whole),
        cmocka_unit_test(quiet_progress_says_nothing),
        cmocka_unit_test(resumed_work_counts_only_its_own_share_in_the_rate),
        cmocka_unit_test(interrupts_within_a_second_are_one_and_a_later_one_ends_the_process),
        cmocka_unit_test(a_process_told_to_ignore_interrupts_keeps_ignoring_them),
        cmocka_unit_test(the_clock_never_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
