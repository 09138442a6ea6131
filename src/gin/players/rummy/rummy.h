// SPDX-License-Identifier: MIT
// TD-rummy and EVO-rummy: one agent, its network learned by temporal differences or by coevolution, both in self-play.
// Kotnik and Kalita (ICML 2003) compared the two; Nguyen et al. and Eicholtz et al. cite them. Inputs, network size and
// learning parameters here are ours: only that comparison is taken from the paper, whose agent is not public.
//
// The network says what a hand is worth to a seat after an action of its own (an afterstate), in points it will win or
// lose. The agent takes the action that leads to the best. An upcard is worth what its best discard leads to.
#ifndef DEADWOOD_GIN_PLAYERS_RUMMY_RUMMY_H
#define DEADWOOD_GIN_PLAYERS_RUMMY_RUMMY_H

#include "gin/table.h"
#include "learn/net/net.h"

// Inputs are all 0 or 1: planes of cards, then cells of which one each is 1.
enum {
    RUMMY_DEADWOOD_CELLS = 20, // 0 to 10 each, then by fives
    RUMMY_KNOCK_CELLS = 11,    // the same once more for a knock
    RUMMY_STOCK_CELLS = 16,    // two cards of the stock each
    RUMMY_TAKE_CELLS = 5,      // cards the opponent took face up, 4 and more together
    RUMMY_PLANES = 7,          // own hand, cards in melds, those known to the opponent, its known cards, cards that are
                               // gone, the card it may take, unseen cards that would meld
    RUMMY_ACTS = 4,
    RUMMY_INPUTS = RUMMY_PLANES * CARD_COUNT + RUMMY_ACTS + RUMMY_DEADWOOD_CELLS + RUMMY_KNOCK_CELLS +
                   RUMMY_STOCK_CELLS + RUMMY_TAKE_CELLS,
    RUMMY_HIDDEN = 1024, // units at most
    RUMMY_ONES = 160,    // inputs that can be 1 at once, with room to spare
};

#define RUMMY_POINTS         25.0    // a value of 1 in points
#define RUMMY_FACT           "rummy" // of a weights file: the version of its inputs
#define RUMMY_INPUTS_VERSION "1"

// The inputs that are 1, rising.
typedef struct RummyInput {
    int count;
    int ones[RUMMY_ONES];
} RummyInput;

// What the agent does, and the afterstate that it goes by. `settled` is false where nothing is learned from: an upcard
// taken is judged with its discard, melds are shown without a choice.
typedef struct RummyChoice {
    GinAction action;
    bool settled;
    double value; // in units of RUMMY_POINTS
    RummyInput input;
} RummyChoice;

// The best of what `among` allows; with `chance` at random with that probability (while learning). The net is one of
// RUMMY_INPUTS inputs and one output.
void rummy_choose(const Net *net, const GinView *view, const GinLegal *among, double chance, Rng *rng,
                  RummyChoice *choice);

// A network of one hidden layer as both learners begin with it. The caller ends it with net_close.
Net *rummy_make(int hidden, uint64_t seed, Error *err);

#endif
