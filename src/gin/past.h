// SPDX-License-Identifier: MIT
// The hands of a game that are over, as the table saw them: the public log of each, and the cards that lay open at its
// end. They are part of every view, so that a player can adapt to its opponent and still be a function from view to
// action; what it makes of them is its own business.
//
// The cards a seat drew from the stock, and the stock that was left, were never seen and are not here.
#ifndef DEADWOOD_GIN_PAST_H
#define DEADWOOD_GIN_PAST_H

#include "gin/gin.h"

// One hand. It leads on to the one before it, so that a pointer to the last one stands for all of them. None of it is
// ever changed once another hand follows.
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

// How many hands a pointer to the last one stands for; NULL for none.
static inline uint32_t gin_past_hands(const GinPastHand *last) { return last ? last->number + 1 : 0; }

// Two seats, or two programs, have been shown the same hands.
bool gin_past_equal(const GinPastHand *a, const GinPastHand *b);

// A hand that is over, alone: it borrows the log.
GinPastHand gin_past_hand(const GinState *over, const GinLog *log);

// Keeps the hands that others point at. All zero it is empty; whoever plays whole games has one, and ends it with
// gin_past_close.
typedef struct GinPast {
    const GinPastHand *last;  // of the game in progress; NULL in its first hand
    struct GinPastKept *kept; // all hands, the newest first
} GinPast;

// Adds a hand that is over; its log is copied. A game has at most GIN_HAND_LIMIT hands [G24], and so many are kept:
// false if there are as many already, or without memory, which is noted (memory.h). Nothing is added then.
bool gin_past_add(GinPast *past, const GinState *over, const GinLog *log);

// Another game begins. Hands of those before are still there, for whoever points at them, until gin_past_trim.
static inline void gin_past_begin(GinPast *past) { past->last = NULL; }
void gin_past_trim(GinPast *past);

void gin_past_close(GinPast *past);

#endif
