// SPDX-License-Identifier: MIT
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/store_internal.h"
#include "base/files/file_lock.h"
#include "base/text/text.h"

enum {
    APPLICATION = 0x4477644C, // "DwdL" in the file's header, for file(1) and for us
    VERSION = 2,              // of the schema of new files; those of before stay what they are
    PATIENCE = 3000,          // milliseconds to wait for another process's transaction
    CHECKPOINT_PAGES = 4000,  // 16 MiB of log between two copies into the file proper
};

// SQLite's own locks lie at 2^30, and no database reaches this far.
static const uint64_t LOCKS = UINT64_C(1) << 61;

// Plain columns and JSON rather than packed bytes: the file is meant to be asked questions with any SQLite
// tool.
const char STORE_SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS match (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  key TEXT NOT NULL,          -- everything that determines the games: game, rules, players, seed, mode\n"
    "  created TEXT NOT NULL,      -- UTC\n"
    "  state TEXT NOT NULL,        -- playing (or killed while it was), interrupted, finished, ...\n"
    "  entrants INTEGER NOT NULL,  -- players of the match, numbered from 0 in the order the key names them\n"
    "  group_size INTEGER NOT NULL, -- neighbouring games on the same deals\n"
    "  tally_names TEXT NOT NULL,  -- JSON array: what game.tallies counts, in the same order\n"
    "  games INTEGER NOT NULL,     -- rows of game that belong to it, idx first to first+games-1\n"
    "  checksum INTEGER NOT NULL,  -- of key, entrants, group_size, tally_names, first, until and planned\n"
    "  first INTEGER NOT NULL,     -- 0, or in a part (--shard) the first game of the range it is to play\n"
    "  until INTEGER NOT NULL,     -- in a part the game behind that range, else 0\n"
    "  planned INTEGER NOT NULL,   -- in a part the games of all parts together, else 0\n"
    "  UNIQUE (key, first, planned)\n"
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
    "  checksum INTEGER NOT NULL,  -- of the columns before, with the match's key for its number\n"
    "  PRIMARY KEY (match, idx)\n"
    ") WITHOUT ROWID;\n"
    "CREATE VIEW IF NOT EXISTS tally AS -- one row a game and tally\n"
    "  SELECT game.match, game.idx, names.value AS name, counts.value AS value\n"
    "  FROM game JOIN match ON match.id = game.match, json_each(match.tally_names) AS names,\n"
    "       json_each(game.tallies) AS counts WHERE names.key = counts.key;\n";

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

// The kernel's error; if SQLite kept none, the most likely one.
static const char *system_reason(Store *store) {
    int number = sqlite3_system_errno(store->db);
    return number ? strerror(number) : "the disk is full, or a file may not grow";
}

bool store_fail(Store *store, Error *err) {
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
            path, reason, system_reason(store));
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

bool store_damaged(const Store *store, Error *err, const char *what, int64_t number) {
    return error_set(err, "%s: is damaged: %s %" PRId64 "; nothing was changed: restore a copy or use another file",
                     store->path, what, number);
}

bool store_run(Store *store, const char *sql, Error *err) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, err);
}

sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *err) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) store_fail(store, err);
    return statement;
}

bool store_ask(Store *store, const char *sql, int64_t *value, Error *err) {
    sqlite3_stmt *statement = store_prepare(store, sql, err);
    if (!statement) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW || store_fail(store, err);
    if (ok) *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return ok;
}

bool store_roll_back(Store *store) {
    if (!sqlite3_get_autocommit(store->db)) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

// A log of its own file (WAL) and no wait for the disk at every commit: a killed process loses nothing that
// was committed, and a power cut loses at most the last transactions, never the file. Where the file system
// has no shared memory SQLite stays with its old journal, which needs the wait.
static bool set_journal(Store *store, Error *err) {
    sqlite3_stmt *statement = store_prepare(store, "PRAGMA journal_mode = WAL", err);
    if (!statement) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW || store_fail(store, err);
    const unsigned char *mode = ok ? sqlite3_column_text(statement, 0) : NULL;
    bool wal = mode && strcmp((const char *)mode, "wal") == 0;
    sqlite3_finalize(statement);
    if (!ok) return false;
    sqlite3_wal_autocheckpoint(store->db, CHECKPOINT_PAGES);
    return store_run(store, wal ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", err);
}

bool store_make_schema(Store *store, Error *err) {
    char *marks = sqlite3_mprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION, VERSION);
    bool ok =
        store_run(store, "BEGIN IMMEDIATE", err) && store_run(store, STORE_SCHEMA, err) && store_run(store, marks, err);
    sqlite3_free(marks);
    return ok || store_roll_back(store);
}

// Reads the whole file once: a damaged page must be found before new games are written beside it.
static bool check_pages(Store *store, Error *err) {
    sqlite3_stmt *statement = store_prepare(store, "PRAGMA quick_check(1)", err);
    if (!statement) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW || store_fail(store, err);
    const char *found = ok ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (ok && !found)
        ok = store_fail(store, err);
    else if (ok && strcmp(found, "ok") != 0)
        ok = error_set(err, "%s: is damaged (%s); nothing was changed: restore a copy or use another file", store->path,
                       one_line(found).text);
    sqlite3_finalize(statement);
    return ok;
}

// Whose file it is, in one transaction: another process may be making it at this moment.
static bool read_marks(Store *store, int64_t *application, int64_t *version, int64_t *objects, Error *err) {
    bool ok = store_run(store, "BEGIN", err) && store_ask(store, "SELECT count(*) FROM sqlite_master", objects, err) &&
              store_ask(store, "PRAGMA application_id", application, err) &&
              store_ask(store, "PRAGMA user_version", version, err) && store_run(store, "COMMIT", err);
    return ok || store_roll_back(store);
}

// False unless it is a file of ours.
static bool know(Store *store, int64_t application, int64_t version, Error *err) {
    if (application != APPLICATION)
        return error_set(err, "%s: is the database of another program; use another file", store->path);
    if (version > VERSION)
        return error_set(err,
                         "%s: was made by a newer Deadwood (schema %" PRId64
                         ", this one knows %d); use that one or another file",
                         store->path, version, VERSION);
    store->version = (int)version;
    return version >= 1 || store_damaged(store, err, "there is no schema", version);
}

bool store_know(Store *store, Error *err) {
    int64_t application = 0, version = 0, objects = 0;
    return read_marks(store, &application, &version, &objects, err) && know(store, application, version, err);
}

static bool check_file(Store *store, Error *err) {
    int64_t application = 0, version = 0, objects = 0;
    if (!read_marks(store, &application, &version, &objects, err)) return false;
    if (sqlite3_db_readonly(store->db, "main") == 1)
        return error_set(err, "%s: cannot be opened for writing; the file and its folder must be writable",
                         store->path);
    store->version = VERSION;
    if (application == 0 && version == 0 && objects == 0)
        return set_journal(store, err) && store_make_schema(store, err);
    if (!know(store, application, version, err)) return false;
    return check_pages(store, err) && set_journal(store, err);
}

static bool prepare_all(Store *store, Error *err) {
    store->insert = store_prepare(store, "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", err);
    if (!store->insert) return false;
    store->advance =
        store_prepare(store, "UPDATE match SET games = ?3, state = 'playing' WHERE id = ?1 AND games = ?2", err);
    return store->advance != NULL;
}

void store_set_tidying(Store *store, bool on) {
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !on, NULL);
}

bool store_lock_match(Store *store, int64_t match, Error *err) {
    if (store->file < 0 || file_lock(store->file, LOCKS + (uint64_t)match, 1) != FILE_LOCK_BUSY) return true;
    return error_set(err,
                     "%s: another process is playing this match; wait until that ends and resume it, or use another "
                     "file",
                     store->path);
}

void store_unlock_match(Store *store, int64_t match) {
    if (store->file >= 0) file_unlock(store->file, LOCKS + (uint64_t)match, 1);
}

bool store_is_there(Store *store, Error *err) {
    int moved = 0;
    if (sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved) return true;
    store_set_tidying(store, false); // the log beside the path may be another file's
    return error_set(err,
                     "%s: was deleted, moved or replaced while it was in use; unless it was moved, the games stored in "
                     "it are lost: play the match again",
                     store->path);
}

// Names that SQLite accepts but stores nothing in, or would block on.
static bool check_path(const char *path, Error *err) {
    struct stat about;
    if (!*path || strcmp(path, ":memory:") == 0 || strncmp(path, "file:", 5) == 0)
        return error_set(err, "'%s' names no file that keeps results; name one, and write ./ before such a name", path);
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode)) return true;
    return error_set(err, "%s: is a %s; results are kept in a file of their own", path,
                     S_ISDIR(about.st_mode)    ? "directory"
                     : S_ISFIFO(about.st_mode) ? "pipe"
                                               : "device");
}

static bool open_database(Store *store, Error *err) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK) return store_fail(store, err);
    sqlite3_busy_timeout(store->db, PATIENCE);
    store_set_tidying(store, false);
    if (!store_run(store, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", err) || !check_file(store, err) ||
        !prepare_all(store, err))
        return false;
    store->file = open(store->path, O_RDWR | O_CLOEXEC);
    return true;
}

Store *store_open(const char *path, Error *err) {
    struct stat about;
    if (!check_path(path, err)) return NULL;
    Store *store = calloc(1, sizeof *store);
    char *name = strdup(path);
    if (!store || !name) {
        free(store);
        free(name);
        error_set(err, "%s: out of memory", path);
        return NULL;
    }
    store->path = name;
    store->made = lstat(path, &about) != 0 && errno == ENOENT;
    store->file = -1;
    if (open_database(store, err)) return store;
    store_close(store);
    return NULL;
}

// Leaving the journal of its own file succeeds for whoever is alone with the file, and keeps others out until it is
// closed.
static bool alone(Store *store) {
    sqlite3_stmt *statement = NULL;
    if (!store_run(store, "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE", NULL) ||
        !(statement = store_prepare(store, "PRAGMA journal_mode = DELETE", NULL)))
        return false;
    const char *mode = sqlite3_step(statement) == SQLITE_ROW ? store_column_text(statement, 0) : NULL;
    bool is = mode && strcmp(mode, "delete") == 0;
    sqlite3_finalize(statement);
    return is && store_run(store, "BEGIN EXCLUSIVE", NULL);
}

// A command that was refused leaves no file behind.
static void remove_empty(Store *store) {
    int64_t matches = 1, secrets = 0, table = 0;
    bool read = store_ask(store, "SELECT count(*) FROM match", &matches, NULL) &&
                store_ask(store, "SELECT count(*) FROM sqlite_master WHERE name = 'secret'", &table, NULL) &&
                (!table || store_ask(store, "SELECT count(*) FROM secret", &secrets, NULL));
    if (read && !matches && !secrets && store_is_there(store, NULL) && alone(store)) unlink(store->path);
}

void store_close(Store *store) {
    if (!store) return;
    sqlite3_finalize(store->insert);
    sqlite3_finalize(store->advance);
    store_close(store->base);
    if (store->made && store->db) remove_empty(store);
    sqlite3_close(store->db);
    if (store->file >= 0) close(store->file); // after SQLite, whose locks end with any descriptor of the file
    free(store->path);
    free(store);
}

bool store_column_int(sqlite3_stmt *row, int column, int64_t low, int64_t high, int64_t *value) {
    if (sqlite3_column_type(row, column) != SQLITE_INTEGER) return false;
    *value = sqlite3_column_int64(row, column);
    return *value >= low && *value <= high;
}

const char *store_column_text(sqlite3_stmt *row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_TEXT ? (const char *)sqlite3_column_text(row, column) : NULL;
}

#endif
