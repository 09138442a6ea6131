// SPDX-License-Identifier: MIT
// A batch environment of Hearts for learners, like gin's: many games at once, each at a decision. The caller gets one
// row of bytes per game (observe.h), answers with one choice per row, and gets the next rows. Games restart by
// themselves, and an only legal card is played without asking. By rules with target 0 every hand is a game.
//
// Who plays together is drawn anew for every game from the line-ups of the plan: four chairs, each a network or a
// player of ours, so that any mixture of learners, past selves and listed players is one. A network is a number, its
// brain: 0 is the learner, 1 and more are networks that the caller runs (past selves, exploiters, styles). The batch
// asks a listed player itself, so every row belongs to a network.
//
// The same plan gives the same rows for any number of threads, if the choices are the same. The n-th game (from 0) at
// place p is the game that hearts_play_game plays with match p, deal n and game n.
#ifndef DEADWOOD_HEARTS_PLAYERS_ENV_BATCH_H
#define DEADWOOD_HEARTS_PLAYERS_ENV_BATCH_H

#include "base/threads/team.h"
#include "hearts/players/env/observe.h"
#include "hearts/table.h"

enum { HEARTS_BATCH_LINEUPS = 64, HEARTS_BATCH_BRAINS = 32 };

typedef struct HeartsBatchChair {
    int brain;                  // of a network; -1: `player`
    const HeartsPlayer *player; // borrowed, asked from many threads at once; it must not `watch`
} HeartsBatchChair;

// Four who play together, and how often.
typedef struct HeartsBatchLineup {
    double share;                         // of the games, in any unit
    HeartsBatchChair chair[HEARTS_SEATS]; // at least one of them a network
    bool fixed;                           // chair c sits in seat c; else all 24 orders are equally likely, game by game
} HeartsBatchLineup;

typedef struct HeartsBatchPlan {
    uint64_t seed;
    const HeartsRules *rules; // copied
    const HeartsBatchLineup *lineups;
    int lineup_count;
    int games; // at once
} HeartsBatchPlan;

// The chance of each seat to win a game that stands at `score` before a hand, a shared win as its part.
typedef void HeartsBatchChance(const void *context, const int16_t score[HEARTS_SEATS], double win[HEARTS_SEATS]);

// What a hand brings each seat, in the unit of values: `points` times the points it did not take (each point taken
// costs), and `win` times the change of its chance to win the game. The lowest total wins, and who shares it shares the
// win. Without `chance` it is a quarter until the game is over. The context is borrowed until it is replaced; both are
// used by many threads at once.
typedef struct HeartsBatchReward {
    double points, win;
    HeartsBatchChance *chance;
    const void *context;
} HeartsBatchReward;

// What a choice led to in one game, for callers that need to know where an episode ends. Hands and even games may end
// without a decision; `reward` below sums over all of them.
typedef struct HeartsBatchOutcome {
    float hand[HEARTS_SEATS]; // the reward up to the end of the first hand that ended
    float game[HEARTS_SEATS]; // up to the end of the first game that ended
    uint8_t winners;          // a bit for each seat with the lowest total of that game; 0: none ended
    uint8_t lineup;           // of the plan's, in the game that the row is about
} HeartsBatchOutcome;

// Rows, one a game, in memory of the caller. `inputs` [games][HEARTS_INPUTS], `secrets` [games][HEARTS_SECRETS] (may be
// NULL), `legal` [games][HEARTS_LEGAL_BYTES].
typedef struct HeartsBatchRows {
    uint8_t *inputs, *secrets, *legal;
    uint8_t *brain;              // [games]: who must choose
    uint8_t *seat;               // [games]: for which seat, 0 to 3
    float *reward;               // [games][HEARTS_SEATS]: since the last choice; not written by hearts_batch_look
    uint8_t *ended;              // [games]: 1 if the last choice ended a hand; this row is of a new one. As above
    uint8_t *over;               // [games]: 1 if it ended a game. As above; may be NULL
    HeartsBatchOutcome *outcome; // [games]; may be NULL. hearts_batch_look writes `lineup` alone
} HeartsBatchRows;

// What happened to one chair of a line-up since the counts were last taken.
typedef struct HeartsBatchChairCount {
    uint64_t wins, ties; // games won alone, and with others
    int64_t points;
    uint64_t moons, conceded; // shot by it, and by others
    uint64_t queens;          // hands in which it took the queen of spades
    uint64_t faults;          // hands that a player of ours was taken out of
    uint64_t decisions;       // rows of a network
} HeartsBatchChairCount;

typedef struct HeartsBatchCount {
    uint64_t games, hands; // ended
    HeartsBatchChairCount chair[HEARTS_SEATS];
} HeartsBatchCount;

typedef struct HeartsBatch HeartsBatch;

// Deals all games. The team is borrowed and used by every call. The caller ends it with hearts_batch_close. NULL with
// err set if the plan is invalid or memory runs out.
HeartsBatch *hearts_batch_open(const HeartsBatchPlan *plan, Team *team, Error *err);
void hearts_batch_close(HeartsBatch *batch); // NULL is fine

// Changes the line-ups' shares; each game uses them from its next start on. A league does this as it goes.
void hearts_batch_shares(HeartsBatch *batch, const double *shares);
void hearts_batch_reward(HeartsBatch *batch, const HeartsBatchReward *reward);

// The reward that the finished hands of the game at `place` have brought each seat.
void hearts_batch_gained(const HeartsBatch *batch, int place, double gained[HEARTS_SEATS]);

// Writes the rows of games first .. first+count-1 as they stand. The arrays are those of the range: rows->inputs is the
// first game's.
void hearts_batch_look(HeartsBatch *batch, int first, int count, const HeartsBatchRows *rows);

// Plays a choice for each game of the range (it must be legal: asserted), goes on to the next decision, and writes the
// rows as hearts_batch_look does. Ranges may be stepped in any order and number.
void hearts_batch_step(HeartsBatch *batch, int first, int count, const uint8_t *choices, const HeartsBatchRows *rows);

// The same in two parts, so that the caller can evaluate networks for other games meanwhile: hearts_batch_begin starts
// the team's other threads, hearts_batch_end joins in and waits. Until then the choices must stay and the batch must
// not be used otherwise.
void hearts_batch_begin(HeartsBatch *batch, int first, int count, const uint8_t *choices, const HeartsBatchRows *rows);
void hearts_batch_end(HeartsBatch *batch);

// Adds up and clears the counts, one a line-up.
void hearts_batch_counts(HeartsBatch *batch, HeartsBatchCount *counts);

// Saves and restores the whole state of the batch, hearts_batch_size bytes, for checkpoints. Bytes of another plan are
// refused.
size_t hearts_batch_size(const HeartsBatch *batch);
void hearts_batch_save(const HeartsBatch *batch, void *bytes);
bool hearts_batch_load(HeartsBatch *batch, const void *bytes, size_t size, Error *err);

#endif
