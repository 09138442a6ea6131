// SPDX-License-Identifier: MIT
// Parts of a command that many machines play: the one row of the table `part`, and which games are a part's own.
#include "arena/store.h"

#include "arena/arena.h"

// Slow games are few, and then a part should not have a whole batch more than another; of quick ones whole batches keep
// the frames of compressed records what they are in one run.
uint64_t store_cut(uint64_t first, uint64_t until, int group, int shard, int shards) {
    enum { PLENTY = 16 };
    uint64_t unit = arena_batch(group), parts = (uint64_t)shards;
    if (first % unit || (until - first) / unit / parts < PLENTY) unit = (uint64_t)group;
    uint64_t units = (until - first + unit - 1) / unit;
    uint64_t at = first + (units / parts * (uint64_t)shard + units % parts * (uint64_t)shard / parts) * unit;
    return at < until ? at : until;
}

#ifdef DEADWOOD_HAVE_SQLITE

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/store_internal.h"
#include "base/rng.h"

static const char SCHEMA[] = "CREATE TABLE IF NOT EXISTS part (\n"
                             "  id INTEGER PRIMARY KEY CHECK (id = 1),\n"
                             "  shard INTEGER NOT NULL,     -- from 1\n"
                             "  shards INTEGER NOT NULL,    -- that there are\n"
                             "  command TEXT NOT NULL,      -- JSON array: the words of the command that plays them\n"
                             "  done INTEGER NOT NULL,      -- 1: it has come to its end\n"
                             "  checksum INTEGER NOT NULL   -- of the columns before\n"
                             ");\n";

static int64_t part_checksum(int shard, int shards, const char *command, bool done) {
    uint64_t hash = store_fold(store_fold(store_fold_text(0, command), (uint64_t)shard), (uint64_t)shards);
    return (int64_t)rng_mix(store_fold(hash, done));
}

bool store_has_table(Store *store, const char *name, bool *there, Error *err) {
    char *sql = sqlite3_mprintf("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = %Q", name);
    int64_t count = 0;
    bool ok = store_ask(store, sql, &count, err);
    sqlite3_free(sql);
    *there = count > 0;
    return ok;
}

static bool read_part_row(Store *store, sqlite3_stmt *row, StorePart *part, Error *err) {
    int64_t shard, shards, done, checksum;
    const char *command = store_column_text(row, 2);
    bool ok = command && store_column_int(row, 1, 1, STORE_MOST_SHARDS, &shards) &&
              store_column_int(row, 0, 1, shards, &shard) && store_column_int(row, 3, 0, 1, &done) &&
              store_column_int(row, 4, INT64_MIN, INT64_MAX, &checksum) &&
              checksum == part_checksum((int)shard, (int)shards, command, done == 1);
    if (!ok) return store_damaged(store, err, "wrong row of part", 1);
    part->there = true;
    part->shard = (int)shard - 1;
    part->shards = (int)shards;
    part->done = done == 1;
    text_add(&part->command, command);
    return true;
}

bool store_read_part(Store *store, StorePart *part, Error *err) {
    *part = (StorePart){0};
    bool there;
    if (!store_has_table(store, "part", &there, err)) return false;
    if (!there) return true;
    sqlite3_stmt *row = store_prepare(store, "SELECT shard, shards, command, done, checksum FROM part", err);
    if (!row) return false;
    int step = sqlite3_step(row);
    bool ok = step == SQLITE_ROW    ? read_part_row(store, row, part, err)
              : step == SQLITE_DONE ? true
                                    : store_fail(store, err);
    sqlite3_finalize(row);
    return ok;
}

static bool write_part(Store *store, const char *sql, int shard, int shards, const char *command, bool done,
                       Error *err) {
    sqlite3_stmt *row = store_prepare(store, sql, err);
    if (!row) return false;
    sqlite3_bind_int(row, 1, shard + 1);
    sqlite3_bind_int(row, 2, shards);
    sqlite3_bind_text(row, 3, command, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 4, done);
    sqlite3_bind_int64(row, 5, part_checksum(shard + 1, shards, command, done));
    bool ok = sqlite3_step(row) == SQLITE_DONE || store_fail(store, err);
    sqlite3_finalize(row);
    return ok;
}

static const char NEW_PART[] =
    "INSERT INTO part (id, shard, shards, command, done, checksum) VALUES (1, ?1, ?2, ?3, ?4, ?5)";
static const char SAME_PART[] =
    "UPDATE part SET shard = ?1, shards = ?2, command = ?3, done = ?4, checksum = ?5 WHERE id = 1";

static bool make_part(Store *store, int shard, int shards, const char *command, Error *err) {
    int64_t matches = 0;
    if (store->version == 1)
        return error_set(err, "%s: was made by an older Deadwood, which knew no parts; use another file", store->path);
    if (!store_ask(store, "SELECT count(*) FROM match", &matches, err)) return false;
    if (matches) return error_set(err, "%s: holds whole matches; give the part a file of its own", store->path);
    bool ok = store_run(store, "BEGIN IMMEDIATE", err) && store_run(store, SCHEMA, err) &&
              write_part(store, NEW_PART, shard, shards, command, false, err) && store_run(store, "COMMIT", err);
    return ok || store_roll_back(store);
}

static bool same_part(const Store *store, const StorePart *part, int shard, int shards, const char *command,
                      Error *err) {
    if (strcmp(part->command.data, command) != 0)
        return error_set(err, "%s: is a part of another command, %.300s; give this one a file of its own", store->path,
                         part->command.data);
    return (part->shard == shard && part->shards == shards) ||
           error_set(err, "%s: is part %d/%d of this command; give part %d/%d a file of its own", store->path,
                     part->shard + 1, part->shards, shard + 1, shards);
}

bool store_begin_part(Store *store, int shard, int shards, const char *command, Store *base, Error *err) {
    StorePart part;
    assert(shards >= 1 && shard >= 0 && shard < shards);
    store->base = base;
    store->shard = shard;
    store->shards = shards;
    bool ok = store_read_part(store, &part, err);
    if (ok)
        ok = part.there ? same_part(store, &part, shard, shards, command, err)
                        : make_part(store, shard, shards, command, err);
    text_free(&part.command);
    return ok;
}

void store_keep_still(Store *store) { store->still = true; }

bool store_is_still(const Store *store) { return store && store->still; }

int store_lacking(const Store *store) { return store ? store->lacking : 0; }

bool store_is_part(const Store *store) { return store && (store->shards > 0 || store->still); }

bool store_end_part(Store *store, Error *err) {
    StorePart part;
    bool ok = store_read_part(store, &part, err) &&
              write_part(store, SAME_PART, part.shard, part.shards, part.command.data, true, err);
    text_free(&part.command);
    return ok && store_is_there(store, err);
}

// ---- Which games ----

// The games of a match that are some part's by now, and the range that is to be cut the same way as before.
typedef struct Cut {
    const char *key;
    uint64_t games, covered;
    StoreRange range; // of this file, for just as many games
    bool again;
} Cut;

static bool look_for_range(void *context, const StoreMatchRow *row) {
    Cut *cut = context;
    if (strcmp(row->key, cut->key) != 0) return true;
    uint64_t planned = row->range.planned;
    if (planned == cut->games) {
        cut->range = row->range;
        cut->again = true;
    }
    if (planned > cut->covered) cut->covered = planned;
    return true;
}

// Games that are known: of the file that parts go on from, or of the file itself where it keeps still.
static bool take_known(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants,
                       int group, StoreShare *share, uint64_t games, uint64_t *known, Error *err) {
    Store *source = store->still ? store : store->base;
    int64_t match;
    *known = 0;
    if (!source) return true;
    if (!store_find(source, key, tally_names, tallies, entrants, group, &match, known, err)) return false;
    share->whole = *known >= games;
    if (store->still) store_set_tidying(store, true); // its rows are read again below
    return !*known || store_totals(source, match, games, group, share->totals, err);
}

bool store_share(Store *store, const char *key, const char *const *tally_names, int tallies, int entrants, int group,
                 uint64_t games, StoreShare *share, Error *err) {
    Cut cut = {.key = key, .games = games};
    uint64_t known;
    share->whole = share->none = false;
    if (!take_known(store, key, tally_names, tallies, entrants, group, share, games, &known, err)) return false;
    share->none = share->whole || store->still;
    store->lacking += !share->whole;
    if (share->none) return true;
    *share->totals = (ArenaTotals){0};
    cut.covered = known;
    if (!store_each_match(store, look_for_range, &cut, err)) return false;
    share->range = cut.range;
    if (cut.again) return true;
    share->none = cut.covered >= games;
    share->range = (StoreRange){.first = store_cut(cut.covered, games, group, store->shard, store->shards),
                                .until = store_cut(cut.covered, games, group, store->shard + 1, store->shards),
                                .planned = games};
    return true;
}

// ---- Bases ----

// As a URI, in which some characters mean something.
static void add_uri(Text *uri, const char *path) {
    text_add(uri, "file:");
    for (const char *at = path; *at; at++) text_addf(uri, strchr("%?#", *at) ? "%%%02X" : "%c", (unsigned char)*at);
    text_add(uri, "?immutable=1");
}

// Whether a process writes to it, or died while it did.
static bool is_closed(const char *path, Error *err) {
    struct stat about;
    Text log = {0};
    text_addf(&log, "%s-wal", path);
    bool closed = stat(log.data, &about) != 0 || about.st_size == 0;
    text_free(&log);
    return closed || error_set(err,
                               "%s: another process uses it, or was killed while it did; wait for it, or let "
                               "`deadwood verify` put the file in order",
                               path);
}

Store *store_open_base(const char *path, Error *err) {
    Store *store = is_closed(path, err) ? calloc(1, sizeof *store) : NULL;
    if (!store) return NULL;
    Text uri = {0};
    add_uri(&uri, path);
    store->path = strdup(path);
    store->file = -1;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    StorePart part = {0};
    bool ok =
        store->path && (sqlite3_open_v2(uri.data, &store->db, flags, NULL) == SQLITE_OK || store_fail(store, err));
    ok = ok && store_know(store, err) && store_read_part(store, &part, err);
    if (ok && part.there)
        ok = error_set(err,
                       "%s: is part %d/%d; `deadwood merge` makes a whole file of all parts, and that is gone on from",
                       path, part.shard + 1, part.shards);
    text_free(&uri);
    text_free(&part.command);
    if (ok) return store;
    store_close(store);
    return NULL;
}

#endif
