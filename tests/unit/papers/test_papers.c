// SPDX-License-Identifier: MIT
// The papers: rounds as they are watched, and that threads change no word of a study.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "contest/gin/gin_match.h"
#include "papers/heisenbot/rounds.h"
#include "papers/papers.h"
#include "report/claims.h"
#include "report/report.h"

static LabRun *quiet_run(int threads) {
    LabRun *run = lab_open(NULL);
    run->quiet = true;
    run->threads = threads;
    return run;
}

static void watched_rounds_do_not_depend_on_threads(void **state) {
    (void)state;
    Error err;
    LabRun *one = quiet_run(1), *two = quiet_run(2);
    LabRounds *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    assert_true(first && second);
    for (int reading = 0; reading < LAB_READINGS; reading++) {
        assert_true(lab_rounds_play(one, "simple", &one->rules, (LabReading)reading, 100, first, &err));
        assert_true(lab_rounds_play(two, "simple", &two->rules, (LabReading)reading, 100, second, &err));
        assert_memory_equal(first, second, sizeof *first);
        assert_int_equal(first->game_hands.count, 100);
    }
    free(first);
    free(second);
    lab_close(one);
    lab_close(two);
}

static void watching_does_not_change_the_games(void **state) {
    (void)state;
    Error err;
    LabRun *run = quiet_run(1);
    LabRounds *rounds = malloc(sizeof *rounds);
    assert_non_null(rounds);
    assert_true(lab_rounds_play(run, "simple", &run->rules, LAB_KNOCK_AT_ONCE, 200, rounds, &err));
    GinMatchPlan plan = {
        .common = {.players = {"simple", "simple"}, .seed = run->seed, .games = 200, .threads = 1, .quiet = true},
        .rules = run->rules};
    MatchResult result = {0};
    assert_true(gin_match_run(&plan, &result, &err));
    assert_int_equal(rounds->hands, gin_match_hands(&result.totals));
    assert_int_equal(rounds->undercuts,
                     llround(gin_match_stat(&result.totals, -1, "undercut") * (double)rounds->hands));
    assert_int_equal(rounds->gins, llround(gin_match_stat(&result.totals, -1, "gin") * (double)rounds->hands));
    // A knock at once is a first chance taken: what it would have scored is what it did score.
    assert_int_equal(rounds->wait_first[0].count, rounds->knocks);
    assert_int_equal(rounds->wait_undercuts[0], rounds->undercuts);
    assert_int_equal(rounds->wait_gins[0], rounds->gins);
    int64_t points = result.totals.points[0] + result.totals.points[1];
    // Undercuts count against the knocker, so each one's points are missing twice.
    assert_true(points - rounds->wait_first[0].sum >= 2 * run->rules.undercut_bonus * rounds->undercuts);
    free(rounds);
    lab_close(run);
}

static void readings_end_hands_as_they_say(void **state) {
    (void)state;
    Error err;
    LabRun *run = quiet_run(1);
    LabRounds *rounds = malloc(sizeof *rounds);
    assert_non_null(rounds);
    assert_true(lab_rounds_play(run, "simple", &run->rules, LAB_GIN_ONLY, 50, rounds, &err));
    assert_int_equal(rounds->knocks, rounds->gins);
    assert_int_equal(rounds->undercuts, 0);
    assert_true(lab_rounds_play(run, "simple", &run->rules, LAB_HOLD_GIN, 50, rounds, &err));
    for (int turn = 1; turn <= LAB_FORCED_TURN - 2; turn++) // nobody may leave; only an empty stock ends hands earlier
        assert_true(lab_deadwood_count(rounds, turn) == rounds->hands);
    free(rounds);
    lab_close(run);
}

static void quantiles_of_deadwood_are_counted_exactly(void **state) {
    (void)state;
    LabRounds *rounds = calloc(1, sizeof *rounds);
    assert_non_null(rounds);
    rounds->deadwood[3][0] = 1;
    rounds->deadwood[3][10] = 2;
    rounds->deadwood[3][50] = 1;
    assert_int_equal(lab_deadwood_quantile(rounds, 3, 0.05), 0);
    assert_int_equal(lab_deadwood_quantile(rounds, 3, 0.5), 10);
    assert_int_equal(lab_deadwood_quantile(rounds, 3, 0.75), 10);
    assert_int_equal(lab_deadwood_quantile(rounds, 3, 0.95), 50);
    LabMean mean = lab_deadwood_mean(rounds, 3);
    assert_true(lab_mean(&mean) == 17.5);
    free(rounds);
}

static void every_claim_is_measured_and_every_measurement_claimed(void **state) {
    (void)state;
    int count;
    const LabPaper *const *papers = lab_papers(&count);
    for (int i = 0; i < count; i++) {
        Error err = {{0}};
        assert_true(papers[i]->claims && papers[i]->measures);
        if (!lab_audit(papers[i], &err)) fail_msg("%s", err.text);
    }
}

// What is listed is also done: a small run has a row for each claim.
static void a_study_has_a_row_for_each_of_its_claims(void **state) {
    (void)state;
    static const char *const names[] = {"heisenbot", "nguyen"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Error err = {{0}};
        LabClaims claims;
        LabRun *run = quiet_run(2);
        run->games = 120;
        const LabPaper *paper = lab_find_paper(names[i], &err);
        if (!lab_run_paper(run, paper, &err)) fail_msg("%s", err.text);
        assert_true(lab_claims_read(paper->claims, names[i], &claims, &err));
        for (int k = 0; k < claims.count; k++) {
            bool there = false;
            for (int row = 0; row < run->claim_count; row++)
                there = there || strcmp(run->claims[row].id, claims.list[k].id) == 0;
            if (!there) fail_msg("%s has no row for %s", names[i], claims.list[k].id);
        }
        lab_claims_free(&claims);
        lab_close(run);
    }
}

// Everything a run of the paper says, as text.
static void study(int threads, Text *text) {
    Error err;
    LabRun *run = quiet_run(threads);
    run->games = 120;
    assert_true(lab_run_paper(run, lab_find_paper("heisenbot", &err), &err));
    Json json = json_into(text, true);
    lab_print_json(run, &json);
    for (int i = 0; i < run->figure_count; i++) text_add(text, run->figures[i].data.data);
    lab_close(run);
}

static void a_paper_gives_the_same_words_and_data_on_one_and_two_threads(void **state) {
    (void)state;
    Text one = {0}, two = {0};
    study(1, &one);
    study(2, &two);
    assert_string_equal(one.data, two.data);
    text_free(&one);
    text_free(&two);
}

static void unknown_papers_are_named_with_what_is_known(void **state) {
    (void)state;
    Error err;
    assert_null(lab_find_paper("heisenbut", &err));
    assert_non_null(strstr(err.text, "did you mean 'heisenbot'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watched_rounds_do_not_depend_on_threads),
        cmocka_unit_test(watching_does_not_change_the_games),
        cmocka_unit_test(readings_end_hands_as_they_say),
        cmocka_unit_test(quantiles_of_deadwood_are_counted_exactly),
        cmocka_unit_test(every_claim_is_measured_and_every_measurement_claimed),
        cmocka_unit_test(a_study_has_a_row_for_each_of_its_claims),
        cmocka_unit_test(a_paper_gives_the_same_words_and_data_on_one_and_two_threads),
        cmocka_unit_test(unknown_papers_are_named_with_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
