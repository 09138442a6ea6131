// SPDX-License-Identifier: MIT
// Chances to win from a score: that they add up, rise with it and are a fair price.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/positions.h"
#include "support/random.h"

static void chances_rise_with_the_score_and_add_up_to_one(void **state) {
    (void)state;
    GinJudge judge = judge_opened("uniform", 64);
    static const char *const rules_texts[] = {"contest",
                                              "pagat",
                                              "oklahoma",
                                              "contest,target=10",
                                              "contest,target=2500",
                                              "contest,starter=winner",
                                              "contest,starter=loser"};
    for (size_t i = 0; i < sizeof rules_texts / sizeof *rules_texts; i++) {
        GinRules rules;
        Error err = {{0}};
        if (!gin_rules_parse(rules_texts[i], &rules, &err)) fail_msg("%s", err.text);
        GinChances *chances = gin_chances_open(&rules, &judge.player, effort(20000, 1000), 1);
        for (int a = 0; a < rules.target; a += 1 + rules.target / 12)
            for (int b = 0; b < rules.target; b += 1 + rules.target / 12)
                for (Seat starter = 0; starter < 2; starter++) {
                    uint16_t score[2] = {(uint16_t)a, (uint16_t)b};
                    double win = gin_chances_before(chances, score, starter, 0).win;
                    double other = gin_chances_before(chances, score, starter, 1).win;
                    assert_true(win >= 0 && win <= 1 && fabs(win + other - 1) < 1e-12);
                    int more = a + rules.target / 5 + 1;
                    uint16_t better[2] = {(uint16_t)(more < rules.target ? more : rules.target - 1), (uint16_t)b};
                    assert_true(gin_chances_before(chances, better, starter, 0).win >= win);
                }
        double even = gin_chances_before(chances, (const uint16_t[2]){0, 0}, 0, 0).win;
        assert_true(even > 0.4 && even < 0.6);
        gin_chances_close(chances);
    }
    gin_judge_close(&judge);
}

// The chance before a hand is the mean of the chances after it, and so are the points.
static void chances_are_a_fair_price(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinJudge judge = judge_opened("uniform", 64);
    GinChances *chances = gin_chances_open(&rules, &judge.player, GIN_CHANCES_HANDS, 1);
    const GinPlayer players[2] = {judge.player, judge.player};
    const uint16_t score[2] = {70, 40};
    int count = effort(20000, 2000);
    double sum = 0, squares = 0, points = 0, point_squares = 0;
    GinWorth before = gin_chances_before(chances, score, 1, 0);
    for (int i = 0; i < count; i++) {
        GinHistory history;
        GinState state_now = played_hand(&rules, players, 1, score, 77, (uint32_t)i, &history);
        GinWorth after = gin_chances_after(chances, &state_now, 0);
        sum += after.win, squares += after.win * after.win;
        points += after.points, point_squares += after.points * after.points;
    }
    double error = sqrt((squares / count - sum / count * sum / count) / count);
    double point_error = sqrt((point_squares / count - points / count * points / count) / count);
    // The table itself was estimated from as many hands again.
    assert_true(fabs(sum / count - before.win) < 4 * error + 0.004);
    assert_true(fabs(points / count - before.points) < 4 * point_error + 0.4);
    gin_chances_close(chances);
    gin_judge_close(&judge);
}

// Games short enough to be solved by hand, from counted endings.
static void chances_of_counted_endings_are_exact(void **state) {
    (void)state;
    static const struct {
        const char *rules;
        int points;
        uint16_t score[2];
        uint64_t starter, other, cancelled;
        double win;  // of seat 0, which starts
        double hand; // points it can expect
    } cases[] = {
        {"contest,target=10", 10, {0, 0}, 3, 1, 0, 0.75, 5},
        {"contest,target=10", 10, {0, 0}, 3, 1, 4, 0.75, 2.5}, // cancelled hands are dealt again
        {"contest,target=20", 10, {10, 10}, 3, 1, 0, 0.75, 5},
        {"contest,target=20,starter=winner", 10, {0, 10}, 3, 1, 0, 0.5625, 5}, // both hands, starting both
        {"contest,target=20", 10, {0, 10}, 3, 1, 0, 0.1875, 5},                // the second from the other seat
        {"contest,target=20", 10, {10, 0}, 3, 1, 0, 0.8125, 5},               // at once, or after the other has started
        {"contest,target=800,starter=loser", 400, {0, 0}, 1, 1, 0, 0.5, 0},   // grouped by twos
        {"contest,target=20,starter=winner", 5000, {0, 0}, 1, 0, 0, 1, 5000}, // far above what is counted apart
        {"contest,target=100", 10, {50, 50}, 0, 0, 5, 0.5, 0},                // nobody ever scores
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinRules rules;
        Error err = {{0}};
        if (!gin_rules_parse(cases[i].rules, &rules, &err)) fail_msg("%s", err.text);
        static GinEndings endings;
        memset(&endings, 0, sizeof endings);
        GinState over = {.table = {.starter = 1}, .result = {.points = (uint16_t)cases[i].points}};
        for (uint64_t k = 0; k < cases[i].starter + cases[i].other + cases[i].cancelled; k++) {
            over.result.winner = k < cases[i].starter ? 1 : 0;
            over.result.end = k < cases[i].starter + cases[i].other ? GIN_KNOCKED : GIN_CANCELLED;
            gin_endings_note(&endings, &over);
        }
        assert_int_equal(endings.cancelled, cases[i].cancelled);
        GinChances *chances = gin_chances_of_endings(&rules, &endings);
        GinWorth worth = gin_chances_before(chances, cases[i].score, 0, 0);
        if (fabs(worth.win - cases[i].win) > 1e-12) fail_msg("case %zu: %.6f", i, worth.win);
        double points = cases[i].points < GIN_MOST_POINTS ? cases[i].hand : GIN_MOST_POINTS - 1;
        if (fabs(worth.points - points) > 1e-9) fail_msg("case %zu: %.6f points", i, worth.points);
        gin_chances_close(chances);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_rise_with_the_score_and_add_up_to_one),
        cmocka_unit_test(chances_are_a_fair_price),
        cmocka_unit_test(chances_of_counted_endings_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
