// SPDX-License-Identifier: MIT
// The parts of a batch, shared by batch.c, which plays it, and batch_save.c, which saves it.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_BATCH_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_ENV_BATCH_INTERNAL_H

#include "gin/players/env/batch.h"

enum { GIN_BATCH_LINE = 64 }; // bytes of a cache line

// A place whose games restart for ever. Game number n at place p is the one gin_play_game plays with match p, deal n
// and game n. What every step touches comes first; the history is long, but a step touches only its start.
typedef struct GinBatchGame {
    _Alignas(GIN_BATCH_LINE) GinState state;
    Rng rng[2]; // of players that the batch asks
    uint32_t number;
    uint16_t hands;     // of this game that are over
    uint16_t score[2];  // with those
    uint8_t opponent;   // of the plan's
    Seat learner;       // seat 0 where it plays itself
    GinHabits habits;   // of the game so far
    GinHistory history; // from here on only the used part is saved
    GinPast past;       // kept where the opponent is a player that looks at it
} GinBatchGame;

// What one thread counts.
typedef struct GinBatchWorker {
    _Alignas(GIN_BATCH_LINE) GinBatchCount count[GIN_BATCH_OPPONENTS];
    GinEndings endings;
} GinBatchWorker;

// The job that the threads share, `slice` games at a time.
typedef struct GinBatchJob {
    GinBatch *batch;
    int first, count; // games
    int slice;
    const uint8_t *choices; // NULL: only look
    GinBatchRows rows;      // of games from `first` on
} GinBatchJob;

struct GinBatch {
    GinRules rules;
    uint64_t seed;
    int games;
    int opponent_count;
    GinBatchOpponent opponents[GIN_BATCH_OPPONENTS];
    double share[GIN_BATCH_OPPONENTS], share_sum; // as they are now
    GinBatchReward reward;
    Team *team;
    GinBatchJob job; // under way
    int workers;
    GinBatchGame *game;
    GinBatchWorker *worker;
};

// Frees games and all they own; NULL is fine.
void gin_batch_free_games(GinBatchGame *games, int count);

// Adds one thread's counts to a sum.
void gin_batch_add_count(GinBatchCount *sum, const GinBatchCount *count);
void gin_batch_add_endings(GinEndings *sum, const GinEndings *endings);

#endif
