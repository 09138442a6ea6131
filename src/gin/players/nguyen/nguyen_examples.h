// SPDX-License-Identifier: MIT
// Training examples for the networks of Nguyen, Doan & Neller (2021), from hands in play or from records. Rows are
// packed into a few bytes; the fill functions of TrainData expand them to vectors.
#ifndef DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_EXAMPLES_H
#define DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_EXAMPLES_H

#include "gin/players/env/selfplay.h"
#include "gin/players/nguyen/nguyen.h"
#include "learn/train/train.h"

// Rows of one kind, one after the other. `{.size = sizeof(NguyenCardRow)}` is empty; ended with examples_free.
typedef struct Examples {
    uint8_t *data;
    uint32_t size; // bytes a row
    uint32_t count, room;
    bool full; // memory ran out, or 2^32 rows: rows are missing
} Examples;

void examples_free(Examples *rows);
void examples_add(Examples *rows, const void *row);
void examples_append(Examples *rows, const Examples *more);

// Plays the games of the plan and appends the rows that `make` finds in each hand, in the order of the games.
typedef void ExamplesMake(Examples *rows, const GinHandRecord *hand);
bool examples_collect(Examples *rows, const GinSelfPlay *plan, ExamplesMake *make, Error *err);

// ---- Card values ----

// A decision whether to take the upcard. The target is the card's cost at the end of the hand: its points if the taker
// then held it unmelded, else 0.
typedef struct NguyenCardRow {
    NguyenCard card;
    uint8_t taken;
    uint8_t cost;
} NguyenCardRow;

// All decisions, 150 a game; or only those that took the card, 60 a game. The paper's 500,000 rows of 5,000 games lie
// between; a network that learns from cards left in the pile thinks they cost nothing and wins 5% of games against
// Simple instead of the paper's 20 to 24.
void nguyen_card_rows(Examples *rows, const GinHandRecord *hand);
void nguyen_taken_rows(Examples *rows, const GinHandRecord *hand);

// Inputs: points, turn, hit count; target: the cost.
TrainData nguyen_card_data(const Examples *rows);

// ---- Opponent's hand ----

// What a seat sees of one turn of its opponent, and what the opponent holds after it.
typedef struct NguyenTurnRow {
    CardSet open; // own hand and discard pile, after the turn
    CardSet held; // the opponent's hand
    Card upcard;  // as it lay there
    Card discard;
    uint8_t taken; // the opponent took the upcard
    uint8_t turn;  // the opponent's, in this hand, from 0
} NguyenTurnRow;

enum { NGUYEN_TURN_INPUTS = 4 * CARD_COUNT };

// All turns one seat sees in a hand follow one another; seat 0's first.
void nguyen_turn_rows(Examples *rows, const GinHandRecord *hand);

// The four one-hot vectors of the paper as the numbers of the inputs that are 1, rising: the discard, the upcard not
// taken, the upcard taken, the open cards. Returns how many.
enum { NGUYEN_TURN_ONES = 2 + CARD_COUNT };
int nguyen_turn_ones(const NguyenTurnRow *row, int ones[NGUYEN_TURN_ONES]);

// One example per turn, for the feed-forward network: 4x52 inputs, 52 targets.
TrainData nguyen_turn_data(const Examples *rows);

// One example per hand and seat, for the LSTM, with at most `steps` turns. `starts` belongs to the caller, who ends it
// with free; *data borrows both. False when memory is out.
typedef struct NguyenSequences {
    const Examples *rows;
    uint32_t *starts; // count + 1 of them
    int steps;
} NguyenSequences;

bool nguyen_sequences(const Examples *rows, int steps, NguyenSequences *sequences, TrainData *data, Error *err);

// ---- Knocking ----

// A player at the end of a hand that was won: the inputs of the knock network, and whether this player won.
typedef struct NguyenKnockRow {
    NguyenKnock knock;
    uint8_t won;
} NguyenKnockRow;

// Both players; the defender's deadwood and unmelded cards after layoffs.
void nguyen_knock_rows(Examples *rows, const GinHandRecord *hand);
TrainData nguyen_knock_data(const Examples *rows);

// Simple with each pair of knock limits from 0 to 10, for GinSelfPlay.
enum { NGUYEN_KNOCK_PAIRS = 121 };
extern const char *const nguyen_knock_pairs[NGUYEN_KNOCK_PAIRS][2];

#endif
