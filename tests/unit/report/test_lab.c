// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "contest/gin/gin_match.h"
#include "report/page.h"
#include "report/report.h"
#include "support/folder.h"

// A paper with three claims, one of which would break a page that does not escape what it shows.
static const char CLAIMS[] = "id: eighteen\nwhere: Figure 1\nclaim: something\nwords: 18\nunit: turns\nvalue: 18\n"
                             "basis: measured\n\n"
                             "id: else\nwhere: Figure 1\nclaim: something else\nwords: else\nbasis: measured\n\n"
                             "id: tags\nwhere: <b>where</b>\nclaim: <script>text</script>\nwords: <i>w</i>\nunit: %\n"
                             "value: 0\nbasis: measured\n";
static const LabPaper PAPER = {.name = "paper", .title = "A paper", .source = "nobody, 2026", .claims = CLAIMS};

static void begin(LabRun *run) {
    Error err = {{0}};
    if (!lab_begin(run, &PAPER, &err)) fail_msg("%s", err.text);
}

static LabRun *quiet_run(int threads) {
    LabRun *run = lab_open(NULL);
    run->quiet = true;
    run->threads = threads;
    return run;
}

static LabClaim number(const char *unit, double published, double ours, double half) {
    LabClaim claim = {.published = published, .ours = ours, .low = ours - half, .high = ours + half};
    text_copy(claim.unit, sizeof claim.unit, unit);
    return claim;
}

static void verdict_follows_the_documented_rule(void **state) {
    (void)state;
    const struct {
        const char *unit;
        double published, error, rounding, ours, half;
        LabVerdict verdict;
    } cases[] = {
        {"%", 50, 0, 0, 51, 1.0, LAB_AGREES},     // inside our interval
        {"%", 50, 0, 0, 51.1, 1.0, LAB_CLOSE},    // just outside
        {"%", 50, 0, 0.05, 51.05, 1, LAB_AGREES}, // the paper's rounding widens it
        {"%", 50, 1, 0, 51.4, 1, LAB_AGREES},     // so does its own error, in quadrature: 1.41
        {"%", 50, 1, 0, 51.5, 1, LAB_CLOSE},
        {"%", 50, 0, 0, 53, 0.1, LAB_CLOSE}, // three points are close
        {"%", 50, 0, 0, 53.1, 0.1, LAB_DIFFERS},
        {"%", 5, 0, 0, 5.5, 0.1, LAB_CLOSE}, // small ones: a tenth of the number
        {"%", 5, 0, 0, 5.6, 0.05, LAB_DIFFERS},
        {"%", 97.8, 0, 0, 97.6, 0.1, LAB_CLOSE}, // or of what it lacks to 100
        {"%", 97.8, 0, 0, 97.5, 0.1, LAB_DIFFERS},
        {"", 0.04, 0, 0.005, 0.047, 0.001, LAB_DIFFERS}, // never less than the rounding
        {"", 0.04, 0, 0.005, 0.0455, 0.0001, LAB_DIFFERS},
        {"", 0.04, 0, 0.005, 0.045, 0.0001, LAB_AGREES},
        {"turns", 18, 0, 0.5, 17.6, 0.05, LAB_AGREES},
        {"turns", 18, 0, 0.5, 16.3, 0.05, LAB_CLOSE}, // a tenth is close
        {"turns", 18, 0, 0.5, 16.1, 0.05, LAB_DIFFERS},
        {"%", 50, 0, 0, 51, 10, LAB_OPEN}, // a sample this small agrees with anything
        {"%", 50, 0, 0, 70, 10, LAB_DIFFERS},
        {"%", 50, 0, 0, 51, 1.1, LAB_CLOSE}, // all of our interval is near, but it is no match for the paper's
        {"%", 50, 0, 0, 51, 2.1, LAB_OPEN},
        {"%", 50, 0.7, 0, 50.2, 1.05, LAB_AGREES}, // half as wide again as the paper's own
        {"%", 20, 0.5, 0, 20.2, 0.8, LAB_CLOSE},
        {"", 65, 0, 0, 65, 0, LAB_AGREES},
        {"", 65, 0, 0, 80, 0, LAB_DIFFERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        LabClaim claim = number(cases[i].unit, cases[i].published, cases[i].ours, cases[i].half);
        claim.error = cases[i].error;
        claim.rounding = cases[i].rounding;
        assert_int_equal(lab_verdict(&claim), cases[i].verdict);
    }
}

static void verdict_uses_the_side_of_the_interval_that_faces_the_paper(void **state) {
    (void)state;
    LabClaim claim = number("%", 2, 4, 0);
    claim.low = 1.5;
    claim.high = 4.1;
    claim.error = 1.9;
    assert_int_equal(lab_verdict(&claim), LAB_AGREES);
    claim.published = 8.5;
    assert_int_equal(lab_verdict(&claim), LAB_DIFFERS);
}

static void more_than_a_number_agrees_from_there_on(void **state) {
    (void)state;
    LabClaim claim = number("hands", 25, 40, 1);
    claim.kind = LAB_AT_LEAST;
    assert_int_equal(lab_verdict(&claim), LAB_AGREES);
    claim = number("hands", 25, 24.5, 0.6);
    claim.kind = LAB_AT_LEAST;
    assert_int_equal(lab_verdict(&claim), LAB_AGREES);
    claim = number("hands", 25, 10, 1);
    claim.kind = LAB_AT_LEAST;
    assert_int_equal(lab_verdict(&claim), LAB_DIFFERS);
}

static void an_interval_is_compared_with_an_interval(void **state) {
    (void)state;
    const struct {
        const char *unit;
        double low, high, rounding, ours, half;
        LabVerdict verdict;
    } cases[] = {
        {"%", 45, 47, 0, 46, 0.8, LAB_AGREES},     // inside
        {"%", 45, 47, 0, 47.8, 0.8, LAB_AGREES},   // the two touch
        {"%", 45, 47, 0, 47.9, 0.8, LAB_CLOSE},    // they do not
        {"%", 45, 47, 0.5, 48.3, 0.8, LAB_AGREES}, // but for the paper's rounding
        {"%", 45, 47, 0.5, 43.7, 0.8, LAB_AGREES}, // from below
        {"%", 45, 47, 0, 50, 0.8, LAB_CLOSE},      // three points from the nearer end are close
        {"%", 45, 47, 0, 50.1, 0.8, LAB_DIFFERS},
        {"%", 45, 47, 0, 42, 0.8, LAB_CLOSE},
        {"%", 45, 47, 0, 41.9, 0.8, LAB_DIFFERS},
        {"%", 45, 47, 0, 46, 3.5, LAB_OPEN},      // a sample this small agrees with anything
        {"turns", 18, 22, 0, 24, 0.1, LAB_CLOSE}, // a tenth of the middle is close
        {"turns", 18, 22, 0, 24.1, 0.1, LAB_DIFFERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        LabClaim claim = number(cases[i].unit, cases[i].low, cases[i].ours, cases[i].half);
        claim.kind = LAB_RANGE;
        claim.published_high = cases[i].high;
        claim.rounding = cases[i].rounding;
        assert_int_equal(lab_verdict(&claim), cases[i].verdict);
    }
    LabClaim claim = number("%", 45, 46.12, 0.8);
    char text[LAB_NUMBER_TEXT];
    claim.kind = LAB_RANGE;
    claim.published_high = 47;
    claim.rounding = 0.5;
    lab_print_published(&claim, text);
    assert_string_equal(text, "45-47");
    lab_print_interval(&claim, text);
    assert_string_equal(text, "45.3 to 46.9");
}

static void a_table_is_printed_for_people_and_programs(void **state) {
    (void)state;
    LabRun *run = quiet_run(1);
    begin(run);
    LabTable *table = lab_table(run, "Some <things>", "thing\tweight");
    text_add(&table->rows, "feather\t1.5\nstone\t12.5\n");
    lab_table_about(table, "What %s weigh.", "they");
    Text text = {0}, html = {0}, data = {0};
    Error err = {{0}};
    lab_print_table(run, run->paper, &text);
    assert_non_null(
        strstr(text.data, "\nSome <things>\nWhat they weigh.\nthing    weight\nfeather     1.5\nstone      12.5\n"));
    assert_true(lab_print_page(run, &html, &err));
    assert_non_null(strstr(html.data, "Some &lt;things&gt;"));
    assert_non_null(strstr(html.data, "<td>stone</td><td class=\"n\" data-l=\"weight\">12.5</td>"));
    Json json = json_into(&data, false);
    lab_print_json(run, &json);
    assert_non_null(strstr(data.data, "[\"stone\",\"12.5\"]"));
    text_free(&text);
    text_free(&html);
    text_free(&data);
    lab_close(run);
}

static void statements_and_incomparable_numbers_have_verdicts_of_their_own(void **state) {
    (void)state;
    LabClaim claim = {.kind = LAB_STATEMENT};
    assert_int_equal(lab_verdict(&claim), LAB_OPEN);
    claim.holds = LAB_HOLDS;
    assert_int_equal(lab_verdict(&claim), LAB_AGREES);
    claim.holds = LAB_FAILS;
    assert_int_equal(lab_verdict(&claim), LAB_DIFFERS);
    claim = number("%", 50, 50, 1);
    claim.incomparable = true;
    assert_int_equal(lab_verdict(&claim), LAB_OPEN);
    claim = number("%", 50, NAN, 1);
    assert_int_equal(lab_verdict(&claim), LAB_OPEN);
}

static void percent_error_is_the_normal_half_width(void **state) {
    (void)state;
    assert_true(fabs(lab_percent_error(50, 20000) - 0.693) < 0.001);
    assert_true(lab_percent_error(50, 0) == 0);
}

static void a_claim_with_several_readings_counts_by_its_best(void **state) {
    (void)state;
    LabRun *run = quiet_run(1);
    begin(run);
    for (int i = 0; i < 3; i++) {
        LabClaim *claim = lab_claim(run, "eighteen");
        lab_claim_reading(claim, "reading %d", i);
        claim->ours = claim->low = claim->high = i == 1 ? 18 : 3;
    }
    lab_claim(run, "else");
    LabCounts counts = lab_count_verdicts(run, run->paper);
    assert_int_equal(lab_count_all(&counts), 2);
    assert_int_equal(counts.of[LAB_MEASURED][LAB_AGREES], 1);
    assert_int_equal(counts.of[LAB_MEASURED][LAB_OPEN], 1);
    lab_close(run);
}

static void what_was_fitted_or_built_in_is_counted_apart(void **state) {
    (void)state;
    static const char said[] = "id: fit\nwhere: Table 1\nclaim: a\nwords: a\nvalue: 18\n"
                               "basis: fitted: the size\nseeds: 7 31\nreadings: 4\n\n"
                               "id: built\nwhere: Table 1\nclaim: b\nwords: b\nvalue: 18\n"
                               "basis: by construction: a count\n\n"
                               "id: torn\nwhere: Table 1\nclaim: c\nwords: c\nvalue: 18\nbasis: measured\n"
                               "inconsistent: Table 2 says 17.\n";
    const LabPaper paper = {.name = "paper", .title = "A paper", .source = "nobody", .claims = said};
    static const char *const ids[] = {"fit", "built", "torn"};
    for (uint64_t seed = 30; seed < 32; seed++) {
        Error err = {{0}};
        LabRun *run = quiet_run(1);
        run->seed = seed;
        assert_true(lab_begin(run, &paper, &err));
        for (int i = 0; i < 3; i++) {
            LabClaim *claim = lab_claim(run, "%s", ids[i]);
            claim->ours = claim->low = claim->high = 18;
        }
        LabCounts counts = lab_count_verdicts(run, run->paper);
        assert_int_equal(lab_count_all(&counts), 3);
        assert_int_equal(lab_count_basis(&counts, LAB_MEASURED), 1);
        assert_int_equal(counts.of[LAB_MEASURED][LAB_INCONSISTENT], 1);
        assert_int_equal(counts.of[LAB_BY_CONSTRUCTION][LAB_AGREES], 1);
        assert_int_equal(counts.of[LAB_FITTED][seed == 31 ? LAB_OPEN : LAB_AGREES], 1); // not on the deals of the fit
        Text html = {0}, data = {0};
        Json json = json_into(&data, false);
        lab_print_json(run, &json);
        assert_non_null(strstr(data.data, "\"basis\":\"fitted\",\"basis_says\":\"the size\",\"readings\":4"));
        assert_non_null(strstr(data.data, "\"verdicts_by_basis\":{\"measured\":{\"claims\":1,\"agrees\":0"));
        assert_true(lab_print_page(run, &html, &err));
        assert_non_null(strstr(html.data, "4 readings tried"));
        assert_non_null(strstr(html.data, "<b>The paper contradicts itself: </b>Table 2 says 17."));
        text_free(&html);
        text_free(&data);
        lab_close(run);
    }
}

// Whatever it happens to show: so a quick run agrees with nothing that a full run could not.
static void an_imprecise_sample_never_agrees(void **state) {
    (void)state;
    for (int gap = -80; gap <= 80; gap++)
        for (int sampled = 0; sampled <= 1; sampled++)
            for (double half = 1.06; half < 20; half *= 1.3) {
                LabClaim claim = number("%", 50, 50 + gap / 10.0, half);
                claim.error = sampled ? 0.7 : 0; // 1.5 times that is 1.05, a third of 3 points is 1
                assert_true(lab_verdict(&claim) != LAB_AGREES);
            }
}

static void numbers_are_printed_with_the_papers_digits(void **state) {
    (void)state;
    char text[LAB_NUMBER_TEXT];
    LabClaim claim = number("%", 46.2, 45.94, 0.98);
    claim.rounding = 0.05;
    lab_print_published(&claim, text);
    assert_string_equal(text, "46.2");
    lab_print_ours(&claim, text);
    assert_string_equal(text, "45.9");
    lab_print_interval(&claim, text);
    assert_string_equal(text, "45.0 to 46.9");
    claim = number("", 305, 305, 0);
    lab_print_ours(&claim, text);
    assert_string_equal(text, "305");
    lab_print_interval(&claim, text);
    assert_string_equal(text, "exact");
    assert_string_equal(lab_print_count(1234567, text), "1,234,567");
    assert_string_equal(lab_print_count(999, text), "999");
}

static void html_is_escaped(void **state) {
    (void)state;
    Text html = {0};
    lab_escape(&html, "<a href=\"x\">Tom & 'Jerry'</a>");
    assert_string_equal(html.data, "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/a&gt;");
    text_free(&html);
}

static void the_page_escapes_what_claims_say(void **state) {
    (void)state;
    Error err;
    Text html = {0};
    LabRun *run = quiet_run(1);
    begin(run);
    LabClaim *claim = lab_claim(run, "tags");
    lab_claim_note(claim, "<i>note</i>");
    lab_claim_command(claim, "deadwood 'a' <b>");
    assert_true(lab_print_page(run, &html, &err));
    assert_null(strstr(html.data, "<script>"));
    assert_null(strstr(html.data, "<i>"));
    assert_null(strstr(html.data, "<b>"));
    assert_non_null(strstr(html.data, "&lt;script&gt;text&lt;/script&gt;"));
    text_free(&html);
    lab_close(run);
}

// ---- Kept in a store ----

static const Sprt TEST = {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05}; // as the champion's study has it

// A match of a study, with `sprt` until it decides.
static MatchResult a_match(const LabRun *run, const Sprt *sprt, uint64_t games) {
    GinMatchPlan plan = {.common = lab_match(run, "greedy", "simple", games), .rules = run->rules, .duplicate = true};
    plan.common.sprt = sprt;
    MatchResult result;
    Error err = {{0}};
    if (!gin_match_run(&plan, &result, &err)) fail_msg("%s", err.text);
    return result;
}

static void assert_same_end(const MatchResult *a, const MatchResult *b) {
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->totals.games, b->totals.games);
    assert_int_equal(a->totals.digest, b->totals.digest);
    assert_int_equal(a->totals.group_score, b->totals.group_score);
    assert_int_equal(a->totals.group_score_squared, b->totals.group_score_squared);
}

static bool open_store(LabRun *run) {
#ifdef DEADWOOD_HAVE_SQLITE
    static int count;
    char name[32];
    Error err = {{0}};
    snprintf(name, sizeof name, "lab-%d.db", count++);
    run->store = store_open(file(name), &err);
    if (!run->store) fail_msg("%s", err.text);
    return true;
#else
    (void)run;
    return false;
#endif
}

static void close_store(LabRun *run) {
    store_close(run->store);
    run->store = NULL;
}

static void a_sequential_test_taken_up_from_a_store_decides_as_if_it_had_not_stopped(void **state) {
    (void)state;
    LabRun *run = quiet_run(2);
    MatchResult whole = a_match(run, &TEST, 4002);
    uint64_t all = whole.totals.games;
    assert_int_equal(whole.end, ARENA_DECIDED);
    assert_true(all > 200 && all < 4002);
    const uint64_t stops[] = {2, 64, 100, all - 64, all - 2, all};
    for (size_t i = 0; i < sizeof stops / sizeof *stops && open_store(run); i++) {
        assert_int_equal(a_match(run, NULL, stops[i]).totals.games, stops[i]);
        MatchResult rest = a_match(run, &TEST, 4002), again = a_match(run, &TEST, 4002);
        assert_int_equal(rest.resumed, stops[i]);
        assert_int_equal(again.resumed, all);
        assert_same_end(&rest, &whole);
        assert_same_end(&again, &whole);
        MatchResult few = a_match(run, &TEST, 100); // those the file has, as the test sees them there
        assert_int_equal(few.resumed, 100);
        assert_int_equal(few.end, ARENA_FINISHED);
        close_store(run);
    }
    lab_close(run);
}

static void matches_of_one_run_are_kept_apart_by_all_that_determines_their_games(void **state) {
    (void)state;
    LabRun *run = quiet_run(1);
    GinRules longer = run->rules;
    longer.target += 50;
    GinMatchPlan plans[7];
    for (int i = 0; i < 7; i++)
        plans[i] = (GinMatchPlan){.common = lab_match(run, "simple", "greedy", 20), .rules = run->rules};
    plans[1].duplicate = true;
    plans[2].rules = longer;
    plans[3].common.match = 1;
    plans[4].common.seed++;
    plans[5].common.players[1] = "greedy:limit=4";
    plans[6].common.players[0] = "greedy", plans[6].common.players[1] = "simple";
    bool stored = open_store(run);
    for (int i = 0; stored && i < 14; i++) { // each of them twice
        GinMatchPlan *plan = &plans[i % 7];
        MatchResult alone, kept;
        Error err = {{0}};
        plan->common.store = NULL;
        assert_true(gin_match_run(plan, &alone, &err));
        plan->common.store = run->store;
        plan->common.resume = true;
        assert_true(gin_match_run(plan, &kept, &err));
        assert_int_equal(kept.resumed, i < 7 ? 0 : 20);
        assert_same_end(&kept, &alone);
    }
    close_store(run);
    lab_close(run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdict_follows_the_documented_rule),
        cmocka_unit_test(verdict_uses_the_side_of_the_interval_that_faces_the_paper),
        cmocka_unit_test(more_than_a_number_agrees_from_there_on),
        cmocka_unit_test(an_interval_is_compared_with_an_interval),
        cmocka_unit_test(a_table_is_printed_for_people_and_programs),
        cmocka_unit_test(statements_and_incomparable_numbers_have_verdicts_of_their_own),
        cmocka_unit_test(percent_error_is_the_normal_half_width),
        cmocka_unit_test(a_claim_with_several_readings_counts_by_its_best),
        cmocka_unit_test(what_was_fitted_or_built_in_is_counted_apart),
        cmocka_unit_test(an_imprecise_sample_never_agrees),
        cmocka_unit_test(numbers_are_printed_with_the_papers_digits),
        cmocka_unit_test(html_is_escaped),
        cmocka_unit_test(the_page_escapes_what_claims_say),
        cmocka_unit_test(a_sequential_test_taken_up_from_a_store_decides_as_if_it_had_not_stopped),
        cmocka_unit_test(matches_of_one_run_are_kept_apart_by_all_that_determines_their_games),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
