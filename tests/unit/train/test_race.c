// SPDX-License-Identifier: MIT
// Races: the good stay, the bad leave early, and neither threads nor a race cut short and taken up again change a
// number.
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
#include "gin/gin.h"
#include "support/folder.h"
#include "support/random.h"
#include "train/tune/race.h"

// An even number of games, fewer under sanitizers.
static uint64_t games(int count, int least) { return (uint64_t)effort(count, least) / 2 * 2; }

static const char *const MIXED[] = {
    "greedy:limit=3",
    "mix:discard=random",
    "heisenbot",
    "always-draw",
    "mix:discard=random,knock=gin",
    "simple",
    "random",
    "greedy",
    "mix:draw=random,discard=random",
    "mix:discard=points",
};
enum { MIXED_COUNT = sizeof MIXED / sizeof *MIXED };

static RacePlan a_plan(void) {
    return (RacePlan){
        .field = {"simple", "greedy"},
        .field_count = 2,
        .rules = gin_rules_default(),
        .seed = 7,
        .threads = 1,
        .first_games = games(100, 40),
        .most_games = 10 * games(100, 40), // not a power of two times the first
        .keep = 2,
        .quiet = true,
    };
}

static RaceEntry *entries_of(const char *const *specs, int count) {
    RaceEntry *entries = calloc((size_t)count, sizeof *entries);
    assert_non_null(entries);
    for (int i = 0; i < count; i++) snprintf(entries[i].spec, sizeof entries[i].spec, "%s", specs[i]);
    return entries;
}

static RaceEntry *raced(const RacePlan *plan, const char *const *specs, int count) {
    RaceEntry *entries = entries_of(specs, count);
    bool interrupted = true;
    Error err = {{0}};
    if (!race_run(entries, count, plan, &interrupted, &err)) fail_msg("%s", err.text);
    assert_false(interrupted);
    return entries;
}

static const RaceEntry *find(const RaceEntry *entries, int count, const char *spec) {
    for (int i = 0; i < count; i++)
        if (strcmp(entries[i].spec, spec) == 0) return &entries[i];
    fail_msg("%s is not ranked", spec);
    return NULL;
}

static void assert_equal_doubles(double a, double b) { assert_true(a <= b && a >= b); }

// Everything but times.
static void assert_same(const RaceEntry *a, const RaceEntry *b, int count, int field) {
    for (int i = 0; i < count; i++) {
        assert_string_equal(a[i].spec, b[i].spec);
        assert_equal_doubles(a[i].score, b[i].score);
        assert_equal_doubles(a[i].error, b[i].error);
        assert_equal_doubles(a[i].distance, b[i].distance);
        assert_int_equal(a[i].games, b[i].games);
        assert_int_equal(a[i].rounds, b[i].rounds);
        for (int o = 0; o < field; o++) {
            assert_equal_doubles(a[i].cell[o], b[i].cell[o]);
            assert_int_equal(a[i].totals[o].digest, b[i].totals[o].digest);
        }
    }
}

static void assert_sorted(const RaceEntry *entries, int count, bool target) {
    for (int i = 1; i < count; i++) {
        const RaceEntry *a = &entries[i - 1], *b = &entries[i];
        assert_true(a->rounds >= b->rounds && a->games >= b->games);
        if (a->rounds != b->rounds) continue;
        double better = target ? b->distance - a->distance : a->score - b->score;
        assert_true(better >= 0);
        if (better <= 0 && a->score <= b->score && a->score >= b->score) assert_true(strcmp(a->spec, b->spec) < 0);
    }
}

static void the_best_survives_and_bad_ones_leave_early(void **state) {
    (void)state;
    RacePlan plan = a_plan();
    RaceEntry *entries = raced(&plan, MIXED, MIXED_COUNT);
    assert_sorted(entries, MIXED_COUNT, false);
    for (int i = 0; i < plan.keep; i++) assert_int_equal(entries[i].games, plan.most_games);
    const RaceEntry *best = &entries[0];
    assert_true(best->score > 0.5);
    static const char *const bad[] = {"random", "mix:discard=random", "mix:discard=random,knock=gin",
                                      "mix:draw=random,discard=random"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const RaceEntry *entry = find(entries, MIXED_COUNT, bad[i]);
        assert_int_equal(entry->rounds, 1);
        assert_int_equal(entry->games, plan.first_games);
        assert_true(entry->score < 0.3);
    }
    assert_int_equal(find(entries, MIXED_COUNT, "heisenbot")->games, plan.most_games);
    for (int i = 0; i < MIXED_COUNT; i++) // rounds double the games, until nobody is left to be sent away
        if (entries[i].games != plan.most_games)
            assert_int_equal(entries[i].games, plan.first_games << (entries[i].rounds - 1));
    free(entries);
}

static void an_entry_holds_the_numbers_of_its_matches(void **state) {
    (void)state;
    RacePlan plan = a_plan();
    RaceEntry *entries = raced(&plan, MIXED, MIXED_COUNT);
    for (int i = 0; i < MIXED_COUNT; i++) {
        double sum = 0, variance = 0;
        for (int o = 0; o < plan.field_count; o++) {
            GinMatchPlan match = {.common = {.players = {entries[i].spec, plan.field[o]},
                                             .seed = plan.seed,
                                             .match = (uint64_t)o,
                                             .games = entries[i].games,
                                             .threads = 1,
                                             .quiet = true},
                                  .rules = plan.rules,
                                  .duplicate = true};
            MatchResult result;
            Error err = {{0}};
            if (!gin_match_run(&match, &result, &err)) fail_msg("%s", err.text);
            MatchStrength stats = match_strength(&result.totals, 2);
            assert_int_equal(result.totals.digest, entries[i].totals[o].digest); // also when played in several rounds
            assert_equal_doubles(entries[i].cell[o], stats.player[0].win_rate);
            sum += stats.player[0].win_rate;
            variance += stats.score_error * stats.score_error;
        }
        assert_true(fabs(entries[i].score - sum / plan.field_count) < 1e-12);
        assert_true(fabs(entries[i].error - sqrt(variance) / plan.field_count) < 1e-12);
        assert_equal_doubles(entries[i].distance, 0);
    }
    free(entries);
}

static void threads_and_the_order_of_entering_change_nothing(void **state) {
    (void)state;
    RacePlan plan = a_plan();
    RaceEntry *one = raced(&plan, MIXED, MIXED_COUNT);
    plan.threads = 2;
    RaceEntry *two = raced(&plan, MIXED, MIXED_COUNT);
    assert_same(one, two, MIXED_COUNT, plan.field_count);
    const char *backwards[MIXED_COUNT];
    for (int i = 0; i < MIXED_COUNT; i++) backwards[i] = MIXED[MIXED_COUNT - 1 - i];
    RaceEntry *three = raced(&plan, backwards, MIXED_COUNT);
    assert_same(one, three, MIXED_COUNT, plan.field_count);
    free(one);
    free(two);
    free(three);
}

static void the_worse_half_leaves_unless_its_interval_reaches_the_last_that_stays(void **state) {
    (void)state;
    // So far apart that after a round each is sure of its place: always-draw stays for being in the better half.
    static const char *const specs[] = {"random", "always-draw", "mix:discard=random", "heisenbot"};
    RacePlan plan = a_plan();
    plan.keep = 1;
    RaceEntry *entries = raced(&plan, specs, 4);
    assert_string_equal(entries[0].spec, "heisenbot");
    assert_string_equal(entries[1].spec, "always-draw");
    assert_int_equal(entries[0].games, plan.most_games);
    assert_int_equal(entries[1].rounds, 2);
    for (int i = 2; i < 4; i++) assert_int_equal(entries[i].rounds, 1);
    free(entries);
    entries = raced(&plan, MIXED, MIXED_COUNT);
    for (int round = 1; round < entries[0].rounds; round++) {
        int alive = 0, stay = 0;
        for (int i = 0; i < MIXED_COUNT; i++) {
            alive += entries[i].rounds >= round;
            stay += entries[i].rounds > round;
        }
        assert_true(stay >= alive / 2 && stay >= 1 && stay <= alive);
    }
    free(entries);
}

static void equals_go_on_together_and_rank_by_their_names(void **state) {
    (void)state;
    // Two names of one player: the same games, the same score, so that neither can be told from the other.
    static const char *const specs[] = {"greedy:limit=5", "random", "greedy"};
    RacePlan plan = a_plan();
    plan.keep = 1;
    RaceEntry *entries = raced(&plan, specs, 3);
    assert_string_equal(entries[0].spec, "greedy");
    assert_string_equal(entries[1].spec, "greedy:limit=5");
    assert_string_equal(entries[2].spec, "random");
    for (int i = 0; i < 2; i++) assert_int_equal(entries[i].games, plan.most_games);
    for (int o = 0; o < plan.field_count; o++)
        assert_int_equal(entries[0].totals[o].digest, entries[1].totals[o].digest); // the same deals for all
    free(entries);
}

static void few_contenders_play_to_the_end(void **state) {
    (void)state;
    static const char *const specs[] = {"random", "simple"};
    RacePlan plan = a_plan();
    plan.keep = 8;
    RaceEntry *entries = raced(&plan, specs, 2);
    assert_string_equal(entries[0].spec, "simple");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(entries[i].games, plan.most_games);
        assert_int_equal(entries[i].rounds, 2); // nobody can leave, so nothing is to be seen halfway
    }
    free(entries);
    entries = raced(&plan, specs, 0);
    free(entries);
}

static void with_a_target_the_closest_wins(void **state) {
    (void)state;
    static const char *const specs[] = {"heisenbot", "always-draw", "simple", "random",
                                        "mix:draw=random,discard=random"};
    double even[] = {0.5, 0.5}, weak[] = {0.1, 0.05}, none[] = {0, 0};
    static const struct { const char *closest; } expected[] = {{"simple"}, {"always-draw"}, {NULL}};
    const double *targets[] = {even, weak, none};
    for (int t = 0; t < 3; t++) {
        RacePlan plan = a_plan();
        plan.target = targets[t];
        plan.keep = 1;
        RaceEntry *entries = raced(&plan, specs, 5);
        assert_sorted(entries, 5, true);
        if (expected[t].closest) assert_string_equal(entries[0].spec, expected[t].closest);
        for (int i = 0; i < 5; i++) {
            double square = 0;
            for (int o = 0; o < 2; o++)
                square += (entries[i].cell[o] - targets[t][o]) * (entries[i].cell[o] - targets[t][o]);
            assert_true(fabs(entries[i].distance - sqrt(square / 2)) < 1e-12);
        }
        if (t == 2) assert_true(entries[0].score < 0.1); // the worst there is
        assert_int_equal(entries[0].games, plan.most_games);
        assert_true(entries[4].games < plan.most_games);
        free(entries);
    }
}

static void whom_it_does_not_know_ends_a_race_with_a_message(void **state) {
    (void)state;
    static const char *const specs[] = {"simple", "simpel"};
    RacePlan plan = a_plan();
    RaceEntry *entries = entries_of(specs, 2);
    bool interrupted;
    Error err = {{0}};
    assert_false(race_run(entries, 2, &plan, &interrupted, &err));
    assert_non_null(strstr(err.text, "'simpel'"));
    plan.field[1] = "gredy";
    assert_false(race_run(entries, 1, &plan, &interrupted, &err));
    assert_non_null(strstr(err.text, "'gredy'"));
    free(entries);
}

// ---- Taken up again ----

static GinMatchPlan a_match(uint64_t count) {
    return (GinMatchPlan){
        .common =
            {.players = {"heisenbot", "greedy"}, .seed = 11, .match = 3, .games = count, .threads = 1, .quiet = true},
        .rules = gin_rules_default(),
        .duplicate = true};
}

static MatchResult matched(const GinMatchPlan *plan) {
    MatchResult result;
    Error err = {{0}};
    if (!gin_match_run(plan, &result, &err)) fail_msg("%s", err.text);
    assert_int_equal(result.end, ARENA_FINISHED);
    return result;
}

static void assert_same_totals(const ArenaTotals *a, const ArenaTotals *b) {
    assert_int_equal(a->digest, b->digest);
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->groups, b->groups);
    assert_int_equal(a->group_score_squared, b->group_score_squared);
    for (int i = 0; i < 2; i++) assert_int_equal(a->wins[i], b->wins[i]);
    for (int i = 0; i < 2; i++) assert_int_equal(a->points[i], b->points[i]);
}

static void a_match_goes_on_from_totals_as_if_it_had_not_stopped(void **state) {
    (void)state;
    GinMatchPlan whole = a_match(games(400, 200));
    MatchResult expected = matched(&whole);
    assert_int_equal(expected.resumed, 0);
    for (uint64_t stop = 0; stop <= whole.common.games; stop += 50) { // not at whole batches, either
        GinMatchPlan first = a_match(stop), second = a_match(whole.common.games);
        ArenaTotals begun = {0};
        if (stop) begun = matched(&first).totals;
        second.common.from = &begun;
        second.common.threads = 2;
        MatchResult result = matched(&second);
        assert_int_equal(result.resumed, stop);
        assert_same_totals(&result.totals, &expected.totals);
    }
}

static Store *opened(const char *name) {
    Error err = {{0}};
    Store *store = store_open(file(name), &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static bool can_store(void) {
#ifdef DEADWOOD_HAVE_SQLITE
    return true;
#else
    return false;
#endif
}

static void a_match_can_be_asked_for_the_first_games_a_store_holds(void **state) {
    (void)state;
    if (!can_store()) skip();
    GinMatchPlan shorter = a_match(100), longer = a_match(300);
    MatchResult few = matched(&shorter), many = matched(&longer);
    shorter.common.store = longer.common.store = opened("prefix.db");
    shorter.common.resume = longer.common.resume = true;
    MatchResult stored = matched(&longer);
    assert_same_totals(&stored.totals, &many.totals);
    Error err = {{0}};
    assert_false(gin_match_run(&shorter, &stored, &err));
    assert_non_null(strstr(err.text, "300 games of this match are stored, more than the 100 asked for"));
    shorter.common.prefix = longer.common.prefix = true;
    stored = matched(&shorter);
    assert_int_equal(stored.resumed, 100); // nothing played
    assert_same_totals(&stored.totals, &few.totals);
    stored = matched(&longer); // and nothing lost
    assert_int_equal(stored.resumed, 300);
    assert_same_totals(&stored.totals, &many.totals);
    store_close(longer.common.store);
}

static void assert_all_stored(const RaceEntry *entries, int count, const RacePlan *plan) {
    for (int i = 0; i < count; i++)
        for (int o = 0; o < plan->field_count; o++) {
            GinMatchPlan match = {.common = {.players = {entries[i].spec, plan->field[o]},
                                             .seed = plan->seed,
                                             .match = (uint64_t)o,
                                             .games = entries[i].games,
                                             .threads = 1,
                                             .store = plan->store,
                                             .resume = true,
                                             .quiet = true},
                                  .rules = plan->rules,
                                  .duplicate = true};
            assert_int_equal(matched(&match).resumed, entries[i].games);
        }
}

static void a_race_kept_in_a_store_is_taken_up_again(void **state) {
    (void)state;
    if (!can_store()) skip();
    RacePlan plan = a_plan();
    RaceEntry *expected = raced(&plan, MIXED, MIXED_COUNT);
    // Cut short: after the first round, in the middle, and with rounds of other sizes.
    static const struct { int first, most; } earlier[] = {{1, 1}, {1, 3}, {2, 5}};
    for (size_t i = 0; i < sizeof earlier / sizeof *earlier; i++) {
        char name[32];
        snprintf(name, sizeof name, "race-%zu.db", i);
        RacePlan shorter = plan;
        shorter.store = opened(name);
        shorter.first_games = (uint64_t)earlier[i].first * plan.first_games;
        shorter.most_games = (uint64_t)earlier[i].most * plan.first_games;
        RaceEntry *begun = raced(&shorter, MIXED, i == 1 ? MIXED_COUNT / 2 : MIXED_COUNT);
        free(begun);
        store_close(shorter.store);
        RacePlan whole = plan;
        whole.store = opened(name);
        for (int again = 0; again < 2; again++) { // the second time all is there, more than early rounds ask for
            RaceEntry *entries = raced(&whole, MIXED, MIXED_COUNT);
            assert_same(entries, expected, MIXED_COUNT, plan.field_count);
            if (i == 0) assert_all_stored(entries, MIXED_COUNT, &whole);
            free(entries);
        }
        store_close(whole.store);
    }
    free(expected);
}

// ---- In words ----

static void the_ranking_in_words_and_as_json_says_what_the_entries_say(void **state) {
    (void)state;
    RacePlan plan = a_plan();
    double target[] = {0.6, 0.4};
    for (int aimed = 0; aimed < 2; aimed++) {
        plan.target = aimed ? target : NULL;
        RaceEntry *entries = raced(&plan, MIXED, MIXED_COUNT);
        Text text = {0}, document = {0};
        race_print(&text, entries, MIXED_COUNT, &plan, 4);
        const char *at = text.data;
        for (int i = 0; i < 4; i++) {
            char row[64];
            snprintf(row, sizeof row, "\n  %4d %7.2f %6.2f ", i + 1, 100 * entries[i].score, 196 * entries[i].error);
            at = strstr(at, row);
            assert_non_null(at);
        }
        assert_non_null(strstr(text.data, "and 6 more"));
        assert_int_equal(strstr(text.data, "distance") != NULL, aimed);
        Json json = json_into(&document, true);
        race_json(&json, entries, MIXED_COUNT, &plan);
        at = document.data;
        for (int i = 0; i < MIXED_COUNT; i++) {
            char row[RACE_SPEC + 16];
            snprintf(row, sizeof row, "\"player\": \"%s\"", entries[i].spec);
            at = strstr(at, row);
            assert_non_null(at);
        }
        assert_int_equal(strstr(document.data, "\"distance\"") != NULL, aimed);
        text_free(&text);
        text_free(&document);
        free(entries);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_survives_and_bad_ones_leave_early),
        cmocka_unit_test(an_entry_holds_the_numbers_of_its_matches),
        cmocka_unit_test(threads_and_the_order_of_entering_change_nothing),
        cmocka_unit_test(the_worse_half_leaves_unless_its_interval_reaches_the_last_that_stays),
        cmocka_unit_test(equals_go_on_together_and_rank_by_their_names),
        cmocka_unit_test(few_contenders_play_to_the_end),
        cmocka_unit_test(with_a_target_the_closest_wins),
        cmocka_unit_test(whom_it_does_not_know_ends_a_race_with_a_message),
        cmocka_unit_test(a_match_goes_on_from_totals_as_if_it_had_not_stopped),
        cmocka_unit_test(a_match_can_be_asked_for_the_first_games_a_store_holds),
        cmocka_unit_test(a_race_kept_in_a_store_is_taken_up_again),
        cmocka_unit_test(the_ranking_in_words_and_as_json_says_what_the_entries_say),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
