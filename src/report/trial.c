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
    uint64_t until;
    Progress progress;
} Team;

static void work_on_trial(void *context, int index) {
    Team *team = context;
    const LabTrial *trial = team->trial;
    size_t words = (size_t)trial->words;
    int64_t *sums = team->sums + 2 * (size_t)index * words, *before = sums + words;
    while (!progress_interrupted()) {
        uint64_t first = atomic_fetch_add(&team->next, CHUNK);
        if (first >= team->until) break;
        uint64_t last = first + CHUNK < team->until ? first + CHUNK : team->until;
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

// The trials from..until-1 on all threads, added to `sums`. False if not all of them were done; err says why unless
// that was Ctrl-C.
static bool run_block(Team *team, int threads, uint64_t from, uint64_t until, int64_t *sums, Error *err) {
    size_t words = (size_t)team->trial->words;
    memset(team->sums, 0, 2 * (size_t)threads * words * sizeof *team->sums);
    uint64_t before = atomic_load(&team->done);
    atomic_store(&team->next, from);
    team->until = until;
    bool good = pool_run(threads, work_on_trial, team, err);
    for (size_t thread = 0; thread < (size_t)threads; thread++)
        for (size_t i = 0; i < words; i++) sums[i] += team->sums[2 * thread * words + i];
    return good && atomic_load(&team->done) - before == until - from;
}

// Without a store all of it is one block; with one a block is kept as soon as it is whole, some seconds' work.
static bool run_blocks(const LabRun *run, Team *team, StoreTrial *kept, int64_t *sums, Error *err) {
    static const double SHORT = 1, LONG = 4; // seconds
    uint64_t from = kept->first + kept->done, block = kept->id ? (uint64_t)(CHUNK * run->threads) : UINT64_MAX;
    bool good = true;
    while (good && from < kept->until) {
        uint64_t until = kept->until - from > block ? from + block : kept->until;
        double began = progress_clock();
        good = run_block(team, run->threads, from, until, sums, err);
        kept->done += good ? until - from : 0;
        good = good && (!kept->id || store_trial_keep(run->store, kept, team->trial->words, sums, err));
        double seconds = progress_clock() - began;
        if (seconds < SHORT && block < UINT64_MAX / 2) block *= 2;
        if (seconds > LONG && block > (uint64_t)(2 * CHUNK * run->threads)) block /= 2;
        from = until;
    }
    return good;
}

static bool run_team(const LabRun *run, Team *team, StoreTrial *kept, int64_t *sums, Error *err) {
    const LabTrial *trial = team->trial;
    bool good = open_workers(team, run->threads, err);
    if (good) {
        atomic_store(&team->done, kept->done);
        team->progress = progress_start(trial->label, trial->unit, kept->until - kept->first, kept->done, run->quiet);
        Error why = {{0}};
        good = run_blocks(run, team, kept, sums, &why) || (!why.text[0] && progress_interrupted());
        if (!good) *err = why;
        progress_end(&team->progress, atomic_load(&team->done));
    }
    close_workers(team, run->threads);
    return good;
}

bool lab_trial_run(const LabRun *run, const LabTrial *trial, int64_t *sums, uint64_t *done, Error *err) {
    size_t words = (size_t)trial->words;
    StoreTrial kept = {.until = trial->count};
    Team team = {.trial = trial, .sums = calloc((2 * (size_t)run->threads + 1) * words, sizeof(int64_t))};
    if (!team.sums) return error_set(err, "out of memory for %d threads", run->threads);
    int64_t *all = team.sums + 2 * (size_t)run->threads * words;
    bool good =
        !run->store || !trial->key || store_trial(run->store, trial->key, trial->count, trial->words, &kept, all, err);
    if (good && !kept.whole && (!run->store || !trial->key || kept.id)) good = run_team(run, &team, &kept, all, err);
    for (size_t i = 0; i < words; i++) sums[i] += all[i];
    *done = kept.whole ? trial->count : kept.id ? kept.done : atomic_load(&team.done);
    free(team.sums);
    return good;
}
