// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arena/sprt.h"
#include "base/rng.h"

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void parse_reads_two_or_four_numbers(void **state) {
    (void)state;
    Sprt sprt;
    Error err = {{0}};
    assert_true(sprt_parse("-5,10", &sprt, &err));
    assert_true(sprt.elo0 == -5 && sprt.elo1 == 10 && sprt.alpha == 0.05 && sprt.beta == 0.05);
    assert_true(sprt_parse("0,2.5,0.01,0.1", &sprt, &err));
    assert_true(sprt.elo0 == 0 && sprt.elo1 == 2.5 && sprt.alpha == 0.01 && sprt.beta == 0.1);
}

static void parse_refuses_everything_else_with_a_sentence(void **state) {
    (void)state;
    static const char *const bad[] = {"",        "5",       "0,10,0.05",   "0,10,0.05,0.05,1", "a,b",
                                      "10,0",    "3,3",     "0,10,0,0.05", "0,10,0.05,0.5",    "0,10,,",
                                      "0,nan",   "0,1e999", "0;10",        "0,10,0.05,-1",     ",",
                                      "0,10 elo"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Sprt sprt = {1, 2, 3, 4};
        Error err = {{0}};
        assert_false(sprt_parse(bad[i], &sprt, &err));
        assert_true(err.text[0] != '\0');
        assert_true(sprt.elo0 == 1 && sprt.beta == 4);
    }
}

static void scores_and_elo_are_inverse(void **state) {
    (void)state;
    assert_near(sprt_score(0), 0.5, 0);
    assert_near(sprt_score(400), 10.0 / 11, 1e-15);
    for (double elo = -800; elo <= 800; elo += 50) assert_near(sprt_elo(sprt_score(elo)), elo, 1e-9);
    assert_true(isinf(sprt_elo(0)) && sprt_elo(0) < 0);
    assert_true(isinf(sprt_elo(1)) && sprt_elo(1) > 0);
}

static void single_games_without_draws_give_the_exact_binomial_ratio(void **state) {
    (void)state;
    Sprt sprt = {0, 20, 0.05, 0.05};
    double s1 = sprt_score(20), exact = 60 * log(s1 / 0.5) + 40 * log((1 - s1) / 0.5);
    assert_near(sprt_ratio(&sprt, 1, 100, 120, 240), exact, 1e-12);
}

static void draws_change_to_the_generalised_ratio_close_to_the_exact_one(void **state) {
    (void)state;
    Sprt sprt = {0, 20, 0.05, 0.05};
    double without = sprt_ratio(&sprt, 1, 10000, 2 * 5200, 4 * 5200);
    double with = sprt_ratio(&sprt, 1, 10001, 2 * 5200 + 1, 4 * 5200 + 1);
    assert_true(without != with);
    assert_near(without, with, 0.02 * fabs(without));
}

static void nothing_played_says_nothing(void **state) {
    (void)state;
    Sprt sprt = {0, 20, 0.05, 0.05};
    assert_true(sprt_ratio(&sprt, 1, 0, 0, 0) == 0);
    assert_true(sprt_ratio(&sprt, 2, 0, 0, 0) == 0);
}

static void a_match_without_any_variation_is_decided(void **state) {
    (void)state;
    Sprt sprt = {0, 10, 0.05, 0.05};
    // Sixty-four pairs won 2-0, lost 0-2, and split.
    assert_int_equal(sprt_verdict(&sprt, sprt_ratio(&sprt, 2, 64, 256, 1024)), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_verdict(&sprt, sprt_ratio(&sprt, 2, 64, 0, 0)), SPRT_ACCEPT_H0);
    assert_int_equal(sprt_verdict(&sprt, sprt_ratio(&sprt, 2, 640, 1280, 2560)), SPRT_ACCEPT_H0);
}

static void verdicts_change_at_walds_bounds(void **state) {
    (void)state;
    Sprt sprt = {0, 10, 0.05, 0.1};
    double upper = log(0.9 / 0.05), lower = log(0.1 / 0.95);
    assert_int_equal(sprt_verdict(&sprt, upper), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_verdict(&sprt, upper - 1e-9), SPRT_CONTINUE);
    assert_int_equal(sprt_verdict(&sprt, lower), SPRT_ACCEPT_H0);
    assert_int_equal(sprt_verdict(&sprt, lower + 1e-9), SPRT_CONTINUE);
}

// How a group of games falls, in half-wins of A, when A's expected share is `score`.
typedef int Group(double score, Rng *rng);

static int single_game(double score, Rng *rng) { return rng_unit(rng) < score ? 2 : 0; }

static int single_game_often_drawn(double score, Rng *rng) {
    if (rng_unit(rng) < 0.3) return 1;
    return rng_unit(rng) < (score - 0.15) / 0.7 ? 2 : 0;
}

// The deal decides most pairs: who has the better seat wins it, so two games of a pair mostly split.
static int anticorrelated_pair(double score, Rng *rng) {
    if (rng_unit(rng) < 0.8) return 2;
    double swing = 0.5 + (score - 0.5) / 0.2;
    return rng_unit(rng) < swing ? 4 : 0;
}

typedef struct Outcome {
    double accepted_h1; // share of matches
    double groups;      // mean length
} Outcome;

// Plays many matches, looking every `look` groups.
static Outcome simulate(const Sprt *sprt, int group, Group *play, double elo, int look) {
    enum { MATCHES = 1500 };
    Outcome outcome = {0, 0};
    double score = sprt_score(elo);
    for (uint64_t match = 0; match < MATCHES; match++) {
        Rng rng = rng_for(77, match, 0, 0);
        int64_t sum = 0, squares = 0;
        uint64_t groups = 0;
        SprtVerdict verdict = SPRT_CONTINUE;
        while (verdict == SPRT_CONTINUE) {
            for (int i = 0; i < look; i++) {
                int got = play(score, &rng);
                sum += got, squares += got * got;
            }
            groups += (uint64_t)look;
            verdict = sprt_verdict(sprt, sprt_ratio(sprt, group, groups, sum, squares));
        }
        outcome.accepted_h1 += (verdict == SPRT_ACCEPT_H1) / (double)MATCHES;
        outcome.groups += (double)groups / MATCHES;
    }
    return outcome;
}

// Three standard errors of the simulation above the promise; Wald's bounds overshoot, so lower is expected.
static void check_error_rates(int group, Group *play, int look) {
    Sprt sprt = {0, 30, 0.05, 0.05};
    double under_h0 = simulate(&sprt, group, play, 0, look).accepted_h1;
    double under_h1 = simulate(&sprt, group, play, 30, look).accepted_h1;
    print_message("group %d, look %d: alpha %.3f, beta %.3f\n", group, look, under_h0, 1 - under_h1);
    assert_true(under_h0 < 0.05 + 0.017);
    assert_true(under_h1 > 0.95 - 0.017);
    assert_true(under_h0 > 0.015 && under_h1 < 0.985); // and not by being needlessly slow
}

static void single_games_keep_the_promised_error_rates(void **state) {
    (void)state;
    check_error_rates(1, single_game, 64);
    check_error_rates(1, single_game, 1);
}

static void drawn_games_keep_the_promised_error_rates(void **state) {
    (void)state;
    check_error_rates(1, single_game_often_drawn, 64);
}

static void anticorrelated_pairs_keep_the_promised_error_rates(void **state) {
    (void)state;
    check_error_rates(2, anticorrelated_pair, 32);
}

static void anticorrelated_pairs_need_fewer_games(void **state) {
    (void)state;
    Sprt sprt = {0, 30, 0.05, 0.05};
    double pairs = simulate(&sprt, 2, anticorrelated_pair, 30, 32).groups;
    double singles = simulate(&sprt, 1, single_game, 30, 64).groups;
    assert_true(2 * pairs < 0.6 * singles);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse_reads_two_or_four_numbers),
        cmocka_unit_test(parse_refuses_everything_else_with_a_sentence),
        cmocka_unit_test(scores_and_elo_are_inverse),
        cmocka_unit_test(single_games_without_draws_give_the_exact_binomial_ratio),
        cmocka_unit_test(draws_change_to_the_generalised_ratio_close_to_the_exact_one),
        cmocka_unit_test(nothing_played_says_nothing),
        cmocka_unit_test(a_match_without_any_variation_is_decided),
        cmocka_unit_test(verdicts_change_at_walds_bounds),
        cmocka_unit_test(single_games_keep_the_promised_error_rates),
        cmocka_unit_test(drawn_games_keep_the_promised_error_rates),
        cmocka_unit_test(anticorrelated_pairs_keep_the_promised_error_rates),
        cmocka_unit_test(anticorrelated_pairs_need_fewer_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
