// SPDX-License-Identifier: MIT
// A decision of gin as a person describes it: the own hand, the face-up cards, what the opponent took, the score. It
// becomes a state and a history for all other code.
//
// A person remembers cards, not turns, so the turns are reconstructed: face-up cards alternate between the seats and
// end with the opponent; a card somebody took was discarded by the other before, as early as possible; in every other
// turn the drawn card is discarded. All other cards are hidden: they are shuffled into the opponent's hand and the
// stock, and no player may look at them.
#ifndef DEADWOOD_COACH_GIN_GIN_SITUATION_H
#define DEADWOOD_COACH_GIN_GIN_SITUATION_H

#include "gin/table.h"

// As text, such as options of a command line; NULL where nothing was said.
typedef struct GinTold {
    const char *hand;   // ten cards before a draw, eleven before a discard
    const char *upcard; // on top of the discard pile; with eleven cards also the one of them that was just taken
    const char *seen;   // the pile below the upcard, the oldest card first
    const char *took;   // cards the opponent took from the pile and holds
    const char *shown;  // cards of the own hand that were taken from the pile in earlier turns
    const char *score;  // "40-25", own score first
    bool passed;        // the opponent has passed on the first upcard
} GinTold;

// The situation; seat 0 is to act. The state borrows the rules, so it must stay where it is (see gin_situation_read).
typedef struct GinSituation {
    GinRules rules;
    GinState state;
    GinHistory history;
} GinSituation;

// Reads what was told, under `situation->rules`, which are set already. The hidden cards are shuffled by `seed`. False
// with err set, and the situation in no state to use, if a card appears twice, a number of cards is impossible and so
// on.
bool gin_situation_read(const GinTold *told, uint64_t seed, GinSituation *situation, Error *err);

#endif
