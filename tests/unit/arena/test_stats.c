// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/stats.h"
#include "base/rng.h"

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void quantiles_match_the_tables(void **state) {
    (void)state;
    static const double table[][2] = {
        {0.5, 0},
        {0.841344746068543, 1},
        {0.95, 1.6448536269514722},
        {0.975, 1.9599639845400545},
        {0.995, 2.5758293035489004},
        {0.9999, 3.719016485455709},
        {0.02425, -1.9729610513118845},
        {1e-10, -6.361340902404056},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_near(stats_normal_quantile(table[i][0]), table[i][1], 1e-9);
}

static void quantiles_undo_the_distribution_and_are_symmetric(void **state) {
    (void)state;
    for (double x = -8; x <= 8; x += 0.0625) {
        double p = 0.5 * erfc(-x * M_SQRT1_2);
        // Close to 1 the probability itself has lost the digits.
        double lost = 3e-16 / (exp(-x * x / 2) / sqrt(2 * M_PI));
        assert_near(stats_normal_quantile(p), x, 1e-9 + lost);
    }
    assert_near(stats_normal_quantile(0.25) + stats_normal_quantile(0.75), 0, 1e-15);
}

// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
static void wilson_matches_newcombes_published_intervals(void **state) {
    (void)state;
    static const struct {
        double successes, trials, low, high;
    } table[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0.0000, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        Interval got = stats_wilson(table[i].successes, table[i].trials, 0.95);
        assert_near(got.low, table[i].low, 0.00005);
        assert_near(got.high, table[i].high, 0.00005);
    }
}

static void wilson_ends_exactly_at_the_borders(void **state) {
    (void)state;
    assert_true(stats_wilson(0, 7, 0.95).low == 0);
    assert_true(stats_wilson(7, 7, 0.95).high == 1);
    assert_true(stats_wilson(0, 7, 0.95).high < 1);
    Interval nothing = stats_wilson(0, 0, 0.95);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

static void wilson_is_symmetric_and_narrower_with_less_confidence_and_more_trials(void **state) {
    (void)state;
    Interval won = stats_wilson(30.5, 100, 0.95), lost = stats_wilson(69.5, 100, 0.95);
    assert_near(won.low, 1 - lost.high, 1e-15);
    Interval less = stats_wilson(30.5, 100, 0.9), more = stats_wilson(3050, 10000, 0.95);
    assert_true(won.low < less.low && less.high < won.high);
    assert_true(won.low < more.low && more.high < won.high);
}

static void trials_that_come_in_clusters_count_for_as_many_as_have_the_same_error(void **state) {
    (void)state;
    // 0.3 with the error of 400 independent trials, and nothing else: the interval of 400.
    Interval clustered = stats_wilson_clustered(0.3, sqrt(0.3 * 0.7 / 400), 50, 0.95),
             plain = stats_wilson(120, 400, 0.95);
    assert_near(clustered.low, plain.low, 1e-12);
    assert_near(clustered.high, plain.high, 1e-12);
    // Without any spread each cluster is one trial, and one cluster says next to nothing.
    Interval none = stats_wilson_clustered(1, 0, 20, 0.95), twenty = stats_wilson(20, 20, 0.95);
    assert_true(none.low == twenty.low && none.high == 1);
    assert_true(stats_wilson_clustered(0.5, NAN, 1, 0.95).low < 0.1);
    assert_true(stats_wilson_clustered(0, 0, 0, 0.95).high == 1);
}

// Over truths drawn from the whole range: for a single one the coverage jumps about its mean, since counts
// are whole.
static double wilson_coverage(int trials, double confidence) {
    enum { REPEATS = 40000 };
    Rng rng = rng_for((uint64_t)trials, 0, 0, 0);
    int covered = 0;
    for (int r = 0; r < REPEATS; r++) {
        double p = 0.05 + 0.9 * rng_unit(&rng);
        int successes = 0;
        for (int i = 0; i < trials; i++) successes += rng_unit(&rng) < p;
        Interval interval = stats_wilson(successes, trials, confidence);
        covered += interval.low <= p && p <= interval.high;
    }
    return (double)covered / REPEATS;
}

static void wilson_interval_covers_the_truth_about_as_often_as_it_says(void **state) {
    (void)state;
    static const int trials[] = {20, 200, 1000};
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++) {
        assert_near(wilson_coverage(trials[i], 0.95), 0.95, 0.006);
        assert_near(wilson_coverage(trials[i], 0.90), 0.90, 0.008);
    }
}

static void mean_and_deviation_match_values_done_by_hand(void **state) {
    (void)state;
    // 2 4 4 4 5 5 7 9: mean 5, squares 232, sample variance 32/7.
    assert_near(stats_mean(8, 40), 5, 0);
    assert_near(stats_deviation(8, 40, 232), sqrt(32.0 / 7), 1e-15);
    assert_near(stats_standard_error(8, 40, 232), sqrt(4.0 / 7), 1e-15);
}

static void too_few_values_have_no_deviation(void **state) {
    (void)state;
    assert_true(stats_mean(0, 0) == 0);
    assert_true(stats_deviation(0, 0, 0) == 0);
    assert_true(stats_deviation(1, 7, 49) == 0);
    assert_true(isnan(stats_standard_error(1, 7, 49)));
}

static void deviation_keeps_its_digits_where_doubles_would_lose_them(void **state) {
    (void)state;
    // A million values, half 1000000 and half 1000001: count times squares has 24 digits, the deviation is a
    // half.
    int64_t half = 500000, low = 1000000, high = 1000001;
    int64_t sum = half * low + half * high, squares = half * low * low + half * high * high;
    assert_near(stats_deviation(2 * half, sum, squares), 0.5, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_match_the_tables),
        cmocka_unit_test(quantiles_undo_the_distribution_and_are_symmetric),
        cmocka_unit_test(wilson_matches_newcombes_published_intervals),
        cmocka_unit_test(wilson_ends_exactly_at_the_borders),
        cmocka_unit_test(wilson_is_symmetric_and_narrower_with_less_confidence_and_more_trials),
        cmocka_unit_test(wilson_interval_covers_the_truth_about_as_often_as_it_says),
        cmocka_unit_test(trials_that_come_in_clusters_count_for_as_many_as_have_the_same_error),
        cmocka_unit_test(mean_and_deviation_match_values_done_by_hand),
        cmocka_unit_test(too_few_values_have_no_deviation),
        cmocka_unit_test(deviation_keeps_its_digits_where_doubles_would_lose_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
