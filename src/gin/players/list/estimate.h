// SPDX-License-Identifier: MIT
// Shared by all estimators of the opponent's hand: the cards known to be in or out, and the conversion of the other
// cards' weights to marginal probabilities.
#ifndef DEADWOOD_GIN_PLAYERS_LIST_ESTIMATE_H
#define DEADWOOD_GIN_PLAYERS_LIST_ESTIMATE_H

#include "gin/gin.h"

// What a seat knows of its opponent's hand.
typedef struct GinKnowledge {
    CardSet theirs;  // cards it surely holds
    CardSet unknown; // cards it may hold
    int missing;     // how many of those it holds
} GinKnowledge;

// The opponent holds what it took face up and has not discarded; it cannot hold our cards nor those of the pile. Once
// it has knocked, its whole hand is known.
GinKnowledge gin_knowledge(const GinView *view);

// Cards that lie in the open: our own and the discard pile.
static inline CardSet gin_open_cards(const GinView *view) {
    return view->hand | view->table->buried | (set_of(view->table->upcard) & SET_DECK);
}

// Turns weights of the unknown cards (by card_index, not negative; the others are not read) into probabilities: scaled
// so that they sum to the number of missing cards, none above 1; what capping takes away goes to the others in
// proportion, again and again. A weight of 0 counts as tiny, since there may be no other card left.
void gin_probabilities(const GinKnowledge *known, float probability[CARD_COUNT]);

#endif
