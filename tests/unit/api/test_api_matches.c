// SPDX-License-Identifier: MIT
// The public API: matches and tournaments, players that are functions of the caller, progress and stopping.
#include <locale.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "api_check.h"
#include "contest/gin/gin_match.h"

static char *play_match(deadwood_context *dw, const char *game, const char *a, const char *b, const char *options) {
    deadwood_error err;
    const char *const players[2] = {a, b};
    char *report = deadwood_match(dw, game, NULL, players, options, NULL, NULL, &err);
    if (!report) fail_msg("%s", err.text);
    return report;
}

// Times differ from run to run; the digest is all that happened.
static void assert_same_games(const char *a, const char *b) {
    assert_memory_equal(strstr(a, "\"digest\""), strstr(b, "\"digest\""), strlen("\"digest\":\"0123456789abcdef\""));
}

static void a_match_is_the_engines_match(void **state) {
    (void)state;
    GinMatchPlan plan = {
        .common = {.players = {"simple", "greedy"}, .seed = 3, .games = 200, .threads = 1, .quiet = true},
        .rules = gin_rules_default(),
        .duplicate = true};
    MatchResult result;
    Error why;
    char digest[40];
    assert_true(gin_match_run(&plan, &result, &why));
    snprintf(digest, sizeof digest, "\"digest\":\"%016llx\"", (unsigned long long)result.totals.digest);
    deadwood_context *dw = open_context();
    static const char *const options[] = {"games=200,seed=3", "games=200,seed=3,threads=3"};
    for (int i = 0; i < 2; i++) {
        char *report = play_match(dw, "gin", "simple", "greedy", options[i]);
        assert_non_null(strstr(report, digest));
        assert_non_null(strstr(report, "\"end\":\"finished\""));
        assert_int_equal(json_number(report, "games"), 200);
        deadwood_free(report);
    }
    char *report = play_match(dw, "hearts", "ducker", "random", "games=10,seating=1v3");
    assert_non_null(strstr(report, "\"hearts\""));
    deadwood_free(report);
    deadwood_close(dw);
}

// The file holds every hand of the match, and is not written over.
static void a_match_can_be_recorded(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    const char *const players[2] = {"simple", "greedy"};
    char path[] = "/tmp/deadwood-api-records-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    char *report = deadwood_match_recorded(dw, "gin", NULL, players, "games=6,seed=2", path, NULL, NULL, &err);
    if (!report) fail_msg("%s", err.text);
    char *plain = play_match(dw, "gin", "simple", "greedy", "games=6,seed=2");
    assert_same_games(report, plain);
    int hands = 0;
    char line[4096];
    FILE *records = fopen(path, "r");
    while (fgets(line, sizeof line, records)) hands += strncmp(line, "gin/1 ", 6) == 0;
    fclose(records);
    assert_int_equal(hands, json_number(report, "hands"));
    assert_null(deadwood_match_recorded(dw, "gin", NULL, players, "games=6,seed=3", path, NULL, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, path);
    assert_null(deadwood_match_recorded(dw, "gin", NULL, players, "games=6", "/nowhere/a.rec", NULL, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "/nowhere/a.rec");
    assert_null(deadwood_match_recorded(dw, "gin", NULL, players, "games=6", "-", NULL, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "file");
    unlink(path);
    deadwood_free(report), deadwood_free(plain);
    deadwood_close(dw);
}

static void options_and_players_that_are_none_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *game, *a, *b, *options, *says;
    } cases[] = {
        {"gin", "simple", "greedy", "games=0", "games"},
        {"gin", "simple", "greedy", "games=7", "odd"},
        {"gin", "simple", "greedy", "gmaes=8", "gmaes"},
        {"gin", "simple", "greedy", "games", "needs a value"},
        {"gin", "simple", "greedy", "threads=100000", "threads"},
        {"gin", "simple", "greedy", "seed=-1", "seed"},
        {"gin", "simple", "greedy", "seating=14", "seating"},
        {"hearts", "ducker", "random", "seating=15", "seating"},
        {"hearts", "ducker", "random", "plain", "plain"},
        {"gin", "simple", "nobody", "games=2", "nobody"},
        {"gin", "simple", NULL, "games=2", "NULL"},
        {"gin", "exec:./bot", "simple", "games=2", "program"},
        {"poker", "simple", "simple", "games=2", "poker"},
    };
    deadwood_context *dw = open_context();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        deadwood_error err;
        const char *const players[2] = {cases[i].a, cases[i].b};
        assert_null(deadwood_match(dw, cases[i].game, NULL, players, cases[i].options, NULL, NULL, &err));
        expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, cases[i].says);
        assert_null(strstr(err.text, "--"));
    }
    const char *const one[] = {"simple"}, *const twice[] = {"simple", "simple"};
    deadwood_error err;
    assert_null(deadwood_tournament(dw, "gin", NULL, one, 1, NULL, NULL, NULL, &err));
    assert_null(deadwood_tournament(dw, "gin", NULL, twice, 2, NULL, NULL, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "twice");
    assert_null(deadwood_tournament(dw, "gin", NULL, NULL, 2, NULL, NULL, NULL, &err));
    assert_null(deadwood_match(NULL, "gin", NULL, twice, NULL, NULL, NULL, &err));
    deadwood_close(dw);
}

// ---- Progress ----

typedef struct Watch {
    uint64_t last, total, stop_at;
    int calls;
    pthread_t thread;
} Watch;

static int watch_progress(void *user, uint64_t done, uint64_t total) {
    Watch *watch = user;
    assert_true(done >= watch->last && done <= total);
    assert_true(pthread_equal(watch->thread, pthread_self()));
    watch->last = done;
    watch->total = total;
    watch->calls++;
    return watch->stop_at && done >= watch->stop_at;
}

static void progress_is_told_and_can_end_a_match(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    const char *const players[3] = {"simple", "greedy", "heisenbot"};
    Watch watch = {.thread = pthread_self()}, stop = {.thread = pthread_self(), .stop_at = 1};
    char *report = deadwood_match(dw, "gin", NULL, players, "games=400,threads=2", watch_progress, &watch, &err);
    assert_non_null(report);
    assert_true(watch.calls > 0 && watch.total == 400);
    deadwood_free(report);
    report = deadwood_match(dw, "gin", NULL, players, "games=400000,threads=2", watch_progress, &stop, &err);
    assert_non_null(strstr(report, "\"end\":\"interrupted\""));
    assert_true(json_number(report, "games") < 400000);
    deadwood_free(report);
    stop.last = 0;
    report = deadwood_tournament(dw, "gin", NULL, players, 3, "games=100000", watch_progress, &stop, &err);
    assert_non_null(strstr(report, "\"end\":\"interrupted\""));
    deadwood_free(report);
    deadwood_close(dw);
}

static void a_tournament_rates_its_field(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    const char *const players[3] = {"random", "simple", "greedy"};
    char *report = deadwood_tournament(dw, "gin", NULL, players, 3, "games=60,seed=2", NULL, NULL, &err);
    assert_non_null(report);
    const char *ratings = strstr(report, "\"ratings\"");
    assert_non_null(ratings);
    assert_true(json_number(ratings, "elo") < -100); // random's comes first
    assert_int_equal(json_number(ratings, "games"), 120);
    deadwood_free(report);
    deadwood_close(dw);
}

// ---- Players of the caller ----

typedef struct Mine {
    int asked, refused, stop_after;
    pthread_t thread;
} Mine;

static int play_by_state(void *user, deadwood_turn *turn) {
    Mine *mine = user;
    deadwood_error err;
    assert_true(pthread_equal(mine->thread, pthread_self()));
    if (mine->stop_after && mine->asked >= mine->stop_after) return 1;
    mine->asked++;
    char *state = deadwood_turn_state(turn, &err), move[40];
    assert_non_null(state);
    const char *legal = strstr(state, "\"legal\":[\"") + 10;
    snprintf(move, sizeof move, "%.*s", (int)strcspn(legal, "\""), legal);
    deadwood_free(state);
    if (strcmp(move, "pass 3") == 0) {
        char cards[DEADWOOD_CARDS_TEXT];
        deadwood_cards_print(deadwood_turn_hand(turn), cards, &err);
        snprintf(move, sizeof move, "pass %.8s", cards);
    }
    int code = deadwood_turn_move(turn, "knock 7X", &err);
    expect_error(code, &err, DEADWOOD_E_ARGUMENT, NULL);
    if (deadwood_turn_move(turn, "biggin", &err) == DEADWOOD_E_ILLEGAL) mine->refused++;
    expect_done(deadwood_turn_move(turn, move, &err), &err);
    return 0;
}

static int play_by_row(void *user, deadwood_turn *turn) {
    deadwood_error err;
    uint8_t observation[DEADWOOD_GIN_OBSERVATION], mask[DEADWOOD_GIN_ACTIONS];
    (void)user;
    assert_string_equal(deadwood_turn_game(turn), "gin");
    assert_in_range(deadwood_turn_seat(turn), 0, 1);
    if (deadwood_turn_forced(turn, NULL) == DEADWOOD_OK) return 0;
    expect_done(deadwood_turn_observe(turn, observation, mask, &err), &err);
    for (int action = 0; action < DEADWOOD_GIN_ACTIONS; action++)
        if (!mask[action]) expect_error(deadwood_turn_choose(turn, action, &err), &err, DEADWOOD_E_ILLEGAL, NULL);
    expect_error(deadwood_turn_choose(turn, -1, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
    expect_error(deadwood_turn_choose(turn, 106, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
    for (int action = DEADWOOD_GIN_ACTIONS - 1; action >= 0; action--) // knocks come last
        if (mask[action]) return deadwood_turn_choose(turn, action, &err);
    return 1;
}

static int play_nothing(void *user, deadwood_turn *turn) {
    (void)user, (void)turn;
    return 0;
}

static void functions_play_as_players_do(void **state) {
    (void)state;
    deadwood_error err;
    Mine mine = {.thread = pthread_self()};
    deadwood_context *dw = open_context();
    expect_done(deadwood_add_player(dw, "gin", "first-move", play_by_state, &mine, &err), &err);
    expect_done(deadwood_add_player(dw, "gin", "by-row", play_by_row, NULL, &err), &err);
    expect_done(deadwood_add_player(dw, "hearts", "first-move", play_by_state, &mine, &err), &err);
    char *a = play_match(dw, "gin", "first-move", "by-row", "games=20,threads=4"), *b;
    assert_true(mine.asked > 100 && mine.refused > 0);
    assert_int_equal(json_number(a, "games"), 20);
    assert_null(strstr(a, "\"trouble\""));
    b = play_match(dw, "gin", "first-move", "by-row", "games=20");
    assert_same_games(a, b);
    deadwood_free(a), deadwood_free(b);
    deadwood_free(play_match(dw, "hearts", "first-move", "ducker", "games=2"));
    // In a game they sit at the table too.
    const char *const table[2] = {"first-move", "by-row"};
    deadwood_game *game = deadwood_game_new(dw, "gin", NULL, table, 1, &err);
    deadwood_close(dw);
    assert_non_null(game);
    for (int i = 0; i < 20 && deadwood_game_turn(game) == DEADWOOD_TURN_OURS; i++) {
        char *move;
        expect_done(deadwood_game_step(game, &move, &err), &err);
        assert_non_null(move);
        deadwood_free(move);
    }
    deadwood_game_close(game);
}

static void a_function_that_stops_ends_the_match(void **state) {
    (void)state;
    deadwood_error err;
    Mine mine = {.stop_after = 50, .thread = pthread_self()};
    deadwood_context *dw = open_context();
    const char *const players[2] = {"simple", "mine"};
    expect_done(deadwood_add_player(dw, "gin", "mine", play_by_state, &mine, &err), &err);
    assert_null(deadwood_match(dw, "gin", NULL, players, "games=100000", NULL, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_CANCELLED, "stop");
    assert_null(deadwood_tournament(dw, "gin", NULL, players, 2, "games=100000", NULL, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_CANCELLED, "stop");
    deadwood_game *game = deadwood_game_new(dw, "gin", NULL, players, 1, &err);
    int code = DEADWOOD_OK;
    while (code == DEADWOOD_OK) code = deadwood_game_step(game, NULL, &err);
    expect_error(code, &err, DEADWOOD_E_CANCELLED, "stop");
    mine.stop_after = 0;
    expect_done(deadwood_game_step(game, NULL, &err), &err); // nothing was lost
    deadwood_game_close(game);
    deadwood_close(dw);
}

static void a_function_without_an_answer_forfeits(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    expect_done(deadwood_add_player(dw, "gin", "mute", play_nothing, NULL, &err), &err);
    char *report = play_match(dw, "gin", "simple", "mute", "games=10");
    assert_int_equal(json_number(report, "wins\":[10,0],\"draws"), 0);
    deadwood_free(report);
    const char *const table[2] = {NULL, "mute"};
    deadwood_game *game = deadwood_game_new(dw, "gin", NULL, table, 2, &err);
    if (deadwood_game_turn(game) == DEADWOOD_TURN_YOURS) expect_done(deadwood_game_move(game, "pass", &err), &err);
    expect_done(deadwood_game_step(game, NULL, &err), &err);
    char *shown = deadwood_game_state(game, 0, &err);
    assert_non_null(strstr(shown, "\"notice\":\"mute gave no move"));
    deadwood_free(shown);
    deadwood_game_close(game);
    deadwood_close(dw);
}

static void names_of_players_must_be_free_and_plain(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    static const char *const bad[] = {"", "two words", "a:b", "exec:x", "simple", "mix", "caf\xC3\xA9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_error(deadwood_add_player(dw, "gin", bad[i], play_nothing, NULL, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
    expect_done(deadwood_add_player(dw, "gin", "mine", play_nothing, NULL, &err), &err);
    expect_error(deadwood_add_player(dw, "gin", "mine", play_nothing, NULL, &err), &err, DEADWOOD_E_ARGUMENT,
                 "already");
    expect_done(deadwood_add_player(dw, "hearts", "mine", play_nothing, NULL, &err), &err);
    expect_error(deadwood_add_player(dw, "gin", "other", NULL, NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_add_player(NULL, "gin", "other", play_nothing, NULL, &err), &err, DEADWOOD_E_ARGUMENT,
                 "NULL");
    char *list = deadwood_list(dw, &err);
    assert_non_null(strstr(list, "\"mine\""));
    deadwood_free(list);
    deadwood_context *other = open_context(); // another context knows nothing of it
    const char *const players[2] = {"simple", "mine"};
    assert_null(deadwood_match(other, "gin", NULL, players, "games=2", NULL, NULL, &err));
    deadwood_close(other);
    deadwood_close(dw);
    assert_null(deadwood_turn_game(NULL));
    assert_int_equal(deadwood_turn_seat(NULL), -1);
    assert_true(deadwood_turn_hand(NULL) == 0 && deadwood_turn_random(NULL) == 0);
    assert_null(deadwood_turn_state(NULL, &err));
    expect_error(deadwood_turn_move(NULL, "pass", &err), &err, DEADWOOD_E_ARGUMENT, NULL);
    expect_error(deadwood_turn_forced(NULL, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
}

// ---- Threads and locales ----

static void *match_on_a_thread(void *context) {
    return play_match(context, "gin", "simple", "greedy", "games=100,seed=4");
}

static void one_context_serves_many_threads(void **state) {
    (void)state;
    enum { THREADS = 4 };
    deadwood_context *dw = open_context();
    pthread_t thread[THREADS];
    void *report[THREADS];
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, match_on_a_thread, dw), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], &report[i]);
    for (int i = 0; i < THREADS; i++) {
        assert_same_games(report[i], report[0]);
        if (i) deadwood_free(report[i]);
    }
    deadwood_free(report[0]);
    deadwood_close(dw);
}

static void a_decimal_comma_of_the_host_changes_nothing(void **state) {
    (void)state;
    deadwood_context *dw = open_context();
    char *plain = play_match(dw, "gin", "simple", "mix:knock=wait,turns=4", "games=20");
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "pt_BR.UTF-8"};
    bool set = false;
    for (size_t i = 0; !set && i < sizeof locales / sizeof *locales; i++) set = setlocale(LC_ALL, locales[i]) != NULL;
    if (set) {
        deadwood_error err;
        char *same = play_match(dw, "gin", "simple", "mix:knock=wait,turns=4", "games=20");
        const char *number = "\"hands_per_game\":";
        assert_memory_equal(strstr(plain, number), strstr(same, number), 60);
        deadwood_free(same);
        same = deadwood_describe_player(dw, "gin", "mix:draw=random,draw.p=0.25", &err);
        assert_non_null(same);
        assert_non_null(strstr(same, "draw.p=0.25"));
        deadwood_free(same);
        setlocale(LC_ALL, "C");
    }
    deadwood_free(plain);
    deadwood_close(dw);
    if (!set) skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_the_engines_match),
        cmocka_unit_test(a_match_can_be_recorded),
        cmocka_unit_test(options_and_players_that_are_none_are_refused),
        cmocka_unit_test(progress_is_told_and_can_end_a_match),
        cmocka_unit_test(a_tournament_rates_its_field),
        cmocka_unit_test(functions_play_as_players_do),
        cmocka_unit_test(a_function_that_stops_ends_the_match),
        cmocka_unit_test(a_function_without_an_answer_forfeits),
        cmocka_unit_test(names_of_players_must_be_free_and_plain),
        cmocka_unit_test(one_context_serves_many_threads),
        cmocka_unit_test(a_decimal_comma_of_the_host_changes_nothing),
    };
    return cmocka_run_group_tests_name("api_matches", tests, NULL, NULL);
}
