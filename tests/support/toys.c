// SPDX-License-Identifier: MIT
#include "support/toys.h"

#include <stdlib.h>
#include <string.h>

// The bandit: one choice and it is over.

int toy_bandit_best(int card) { return card == 0 ? 2 : card == 1 ? 0 : 3; }

static void bandit_deal(ToyState *state, Rng *rng) { state->cards[0] = (int)rng_below(rng, 3); }

static void bandit_show(const ToyState *state, ToyRow *row) {
    static const unsigned legal[] = {0xF, 0x3, 0xE};
    row->inputs[state->cards[0]] = PPO_ONE;
    row->legal = legal[state->cards[0]];
}

// With cards 1 and 2 what is not legal would be best.
static bool bandit_play(ToyState *state, int choice, Rng *rng, float *reward) {
    static const float worth[3][4] = {{0, 0.2f, 0.5f, -0.5f}, {0.3f, 0, 9, 9}, {9, -1, -1, 0}};
    *reward = worth[state->cards[0]][choice] + (float)(rng_unit(rng) - 0.5) * 0.2f;
    return true;
}

const Toy toy_bandit = {bandit_deal, bandit_show, bandit_play};

// Two choices.

static void two_deal(ToyState *state, Rng *rng) { (void)state, (void)rng; }

static void two_show(const ToyState *state, ToyRow *row) {
    row->inputs[state->moves == 0 ? 0 : 1 + state->history[0]] = PPO_ONE;
    row->legal = state->moves == 0 ? 3 : 7;
}

static bool two_play(ToyState *state, int choice, Rng *rng, float *reward) {
    (void)rng;
    state->history[state->moves++] = choice;
    if (state->moves < 2) return false;
    *reward = state->history[0] == 0 ? 0.5f : choice == 2 ? 1 : 0;
    return true;
}

const Toy toy_two = {two_deal, two_show, two_play};

// Matching pennies.

static void pennies_show(const ToyState *state, ToyRow *row) {
    row->seat = state->moves;
    row->inputs[row->seat] = PPO_ONE;
    if (row->seat) row->secrets[state->history[0]] = PPO_ONE;
    row->legal = 3;
}

static bool pennies_play(ToyState *state, int choice, Rng *rng, float *reward) {
    (void)rng;
    state->history[state->moves++] = choice;
    if (state->moves < 2) return false;
    *reward = choice == state->history[0] ? 1 : -1;
    return true;
}

static void pennies_deal(ToyState *state, Rng *rng) {
    if (rng_below(rng, 2)) { // who is who, where they are two
        int swap = state->brains[0];
        state->brains[0] = state->brains[1];
        state->brains[1] = swap;
    }
}

const Toy toy_pennies = {pennies_deal, pennies_show, pennies_play};

// Kuhn poker: three cards, an ante of 1, a bet of 1. Choices are 0 pass and 1 bet (or call). cards[] are those of the
// seats, brains[] who sits there: 0 the learner, 1 the fixed player, which is asked inside.

double toy_kuhn_bets(int card, int seat, int first) {
    (void)seat;
    if (card == 2) return 1;
    return first ? (card == 1 ? 0.8 : 0.1) : 0.4; // after a bet it calls too much; it bluffs too much
}

static int kuhn_seat(const ToyState *state) { return state->moves % 2; }

static bool kuhn_over(const ToyState *state, float *reward) {
    int pot = 1 + (state->moves > 1 && state->history[state->moves - 1] == 1 && state->history[state->moves - 2] == 1);
    int last = state->moves ? state->history[state->moves - 1] : 0;
    bool after_bet = state->moves > 1 && state->history[state->moves - 2] == 1;
    if (state->moves < 2 || (last == 1 && !after_bet)) return false;
    float showdown = state->cards[0] > state->cards[1] ? (float)pot : -(float)pot;
    bool folded = last == 0 && after_bet;
    *reward = !folded ? showdown : kuhn_seat(state) == 0 ? 1 : -1; // the other seat passed on a bet
    return true;
}

// Lets the fixed player choose for as long as it must.
static bool kuhn_go_on(ToyState *state, Rng *rng, float *reward) {
    while (!kuhn_over(state, reward)) {
        int seat = kuhn_seat(state);
        if (state->brains[seat] == 0) return false;
        int after_bet = state->moves > 0 && state->history[state->moves - 1] == 1;
        state->history[state->moves++] = rng_unit(rng) < toy_kuhn_bets(state->cards[seat], seat, after_bet);
    }
    return true;
}

static void kuhn_deal(ToyState *state, Rng *rng) {
    float none;
    state->cards[0] = (int)rng_below(rng, 3);
    state->cards[1] = (state->cards[0] + 1 + (int)rng_below(rng, 2)) % 3;
    int mine = (int)rng_below(rng, 2);
    state->brains[mine] = 0;
    state->brains[!mine] = 1;
    kuhn_go_on(state, rng, &none); // the first choice never ends a hand
}

static void kuhn_show(const ToyState *state, ToyRow *row) {
    row->seat = kuhn_seat(state);
    row->inputs[state->cards[row->seat]] = PPO_ONE;
    row->inputs[3 + row->seat] = PPO_ONE;
    if (state->moves) row->inputs[5 + 2 * (state->moves - 1) + state->history[state->moves - 1]] = PPO_ONE;
    row->secrets[state->cards[!row->seat]] = PPO_ONE;
    row->legal = 3;
}

static bool kuhn_play(ToyState *state, int choice, Rng *rng, float *reward) {
    state->history[state->moves++] = choice;
    return kuhn_go_on(state, rng, reward);
}

const Toy toy_kuhn = {kuhn_deal, kuhn_show, kuhn_play};

// Batches.

static void deal(ToyBatch *batch, int game) {
    batch->states[game] = (ToyState){.brains = {0, batch->other}};
    batch->toy->deal(&batch->states[game], &batch->rngs[game]);
}

ToyBatch toy_open(const Toy *toy, int games, uint64_t seed, int other) {
    ToyBatch batch = {.toy = toy, .games = games, .seed = seed, .other = other};
    batch.states = calloc((size_t)games, sizeof *batch.states);
    batch.rngs = calloc((size_t)games, sizeof *batch.rngs);
    for (int i = 0; i < games; i++) {
        batch.rngs[i] = rng_for(seed, 7, (uint64_t)i, 0);
        deal(&batch, i);
    }
    return batch;
}

void toy_close(ToyBatch *batch) {
    free(batch->states);
    free(batch->rngs);
}

static void show(const ToyBatch *batch, int game, PpoRows rows) {
    const ToyState *state = &batch->states[game];
    ToyRow row = {.inputs = rows.inputs + (size_t)game * TOY_INPUTS,
                  .secrets = rows.secrets + (size_t)game * TOY_SECRETS};
    memset(row.inputs, 0, TOY_INPUTS);
    memset(row.secrets, 0, TOY_SECRETS);
    batch->toy->show(state, &row);
    rows.legal[game] = (uint8_t)row.legal;
    rows.seat[game] = (uint8_t)row.seat;
    rows.brain[game] = (uint8_t)state->brains[row.seat];
}

static void play(ToyBatch *batch, int game, int choice, PpoRows rows) {
    float reward = 0;
    bool over = batch->toy->play(&batch->states[game], choice, &batch->rngs[game], &reward);
    rows.reward[game] = reward;
    rows.ended[game] = over;
    if (over) deal(batch, game);
    show(batch, game, rows);
}

PpoPlan toy_plan(int games, int steps) {
    PpoPlan plan = ppo_plan();
    plan.games = games;
    plan.steps = steps;
    plan.inputs = TOY_INPUTS;
    plan.secrets = TOY_SECRETS;
    plan.choices = TOY_CHOICES;
    plan.minibatch = games * steps / 4 + 1;
    plan.seed = 5;
    return plan;
}

Ppo *toy_ppo(const PpoPlan *plan, const char *actor_text, const char *critic_text, Error *err) {
    Net *actor = net_make(actor_text, 1, err), *critic = net_make(critic_text, 2, err);
    Ppo *ppo = actor && critic ? ppo_open(plan, actor, critic, err) : NULL;
    net_close(actor);
    net_close(critic);
    return ppo;
}

static bool step(ToyBatch *batch, Ppo *ppo, int index, int parts, Error *err) {
    uint8_t *choices = malloc((size_t)batch->games);
    bool good = true;
    PpoRows next = ppo_rows(ppo, index + 1);
    for (int part = 0; good && part <= parts; part++) { // one part ahead, as a caller that does two things at once
        int before = part - 1, first = batch->games * part / parts, end = batch->games * (part + 1) / parts;
        if (part < parts) good = ppo_choose_begin(ppo, part % 2, index, first, end - first, err);
        if (!good || part == 0) continue;
        first = batch->games * before / parts, end = batch->games * (before + 1) / parts;
        good = ppo_choose_end(ppo, before % 2, choices + first, err);
        for (int game = first; good && game < end; game++) play(batch, game, choices[game], next);
    }
    free(choices);
    return good;
}

bool toy_iterate(ToyBatch *batch, Ppo *ppo, const PpoPlan *plan, int parts, double rate, double entropy,
                 PpoReport *report, Error *err) {
    for (int game = 0; game < batch->games; game++) show(batch, game, ppo_rows(ppo, 0));
    for (int i = 0; i < plan->steps; i++) {
        if (!step(batch, ppo, i, parts, err)) return false;
    }
    return ppo_learn(ppo, rate, entropy, report, err);
}

void toy_inputs(const Toy *toy, const ToyState *state, float inputs[TOY_INPUTS], unsigned *legal) {
    uint8_t bytes[TOY_INPUTS] = {0}, secrets[TOY_SECRETS] = {0};
    ToyRow row = {.inputs = bytes, .secrets = secrets};
    toy->show(state, &row);
    for (int i = 0; i < TOY_INPUTS; i++) inputs[i] = (float)bytes[i] / PPO_ONE;
    *legal = row.legal;
}
