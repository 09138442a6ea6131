// SPDX-License-Identifier: MIT
// Fast lookahead to the end of the trick with a learned evaluation, for training.
//
// The same as max^n of depth 1 (search.h) over hearts_perceptron_value, each seat wanting few points for itself, with
// ties to the first card. It is quicker because
//  - of own cards with nothing outstanding between them, one is tried (features tell only A, K, Q of spades apart),
//  - a seat's value at a leaf is computed when that seat has to choose, which for most leaves is the last seat only,
//  - outputs are cached by atoms until the weights change, that is for one game.
#ifndef DEADWOOD_HEARTS_PLAYERS_TD_TRICK_H
#define DEADWOOD_HEARTS_PLAYERS_TD_TRICK_H

#include "hearts/players/td/perceptron.h"

typedef struct HeartsTrickSearch HeartsTrickSearch;

// Max^n as in the paper; paranoid: all others try to give points to whoever looks ahead; soft: seats that cannot tell
// two cards apart by more than a margin play either, and the mean of what follows is taken.
typedef enum {
    HEARTS_TRICK_MAXN,
    HEARTS_TRICK_PARANOID,
    HEARTS_TRICK_SOFT,
    HEARTS_TRICK_ALGORITHMS
} HeartsTrickAlgorithm;

const char *hearts_trick_algorithm_name(HeartsTrickAlgorithm algorithm); // "maxn", "paranoid", "soft-maxn"

// `net` is borrowed and may change between two calls of hearts_trick_forget. NULL when memory is short; the caller ends
// it with hearts_trick_close.
HeartsTrickSearch *hearts_trick_open(const HeartsPerceptron *net, HeartsTrickAlgorithm algorithm);
void hearts_trick_close(HeartsTrickSearch *search);

// Clears the cache. Call it when the weights have changed.
void hearts_trick_forget(HeartsTrickSearch *search);

// The value of a position between tricks.
float hearts_trick_value(HeartsTrickSearch *search, const HeartsPosition *position, Seat seat);

// The principal variation of the trick on the table, from the seat to act on: `cards` by seat. Returns the points with
// which the seat to act is expected to end the hand.
float hearts_trick_search(HeartsTrickSearch *search, const HeartsState *state, Card cards[HEARTS_SEATS]);

// The value of each legal card of the seat to act, by card_index, to be summed over worlds.
void hearts_trick_values(HeartsTrickSearch *search, const HeartsState *state, float values[CARD_COUNT]);

// How many leaves were visited and outputs computed since it was opened.
uint64_t hearts_trick_leaves(const HeartsTrickSearch *search);
uint64_t hearts_trick_outputs(const HeartsTrickSearch *search);

#endif
