// SPDX-License-Identifier: MIT
// The arena plays many games of one contest on many threads and sums the results. It knows points, never cards.
//
// Games are numbered from 0. A worker plays a chunk of neighbouring games at a time; finished chunks are committed
// strictly in order (totals, store, records, sequential test), so every number, the digest and every file are the same
// for any number of threads, and an interrupted run leaves a clean prefix to resume from.
#ifndef DEADWOOD_ARENA_ARENA_H
#define DEADWOOD_ARENA_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/sprt.h"
#include "arena/store.h"
#include "base/error.h"
#include "base/files/archive.h"
#include "base/text/text.h"
#include "base/threads/progress.h"

enum {
    ARENA_MAX_ENTRANTS = 4,
    ARENA_MAX_TALLIES = 64,
    ARENA_BATCH = 64, // games, see arena_batch
    ARENA_VOID = -2,  // in place of a winner: see ArenaTotals.left_out
};

// The result of one game. Entrants are numbered in the order the match names them, wherever they sat.
typedef struct ArenaGame {
    uint64_t hash;  // of everything that happened in the game
    int32_t winner; // an entrant, -1: drawn, or ARENA_VOID: the game does not count, nor does its group
    int32_t points[ARENA_MAX_ENTRANTS];
    int64_t tally[ARENA_MAX_TALLIES]; // counts and sums defined by the contest
} ArenaGame;

// Sums over whole groups of games. All integers, so the order of addition does not matter. A group is a set of
// neighbouring games on the same deals (duplicate play); groups, not games, are independent of each other.
typedef struct ArenaTotals {
    uint64_t games;
    uint64_t groups;   // that count
    uint64_t left_out; // groups with a void game: in games and digest; only their void games are in the tallies
    uint64_t digest;   // of all games' indices, hashes, winners and points; 0 for no games
    int64_t wins[ARENA_MAX_ENTRANTS];
    int64_t draws;
    int64_t points[ARENA_MAX_ENTRANTS];
    int64_t tally[ARENA_MAX_TALLIES];
    // Over groups: entrant 0's half-wins (win 2, draw 1), and its points minus entrant 1's; sums and squares.
    int64_t group_score, group_score_squared;
    int64_t group_points, group_points_squared;
    uint64_t tally_squared[ARENA_MAX_TALLIES]; // sum of squares of a group's tally, modulo 2^64: only for small tallies
} ArenaTotals;

// Adds one group: games first..first+group-1 of the match, of which only the first `entrants` points and
// `tallies` tallies are looked at.
void arena_totals_add(ArenaTotals *totals, const ArenaGame *games, uint64_t first, int group, int entrants,
                      int tallies);

// Adds the sums over other games of the same match.
void arena_totals_merge(ArenaTotals *totals, const ArenaTotals *more);

// The number of games between two looks of the sequential test, and in one frame of compressed records: ARENA_BATCH
// rounded down to whole groups, but at least one group. Batches count from game 0, wherever a run began.
uint64_t arena_batch(int group);

// A contest: how one game is played. `open` makes what one worker thread needs (players, tables) and `play` plays game
// number `game` with it, the same way whichever worker does it. `play` appends the game's record to `record` unless
// that is NULL. Both fail with a sentence in err, which ends the run. `result` comes zeroed as far as it is used. A run
// stops between two games; a slow `play` may give up when progress_interrupted() and return false without a sentence.
typedef struct ArenaContest {
    int entrants;
    int tallies;
    int group; // games a group: 1 plain, 2 for two seatings of the same deals
    const void *config;
    void *(*open)(const void *config, Error *err);
    bool (*play)(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err);
    void (*close)(void *worker);
} ArenaContest;

// Called with the number of finished games by the thread that called arena_run, between two of its chunks; false ends
// the run as Ctrl-C does.
typedef struct ArenaWatch {
    bool (*look)(void *context, uint64_t done, uint64_t games); // or NULL
    void *context;
} ArenaWatch;

typedef struct ArenaPlan {
    uint64_t games;      // stop after so many (a multiple of the group)
    uint64_t first;      // earlier games belong to another run and are not in `totals`; a multiple of the group
    uint64_t start;      // games first..start-1 are in `totals` when the run begins (resumed); a multiple as well
    int threads;         // at least 1
    const Sprt *sprt;    // stop as soon as this test decides, looking after every batch; or NULL
    Store *store;        // where every game is kept, or NULL
    int64_t store_match; // its row there
    Archive *records;    // where the records go, or NULL
    bool quiet;          // no progress
    const char *label;   // for the progress line
    // Sees every group in order as it is committed and may end the run after it (ARENA_SUSPENDED), discarding later
    // games; or NULL. It makes every chunk a single group, so use it only for slow games.
    bool (*enough)(void *context, const ArenaGame *games, int group);
    void *context;
    ArenaWatch watch; // or none
} ArenaPlan;

typedef enum { ARENA_FINISHED, ARENA_INTERRUPTED, ARENA_DECIDED, ARENA_SUSPENDED, ARENA_FAILED } ArenaEnd;

// Plays games plan->start .. plan->games-1 and adds them to totals. ARENA_INTERRUPTED after Ctrl-C: totals
// hold a clean prefix. ARENA_DECIDED: the sequential test stopped it (also before the first game, if the
// games resumed from had decided it). ARENA_FAILED sets err; totals hold what was committed.
ArenaEnd arena_run(const ArenaContest *contest, const ArenaPlan *plan, ArenaTotals *totals, Error *err);

#endif
