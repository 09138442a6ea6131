// SPDX-License-Identifier: MIT
#include "arena/store.h"

#include <assert.h>
#include <stddef.h>

#ifndef DEADWOOD_HAVE_SQLITE

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

bool store_finish(Store *store, int64_t match, const char *state, Error *err) {
    (void)store, (void)match, (void)state, (void)err;
    assert(store);
    return false;
}

#else

#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena.h"
#include "base/rng.h"
#include "base/text.h"

enum {
    APPLICATION = 0x4477644C, // "DwdL" in the file's header, for file(1) and for us
    VERSION = 1,              // of the schema
    PATIENCE = 3000,          // milliseconds to wait for another process's transaction
    CHECKPOINT_PAGES = 4000,  // 16 MiB of log between two copies into the file proper
    TALLY_TEXT = ARENA_MAX_TALLIES * 21 + 3,
};

// Plain columns and JSON rather than packed bytes: the file is meant to be asked questions with any SQLite
// tool.
static const char SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS match (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  key TEXT NOT NULL UNIQUE,   -- everything that determines the games: game, rules, players, seed, mode\n"
    "  created TEXT NOT NULL,      -- UTC\n"
    "  state TEXT NOT NULL,        -- playing (or killed while it was), interrupted, finished, ...\n"
    "  entrants INTEGER NOT NULL,  -- players of the match, numbered from 0 in the order the key names them\n"
    "  group_size INTEGER NOT NULL, -- neighbouring games on the same deals\n"
    "  tally_names TEXT NOT NULL,  -- JSON array: what game.tallies counts, in the same order\n"
    "  games INTEGER NOT NULL,     -- rows of game that belong to it, idx 0 to games-1\n"
    "  checksum INTEGER NOT NULL   -- of key, entrants, group_size and tally_names\n"
    ");\n"
    "CREATE TABLE IF NOT EXISTS game (\n"
    "  match INTEGER NOT NULL REFERENCES match(id),\n"
    "  idx INTEGER NOT NULL,       -- number of the game in its match, from 0\n"
    "  winner INTEGER NOT NULL,    -- an entrant, or -1: drawn\n"
    "  points0 INTEGER NOT NULL,   -- made by entrant 0, and so on; NULL where there is no such entrant\n"
    "  points1 INTEGER,\n"
    "  points2 INTEGER,\n"
    "  points3 INTEGER,\n"
    "  hash INTEGER NOT NULL,      -- of everything that happened in the game\n"
    "  tallies TEXT NOT NULL,      -- JSON array, see match.tally_names and the view tally\n"
    "  checksum INTEGER NOT NULL,  -- of all the columns before\n"
    "  PRIMARY KEY (match, idx)\n"
    ") WITHOUT ROWID;\n"
    "CREATE VIEW IF NOT EXISTS tally AS -- one row a game and tally\n"
    "  SELECT game.match, game.idx, names.value AS name, counts.value AS value\n"
    "  FROM game JOIN match ON match.id = game.match, json_each(match.tally_names) AS names,\n"
    "       json_each(game.tallies) AS counts WHERE names.key = counts.key;\n";

// What the rows of one match look like.
typedef struct Shape {
    int64_t match; // 0: none
    int entrants;
    int tallies;
} Shape;

struct Store {
    char *path;
    sqlite3 *db;
    sqlite3_stmt *insert;  // a game
    sqlite3_stmt *advance; // the match's count of games
    Shape shape;           // of the match last worked on
};

// SQLite quotes lines of the file; a sentence has one, and room for the rest of it.
typedef struct Reason {
    char text[160];
} Reason;

static Reason one_line(const char *text) {
    Reason reason;
    text_copy(reason.text, sizeof reason.text, text);
    for (char *at = reason.text; *at; at++)
        if ((unsigned char)*at < ' ') *at = ' ';
    return reason;
}

// What SQLite could not do, as a sentence. Called before anything else touches the connection.
static bool fail(Store *store, Error *err) {
    Reason why = one_line(sqlite3_errmsg(store->db));
    const char *path = store->path, *reason = why.text;
    switch (sqlite3_errcode(store->db) & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(err, "%s: is in use by another process; wait until that ends or use another file", path);
    case SQLITE_FULL:
        return error_set(err, "%s: the disk is full; the games stored before are safe: make room and resume", path);
    case SQLITE_IOERR:
        return error_set(
            err, "%s: cannot be read or written (%s: %s); the games stored before are safe: see to the disk and resume",
            path, reason, strerror(sqlite3_system_errno(store->db)));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return error_set(err, "%s: cannot be opened for writing (%s); the file and its folder must be writable", path,
                         reason);
    case SQLITE_NOTADB:
        return error_set(
            err, "%s: is no database of results, or its first bytes are damaged; nothing was changed: use another file",
            path);
    case SQLITE_NOMEM: return error_set(err, "%s: no memory to work on it", path);
    default:
        return error_set(
            err,
            "%s: is damaged or not as Deadwood left it (%s); nothing was changed: restore a copy or use another file",
            path, reason);
    }
}

static bool damaged(const Store *store, Error *err, const char *what, int64_t number) {
    return error_set(err, "%s: is damaged: %s %" PRId64 "; nothing was changed: restore a copy or use another file",
                     store->path, what, number);
}

static bool run_sql(Store *store, const char *sql, Error *err) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(store, err);
}

static sqlite3_stmt *prepare(Store *store, const char *sql, Error *err) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) fail(store, err);
    return statement;
}

// The first column of the first row as a number.
static bool ask(Store *store, const char *sql, int64_t *value, Error *err) {
    sqlite3_stmt *statement = prepare(store, sql, err);
    if (!statement) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW || fail(store, err);
    if (ok) *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return ok;
}

// After a failure, whose sentence is already made.
static bool roll_back(Store *store) {
    if (!sqlite3_get_autocommit(store->db)) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

// A log of its own file (WAL) and no wait for the disk at every commit: a killed process loses nothing that
// was committed, and a power cut loses at most the last transactions, never the file. Where the file system
// has no shared memory SQLite stays with its old journal, which needs the wait.
static bool set_journal(Store *store, Error *err) {
    sqlite3_stmt *statement = prepare(store, "PRAGMA journal_mode = WAL", err);
    if (!statement) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW || fail(store, err);
    const unsigned char *mode = ok ? sqlite3_column_text(statement, 0) : NULL;
    bool wal = mode && strcmp((const char *)mode, "wal") == 0;
    sqlite3_finalize(statement);
    if (!ok) return false;
    sqlite3_wal_autocheckpoint(store->db, CHECKPOINT_PAGES);
    return run_sql(store, wal ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", err);
}

static bool make_schema(Store *store, Error *err) {
    char *marks = sqlite3_mprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION, VERSION);
    bool ok = set_journal(store, err) && run_sql(store, "BEGIN IMMEDIATE", err) && run_sql(store, SCHEMA, err) &&
              run_sql(store, marks, err);
    sqlite3_free(marks);
    return ok || roll_back(store);
}

// Reads the whole file once: a damaged page must be found before new games are written beside it.
static bool check_pages(Store *store, Error *err) {
    sqlite3_stmt *statement = prepare(store, "PRAGMA quick_check(1)", err);
    if (!statement) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW || fail(store, err);
    const char *found = ok ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (ok && !found)
        ok = fail(store, err);
    else if (ok && strcmp(found, "ok") != 0)
        ok = error_set(err, "%s: is damaged (%s); nothing was changed: restore a copy or use another file", store->path,
                       one_line(found).text);
    sqlite3_finalize(statement);
    return ok;
}

// Whose file it is, in one transaction: another process may be making it at this moment.
static bool read_marks(Store *store, int64_t *application, int64_t *version, int64_t *objects, Error *err) {
    bool ok = run_sql(store, "BEGIN", err) && ask(store, "SELECT count(*) FROM sqlite_master", objects, err) &&
              ask(store, "PRAGMA application_id", application, err) &&
              ask(store, "PRAGMA user_version", version, err) && run_sql(store, "COMMIT", err);
    return ok || roll_back(store);
}

static bool check_file(Store *store, Error *err) {
    int64_t application = 0, version = 0, objects = 0;
    if (!read_marks(store, &application, &version, &objects, err)) return false;
    if (sqlite3_db_readonly(store->db, "main") == 1)
        return error_set(err, "%s: cannot be opened for writing; the file and its folder must be writable",
                         store->path);
    if (application == 0 && version == 0 && objects == 0) return make_schema(store, err);
    if (application != APPLICATION)
        return error_set(err, "%s: is the database of another program; use another file", store->path);
    if (version > VERSION)
        return error_set(err,
                         "%s: was made by a newer Deadwood (schema %" PRId64
                         ", this one knows %d); use that one or another file",
                         store->path, version, VERSION);
    if (version != VERSION) return damaged(store, err, "there is no schema", version);
    return check_pages(store, err) && set_journal(store, err);
}

static bool prepare_all(Store *store, Error *err) {
    store->insert = prepare(store, "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", err);
    if (!store->insert) return false;
    store->advance = prepare(store, "UPDATE match SET games = ?3, state = 'playing' WHERE id = ?1 AND games = ?2", err);
    return store->advance != NULL;
}

// SQLite likes to tidy its log into the file when it closes. Off until the file is known to be good, since a
// damaged one is evidence.
static void set_tidying(Store *store, bool on) {
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !on, NULL);
}

Store *store_open(const char *path, Error *err) {
    Store *store = calloc(1, sizeof *store);
    char *name = strdup(path);
    if (!store || !name) abort(); // as in base/text.c
    store->path = name;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    bool ok = sqlite3_open_v2(path, &store->db, flags, NULL) == SQLITE_OK || fail(store, err);
    if (ok) {
        sqlite3_busy_timeout(store->db, PATIENCE);
        set_tidying(store, false);
        ok = run_sql(store, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", err) &&
             check_file(store, err) && prepare_all(store, err);
    }
    if (ok) return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store) {
    if (!store) return;
    sqlite3_finalize(store->insert);
    sqlite3_finalize(store->advance);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

// Every step is a bijection of the hash for a given word and of the word for a given hash, so a single wrong
// word always shows. Cheaper than rng_fold, which matters at 64 tallies a game.
static uint64_t fold_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t fold_text(uint64_t hash, const char *text) {
    for (; *text; text++) hash = fold_word(hash, (unsigned char)*text);
    return fold_word(hash, 256);
}

static int64_t game_checksum(const Shape *shape, uint64_t index, const ArenaGame *game) {
    uint64_t hash = fold_word((uint64_t)shape->match, index);
    hash = fold_word(hash, (uint64_t)(int64_t)game->winner);
    for (int i = 0; i < shape->entrants; i++) hash = fold_word(hash, (uint64_t)(int64_t)game->points[i]);
    hash = fold_word(hash, game->hash);
    for (int i = 0; i < shape->tallies; i++) hash = fold_word(hash, (uint64_t)game->tally[i]);
    return (int64_t)rng_mix(hash);
}

static int64_t match_checksum(const char *key, int64_t entrants, int64_t group, const char *names) {
    uint64_t hash = fold_text(fold_text(0, key), names);
    return (int64_t)rng_mix(fold_word(fold_word(hash, (uint64_t)entrants), (uint64_t)group));
}

// Writes the number and returns its end. printf would take longer than SQLite itself.
static char *print_int(char *to, int64_t value) {
    char digits[20];
    int count = 0;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0) *to++ = '-';
    while (count > 0) *to++ = digits[--count];
    return to;
}

static int print_tallies(char text[TALLY_TEXT], const int64_t *tally, int tallies) {
    char *to = text;
    *to++ = '[';
    for (int i = 0; i < tallies; i++) {
        if (i > 0) *to++ = ',';
        to = print_int(to, tally[i]);
    }
    *to++ = ']';
    return (int)(to - text);
}

// Reads what print_tallies writes and nothing else.
static bool parse_tallies(const char *text, int64_t *tally, int tallies) {
    char again[TALLY_TEXT];
    const char *from = text;
    if (*from != '[') return false;
    for (int i = 0; i < tallies; i++) {
        char *end;
        tally[i] = strtoll(from + 1, &end, 10);
        if (end == from + 1 || (*end != ',' && *end != ']')) return false;
        from = end;
    }
    int size = print_tallies(again, tally, tallies);
    return strlen(text) == (size_t)size && memcmp(text, again, (size_t)size) == 0;
}

static bool column_int(sqlite3_stmt *row, int column, int64_t low, int64_t high, int64_t *value) {
    if (sqlite3_column_type(row, column) != SQLITE_INTEGER) return false;
    *value = sqlite3_column_int64(row, column);
    return *value >= low && *value <= high;
}

static const char *column_text(sqlite3_stmt *row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_TEXT ? (const char *)sqlite3_column_text(row, column) : NULL;
}

enum {
    GAME_MATCH,
    GAME_INDEX,
    GAME_WINNER,
    GAME_POINTS,
    GAME_HASH = GAME_POINTS + ARENA_MAX_ENTRANTS,
    GAME_TALLIES,
    GAME_CHECKSUM
};

// A row of game as it was stored, or false.
static bool read_game(sqlite3_stmt *row, const Shape *shape, uint64_t index, ArenaGame *game) {
    int64_t value;
    if (!column_int(row, GAME_INDEX, 0, INT64_MAX, &value) || (uint64_t)value != index) return false;
    if (!column_int(row, GAME_WINNER, ARENA_VOID, shape->entrants - 1, &value)) return false;
    game->winner = (int32_t)value;
    for (int i = 0; i < shape->entrants; i++) {
        if (!column_int(row, GAME_POINTS + i, INT32_MIN, INT32_MAX, &value)) return false;
        game->points[i] = (int32_t)value;
    }
    if (!column_int(row, GAME_HASH, INT64_MIN, INT64_MAX, &value)) return false;
    game->hash = (uint64_t)value;
    const char *text = column_text(row, GAME_TALLIES);
    if (!text || !parse_tallies(text, game->tally, shape->tallies)) return false;
    return column_int(row, GAME_CHECKSUM, INT64_MIN, INT64_MAX, &value) && value == game_checksum(shape, index, game);
}

// Adds up the games before `limit`, checking each.
static bool sum_rows(Store *store, sqlite3_stmt *rows, int group, ArenaGame *games, ArenaTotals *totals, Error *err) {
    uint64_t index = 0;
    int step;
    while ((step = sqlite3_step(rows)) == SQLITE_ROW) {
        int place = (int)(index % (uint64_t)group);
        if (!read_game(rows, &store->shape, index, &games[place]))
            return damaged(store, err, "wrong or missing game", (int64_t)index);
        index++;
        if (place == group - 1)
            arena_totals_add(totals, games, index - (uint64_t)group, group, store->shape.entrants,
                             store->shape.tallies);
    }
    if (step != SQLITE_DONE) return fail(store, err);
    return totals->games == index || damaged(store, err, "it ends inside a group, with game", (int64_t)index - 1);
}

static bool sum_games(Store *store, uint64_t limit, int group, ArenaTotals *totals, Error *err) {
    sqlite3_stmt *rows =
        prepare(store,
                "SELECT match, idx, winner, points0, points1, points2, points3, hash, tallies, checksum "
                "FROM game WHERE match = ?1 AND idx < ?2 ORDER BY idx",
                err);
    if (!rows) return false;
    sqlite3_bind_int64(rows, 1, store->shape.match);
    sqlite3_bind_int64(rows, 2, limit > INT64_MAX ? INT64_MAX : (int64_t)limit);
    ArenaGame *games = malloc((size_t)group * sizeof *games);
    ArenaTotals sum = {0};
    bool ok =
        games ? sum_rows(store, rows, group, games, &sum, err) : error_set(err, "no memory for a group of %d", group);
    if (ok) *totals = sum;
    free(games);
    sqlite3_finalize(rows);
    return ok;
}

// A row of match, checked.
typedef struct MatchRow {
    int64_t id, entrants, group, games;
    bool same_key, same_names;
} MatchRow;

static bool read_match(Store *store, sqlite3_stmt *row, const char *key, const char *names, MatchRow *match,
                       Error *err) {
    const char *its_key = column_text(row, 1), *its_names = column_text(row, 4);
    int64_t checksum;
    bool ok = its_key && its_names && column_int(row, 0, 1, INT64_MAX, &match->id) &&
              column_int(row, 2, 1, ARENA_MAX_ENTRANTS, &match->entrants) &&
              column_int(row, 3, 1, INT32_MAX, &match->group) && column_int(row, 5, 0, INT64_MAX, &match->games) &&
              column_int(row, 6, INT64_MIN, INT64_MAX, &checksum) &&
              checksum == match_checksum(its_key, match->entrants, match->group, its_names);
    if (!ok) return damaged(store, err, "wrong match", sqlite3_column_int64(row, 0));
    match->same_key = strcmp(its_key, key) == 0;
    match->same_names = strcmp(its_names, names) == 0;
    return true;
}

// Looks at every row instead of asking the index, since a damaged key would look like a match that is not
// there and be played a second time. `found->id` is 0 if there is none.
static bool find_match(Store *store, const char *key, const char *names, MatchRow *found, Error *err) {
    sqlite3_stmt *rows = prepare(store,
                                 "SELECT id, key, entrants, group_size, tally_names, games, checksum "
                                 "FROM match NOT INDEXED",
                                 err);
    if (!rows) return false;
    *found = (MatchRow){0};
    bool ok = true;
    int step = SQLITE_DONE;
    while (ok && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        MatchRow match = {0};
        ok = read_match(store, rows, key, names, &match, err);
        if (ok && match.same_key) *found = match;
    }
    if (ok && step != SQLITE_DONE) ok = fail(store, err);
    sqlite3_finalize(rows);
    return ok;
}

static bool make_match(Store *store, const char *key, const char *names, int entrants, int group, int64_t *id,
                       Error *err) {
    int64_t orphans;
    if (!ask(store, "SELECT EXISTS (SELECT 1 FROM game WHERE match > (SELECT coalesce(max(id), 0) FROM match))",
             &orphans, err))
        return false;
    if (orphans) return damaged(store, err, "games without a match:", orphans);
    sqlite3_stmt *insert =
        prepare(store,
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
        fail(store, err);
    sqlite3_finalize(insert);
    return ok;
}

// The names as a JSON array. They are words, so quoting is all it takes.
static void add_names(Text *text, const char *const *names, int count) {
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
    if (!sum_games(store, UINT64_MAX, group, totals, err)) return false;
    return totals->games == (uint64_t)row->games ||
           damaged(store, err, "games are missing, there should be", row->games);
}

bool store_match(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 bool resume, int64_t *match, ArenaTotals *totals, Error *err) {
    assert(entrants >= 1 && entrants <= ARENA_MAX_ENTRANTS && tallies >= 0 && tallies <= ARENA_MAX_TALLIES &&
           group >= 1);
    Text names = {0};
    add_names(&names, tally_names, tallies);
    ArenaTotals sum = {0};
    MatchRow row = {0};
    // In one transaction, so that what another process adds meanwhile is seen whole or not at all.
    bool ok = run_sql(store, "BEGIN", err) && find_match(store, key, names.data, &row, err);
    store->shape = (Shape){.match = row.id, .entrants = entrants, .tallies = tallies};
    if (ok && row.id) ok = check_match(store, &row, group, resume, &sum, err);
    ok = (ok && run_sql(store, "COMMIT", err)) || roll_back(store);
    if (ok && !row.id) ok = make_match(store, key, names.data, entrants, group, &store->shape.match, err);
    text_free(&names);
    if (!ok) {
        store->shape.match = 0;
        return false;
    }
    set_tidying(store, true);
    *match = store->shape.match;
    *totals = sum;
    return true;
}

// Several matches may take turns; learns again what the rows of this one look like.
static bool use_match(Store *store, int64_t match, Error *err) {
    if (store->shape.match == match) return true;
    sqlite3_stmt *row = prepare(store, "SELECT entrants, json_array_length(tally_names) FROM match WHERE id = ?1", err);
    if (!row) return false;
    sqlite3_bind_int64(row, 1, match);
    bool ok = sqlite3_step(row) == SQLITE_ROW || damaged(store, err, "there is no match", match);
    if (ok) store->shape = (Shape){match, sqlite3_column_int(row, 0), sqlite3_column_int(row, 1)};
    sqlite3_finalize(row);
    return ok;
}

static bool insert_game(Store *store, uint64_t index, const ArenaGame *game, Error *err) {
    const Shape *shape = &store->shape;
    sqlite3_stmt *row = store->insert;
    char tallies[TALLY_TEXT];
    int size = print_tallies(tallies, game->tally, shape->tallies);
    sqlite3_bind_int64(row, 1 + GAME_MATCH, shape->match);
    sqlite3_bind_int64(row, 1 + GAME_INDEX, (int64_t)index);
    sqlite3_bind_int(row, 1 + GAME_WINNER, game->winner);
    for (int i = 0; i < ARENA_MAX_ENTRANTS; i++) {
        if (i < shape->entrants)
            sqlite3_bind_int(row, 1 + GAME_POINTS + i, game->points[i]);
        else
            sqlite3_bind_null(row, 1 + GAME_POINTS + i);
    }
    sqlite3_bind_int64(row, 1 + GAME_HASH, (int64_t)game->hash);
    sqlite3_bind_text(row, 1 + GAME_TALLIES, tallies, size, SQLITE_STATIC);
    sqlite3_bind_int64(row, 1 + GAME_CHECKSUM, game_checksum(shape, index, game));
    bool ok = sqlite3_step(row) == SQLITE_DONE || fail(store, err);
    sqlite3_reset(row);
    return ok;
}

// Moves the match's count of games; the old one must be what we believe.
static bool advance(Store *store, uint64_t from, uint64_t to, Error *err) {
    sqlite3_bind_int64(store->advance, 1, store->shape.match);
    sqlite3_bind_int64(store->advance, 2, (int64_t)from);
    sqlite3_bind_int64(store->advance, 3, (int64_t)to);
    bool ok = sqlite3_step(store->advance) == SQLITE_DONE || fail(store, err);
    sqlite3_reset(store->advance);
    if (!ok || sqlite3_changes(store->db) == 1) return ok;
    return error_set(
        err, "%s: the match no longer holds the %" PRIu64 " games it held; another process must be playing it too",
        store->path, from);
}

static bool add_games(Store *store, uint64_t first, const ArenaGame *games, int count, Error *err) {
    if (!advance(store, first, first + (uint64_t)count, err)) return false;
    for (int i = 0; i < count; i++)
        if (!insert_game(store, first + (uint64_t)i, &games[i], err)) return false;
    return run_sql(store, "COMMIT", err);
}

bool store_add(Store *store, int64_t match, uint64_t first, const ArenaGame *games, int count, Error *err) {
    if (!use_match(store, match, err)) return false;
    if (!run_sql(store, "BEGIN IMMEDIATE", err)) return false;
    return add_games(store, first, games, count, err) || roll_back(store);
}

static bool delete_games(Store *store, uint64_t first, Error *err) {
    sqlite3_stmt *statement = prepare(store, "DELETE FROM game WHERE match = ?1 AND idx >= ?2", err);
    if (!statement) return false;
    sqlite3_bind_int64(statement, 1, store->shape.match);
    sqlite3_bind_int64(statement, 2, (int64_t)first);
    bool ok = sqlite3_step(statement) == SQLITE_DONE || fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

static bool count_games(Store *store, int64_t *games, Error *err) {
    char *sql = sqlite3_mprintf("SELECT games FROM match WHERE id = %lld", (long long)store->shape.match);
    bool ok = ask(store, sql, games, err);
    sqlite3_free(sql);
    return ok;
}

bool store_totals(Store *store, int64_t match, uint64_t most, int group, ArenaTotals *totals, Error *err) {
    return use_match(store, match, err) && sum_games(store, most - most % (uint64_t)group, group, totals, err);
}

bool store_truncate(Store *store, int64_t match, uint64_t first, int group, ArenaTotals *totals, Error *err) {
    int64_t games;
    ArenaTotals sum;
    first -= first % (uint64_t)group;
    if (!use_match(store, match, err) || !run_sql(store, "BEGIN IMMEDIATE", err)) return false;
    bool ok = sum_games(store, first, group, &sum, err) && count_games(store, &games, err);
    // Nothing to forget if it holds fewer.
    if (ok && (uint64_t)games > first)
        ok = delete_games(store, first, err) && advance(store, (uint64_t)games, first, err);
    ok = ok && run_sql(store, "COMMIT", err);
    if (!ok) return roll_back(store);
    *totals = sum;
    return true;
}

bool store_finish(Store *store, int64_t match, const char *state, Error *err) {
    sqlite3_stmt *statement = prepare(store, "UPDATE match SET state = ?2 WHERE id = ?1", err);
    if (!statement) return false;
    sqlite3_bind_int64(statement, 1, match);
    sqlite3_bind_text(statement, 2, state, -1, SQLITE_STATIC);
    bool ok = sqlite3_step(statement) == SQLITE_DONE || fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

#endif
