// SPDX-License-Identifier: MIT
// Habits: how each seat knocks, waits, takes, undercuts and sheds, counted over the finished hands of a game. Networks
// take them as inputs (observe.h), and the champion infers the opponent's type from them.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_HABITS_H
#define DEADWOOD_GIN_PLAYERS_ENV_HABITS_H

#include "gin/past.h"

// Intervals of the counts below: deadwood 0 (gin), 1-2, 3-4, 5-6, 7-8, 9 and more; own draws up to 3, 4-5, 6-7, 8-9,
// 10-12, 13 and more.
enum { GIN_KNOCK_DEADWOODS = 6, GIN_KNOCK_TURNS = 6 };

// One seat's, as counts. A cancelled hand counts for draws and offers alone.
typedef struct GinSeatHabits {
    uint16_t knocks;                              // hands it ended, gin included
    uint16_t knock_deadwood[GIN_KNOCK_DEADWOODS]; // those by its deadwood
    uint16_t knock_turn[GIN_KNOCK_TURNS];         // those by its own draws in the hand
    uint16_t undercuts;                           // hands it won as defender
    uint16_t defences;                            // hands its opponent ended
    uint16_t held_knock;           // of those: its own cards would have been good enough to knock, before layoffs
    uint16_t defence_points;       // its deadwood in them before layoffs, summed
    uint16_t draws, takes;         // all draws; those from the discard pile
    uint16_t offers, offers_taken; // first upcards it was asked about
    // Known only from hands that were shown at the end. Nobody saw when a card came from the stock, so it counts as
    // held all along.
    uint16_t shown_takes, melded_takes; // draws from the discard pile; those that melded with what it held
    uint16_t sheds, low_sheds; // discards that it played on after; those that count less than a card which melded with
                               // nothing and which it kept
} GinSeatHabits;

typedef struct GinHabits {
    uint16_t hands;     // over, cancelled ones included
    uint16_t cancelled; // those nobody won
    GinSeatHabits seat[2];
} GinHabits;

// Adds one hand, which need not outlive the call; no count overflows in GIN_HAND_LIMIT hands.
void gin_habits_note(GinHabits *habits, const GinPastHand *hand);

// Counts all hands of a view's past: about 0.1 us a hand. Callers that need it often in one hand should keep the
// result.
GinHabits gin_habits_of(const GinPastHand *past);

#endif
