// SPDX-License-Identifier: MIT
#include "report/trial.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/pool.h"
#include "base/threads/progress.h"

enum { CHUNK = 16 }; // trials a thread takes at a time

typedef struct Team {
    const LabTrial *trial;
    bool quiet;
    int64_t *sums; // `words` for each thread, and as many as they were before the chunk under way
    void *workers[POOL_MAX_THREADS];
    atomic_uint_fast64_t next, done;
    Progress progress;
} Team;

static void work_on_trial(void *context, int index) {
    Team *team = context;
    const LabTrial *trial = team->trial;
    size_t words = (size_t)trial->words;
    int64_t *sums = team->sums + 2 * (size_t)index * words, *before = sums + words;
    while (!progress_interrupted()) {
        uint64_t first = atomic_fetch_add(&team->next, CHUNK);
        if (first >= trial->count) break;
        uint64_t last = first + CHUNK < trial->count ? first + CHUNK : trial->count;
        memcpy(before, sums, words * sizeof *sums);
        for (uint64_t i = first; i < last && !progress_interrupted(); i++) trial->play(team->workers[index], i, sums);
        if (progress_interrupted()) { // a player may have given up its search: what it did counts for nothing
            memcpy(sums, before, words * sizeof *sums);
            break;
        }
        uint64_t done = atomic_fetch_add(&team->done, last - first) + (last - first);
        if (index == 0) progress_update(&team->progress, done); // the calling thread is always one of the team
    }
}

static bool open_workers(Team *team, int threads, Error *err) {
    for (int i = 0; i < threads; i++) {
        team->workers[i] = team->trial->open(team->trial->config, err);
        if (!team->workers[i]) return false;
    }
    return true;
}

static void close_workers(Team *team, int threads) {
    for (int i = 0; i < threads && team->workers[i]; i++) team->trial->close(team->workers[i]);
}

bool lab_trial_run(const LabRun *run, const LabTrial *trial, int64_t *sums, uint64_t *done, Error *err) {
    int threads = run->threads;
    size_t words = (size_t)trial->words;
    Team team = {.trial = trial, .sums = calloc(2 * (size_t)threads * words, sizeof(int64_t))};
    if (!team.sums) return error_set(err, "out of memory for %d threads", threads);
    bool good = open_workers(&team, threads, err);
    if (good) {
        team.progress = progress_start(trial->label, trial->unit, trial->count, 0, run->quiet);
        good = pool_run(threads, work_on_trial, &team, err);
        progress_end(&team.progress, atomic_load(&team.done));
    }
    close_workers(&team, threads);
    for (size_t thread = 0; thread < (size_t)threads; thread++)
        for (size_t i = 0; i < words; i++) sums[i] += team.sums[2 * thread * words + i];
    *done = atomic_load(&team.done);
    free(team.sums);
    return good;
}
