// SPDX-License-Identifier: MIT
// Verifies the matches of a store one by one: sums the games again and compares the secret with the commitment in the
// key.
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/store_internal.h"
#include "base/text/text.h"

// "... | secret COMMITMENT match N ...": where a key says that its games come from a secret nobody knew.
static bool committed_to(const char *key, char commitment[SHA256_DIGITS + 1]) {
    static const char word[] = "| secret ";
    const char *at = strstr(key, word);
    for (const char *next = at; next; next = strstr(next + 1, word)) at = next; // behind names that look like it
    if (!at || strlen(at) < sizeof word - 1 + SHA256_DIGITS) return false;
    text_copy(commitment, SHA256_DIGITS + 1, at + sizeof word - 1);
    return strspn(commitment, "0123456789abcdef") == SHA256_DIGITS;
}

static bool check_secret(Store *store, StoreMatch *match, Error *err) {
    StoreSecret found;
    match->committed = committed_to(match->key, match->commitment);
    if (!match->committed) return true;
    if (!store_secret_find(store, "commitment", match->commitment, &found, err)) return false;
    if (!found.there)
        return error_set(err, "%s: match %" PRId64 " commits to %s, but its secret is not in the store", store->path,
                         match->id, match->commitment);
    match->revealed = found.revealed;
    match->secret = found.secret;
    return true;
}

static bool add_up_games(Store *store, int group, int64_t games, StoreMatch *match, Error *err) {
    struct ArenaTotals totals = {0};
    if (!store_use_match(store, match->id, err) || !store_sum_games(store, UINT64_MAX, group, &totals, err))
        return error_prefix(err, "match %" PRId64, match->id);
    if (totals.games != (uint64_t)games)
        return error_set(err, "%s: match %" PRId64 " should hold %" PRId64 " games and holds %" PRIu64, store->path,
                         match->id, games, totals.games);
    match->games = totals.games;
    match->digest = totals.digest;
    return true;
}

static sqlite3_stmt *next_row(Store *store, int64_t after, bool *found, Error *err) {
    sqlite3_stmt *row = store_prepare(
        store,
        store->version == 1
            ? "SELECT id, key, state, group_size, games, 0, 0, 0 FROM match WHERE id > ?1 ORDER BY id LIMIT 1"
            : "SELECT id, key, state, group_size, games, first, until, planned FROM match WHERE id > ?1 ORDER BY id "
              "LIMIT 1",
        err);
    if (!row) return NULL;
    sqlite3_bind_int64(row, 1, after);
    int step = sqlite3_step(row);
    *found = step == SQLITE_ROW;
    if (step == SQLITE_ROW || step == SQLITE_DONE) return row;
    store_fail(store, err);
    sqlite3_finalize(row);
    return NULL;
}

int store_next_match(Store *store, StoreMatch *match, Error *err) {
    bool found;
    int64_t games, group, id;
    sqlite3_stmt *row = next_row(store, match->id, &found, err);
    if (!row) return -1;
    if (!found) {
        sqlite3_finalize(row);
        store_set_tidying(store, true); // all of it is good
        return 0;
    }
    const char *key = store_column_text(row, 1), *state = store_column_text(row, 2);
    bool good = key && state && store_column_int(row, 0, 1, INT64_MAX, &id) &&
                store_column_int(row, 3, 1, INT32_MAX, &group) && store_column_int(row, 4, 0, INT64_MAX, &games) &&
                store_match_sound(store, id, err);
    if (good) {
        *match = (StoreMatch){.id = id,
                              .group = (int)group,
                              .range = {(uint64_t)sqlite3_column_int64(row, 5), (uint64_t)sqlite3_column_int64(row, 6),
                                        (uint64_t)sqlite3_column_int64(row, 7)}};
        good = text_copy(match->key, sizeof match->key, key) && text_copy(match->state, sizeof match->state, state);
    }
    if (!good) store_damaged(store, err, "wrong match", sqlite3_column_int64(row, 0));
    sqlite3_finalize(row);
    return good && add_up_games(store, (int)group, games, match, err) && check_secret(store, match, err) ? 1 : -1;
}

#endif
