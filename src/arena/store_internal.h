// SPDX-License-Identifier: MIT
// What the parts of the store share: the file, its errors as sentences, and rows checked as they are read.
#ifndef DEADWOOD_ARENA_STORE_INTERNAL_H
#define DEADWOOD_ARENA_STORE_INTERNAL_H

#include <sqlite3.h>

#include "arena/arena.h"

// What the rows of one match look like.
typedef struct StoreShape {
    int64_t match; // 0: none
    int entrants;
    int tallies;
} StoreShape;

struct Store {
    char *path;
    sqlite3 *db;
    bool made;             // the file was not there before
    int file;              // the same file once more, for locks on matches; -1: none
    sqlite3_stmt *insert;  // a game
    sqlite3_stmt *advance; // the match's count of games
    StoreShape shape;      // of the match last worked on
};

// ---- The file (store.c) ----

// What SQLite could not do, as a sentence. Called before anything else touches the connection. Returns false, as
// store_damaged does.
bool store_fail(Store *store, Error *err);
bool store_damaged(const Store *store, Error *err, const char *what, int64_t number);

bool store_run(Store *store, const char *sql, Error *err);
sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *err); // or NULL

// The first column of the first row as a number.
bool store_ask(Store *store, const char *sql, int64_t *value, Error *err);

// After a failure, whose sentence is already made. Returns false.
bool store_roll_back(Store *store);

// One process at a time plays a match, though several may play others in the same file: a lock on a byte that stands
// for the match, far behind all that a database has. Gone with store_unlock_match, store_close and the process. True
// where there are no locks.
bool store_lock_match(Store *store, int64_t match, Error *err);
void store_unlock_match(Store *store, int64_t match);

// False if the path no longer means the file that is open.
bool store_is_there(Store *store, Error *err);

// SQLite likes to tidy its log into the file when it closes. Off until the file is known to be good, since a
// damaged one is evidence.
void store_set_tidying(Store *store, bool on);

// ---- Rows ----

// A column as it must be, or false and NULL.
bool store_column_int(sqlite3_stmt *row, int column, int64_t low, int64_t high, int64_t *value);
const char *store_column_text(sqlite3_stmt *row, int column);

// Of checksums. Every step is a bijection of the hash for a given word and of the word for a given hash, so a single
// wrong word always shows. Cheaper than rng_fold, which matters at 64 tallies a game.
static inline uint64_t store_fold(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

// Several matches may take turns; learns again what the rows of this one look like (store_match.c).
bool store_use_match(Store *store, int64_t match, Error *err);

// False if the row of a match is not as it was written (store_match.c).
bool store_match_sound(Store *store, int64_t id, Error *err);

// Adds up the games before `limit` of the match in use, checking each (store_games.c).
bool store_sum_games(Store *store, uint64_t limit, int group, ArenaTotals *totals, Error *err);

#endif
