// SPDX-License-Identifier: MIT
// The match-equity table: the chance to win a game from a score, between two equal players. How their hands end is
// counted once, then the game is solved backwards from its target by dynamic programming.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_CHANCES_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_CHANCES_H

#include "gin/table.h"

// The value of a position to a seat: expected points of the hand (losses are negative), and the chance to win the game.
typedef struct GinWorth {
    double points, win;
} GinWorth;

static inline GinWorth gin_worth_sum(GinWorth a, GinWorth b) { return (GinWorth){a.points + b.points, a.win + b.win}; }
static inline GinWorth gin_worth_less(GinWorth a, GinWorth b) { return (GinWorth){a.points - b.points, a.win - b.win}; }

typedef struct GinChances GinChances;

enum { GIN_CHANCES_HANDS = 60000 }; // enough for a chance to win within 0.2%

// How hands ended: counts by points, of hands won by their starter and by the other. Hands nobody scores in are dealt
// again.
enum { GIN_MOST_POINTS = 1024 };
typedef struct GinEndings {
    uint64_t starter[GIN_MOST_POINTS], other[GIN_MOST_POINTS];
    uint64_t cancelled; // or without points
} GinEndings;

// Counts a finished hand; points are capped at GIN_MOST_POINTS - 1.
void gin_endings_note(GinEndings *endings, const GinState *over);

// Solves the game between players whose hands end like that. Scores are exact up to a target of 400 and grouped above.
// The caller ends it with gin_chances_close. If no hand was scored, each side has a chance of one half. NULL only if
// memory runs out, which the thread notes (memory.h).
GinChances *gin_chances_of_endings(const GinRules *rules, const GinEndings *endings);

// Plays `hands` hands of the player against itself (chance from `seed`) and solves the game. NULL as above.
GinChances *gin_chances_open(const GinRules *rules, const GinPlayer *player, int hands, uint64_t seed);
void gin_chances_close(GinChances *chances); // NULL is fine

const GinRules *gin_chances_rules(const GinChances *chances);

// Before a hand: what it is worth to `seat`.
GinWorth gin_chances_before(const GinChances *chances, const uint16_t score[2], Seat starter, Seat seat);

// After a hand that is over.
GinWorth gin_chances_after(const GinChances *chances, const GinState *over, Seat seat);

#endif
