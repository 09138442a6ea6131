// SPDX-License-Identifier: MIT
// PPO on games whose answer is known.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "support/toys.h"

static void must(bool good, const Error *err) {
    if (!good) fail_msg("%s", err->text);
}

static Ppo *open_ppo(const PpoPlan *plan) {
    Error err = {{0}};
    Ppo *ppo = toy_ppo(plan, TOY_ACTOR, TOY_CRITIC, &err);
    must(ppo != NULL, &err);
    return ppo;
}

// The learner's probabilities of a state's choices.
static void policy(Ppo *ppo, const Toy *toy, const ToyState *at, double p[TOY_CHOICES]) {
    Net *actor = net_make(TOY_ACTOR, 0, NULL);
    assert_true(ppo_fetch(ppo, actor, NULL, NULL));
    float inputs[TOY_INPUTS], outputs[TOY_CHOICES];
    unsigned legal;
    double sum = 0;
    toy_inputs(toy, at, inputs, &legal);
    net_apply(actor, NULL, inputs, outputs);
    for (int i = 0; i < TOY_CHOICES; i++) sum += p[i] = legal >> i & 1 ? exp((double)outputs[i]) : 0;
    for (int i = 0; i < TOY_CHOICES; i++) p[i] /= sum;
    net_close(actor);
}

static Ppo *learn_toy(const Toy *toy, PpoPlan plan, int times, double rate, double entropy, PpoReport *report) {
    Ppo *ppo = open_ppo(&plan);
    ToyBatch batch = toy_open(toy, plan.games, 3, 0);
    Error err = {{0}};
    for (int i = 0; i < times; i++) {
        double left = 1 - (double)i / times;
        must(toy_iterate(&batch, ppo, &plan, 1, rate * left, entropy * left, report, &err), &err);
    }
    toy_close(&batch);
    return ppo;
}

static void a_bandit_with_illegal_arms_is_learned(void **state) {
    (void)state;
    PpoReport report;
    Ppo *ppo = learn_toy(&toy_bandit, toy_plan(200, 5), 60, 0.01, 0.01, &report);
    for (int card = 0; card < 3; card++) {
        double p[TOY_CHOICES];
        policy(ppo, &toy_bandit, &(ToyState){.cards = {card}}, p);
        if (!(p[toy_bandit_best(card)] > 0.95)) fail_msg("card %d: %g", card, p[toy_bandit_best(card)]);
    }
    assert_int_equal(report.rows, 1000);
    assert_true(report.explained > 0.3); // what is left is chance
    ppo_close(ppo);
}

static void what_pays_only_after_a_second_choice_is_learned(void **state) {
    (void)state;
    PpoReport report;
    Ppo *ppo = learn_toy(&toy_two, toy_plan(200, 5), 80, 0.01, 0.02, &report);
    double first[TOY_CHOICES], second[TOY_CHOICES];
    policy(ppo, &toy_two, &(ToyState){0}, first);
    policy(ppo, &toy_two, &(ToyState){.moves = 1, .history = {1}}, second);
    if (!(first[1] > 0.95 && second[2] > 0.95)) fail_msg("%g %g", first[1], second[2]);
    ppo_close(ppo);
}

static void pennies_against_oneself_stay_near_one_half(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(400, 8);
    plan.momentum = 0; // with it, two that chase each other overshoot
    Ppo *ppo = open_ppo(&plan);
    ToyBatch batch = toy_open(&toy_pennies, plan.games, 3, 0);
    Error err = {{0}};
    PpoReport report;
    for (int i = 100; i > 0; i--) must(toy_iterate(&batch, ppo, &plan, 1, 3e-5 * i, 0.3, &report, &err), &err);
    for (int seat = 0; seat < 2; seat++) {
        double p[TOY_CHOICES];
        policy(ppo, &toy_pennies, &(ToyState){.moves = seat}, p);
        if (!(fabs(p[0] - 0.5) < 0.05)) fail_msg("seat %d: %g", seat, p[0]);
    }
    assert_int_equal(report.rows, 400 * 8); // all rows are the learner's, and their successors known
    toy_close(&batch);
    ppo_close(ppo);
}

// Seat 0 wants to match, seat 1 not to.
static void a_frozen_net_that_favours_heads_is_exploited(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(200, 9);
    plan.brains = 3;
    Ppo *ppo = open_ppo(&plan);
    Net *heads = net_make("12 4l", 1, NULL);
    memset(net_block(heads), 0, sizeof(float) * net_parameters(heads));
    net_block(heads)[net_layer(heads, 0)->bias] = 1;
    Error err = {{0}};
    must(ppo_freeze(ppo, 2, heads, &err), &err);
    ToyBatch batch = toy_open(&toy_pennies, plan.games, 3, 2);
    PpoReport report;
    for (int i = 0; i < 100; i++) must(toy_iterate(&batch, ppo, &plan, 3, 5e-3, 0.01, &report, &err), &err);
    double match[TOY_CHOICES], differ[TOY_CHOICES];
    policy(ppo, &toy_pennies, &(ToyState){.moves = 0}, match);
    policy(ppo, &toy_pennies, &(ToyState){.moves = 1}, differ);
    if (!(match[0] > 0.9 && differ[1] > 0.9)) fail_msg("%g %g", match[0], differ[1]);
    assert_in_range(report.rows, 200 * 9 / 2 - 250, 200 * 9 / 2 + 50);
    toy_close(&batch);
    ppo_close(ppo);
    net_close(heads);
}

// Kuhn poker: the value of the learner's policy against the fixed player, exactly. `bets` gives the learner's chance to
// bet by card and situation.

// What a hand is worth to the learner from here on.
static double kuhn_value(double bets[3][4], const int cards[2], int mine, const int *history, int moves);

static double kuhn_end(const int cards[2], int mine, int pot) { return cards[mine] > cards[!mine] ? pot : -pot; }

// Where the learner decides: 0 first, 1 after a pass, 2 after a bet as second, 3 after pass and bet.
static double kuhn_after(double bets[3][4], const int cards[2], int mine, const int *history, int moves, int choice) {
    int next[4];
    memcpy(next, history, sizeof(int) * (size_t)moves);
    next[moves] = choice;
    return kuhn_value(bets, cards, mine, next, moves + 1);
}

static double kuhn_value(double bets[3][4], const int cards[2], int mine, const int *history, int moves) {
    int seat = moves % 2, last = moves ? history[moves - 1] : 0, before = moves > 1 ? history[moves - 2] : 0;
    if (moves >= 2 && last == 0 && before == 0) return kuhn_end(cards, mine, 1);
    if (moves >= 2 && last == 1 && before == 1) return kuhn_end(cards, mine, 2);
    if (moves >= 2 && last == 0 && before == 1) return seat == mine ? 1 : -1; // the other one passed
    double p = seat == mine ? bets[cards[mine]][moves == 0   ? 0
                                                : moves == 2 ? 3
                                                             : 1 + last]
                            : toy_kuhn_bets(cards[seat], seat, last);
    return p * kuhn_after(bets, cards, mine, history, moves, 1) +
           (1 - p) * kuhn_after(bets, cards, mine, history, moves, 0);
}

static double kuhn_worth(double bets[3][4]) {
    double sum = 0;
    int history[4];
    for (int deal = 0; deal < 12; deal++) {
        int mine = deal % 2, card = deal / 2 % 3, cards[2];
        cards[mine] = card;
        cards[!mine] = (card + 1 + deal / 6) % 3;
        sum += kuhn_value(bets, cards, mine, history, 0) / 12;
    }
    return sum;
}

// The best of all pure policies.
static double kuhn_best(void) {
    double best = -9;
    for (int code = 0; code < 1 << 12; code++) {
        double bets[3][4];
        for (int i = 0; i < 12; i++) bets[i / 4][i % 4] = code >> i & 1;
        best = fmax(best, kuhn_worth(bets));
    }
    return best;
}

static void kuhn_poker_against_a_fixed_player_reaches_the_best_answer(void **state) {
    (void)state;
    PpoReport report;
    Ppo *ppo = learn_toy(&toy_kuhn, toy_plan(1000, 8), 150, 5e-3, 0.02, &report);
    double bets[3][4], best = kuhn_best();
    for (int card = 0; card < 3; card++) {
        for (int k = 0; k < 4; k++) {
            double p[TOY_CHOICES];
            ToyState at = {.moves = k == 0 ? 0 : k == 3 ? 2 : 1, .history = {k == 2, k == 3}};
            at.cards[k == 1 || k == 2] = card;
            policy(ppo, &toy_kuhn, &at, p);
            bets[card][k] = p[1];
        }
    }
    double worth = kuhn_worth(bets);
    assert_true(worth <= best + 1e-9);
    if (!(best - worth < 0.01)) fail_msg("worth %g, the best %g", worth, best);
    ppo_close(ppo);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bandit_with_illegal_arms_is_learned),
        cmocka_unit_test(what_pays_only_after_a_second_choice_is_learned),
        cmocka_unit_test(pennies_against_oneself_stay_near_one_half),
        cmocka_unit_test(a_frozen_net_that_favours_heads_is_exploited),
        cmocka_unit_test(kuhn_poker_against_a_fixed_player_reaches_the_best_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
