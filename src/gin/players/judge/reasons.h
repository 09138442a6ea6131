// SPDX-License-Identifier: MIT
// Why a move is good or bad, in numbers that card players use; analysis and hints put them into words.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_REASONS_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_REASONS_H

#include "gin/gin.h"

typedef struct GinReasons {
    int before, after;       // least deadwood of the hand: now, and after the move (of a take, with its best discard)
    CardSet meld;            // take: the meld the card would join, if any
    CardSet broken;          // discard: a meld that it breaks, if any
    int outs, unseen;        // cards that would join a meld of the hand after the move, and how many are unseen in all
    double wanted;           // discard: the chance that the opponent could meld it at once
    double theirs;           // the opponent's deadwood, on average; after a knock with layoffs made
    double points, undercut; // knock: points on average (lost ones negative), and the chance of an undercut
} GinReasons;

// Looks at `worlds` worlds of the decision in `state` (the seat to act has not knocked nor been knocked against), drawn
// by the estimator's `probability` and a tilt (world.h; NULL for none) with chance from `key`.
GinReasons gin_reasons(const GinState *state, const GinHistory *history, const float probability[CARD_COUNT],
                       const float *tilt, const GinAction *action, int worlds, uint64_t key);

#endif
