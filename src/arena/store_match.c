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

static uint64_t fold_text(uint64_t hash, const char *text) {
    for (; *text; text++) hash = store_fold(hash, (unsigned char)*text);
    return store_fold(hash, 256);
}

static int64_t match_checksum(const char *key, int64_t entrants, int64_t group, const char *names) {
    uint64_t hash = fold_text(fold_text(0, key), names);
    return (int64_t)rng_mix(store_fold(store_fold(hash, (uint64_t)entrants), (uint64_t)group));
}

// A row of match, checked.
typedef struct MatchRow {
    int64_t id, entrants, group, games;
    bool same_key, same_names;
} MatchRow;

static bool read_match_row(Store *store, sqlite3_stmt *row, const char *key, const char *names, MatchRow *match,
                           Error *err) {
    const char *its_key = store_column_text(row, 1), *its_names = store_column_text(row, 4);
    int64_t checksum;
    bool ok = its_key && its_names && store_column_int(row, 0, 1, INT64_MAX, &match->id) &&
              store_column_int(row, 2, 1, ARENA_MAX_ENTRANTS, &match->entrants) &&
              store_column_int(row, 3, 1, INT32_MAX, &match->group) &&
              store_column_int(row, 5, 0, INT64_MAX, &match->games) &&
              store_column_int(row, 6, INT64_MIN, INT64_MAX, &checksum) &&
              checksum == match_checksum(its_key, match->entrants, match->group, its_names);
    if (!ok) return store_damaged(store, err, "wrong match", sqlite3_column_int64(row, 0));
    match->same_key = strcmp(its_key, key) == 0;
    match->same_names = strcmp(its_names, names) == 0;
    return true;
}

bool store_match_sound(Store *store, int64_t id, Error *err) {
    MatchRow match = {0};
    sqlite3_stmt *row = store_prepare(store,
                                      "SELECT id, key, entrants, group_size, tally_names, games, checksum "
                                      "FROM match WHERE id = ?1",
                                      err);
    if (!row) return false;
    sqlite3_bind_int64(row, 1, id);
    bool ok = sqlite3_step(row) == SQLITE_ROW && read_match_row(store, row, "", "", &match, err);
    sqlite3_finalize(row);
    return ok;
}

// Looks at every row instead of asking the index, since a damaged key would look like a match that is not
// there and be played a second time. `found->id` is 0 if there is none.
static bool find_match(Store *store, const char *key, const char *names, MatchRow *found, Error *err) {
    sqlite3_stmt *rows = store_prepare(store,
                                       "SELECT id, key, entrants, group_size, tally_names, games, checksum "
                                       "FROM match NOT INDEXED",
                                       err);
    if (!rows) return false;
    *found = (MatchRow){0};
    bool ok = true;
    int step = SQLITE_DONE;
    while (ok && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        MatchRow match = {0};
        ok = read_match_row(store, rows, key, names, &match, err);
        if (ok && match.same_key) *found = match;
    }
    if (ok && step != SQLITE_DONE) ok = store_fail(store, err);
    sqlite3_finalize(rows);
    return ok;
}

static bool make_match(Store *store, const char *key, const char *names, int entrants, int group, int64_t *id,
                       Error *err) {
    int64_t orphans;
    if (!store_ask(store, "SELECT EXISTS (SELECT 1 FROM game WHERE match > (SELECT coalesce(max(id), 0) FROM match))",
                   &orphans, err))
        return false;
    if (orphans) return store_damaged(store, err, "games without a match:", orphans);
    sqlite3_stmt *insert =
        store_prepare(store,
                      "INSERT INTO match (key, created, state, entrants, group_size, tally_names, games, checksum) "
                      "VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), "
                      "'playing', ?2, ?3, ?4, 0, ?5)",
                      err);
    if (!insert) return false;
    sqlite3_bind_text(insert, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int(insert, 2, entrants);
    sqlite3_bind_int(insert, 3, group);
    sqlite3_bind_text(insert, 4, names, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 5, match_checksum(key, entrants, group, names));
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

// The games of a match that is there, if it is as expected.
static bool check_match(Store *store, const MatchRow *row, int group, bool resume, ArenaTotals *totals, Error *err) {
    if (!row->same_names || row->entrants != store->shape.entrants || row->group != group)
        return error_set(
            err, "%s: holds this match as another version of Deadwood counted it; use that version or another file",
            store->path);
    if (row->games > 0 && !resume)
        return error_set(err, "%s: holds %" PRId64 " games of this match already; resume it or use another file",
                         store->path, row->games);
    if (!store_sum_games(store, UINT64_MAX, group, totals, err)) return false;
    return totals->games == (uint64_t)row->games ||
           store_damaged(store, err, "games are missing, there should be", row->games);
}

static bool find_or_make(Store *store, const char *key, const char *names, int entrants, int group, int64_t *id,
                         Error *err) {
    MatchRow row = {0};
    bool ok = (store_run(store, "BEGIN", err) && find_match(store, key, names, &row, err) &&
               store_run(store, "COMMIT", err)) ||
              store_roll_back(store);
    *id = row.id;
    return ok && (*id || make_match(store, key, names, entrants, group, id, err));
}

// In one transaction, so that what another process adds meanwhile is seen whole or not at all.
static bool read_games_so_far(Store *store, const char *key, const char *names, int group, bool resume,
                              ArenaTotals *totals, Error *err) {
    MatchRow row = {0};
    bool ok = store_run(store, "BEGIN", err) && find_match(store, key, names, &row, err);
    if (ok && !row.id)
        ok = error_set(err, "%s: another process has just given up this match; play it again", store->path);
    else if (ok && row.id != store->shape.match)
        ok = store_damaged(store, err, "there is no match", store->shape.match);
    return (ok && check_match(store, &row, group, resume, totals, err) && store_run(store, "COMMIT", err)) ||
           store_roll_back(store);
}

bool store_match(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 bool resume, int64_t *match, ArenaTotals *totals, Error *err) {
    assert(entrants >= 1 && entrants <= ARENA_MAX_ENTRANTS && tallies >= 0 && tallies <= ARENA_MAX_TALLIES &&
           group >= 1);
    Text names = {0};
    store_add_names(&names, tally_names, tallies);
    ArenaTotals sum = {0};
    int64_t id = 0;
    bool ok = find_or_make(store, key, names.data, entrants, group, &id, err) && store_lock_match(store, id, err);
    store->shape = (StoreShape){.match = id, .entrants = entrants, .tallies = tallies};
    ok = ok && read_games_so_far(store, key, names.data, group, resume, &sum, err);
    text_free(&names);
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

bool store_use_match(Store *store, int64_t match, Error *err) {
    if (store->shape.match == match) return true;
    sqlite3_stmt *row =
        store_prepare(store, "SELECT entrants, json_array_length(tally_names) FROM match WHERE id = ?1", err);
    if (!row) return false;
    sqlite3_bind_int64(row, 1, match);
    bool ok = sqlite3_step(row) == SQLITE_ROW || store_damaged(store, err, "there is no match", match);
    if (ok) store->shape = (StoreShape){match, sqlite3_column_int(row, 0), sqlite3_column_int(row, 1)};
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
