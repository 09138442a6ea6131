// SPDX-License-Identifier: MIT
// Inputs and training examples of the hand-estimation network of Mishra & Aggarwal (2021).
//
// Four planes of 52 cards, by card_index: own hand +1 and discard pile -1; cards the opponent took face up; cards it
// discarded; cards it declined. The last three hold the number of the opponent's turn in which it last did so, from 1;
// its turns are counted by its discards. Not recorded, since the paper names no plane for it: a first upcard
// that was declined, be it passed or left lying by a starter who must draw from the stock.
#ifndef DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_EXAMPLES_H
#define DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_EXAMPLES_H

#include "gin/players/env/selfplay.h"
#include "learn/files/sparse.h"

enum {
    MISHRA_HAND, // first input of each plane
    MISHRA_TAKEN = CARD_COUNT,
    MISHRA_DISCARDED = 2 * CARD_COUNT,
    MISHRA_DECLINED = 3 * CARD_COUNT,
    MISHRA_INPUTS = 4 * CARD_COUNT,
    MISHRA_SHOWN_INPUTS = 5 * CARD_COUNT, // with the plane of cards that are known to be in the hand to be completed
};

// One player's public actions, from the log: `{.turn = 1}` before the first event.
typedef struct MishraMoves {
    CardSet taken, discarded, declined; // cards with a number
    uint8_t at[3][CARD_COUNT];          // and the number, in this order
    uint8_t turn;
} MishraMoves;

// Adds one event of that player; `upcard` is the last discard of all, CARD_NONE while there was none.
void mishra_see(MishraMoves *moves, GinEvent event, Card upcard);

// The moves of the view's opponent so far.
MishraMoves mishra_moves(const GinView *view);

// The inputs that are not zero; returns how many.
int mishra_inputs(const MishraMoves *moves, CardSet hand, CardSet pile, SparseInput inputs[MISHRA_INPUTS]);

// One row a turn: what the player to draw sees, and the opponent's hand. Passing the first upcard is no turn.
void mishra_rows(SparseRows *rows, const GinHandRecord *hand);

#endif
