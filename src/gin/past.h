// SPDX-License-Identifier: MIT
// What both players of a game have seen of each other in its earlier hands: how they knock, wait, take and undercut. It
// is part of every view, so that a player can adapt to its opponent and still be a function from view to action.
//
// Only what the table saw is counted: the public log, and the hands that lay open at the end. The cards a seat drew
// from the stock are not looked at.
#ifndef DEADWOOD_GIN_PAST_H
#define DEADWOOD_GIN_PAST_H

#include "gin/gin.h"

// Steps of the counts below: deadwood 0 (gin), 1-2, 3-4, 5-6, 7-8, 9 and more; own draws up to 3, 4-5, 6-7, 8-9, 10-12,
// 13 and more.
enum { GIN_PAST_DEADWOODS = 6, GIN_PAST_TURNS = 6 };

// One seat's habits, as counts over the hands of this game that are over.
typedef struct GinHabits {
    uint16_t knocks;                             // hands it ended, gin included
    uint16_t knock_deadwood[GIN_PAST_DEADWOODS]; // those by its deadwood
    uint16_t knock_turn[GIN_PAST_TURNS];         // those by its own draws in the hand
    uint16_t undercuts;                          // hands it won as defender
    uint16_t defences;                           // hands its opponent ended
    uint16_t held_knock;           // of those: its own cards would have been good enough to knock, before layoffs
    uint16_t defence_points;       // its deadwood in them before layoffs, summed
    uint16_t draws, takes;         // all draws; those from the discard pile
    uint16_t offers, offers_taken; // first upcards it was asked about
    // As its cards show where they lay open in the end. Nobody saw when a card came from the stock, so it counts as
    // held all along.
    uint16_t shown_takes, melded_takes; // draws from the discard pile; those that melded with what it held
    uint16_t sheds, low_sheds; // discards that it played on after; those that count less than a card which melded with
                               // nothing and which it kept
} GinHabits;

typedef struct GinPast {
    uint16_t hands;     // over, cancelled ones included
    uint16_t cancelled; // those nobody won
    GinHabits seat[2];
} GinPast;

// Nothing is known yet: what a view of a first hand, or of a hand without its game, points at.
extern const GinPast GIN_NO_PAST;

// Adds a hand that is over, with its log; of a hand that was forfeited nothing is known.
void gin_past_note(GinPast *past, const GinState *over, const GinLog *log);

// The counts can be those of a game: for what is read from outside.
bool gin_past_is_sound(const GinPast *past);

#endif
