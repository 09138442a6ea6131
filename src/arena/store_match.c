// SPDX-License-Identifier: MIT
// Matches in the store: rows of the table `match`.
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "arena/store_internal.h"
#include "base/rng.h"
#include "base/text/text.h"

int64_t store_match_checksum(int version, const char *key, int64_t entrants, int64_t group, const char *names,
                             StoreRange range) {
    uint64_t hash = store_fold_text(store_fold_text(0, key), names);
    hash = store_fold(store_fold(hash, (uint64_t)entrants), (uint64_t)group);
    if (version > 1) hash = store_fold(store_fold(store_fold(hash, range.first), range.until), range.planned);
    return (int64_t)rng_mix(hash);
}

const char *store_match_columns(const Store *store) {
    return store->version == 1 ? "id, key, entrants, group_size, tally_names, games, checksum, 0, 0, 0"
                               : "id, key, entrants, group_size, tally_names, games, checksum, first, until, planned";
}

bool store_read_match_row(Store *store, sqlite3_stmt *row, StoreMatchRow *match, Error *err) {
    int64_t checksum, range[3];
    match->key = store_column_text(row, 1);
    match->names = store_column_text(row, 4);
    bool ok = match->key && match->names && store_column_int(row, 0, 1, INT64_MAX, &match->id) &&
              store_column_int(row, 2, 1, ARENA_MAX_ENTRANTS, &match->entrants) &&
              store_column_int(row, 3, 1, INT32_MAX, &match->group) &&
              store_column_int(row, 5, 0, INT64_MAX, &match->games) &&
              store_column_int(row, 6, INT64_MIN, INT64_MAX, &checksum);
    for (int i = 0; ok && i < 3; i++) ok = store_column_int(row, 7 + i, 0, INT64_MAX, &range[i]);
    if (ok) {
        match->range = (StoreRange){(uint64_t)range[0], (uint64_t)range[1], (uint64_t)range[2]};
        ok = checksum == store_match_checksum(store->version, match->key, match->entrants, match->group, match->names,
                                              match->range);
    }
    return ok || store_damaged(store, err, "wrong match", sqlite3_column_int64(row, 0));
}

static sqlite3_stmt *select_matches(Store *store, const char *rest, Error *err) {
    char *sql = sqlite3_mprintf("SELECT %s FROM match %s", store_match_columns(store), rest);
    sqlite3_stmt *rows = store_prepare(store, sql, err);
    sqlite3_free(sql);
    return rows;
}

bool store_match_sound(Store *store, int64_t id, Error *err) {
    StoreMatchRow match;
    sqlite3_stmt *row = select_matches(store, "WHERE id = ?1", err);
    if (!row) return false;
    sqlite3_bind_int64(row, 1, id);
    bool ok = sqlite3_step(row) == SQLITE_ROW && store_read_match_row(store, row, &match, err);
    sqlite3_finalize(row);
    return ok;
}

// A match that is looked for: its key, what it counts, and which of its games.
typedef struct Wanted {
    const char *key, *names;
    int entrants, group;
    StoreRange range;
} Wanted;

// What was found; `id` is 0 if there is none.
typedef struct Found {
    int64_t id, entrants, group, games;
    bool same_names;
} Found;

static bool is_wanted(const StoreMatchRow *row, const Wanted *wanted) {
    return strcmp(row->key, wanted->key) == 0 && row->range.first == wanted->range.first &&
           row->range.planned == wanted->range.planned;
}

// Looks at every row instead of asking the index, since a damaged key would look like a match that is not
// there and be played a second time.
static bool find_match(Store *store, const Wanted *wanted, Found *found, Error *err) {
    sqlite3_stmt *rows = select_matches(store, "NOT INDEXED", err);
    if (!rows) return false;
    *found = (Found){0};
    bool ok = true;
    int step = SQLITE_DONE;
    while (ok && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        StoreMatchRow row;
        ok = store_read_match_row(store, rows, &row, err);
        if (ok && is_wanted(&row, wanted))
            *found = (Found){row.id, row.entrants, row.group, row.games, strcmp(row.names, wanted->names) == 0};
        else if (ok && !wanted->range.planned != !row.range.planned && strcmp(row.key, wanted->key) == 0)
            ok = error_set(err, "%s: holds a part of this match alone; `deadwood merge` makes a whole one of its parts",
                           store->path);
    }
    if (ok && step != SQLITE_DONE) ok = store_fail(store, err);
    sqlite3_finalize(rows);
    return ok;
}

static sqlite3_stmt *prepare_new_match(Store *store, Error *err) {
    return store_prepare(
        store,
        store->version == 1
            ? "INSERT INTO match (key, created, state, entrants, group_size, tally_names, games, checksum) "
              "VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'playing', ?2, ?3, ?4, 0, ?5)"
            : "INSERT INTO match (key, created, state, entrants, group_size, tally_names, games, checksum, first, "
              "until, planned) "
              "VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'playing', ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8)",
        err);
}

static bool make_match(Store *store, const Wanted *wanted, int64_t *id, Error *err) {
    int64_t orphans;
    if (!store_ask(store, "SELECT EXISTS (SELECT 1 FROM game WHERE match > (SELECT coalesce(max(id), 0) FROM match))",
                   &orphans, err))
        return false;
    if (orphans) return store_damaged(store, err, "games without a match:", orphans);
    sqlite3_stmt *insert = prepare_new_match(store, err);
    if (!insert) return false;
    sqlite3_bind_text(insert, 1, wanted->key, -1, SQLITE_STATIC);
    sqlite3_bind_int(insert, 2, wanted->entrants);
    sqlite3_bind_int(insert, 3, wanted->group);
    sqlite3_bind_text(insert, 4, wanted->names, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 5,
                       store_match_checksum(store->version, wanted->key, wanted->entrants, wanted->group, wanted->names,
                                            wanted->range));
    if (store->version > 1) {
        sqlite3_bind_int64(insert, 6, (int64_t)wanted->range.first);
        sqlite3_bind_int64(insert, 7, (int64_t)wanted->range.until);
        sqlite3_bind_int64(insert, 8, (int64_t)wanted->range.planned);
    }
    int step = sqlite3_step(insert);
    bool ok = step == SQLITE_DONE;
    if (ok)
        *id = sqlite3_last_insert_rowid(store->db);
    else if (step == SQLITE_CONSTRAINT) // it was not there a moment ago
        error_set(err, "%s: another process has just begun this match; wait until that ends and resume it",
                  store->path);
    else
        store_fail(store, err);
    sqlite3_finalize(insert);
    return ok;
}

// The names as a JSON array. They are words, so quoting is all it takes.
static void store_add_names(Text *text, const char *const *names, int count) {
    text_add(text, "[");
    for (int i = 0; i < count; i++) {
        assert(!strpbrk(names[i], "\"\\"));
        text_addf(text, "%s\"%s\"", i ? "," : "", names[i]);
    }
    text_add(text, "]");
}

static bool counted_otherwise(const Store *store, Error *err) {
    return error_set(err,
                     "%s: holds this match as another version of Deadwood counted it; use that version or another file",
                     store->path);
}

// The games of a match that is there, if it is as expected.
static bool check_match(Store *store, const Found *row, const Wanted *wanted, bool resume, ArenaTotals *totals,
                        Error *err) {
    if (!row->same_names || row->entrants != wanted->entrants || row->group != wanted->group)
        return counted_otherwise(store, err);
    if (row->games > 0 && !resume)
        return error_set(err, "%s: holds %" PRId64 " games of this match already; resume it or use another file",
                         store->path, row->games);
    if (!store_sum_games(store, UINT64_MAX, wanted->group, totals, err)) return false;
    return totals->games == (uint64_t)row->games ||
           store_damaged(store, err, "games are missing, there should be", row->games);
}

static bool find_or_make(Store *store, const Wanted *wanted, int64_t *id, Error *err) {
    Found row = {0};
    bool ok =
        (store_run(store, "BEGIN", err) && find_match(store, wanted, &row, err) && store_run(store, "COMMIT", err)) ||
        store_roll_back(store);
    *id = row.id;
    return ok && (*id || make_match(store, wanted, id, err));
}

// In one transaction, so that what another process adds meanwhile is seen whole or not at all.
static bool read_games_so_far(Store *store, const Wanted *wanted, bool resume, ArenaTotals *totals, Error *err) {
    Found row = {0};
    bool ok = store_run(store, "BEGIN", err) && find_match(store, wanted, &row, err);
    if (ok && !row.id)
        ok = error_set(err, "%s: another process has just given up this match; play it again", store->path);
    else if (ok && row.id != store->shape.match)
        ok = store_damaged(store, err, "there is no match", store->shape.match);
    return (ok && check_match(store, &row, wanted, resume, totals, err) && store_run(store, "COMMIT", err)) ||
           store_roll_back(store);
}

static bool open_match(Store *store, const Wanted *wanted, int tallies, bool resume, int64_t *match,
                       ArenaTotals *totals, Error *err) {
    ArenaTotals sum = {0};
    int64_t id = 0;
    bool ok = find_or_make(store, wanted, &id, err) && store_lock_match(store, id, err);
    store->shape = (StoreShape){.match = id,
                                .seal = store_seal(store->version, id, wanted->key),
                                .first = wanted->range.first,
                                .entrants = wanted->entrants,
                                .tallies = tallies};
    ok = ok && read_games_so_far(store, wanted, resume, &sum, err);
    if (!ok) {
        if (id) store_unlock_match(store, id);
        store->shape.match = 0;
        return false;
    }
    store_set_tidying(store, true);
    *match = store->shape.match;
    *totals = sum;
    return true;
}

bool store_match_range(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants,
                       int group, StoreRange range, bool resume, int64_t *match, ArenaTotals *totals, Error *err) {
    assert(entrants >= 1 && entrants <= ARENA_MAX_ENTRANTS && tallies >= 0 && tallies <= ARENA_MAX_TALLIES &&
           group >= 1);
    Text names = {0};
    store_add_names(&names, tally_names, tallies);
    Wanted wanted = {key, names.data, entrants, group, range};
    bool ok = open_match(store, &wanted, tallies, resume, match, totals, err);
    text_free(&names);
    return ok;
}

bool store_match(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 bool resume, int64_t *match, ArenaTotals *totals, Error *err) {
    return store_match_range(store, key, tally_names, tallies, entrants, group, (StoreRange){0}, resume, match, totals,
                             err);
}

bool store_find(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                int64_t *match, uint64_t *games, Error *err) {
    Text names = {0};
    store_add_names(&names, tally_names, tallies);
    Wanted wanted = {key, names.data, entrants, group, {0}};
    Found row = {0};
    bool ok = find_match(store, &wanted, &row, err);
    if (ok && row.id && (!row.same_names || row.entrants != entrants || row.group != group))
        ok = counted_otherwise(store, err);
    text_free(&names);
    *match = row.id;
    *games = (uint64_t)row.games;
    return ok;
}

bool store_each_match(Store *store, bool (*visit)(void *context, const StoreMatchRow *row), void *context, Error *err) {
    sqlite3_stmt *rows = select_matches(store, "NOT INDEXED ORDER BY id", err);
    if (!rows) return false;
    int step = SQLITE_DONE;
    bool ok = true, more = true;
    while (ok && more && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        StoreMatchRow row;
        ok = store_read_match_row(store, rows, &row, err);
        more = ok && visit(context, &row);
    }
    if (ok && more && step != SQLITE_DONE) ok = store_fail(store, err);
    sqlite3_finalize(rows);
    return ok;
}

bool store_use_match(Store *store, int64_t match, Error *err) {
    if (store->shape.match == match) return true;
    sqlite3_stmt *row = store_prepare(
        store,
        store->version == 1 ? "SELECT entrants, json_array_length(tally_names), key, 0 FROM match WHERE id = ?1"
                            : "SELECT entrants, json_array_length(tally_names), key, first FROM match WHERE id = ?1",
        err);
    if (!row) return false;
    sqlite3_bind_int64(row, 1, match);
    const char *key = sqlite3_step(row) == SQLITE_ROW ? store_column_text(row, 2) : NULL;
    bool ok = key || store_damaged(store, err, "there is no match", match);
    if (ok)
        store->shape =
            (StoreShape){match, store_seal(store->version, match, key), (uint64_t)sqlite3_column_int64(row, 3),
                         sqlite3_column_int(row, 0), sqlite3_column_int(row, 1)};
    sqlite3_finalize(row);
    return ok;
}

void store_give_up(Store *store, int64_t match) {
    sqlite3_stmt *statement = store_prepare(store, "DELETE FROM match WHERE id = ?1 AND games = 0", NULL);
    sqlite3_bind_int64(statement, 1, match);
    sqlite3_step(statement); // a row that stays is harmless
    sqlite3_finalize(statement);
    store_unlock_match(store, match);
    store->shape.match = 0;
}

bool store_finish(Store *store, int64_t match, const char *state, Error *err) {
    sqlite3_stmt *statement = store_prepare(store, "UPDATE match SET state = ?2 WHERE id = ?1", err);
    if (!statement) return false;
    sqlite3_bind_int64(statement, 1, match);
    sqlite3_bind_text(statement, 2, state, -1, SQLITE_STATIC);
    bool ok = sqlite3_step(statement) == SQLITE_DONE || store_fail(store, err);
    sqlite3_finalize(statement);
    store_unlock_match(store, match);
    return ok && store_is_there(store, err);
}

#endif
