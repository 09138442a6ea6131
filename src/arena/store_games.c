// SPDX-License-Identifier: MIT
// Games in the store: rows of the table `game`.
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/store_internal.h"
#include "base/rng.h"

enum { TALLY_TEXT = ARENA_MAX_TALLIES * 21 + 3 };

int64_t store_game_checksum(const StoreShape *shape, uint64_t index, const ArenaGame *game) {
    uint64_t hash = store_fold(shape->seal, index);
    hash = store_fold(hash, (uint64_t)(int64_t)game->winner);
    for (int i = 0; i < shape->entrants; i++) hash = store_fold(hash, (uint64_t)(int64_t)game->points[i]);
    hash = store_fold(hash, game->hash);
    for (int i = 0; i < shape->tallies; i++) hash = store_fold(hash, (uint64_t)game->tally[i]);
    return (int64_t)rng_mix(hash);
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

// A number as print_int writes it: no +, no blanks, no zeros in front, nothing beyond 64 bits. Its end, or NULL.
static const char *parse_int(const char *from, int64_t *value) {
    bool negative = *from == '-';
    uint64_t number = 0, most = (uint64_t)INT64_MAX + negative;
    from += negative;
    const char *first = from;
    for (; *from >= '0' && *from <= '9'; from++) {
        uint64_t digit = (uint64_t)(*from - '0');
        if (number > (most - digit) / 10) return NULL;
        number = 10 * number + digit;
    }
    if (from == first || (*first == '0' && (from - first > 1 || negative))) return NULL;
    *value = (int64_t)(negative ? 0 - number : number);
    return from;
}

// Reads what print_tallies writes and nothing else.
static bool parse_tallies(const char *text, int64_t *tally, int tallies) {
    const char *from = text;
    if (*from++ != '[') return false;
    for (int i = 0; i < tallies; i++) {
        if (i > 0 && *from++ != ',') return false;
        from = parse_int(from, &tally[i]);
        if (!from) return false;
    }
    return from[0] == ']' && from[1] == '\0';
}

bool store_read_game_row(sqlite3_stmt *row, const StoreShape *shape, uint64_t index, ArenaGame *game) {
    int64_t value;
    if (!store_column_int(row, STORE_GAME_INDEX, 0, INT64_MAX, &value) || (uint64_t)value != index) return false;
    if (!store_column_int(row, STORE_GAME_WINNER, ARENA_VOID, shape->entrants - 1, &value)) return false;
    game->winner = (int32_t)value;
    for (int i = 0; i < shape->entrants; i++) {
        if (!store_column_int(row, STORE_GAME_POINTS + i, INT32_MIN, INT32_MAX, &value)) return false;
        game->points[i] = (int32_t)value;
    }
    if (!store_column_int(row, STORE_GAME_HASH, INT64_MIN, INT64_MAX, &value)) return false;
    game->hash = (uint64_t)value;
    const char *text = store_column_text(row, STORE_GAME_TALLIES);
    if (!text || !parse_tallies(text, game->tally, shape->tallies)) return false;
    return store_column_int(row, STORE_GAME_CHECKSUM, INT64_MIN, INT64_MAX, &value) &&
           value == store_game_checksum(shape, index, game);
}

static bool sum_game_rows(Store *store, sqlite3_stmt *rows, int group, ArenaGame *games, ArenaTotals *totals,
                          Error *err) {
    uint64_t index = store->shape.first;
    int step;
    while ((step = sqlite3_step(rows)) == SQLITE_ROW) {
        int place = (int)(index % (uint64_t)group);
        if (!store_read_game_row(rows, &store->shape, index, &games[place]))
            return store_damaged(store, err, "wrong or missing game", (int64_t)index);
        index++;
        if (place == group - 1)
            arena_totals_add(totals, games, index - (uint64_t)group, group, store->shape.entrants,
                             store->shape.tallies);
    }
    if (step != SQLITE_DONE) return store_fail(store, err);
    return totals->games == index - store->shape.first ||
           store_damaged(store, err, "it ends inside a group, with game", (int64_t)index - 1);
}

bool store_sum_games(Store *store, uint64_t limit, int group, ArenaTotals *totals, Error *err) {
    sqlite3_stmt *rows =
        store_prepare(store, "SELECT " STORE_GAME_COLUMNS " FROM game WHERE match = ?1 AND idx < ?2 ORDER BY idx", err);
    if (!rows) return false;
    sqlite3_bind_int64(rows, 1, store->shape.match);
    sqlite3_bind_int64(rows, 2, limit > INT64_MAX ? INT64_MAX : (int64_t)limit);
    ArenaGame *games = malloc((size_t)group * sizeof *games);
    ArenaTotals sum = {0};
    bool ok = games ? sum_game_rows(store, rows, group, games, &sum, err)
                    : error_set(err, "no memory for a group of %d", group);
    if (ok) *totals = sum;
    free(games);
    sqlite3_finalize(rows);
    return ok;
}

static bool insert_game(Store *store, uint64_t index, const ArenaGame *game, Error *err) {
    const StoreShape *shape = &store->shape;
    sqlite3_stmt *row = store->insert;
    char tallies[TALLY_TEXT];
    int size = print_tallies(tallies, game->tally, shape->tallies);
    sqlite3_bind_int64(row, 1 + STORE_GAME_MATCH, shape->match);
    sqlite3_bind_int64(row, 1 + STORE_GAME_INDEX, (int64_t)index);
    sqlite3_bind_int(row, 1 + STORE_GAME_WINNER, game->winner);
    for (int i = 0; i < ARENA_MAX_ENTRANTS; i++) {
        if (i < shape->entrants)
            sqlite3_bind_int(row, 1 + STORE_GAME_POINTS + i, game->points[i]);
        else
            sqlite3_bind_null(row, 1 + STORE_GAME_POINTS + i);
    }
    sqlite3_bind_int64(row, 1 + STORE_GAME_HASH, (int64_t)game->hash);
    sqlite3_bind_text(row, 1 + STORE_GAME_TALLIES, tallies, size, SQLITE_STATIC);
    sqlite3_bind_int64(row, 1 + STORE_GAME_CHECKSUM, store_game_checksum(shape, index, game));
    bool ok = sqlite3_step(row) == SQLITE_DONE || store_fail(store, err);
    sqlite3_reset(row);
    return ok;
}

// Moves the match's count of games; the old one must be what we believe.
static bool advance(Store *store, uint64_t from, uint64_t to, Error *err) {
    sqlite3_bind_int64(store->advance, 1, store->shape.match);
    sqlite3_bind_int64(store->advance, 2, (int64_t)(from - store->shape.first));
    sqlite3_bind_int64(store->advance, 3, (int64_t)(to - store->shape.first));
    bool ok = sqlite3_step(store->advance) == SQLITE_DONE || store_fail(store, err);
    sqlite3_reset(store->advance);
    if (!ok || sqlite3_changes(store->db) == 1) return ok;
    return error_set(
        err, "%s: the match no longer holds the %" PRIu64 " games it held; another process must be playing it too",
        store->path, from);
}

static bool add_game_rows(Store *store, uint64_t first, const ArenaGame *games, int count, Error *err) {
    if (!advance(store, first, first + (uint64_t)count, err)) return false;
    for (int i = 0; i < count; i++)
        if (!insert_game(store, first + (uint64_t)i, &games[i], err)) return false;
    return store_run(store, "COMMIT", err);
}

bool store_add(Store *store, int64_t match, uint64_t first, const ArenaGame *games, int count, Error *err) {
    if (!store_use_match(store, match, err) || !store_is_there(store, err)) return false;
    if (!store_run(store, "BEGIN IMMEDIATE", err)) return false;
    return add_game_rows(store, first, games, count, err) || store_roll_back(store);
}

static bool delete_games(Store *store, uint64_t first, Error *err) {
    sqlite3_stmt *statement = store_prepare(store, "DELETE FROM game WHERE match = ?1 AND idx >= ?2", err);
    if (!statement) return false;
    sqlite3_bind_int64(statement, 1, store->shape.match);
    sqlite3_bind_int64(statement, 2, (int64_t)first);
    bool ok = sqlite3_step(statement) == SQLITE_DONE || store_fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

static bool count_game_rows(Store *store, int64_t *games, Error *err) {
    char *sql = sqlite3_mprintf("SELECT games FROM match WHERE id = %lld", (long long)store->shape.match);
    bool ok = store_ask(store, sql, games, err);
    sqlite3_free(sql);
    return ok;
}

bool store_totals(Store *store, int64_t match, uint64_t most, int group, ArenaTotals *totals, Error *err) {
    return store_use_match(store, match, err) &&
           store_sum_games(store, most - most % (uint64_t)group, group, totals, err);
}

bool store_truncate(Store *store, int64_t match, uint64_t first, int group, ArenaTotals *totals, Error *err) {
    int64_t games = 0;
    ArenaTotals sum;
    first -= first % (uint64_t)group;
    if (!store_use_match(store, match, err) || !store_is_there(store, err) || !store_run(store, "BEGIN IMMEDIATE", err))
        return false;
    bool ok = store_sum_games(store, first, group, &sum, err) && count_game_rows(store, &games, err);
    // Nothing to forget if it holds fewer.
    uint64_t end = store->shape.first + (uint64_t)games;
    if (ok && end > first) ok = delete_games(store, first, err) && advance(store, end, first, err);
    ok = ok && store_run(store, "COMMIT", err);
    if (!ok) return store_roll_back(store);
    *totals = sum;
    return true;
}

#endif
