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

// A range of a match's games, in a file that holds a part (below): first..until-1, where all parts together hold
// the games before `planned`. All 0: a whole match, as long as it comes to be.
typedef struct StoreRange {
    uint64_t first, until, planned;
} StoreRange;

// The same for such a range; the totals are those of its games alone.
bool store_match_range(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants,
                       int group, StoreRange range, bool resume, int64_t *match, struct ArenaTotals *totals,
                       Error *err);

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

// ---- Parts: one command on many machines (store_part.c) ----
//
// Part I of N plays its own games of every match and its own share of every trial, into a file of its own. How a range
// is cut follows from I and N alone, so tasks need not know of each other. store_merge makes a whole file of them.

enum { STORE_MOST_SHARDS = 100000 };

// Makes the file the part `shard` (from 0) of `shards` of a command, or checks that it is; `command` is its words as a
// JSON array, without those that change no game. Matches that `base` holds, a whole file, are taken from there, and
// longer ones begin where it ends; or NULL. The store closes it. False where the file holds something else.
bool store_begin_part(Store *store, int shard, int shards, const char *command, Store *base, Error *err);

// A whole file that is only read.
Store *store_open_base(const char *path, Error *err);

// From now on nothing is played: what the file does not hold is missing, and the results say that they are a part.
void store_keep_still(Store *store);

bool store_is_still(const Store *store);

// Whether results are parts: of a file that is one, and of one that keeps still.
bool store_is_part(const Store *store);

// How many matches and trials were asked for of which it does not have, or know, all.
int store_lacking(const Store *store);

// Notes that the command has come to its end, all of the part being there.
bool store_end_part(Store *store, Error *err);

// What this file has to do with the games before `games` of a match.
typedef struct StoreShare {
    bool whole;       // they are all known: `totals` has them, and nothing is to be played
    bool none;        // nothing is to be played, for they are known or are another part's
    StoreRange range; // of the match's games, else
    struct ArenaTotals *totals;
} StoreShare;

bool store_share(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 uint64_t games, StoreShare *share, Error *err);

// The first unit of part `shard` when first..until-1 are cut into `shards`: whole groups, and whole batches
// (arena_batch) where there are plenty.
uint64_t store_cut(uint64_t first, uint64_t until, int group, int shard, int shards);

// ---- Trials: sums over numbered experiments that are no games (store_trial.c) ----

// A trial in the file: what is there of the range first..until-1 that it is to do.
typedef struct StoreTrial {
    int64_t id; // 0: it is not kept here
    bool whole; // the sums are those of all
    uint64_t first, until, done;
} StoreTrial;

// Finds or makes the trial called `key`, of `count` experiments and `words` sums, and adds what it has to `sums`.
bool store_trial(Store *store, const char *key, uint64_t count, int words, StoreTrial *trial, int64_t *sums,
                 Error *err);

// Keeps the sums over the first `trial->done` experiments of its range.
bool store_trial_keep(Store *store, const StoreTrial *trial, int words, const int64_t *sums, Error *err);

// ---- Merging (store_merge.c) ----

typedef struct StoreMerged {
    uint64_t rows, matches;
    int parts;
    bool bases; // whole files were among the inputs
} StoreMerged;

// Makes the file `out`, which must not be there, of parts of one command, and of the whole files they went on from.
// `command` gets their words as a JSON array. What is wrong with the parts, all of it, is added to `trouble`, a line
// each: parts that are missing or not at their end, ranges that are missing or there twice. Either all of `out` is
// there afterwards or nothing.
bool store_merge(const char *out, const char *const *paths, int count, bool quiet, Text *command, Text *trouble,
                 StoreMerged *merged, Error *err);

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
    StoreRange range; // of a part
    uint64_t games, digest;
    bool committed, revealed;
    char commitment[SHA256_DIGITS + 1];
    Secret secret;
} StoreMatch;

// The match behind match->id (0: the first), with every row of its games checked and added up. 1: there is one; 0: no
// more; -1: damage, with err set.
int store_next_match(Store *store, StoreMatch *match, Error *err);

#endif
