// SPDX-License-Identifier: MIT
// Secrets of matches in the store, kept from the first deal on so that a match that was cut short goes on with the same
// cards: rows of the table `secret`, which only a file that ever held one has.
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/store_internal.h"
#include "base/rng.h"
#include "base/text/text.h"

static const char SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS secret (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  purpose TEXT NOT NULL,      -- what is played from it: command, game, rules, players, mode\n"
    "  commitment TEXT NOT NULL UNIQUE, -- SHA-256 of the secret's bytes, which the key of its matches names\n"
    "  secret TEXT NOT NULL,       -- 64 hexadecimal digits; nobody else may see it before it is revealed\n"
    "  created TEXT NOT NULL,      -- UTC\n"
    "  revealed INTEGER NOT NULL,  -- 1: its matches are over, and their reports have told it\n"
    "  checksum INTEGER NOT NULL   -- of purpose, commitment, secret and revealed\n"
    ");\n";

static int64_t secret_checksum(const char *purpose, const char *commitment, const char *secret, int64_t revealed) {
    const char *const texts[] = {purpose, commitment, secret};
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) {
        for (const char *at = texts[i]; *at; at++) hash = store_fold(hash, (unsigned char)*at);
        hash = store_fold(hash, 256);
    }
    return (int64_t)rng_mix(store_fold(hash, (uint64_t)revealed));
}

static bool has_table(Store *store, int64_t *there, Error *err) {
    return store_ask(store, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'secret'", there, err);
}

// The columns of a row: purpose, commitment, secret, revealed, checksum.
static bool read_secret_row(Store *store, sqlite3_stmt *row, StoreSecret *found, Error *err) {
    const char *purpose = store_column_text(row, 0), *commitment = store_column_text(row, 1);
    const char *secret = store_column_text(row, 2);
    char right[SHA256_DIGITS + 1];
    int64_t revealed, checksum;
    bool good = purpose && commitment && secret && store_column_int(row, 3, 0, 1, &revealed) &&
                store_column_int(row, 4, INT64_MIN, INT64_MAX, &checksum) && secret_parse(secret, &found->secret) &&
                checksum == secret_checksum(purpose, commitment, secret, revealed);
    if (!good) return store_damaged(store, err, "wrong secret, the rows of them read:", sqlite3_column_int(row, 5));
    secret_commitment(&found->secret, right);
    if (strcmp(right, commitment) != 0)
        return error_set(err, "%s: the SHA-256 of a secret is %s, but what was committed to is %.64s", store->path,
                         right, commitment);
    found->there = true;
    found->revealed = revealed == 1;
    return true;
}

bool store_secret_find(Store *store, const char *column, const char *value, StoreSecret *found, Error *err) {
    int64_t there;
    *found = (StoreSecret){0};
    if (!has_table(store, &there, err)) return false;
    if (!there) return true;
    bool by_purpose = strcmp(column, "purpose") == 0;
    sqlite3_stmt *rows = store_prepare(
        store,
        by_purpose ? "SELECT purpose, commitment, secret, revealed, checksum, id FROM secret WHERE purpose = ?1 "
                     "ORDER BY id DESC LIMIT 1"
                   : "SELECT purpose, commitment, secret, revealed, checksum, id FROM secret WHERE commitment = ?1",
        err);
    if (!rows) return false;
    sqlite3_bind_text(rows, 1, value, -1, SQLITE_STATIC);
    int step = sqlite3_step(rows);
    bool ok =
        step == SQLITE_DONE || (step == SQLITE_ROW ? read_secret_row(store, rows, found, err) : store_fail(store, err));
    sqlite3_finalize(rows);
    return ok;
}

// The log and its index take the file's mode when they are made; where they are there already they are told.
static bool make_private(const Store *store, Error *err) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        Text path = {0};
        text_addf(&path, "%s%s", store->path, endings[i]);
        bool ok = chmod(path.data, S_IRUSR | S_IWUSR) == 0 || (i > 0 && errno == ENOENT);
        text_free(&path);
        if (!ok)
            return error_set(err, "%s: cannot be closed to others, and it is to hold a secret: %s", store->path,
                             strerror(errno));
    }
    return true;
}

static bool insert(Store *store, const char *purpose, const Secret *secret, Error *err) {
    char digits[SECRET_DIGITS + 1], commitment[SHA256_DIGITS + 1];
    secret_print(secret, digits);
    secret_commitment(secret, commitment);
    sqlite3_stmt *row = store_prepare(store,
                                      "INSERT INTO secret (purpose, commitment, secret, created, revealed, checksum) "
                                      "VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0, ?4)",
                                      err);
    if (!row) return false;
    sqlite3_bind_text(row, 1, purpose, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, commitment, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 3, digits, -1, SQLITE_STATIC);
    sqlite3_bind_int64(row, 4, secret_checksum(purpose, commitment, digits, 0));
    bool ok = sqlite3_step(row) == SQLITE_DONE || store_fail(store, err);
    sqlite3_finalize(row);
    return ok;
}

bool store_secret_keep(Store *store, const char *purpose, const Secret *secret, Error *err) {
    if (!make_private(store, err)) return false;
    bool ok = store_run(store, "BEGIN IMMEDIATE", err) && store_run(store, SCHEMA, err) &&
              insert(store, purpose, secret, err) && store_run(store, "COMMIT", err);
    return ok || store_roll_back(store);
}

static bool change_secret_row(Store *store, const char *sql, const Secret *secret, int64_t checksum, Error *err) {
    char commitment[SHA256_DIGITS + 1];
    secret_commitment(secret, commitment);
    sqlite3_stmt *statement = store_prepare(store, sql, err);
    if (!statement) return false;
    sqlite3_bind_text(statement, 1, commitment, -1, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(statement) > 1) sqlite3_bind_int64(statement, 2, checksum);
    bool ok = sqlite3_step(statement) == SQLITE_DONE || store_fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

// What is played from it, as it was kept. False if it is not there.
static bool read_purpose(Store *store, const char *commitment, Text *purpose, Error *err) {
    sqlite3_stmt *row = store_prepare(store, "SELECT purpose FROM secret WHERE commitment = ?1", err);
    if (!row) return false;
    sqlite3_bind_text(row, 1, commitment, -1, SQLITE_STATIC);
    const char *kept = sqlite3_step(row) == SQLITE_ROW ? store_column_text(row, 0) : NULL;
    if (kept)
        text_add(purpose, kept);
    else
        error_set(err, "%s: the secret of the match is gone", store->path);
    sqlite3_finalize(row);
    return kept != NULL;
}

bool store_secret_reveal(Store *store, const Secret *secret, Error *err) {
    char digits[SECRET_DIGITS + 1], commitment[SHA256_DIGITS + 1];
    Text purpose = {0};
    secret_print(secret, digits);
    secret_commitment(secret, commitment);
    bool ok = read_purpose(store, commitment, &purpose, err) &&
              change_secret_row(store, "UPDATE secret SET revealed = 1, checksum = ?2 WHERE commitment = ?1", secret,
                                secret_checksum(purpose.data, commitment, digits, 1), err);
    text_free(&purpose);
    return ok;
}

bool store_secret_forget(Store *store, const Secret *secret, Error *err) {
    return change_secret_row(store, "DELETE FROM secret WHERE commitment = ?1", secret, 0, err);
}

#endif
