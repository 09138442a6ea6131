// SPDX-License-Identifier: MIT
// A player's style in numbers that a card player can learn from: when it knocks, what it takes, keeps and discards; and
// how often another player would do the same.
#ifndef DEADWOOD_ANALYSIS_STYLE_STYLE_H
#define DEADWOOD_ANALYSIS_STYLE_STYLE_H

#include "gin/players/simple/card_kinds.h"
#include "report/lab.h"

enum {
    STYLE_TURNS = 12,     // own turns 1 to 11, and later ones
    STYLE_DEADWOODS = 11, // 0 to 10
    STYLE_LOOSES = 6,     // 0 to 4 loose cards, and more
    STYLE_SAVINGS = 10,   // 0 points or less, 1 to 8, and more
    STYLE_FIELD = 16,     // opponents
};

typedef enum { STYLE_DRAW, STYLE_DISCARD, STYLE_KNOCK, STYLE_DECISIONS } StyleDecision;

// Whole numbers alone, so that they add up.
typedef struct StyleCounts {
    int64_t games, wins, hands, rounds; // rounds: hands somebody won
    int64_t knocks, gins, undercuts, undercut, deadwood;
    int64_t draws, takes;
    // Turns in which the cards allow a knock, by the least deadwood a discard leaves; and those in which it knocked.
    int64_t chances[STYLE_TURNS][STYLE_DEADWOODS], knocked[STYLE_TURNS][STYLE_DEADWOODS];
    // The same by the number of cards outside melds after such a discard.
    int64_t loose_chances[STYLE_TURNS][STYLE_LOOSES], loose_knocked[STYLE_TURNS][STYLE_LOOSES];
    // Upcards by what they are to the hand, and those taken; a hand's first upcard apart.
    int64_t first_offers[GIN_KINDS], first_taken[GIN_KINDS];
    int64_t offers[STYLE_TURNS][GIN_KINDS], taken[STYLE_TURNS][GIN_KINDS];
    // Later upcards that belong to a meld and do not make gin, by the points they save; and those taken.
    int64_t meld_offers[STYLE_SAVINGS], meld_taken[STYLE_SAVINGS];
    // Turns in which a card of a kind could be discarded, turns in which one was, and the expected number for a random
    // discard, in millionths.
    int64_t held[STYLE_TURNS][GIN_KINDS], shed[STYLE_TURNS][GIN_KINDS], by_chance[STYLE_TURNS][GIN_KINDS];
    // Decisions that another player was asked about too, and how often it agreed.
    int64_t asked[STYLE_DECISIONS], same[STYLE_DECISIONS];
} StyleCounts;

typedef struct StylePlan {
    const char *player;
    const char *field[STYLE_FIELD]; // opponents, in turn
    int field_count;
    const char *other; // asked about every decision as well, or NULL
    uint64_t games;
} StylePlan;

// Plays the games on the run's threads; counts do not depend on their number. False with err set on failure; after
// Ctrl-C the counts cover the games played.
bool style_measure(const LabRun *run, const StylePlan *plan, StyleCounts *counts, Error *err);

// Adds the tables and figures to the run, the figures' names beginning with `name`.
void style_report(LabRun *run, const StylePlan *plan, const StyleCounts *counts, const char *name);

#endif
