// SPDX-License-Identifier: MIT
// Results in SQLite: every game by its index, one transaction a batch, so that a process killed at any moment
// leaves whole batches and nothing else. Without SQLite in the build, store_open says so.
#ifndef DEADWOOD_ARENA_STORE_H
#define DEADWOOD_ARENA_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/secret.h"

struct ArenaGame;
struct ArenaTotals;

typedef struct Store Store;

// Opens or creates the file. The caller ends it with store_close, which removes a file that was not there before and in
// which nothing was kept. NULL with err set on failure: not a
// database, another program's database, a newer schema, a damaged file, a folder that cannot be written; and names that
// keep nothing, such as ":memory:". The folder must be on a disk of this machine for SQLite to lock well.
Store *store_open(const char *path, Error *err);
void store_close(Store *store);

// Finds or makes the match called `key` (everything that determines its games: game, rules, players, seed,
// mode; not the number of games, so that a match can be made longer). `tally_names` are `tallies` words. If
// it holds games already and `resume` is false, fails and says so. Otherwise gives its row and the totals of
// the games it holds, after checking every row's checksum and that they are the games 0..n-1; `group` as in
// ArenaContest. Until store_finish or store_close no other process can play this match in the same file; other matches
// it can.
bool store_match(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 bool resume, int64_t *match, struct ArenaTotals *totals, Error *err);

// The totals of the games before number `most` alone, whole groups of them, of a match that may hold more.
bool store_totals(Store *store, int64_t match, uint64_t most, int group, struct ArenaTotals *totals, Error *err);

// Forgets the games from `first` on (records that were lost make them worth playing again), and gives the
// totals of those that stay: whole groups, so up to group-1 games before `first` go too.
bool store_truncate(Store *store, int64_t match, uint64_t first, int group, struct ArenaTotals *totals, Error *err);

// Adds games first..first+count-1 in one transaction: all of them or none. They must follow the games it
// holds. Fails too if the file was deleted, moved or replaced meanwhile.
bool store_add(Store *store, int64_t match, uint64_t first, const struct ArenaGame *games, int count, Error *err);

// Takes back the match that store_match gave, which is not played after all: its row goes unless it holds games.
void store_give_up(Store *store, int64_t match);

// Notes that the match was interrupted or finished; for people who query the file. The last to notice that the file is
// gone.
bool store_finish(Store *store, int64_t match, const char *state, Error *err);

// ---- Secrets (store_secret.c; base/secret.h says what they are) ----

// A secret as the file has it.
typedef struct StoreSecret {
    bool there, revealed;
    Secret secret;
} StoreSecret;

// The last secret kept for a purpose (`column` is "purpose"), or the one with this commitment ("commitment"). Fails
// where a row is damaged or its secret is not the one that was committed to.
bool store_secret_find(Store *store, const char *column, const char *value, StoreSecret *found, Error *err);

// Keeps a new secret, after taking from everybody but the owner the right to read the file.
bool store_secret_keep(Store *store, const char *purpose, const Secret *secret, Error *err);

// Notes that it is no secret any more, or forgets one from which nothing was played.
bool store_secret_reveal(Store *store, const Secret *secret, Error *err);
bool store_secret_forget(Store *store, const Secret *secret, Error *err);

// ---- Checking (store_verify.c) ----

// A match as the store has it. Where its key commits to a secret, that is there and its SHA-256 is the commitment.
typedef struct StoreMatch {
    int64_t id;
    char key[4096], state[32];
    int group;
    uint64_t games, digest;
    bool committed, revealed;
    char commitment[SHA256_DIGITS + 1];
    Secret secret;
} StoreMatch;

// The match behind match->id (0: the first), with every row of its games checked and added up. 1: there is one; 0: no
// more; -1: damage, with err set.
int store_next_match(Store *store, StoreMatch *match, Error *err);

#endif
