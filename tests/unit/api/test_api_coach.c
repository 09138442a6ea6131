// SPDX-License-Identifier: MIT
// The public API: advice for a decision of a game.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api_check.h"

static const char *const ALONE[4] = {NULL, NULL, NULL, NULL};

static deadwood_coach *new_coach(const deadwood_context *dw, const char *game, const char *rules) {
    deadwood_error err;
    deadwood_coach *coach = deadwood_coach_open(dw, game, rules, "worlds=64", &err);
    if (!coach) fail_msg("%s", err.text);
    return coach;
}

// Advice names the moves, hangs on nothing but the game and the coach, and does not touch the game.
static void advice_is_the_same_each_time(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "hearts" : "gin";
        deadwood_coach *coach = new_coach(dw, name, NULL);
        deadwood_game *game = deadwood_game_new(dw, name, NULL, ALONE, 3, &err);
        char *before = deadwood_game_state(game, -1, &err);
        char *a = deadwood_advise(coach, game, NULL, &err), *b = deadwood_advise(coach, game, NULL, &err);
        if (!a || !b) fail_msg("%s", err.text);
        assert_string_equal(a, b);
        assert_non_null(strstr(a, i ? "\"pass\"" : "\"take\""));
        assert_non_null(strstr(a, "\"idea"));
        char *after = deadwood_game_state(game, -1, &err);
        assert_string_equal(before, after);
        deadwood_free(a), deadwood_free(b), deadwood_free(before), deadwood_free(after);
        if (!i) {
            a = deadwood_advise(coach, game, "pass", &err);
            assert_non_null(a);
            deadwood_free(a);
        }
        assert_null(deadwood_advise(coach, game, i ? "play 2C" : "draw stock", &err));
        expect_error(err.code, &err, DEADWOOD_E_ILLEGAL, NULL);
        assert_null(deadwood_advise(coach, game, "nonsense", &err));
        expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, NULL);
        deadwood_game_close(game);
        deadwood_coach_close(coach);
    }
    deadwood_close(dw);
}

static void a_coach_knows_its_game_and_rules_alone(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    deadwood_coach *coach = new_coach(dw, "gin", "pagat");
    deadwood_game *gin = deadwood_game_new(dw, "gin", NULL, ALONE, 1, &err);
    deadwood_game *hearts = deadwood_game_new(dw, "hearts", NULL, ALONE, 1, &err);
    assert_null(deadwood_advise(coach, gin, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "other rules");
    assert_null(deadwood_advise(coach, hearts, NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "gin alone");
    assert_null(deadwood_advise(NULL, gin, NULL, &err));
    assert_null(deadwood_advise(coach, NULL, NULL, &err));
    assert_null(deadwood_coach_open(dw, "gin", "nonsense", NULL, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "nonsense");
    assert_null(deadwood_coach_open(dw, "gin", NULL, "worlds=many", &err));
    assert_null(deadwood_coach_open(dw, "bridge", NULL, NULL, &err));
    assert_null(deadwood_coach_open(NULL, "gin", NULL, NULL, &err));
    deadwood_game_close(gin), deadwood_game_close(hearts);
    deadwood_coach_close(coach);
    deadwood_coach_close(NULL);
    deadwood_close(dw);
}

// A hand told in words gets the advice that the seed makes the same again.
static void a_hand_can_be_told(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    deadwood_coach *coach = new_coach(dw, "gin", NULL), *hearts = new_coach(dw, "hearts", NULL);
    deadwood_gin_told told = {.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4S", .upcard = "4C", .score = "40-25"};
    char *a = deadwood_advise_told(coach, &told, 1, &err), *b = deadwood_advise_told(coach, &told, 1, &err);
    if (!a || !b) fail_msg("%s", err.text);
    assert_string_equal(a, b);
    assert_non_null(strstr(a, "\"take\""));
    deadwood_free(a), deadwood_free(b);
    static const struct {
        deadwood_gin_told told;
        int code;
        const char *says;
    } cases[] = {
        {{.hand = NULL}, DEADWOOD_E_ARGUMENT, "hand"},
        {{.hand = ""}, DEADWOOD_E_ARGUMENT, "ten before a draw"},
        {{.hand = "AC 2C"}, DEADWOOD_E_ARGUMENT, "ten before a draw"},
        {{.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4S", .upcard = "AC"}, DEADWOOD_E_ARGUMENT, "AC"},
        {{.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4S", .upcard = "4C", .score = "x"}, DEADWOOD_E_ARGUMENT, "score"},
        {{.hand = "AC 2C 3C 7D 7H 7S KD QH 9C 4S", .upcard = "4C", .seen = "5C", .passed = 1},
         DEADWOOD_E_ARGUMENT,
         "passed is said"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(deadwood_advise_told(coach, &cases[i].told, 1, &err));
        expect_error(err.code, &err, cases[i].code, cases[i].says);
    }
    assert_null(deadwood_advise_told(hearts, &told, 1, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "hearts alone");
    assert_null(deadwood_advise_told(NULL, &told, 1, &err));
    assert_null(deadwood_advise_told(coach, NULL, 1, &err));
    deadwood_coach_close(coach), deadwood_coach_close(hearts);
    deadwood_close(dw);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advice_is_the_same_each_time),
        cmocka_unit_test(a_coach_knows_its_game_and_rules_alone),
        cmocka_unit_test(a_hand_can_be_told),
    };
    return cmocka_run_group_tests_name("api_coach", tests, NULL, NULL);
}
