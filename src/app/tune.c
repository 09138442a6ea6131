// SPDX-License-Identifier: MIT
// `deadwood tune PLAYER key=lo..hi ...`: parameters nobody specified, by grid or random search.
#include <stdlib.h>
#include <string.h>

#include "app/race.h"
#include "lab/search.h"

static const AppOption OPTIONS[] = {
    {"--tries", "N", "random settings to try, each once; without it, the whole grid"},
    {"--target", "W,W,...", "look for these win percentages against the field instead of high ones"},
    APP_RACE_OPTIONS,
    {NULL, NULL, NULL},
};

static bool add_contender(AppRace *race, const char *player, const SearchAxis *axes, int count, const double *at,
                          Error *err) {
    Text spec = {0};
    search_spec(&spec, player, axes, count, at);
    bool done = app_race_add(race, spec.data, err);
    text_free(&spec);
    return done;
}

static bool add_grid(AppRace *race, const char *player, const SearchAxis *axes, int count, Error *err) {
    int step[SEARCH_MOST_KEYS] = {0};
    double cells = 1;
    for (int i = 0; i < count; i++) cells *= axes[i].steps;
    if (cells > RACE_MAX_ENTRIES)
        return error_set(err, "the grid has %.0f settings, more than %d; use --tries N for a random search", cells,
                         RACE_MAX_ENTRIES);
    for (;;) {
        double at[SEARCH_MOST_KEYS] = {0};
        for (int i = 0; i < count; i++) at[i] = search_grid(&axes[i], step[i]);
        if (!add_contender(race, player, axes, count, at, err)) return false;
        int i = 0;
        while (i < count && ++step[i] == axes[i].steps) step[i++] = 0;
        if (i == count) return true;
    }
}

// A setting that comes up twice is tried once; else it would take two of the places to keep.
static bool add_random(AppRace *race, const char *player, const SearchAxis *axes, int count, int64_t tries,
                       Error *err) {
    Rng rng = rng_for(race->plan.seed, 0, 0, RNG_STARTER);
    double(*tried)[SEARCH_MOST_KEYS] = calloc((size_t)tries, sizeof *tried);
    if (!tried) return error_set(err, "out of memory for %d settings", (int)tries);
    bool done = true;
    for (int64_t n = 0; n < tries && done; n++) {
        for (int i = 0; i < count; i++) tried[n][i] = search_random(&axes[i], &rng);
        if (!search_repeats(tried, n, count)) done = add_contender(race, player, axes, count, tried[n], err);
    }
    free(tried);
    return done;
}

static bool read_target(const AppArgs *args, AppRace *race, Error *err) {
    const char *text = app_option(args, "--target");
    if (!text) return true;
    char copy[256], *rest = copy;
    int count = 0;
    if (!text_copy(copy, sizeof copy, text)) return error_set(err, "--target is too long");
    for (char *item; count < race->plan.field_count && (item = strsep(&rest, ",")) != NULL; count++) {
        if (!text_to_double(item, "--target", 0, 100, &race->target[count], err)) return false;
        race->target[count] /= 100;
    }
    if (count != race->plan.field_count || rest)
        return error_set(err, "--target needs %d win percentages, one for each player of --against",
                         race->plan.field_count);
    race->plan.target = race->target;
    return true;
}

static bool prepare(const AppArgs *args, AppRace *race, Error *err) {
    SearchAxis axes[SEARCH_MOST_KEYS];
    int count = 0;
    int64_t tries;
    if (!app_race_open(args, race, err) || !read_target(args, race, err)) return false;
    if (!app_number(args, "--tries", 1, RACE_MAX_ENTRIES, 0, &tries, err)) return false;
    for (int i = 1; i < args->count; i++)
        if (!search_read(&axes[count++], args->words[i], err)) return false;
    return tries ? add_random(race, args->words[0], axes, count, tries, err)
                 : add_grid(race, args->words[0], axes, count, err);
}

static int run(const AppArgs *args) {
    Error err;
    AppRace race;
    int code = prepare(args, &race, &err) ? app_race_run(args, &race) : app_fail(APP_USAGE, &err);
    app_race_free(&race);
    return code;
}

const AppCommand app_tune = {
    .name = "tune",
    .words = "PLAYER key=lo..hi ...",
    .summary = "searches a player's parameters: the whole grid, or --tries random settings",
    .details =
        "A key takes key=lo..hi (whole numbers: each of them; others: 11 steps), key=lo..hi/steps, or key=a|b|c.\n"
        "Example: deadwood tune heisenbot decay=2..12 points=3..7 --against \"simple greedy\" --db tune.db",
    .options = OPTIONS,
    .least = 2,
    .most = SEARCH_MOST_KEYS + 1,
    .run = run,
};
