// SPDX-License-Identifier: MIT
// Multi-player UCT (Sturtevant 2008): a tree grown by playouts, in which each seat maximises its own reward. Either one
// tree for each sampled world, or one tree for all of them that knows only the cards played (information-set UCT):
// there a seat cannot use what it could not know.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_UCT_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_UCT_H

#include "hearts/players/search/search.h"

typedef struct HeartsUct {
    int playouts; // for each world
    float c;      // exploration, for rewards in which 26 points are 1
    int noise;    // playouts by ducker's rules, a random card with probability noise/256; 256: random ones
    int ahead;    // evaluation: tricks that are played out before it is called (0: none, at the end of this trick)
    bool shared;  // one tree for all worlds
    bool equals;  // equivalent cards are tried once (not in a shared tree, where equivalence depends on the world)
    const HeartsEvaluation *evaluation; // instead of playouts to the end; NULL: none
} HeartsUct;

// Results for each legal card of the seat to act, by card_index, summed over trees.
typedef struct HeartsCounts {
    double visits[CARD_COUNT]; // playouts through it
    double mean[CARD_COUNT];   // their mean cost, a sum over trees
    int worlds[CARD_COUNT];    // trees that tried it
} HeartsCounts;

// Grows trees over `count` worlds, all of which show the seat to act the same. False only when memory is out.
bool hearts_uct(const HeartsUct *uct, const HeartsState *worlds, int count, Rng *rng, HeartsCounts *counts);

#endif
