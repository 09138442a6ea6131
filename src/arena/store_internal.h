// SPDX-License-Identifier: MIT
// Shared by the store's source files: the database, its errors as sentences, and checked reads of rows.
#ifndef DEADWOOD_ARENA_STORE_INTERNAL_H
#define DEADWOOD_ARENA_STORE_INTERNAL_H

#include <sqlite3.h>

#include "arena/arena.h"

// The layout of one match's rows.
typedef struct StoreShape {
    int64_t match;  // 0: none
    uint64_t seal;  // initial value of its games' checksums
    uint64_t first; // its first game
    int entrants;
    int tallies;
} StoreShape;

struct Store {
    char *path;
    sqlite3 *db;
    int version;           // of the file's schema: 1 knows whole matches alone
    int shard, shards;     // it holds part shard+1 of shards; 0 of 0: whole matches
    bool still;            // store_keep_still was called
    int lacking;           // store_lacking
    struct Store *base;    // an earlier merged file that parts continue; or NULL
    bool made;             // store_open created the file
    int file;              // the same file once more, for locks on matches; -1: none
    sqlite3_stmt *insert;  // a game
    sqlite3_stmt *advance; // the match's count of games
    StoreShape shape;      // of the match last worked on
};

// ---- The file (store.c) ----

extern const char STORE_SCHEMA[];

// Sets err to SQLite's error as a sentence; call it before anything else touches the connection. Returns false, as
// store_damaged does.
bool store_fail(Store *store, Error *err);
bool store_damaged(const Store *store, Error *err, const char *what, int64_t number);

bool store_run(Store *store, const char *sql, Error *err);
bool store_know(Store *store, Error *err); // identifies the file and its schema; writes nothing
sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *err); // or NULL

// The first column of the first row as a number.
bool store_ask(Store *store, const char *sql, int64_t *value, Error *err);

// Rolls back after a failure; err is already set. Returns false.
bool store_roll_back(Store *store);

// Locks a match, so that one process at a time plays it while others may play other matches in the same file: a file
// lock on a byte that stands for the match, far beyond the end of any database. Ends with store_unlock_match,
// store_close or the process. True if the file system has no locks.
bool store_lock_match(Store *store, int64_t match, Error *err);
void store_unlock_match(Store *store, int64_t match);

// False if the path no longer leads to the open file.
bool store_is_there(Store *store, Error *err);

// On close, SQLite checkpoints its log into the file. This stays off until the file is known to be sound, so that a
// damaged file is kept as evidence.
void store_set_tidying(Store *store, bool on);

// ---- Rows ----

// Reads a column of the expected type; false or NULL if it is not.
bool store_column_int(sqlite3_stmt *row, int column, int64_t low, int64_t high, int64_t *value);
const char *store_column_text(sqlite3_stmt *row, int column);

// One step of a checksum. It is a bijection in the hash and in the word, so a single wrong word always changes the
// result. Cheaper than rng_fold, which matters at 64 tallies a game.
static inline uint64_t store_fold(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static inline uint64_t store_fold_text(uint64_t hash, const char *text) {
    for (; *text; text++) hash = store_fold(hash, (unsigned char)*text);
    return store_fold(hash, 256);
}

// A row of the table match, checked.
typedef struct StoreMatchRow {
    int64_t id, entrants, group, games;
    StoreRange range;
    const char *key, *names; // until the next step
} StoreMatchRow;

// Visits all rows of the table match, in their order, until one says false.
bool store_each_match(Store *store, bool (*visit)(void *context, const StoreMatchRow *row), void *context, Error *err);

// A whole match that is there: its row and how many games it holds; 0 and 0 if there is none. False where it is not as
// expected.
bool store_find(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                int64_t *match, uint64_t *games, Error *err);

// What the row of the table part says; `there` is false in a whole file (store_part.c).
typedef struct StorePart {
    bool there, done;
    int shard, shards;
    Text command; // the caller frees it
} StorePart;

bool store_read_part(Store *store, StorePart *part, Error *err);

// A row of the table trial, checked (store_trial.c).
typedef struct StoreTrialRow {
    int64_t id, first, until, planned, done;
    const char *key, *sums; // until the next step
} StoreTrialRow;

extern const char STORE_TRIAL_SCHEMA[];
bool store_each_trial(Store *store, bool (*visit)(void *context, const StoreTrialRow *row), void *context, Error *err);
bool store_has_table(Store *store, const char *name, bool *there, Error *err);

// Reads `words` sums as they were written, or as many as there are if that is 0; -1 if they are not.
int store_parse_sums(const char *text, int words, int64_t *sums);
// Adds a row, the sums as text.
bool store_add_trial(Store *store, const StoreTrialRow *row, Error *err);

// Makes an empty file of today's schema in the open connection.
bool store_make_schema(Store *store, Error *err);

// The columns that store_read_match_row reads, in its order.
const char *store_match_columns(const Store *store);
bool store_read_match_row(Store *store, sqlite3_stmt *row, StoreMatchRow *match, Error *err);
int64_t store_match_checksum(int version, const char *key, int64_t entrants, int64_t group, const char *names,
                             StoreRange range);

// The initial value of a match's checksums. In schema 1 it was the match's row number.
static inline uint64_t store_seal(int version, int64_t match, const char *key) {
    return version == 1 ? (uint64_t)match : store_fold_text(0, key);
}

// Several matches may take turns; loads the layout of this one's rows again (store_match.c).
bool store_use_match(Store *store, int64_t match, Error *err);

// False if the row of a match is not as it was written (store_match.c).
bool store_match_sound(Store *store, int64_t id, Error *err);

// Adds up the games before `limit` of the match in use, checking each (store_games.c).
bool store_sum_games(Store *store, uint64_t limit, int group, ArenaTotals *totals, Error *err);

// A row of the table game, with the columns of STORE_GAME_COLUMNS, if it is game `index` as it was stored
// (store_games.c).
#define STORE_GAME_COLUMNS "match, idx, winner, points0, points1, points2, points3, hash, tallies, checksum"
enum {
    STORE_GAME_MATCH,
    STORE_GAME_INDEX,
    STORE_GAME_WINNER,
    STORE_GAME_POINTS,
    STORE_GAME_HASH = STORE_GAME_POINTS + ARENA_MAX_ENTRANTS,
    STORE_GAME_TALLIES,
    STORE_GAME_CHECKSUM,
    STORE_GAME_END
};
int64_t store_game_checksum(const StoreShape *shape, uint64_t index, const ArenaGame *game);
bool store_read_game_row(sqlite3_stmt *row, const StoreShape *shape, uint64_t index, ArenaGame *game);

#endif
