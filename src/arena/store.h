// SPDX-License-Identifier: MIT
// Results in SQLite: every game by its index, one transaction a batch, so that a process killed at any moment
// leaves whole batches and nothing else. Without SQLite in the build, store_open says so.
#ifndef DEADWOOD_ARENA_STORE_H
#define DEADWOOD_ARENA_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/secret.h"
#include "base/text/text.h"

struct ArenaGame;
struct ArenaTotals;

typedef struct Store Store;

// Opens or creates the file. The caller ends it with store_close, which removes a file that it created if nothing was
// stored in it. NULL with err set on failure: not a database, another program's database, a newer schema, a damaged
// file, a folder that cannot be written; and names that store nothing, such as ":memory:". The folder must be on a disk
// of this machine for SQLite to lock well.
Store *store_open(const char *path, Error *err);
void store_close(Store *store);

// Finds or makes the match called `key` (everything that determines its games: game, rules, players, seed, mode; not
// the number of games, so that a match can be made longer). `tally_names` are `tallies` words. If it holds games
// already and `resume` is false, fails and says so. Otherwise gives its row and the totals of the games it holds, after
// checking every row's checksum and that they are the games 0..n-1; `group` as in ArenaContest. Until store_finish or
// store_close no other process can play this match in the same file; other matches are free.
bool store_match(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 bool resume, int64_t *match, struct ArenaTotals *totals, Error *err);

// The range of a match's games in a file that holds a part (see below): first..until-1; all parts together hold the
// games before `planned`. All 0: a whole match of any length.
typedef struct StoreRange {
    uint64_t first, until, planned;
} StoreRange;

// The same for such a range; the totals are those of its games alone.
bool store_match_range(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants,
                       int group, StoreRange range, bool resume, int64_t *match, struct ArenaTotals *totals,
                       Error *err);

// The totals of only the games before number `most` (whole groups) of a match that may hold more.
bool store_totals(Store *store, int64_t match, uint64_t most, int group, struct ArenaTotals *totals, Error *err);

// Deletes the games from `first` on, so that games whose records were lost can be played again, and gives the totals of
// the rest. It keeps whole groups, so up to group-1 games before `first` go too.
bool store_truncate(Store *store, int64_t match, uint64_t first, int group, struct ArenaTotals *totals, Error *err);

// Adds games first..first+count-1 in one transaction: all of them or none. They must follow the games it
// holds. Fails too if the file was deleted, moved or replaced meanwhile.
bool store_add(Store *store, int64_t match, uint64_t first, const struct ArenaGame *games, int count, Error *err);

// Undoes store_match for a match that is not played after all: deletes its row unless it holds games.
void store_give_up(Store *store, int64_t match);

// Records that the match was interrupted or finished, for people who query the file. This is the last check that the
// file still exists.
bool store_finish(Store *store, int64_t match, const char *state, Error *err);

// ---- Parts: one command on many machines (store_part.c) ----
//
// Part I of N plays its own range of every match and of every trial and stores it in its own file. I and N alone
// determine the ranges, so tasks need no communication. store_merge combines the files.

enum { STORE_MOST_SHARDS = 100000 };

// Marks the file as part `shard` (from 0) of `shards` of a command, or checks that it is; `command` is its words as a
// JSON array, without those that change no game. Matches in `base`, a whole file or NULL, are taken from there, and
// longer ones begin where it ends. The store closes `base`. False if the file holds something else.
bool store_begin_part(Store *store, int shard, int shards, const char *command, Store *base, Error *err);

// Opens a whole file read-only.
Store *store_open_base(const char *path, Error *err);

// From now on nothing is played: games that the file does not hold are missing, and results say that they are partial.
void store_keep_still(Store *store);

bool store_is_still(const Store *store);

// True if results are partial: the file is a part, or store_keep_still was called.
bool store_is_part(const Store *store);

// How many of the requested matches and trials are incomplete.
int store_lacking(const Store *store);

// Records that the command ended and the part is complete.
bool store_end_part(Store *store, Error *err);

// This file's share of the games before `games` of a match.
typedef struct StoreShare {
    bool whole;       // all are known and in `totals`; nothing to play
    bool none;        // nothing to play: they are known or belong to another part
    StoreRange range; // of the match's games, else
    struct ArenaTotals *totals;
} StoreShare;

bool store_share(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 uint64_t games, StoreShare *share, Error *err);

// The first unit of part `shard` when first..until-1 are cut into `shards`: whole groups, and whole batches
// (arena_batch) where there are plenty.
uint64_t store_cut(uint64_t first, uint64_t until, int group, int shard, int shards);

// ---- Trials: sums over numbered experiments that are not games (store_trial.c) ----

// A trial in the file: the progress in its range first..until-1.
typedef struct StoreTrial {
    int64_t id; // 0: it is not kept here
    bool whole; // the sums are those of all
    uint64_t first, until, done;
} StoreTrial;

// Finds or creates the trial `key` of `count` experiments and `words` sums, and adds its stored sums to `sums`.
bool store_trial(Store *store, const char *key, uint64_t count, int words, StoreTrial *trial, int64_t *sums,
                 Error *err);

// Stores the sums over the first `trial->done` experiments of its range.
bool store_trial_keep(Store *store, const StoreTrial *trial, int words, const int64_t *sums, Error *err);

// ---- Merging (store_merge.c) ----

typedef struct StoreMerged {
    uint64_t rows, matches;
    int parts;
    bool bases; // whole files were among the inputs
} StoreMerged;

// Creates `out`, which must not exist, from the parts of one command and the whole files they continued. `command` gets
// its words as a JSON array. Appends every problem to `trouble`, one per line: parts missing or unfinished, ranges
// missing or duplicated. Afterwards `out` is complete or does not exist.
bool store_merge(const char *out, const char *const *paths, int count, bool quiet, Text *command, Text *trouble,
                 StoreMerged *merged, Error *err);

// ---- Secrets (store_secret.c; base/secret.h says what they are) ----

// A stored secret.
typedef struct StoreSecret {
    bool there, revealed;
    Secret secret;
} StoreSecret;

// The last secret kept for a purpose (`column` is "purpose"), or the one with this commitment ("commitment"). Fails
// where a row is damaged or its secret is not the one that was committed to.
bool store_secret_find(Store *store, const char *column, const char *value, StoreSecret *found, Error *err);

// Stores a new secret, after making the file readable by its owner alone.
bool store_secret_keep(Store *store, const char *purpose, const Secret *secret, Error *err);

// Marks a secret as revealed, or deletes one from which nothing was played.
bool store_secret_reveal(Store *store, const Secret *secret, Error *err);
bool store_secret_forget(Store *store, const Secret *secret, Error *err);

// ---- Checking (store_verify.c) ----

// A match in the store. If its key commits to a secret, the secret is there and its SHA-256 is the commitment.
typedef struct StoreMatch {
    int64_t id;
    char key[4096], state[32];
    int group;
    StoreRange range; // of a part
    uint64_t games, digest;
    bool committed, revealed;
    char commitment[SHA256_DIGITS + 1];
    Secret secret;
} StoreMatch;

// The match after match->id (0: the first), with every row of its games checked and summed. 1: found; 0: no more; -1:
// damaged, with err set.
int store_next_match(Store *store, StoreMatch *match, Error *err);

#endif
