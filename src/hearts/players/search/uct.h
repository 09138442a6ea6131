// SPDX-License-Identifier: MIT
// UCT for several seats (Sturtevant 2008): a tree grown by playouts, in which each seat prefers what has been good for
// itself. Either one tree for each sampled world, or one tree for all of them that knows only the cards played
// (information-set UCT): there a seat to act cannot tell worlds apart any better than the tree can.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_UCT_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_UCT_H

#include "hearts/players/search/search.h"

typedef struct HeartsUct {
    int playouts; // for each world
    float c;      // exploration, for rewards in which 26 points are 1
    int noise;    // playouts by ducker's rules, a random card with probability noise/256; 256: random ones
    int ahead;    // evaluation: tricks that are played out before it is asked (0: at once, at the end of the trick)
    bool shared;  // one tree for all worlds
    bool equals;  // cards that do the same are tried once (not in a shared tree, where it depends on the world)
    const HeartsEvaluation *evaluation; // instead of playouts to the end; NULL: none
} HeartsUct;

// What was found for each legal card of the seat to act, by card_index, added up over trees.
typedef struct HeartsCounts {
    double visits[CARD_COUNT]; // playouts through it
    double mean[CARD_COUNT];   // their mean cost, a sum over trees
    int worlds[CARD_COUNT];    // trees that tried it
} HeartsCounts;

// Grows trees over `count` worlds, all of which show the seat to act the same. False only when memory is out.
bool hearts_uct(const HeartsUct *uct, const HeartsState *worlds, int count, Rng *rng, HeartsCounts *counts);

#endif
