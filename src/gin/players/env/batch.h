// SPDX-License-Identifier: MIT
// Many games at once, for a learner: a batch environment. Every game stands at a decision; whoever learns is shown all
// of them as rows of bytes (observe.h), answers with a choice a row, and gets the next ones. Games go on for ever: a
// hand follows a hand, a game a game, and what is forced is played without asking.
//
// Who sits where is drawn anew for every game from the `seats` of the plan. A seat's brain is a number: 0 the learner,
// 1 and more networks that the caller asks (past selves, exploiters, styles); or it is a player of ours, which the
// batch asks itself, so that rows come from networks alone.
//
// The same plan gives the same rows for any number of threads, if the choices are the same. The n-th game (from 0) at
// place p is the game that gin_play_game plays with match p, deal n and game n.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_BATCH_H
#define DEADWOOD_GIN_PLAYERS_ENV_BATCH_H

#include "base/threads/team.h"
#include "gin/players/env/observe.h"
#include "gin/players/judge/chances.h"

enum { GIN_BATCH_OPPONENTS = 64, GIN_BATCH_BRAINS = 32 };

// Who plays against the learner, and how often.
typedef struct GinBatchOpponent {
    double share; // of the games, in any unit
    int brain;    // 0: the learner itself, in both seats; 1 and more: a network the caller asks; -1: `player`
    const GinPlayer *player; // borrowed, asked from many threads at once; it must not `watch`
} GinBatchOpponent;

typedef struct GinBatchPlan {
    uint64_t seed;
    const GinRules *rules; // copied
    const GinBatchOpponent *opponents;
    int opponent_count;
    int games; // at once
} GinBatchPlan;

// What a hand brings, in the unit of values: `points` times the points won, and `win` times the change of the chance to
// win the game by the table. The table is borrowed until it is replaced; NULL is fine where win is 0.
typedef struct GinBatchReward {
    double points, win;
    const GinChances *chances;
} GinBatchReward;

// What a choice led to in one game, for who wants to know where an episode ends: hands, and even games, may be over
// before anybody decides anything in them, and `reward` below is the sum of all.
typedef struct GinBatchOutcome {
    float hand;       // the reward up to the end of the first hand that ended
    float game;       // up to the end of the first game that ended
    int8_t winner;    // a seat of that game; -1: none ended, or nobody won it
    uint8_t opponent; // of the plan's, in the game that the row is about
} GinBatchOutcome;

// Rows, one a game, in memory of the caller. `inputs` [games][GIN_INPUTS], `secrets` [games][GIN_SECRETS] (may be
// NULL), `legal` [games][GIN_LEGAL_BYTES].
typedef struct GinBatchRows {
    uint8_t *inputs, *secrets, *legal;
    uint8_t *brain;           // [games]: who must choose
    uint8_t *seat;            // [games]: for which seat, 0 or 1
    float *reward;            // [games]: to seat 0, from the last choice up to here; not written by gin_batch_look
    uint8_t *ended;           // [games]: 1 if the last choice ended a hand; this row then begins a new one. As above
    uint8_t *over;            // [games]: 1 if it ended a game. As above; may be NULL
    GinBatchOutcome *outcome; // [games]; may be NULL. gin_batch_look writes `opponent` alone
} GinBatchRows;

// What happened to the learner against one opponent since the counts were last taken.
typedef struct GinBatchCount {
    uint64_t games, wins;             // ended games; won by the learner (of seat 0, where it plays itself)
    uint64_t hands, cancelled;        //
    int64_t points;                   // the learner's minus the opponent's
    uint64_t knocks, gins, undercuts; // of the learner
    uint64_t against_knocks, against_gins, against_undercuts; // of the opponent
    uint64_t decisions;                                       // rows of brain 0
} GinBatchCount;

typedef struct GinBatch GinBatch;

// Deals all games. The team is borrowed and used by every call. The caller ends it with gin_batch_close. NULL with err
// set if the plan makes no sense or memory is short.
GinBatch *gin_batch_open(const GinBatchPlan *plan, Team *team, Error *err);
void gin_batch_close(GinBatch *batch); // NULL is fine

// The same opponents in other shares, from each game's next beginning on: a league changes as it goes.
void gin_batch_shares(GinBatch *batch, const double *shares);
void gin_batch_reward(GinBatch *batch, const GinBatchReward *reward);

// What the hands that are over have brought seat 0 in the game that stands at a place, in the unit of rewards.
double gin_batch_gained(const GinBatch *batch, int place);

// Writes the rows of games first .. first+count-1 as they stand. The arrays are those of the range: rows->inputs is the
// first game's.
void gin_batch_look(GinBatch *batch, int first, int count, const GinBatchRows *rows);

// Plays a choice for each game of the range (it must be legal: asserted), goes on to the next decision, and writes the
// rows as gin_batch_look does. Ranges may be stepped in any order and number.
void gin_batch_step(GinBatch *batch, int first, int count, const uint8_t *choices, const GinBatchRows *rows);

// The same in two parts, for a caller that has something else to do first, such as to ask networks about other games:
// the team's other threads begin, and with gin_batch_end the caller joins them and waits. The choices must last until
// then, and nothing else may be asked of the batch.
void gin_batch_begin(GinBatch *batch, int first, int count, const uint8_t *choices, const GinBatchRows *rows);
void gin_batch_end(GinBatch *batch);

// Adds up and clears the counts, one a opponent.
void gin_batch_counts(GinBatch *batch, GinBatchCount *counts);

// How hands ended since the last time, whoever played them, for gin_chances_of_endings; cleared by it.
void gin_batch_endings(GinBatch *batch, GinEndings *endings);

// To a checkpoint and back: all that the batch is, as bytes of gin_batch_size. Bytes of another plan are refused.
size_t gin_batch_size(const GinBatch *batch);
void gin_batch_save(const GinBatch *batch, void *bytes);
bool gin_batch_load(GinBatch *batch, const void *bytes, size_t size, Error *err);

#endif
