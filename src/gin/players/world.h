// SPDX-License-Identifier: MIT
// Worlds: deals of the hidden cards that agree with all a seat has seen, drawn by an estimator's probabilities.
// Rollouts play them out as if they were the truth.
#ifndef DEADWOOD_GIN_PLAYERS_WORLD_H
#define DEADWOOD_GIN_PLAYERS_WORLD_H

#include "gin/players/estimate.h"

// The law of the hidden cards of one view, which it borrows and which must not change meanwhile. The opponent's unknown
// cards are drawn together, as if each were held independently with its probability and only hands of the right size
// were kept (conditional Poisson sampling); the stock is what is left, in any order.
typedef struct GinWorlds {
    const GinView *view;
    GinKnowledge known;
    int count; // unknown cards
    Card card[CARD_COUNT];
    double odds[CARD_COUNT];
    // ways[i][k]: the weight of all choices of k cards among card[i], card[i + 1], ...
    double ways[CARD_COUNT + 1][GIN_HAND_SIZE + 2];
} GinWorlds;

// `probability` as estimators give it (players.h). The seat of the view is to act, and nobody has knocked.
void gin_worlds_begin(GinWorlds *worlds, const GinView *view, const float probability[CARD_COUNT]);

// Draws one world: a state and the history that led to it, with draws of the opponent that could have been.
void gin_worlds_draw(const GinWorlds *worlds, Rng *rng, GinState *state, GinHistory *history);

#endif
