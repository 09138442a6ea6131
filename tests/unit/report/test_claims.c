// SPDX-License-Identifier: MIT
// Claims files: what they may say, what is answered to mistakes, and that a claim without a measurement, or a
// measurement without a claim, is found without a game.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "report/claims.h"
#include "report/lab.h"

static const char GOOD[] = "# A paper nobody wrote\n"
                           "\n"
                           "id: figure-3.a.b\n"
                           "where: Figure 3\n"
                           "claim: A wins against B\n"
                           "words: A 46.2 89.1 ...\n"
                           "    and more\n"
                           "unit: %\n"
                           "value: 46.2\n"
                           "mirror: 53.9\n"
                           "rounding: 0.05\n"
                           "sample: 20000 games\n"
                           "basis: measured\n"
                           "\n"
                           "\n"
                           "# a range\n"
                           "id: table-6\n"
                           "where: Table 6\n"
                           "claim: C wins against D\n"
                           "words: 45 - 47\n"
                           "unit: %\n"
                           "value: 45 to 47\n"
                           "rounding: 0.5\n"
                           "confidence: 90\n"
                           "basis: fitted: with seed 31\n"
                           "\n"
                           "id: shares\n"
                           "where: Performance\n"
                           "claim: E wins\n"
                           "words: 855\n"
                           "unit: %\n"
                           "value: 855/1500\n"
                           "basis: measured\n"
                           "\n"
                           "id: most\n"
                           "where: Figure 2\n"
                           "claim: Long games\n"
                           "words: >250,000\n"
                           "value: > 25\n"
                           "basis: measured\n"
                           "\n"
                           "id: said\n"
                           "where: Results\n"
                           "claim: F is the strongest\n"
                           "words: the strongest\n"
                           "basis: by construction: a list of ours\n";

static void a_claims_file_says_what_stands_in_it(void **state) {
    (void)state;
    LabClaims claims;
    Error err = {{0}};
    if (!lab_claims_read(GOOD, "good.claims", &claims, &err)) fail_msg("%s", err.text);
    assert_int_equal(claims.count, 5);
    const LabSaid *said = lab_claims_find(&claims, "figure-3.a.b");
    assert_non_null(said);
    assert_string_equal(said->where, "Figure 3");
    assert_string_equal(said->words, "A 46.2 89.1 ... and more");
    assert_string_equal(said->sampled, "games");
    assert_true(said->kind == LAB_EQUAL && said->published == 46.2 && said->mirror == 53.9 && said->rounding == 0.05);
    assert_true(said->sample == 20000 && said->line == 3);
    assert_true(said->error == lab_percent_error(46.2, 20000));
    said = lab_claims_find(&claims, "table-6");
    assert_true(said->kind == LAB_RANGE && said->published == 45 && said->published_high == 47);
    assert_true(said->mirror == 53 && said->mirror_high == 55 && said->confidence == 90 && said->error == 0);
    assert_int_equal(said->line, 17);
    assert_true(lab_claims_find(&claims, "shares")->published == 57);
    said = lab_claims_find(&claims, "most");
    assert_true(said->kind == LAB_AT_LEAST && said->published == 25);
    said = lab_claims_find(&claims, "said");
    assert_true(said->kind == LAB_STATEMENT && !*said->unit && !*said->sampled);
    assert_null(lab_claims_find(&claims, "table"));
    lab_claims_free(&claims);
}

static void mistakes_are_answered_with_line_and_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *old, *new, *says;
    } cases[] = {
        {"where: Figure 3", "were: Figure 3", "bad.claims: line 4: there is no key 'were'; it is one of id, where"},
        {"where: Figure 3", "where Figure 3", "line 4: 'where Figure 3' is not `key: value`"},
        {"where: Figure 3\n", "", "the claim of line 3: the key 'where' is missing"},
        {"words: 45 - 47", "where: 45 - 47", "line 20: where stands there already"},
        {"value: 46.2", "value: ", "line 9: value has no value"},
        {"value: 46.2", "value: many", "the claim of line 3: value: 'many' is no number"},
        {"value: 46.2", "value: 46.2.", "value: '46.2.' is no number"},
        {"855/1500", "855/0", "value: '855/0' is no number over another"},
        {"45 to 47", "47 to 45", "value: '47 to 45' is no range: write the lower end first"},
        {"mirror: 53.9", "mirror: 52 to 54", "mirror: '52 to 54' is not of the value's kind"},
        {"value: > 25", "value: > 25\nmirror: 3", "mirror: only a percentage has one"},
        {"20000 games", "games", "sample: 'games' is not NUMBER WORD, as in 20000 games"},
        {"confidence: 90", "confidence: 100", "confidence"},
        {"basis: measured", "basis: guessed", "basis: 'guessed' is none of measured, fitted: WHAT, by construction"},
        {"basis: fitted: with seed 31", "basis: fitted", "basis: say after 'fitted: ' what was chosen, or why"},
        {"basis: measured", "basis: measured\nseeds: 31", "seeds: only what was fitted has them"},
        {"basis: fitted: with seed 31", "basis: fitted: a\nseeds: 31,7",
         "seeds: '31,7' is no list of seeds, as in 7 31"},
        {"basis: measured", "basis: measured\nreadings: 0", "readings"},
        {"id: table-6", "id: Table 6", "id: 'Table 6' is no id: small letters, digits, hyphens and dots"},
        {"id: table-6", "id: figure-3.a.b", "the claim of line 17: the id 'figure-3.a.b' stands there already"},
        {"id: said", "id: most", "bad.claims: the claim of line 42: the id 'most' stands there already"},
        {"where: Results", "where: A place with a name that is far too long", "where is longer than 23 characters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2 * sizeof GOOD];
        const char *at = strstr(GOOD, cases[i].old);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - GOOD), GOOD, cases[i].new, at + strlen(cases[i].old));
        LabClaims claims;
        Error err = {{0}};
        assert_false(lab_claims_read(text, "bad.claims", &claims, &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' instead of '%s'", err.text, cases[i].says);
        lab_claims_free(&claims);
    }
}

// ---- The audit ----

static void all_five(Text *ids) { text_add(ids, "figure-3.a.b\ntable-6\nshares\nmost\nsaid\n"); }
static void one_less(Text *ids) { text_add(ids, "figure-3.a.b\ntable-6\nshares\nsaid\n"); }
static void one_more(Text *ids) { text_add(ids, "figure-3.a.b\ntable-6\nshares\nmost\nsaid\ntable-66\n"); }
static void a_part_of_one(Text *ids) { text_add(ids, "figure-3.a.b\ntable-66\nshares\nmost\nsaid\n"); }

static void claims_and_measurements_are_audited_in_both_directions(void **state) {
    (void)state;
    LabPaper paper = {.name = "paper", .claims = GOOD, .measures = all_five};
    Error err = {{0}};
    if (!lab_audit(&paper, &err)) fail_msg("%s", err.text);
    paper.measures = one_less;
    assert_false(lab_audit(&paper, &err));
    assert_string_equal(err.text, "paper.claims: line 35: nothing measures 'most'");
    paper.measures = one_more;
    assert_false(lab_audit(&paper, &err));
    assert_string_equal(err.text, "paper measures 'table-66', of which paper.claims says nothing");
    paper.measures = a_part_of_one;
    assert_false(lab_audit(&paper, &err));
    assert_string_equal(err.text, "paper.claims: line 17: nothing measures 'table-6'");
    paper.measures = NULL;
    assert_false(lab_audit(&paper, &err));
    paper.claims = NULL;
    assert_true(lab_audit(&paper, &err));
}

static void a_row_is_filled_in_from_the_file_and_says_so_if_its_id_is_unknown(void **state) {
    (void)state;
    const LabPaper paper = {.name = "paper", .title = "A paper", .claims = GOOD, .measures = all_five};
    Error err = {{0}};
    LabRun *run = lab_open(NULL);
    assert_true(lab_begin(run, &paper, &err));
    const LabClaim *claim = lab_claim(run, "figure-3.%s.%c", "a", 'b');
    assert_string_equal(claim->id, "figure-3.a.b");
    assert_string_equal(claim->text, "A wins against B");
    assert_string_equal(claim->words, "A 46.2 89.1 ... and more");
    assert_int_equal(claim->basis, LAB_MEASURED);
    assert_true(claim->published == 46.2 && claim->rounding == 0.05 && claim->sample == 20000);
    claim = lab_claim(run, "table-7");
    assert_string_equal(claim->text, "table-7");
    assert_non_null(strstr(claim->note, "does not know this id"));
    assert_int_equal(lab_verdict(claim), LAB_OPEN);
    lab_close(run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_claims_file_says_what_stands_in_it),
        cmocka_unit_test(mistakes_are_answered_with_line_and_what_would_be_right),
        cmocka_unit_test(claims_and_measurements_are_audited_in_both_directions),
        cmocka_unit_test(a_row_is_filled_in_from_the_file_and_says_so_if_its_id_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
