// SPDX-License-Identifier: MIT
// Turn-by-turn statistics of self-play: how deadwood falls, when a player could knock or goes gin, and what a knock
// would score at each turn.
#ifndef DEADWOOD_PAPERS_HEISENBOT_ROUNDS_H
#define DEADWOOD_PAPERS_HEISENBOT_ROUNDS_H

#include "arena/stats.h"
#include "report/lab.h"

// When a hand may end although the player watched wants to knock at the first chance.
typedef enum {
    LAB_KNOCK_AT_ONCE, // as the player plays
    LAB_PLAY_ON,       // only gin ends a hand; beyond LAB_FORCED_TURN whoever can knock does
    LAB_HOLD_GIN,      // not even gin before that turn
    LAB_GIN_ONLY,      // only gin, to the last card of the stock
    LAB_READINGS,
} LabReading;

const char *lab_reading_name(LabReading reading);

enum {
    LAB_FORCED_TURN = 30, // Heisenbot's Figure 1: "forced knocking (if possible) beyond that point"
    LAB_TURNS = 64,       // turns of both players that are looked at
    LAB_POINTS = 101,     // deadwood 0 to 100
    LAB_WAITS = 16,       // own turns after the first chance to knock
};

// Sums of whole numbers, from which mean and interval follow.
typedef struct LabMean {
    int64_t count, sum, squares;
} LabMean;

void lab_mean_add(LabMean *mean, int64_t value);
double lab_mean(const LabMean *mean);
Interval lab_mean_interval(const LabMean *mean); // 95%

// What was seen; whole numbers only. Turns are draws, counted for both players together, unless said otherwise.
typedef struct LabRounds {
    LabMean game_hands;                      // hands a game
    int64_t hands, knocks, gins, undercuts;  // how hands ended
    int64_t deadwood[LAB_TURNS][LAB_POINTS]; // after the discard of a turn: how often so much
    int64_t gin_at[LAB_TURNS];               // hands in which gin was first reached in this turn
    LabMean able_first;                      // turn in which one of the two could first knock
    LabMean able_each;                       // the same for each player
    LabMean able_each_counter;               // with declined offers counted as turns, as the contest's program does
    LabMean able_both;                       // turn from which both could, in hands that came so far
    LabMean gin_first, gin_each;             // likewise, gin
    LabMean wait_first[LAB_WAITS];           // score of a knock so many own turns after the hand's first chance
    LabMean wait_each[LAB_WAITS];            // after the player's own first chance, whoever had one before
    int64_t wait_gins[LAB_WAITS], wait_undercuts[LAB_WAITS]; // of wait_first
} LabRounds;

// Plays `games` games of `player` against itself under `rules`. With LAB_KNOCK_AT_ONCE they are the very games of
// `deadwood match PLAYER PLAYER --plain`. The score of a knock that was held back is found by playing it on a copy.
bool lab_rounds_play(const LabRun *run, const char *player, const GinRules *rules, LabReading reading, uint64_t games,
                     LabRounds *rounds, Error *err);

// Of the deadwood seen in one turn: how many values, their mean, the least value with `share` of them at or below it.
int64_t lab_deadwood_count(const LabRounds *rounds, int turn);
LabMean lab_deadwood_mean(const LabRounds *rounds, int turn);
int lab_deadwood_quantile(const LabRounds *rounds, int turn, double share);

#endif
