// SPDX-License-Identifier: MIT
// What each card can be expected to cost.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/hearts/hearts_analysis.h"
#include "hearts/players/search/judge.h"
#include "hearts/players/simple/ducker.h"
#include "support/random.h"

// A hand played by simple rules up to a random point; false if it ended before.
static bool some_state(Rng *rng, const HeartsRules *rules, HeartsState *state, HeartsLog *log) {
    Card deck[CARD_COUNT];
    int actions = (int)rng_below(rng, HEARTS_MAX_ACTIONS);
    rng_deck(rng, deck);
    hearts_deal_deck(state, log, rules, rng_below(rng, 4), (const int16_t[HEARTS_SEATS]){0}, deck);
    for (int i = 0; i < actions && state->table.phase != HEARTS_OVER; i++) {
        CardSet hand = state->hand[state->table.to_act];
        HeartsAction action = {.move = HEARTS_GIVE, .card = CARD_NONE};
        if (state->table.phase == HEARTS_PASSING)
            action.give = hearts_pass_by_rules(rules, hand);
        else
            action = (HeartsAction){.move = HEARTS_PLAY, .card = rng_card(rng, hearts_legal(state))};
        hearts_apply(state, log, &action);
    }
    return state->table.phase != HEARTS_OVER;
}

static void a_verdict_has_every_card_in_order_and_hangs_on_its_arguments_alone(void **unused) {
    (void)unused;
    static HeartsVerdict verdict, again;
    HeartsEvaluation evaluation;
    HeartsRules rules = hearts_rules_default();
    Error err;
    Rng rng = rng_for(21, 0, 0, 0);
    assert_true(hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &evaluation, &err));
    for (int i = 0; i < effort(60, 5); i++) {
        HeartsState state;
        HeartsLog log;
        if (!some_state(&rng, &rules, &state, &log)) continue;
        HeartsView view = hearts_view(&state, &log, state.table.to_act);
        assert_true(hearts_judge(&evaluation, &view, 40, NULL, 7, &verdict));
        assert_true(hearts_judge(&evaluation, &view, 40, NULL, 7, &again));
        assert_memory_equal(&verdict, &again, sizeof verdict);
        assert_int_equal(verdict.played, -1);
        CardSet seen = 0;
        for (int j = 0; j < verdict.count; j++) {
            const HeartsChoice *choice = &verdict.choice[j];
            assert_true(j == 0 ? choice->behind == 0 : choice->points >= verdict.choice[j - 1].points);
            assert_true(choice->points >= -13.01 && choice->points <= 39.01);
            assert_true(choice->takes >= 0 && choice->takes <= 1 && choice->queen >= 0 && choice->queen <= 1);
            if (choice->card != CARD_NONE) seen |= set_of(choice->card);
        }
        assert_true(seen == hearts_legal(&state));
        HeartsAction played = {.move = HEARTS_PLAY, .card = verdict.choice[verdict.count - 1].card};
        if (state.table.phase == HEARTS_PASSING) {
            CardSet give = some_cards(&rng, view.hand, rules.pass_count); // any, candidate or not
            played = (HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE, .give = give};
        }
        assert_true(hearts_judge(&evaluation, &view, 40, &played, 7, &verdict));
        assert_in_range(verdict.played, 0, verdict.count - 1);
        assert_true(hearts_verdict_cost(&verdict) >= 0);
    }
    hearts_evaluation_close(&evaluation);
}

// Who is out of the suit led, holds the queen and sees points in two hands (no moon then) nearly always throws
// the queen; now and then an ace of hearts that will take a whole suit is worse to keep.
static void the_queen_is_thrown_at_the_first_chance(void **unused) {
    (void)unused;
    static HeartsVerdict verdict;
    HeartsEvaluation evaluation;
    HeartsRules rules = hearts_rules_default();
    Error err;
    Rng rng = rng_for(22, 0, 0, 0);
    assert_true(hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &evaluation, &err));
    int cases = effort(40, 10), thrown_first = 0;
    for (int found = 0; found < cases;) {
        HeartsState state;
        HeartsLog log;
        if (!some_state(&rng, &rules, &state, &log) || state.table.phase != HEARTS_PLAYING) continue;
        CardSet hand = state.hand[state.table.to_act];
        int with_points = 0;
        for (int seat = 0; seat < HEARTS_SEATS; seat++) with_points += state.points[seat] > 0;
        bool thrown = state.table.on_table && !(hand & state.table.asked) && set_has(hand, HEARTS_QUEEN);
        if (!thrown || with_points < 2 || !state.table.tricks) continue;
        if (set_count(hand) < 6) continue;
        HeartsView view = hearts_view(&state, &log, state.table.to_act);
        assert_true(hearts_judge(&evaluation, &view, 200, NULL, 3, &verdict));
        thrown_first += verdict.choice[0].card == HEARTS_QUEEN;
        found++;
    }
    print_message("the queen first in %d of %d\n", thrown_first, cases);
    assert_true(10 * thrown_first >= 9 * cases);
    hearts_evaluation_close(&evaluation);
}

// A hand of any legal cards, recorded.
static void make_record(Rng *rng, HeartsRecord *record) {
    static HeartsRules rules;
    HeartsPlayer player = hearts_random_player();
    HeartsPlayer players[HEARTS_SEATS] = {player, player, player, player};
    const char *const names[HEARTS_SEATS] = {"a", "b", "a", "c"};
    HeartsState state;
    HeartsLog log;
    Card deck[CARD_COUNT];
    Rng own[HEARTS_SEATS];
    Fault cause;
    rules = hearts_rules_default();
    rng_deck(rng, deck);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) own[seat] = rng_of_key(rng_next(rng), 0);
    hearts_deal_deck(&state, &log, &rules, 0, (const int16_t[HEARTS_SEATS]){0}, deck);
    assert_int_equal(hearts_play_hand(&state, &log, players, own, false, &cause), -1);
    HeartsHandRecord hand = {deck, &state, &log, 0, false};
    hearts_record_make(record, &hand, names, 1);
}

static void hands_are_judged_alike_by_any_number_of_threads(void **unused) {
    (void)unused;
    static HeartsRecord records[3];
    HeartsAnalysis one[3], four[3];
    Error err;
    Rng rng = rng_for(23, 0, 0, 0);
    for (int i = 0; i < 3; i++) make_record(&rng, &records[i]);
    HeartsAnalysisPlan plan = {.worlds = 48, .seed = 5, .threads = 1};
    assert_true(hearts_analysis_hands(&plan, records, 3, one, NULL, NULL, &err));
    plan.threads = 4;
    assert_true(hearts_analysis_hands(&plan, records, 3, four, NULL, NULL, &err));
    for (int i = 0; i < 3; i++) {
        HeartsSeatSum sum = {0};
        Text a = {0}, b = {0};
        hearts_analysis_text(&a, card_letters, &one[i], true);
        hearts_analysis_text(&b, card_letters, &four[i], true);
        assert_string_equal(a.data, b.data);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) hearts_analysis_add(&sum, &one[i].seat[seat]);
        assert_int_equal(sum.decisions, one[i].count);
        assert_true(sum.cost > 0); // chance plays badly
        text_free(&a);
        text_free(&b);
        hearts_analysis_free(&one[i]);
        hearts_analysis_free(&four[i]);
    }
    plan.player = "c";
    assert_true(hearts_analysis_hands(&plan, records, 1, one, NULL, NULL, &err));
    for (int i = 0; i < one[0].count; i++) assert_int_equal(one[0].step[i].seat, 3);
    hearts_analysis_free(&one[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_has_every_card_in_order_and_hangs_on_its_arguments_alone),
        cmocka_unit_test(the_queen_is_thrown_at_the_first_chance),
        cmocka_unit_test(hands_are_judged_alike_by_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
