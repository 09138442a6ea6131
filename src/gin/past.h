// SPDX-License-Identifier: MIT
// The finished hands of a game as the table saw them: each public log, and the cards that were open at the end. Every
// view includes them, so a player can adapt to its opponent and still be a function from view to action.
//
// Cards drawn from the stock, and the rest of the stock, were never public and are not here.
#ifndef DEADWOOD_GIN_PAST_H
#define DEADWOOD_GIN_PAST_H

#include "gin/gin.h"

// One hand, linked to the one before it: a pointer to the last hand stands for all of them. A hand never changes once
// another follows.
typedef struct GinPastHand {
    const struct GinPastHand *before; // in the same game; NULL: this was the first
    uint32_t number;                  // of the game's hands before it here: from 0
    uint16_t events;
    const GinEvent *event; // the public log, oldest first
    GinTable table;        // as it ended; the scores are those before the hand
    GinResult result;
    GinSplit melds[2]; // as shown; none where nobody knocked
    CardSet hand[2];   // what both held at the end, a cancelled hand's too: all of it lies open then
} GinPastHand;

// How many hands the list has that ends with `last`; 0 for NULL.
static inline uint32_t gin_past_hands(const GinPastHand *last) { return last ? last->number + 1 : 0; }

// True if two lists show the same hands.
bool gin_past_equal(const GinPastHand *a, const GinPastHand *b);

// One finished hand on its own; it borrows the log.
GinPastHand gin_past_hand(const GinState *over, const GinLog *log);

// Owns the hands that others point at. All zero is empty. Whoever plays whole games has one and ends it with
// gin_past_close.
typedef struct GinPast {
    const GinPastHand *last;  // of the game in progress; NULL in its first hand
    struct GinPastKept *kept; // all hands, the newest first
} GinPast;

// Adds a finished hand and copies its log. False, and nothing added, if there are GIN_HAND_LIMIT hands already [G24] or
// if memory runs out, which is noted (memory.h).
bool gin_past_add(GinPast *past, const GinState *over, const GinLog *log);

// Begins another game. Hands of earlier games stay valid for whoever points at them until gin_past_trim.
static inline void gin_past_begin(GinPast *past) { past->last = NULL; }
void gin_past_trim(GinPast *past);

void gin_past_close(GinPast *past);

#endif
