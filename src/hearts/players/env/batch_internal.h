// SPDX-License-Identifier: MIT
// The parts of a batch, shared by batch.c, which plays it, and batch_save.c, which saves it.
#ifndef DEADWOOD_HEARTS_PLAYERS_ENV_BATCH_INTERNAL_H
#define DEADWOOD_HEARTS_PLAYERS_ENV_BATCH_INTERNAL_H

#include "hearts/players/env/batch.h"

enum { HEARTS_BATCH_LINE = 64 }; // bytes of a cache line

// A game that goes on for ever. Game number n at place p is the one hearts_play_game plays with match p, deal n and
// game n.
typedef struct HeartsBatchGame {
    _Alignas(HEARTS_BATCH_LINE) HeartsState state;
    CardSet picked; // by the seat to act, of the cards it passes
    HeartsTrail trail;
    HeartsLog log;
    uint8_t lineup;              // of the plan's
    uint8_t chair[HEARTS_SEATS]; // of it, by seat
    int16_t total[HEARTS_SEATS]; // of the hands that are over
    uint32_t hands;              // of this game that are over
    uint32_t number;
    Rng rng[HEARTS_SEATS]; // of players that the batch asks
} HeartsBatchGame;

// What one thread counts.
typedef struct HeartsBatchWorker {
    _Alignas(HEARTS_BATCH_LINE) HeartsBatchCount count[HEARTS_BATCH_LINEUPS];
} HeartsBatchWorker;

// The job that the threads share, `slice` games at a time.
typedef struct HeartsBatchJob {
    HeartsBatch *batch;
    int first, count; // games
    int slice;
    const uint8_t *choices; // NULL: only look
    HeartsBatchRows rows;   // of games from `first` on
} HeartsBatchJob;

struct HeartsBatch {
    HeartsRules rules;
    uint64_t seed;
    int games;
    int lineup_count;
    HeartsBatchLineup lineups[HEARTS_BATCH_LINEUPS];
    double share[HEARTS_BATCH_LINEUPS], share_sum; // as they are now
    HeartsBatchReward reward;
    Team *team;
    HeartsBatchJob job; // under way
    int workers;
    HeartsBatchGame *game;
    HeartsBatchWorker *worker;
};

// Adds what one counted to another.
void hearts_batch_add_count(HeartsBatchCount *sum, const HeartsBatchCount *count);

#endif
