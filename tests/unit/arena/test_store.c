// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/arena.h"
#include "arena/store.h"
#include "base/rng.h"
#include "base/text/text.h"
#include "support/folder.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <sqlite3.h>

enum { TALLIES = 5, GROUP = 2, BATCH = 16 };
static const char *const NAMES[TALLIES] = {"hands", "knocks", "gins", "undercuts", "turns"};
static const char KEY[] = "gin/standard/simple:greedy/seed=1";

static void forget(const char *name) {
    char log[300], index[300];
    snprintf(log, sizeof log, "%s-wal", file(name));
    snprintf(index, sizeof index, "%s-shm", file(name));
    unlink(file(name)), unlink(log), unlink(index);
}

static ArenaGame fake_game(uint64_t index) {
    Rng rng = rng_for(4, 0, index, 0);
    ArenaGame game = {.hash = rng_next(&rng), .winner = (int32_t)rng_below(&rng, 3) - 1};
    for (int i = 0; i < 2; i++) game.points[i] = (int32_t)rng_below(&rng, 300) - 100;
    for (int i = 0; i < TALLIES; i++) game.tally[i] = (int64_t)(rng_next(&rng) >> (20 + 9 * i)) * (i % 2 ? -1 : 1);
    return game;
}

static ArenaTotals expected_totals(uint64_t games) {
    ArenaTotals totals = {0};
    for (uint64_t g = 0; g < games; g += GROUP) {
        ArenaGame pair[GROUP] = {fake_game(g), fake_game(g + 1)};
        arena_totals_add(&totals, pair, g, GROUP, 2, TALLIES);
    }
    return totals;
}

static Store *open_or_fail(const char *path) {
    Error err = {{0}};
    Store *store = store_open(path, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static bool begin(Store *store, bool resume, int64_t *match, ArenaTotals *totals, Error *err) {
    return store_match(store, KEY, NAMES, TALLIES, 2, GROUP, resume, match, totals, err);
}

static bool add(Store *store, int64_t match, uint64_t first, int count, Error *err) {
    ArenaGame games[BATCH];
    for (int i = 0; i < count; i++) games[i] = fake_game(first + (uint64_t)i);
    return store_add(store, match, first, games, count, err);
}

static void make_store(const char *path, uint64_t games) {
    Store *store = open_or_fail(path);
    int64_t match;
    ArenaTotals totals;
    Error err = {{0}};
    if (!begin(store, false, &match, &totals, &err)) fail_msg("%s", err.text);
    for (uint64_t g = 0; g < games; g += BATCH) assert_true(add(store, match, g, BATCH, &err));
    assert_true(store_finish(store, match, "finished", &err));
    store_close(store);
}

static void assert_holds(const char *path, uint64_t games) {
    Store *store = open_or_fail(path);
    int64_t match;
    ArenaTotals totals, expected = expected_totals(games);
    Error err = {{0}};
    if (!begin(store, true, &match, &totals, &err)) fail_msg("%s", err.text);
    assert_memory_equal(&totals, &expected, sizeof totals);
    store_close(store);
}

// Asks the file something with plain SQL, as people do.
static int64_t ask(const char *path, const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}

static void change(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void stored_games_give_their_totals_back(void **state) {
    (void)state;
    make_store(file("a.db"), 160);
    assert_holds(file("a.db"), 160);
    forget("a.db");
}

static void a_match_with_games_is_not_begun_again_unless_resumed(void **state) {
    (void)state;
    make_store(file("a.db"), 32);
    Store *store = open_or_fail(file("a.db"));
    int64_t match = 99;
    ArenaTotals totals;
    Error err = {{0}};
    assert_false(begin(store, false, &match, &totals, &err));
    assert_non_null(strstr(err.text, "32 games"));
    assert_int_equal(match, 99);
    store_close(store);
    forget("a.db");
}

static void matches_share_a_file_without_mixing(void **state) {
    (void)state;
    Store *store = open_or_fail(file("a.db"));
    int64_t first, second;
    ArenaTotals totals;
    assert_true(begin(store, false, &first, &totals, NULL));
    assert_true(store_match(store, "another", NAMES, 1, 2, GROUP, false, &second, &totals, NULL));
    assert_true(first != second);
    // In turns, though their rows differ in shape.
    for (uint64_t g = 0; g < 64; g += BATCH) {
        assert_true(add(store, first, g, BATCH, NULL));
        assert_true(add(store, second, g, BATCH, NULL));
    }
    store_close(store);
    assert_holds(file("a.db"), 64);
    forget("a.db");
}

static void truncating_forgets_games_in_whole_groups(void **state) {
    (void)state;
    make_store(file("a.db"), 96);
    Store *store = open_or_fail(file("a.db"));
    int64_t match;
    ArenaTotals totals, expected = expected_totals(40);
    assert_true(begin(store, true, &match, &totals, NULL));
    assert_true(store_truncate(store, match, 41, GROUP, &totals, NULL));
    assert_memory_equal(&totals, &expected, sizeof totals);
    assert_true(store_truncate(store, match, 1000, GROUP, &totals, NULL));
    assert_memory_equal(&totals, &expected, sizeof totals);
    assert_true(add(store, match, 40, BATCH, NULL));
    store_close(store);
    assert_holds(file("a.db"), 56);
    forget("a.db");
}

static void the_file_answers_questions_in_sql(void **state) {
    (void)state;
    make_store(file("a.db"), 160);
    ArenaTotals totals = expected_totals(160);
    assert_int_equal(ask(file("a.db"), "SELECT count(*) FROM game WHERE winner = 0"), totals.wins[0]);
    assert_int_equal(ask(file("a.db"), "SELECT sum(points1) FROM game"), totals.points[1]);
    assert_int_equal(ask(file("a.db"), "SELECT sum(value) FROM tally WHERE name = 'turns'"), totals.tally[4]);
    assert_int_equal(ask(file("a.db"), "SELECT state = 'finished' FROM match"), 1);
    forget("a.db");
}

static void games_out_of_order_are_refused_and_nothing_of_them_stays(void **state) {
    (void)state;
    make_store(file("a.db"), 32);
    Store *store = open_or_fail(file("a.db"));
    int64_t match;
    ArenaTotals totals;
    Error err = {{0}};
    assert_true(begin(store, true, &match, &totals, NULL));
    assert_false(add(store, match, 16, BATCH, &err));
    assert_false(add(store, match, 48, BATCH, &err));
    assert_non_null(strstr(err.text, "another process"));
    store_close(store);
    assert_holds(file("a.db"), 32);
    forget("a.db");
}

static void tallies_of_another_version_are_refused(void **state) {
    (void)state;
    static const char *const other[TALLIES] = {"hands", "knocks", "gins", "undercuts", "moves"};
    make_store(file("a.db"), 32);
    Store *store = open_or_fail(file("a.db"));
    int64_t match;
    ArenaTotals totals;
    Error err = {{0}};
    assert_false(store_match(store, KEY, other, TALLIES, 2, GROUP, true, &match, &totals, &err));
    assert_non_null(strstr(err.text, "version"));
    assert_false(store_match(store, KEY, NAMES, TALLIES, 2, 1, true, &match, &totals, &err));
    assert_false(store_match(store, KEY, NAMES, TALLIES - 1, 2, GROUP, true, &match, &totals, &err));
    assert_false(store_match(store, KEY, NAMES, TALLIES, 3, GROUP, true, &match, &totals, &err));
    store_close(store);
    forget("a.db");
}

// Opens and resumes; true if the totals came, which must then be right for the games there are.
static bool try_resume(const char *path, Error *err) {
    Store *store = store_open(path, err);
    int64_t match;
    ArenaTotals totals;
    bool ok = store && begin(store, true, &match, &totals, err);
    if (ok) {
        ArenaTotals expected = expected_totals(totals.games);
        assert_memory_equal(&totals, &expected, sizeof totals);
    }
    store_close(store);
    assert_true(ok || err->text[0]);
    assert_null(strchr(err->text, '\n'));
    return ok;
}

static void changed_rows_are_found_whatever_was_changed(void **state) {
    (void)state;
    static const char *const changes[] = {
        "UPDATE game SET points0 = points0 + 1 WHERE idx = 40",
        "UPDATE game SET winner = (winner + 2) % 3 - 1 WHERE idx = 40",
        "UPDATE game SET winner = 77 WHERE idx = 40",
        "UPDATE game SET hash = hash + 1 WHERE idx = 40",
        "UPDATE game SET tallies = replace(tallies, '[', '[1') WHERE idx = 40",
        "UPDATE game SET tallies = '[1,2,3]' WHERE idx = 40",
        "UPDATE game SET tallies = '[ 1,2,3,4,5]' WHERE idx = 40",
        "UPDATE game SET tallies = 'rubbish' WHERE idx = 40",
        "UPDATE game SET tallies = x'5b315d' WHERE idx = 40",
        "UPDATE game SET points1 = 'many' WHERE idx = 40",
        "UPDATE game SET points1 = NULL WHERE idx = 40",
        "UPDATE game SET points1 = points1 + 4294967296 WHERE idx = 40",
        "UPDATE game SET checksum = checksum + 1 WHERE idx = 40",
        "DELETE FROM game WHERE idx = 0",
        "DELETE FROM game WHERE idx = 40",
        "DELETE FROM game WHERE idx = 159",
        "DELETE FROM game WHERE idx >= 140",
        "DELETE FROM game",
        "DELETE FROM match",
        "UPDATE game SET idx = 1000 WHERE idx = 40",
        "UPDATE game SET match = 2 WHERE idx = 159",
        "UPDATE match SET key = 'another'",
        "UPDATE match SET games = 140",
        "UPDATE match SET group_size = 1",
        "UPDATE match SET entrants = 3",
        "UPDATE match SET id = 7",
        "UPDATE match SET tally_names = '[]'",
        "DROP TABLE game",
        "ALTER TABLE game RENAME COLUMN winner TO loser",
        "PRAGMA user_version = 3",
        "PRAGMA user_version = 1",
        "UPDATE match SET first = 16",
        "UPDATE match SET planned = 160, until = 160",
        "PRAGMA user_version = 0",
        "PRAGMA application_id = 5",
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make_store(file("a.db"), 160);
        change(file("a.db"), changes[i]);
        Error err = {{0}};
        if (try_resume(file("a.db"), &err)) fail_msg("not found: %s", changes[i]);
        assert_non_null(strstr(err.text, "a.db"));
        forget("a.db");
    }
}

static void read_whole(const char *path, Text *bytes) {
    text_clear(bytes);
    assert_true(text_read_file(bytes, path, 1 << 24, NULL));
}

static void write_whole(const char *path, const char *bytes, size_t size) {
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    fclose(to);
}

static void flipped_bits_never_give_other_totals_and_a_damaged_file_is_left_alone(void **state) {
    (void)state;
    Text good = {0}, after = {0};
    make_store(file("good.db"), 160);
    read_whole(file("good.db"), &good);
    Rng rng = rng_for(1, 1, 1, 1);
    int found = 0, lost = 0, flips = 1500;
    for (int i = 0; i < flips; i++) {
        // Every bit of the header comes first, then bits anywhere.
        size_t bit = i < 800 ? (size_t)i : rng_below(&rng, (uint32_t)(8 * good.size));
        good.data[bit / 8] = (char)(good.data[bit / 8] ^ 1 << bit % 8);
        write_whole(file("bad.db"), good.data, good.size);
        Error err = {{0}};
        if (!try_resume(file("bad.db"), &err)) {
            found++;
            read_whole(file("bad.db"), &after);
            assert_int_equal(after.size, good.size);
            assert_memory_equal(after.data, good.data, good.size);
        } else if (ask(file("bad.db"), "SELECT games FROM match") != 160)
            lost++;
        good.data[bit / 8] = (char)(good.data[bit / 8] ^ 1 << bit % 8);
        forget("bad.db");
    }
    print_message("%d of %d flips were found, %d lost games\n", found, flips, lost);
    assert_int_equal(lost, 0); // the others hit what does not matter: free room, comments, dates
    assert_true(found > flips / 4);
    text_free(&good), text_free(&after);
    forget("good.db");
}

static void flipped_bits_in_the_log_lose_its_end_at_most(void **state) {
    (void)state;
    // A log is left behind by a process that was killed.
    pid_t child = fork();
    if (child == 0) {
        Store *store = store_open(file("good.db"), NULL);
        int64_t match;
        ArenaTotals totals;
        bool ok = store && begin(store, false, &match, &totals, NULL);
        for (uint64_t g = 0; ok && g < 160; g += BATCH) ok = add(store, match, g, BATCH, NULL);
        _exit(ok ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    char log_path[300], bad_log_path[300];
    snprintf(log_path, sizeof log_path, "%s-wal", file("good.db"));
    snprintf(bad_log_path, sizeof bad_log_path, "%s-wal", file("bad.db"));
    Text database = {0}, log = {0};
    read_whole(file("good.db"), &database);
    read_whole(log_path, &log);
    assert_true(log.size > 10000);
    Rng rng = rng_for(2, 1, 1, 1);
    for (int i = 0; i < 300; i++) {
        size_t bit = rng_below(&rng, (uint32_t)(8 * log.size));
        log.data[bit / 8] = (char)(log.data[bit / 8] ^ 1 << bit % 8);
        write_whole(file("bad.db"), database.data, database.size);
        write_whole(bad_log_path, log.data, log.size);
        log.data[bit / 8] = (char)(log.data[bit / 8] ^ 1 << bit % 8);
        Error err = {{0}};
        try_resume(file("bad.db"), &err);
        forget("bad.db");
    }
    text_free(&database), text_free(&log);
    assert_holds(file("good.db"), 160);
    forget("good.db");
}

static void a_truncated_file_is_found(void **state) {
    (void)state;
    Text good = {0};
    make_store(file("good.db"), 160);
    read_whole(file("good.db"), &good);
    // From 2 on: SQLite takes a file of one byte for an empty one.
    for (size_t size = 2; size < good.size; size += size < 200 ? 7 : 509) {
        write_whole(file("bad.db"), good.data, size);
        Error err = {{0}};
        if (try_resume(file("bad.db"), &err)) fail_msg("%zu of %zu bytes were taken for the whole", size, good.size);
        struct stat about;
        stat(file("bad.db"), &about);
        assert_int_equal(about.st_size, size);
        forget("bad.db");
    }
    text_free(&good);
    forget("good.db");
}

static void other_files_are_refused_and_left_alone(void **state) {
    (void)state;
    Error err = {{0}};
    const char text[] = "Dear diary, today I did not play any cards, "
                        "but I wrote more than a hundred bytes, which is what it takes.\n";
    write_whole(file("diary.txt"), text, strlen(text));
    assert_null(store_open(file("diary.txt"), &err));
    assert_non_null(strstr(err.text, "diary.txt: is no database"));
    struct stat about;
    stat(file("diary.txt"), &about);
    assert_int_equal(about.st_size, strlen(text));

    change(file("other.db"), "CREATE TABLE recipe (id, text)");
    assert_null(store_open(file("other.db"), &err));
    assert_non_null(strstr(err.text, "another program"));

    assert_null(store_open(file("missing/a.db"), &err));
    assert_non_null(strstr(err.text, "missing/a.db"));
    assert_null(store_open(folder_path(), &err));
}

static void what_cannot_be_written_is_told(void **state) {
    (void)state;
    if (geteuid() == 0) skip(); // root may write everywhere
    Error err = {{0}};
    make_store(file("a.db"), 32);
    chmod(file("a.db"), 0400);
    assert_null(store_open(file("a.db"), &err));
    assert_non_null(strstr(err.text, "writable"));
    chmod(file("a.db"), 0600);
    chmod(folder_path(), 0500);
    assert_null(store_open(file("b.db"), &err));
    assert_non_null(strstr(err.text, "writable"));
    chmod(folder_path(), 0700);
    forget("a.db");
}

static void a_busy_file_is_told_and_works_again_later(void **state) {
    (void)state;
    make_store(file("a.db"), 32);
    Store *store = open_or_fail(file("a.db"));
    int64_t match;
    ArenaTotals totals;
    Error err = {{0}};
    assert_true(begin(store, true, &match, &totals, NULL));
    sqlite3 *other;
    sqlite3_open(file("a.db"), &other);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(add(store, match, 32, BATCH, &err));
    assert_non_null(strstr(err.text, "in use by another process"));
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_true(add(store, match, 32, BATCH, &err));
    store_close(store);
    assert_holds(file("a.db"), 48);
    forget("a.db");
}

// 0: the other process could begin the match, 1: it was told that this one plays it.
static int begin_elsewhere(const char *path, const char *key) {
    pid_t child = fork();
    if (child == 0) {
        Error err = {{0}};
        int64_t match;
        ArenaTotals totals;
        Store *store = store_open(path, &err);
        bool begun = store && store_match(store, key, NAMES, TALLIES, 2, GROUP, true, &match, &totals, &err);
        _exit(begun ? 0 : strstr(err.text, "another process is playing this match") ? 1 : 2);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void one_process_at_a_time_plays_a_match(void **state) {
    (void)state;
    make_store(file("a.db"), 32);
    Store *store = open_or_fail(file("a.db"));
    int64_t match;
    ArenaTotals totals;
    Error err = {{0}};
    assert_true(begin(store, true, &match, &totals, &err));
    assert_int_equal(begin_elsewhere(file("a.db"), KEY), 1);
    assert_int_equal(begin_elsewhere(file("a.db"), "another match"), 0);
    assert_true(add(store, match, 32, BATCH, &err));
    assert_true(store_finish(store, match, "finished", &err));
    assert_int_equal(begin_elsewhere(file("a.db"), KEY), 0);
    store_close(store);
    assert_holds(file("a.db"), 48);
    forget("a.db");
}

static void a_file_that_is_gone_is_noticed(void **state) {
    (void)state;
    for (int how = 0; how < 2; how++) {
        make_store(file("a.db"), 32);
        make_store(file("b.db"), 16);
        Store *store = open_or_fail(file("a.db"));
        int64_t match;
        ArenaTotals totals;
        Error err = {{0}};
        assert_true(begin(store, true, &match, &totals, &err));
        unlink(file("a.db"));
        char other[256];
        text_copy(other, sizeof other, file("b.db"));
        if (how) assert_int_equal(rename(other, file("a.db")), 0);
        assert_false(add(store, match, 32, BATCH, &err));
        assert_non_null(strstr(err.text, "was deleted, moved or replaced"));
        assert_false(store_finish(store, match, "finished", &err));
        store_close(store);
        forget("a.db"), forget("b.db");
    }
}

static void names_that_keep_nothing_are_refused(void **state) {
    (void)state;
    static const char *const names[] = {"", ":memory:", "file::memory:", "file:a.db?mode=memory", "/dev/null"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Error err = {{0}};
        assert_null(store_open(names[i], &err));
        assert_non_null(strstr(err.text, "results"));
    }
}

// A limit on the size of files fails like a full disk.
static int fill_disk(const char *path) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {300000, 300000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Error err = {{0}};
    Store *store = store_open(path, &err);
    int64_t match;
    ArenaTotals totals;
    if (!store || !begin(store, false, &match, &totals, &err)) return 1;
    uint64_t games = 0;
    while (games < 100000 && add(store, match, games, BATCH, &err)) games += BATCH;
    if (games == 0 || games >= 100000 || !strstr(err.text, path) || !strstr(err.text, "safe")) return 2;
    // It failed as a whole: the same games may be offered again, and fail again.
    if (add(store, match, games, BATCH, &err)) return 3;
    store_close(store);
    return 0;
}

static void a_full_disk_is_told_and_keeps_what_was_stored(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) _exit(fill_disk(file("full.db")));
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    Error err = {{0}};
    assert_true(try_resume(file("full.db"), &err));
    assert_true(ask(file("full.db"), "SELECT games FROM match") > 100);
    forget("full.db");
}

static void a_killed_process_leaves_whole_batches_to_resume_from(void **state) {
    (void)state;
    Rng rng = rng_for(8, 0, 0, 0);
    uint64_t before = 0;
    for (int round = 0; round < 12; round++) {
        pid_t child = fork();
        if (child == 0) {
            Store *store = store_open(file("killed.db"), NULL);
            int64_t match;
            ArenaTotals totals;
            if (!store || !begin(store, true, &match, &totals, NULL)) _exit(1);
            for (uint64_t g = totals.games;; g += BATCH)
                if (!add(store, match, g, BATCH, NULL)) _exit(1);
        }
        usleep(20000 + rng_below(&rng, 30000));
        kill(child, SIGKILL);
        int status;
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        Error err = {{0}};
        if (!try_resume(file("killed.db"), &err)) fail_msg("%s", err.text);
        uint64_t games = (uint64_t)ask(file("killed.db"), "SELECT coalesce(sum(games), 0) FROM match");
        assert_int_equal(games % BATCH, 0);
        assert_true(games >= before);
        before = games;
    }
    assert_true(before > 0);
    forget("killed.db");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_games_give_their_totals_back),
        cmocka_unit_test(a_match_with_games_is_not_begun_again_unless_resumed),
        cmocka_unit_test(matches_share_a_file_without_mixing),
        cmocka_unit_test(truncating_forgets_games_in_whole_groups),
        cmocka_unit_test(the_file_answers_questions_in_sql),
        cmocka_unit_test(games_out_of_order_are_refused_and_nothing_of_them_stays),
        cmocka_unit_test(tallies_of_another_version_are_refused),
        cmocka_unit_test(changed_rows_are_found_whatever_was_changed),
        cmocka_unit_test(flipped_bits_never_give_other_totals_and_a_damaged_file_is_left_alone),
        cmocka_unit_test(flipped_bits_in_the_log_lose_its_end_at_most),
        cmocka_unit_test(a_truncated_file_is_found),
        cmocka_unit_test(other_files_are_refused_and_left_alone),
        cmocka_unit_test(what_cannot_be_written_is_told),
        cmocka_unit_test(a_busy_file_is_told_and_works_again_later),
        cmocka_unit_test(one_process_at_a_time_plays_a_match),
        cmocka_unit_test(a_file_that_is_gone_is_noticed),
        cmocka_unit_test(names_that_keep_nothing_are_refused),
        cmocka_unit_test(a_full_disk_is_told_and_keeps_what_was_stored),
        cmocka_unit_test(a_killed_process_leaves_whole_batches_to_resume_from),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

#else

static void a_build_without_sqlite_says_so(void **state) {
    (void)state;
    Error err = {{0}};
    assert_null(store_open("results.db", &err));
    assert_non_null(strstr(err.text, "libsqlite3-dev"));
    assert_int_not_equal(access("results.db", F_OK), 0);
    store_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_build_without_sqlite_says_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
