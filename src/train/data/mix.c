// SPDX-License-Identifier: MIT
#include "train/data/mix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"

static void describe_mix_line(const MixLine *line, Text *work) {
    text_addf(work, "%s | %s | model %s | seed %" PRIu64 " | from game %" PRIu64, line->player[0], line->player[1],
              *line->model ? line->model : "none", line->seed, line->first);
}

// ---- Playing ----

// How many games to play before they are written: a few seconds' worth, and not many more than are wanted. It changes
// where the file's blocks end and nothing else.
typedef struct Pace {
    uint64_t games;
    double rows_a_game;
} Pace;

static uint64_t next_games(const Pace *pace, uint64_t rows_left) {
    double wanted = pace->rows_a_game > 0 ? 1.02 * (double)rows_left / pace->rows_a_game + 2 : (double)pace->games;
    return wanted < (double)pace->games ? (uint64_t)wanted : pace->games;
}

static void adapt(Pace *pace, uint64_t games, uint32_t rows, double seconds) {
    pace->rows_a_game = (double)rows / (double)games;
    if (games < pace->games) return;
    if (seconds < 2) pace->games *= 2;
    if (seconds > 8 && pace->games > 64) pace->games /= 2;
}

static bool play_some_games(const MixLine *line, const DatasetKind *kind, int threads, uint64_t first, uint64_t games,
                            SparseRows *rows, Error *err) {
    const char *const pairs[2][2] = {{line->player[0], line->player[1]}, {line->player[1], line->player[0]}};
    GinSelfPlay plan = {.pairs = pairs,
                        .pair_count = 2,
                        .seed = line->seed,
                        .first = line->first + first,
                        .games = games,
                        .threads = threads};
    return dataset_collect_packed(rows, kind, &plan, err);
}

static bool play_on_to_end(SparseFile *file, const MixLine *line, const DatasetKind *kind, int threads, bool quiet,
                           Error *err) {
    char label[64];
    snprintf(label, sizeof label, "%.28s v %.28s", line->player[0], line->player[1]);
    Pace pace = {.games = 32 * (uint64_t)threads, .rows_a_game = 100};
    SparseRows rows = {.shape = dataset_shape(kind)};
    Progress progress = progress_start(label, "examples", line->rows, sparse_file_count(file), quiet);
    bool good = true;
    while (good && sparse_file_count(file) < line->rows && !progress_interrupted()) {
        uint64_t done = sparse_file_mark(file), left = line->rows - sparse_file_count(file);
        uint64_t games = next_games(&pace, left);
        double started = progress_clock();
        good = play_some_games(line, kind, threads, done, games, &rows, err);
        if (!good || progress_interrupted()) break; // rows of games in the middle are missing
        good = rows.count > 0 || error_set(err, "%s and %s finish no hand", line->player[0], line->player[1]);
        adapt(&pace, games, rows.count, progress_clock() - started);
        if (rows.count > left) sparse_cut(&rows, (uint32_t)left);
        good = good && sparse_file_add(file, &rows, done + games, err);
        rows.count = 0;
        rows.size = 0;
        progress_update(&progress, sparse_file_count(file));
    }
    progress_end(&progress, sparse_file_count(file));
    sparse_free(&rows);
    return good;
}

bool mix_make(const MixLine *line, const DatasetKind *kind, int threads, bool quiet, Error *err) {
    Text work = {0};
    describe_mix_line(line, &work);
    SparseFile *file = sparse_file_open(line->path, work.data, err);
    bool good = file != NULL;
    if (good && sparse_file_count(file) < line->rows) good = play_on_to_end(file, line, kind, threads, quiet, err);
    sparse_file_close(file);
    text_free(&work);
    return good;
}

// ---- Reading ----

static bool sizes(const MixLine *lines, int count, uint64_t *rows, uint64_t *bytes, Error *err) {
    bool good = true;
    *rows = *bytes = 0;
    for (int i = 0; good && i < count; i++) {
        uint64_t some = 0, size = 0;
        Text work = {0};
        describe_mix_line(&lines[i], &work);
        good = sparse_file_size(lines[i].path, work.data, &some, &size, err);
        if (good && some < lines[i].rows)
            good =
                error_set(err, "%s holds %" PRIu64 " examples instead of %" PRIu64, lines[i].path, some, lines[i].rows);
        *rows += lines[i].rows;
        *bytes += size;
        text_free(&work);
    }
    if (good && *rows > UINT32_MAX) good = error_set(err, "%" PRIu64 " examples are more than 2^32", *rows);
    return good;
}

// Where the rows of one file go: `head` from the front, `tail` at the end.
typedef struct Places {
    uint32_t head, tail;
} Places;

// A file may hold more than the line asks for, of an earlier, larger run: those are left out.
static bool read_mix_line(SparseRows *rows, const MixLine *line, uint32_t tail, Places *to, Error *err) {
    uint64_t count = 0, size = 0;
    Text work = {0};
    describe_mix_line(line, &work);
    bool good = sparse_file_size(line->path, work.data, &count, &size, err);
    uint32_t *at = good ? malloc((size_t)count * sizeof *at + 1) : NULL, wanted = (uint32_t)line->rows;
    good = good && (at || error_set(err, "out of memory for %" PRIu64 " examples", count));
    good = good && sparse_file_read(line->path, work.data, rows, at, err);
    if (good) {
        memcpy(rows->at + to->head, at, (wanted - tail) * sizeof *at);
        memcpy(rows->at + to->tail, at + (wanted - tail), tail * sizeof *at);
        to->head += wanted - tail;
        to->tail += tail;
    }
    free(at);
    text_free(&work);
    return good;
}

bool mix_read(SparseRows *rows, const MixLine *lines, int count, double validation, Error *err) {
    uint64_t total, bytes, seen = 0;
    if (!sizes(lines, count, &total, &bytes, err)) return false;
    if (!sparse_reserve(rows, total, bytes))
        return error_set(err, "out of memory for %" PRIu64 " examples of %" PRIu64 " bytes", total, bytes);
    uint32_t apart = (uint32_t)(validation * (double)total);
    Places to = {0, (uint32_t)total - apart};
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        // Parts of a whole number that add up to it: the difference of its shares before and after.
        uint64_t before = total ? apart * seen / total : 0, after = total ? apart * (seen + lines[i].rows) / total : 0;
        uint32_t tail = (uint32_t)(after - before);
        seen += lines[i].rows;
        good = read_mix_line(rows, &lines[i], tail, &to, err);
    }
    rows->count = (uint32_t)total;
    if (!good) sparse_free(rows);
    return good;
}
