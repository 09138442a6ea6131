// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arena/rating.h"
#include "base/rng.h"

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static const double ELO_PER_LOGIT = 173.71779276130073;

// With the prior of a quarter to each side, two players have a closed form.
static void two_players_match_the_closed_form(void **state) {
    (void)state;
    double score[4] = {0, 70, 30, 0};
    Rating rating[2];
    assert_true(rating_fit(2, score, rating, NULL));
    double p = 70.25 / 100.5, logit = log(p / (1 - p));
    assert_near(rating[0].elo, ELO_PER_LOGIT * logit / 2, 1e-8);
    assert_near(rating[1].elo, -rating[0].elo, 1e-8);
    // The difference has variance 1/(n p q); each rating is half of it away from the mean.
    double error = 1.959963984540054 * ELO_PER_LOGIT * sqrt(1 / (100.5 * p * (1 - p))) / 2;
    assert_near(rating[0].error, error, 1e-8);
    assert_near(rating[1].error, error, 1e-8);
}

static void a_million_games_and_a_handful_in_one_field_are_fitted_alike(void **state) {
    (void)state;
    double score[9] = {0, 600000, 0, 400000, 0, 3, 0, 1, 0};
    Rating rating[3];
    assert_true(rating_fit(3, score, rating, NULL));
    double first = log(600000.25 / 400000.25), second = log(3.25 / 1.25);
    assert_near(rating[0].elo - rating[1].elo, ELO_PER_LOGIT * first, 1e-6);
    assert_near(rating[1].elo - rating[2].elo, ELO_PER_LOGIT * second, 1e-6);
}

static void who_wins_everything_stays_finite(void **state) {
    (void)state;
    double score[9] = {0, 1000, 1000, 0, 0, 1000, 0, 0, 0};
    Rating rating[3];
    assert_true(rating_fit(3, score, rating, NULL));
    assert_true(rating[0].elo > rating[1].elo + 500 && rating[1].elo > rating[2].elo + 500);
    for (int i = 0; i < 3; i++) assert_true(isfinite(rating[i].elo) && isfinite(rating[i].error));
    assert_near(rating[0].elo + rating[1].elo + rating[2].elo, 0, 1e-6);
}

static void draws_only_make_everybody_equal(void **state) {
    (void)state;
    double score[16];
    for (int i = 0; i < 16; i++) score[i] = i % 5 == 0 ? 0 : 10;
    Rating rating[4];
    assert_true(rating_fit(4, score, rating, NULL));
    for (int i = 0; i < 4; i++) {
        assert_near(rating[i].elo, 0, 1e-9);
        assert_near(rating[i].error, rating[0].error, 1e-9);
    }
}

static void one_player_is_the_field(void **state) {
    (void)state;
    double score[1] = {0};
    Rating rating[1] = {{7, 7}};
    assert_true(rating_fit(1, score, rating, NULL));
    assert_true(rating[0].elo == 0 && rating[0].error == 0);
}

static void a_field_that_never_met_is_refused(void **state) {
    (void)state;
    // 0 and 1 met, 2 and 3 met.
    double score[16] = {0};
    score[0 * 4 + 1] = 3, score[3 * 4 + 2] = 5;
    Rating rating[4] = {{1, 2}};
    Error err = {{0}};
    assert_false(rating_fit(4, score, rating, &err));
    assert_non_null(strstr(err.text, "2 of 4"));
    assert_true(rating[0].elo == 1 && rating[0].error == 2);
}

enum { FIELD = 6 };
static const double TRUTH[FIELD] = {-180, -90, -20, 30, 100, 160}; // mean 0

// A round robin of `games` a pair in a field of known strength.
static void play_field(Rng *rng, int games, double score[FIELD * FIELD]) {
    memset(score, 0, FIELD * FIELD * sizeof *score);
    for (int i = 0; i < FIELD; i++)
        for (int j = i + 1; j < FIELD; j++) {
            double p = 1 / (1 + pow(10, (TRUTH[j] - TRUTH[i]) / 400));
            for (int g = 0; g < games; g++) {
                bool won = rng_unit(rng) < p;
                score[i * FIELD + j] += won;
                score[j * FIELD + i] += !won;
            }
        }
}

static void intervals_cover_the_true_ratings_about_as_often_as_they_say(void **state) {
    (void)state;
    enum { REPEATS = 1000 };
    Rng rng = rng_for(5, 0, 0, 0);
    double score[FIELD * FIELD], bias[FIELD] = {0};
    int covered = 0;
    for (int r = 0; r < REPEATS; r++) {
        Rating rating[FIELD];
        play_field(&rng, 100, score);
        assert_true(rating_fit(FIELD, score, rating, NULL));
        for (int i = 0; i < FIELD; i++) {
            covered += fabs(rating[i].elo - TRUTH[i]) <= rating[i].error;
            bias[i] += (rating[i].elo - TRUTH[i]) / REPEATS;
        }
    }
    assert_near((double)covered / (REPEATS * FIELD), 0.95, 0.012);
    for (int i = 0; i < FIELD; i++) assert_near(bias[i], 0, 3);
}

static void the_largest_field_is_fitted(void **state) {
    (void)state;
    static double score[RATING_MAX_PLAYERS * RATING_MAX_PLAYERS];
    static Rating rating[RATING_MAX_PLAYERS];
    int n = RATING_MAX_PLAYERS;
    // A chain: each player met its neighbours only, and won two games of three against the next.
    for (int i = 0; i + 1 < n; i++) {
        score[i * n + i + 1] = 200;
        score[(i + 1) * n + i] = 100;
    }
    assert_true(rating_fit(n, score, rating, NULL));
    double step = ELO_PER_LOGIT * log(200.25 / 100.25);
    for (int i = 0; i + 1 < n; i++) assert_near(rating[i].elo - rating[i + 1].elo, step, 1e-5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_match_the_closed_form),
        cmocka_unit_test(a_million_games_and_a_handful_in_one_field_are_fitted_alike),
        cmocka_unit_test(who_wins_everything_stays_finite),
        cmocka_unit_test(draws_only_make_everybody_equal),
        cmocka_unit_test(one_player_is_the_field),
        cmocka_unit_test(a_field_that_never_met_is_refused),
        cmocka_unit_test(intervals_cover_the_true_ratings_about_as_often_as_they_say),
        cmocka_unit_test(the_largest_field_is_fitted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
