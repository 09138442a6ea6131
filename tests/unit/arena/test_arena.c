// SPDX-License-Identifier: MIT
// The arena on made-up games: numbers drawn by hash, so that what each game gives is known without playing.
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/arena.h"
#include "base/rng.h"
#include "support/folder.h"

// Games drawn by hash, in which entrant 0 wins `edge` of those not drawn.
typedef struct Fake {
    double edge;
    uint64_t fail_at;      // this game fails; UINT64_MAX: none
    uint64_t fail_later;   // and this one, sooner or later
    uint64_t interrupt_at; // during this one Ctrl-C is pressed
    uint64_t slow_every;   // every so manieth game takes `slow` nanoseconds
    long slow;
    bool give_up;     // leaves an interrupted game unfinished
    bool fail_open;   // the second worker cannot be made
    atomic_int *open; // workers in being
} Fake;

static const Fake FAIR = {.edge = 0.5, .fail_at = UINT64_MAX, .fail_later = UINT64_MAX, .interrupt_at = UINT64_MAX};

static void *fake_open(const void *config, Error *err) {
    const Fake *fake = config;
    if (fake->open && atomic_fetch_add(fake->open, 1) == 1 && fake->fail_open) {
        atomic_fetch_sub(fake->open, 1);
        error_set(err, "the second worker has no chair");
        return NULL;
    }
    return (void *)(uintptr_t)config;
}

static void fake_close(void *worker) {
    const Fake *fake = worker;
    if (fake->open) atomic_fetch_sub(fake->open, 1);
}

static bool fake_play(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err) {
    const Fake *fake = worker;
    Rng rng = rng_for(9, 0, game, 0);
    for (int i = 0; i < 3; i++) assert_true(result->tally[i] == 0); // handed out clean
    if (game == fake->interrupt_at) raise(SIGINT);
    if (fake->slow && game % fake->slow_every == 0) nanosleep(&(struct timespec){.tv_nsec = fake->slow}, NULL);
    if (fake->give_up && progress_interrupted()) return false;
    if (game == fake->fail_at || game == fake->fail_later)
        return error_set(err, "game %" PRIu64 " tipped over the table", game);
    result->hash = rng_next(&rng);
    result->winner = rng_below(&rng, 10) == 0 ? -1 : rng_unit(&rng) < fake->edge ? 0 : 1;
    for (int i = 0; i < 2; i++) result->points[i] = (int32_t)rng_below(&rng, 200) - 50;
    for (int i = 0; i < 3; i++) result->tally[i] = rng_below(&rng, 1000);
    if (record) text_addf(record, "game %" PRIu64 " won by %d\n", game, result->winner);
    return true;
}

static ArenaContest fake_contest(const Fake *fake, int group) {
    return (ArenaContest){2, 3, group, fake, fake_open, fake_play, fake_close};
}

static ArenaPlan plain_plan(uint64_t games, int threads) {
    return (ArenaPlan){.games = games, .threads = threads, .quiet = true, .label = "test"};
}

// What the arena should find, added up the slow way.
static ArenaTotals expected_totals(const Fake *fake, uint64_t games, int group) {
    ArenaTotals totals = {0};
    ArenaGame game[8];
    for (uint64_t g = 0; g < games; g += (uint64_t)group) {
        for (int i = 0; i < group; i++) {
            memset(&game[i], 0, sizeof game[i]);
            assert_true(fake_play((void *)(uintptr_t)fake, g + (uint64_t)i, &game[i], NULL, NULL));
        }
        arena_totals_add(&totals, game, g, group, 2, 3);
    }
    return totals;
}

static void assert_same(const ArenaTotals *a, const ArenaTotals *b) {
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->digest, b->digest);
    assert_memory_equal(a, b, sizeof *a);
}

static void totals_are_what_the_games_add_up_to(void **state) {
    (void)state;
    ArenaTotals totals = {0};
    assert_int_equal(totals.digest, 0);
    ArenaGame pair[2] = {{.hash = 1, .winner = 0, .points = {25, 10}, .tally = {3, 4}},
                         {.hash = 2, .winner = -1, .points = {5, 5}, .tally = {1, 1}}};
    arena_totals_add(&totals, pair, 0, 2, 2, 2);
    assert_int_equal(totals.games, 2);
    assert_int_equal(totals.groups, 1);
    assert_int_equal(totals.wins[0], 1);
    assert_int_equal(totals.draws, 1);
    assert_int_equal(totals.points[0], 30);
    assert_int_equal(totals.tally[1], 5);
    assert_int_equal(totals.group_score, 3);
    assert_int_equal(totals.group_score_squared, 9);
    assert_int_equal(totals.group_points, 15);
    assert_int_equal(totals.group_points_squared, 225);
}

static void a_group_with_a_void_game_counts_for_its_tallies_alone(void **state) {
    (void)state;
    ArenaTotals totals = {0}, before;
    ArenaGame pair[2] = {{.hash = 1, .winner = 0, .points = {25, 10}, .tally = {3, 4}},
                         {.hash = 2, .winner = 1, .points = {5, 5}, .tally = {1, 1}}};
    arena_totals_add(&totals, pair, 0, 2, 2, 2);
    before = totals;
    pair[1].winner = ARENA_VOID;
    arena_totals_add(&totals, pair, 2, 2, 2, 2);
    assert_int_equal(totals.games, 4);
    assert_int_equal(totals.left_out, 1);
    assert_true(totals.digest != before.digest);
    assert_int_equal(totals.tally[0], 5); // that of the void game was added, not that beside it
    totals.games = before.games, totals.left_out = 0, totals.digest = before.digest;
    memcpy(totals.tally, before.tally, sizeof totals.tally);
    assert_same(&totals, &before);
}

static void the_digest_sees_every_number_and_the_place_of_each_game(void **state) {
    (void)state;
    ArenaGame one = {.hash = 1, .winner = 0, .points = {25, 10}}, changed[5] = {one, one, one, one, one};
    changed[1].hash++, changed[2].winner = 1, changed[3].points[0]++, changed[4].points[1]--;
    uint64_t digest[6];
    for (int i = 0; i < 6; i++) {
        ArenaTotals totals = {0};
        arena_totals_add(&totals, &changed[i % 5], i == 5 ? 1 : 0, 1, 2, 0);
        digest[i] = totals.digest;
        for (int j = 0; j < i; j++) assert_true(digest[i] != digest[j]);
    }
}

static void a_batch_holds_whole_groups(void **state) {
    (void)state;
    assert_int_equal(arena_batch(1), 64);
    assert_int_equal(arena_batch(2), 64);
    assert_int_equal(arena_batch(24), 48);
    assert_int_equal(arena_batch(100), 100);
}

static void any_number_of_threads_gives_the_same_totals(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 3, 8};
    static const int groups[] = {1, 2, 6};
    for (size_t g = 0; g < 3; g++) {
        uint64_t games = 3000 - 3000 % (uint64_t)groups[g];
        ArenaContest contest = fake_contest(&FAIR, groups[g]);
        ArenaTotals expected = expected_totals(&FAIR, games, groups[g]);
        for (size_t t = 0; t < 4; t++) {
            ArenaPlan plan = plain_plan(games, threads[t]);
            ArenaTotals totals = {0};
            assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_FINISHED);
            assert_same(&totals, &expected);
        }
    }
}

static void uneven_games_do_not_disturb_the_order(void **state) {
    (void)state;
    Fake fake = FAIR;
    fake.slow_every = 97, fake.slow = 3000000;
    ArenaContest contest = fake_contest(&fake, 2);
    ArenaPlan plan = plain_plan(2000, 8);
    ArenaTotals totals = {0}, expected = expected_totals(&FAIR, 2000, 2);
    assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_FINISHED);
    assert_same(&totals, &expected);
}

static void nothing_to_play_is_finished_at_once(void **state) {
    (void)state;
    ArenaContest contest = fake_contest(&FAIR, 1);
    ArenaPlan plan = plain_plan(0, 4);
    ArenaTotals totals = {0}, empty = {0};
    assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_FINISHED);
    assert_same(&totals, &empty);
}

static void a_run_in_pieces_equals_a_run_in_one(void **state) {
    (void)state;
    ArenaContest contest = fake_contest(&FAIR, 2);
    ArenaTotals totals = {0}, expected = expected_totals(&FAIR, 1000, 2);
    static const uint64_t stops[] = {2, 64, 130, 998, 1000};
    for (size_t i = 0; i < 5; i++) {
        ArenaPlan plan = plain_plan(stops[i], 2);
        plan.start = totals.games;
        assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_FINISHED);
    }
    assert_same(&totals, &expected);
}

// Ends a run with the group in which entrant 0 has won for the 50th time.
static bool has_won_fifty(void *context, const ArenaGame *games, int group) {
    int *won = context;
    for (int i = 0; i < group; i++) *won += games[i].winner == 0;
    return *won >= 50;
}

static void a_run_ends_with_the_group_that_was_enough_for_any_number_of_threads(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 8};
    ArenaContest contest = fake_contest(&FAIR, 2);
    for (size_t t = 0; t < 3; t++) {
        int won = 0;
        ArenaPlan plan = plain_plan(1000000, threads[t]);
        plan.enough = has_won_fifty;
        plan.context = &won;
        ArenaTotals totals = {0};
        assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_SUSPENDED);
        ArenaTotals expected = expected_totals(&FAIR, totals.games, 2);
        assert_same(&totals, &expected);
        assert_true(totals.wins[0] == won && won >= 50 && won <= 51);
    }
}

static void the_sequential_test_stops_at_the_same_game_for_any_number_of_threads(void **state) {
    (void)state;
    Fake strong = FAIR;
    strong.edge = 0.56;
    Sprt sprt = {0, 30, 0.05, 0.05};
    ArenaContest contest = fake_contest(&strong, 2);
    ArenaTotals first = {0};
    static const int threads[] = {1, 2, 8};
    for (size_t t = 0; t < 3; t++) {
        ArenaPlan plan = plain_plan(1000000, threads[t]);
        plan.sprt = &sprt;
        ArenaTotals totals = {0};
        assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_DECIDED);
        assert_int_equal(totals.games % 64, 0);
        if (t == 0) first = totals;
        assert_same(&totals, &first);
    }
    assert_true(first.games > 64);

    // Also when it was interrupted in the middle of a batch, and again after it was decided.
    ArenaTotals totals = {0};
    ArenaPlan plan = plain_plan(first.games - 70, 2);
    assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_FINISHED);
    plan = plain_plan(1000000, 2);
    plan.sprt = &sprt;
    plan.start = totals.games;
    assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_DECIDED);
    assert_same(&totals, &first);
    plan.start = totals.games;
    assert_int_equal(arena_run(&contest, &plan, &totals, NULL), ARENA_DECIDED);
    assert_same(&totals, &first);
}

static void a_failing_game_ends_the_run_with_its_sentence_and_the_games_before_it(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 8};
    for (size_t t = 0; t < 3; t++) {
        atomic_int open = 0;
        Fake fake = FAIR;
        fake.fail_at = 777, fake.fail_later = 790, fake.open = &open;
        fake.slow_every = 777, fake.slow = 5000000; // the earlier failure comes later
        ArenaContest contest = fake_contest(&fake, 2);
        ArenaPlan plan = plain_plan(100000, threads[t]);
        ArenaTotals totals = {0}, expected = expected_totals(&FAIR, 776, 2);
        Error err = {{0}};
        assert_int_equal(arena_run(&contest, &plan, &totals, &err), ARENA_FAILED);
        assert_string_equal(err.text, "game 777 tipped over the table");
        assert_same(&totals, &expected);
        assert_int_equal(atomic_load(&open), 0);
    }
}

static void a_worker_that_cannot_be_made_ends_the_run_with_its_sentence(void **state) {
    (void)state;
    atomic_int open = 0;
    Fake fake = FAIR;
    fake.fail_open = true, fake.open = &open, fake.slow_every = 1, fake.slow = 100000;
    ArenaContest contest = fake_contest(&fake, 1);
    ArenaPlan plan = plain_plan(1000000, 4);
    ArenaTotals totals = {0};
    Error err = {{0}};
    assert_int_equal(arena_run(&contest, &plan, &totals, &err), ARENA_FAILED);
    assert_string_equal(err.text, "the second worker has no chair");
    assert_int_equal(atomic_load(&open), 0);
    ArenaTotals expected = expected_totals(&FAIR, totals.games, 1);
    assert_same(&totals, &expected);
}

// Runs in a child, because an interrupt cannot be taken back, and gives what came of it.
typedef struct Came {
    ArenaEnd end;
    ArenaTotals totals;
    double seconds;
} Came;

static Came run_in_child(const ArenaContest *contest, ArenaPlan plan, const char *store_path, const char *records_path,
                         ArenaTotals totals) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        progress_catch_interrupt();
        static const char *const names[] = {"a", "b", "c"};
        bool ok = true;
        if (store_path) {
            plan.store = store_open(store_path, NULL);
            ok = plan.store &&
                 store_match(plan.store, "fake", names, 3, 2, contest->group, true, &plan.store_match, &totals, NULL);
            plan.start = totals.games;
        }
        if (records_path) plan.records = archive_create(records_path, 0, NULL);
        Came came = {.end = ARENA_FAILED};
        double before = progress_clock();
        if (ok) came.end = arena_run(contest, &plan, &totals, NULL);
        came.seconds = progress_clock() - before;
        came.totals = totals;
        if (store_path) store_close(plan.store);
        if (!archive_close(plan.records, NULL)) _exit(1);
        _exit(write(ends[1], &came, sizeof came) == sizeof came ? 0 : 1);
    }
    close(ends[1]);
    Came came = {.end = ARENA_FAILED};
    assert_int_equal(read(ends[0], &came, sizeof came), sizeof came);
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return came;
}

static void an_interrupted_run_leaves_a_prefix_and_resumes_to_the_same_totals(void **state) {
    (void)state;
    for (int threads = 1; threads <= 8; threads *= 2) {
        Fake fake = FAIR;
        fake.interrupt_at = 5001;
        ArenaContest contest = fake_contest(&fake, 2), calm = fake_contest(&FAIR, 2);
        Came came = run_in_child(&contest, plain_plan(40000, threads), NULL, NULL, (ArenaTotals){0});
        assert_int_equal(came.end, ARENA_INTERRUPTED);
        assert_true(came.totals.games < 40000 && came.totals.games % 2 == 0);
        if (threads == 1) assert_int_equal(came.totals.games, 5002); // the game at hand ends a group
        ArenaTotals prefix = expected_totals(&FAIR, came.totals.games, 2), all = expected_totals(&FAIR, 40000, 2);
        assert_same(&came.totals, &prefix);
        ArenaPlan rest = plain_plan(40000, threads);
        rest.start = came.totals.games;
        assert_int_equal(arena_run(&calm, &rest, &came.totals, NULL), ARENA_FINISHED);
        assert_same(&came.totals, &all);
    }
}

static void slow_games_answer_an_interrupt_after_the_game_at_hand(void **state) {
    (void)state;
    Fake fake = FAIR;
    fake.interrupt_at = 9, fake.slow_every = 1, fake.slow = 50000000;
    ArenaContest contest = fake_contest(&fake, 1);
    Came came = run_in_child(&contest, plain_plan(1000, 2), NULL, NULL, (ArenaTotals){0});
    assert_int_equal(came.end, ARENA_INTERRUPTED);
    assert_in_range(came.totals.games, 9, 12);
    assert_true(came.seconds < 2); // 10 games of 50 ms on 2 threads, and a busy machine
}

static void a_game_may_be_given_up_when_interrupted(void **state) {
    (void)state;
    Fake fake = FAIR;
    fake.interrupt_at = 9, fake.give_up = true;
    ArenaContest contest = fake_contest(&fake, 2);
    Came came = run_in_child(&contest, plain_plan(1000, 1), NULL, NULL, (ArenaTotals){0});
    assert_int_equal(came.end, ARENA_INTERRUPTED);
    assert_int_equal(came.totals.games, 8);
}

static void a_store_brings_an_interrupted_match_to_the_same_totals(void **state) {
    (void)state;
#ifndef DEADWOOD_HAVE_SQLITE
    skip();
#else
    Fake fake = FAIR;
    ArenaContest contest = fake_contest(&fake, 2);
    uint64_t before = 0;
    for (uint64_t stop = 301; stop < 2000; stop += 600) {
        fake.interrupt_at = stop;
        Came came = run_in_child(&contest, plain_plan(2000, 2), file("resumed.db"), NULL, (ArenaTotals){0});
        assert_int_equal(came.end, ARENA_INTERRUPTED);
        assert_true(came.totals.games >= before);
        before = came.totals.games;
    }
    fake.interrupt_at = UINT64_MAX;
    Came last = run_in_child(&contest, plain_plan(2000, 2), file("resumed.db"), NULL, (ArenaTotals){0});
    ArenaTotals all = expected_totals(&FAIR, 2000, 2);
    assert_int_equal(last.end, ARENA_FINISHED);
    assert_same(&last.totals, &all);
    // And what is stored says the same once more, with nothing left to play.
    last = run_in_child(&contest, plain_plan(2000, 1), file("resumed.db"), NULL, (ArenaTotals){0});
    assert_same(&last.totals, &all);
#endif
}

static void play_to_file(const Fake *fake, uint64_t games, int threads, const char *path) {
    ArenaContest contest = fake_contest(fake, 2);
    Came came = run_in_child(&contest, plain_plan(games, threads), NULL, path, (ArenaTotals){0});
    assert_int_equal(came.end, ARENA_FINISHED);
}

static void check_records(const char *path, uint64_t games) {
    Archive *archive = archive_open(path, NULL);
    Text line = {0};
    for (uint64_t g = 0; g < games; g++) {
        char expected[64];
        ArenaGame game = {0};
        fake_play((void *)(uintptr_t)&FAIR, g, &game, NULL, NULL);
        snprintf(expected, sizeof expected, "game %" PRIu64 " won by %d", g, game.winner);
        assert_int_equal(archive_line(archive, &line, NULL), 1);
        assert_string_equal(line.data, expected);
    }
    assert_int_equal(archive_line(archive, &line, NULL), 0);
    text_free(&line);
    archive_close(archive, NULL);
}

static void records_come_in_order_and_byte_for_byte_alike(void **state) {
    (void)state;
    Fake uneven = FAIR;
    uneven.slow_every = 61, uneven.slow = 1000000;
#ifdef DEADWOOD_HAVE_ZSTD
    const char *ending = "zst";
#else
    const char *ending = "txt";
#endif
    Text bytes[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        char name[32];
        snprintf(name, sizeof name, "records%d.%s", i, ending);
        play_to_file(i ? &uneven : &FAIR, 1000, i ? 8 : 1, file(name));
        check_records(file(name), 1000);
        assert_true(text_read_file(&bytes[i], file(name), 1 << 20, NULL));
    }
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    text_free(&bytes[0]), text_free(&bytes[1]);
}

static void records_of_an_interrupted_run_end_with_its_last_game(void **state) {
    (void)state;
    static const char *const names[] = {"cut.txt", "cut.zst"};
    for (int i = 0; i < 2; i++) {
#ifndef DEADWOOD_HAVE_ZSTD
        if (i == 1) break;
#endif
        Fake fake = FAIR;
        fake.interrupt_at = 333;
        ArenaContest contest = fake_contest(&fake, 2);
        Came came = run_in_child(&contest, plain_plan(5000, 2), NULL, file(names[i]), (ArenaTotals){0});
        assert_int_equal(came.end, ARENA_INTERRUPTED);
        check_records(file(names[i]), came.totals.games);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_what_the_games_add_up_to),
        cmocka_unit_test(a_group_with_a_void_game_counts_for_its_tallies_alone),
        cmocka_unit_test(the_digest_sees_every_number_and_the_place_of_each_game),
        cmocka_unit_test(a_batch_holds_whole_groups),
        cmocka_unit_test(any_number_of_threads_gives_the_same_totals),
        cmocka_unit_test(uneven_games_do_not_disturb_the_order),
        cmocka_unit_test(nothing_to_play_is_finished_at_once),
        cmocka_unit_test(a_run_in_pieces_equals_a_run_in_one),
        cmocka_unit_test(a_run_ends_with_the_group_that_was_enough_for_any_number_of_threads),
        cmocka_unit_test(the_sequential_test_stops_at_the_same_game_for_any_number_of_threads),
        cmocka_unit_test(a_failing_game_ends_the_run_with_its_sentence_and_the_games_before_it),
        cmocka_unit_test(a_worker_that_cannot_be_made_ends_the_run_with_its_sentence),
        cmocka_unit_test(an_interrupted_run_leaves_a_prefix_and_resumes_to_the_same_totals),
        cmocka_unit_test(slow_games_answer_an_interrupt_after_the_game_at_hand),
        cmocka_unit_test(a_game_may_be_given_up_when_interrupted),
        cmocka_unit_test(a_store_brings_an_interrupted_match_to_the_same_totals),
        cmocka_unit_test(records_come_in_order_and_byte_for_byte_alike),
        cmocka_unit_test(records_of_an_interrupted_run_end_with_its_last_game),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
