// SPDX-License-Identifier: MIT
// Merges the parts of a command into one whole file. First it examines all parts: which command they belong to, and
// which ranges of each match and trial they hold. Only if nothing is missing or duplicated does it copy the rows,
// checking each checksum, into a temporary file that is renamed at the very end.
#include "arena/store.h"

#ifdef DEADWOOD_HAVE_SQLITE

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/store_internal.h"
#include "base/threads/progress.h"

enum { MOST_TROUBLE = 20 };

// Rows of one input that belong to one match, or to one trial.
typedef struct Segment {
    int input, whose;
    int64_t id;
    uint64_t first, until, done; // games or experiments it is to hold, and how many it does
} Segment;

// A match or a trial, which its segments make up.
typedef struct Whole {
    bool trial;
    char *key, *names;
    int64_t entrants, group;
    uint64_t planned;
    int words;     // of a trial
    int64_t *sums; // of a trial, added up
} Whole;

typedef struct Input {
    const char *path;
    StorePart part;
} Input;

typedef struct Merge {
    Input *inputs;
    int count, input; // the one at work
    Whole *wholes;
    int whole_count;
    Segment *segments;
    int segment_count;
    int shards;
    uint64_t rows;
    bool short_of_memory;
    Text *trouble;
    int troubles;
} Merge;

static void trouble(Merge *merge, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void trouble(Merge *merge, const char *format, ...) {
    va_list args;
    if (merge->troubles++ >= MOST_TROUBLE) return;
    va_start(args, format);
    text_vaddf(merge->trouble, format, args);
    va_end(args);
    text_add(merge->trouble, "\n");
}

// Room for one more at 0, 1, 2, 4, ... elements. NULL without memory, with `array` as it was.
static void *room_for_one(void *array, int count, size_t size) {
    return count & (count - 1) ? array : realloc(array, (count ? 2 * (size_t)count : 1) * size);
}

// ---- What is there ----

// The match or trial of that key, made if it is new; -1 without memory. Trials of other sizes are others.
static int find_whole(Merge *merge, bool trial, const char *key, uint64_t planned) {
    for (int i = 0; i < merge->whole_count; i++) {
        const Whole *whole = &merge->wholes[i];
        if (whole->trial == trial && (!trial || whole->planned == planned) && strcmp(whole->key, key) == 0) return i;
    }
    Whole *grown = room_for_one(merge->wholes, merge->whole_count, sizeof *grown);
    char *copy = strdup(key);
    if (grown) merge->wholes = grown;
    if (!grown || !copy) {
        free(copy);
        return -1;
    }
    merge->wholes[merge->whole_count] = (Whole){.trial = trial, .key = copy, .planned = planned};
    return merge->whole_count++;
}

static bool add_segment(Merge *merge, const Segment *segment) {
    Segment *grown = room_for_one(merge->segments, merge->segment_count, sizeof *grown);
    if (!grown) return false;
    merge->segments = grown;
    merge->segments[merge->segment_count++] = *segment;
    return true;
}

static bool see_match(void *context, const StoreMatchRow *row) {
    Merge *merge = context;
    bool part = row->range.planned > 0;
    uint64_t games = (uint64_t)row->games, planned = part ? row->range.planned : games;
    int at = find_whole(merge, false, row->key, 0);
    Whole *whole = at < 0 ? NULL : &merge->wholes[at];
    if (whole && !whole->names) {
        whole->names = strdup(row->names);
        whole->entrants = row->entrants;
        whole->group = row->group;
    }
    Segment segment = {merge->input, at, row->id, row->range.first, part ? row->range.until : games, games};
    merge->short_of_memory = !whole || !whole->names || !add_segment(merge, &segment);
    if (merge->short_of_memory) return false;
    if (strcmp(whole->names, row->names) != 0 || whole->entrants != row->entrants || whole->group != row->group)
        trouble(merge, "%s: counts a match as another version of Deadwood did: %.200s",
                merge->inputs[merge->input].path, row->key);
    if (planned > whole->planned) whole->planned = planned;
    merge->rows += games;
    return true;
}

static bool add_up_trial(Whole *whole, const char *sums) {
    int words = store_parse_sums(sums, whole->words, NULL);
    int64_t *more = words < 0 ? NULL : calloc((size_t)words + 1, sizeof *more);
    if (!more) return false;
    if (!whole->sums) whole->sums = calloc((size_t)words + 1, sizeof *more);
    whole->words = words;
    store_parse_sums(sums, words, more);
    for (int i = 0; whole->sums && i < words; i++) whole->sums[i] += more[i];
    free(more);
    return whole->sums != NULL;
}

static bool see_trial(void *context, const StoreTrialRow *row) {
    Merge *merge = context;
    int at = find_whole(merge, true, row->key, (uint64_t)row->planned);
    Segment segment = {merge->input, at, row->id, (uint64_t)row->first, (uint64_t)row->until, (uint64_t)row->done};
    merge->short_of_memory = at < 0 || !add_segment(merge, &segment);
    if (merge->short_of_memory) return false;
    if (!add_up_trial(&merge->wholes[at], row->sums))
        trouble(merge, "%s: counts a trial as another version of Deadwood did: %.200s",
                merge->inputs[merge->input].path, row->key);
    return true;
}

// To read; where the folder may be written a log that a killed process left is taken into account.
static Store *open_input(const char *path, Error *err) {
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        error_set(err, "out of memory");
        return NULL;
    }
    store->file = -1;
    store->path = strdup(path);
    int opened = store->path ? sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)
                             : SQLITE_NOMEM;
    if (opened == SQLITE_OK) {
        sqlite3_exec(store->db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", NULL, NULL, NULL);
        if (store_know(store, err)) return store;
    } else if (access(path, F_OK) != 0) {
        error_set(err, "%s: there is no such file", path);
    } else {
        store_fail(store, err);
    }
    store_close(store);
    return NULL;
}

static bool look_at(Merge *merge, int index, Error *err) {
    Input *input = &merge->inputs[index];
    merge->input = index;
    Store *store = open_input(input->path, err);
    bool ok = store && store_read_part(store, &input->part, err) && store_each_match(store, see_match, merge, err) &&
              store_each_trial(store, see_trial, merge, err);
    if (ok && merge->short_of_memory) ok = error_set(err, "out of memory for what is in %s", input->path);
    store_close(store);
    return ok;
}

// ---- Whether it is whole ----

// The first part, which says what all have to be.
static const Input *first_part(const Merge *merge) {
    for (int i = 0; i < merge->count; i++)
        if (merge->inputs[i].part.there) return &merge->inputs[i];
    return NULL;
}

static bool same_command(const Merge *merge, const Input *first, Error *err) {
    for (int i = 0; i < merge->count; i++) {
        const Input *input = &merge->inputs[i];
        if (!input->part.there) continue;
        if (strcmp(input->part.command.data, first->part.command.data) != 0)
            return error_set(err, "%s is a part of another command, %.150s, than %s, %.150s", input->path,
                             input->part.command.data, first->path, first->part.command.data);
        if (input->part.shards != first->part.shards)
            return error_set(err, "%s is one of %d parts, %s one of %d: they were cut differently", input->path,
                             input->part.shards, first->path, first->part.shards);
    }
    return true;
}

static void check_parts(Merge *merge) {
    for (int shard = 0; shard < merge->shards; shard++) {
        const Input *found = NULL;
        for (int i = 0; i < merge->count; i++) {
            const Input *input = &merge->inputs[i];
            if (!input->part.there || input->part.shard != shard) continue;
            if (found)
                trouble(merge, "part %d/%d is there twice: %s, %s", shard + 1, merge->shards, found->path, input->path);
            else if (!input->part.done)
                trouble(merge, "part %d/%d is not at its end: %s; run it again, it goes on", shard + 1, merge->shards,
                        input->path);
            found = input;
        }
        if (!found) trouble(merge, "part %d/%d is missing", shard + 1, merge->shards);
    }
}

static int by_place(const void *a, const void *b) {
    const Segment *x = a, *y = b;
    if (x->whose != y->whose) return x->whose < y->whose ? -1 : 1;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->done < y->done ? -1 : x->done > y->done;
}

static void missing(Merge *merge, const Whole *whole, uint64_t from, uint64_t to) {
    trouble(merge, "%s %" PRIu64 " to %" PRIu64 " are missing: %.200s", whole->trial ? "experiments" : "games", from,
            to - 1, whole->key);
}

// The segments of one whole, from the first on. Returns how many.
static int check_whole(Merge *merge, const Segment *segments, int left) {
    const Whole *whole = &merge->wholes[segments->whose];
    uint64_t next = 0;
    const Segment *last = NULL;
    int n = 0;
    for (; n < left && segments[n].whose == segments->whose; n++) {
        const Segment *segment = &segments[n];
        if (!segment->done) continue;
        if (segment->first < next)
            trouble(merge, "%s %" PRIu64 " to %" PRIu64 " are there twice, in %s and %s: %.200s",
                    whole->trial ? "experiments" : "games", segment->first,
                    (next < segment->first + segment->done ? next : segment->first + segment->done) - 1,
                    merge->inputs[last->input].path, merge->inputs[segment->input].path, whole->key);
        else if (segment->first > next)
            missing(merge, whole, next, segment->first);
        if (segment->first + segment->done > next) next = segment->first + segment->done;
        last = segment;
    }
    if (next < whole->planned) missing(merge, whole, next, whole->planned);
    return n;
}

static bool is_whole(Merge *merge, Error *err) {
    const Input *first = first_part(merge);
    if (!first)
        return error_set(err, "%s: is no part of a command; parts are made with --shard I/N", merge->inputs[0].path);
    if (!same_command(merge, first, err)) return false;
    merge->shards = first->part.shards;
    check_parts(merge);
    if (merge->segment_count) qsort(merge->segments, (size_t)merge->segment_count, sizeof *merge->segments, by_place);
    for (int i = 0; i < merge->segment_count;) i += check_whole(merge, &merge->segments[i], merge->segment_count - i);
    if (merge->troubles > MOST_TROUBLE) text_addf(merge->trouble, "... and %d more\n", merge->troubles - MOST_TROUBLE);
    return merge->troubles == 0 || error_set(err, "the parts do not make a whole; nothing was written");
}

// ---- Copying ----

// The rows of a file being copied into the new one.
typedef struct Copy {
    Store *from, *to;
    sqlite3_stmt *insert;
    Progress progress;
    uint64_t rows;
} Copy;

static bool copy_row(Copy *copy, sqlite3_stmt *row, const StoreShape *to, uint64_t index, const ArenaGame *game,
                     Error *err) {
    sqlite3_stmt *insert = copy->insert;
    sqlite3_bind_int64(insert, 1 + STORE_GAME_MATCH, to->match);
    sqlite3_bind_int64(insert, 1 + STORE_GAME_INDEX, (int64_t)index);
    sqlite3_bind_int64(insert, 1 + STORE_GAME_WINNER, game->winner);
    for (int i = 0; i < to->entrants; i++) sqlite3_bind_int64(insert, 1 + STORE_GAME_POINTS + i, game->points[i]);
    sqlite3_bind_int64(insert, 1 + STORE_GAME_HASH, (int64_t)game->hash);
    sqlite3_bind_text(insert, 1 + STORE_GAME_TALLIES, (const char *)sqlite3_column_text(row, STORE_GAME_TALLIES),
                      sqlite3_column_bytes(row, STORE_GAME_TALLIES), SQLITE_STATIC);
    int64_t checksum = copy->from->version == 1 ? store_game_checksum(to, index, game)
                                                : sqlite3_column_int64(row, STORE_GAME_CHECKSUM);
    sqlite3_bind_int64(insert, 1 + STORE_GAME_CHECKSUM, checksum);
    bool ok = sqlite3_step(insert) == SQLITE_DONE || store_fail(copy->to, err);
    sqlite3_reset(insert);
    return ok;
}

static bool copy_rows(Copy *copy, sqlite3_stmt *rows, const Segment *segment, int64_t match, Error *err) {
    const StoreShape *from = &copy->from->shape;
    StoreShape to = *from;
    ArenaGame game;
    uint64_t index = segment->first;
    int step;
    to.match = match;
    to.seal = copy->to->shape.seal;
    while ((step = sqlite3_step(rows)) == SQLITE_ROW) {
        if (!store_read_game_row(rows, from, index, &game))
            return store_damaged(copy->from, err, "wrong or missing game", (int64_t)index);
        if (!copy_row(copy, rows, &to, index, &game, err)) return false;
        index++;
        if ((++copy->rows & 1023) == 0) {
            progress_update(&copy->progress, copy->rows);
            if (progress_interrupted()) return error_set(err, "interrupted; nothing was written");
        }
    }
    if (step != SQLITE_DONE) return store_fail(copy->from, err);
    return index == segment->first + segment->done ||
           store_damaged(copy->from, err, "games are missing, there should be", (int64_t)segment->done);
}

static bool copy_segment(Copy *copy, const Segment *segment, int64_t match, Error *err) {
    if (!segment->done) return true;
    if (!store_use_match(copy->from, segment->id, err) || !store_use_match(copy->to, match, err)) return false;
    sqlite3_stmt *rows =
        store_prepare(copy->from, "SELECT " STORE_GAME_COLUMNS " FROM game WHERE match = ?1 ORDER BY idx", err);
    if (!rows) return false;
    sqlite3_bind_int64(rows, 1, segment->id);
    bool ok = copy_rows(copy, rows, segment, match, err);
    sqlite3_finalize(rows);
    return ok;
}

static int by_input(const void *a, const void *b) {
    const Segment *x = a, *y = b;
    return x->input != y->input ? (x->input < y->input ? -1 : 1) : by_place(a, b);
}

static bool add_matches(Store *to, const Merge *merge, int64_t *ids, Error *err) {
    sqlite3_stmt *insert = store_prepare(
        to,
        "INSERT INTO match (key, created, state, entrants, group_size, tally_names, games, checksum, first, until, "
        "planned) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'finished', ?2, ?3, ?4, ?5, ?6, 0, 0, 0)",
        err);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < merge->whole_count; i++) {
        const Whole *whole = &merge->wholes[i];
        if (whole->trial) continue;
        sqlite3_bind_text(insert, 1, whole->key, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 2, whole->entrants);
        sqlite3_bind_int64(insert, 3, whole->group);
        sqlite3_bind_text(insert, 4, whole->names, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 5, (int64_t)whole->planned);
        sqlite3_bind_int64(insert, 6,
                           store_match_checksum(to->version, whole->key, whole->entrants, whole->group, whole->names,
                                                (StoreRange){0}));
        ok = sqlite3_step(insert) == SQLITE_DONE || store_fail(to, err);
        ids[i] = sqlite3_last_insert_rowid(to->db);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return ok;
}

static bool add_trials(Store *to, const Merge *merge, Error *err) {
    bool ok = true;
    for (int i = 0; ok && i < merge->whole_count; i++) {
        const Whole *whole = &merge->wholes[i];
        Text sums = {0};
        if (!whole->trial) continue;
        for (int k = 0; k < whole->words; k++) text_addf(&sums, "%c%" PRId64, k ? ',' : '[', whole->sums[k]);
        text_add(&sums, "]");
        int64_t all = (int64_t)whole->planned;
        StoreTrialRow row = {0, 0, all, all, all, whole->key, sums.data};
        ok = store_add_trial(to, &row, err);
        text_free(&sums);
    }
    return ok;
}

static bool copy_all(Copy *copy, Merge *merge, int64_t *ids, Error *err) {
    bool ok = add_matches(copy->to, merge, ids, err) && add_trials(copy->to, merge, err);
    int open = -1;
    if (merge->segment_count) qsort(merge->segments, (size_t)merge->segment_count, sizeof *merge->segments, by_input);
    for (int i = 0; ok && i < merge->segment_count; i++) {
        const Segment *segment = &merge->segments[i];
        if (merge->wholes[segment->whose].trial) continue;
        if (segment->input != open) {
            store_close(copy->from);
            copy->from = open_input(merge->inputs[segment->input].path, err);
            open = segment->input;
        }
        ok = copy->from && copy_segment(copy, segment, ids[segment->whose], err);
    }
    store_close(copy->from);
    return ok;
}

// Nobody else sees the file before it is whole, so it needs no journal: what is cut short is thrown away.
static bool write_merged(Store *to, Merge *merge, bool quiet, Error *err) {
    Copy copy = {.to = to};
    int64_t *ids = calloc((size_t)merge->whole_count + 1, sizeof *ids);
    bool ok = ids || error_set(err, "out of memory");
    ok = ok &&
         store_run(to,
                   "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; "
                   "PRAGMA cache_size = -65536",
                   err) &&
         store_make_schema(to, err) && store_run(to, "BEGIN", err);
    if (ok) copy.insert = store_prepare(to, "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", err);
    if (copy.insert) {
        copy.progress = progress_start("merging", "games", merge->rows, 0, quiet);
        ok = copy_all(&copy, merge, ids, err) && store_run(to, "COMMIT", err);
        progress_end(&copy.progress, copy.rows);
    }
    ok = ok && copy.insert;
    sqlite3_finalize(copy.insert);
    free(ids);
    return ok;
}

static Store *create_merged(const char *path, Error *err) {
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        error_set(err, "out of memory");
        return NULL;
    }
    store->file = -1;
    store->version = 2;
    store->path = strdup(path);
    if (sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK) return store;
    store_fail(store, err);
    store_close(store);
    return NULL;
}

static bool in_the_way(const char *out, Error *err) {
    return error_set(err, "%s: is there already; merge into a new file", out);
}

// Writes beside `out` and gives it the name when all is on the disk. Another merge may be at it at the same time.
static bool write_beside(const char *out, Merge *merge, bool quiet, Error *err) {
    Text path = {0};
    text_addf(&path, "%s.merging", out);
    int file = open(path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) {
        error_set(err, "%s cannot be written: %s", path.data, strerror(errno));
        text_free(&path);
        return false;
    }
    bool ok = flock(file, LOCK_EX | LOCK_NB) == 0 || error_set(err, "%s: another process merges into it", out);
    if (ok) {
        ok = ftruncate(file, 0) == 0 || error_set(err, "%s: %s", path.data, strerror(errno));
        Store *to = ok ? create_merged(path.data, err) : NULL;
        ok = to && write_merged(to, merge, quiet, err);
        store_close(to);
        ok = ok && (fsync(file) == 0 || error_set(err, "%s cannot be written: %s", path.data, strerror(errno)));
        ok = ok && (link(path.data, out) == 0 ||
                    (errno == EEXIST               ? in_the_way(out, err)
                     : rename(path.data, out) == 0 ? true
                                                   : error_set(err, "%s cannot be made: %s", out, strerror(errno))));
        unlink(path.data);
    }
    close(file);
    text_free(&path);
    return ok;
}

static void free_merge(Merge *merge) {
    for (int i = 0; merge->inputs && i < merge->count; i++) text_free(&merge->inputs[i].part.command);
    for (int i = 0; i < merge->whole_count; i++) {
        free(merge->wholes[i].key);
        free(merge->wholes[i].names);
        free(merge->wholes[i].sums);
    }
    free(merge->inputs);
    free(merge->wholes);
    free(merge->segments);
}

bool store_merge(const char *out, const char *const *paths, int count, bool quiet, Text *command, Text *trouble,
                 StoreMerged *merged, Error *err) {
    Merge merge = {.inputs = calloc((size_t)count, sizeof(Input)), .count = count, .trouble = trouble};
    bool ok = merge.inputs || error_set(err, "out of memory");
    if (ok && access(out, F_OK) == 0) ok = in_the_way(out, err);
    for (int i = 0; ok && i < count; i++) {
        merge.inputs[i].path = paths[i];
        ok = look_at(&merge, i, err);
    }
    ok = ok && is_whole(&merge, err) && write_beside(out, &merge, quiet, err);
    *merged = (StoreMerged){.rows = merge.rows, .parts = merge.shards, .bases = merge.shards < count};
    for (int i = 0; i < merge.whole_count; i++) merged->matches += !merge.wholes[i].trial;
    if (ok) text_add(command, first_part(&merge)->part.command.data);
    free_merge(&merge);
    return ok;
}

#endif
