// SPDX-License-Identifier: MIT
// A build without SQLite: store_open says so.
#include "arena/store.h"

#ifndef DEADWOOD_HAVE_SQLITE

#include <assert.h>
#include <stddef.h>

Store *store_open(const char *path, Error *err) {
    error_set(err,
              "%s: results cannot be stored, since SQLite was not in this build: "
              "install libsqlite3-dev and build again, or play without a store",
              path);
    return NULL;
}

void store_close(Store *store) {
    (void)store;
    assert(!store);
}

bool store_match(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 bool resume, int64_t *match, struct ArenaTotals *totals, Error *err) {
    (void)store, (void)key, (void)tally_names, (void)tallies, (void)entrants, (void)group, (void)resume, (void)match,
        (void)totals, (void)err;
    assert(store); // no build without SQLite ever made one
    return false;
}

bool store_totals(Store *store, int64_t match, uint64_t most, int group, struct ArenaTotals *totals, Error *err) {
    (void)store, (void)match, (void)most, (void)group, (void)totals, (void)err;
    assert(store);
    return false;
}

bool store_truncate(Store *store, int64_t match, uint64_t first, int group, struct ArenaTotals *totals, Error *err) {
    (void)store, (void)match, (void)first, (void)group, (void)totals, (void)err;
    assert(store);
    return false;
}

bool store_add(Store *store, int64_t match, uint64_t first, const struct ArenaGame *games, int count, Error *err) {
    (void)store, (void)match, (void)first, (void)games, (void)count, (void)err;
    assert(store);
    return false;
}

void store_give_up(Store *store, int64_t match) {
    (void)store, (void)match;
    assert(store);
}

bool store_finish(Store *store, int64_t match, const char *state, Error *err) {
    (void)store, (void)match, (void)state, (void)err;
    assert(store);
    return false;
}

bool store_match_range(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants,
                       int group, StoreRange range, bool resume, int64_t *match, struct ArenaTotals *totals,
                       Error *err) {
    (void)store, (void)key, (void)tally_names, (void)tallies, (void)entrants, (void)group, (void)range, (void)resume,
        (void)match, (void)totals, (void)err;
    assert(store);
    return false;
}

bool store_begin_part(Store *store, int shard, int shards, const char *command, Store *base, Error *err) {
    (void)store, (void)shard, (void)shards, (void)command, (void)base, (void)err;
    assert(store);
    return false;
}

Store *store_open_base(const char *path, Error *err) { return store_open(path, err); }

void store_keep_still(Store *store) {
    (void)store;
    assert(store);
}

bool store_is_still(const Store *store) {
    (void)store;
    return false;
}

int store_lacking(const Store *store) {
    (void)store;
    return 0;
}

bool store_is_part(const Store *store) {
    (void)store;
    return false;
}

bool store_end_part(Store *store, Error *err) {
    (void)store, (void)err;
    assert(store);
    return false;
}

bool store_share(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 uint64_t games, StoreShare *share, Error *err) {
    (void)store, (void)key, (void)tally_names, (void)tallies, (void)entrants, (void)group, (void)games, (void)share,
        (void)err;
    assert(store);
    return false;
}

bool store_trial(Store *store, const char *key, uint64_t count, int words, StoreTrial *trial, int64_t *sums,
                 Error *err) {
    (void)store, (void)key, (void)count, (void)words, (void)trial, (void)sums, (void)err;
    assert(store);
    return false;
}

bool store_trial_keep(Store *store, const StoreTrial *trial, int words, const int64_t *sums, Error *err) {
    (void)store, (void)trial, (void)words, (void)sums, (void)err;
    assert(store);
    return false;
}

bool store_merge(const char *out, const char *const *paths, int count, bool quiet, Text *command, Text *trouble,
                 StoreMerged *merged, Error *err) {
    (void)paths, (void)count, (void)quiet, (void)command, (void)trouble, (void)merged;
    store_open(out, err);
    return false;
}

bool store_secret_find(Store *store, const char *column, const char *value, StoreSecret *found, Error *err) {
    (void)store, (void)column, (void)value, (void)found, (void)err;
    assert(store);
    return false;
}

bool store_secret_keep(Store *store, const char *purpose, const Secret *secret, Error *err) {
    (void)store, (void)purpose, (void)secret, (void)err;
    assert(store);
    return false;
}

bool store_secret_reveal(Store *store, const Secret *secret, Error *err) {
    (void)store, (void)secret, (void)err;
    assert(store);
    return false;
}

bool store_secret_forget(Store *store, const Secret *secret, Error *err) {
    (void)store, (void)secret, (void)err;
    assert(store);
    return false;
}

int store_next_match(Store *store, StoreMatch *match, Error *err) {
    (void)store, (void)match, (void)err;
    assert(store);
    return -1;
}

#endif
