// SPDX-License-Identifier: MIT
// Ducker's rules with human lapses: forgetting cards played, not thinking about every card, passing whatever is high.
// The levels use these (list/levels.c).
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_HUMAN_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_HUMAN_H

#include "hearts/hearts.h"

// Probabilities, each from 0 to 1.
typedef struct HeartsLapses {
    double asleep;   // for each choice, that it is any legal one
    double careless; // for each choice, that it is a beginner's: duck with the lowest, lead the lowest of the longest
                     // suit, throw and pass the highest, whatever it is
    double forgets;  // for each card of earlier tricks, that it is thought to be out still
} HeartsLapses;

// The card for the seat to act, which is in the view.
Card hearts_human_card(const HeartsLapses *lapses, const HeartsView *view, Rng *rng);

// The cards to pass.
CardSet hearts_human_pass(const HeartsLapses *lapses, const HeartsView *view, Rng *rng);

// True with probability `chance`; draws nothing if that is 0.
static inline bool hearts_lapse(Rng *rng, double chance) { return chance > 0 && rng_unit(rng) < chance; }

#endif
