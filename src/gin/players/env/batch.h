// SPDX-License-Identifier: MIT
// A batch environment of gin for learners: many games at once, each at a decision. The caller gets one row of bytes per
// game (observe.h), answers with one choice per row, and gets the next rows. Games restart by themselves, and forced
// moves are played without asking.
//
// The opponent and the seats are drawn for every game from the plan. A seat's brain is a number: 0 is the learner, 1
// and more are networks that the caller runs (past selves, exploiters, styles). A seat may also be a listed player,
// which the batch asks itself, so every row belongs to a network.
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
    int brain;    // 0: the learner itself, in both seats; 1 and more: a network that the caller runs; -1: `player`
    const GinPlayer *player; // borrowed, asked from many threads at once; it must not `watch`
} GinBatchOpponent;

typedef struct GinBatchPlan {
    uint64_t seed;
    const GinRules *rules; // copied
    const GinBatchOpponent *opponents;
    int opponent_count;
    int games; // at once
} GinBatchPlan;

// The reward of a hand: `points` times the points won, plus `win` times the change of the winning chance by the
// match-equity table. The table is borrowed until it is replaced; it may be NULL if win is 0.
typedef struct GinBatchReward {
    double points, win;
    const GinChances *chances;
} GinBatchReward;

// What a choice led to in one game, for callers that need to know where an episode ends. Hands and even games may end
// without a decision; `reward` below sums over all of them.
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

// Deals all games. Borrows the team, which every call uses. The caller ends it with gin_batch_close. NULL with err set
// if the plan is invalid or memory runs out.
GinBatch *gin_batch_open(const GinBatchPlan *plan, Team *team, Error *err);
void gin_batch_close(GinBatch *batch); // NULL is fine

// Changes the opponents' shares; each game uses them from its next start on. A league does this as it goes.
void gin_batch_shares(GinBatch *batch, const double *shares);
void gin_batch_reward(GinBatch *batch, const GinBatchReward *reward);

// The reward that the finished hands of the game at `place` have brought seat 0.
double gin_batch_gained(const GinBatch *batch, int place);

// Writes the rows of games first .. first+count-1 as they stand. The arrays cover that range alone: rows->inputs begins
// with game `first`.
void gin_batch_look(GinBatch *batch, int first, int count, const GinBatchRows *rows);

// Plays a choice for each game of the range (it must be legal: asserted), goes on to the next decision, and writes the
// rows as gin_batch_look does. Ranges may be stepped in any order and number.
void gin_batch_step(GinBatch *batch, int first, int count, const uint8_t *choices, const GinBatchRows *rows);

// The same in two parts, so that the caller can evaluate networks for other games meanwhile: gin_batch_begin starts the
// team's other threads, gin_batch_end joins in and waits. Until then the choices must stay and the batch must not be
// used otherwise.
void gin_batch_begin(GinBatch *batch, int first, int count, const uint8_t *choices, const GinBatchRows *rows);
void gin_batch_end(GinBatch *batch);

// Sums and clears the counts, one per opponent.
void gin_batch_counts(GinBatch *batch, GinBatchCount *counts);

// How hands ended since the last call, whoever played them, for gin_chances_of_endings; clears the counts.
void gin_batch_endings(GinBatch *batch, GinEndings *endings);

// Saves and restores the whole state of the batch, gin_batch_size bytes, for checkpoints. Bytes of another plan are
// refused.
size_t gin_batch_size(const GinBatch *batch);
void gin_batch_save(const GinBatch *batch, void *bytes);
bool gin_batch_load(GinBatch *batch, const void *bytes, size_t size, Error *err);

#endif
