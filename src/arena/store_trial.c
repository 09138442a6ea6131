// SPDX-License-Identifier: MIT
// Trials in the store: sums over numbered experiments, kept from time to time, in rows of the table `trial`.
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/store_internal.h"
#include "base/rng.h"

const char STORE_TRIAL_SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS trial (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  key TEXT NOT NULL,          -- everything that determines it: what, players, seed\n"
    "  first INTEGER NOT NULL,     -- 0, or in a part the first experiment of its range\n"
    "  until INTEGER NOT NULL,     -- the experiment behind its range\n"
    "  planned INTEGER NOT NULL,   -- experiments of all parts together\n"
    "  done INTEGER NOT NULL,      -- of its range, from the first on\n"
    "  sums TEXT NOT NULL,         -- JSON array: sums over those\n"
    "  checksum INTEGER NOT NULL,  -- of the columns before\n"
    "  UNIQUE (key, first, planned)\n"
    ");\n";

#define TRIAL_COLUMNS "id, key, first, until, planned, done, sums, checksum"

static int64_t trial_checksum(const StoreTrialRow *row) {
    uint64_t hash = store_fold_text(store_fold_text(0, row->key), row->sums);
    hash = store_fold(store_fold(hash, (uint64_t)row->first), (uint64_t)row->until);
    return (int64_t)rng_mix(store_fold(store_fold(hash, (uint64_t)row->planned), (uint64_t)row->done));
}

static bool read_trial_row(Store *store, sqlite3_stmt *from, StoreTrialRow *row, Error *err) {
    int64_t checksum;
    row->key = store_column_text(from, 1);
    row->sums = store_column_text(from, 6);
    bool ok = row->key && row->sums && store_column_int(from, 0, 1, INT64_MAX, &row->id) &&
              store_column_int(from, 4, 0, INT64_MAX, &row->planned) &&
              store_column_int(from, 3, 0, row->planned, &row->until) &&
              store_column_int(from, 2, 0, row->until, &row->first) &&
              store_column_int(from, 5, 0, row->until - row->first, &row->done) &&
              store_column_int(from, 7, INT64_MIN, INT64_MAX, &checksum) && checksum == trial_checksum(row);
    return ok || store_damaged(store, err, "wrong trial", sqlite3_column_int64(from, 0));
}

bool store_each_trial(Store *store, bool (*visit)(void *context, const StoreTrialRow *row), void *context, Error *err) {
    bool there, ok = store_has_table(store, "trial", &there, err), more = there;
    if (!ok || !there) return ok;
    sqlite3_stmt *rows = store_prepare(store, "SELECT " TRIAL_COLUMNS " FROM trial NOT INDEXED ORDER BY id", err);
    if (!rows) return false;
    int step = SQLITE_DONE;
    while (ok && more && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        StoreTrialRow row;
        ok = read_trial_row(store, rows, &row, err);
        more = ok && visit(context, &row);
    }
    if (ok && more && step != SQLITE_DONE) ok = store_fail(store, err);
    sqlite3_finalize(rows);
    return ok;
}

int store_parse_sums(const char *text, int words, int64_t *sums) {
    const char *from = text;
    int count = 0;
    if (*from != '[') return -1;
    while (*from != ']') {
        char *end;
        int64_t value = strtoll(from + 1, &end, 10);
        if (end == from + 1 || (*end != ',' && *end != ']') || (words && count == words)) return -1;
        if (sums) sums[count] = value;
        count++;
        from = end;
    }
    return words && count != words ? -1 : count;
}

static void add_sums(Text *text, int words, const int64_t *sums) {
    for (int i = 0; i < words; i++) text_addf(text, "%c%" PRId64, i ? ',' : '[', sums[i]);
    text_add(text, "]");
}

static bool write_trial(Store *store, const char *sql, const StoreTrialRow *row, Error *err) {
    sqlite3_stmt *statement = store_prepare(store, sql, err);
    if (!statement) return false;
    if (row->id) sqlite3_bind_int64(statement, 1, row->id);
    sqlite3_bind_text(statement, 2, row->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, row->first);
    sqlite3_bind_int64(statement, 4, row->until);
    sqlite3_bind_int64(statement, 5, row->planned);
    sqlite3_bind_int64(statement, 6, row->done);
    sqlite3_bind_text(statement, 7, row->sums, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 8, trial_checksum(row));
    bool ok = sqlite3_step(statement) == SQLITE_DONE || store_fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

static const char WRITE_TRIAL[] =
    "INSERT OR REPLACE INTO trial (" TRIAL_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

bool store_add_trial(Store *store, const StoreTrialRow *row, Error *err) {
    return store_run(store, STORE_TRIAL_SCHEMA, err) && write_trial(store, WRITE_TRIAL, row, err);
}

// A trial that is looked for, among those of a file.
typedef struct TrialSearch {
    const char *key;
    uint64_t count;
    int words;
    int64_t *sums;
    StoreTrial *found;
    bool good;
} TrialSearch;

static bool look_for_trial(void *context, const StoreTrialRow *row) {
    TrialSearch *search = context;
    if ((uint64_t)row->planned != search->count || strcmp(row->key, search->key) != 0) return true;
    *search->found = (StoreTrial){
        .id = row->id, .first = (uint64_t)row->first, .until = (uint64_t)row->until, .done = (uint64_t)row->done};
    search->good = store_parse_sums(row->sums, search->words, search->sums) >= 0;
    return false;
}

static bool find_trial(Store *store, TrialSearch *search, Error *err) {
    search->good = true;
    *search->found = (StoreTrial){0};
    if (!store_each_trial(store, look_for_trial, search, err)) return false;
    return search->good || error_set(err,
                                     "%s: holds this trial as another version of Deadwood counted it; use that version "
                                     "or another file",
                                     store->path);
}

static bool has_all(const TrialSearch *search) {
    const StoreTrial *found = search->found;
    return found->id && found->first == 0 && found->done == search->count;
}

static bool new_trial(Store *store, const TrialSearch *search, Error *err) {
    StoreTrial *trial = search->found;
    bool part = store->shards > 0;
    trial->first = part ? store_cut(0, search->count, 1, store->shard, store->shards) : 0;
    trial->until = part ? store_cut(0, search->count, 1, store->shard + 1, store->shards) : search->count;
    Text sums = {0};
    add_sums(&sums, search->words, search->sums);
    StoreTrialRow row = {0,        (int64_t)trial->first, (int64_t)trial->until, (int64_t)search->count, 0, search->key,
                         sums.data};
    bool ok = store_add_trial(store, &row, err);
    trial->id = sqlite3_last_insert_rowid(store->db);
    text_free(&sums);
    return ok;
}

bool store_trial(Store *store, const char *key, uint64_t count, int words, StoreTrial *trial, int64_t *sums,
                 Error *err) {
    TrialSearch search = {key, count, words, sums, trial, true};
    memset(sums, 0, (size_t)words * sizeof *sums);
    Store *known = store->base ? store->base : store;
    if (!find_trial(known, &search, err)) return false;
    if (known != store && !has_all(&search) && !find_trial(store, &search, err)) return false;
    trial->whole = has_all(&search);
    store->lacking += !trial->whole && store_is_part(store);
    if (trial->whole || store->still || trial->id) return true;
    memset(sums, 0, (size_t)words * sizeof *sums);
    return store_is_there(store, err) && new_trial(store, &search, err);
}

bool store_trial_keep(Store *store, const StoreTrial *trial, int words, const int64_t *sums, Error *err) {
    Text text = {0}, key = {0};
    add_sums(&text, words, sums);
    sqlite3_stmt *old = store_prepare(store, "SELECT " TRIAL_COLUMNS " FROM trial WHERE id = ?1", err);
    StoreTrialRow row;
    if (old) sqlite3_bind_int64(old, 1, trial->id);
    bool ok = old && store_is_there(store, err) &&
              (sqlite3_step(old) == SQLITE_ROW || store_damaged(store, err, "there is no trial", trial->id)) &&
              read_trial_row(store, old, &row, err);
    if (ok) text_add(&key, row.key);
    sqlite3_finalize(old);
    row.key = key.data;
    row.sums = text.data;
    row.done = (int64_t)trial->done;
    ok = ok && write_trial(store, WRITE_TRIAL, &row, err);
    text_free(&text);
    text_free(&key);
    return ok;
}

#endif
