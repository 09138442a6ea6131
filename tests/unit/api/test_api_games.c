// SPDX-License-Identifier: MIT
// The public API: one game of gin or Hearts, played, taken back, saved, loaded, and refused what is wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api_check.h"
#include "base/rng.h"

static const char *const ALONE[4] = {NULL, NULL, NULL, NULL};
static const char *const GIN_TABLE[2] = {NULL, "simple"};
static const char *const HEARTS_TABLE[4] = {NULL, "ducker", "random", "ducker"};

static deadwood_game *new_game(const char *name, const char *rules, const char *const *players, uint64_t seed) {
    deadwood_error err;
    deadwood_context *dw = open_context();
    deadwood_game *game = deadwood_game_new(dw, name, rules, players, seed, &err);
    if (!game) fail_msg("%s", err.text);
    deadwood_close(dw); // a game outlives its context
    return game;
}

static char *state_of(const deadwood_game *game, int seat) {
    deadwood_error err;
    char *state = deadwood_game_state(game, seat, &err);
    if (!state) fail_msg("%s", err.text);
    return state;
}

// The n-th legal move of as many as there are; in Hearts, of a pass, the first cards of the hand.
static void pick_move(const deadwood_game *game, Rng *rng, char move[64]) {
    deadwood_error err;
    char *legal = deadwood_game_legal(game, &err), *at = legal;
    int count = 0, passed;
    assert_non_null(legal);
    for (char *c = legal; *c; c++) count += *c == '\n';
    assert_true(count > 0);
    for (int skip = (int)rng_below(rng, (uint32_t)count); skip > 0; skip--) at = strchr(at, '\n') + 1;
    snprintf(move, 64, "%.*s", (int)strcspn(at, "\n"), at);
    deadwood_free(legal);
    if (sscanf(move, "pass %d", &passed) != 1) return;
    char *state = state_of(game, deadwood_game_seat(game)), *hand = strstr(state, "\"hand\":\"") + 8;
    snprintf(move, 64, "pass %.*s", 3 * passed - 1, hand);
    deadwood_free(state);
}

// One move of whoever is to move, or the next hand. False when the game is over.
static bool go_on(deadwood_game *game, Rng *rng) {
    deadwood_error err;
    char move[64];
    switch (deadwood_game_turn(game)) {
    case DEADWOOD_TURN_YOURS:
        pick_move(game, rng, move);
        expect_done(deadwood_game_move(game, move, &err), &err);
        return true;
    case DEADWOOD_TURN_OURS: expect_done(deadwood_game_step(game, NULL, &err), &err); return true;
    case DEADWOOD_TURN_HAND_OVER: expect_done(deadwood_game_next(game, &err), &err); return true;
    default: return false;
    }
}

static void games_are_played_to_their_end(void **state) {
    (void)state;
    static const char *const games[][2] = {{"gin", "contest"},
                                           {"gin", "pagat"},
                                           {"gin", "oklahoma"},
                                           {"hearts", "standard"},
                                           {"hearts", "paper,target=40"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        bool gin = i < 3;
        deadwood_game *game = new_game(games[i][0], games[i][1], gin ? GIN_TABLE : HEARTS_TABLE, 11 + i);
        deadwood_error err;
        int32_t scores[4] = {-1, -1, -1, -1};
        Rng rng = rng_for(3, 0, i, 0);
        assert_int_equal(deadwood_game_seats(game), gin ? 2 : 4);
        for (int moves = 0; go_on(game, &rng); moves++) assert_true(moves < 20000);
        assert_int_equal(deadwood_game_seat(game), -1);
        expect_done(deadwood_game_scores(game, scores, 4, &err), &err);
        int winner = deadwood_game_winner(game);
        assert_true(winner >= -1 && winner < deadwood_game_seats(game));
        for (int seat = 0; winner >= 0 && seat < deadwood_game_seats(game); seat++)
            assert_true(gin ? scores[winner] >= scores[seat] : scores[winner] <= scores[seat]);
        expect_error(deadwood_game_next(game, &err), &err, DEADWOOD_E_STATE, "over");
        expect_error(deadwood_game_step(game, NULL, &err), &err, DEADWOOD_E_STATE, "over");
        deadwood_game_close(game);
    }
}

// A saved game is the same game: all that is shown, and all that comes after.
static void a_game_that_is_saved_goes_on_the_same(void **state) {
    (void)state;
    deadwood_error err;
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "hearts" : "gin";
        const char *const *players = i ? HEARTS_TABLE : GIN_TABLE;
        deadwood_context *dw = open_context();
        deadwood_game *game = deadwood_game_new(dw, name, NULL, players, 5, &err);
        Rng rng = rng_for(4, 0, (uint64_t)i, 0);
        bool more = true;
        for (int moves = 0; more && moves < 400; moves++) {
            if (moves % 37 == 0 && moves) {
                char *record = deadwood_game_record(game, &err), *shown = state_of(game, -1);
                deadwood_game_close(game);
                game = deadwood_game_load(dw, record, moves % 2 ? players : NULL, &err);
                if (!game) fail_msg("%s in %s", err.text, record);
                char *again = deadwood_game_record(game, &err), *now = state_of(game, -1);
                assert_string_equal(record, again);
                assert_string_equal(shown, now);
                deadwood_free(record), deadwood_free(again), deadwood_free(shown), deadwood_free(now);
            }
            more = go_on(game, &rng);
        }
        deadwood_game *straight = deadwood_game_new(dw, name, NULL, players, 5, &err);
        rng = rng_for(4, 0, (uint64_t)i, 0);
        more = true;
        for (int moves = 0; more && moves < 400; moves++) more = go_on(straight, &rng);
        char *a = state_of(game, -1), *b = state_of(straight, -1);
        assert_string_equal(a, b);
        deadwood_free(a), deadwood_free(b);
        deadwood_game_close(game), deadwood_game_close(straight);
        deadwood_close(dw);
    }
}

static void what_is_taken_back_was_never_played(void **state) {
    (void)state;
    deadwood_error err;
    for (int i = 0; i < 2; i++) {
        deadwood_game *game = new_game(i ? "hearts" : "gin", NULL, i ? HEARTS_TABLE : GIN_TABLE, 9);
        Rng rng = rng_for(5, 0, (uint64_t)i, 0);
        char move[64];
        while (deadwood_game_turn(game) != DEADWOOD_TURN_YOURS) go_on(game, &rng);
        expect_error(deadwood_game_undo(game, &err), &err, DEADWOOD_E_STATE, "no decision of yours");
        for (int moves = 0; moves < 12 && deadwood_game_turn(game) == DEADWOOD_TURN_YOURS; moves++) {
            char *before = state_of(game, -1), *legal = deadwood_game_legal(game, &err);
            bool choice = strchr(legal, '\n') != strrchr(legal, '\n') || strncmp(legal, "pass 3", 6) == 0;
            pick_move(game, &rng, move);
            expect_done(deadwood_game_move(game, move, &err), &err);
            while (deadwood_game_turn(game) == DEADWOOD_TURN_OURS) go_on(game, &rng);
            expect_done(deadwood_game_undo(game, &err), &err);
            char *after = state_of(game, -1);
            if (choice) assert_string_equal(before, after); // a forced move goes with the one before it
            deadwood_free(before), deadwood_free(after), deadwood_free(legal);
            pick_move(game, &rng, move);
            expect_done(deadwood_game_move(game, move, &err), &err);
            while (deadwood_game_turn(game) == DEADWOOD_TURN_OURS) go_on(game, &rng);
        }
        deadwood_game_close(game);
    }
}

static void illegal_moves_are_refused_and_change_nothing(void **state) {
    (void)state;
    static const struct {
        const char *game, *move;
        int code;
        const char *says;
    } cases[] = {
        {"gin", "draw stock", DEADWOOD_E_ILLEGAL, "on offer"},
        {"gin", "discard 7H", DEADWOOD_E_ILLEGAL, "First draw"},
        {"gin", "melds", DEADWOOD_E_ILLEGAL, NULL},
        {"gin", "knock KD melds AC2C3C/7D7H7S", DEADWOOD_E_ILLEGAL, NULL},
        {"gin", "resign", DEADWOOD_E_ILLEGAL, NULL},
        {"gin", "", DEADWOOD_E_ARGUMENT, "missing"},
        {"gin", "discard 7X", DEADWOOD_E_ARGUMENT, "7X"},
        {"gin", "play 7H", DEADWOOD_E_ARGUMENT, "play"},
        {"hearts", "play 2C", DEADWOOD_E_ILLEGAL, "First pass"},
        {"hearts", "pass 2C", DEADWOOD_E_ILLEGAL, "3 of your cards"},
        {"hearts", "pass 2C 2C 2C", DEADWOOD_E_ARGUMENT, NULL},
        {"hearts", "discard 2C", DEADWOOD_E_ARGUMENT, "discard"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        deadwood_error err;
        deadwood_game *game = new_game(cases[i].game, NULL, ALONE, 1);
        char *before = state_of(game, -1);
        expect_error(deadwood_game_move(game, cases[i].move, &err), &err, cases[i].code, cases[i].says);
        char *after = state_of(game, -1);
        assert_string_equal(before, after);
        deadwood_free(before), deadwood_free(after);
        deadwood_game_close(game);
    }
}

// No card of another seat's hand stands in what a seat is shown, unless everybody has seen it.
static void a_state_shows_a_seat_no_hidden_cards(void **state) {
    (void)state;
    deadwood_error err;
    for (int i = 0; i < 2; i++) {
        deadwood_game *game = new_game(i ? "hearts" : "gin", NULL, ALONE, 21);
        Rng rng = rng_for(6, 0, (uint64_t)i, 0);
        for (int moves = 0; moves < 60 && deadwood_game_turn(game) == DEADWOOD_TURN_YOURS; moves++) {
            for (int viewer = 0; viewer < deadwood_game_seats(game); viewer++) {
                char *shown = state_of(game, viewer);
                for (int seat = 0; seat < deadwood_game_seats(game); seat++) {
                    if (seat == viewer) continue;
                    char *own = state_of(game, seat), *hand = strstr(own, "\"hand\":\"") + 8;
                    char *known = strstr(own, "\"known\":["), *given = strstr(shown, "\"given\":\"");
                    hand[strcspn(hand, "\"")] = '\0';
                    char *rest;
                    for (char *card = strtok_r(hand, " ", &rest); card; card = strtok_r(NULL, " ", &rest)) {
                        bool open = i == 0 ? known && strstr(shown, "\"known\":[") &&
                                                 strstr(strstr(shown, "\"known\":["), card) != NULL
                                           : given && strstr(given, card) != NULL;
                        if (!open && strstr(shown, card))
                            fail_msg("seat %d sees %s of seat %d: %s", viewer, card, seat, shown);
                    }
                    deadwood_free(own);
                }
                deadwood_free(shown);
            }
            go_on(game, &rng);
        }
        deadwood_game_close(game);
        (void)err;
    }
}

static void games_that_cannot_be_are_refused(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    const char *const bad[2] = {NULL, "simpel"}, *const program[2] = {NULL, "exec:./bot"};
    assert_null(deadwood_game_new(dw, "whist", NULL, GIN_TABLE, 1, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "whist");
    assert_null(deadwood_game_new(dw, "gin", "contst", GIN_TABLE, 1, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "contst");
    assert_null(deadwood_game_new(dw, "gin", NULL, bad, 1, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "seat 1");
    assert_null(deadwood_game_new(dw, "gin", NULL, program, 1, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "program");
    assert_null(deadwood_game_new(NULL, "gin", NULL, GIN_TABLE, 1, &err));
    assert_null(deadwood_game_new(dw, "gin", NULL, NULL, 1, &err));
    assert_null(deadwood_game_load(dw, "", NULL, &err));
    assert_null(deadwood_game_load(dw, "# nothing\n", NULL, &err));
    assert_null(deadwood_game_load(dw, "gin/1 nonsense", NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "line 1");
    assert_null(deadwood_game_load(dw, NULL, NULL, &err));
    deadwood_close(dw);
    deadwood_game_close(NULL);
}

static void calls_at_the_wrong_time_or_with_nothing_are_refused(void **state) {
    (void)state;
    deadwood_error err;
    int32_t scores[4];
    char *move;
    deadwood_game *game = new_game("gin", NULL, ALONE, 1);
    expect_error(deadwood_game_step(game, &move, &err), &err, DEADWOOD_E_STATE, "caller's turn");
    assert_null(move);
    expect_error(deadwood_game_next(game, &err), &err, DEADWOOD_E_STATE, NULL);
    expect_error(deadwood_game_scores(game, scores, 1, &err), &err, DEADWOOD_E_ARGUMENT, "room for 1");
    assert_null(deadwood_game_state(game, 2, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "no seat 2");
    assert_null(deadwood_game_state(game, -2, &err));
    char *many = malloc(5000);
    memset(many, 'x', 4999), many[4999] = '\0';
    expect_error(deadwood_game_move(game, many, &err), &err, DEADWOOD_E_ARGUMENT, "too long");
    free(many);
    deadwood_game_close(game);
    expect_error(deadwood_game_move(NULL, "pass", &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_game_undo(NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_game_next(NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_game_step(NULL, NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_game_scores(NULL, scores, 4, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    assert_null(deadwood_game_state(NULL, 0, &err));
    assert_null(deadwood_game_legal(NULL, &err));
    assert_null(deadwood_game_record(NULL, &err));
    assert_int_equal(deadwood_game_turn(NULL), -1);
    assert_int_equal(deadwood_game_seat(NULL), -1);
    assert_int_equal(deadwood_game_seats(NULL), 0);
    assert_int_equal(deadwood_game_winner(NULL), -1);
}

static void a_copy_goes_its_own_way(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    deadwood_game *game = new_game("gin", NULL, GIN_TABLE, 3);
    Rng rng = rng_for(7, 0, 0, 0);
    for (int i = 0; i < 9; i++) go_on(game, &rng);
    deadwood_game *copy = deadwood_game_copy(dw, game, &err);
    char *before = state_of(game, -1);
    for (int i = 0; i < 5; i++) go_on(copy, &rng);
    char *after = state_of(game, -1);
    assert_string_equal(before, after);
    deadwood_free(before), deadwood_free(after);
    deadwood_game_close(copy), deadwood_game_close(game);
    deadwood_close(dw);
}

// The melds a person shows are kept: worse ones than the best count as they lie.
static void a_knocker_may_show_melds_of_its_own(void **state) {
    (void)state;
    deadwood_error err;
    for (uint64_t seed = 0; seed < 50; seed++) {
        deadwood_game *game = new_game("gin", NULL, ALONE, seed);
        Rng rng = rng_for(8, 0, seed, 0);
        for (int moves = 0; moves < 300 && deadwood_game_turn(game) == DEADWOOD_TURN_YOURS; moves++) {
            char *legal = deadwood_game_legal(game, &err), *knock = strstr(legal, "knock ");
            char move[80];
            if (knock) snprintf(move, sizeof move, "%.8s melds AC2C3C", knock);
            deadwood_free(legal);
            if (!knock) {
                go_on(game, &rng);
                continue;
            }
            int code = deadwood_game_move(game, move, &err);
            if (code != DEADWOOD_OK) expect_error(code, &err, DEADWOOD_E_ILLEGAL, "melds");
            break;
        }
        deadwood_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_played_to_their_end),
        cmocka_unit_test(a_game_that_is_saved_goes_on_the_same),
        cmocka_unit_test(what_is_taken_back_was_never_played),
        cmocka_unit_test(illegal_moves_are_refused_and_change_nothing),
        cmocka_unit_test(a_state_shows_a_seat_no_hidden_cards),
        cmocka_unit_test(games_that_cannot_be_are_refused),
        cmocka_unit_test(calls_at_the_wrong_time_or_with_nothing_are_refused),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(a_knocker_may_show_melds_of_its_own),
    };
    return cmocka_run_group_tests_name("api_games", tests, NULL, NULL);
}
