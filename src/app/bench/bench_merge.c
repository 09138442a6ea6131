// SPDX-License-Identifier: MIT
#include "app/bench/bench_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/store.h"
#include "base/clock.h"
#include "contest/gin/gin_match.h"

enum { PARTS = 2, GAMES = 40000, TIMES = 3 };

typedef struct Files {
    char part[PARTS][64], out[64];
} Files;

#ifdef DEADWOOD_HAVE_SQLITE

static bool play_bench_part(const Files *files, int part, Error *err) {
    Store *store = store_open(files->part[part], err);
    if (!store) return false;
    GinMatchPlan plan = {.common = {.players = {"simple", "simple"},
                                    .seed = 1,
                                    .games = GAMES,
                                    .threads = 1,
                                    .quiet = true,
                                    .resume = true,
                                    .store = store},
                         .rules = gin_rules_default(),
                         .duplicate = true};
    MatchResult result;
    bool done = store_begin_part(store, part, PARTS, "[\"bench\"]", NULL, err) && gin_match_run(&plan, &result, err) &&
                store_end_part(store, err);
    store_close(store);
    return done;
}

static bool merge_once(const Files *files, double *seconds, Error *err) {
    const char *const paths[PARTS] = {files->part[0], files->part[1]};
    Text command = {0}, trouble = {0};
    StoreMerged merged;
    double began = clock_cpu_seconds();
    bool done = store_merge(files->out, paths, PARTS, true, &command, &trouble, &merged, err);
    *seconds = clock_cpu_seconds() - began;
    text_free(&command);
    text_free(&trouble);
    unlink(files->out);
    return done;
}

static bool measure_merge(const Files *files, double *rate, Error *err) {
    bool done = true;
    for (int part = 0; done && part < PARTS; part++) done = play_bench_part(files, part, err);
    for (int i = 0; done && i < TIMES; i++) {
        double seconds;
        done = merge_once(files, &seconds, err);
        if (done && GAMES / seconds > *rate) *rate = GAMES / seconds;
    }
    return done;
}

bool merge_figure(double *rate, Error *err) {
    char folder[] = "/tmp/deadwood-bench-XXXXXX";
    Files files;
    *rate = 0;
    if (!mkdtemp(folder)) return error_set(err, "no folder for temporary files can be made in /tmp");
    snprintf(files.out, sizeof files.out, "%s/out.db", folder);
    for (int part = 0; part < PARTS; part++)
        snprintf(files.part[part], sizeof files.part[part], "%s/part%d.db", folder, part + 1);
    bool done = measure_merge(&files, rate, err);
    for (int part = 0; part < PARTS; part++) unlink(files.part[part]);
    rmdir(folder);
    return done;
}

#else

bool merge_figure(double *rate, Error *err) {
    (void)err;
    *rate = 0;
    return true;
}

#endif
