// SPDX-License-Identifier: MIT
// Games small enough to be solved by hand, many at once, for learners: each stands at a decision, shown as rows of
// bytes.
#ifndef DEADWOOD_TESTS_TOYS_H
#define DEADWOOD_TESTS_TOYS_H

#include "base/rng.h"
#include "learn/ppo/ppo.h"

enum { TOY_INPUTS = 12, TOY_SECRETS = 3, TOY_CHOICES = 4 };

typedef struct ToyState {
    int brains[2];
    int cards[2];
    int history[4], moves;
} ToyState;

// A row of one game. Bytes come in as zeros.
typedef struct ToyRow {
    uint8_t *inputs, *secrets;
    unsigned legal; // bits
    int seat;
} ToyRow;

typedef struct Toy {
    void (*deal)(ToyState *state, Rng *rng);                      // cards, and who plays
    void (*show)(const ToyState *state, ToyRow *row);             // to who must choose
    bool (*play)(ToyState *state, int choice, Rng *rng, float *); // true: over; the reward is seat 0's
} Toy;

extern const Toy toy_bandit;  // three cards, the best choice differs; which are legal, too
extern const Toy toy_two;     // two choices in a row: only 1, then 2 brings 1; 0 first brings 0.5
extern const Toy toy_pennies; // matching pennies: seat 1 does not see what seat 0 did
extern const Toy toy_kuhn;    // Kuhn poker; the learner (seat drawn) plays a fixed player

// Best choice of the bandit's card.
int toy_bandit_best(int card);

// Chance that the fixed player bets or calls.
double toy_kuhn_bets(int card, int seat, int first);

// Many games of one kind.
typedef struct ToyBatch {
    const Toy *toy;
    int games;
    uint64_t seed;
    int other; // the brain of the seat that is not the learner's, where the game asks for two
    ToyState *states;
    Rng *rngs;
} ToyBatch;

ToyBatch toy_open(const Toy *toy, int games, uint64_t seed, int other);
void toy_close(ToyBatch *batch);

// A plan that fits these games.
PpoPlan toy_plan(int games, int steps);

// Nets for it, and PPO with such nets. NULL with err set on failure.
#define TOY_ACTOR  "12 32t 4l"
#define TOY_CRITIC "15 32t 1l"
Ppo *toy_ppo(const PpoPlan *plan, const char *actor_text, const char *critic_text, Error *err);

// One iteration: a rollout in `parts` ranges, on both lanes in turn, then learning. Rows of step 0 are written in any
// case.
bool toy_iterate(ToyBatch *batch, Ppo *ppo, const PpoPlan *plan, int parts, double rate, double entropy,
                 PpoReport *report, Error *err);

// Writes the inputs of a state as floats.
void toy_inputs(const Toy *toy, const ToyState *state, float inputs[TOY_INPUTS], unsigned *legal);

#endif
