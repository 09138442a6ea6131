// SPDX-License-Identifier: MIT
// `deadwood tune PLAYER key=lo..hi ...`: parameters nobody specified, by grid or random search, or by one
// after the other.
#include <stdlib.h>
#include <string.h>

#include "app/matches/race.h"
#include "train/tune/search.h"

static const AppOption OPTIONS[] = {
    {"--tries", "N", "random settings to try, each once; without it, the whole grid"},
    {"--refine", NULL, "after --tries: the best of them (--keep) again, with a grid around the first of them"},
    {"--target", "W,W,...", "look for these win percentages against the field instead of high ones"},
    APP_RACE_OPTIONS,
    {NULL, NULL, NULL},
};

// What is searched, and the random settings that were tried.
typedef struct Search {
    const char *player;
    SearchAxis axes[SEARCH_MOST_KEYS];
    int count;
    double (*tried)[SEARCH_MOST_KEYS];
    int64_t tries;
} Search;

static bool add_contender(AppRace *race, const Search *search, const double *at, Error *err) {
    Text spec = {0};
    search_spec(&spec, search->player, search->axes, search->count, at);
    bool done = app_race_add(race, spec.data, err);
    text_free(&spec);
    return done;
}

static bool tune_add_grid(AppRace *race, const Search *search, Error *err) {
    int step[SEARCH_MOST_KEYS] = {0}, count = search->count;
    double cells = 1;
    for (int i = 0; i < count; i++) cells *= search->axes[i].steps;
    if (cells > RACE_MAX_ENTRIES)
        return error_set(err, "the grid has %.0f settings, more than %d; use --tries N for a random search", cells,
                         RACE_MAX_ENTRIES);
    for (;;) {
        double at[SEARCH_MOST_KEYS] = {0};
        for (int i = 0; i < count; i++) at[i] = search_grid(&search->axes[i], step[i]);
        if (!add_contender(race, search, at, err)) return false;
        int i = 0;
        while (i < count && ++step[i] == search->axes[i].steps) step[i++] = 0;
        if (i == count) return true;
    }
}

// A setting that comes up twice is tried once; else it would take two of the places to keep.
static bool tune_add_random(AppRace *race, Search *search, Error *err) {
    Rng rng = rng_for(race->plan.seed, 0, 0, RNG_STARTER);
    search->tried = calloc((size_t)search->tries, sizeof *search->tried);
    if (!search->tried) return error_set(err, "out of memory for %d settings", (int)search->tries);
    bool done = true;
    for (int64_t n = 0; n < search->tries && done; n++) {
        double *at = search->tried[n];
        for (int i = 0; i < search->count; i++) at[i] = search_random(&search->axes[i], &rng);
        if (!search_repeats(search->tried, n, search->count)) done = add_contender(race, search, at, err);
    }
    return done;
}

// The setting that a contender has.
static const double *setting_of(const Search *search, const char *spec) {
    const double *found = NULL;
    for (int64_t n = 0; n < search->tries && !found; n++) {
        Text text = {0};
        search_spec(&text, search->player, search->axes, search->count, search->tried[n]);
        if (strcmp(text.data, spec) == 0) found = search->tried[n];
        text_free(&text);
    }
    return found;
}

static bool add_once(AppRace *race, const char *spec, Error *err) {
    for (int i = 0; i < race->count; i++)
        if (strcmp(race->entries[i].spec, spec) == 0) return true;
    return app_race_add(race, spec, err);
}

// The second race: the best of the first, and a grid around the winner.
static bool add_around(AppRace *race, const Search *search, Error *err) {
    RaceEntry *before = race->entries;
    const double *centre = setting_of(search, before[0].spec);
    int count = race->count < race->plan.keep ? race->count : race->plan.keep;
    bool done = true;
    race->entries = NULL;
    race->count = 0;
    for (int i = 0; i < count && done; i++) done = add_once(race, before[i].spec, err);
    for (int n = 0; n < 2 * search->count && done; n++) {
        double at[SEARCH_MOST_KEYS];
        Text spec = {0};
        search_beside(search->axes, search->count, centre, n, at);
        search_spec(&spec, search->player, search->axes, search->count, at);
        done = add_once(race, spec.data, err);
        text_free(&spec);
    }
    free(before);
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

static bool prepare_search(const AppArgs *args, AppRace *race, Search *search, Error *err) {
    if (!app_race_open(args, "tune", race, err) || !read_target(args, race, err)) return false;
    if (!app_number(args, "--tries", 1, RACE_MAX_ENTRIES, 0, &search->tries, err)) return false;
    if (app_switch(args, "--refine") && !search->tries)
        return error_set(err, "--refine goes on from random settings; add --tries N");
    search->player = args->words[0];
    for (int i = 1; i < args->count; i++)
        if (!search_read(&search->axes[search->count++], args->words[i], err)) return false;
    return search->tries ? tune_add_random(race, search, err) : tune_add_grid(race, search, err);
}

// Random settings, then those around the best: two rankings, of which the second is what is saved and printed as JSON.
static int refine(const AppArgs *args, AppRace *race, const Search *search) {
    Error err;
    bool interrupted;
    if (!app_race_play(args, race, &interrupted, &err)) return app_fail(APP_FAILED, &err);
    if (interrupted || store_lacking(race->plan.store)) return app_race_show(args, race, interrupted);
    if (!app_switch(args, "--json")) {
        Text text = {0};
        text_add(&text, "random settings: ");
        app_race_table(race, false, &text);
        text_add(&text, "\naround the best of them: ");
        int code = app_print(&text);
        text_free(&text);
        if (code != APP_DONE) return code;
    }
    return add_around(race, search, &err) ? app_race_run(args, race) : app_fail(APP_FAILED, &err);
}

static int run_tune(const AppArgs *args) {
    Error err;
    AppRace race;
    Search *search = calloc(1, sizeof *search);
    if (!search) {
        error_set(&err, "out of memory");
        return app_fail(APP_FAILED, &err);
    }
    int code = !prepare_search(args, &race, search, &err) ? app_fail(APP_USAGE, &err)
               : app_switch(args, "--refine")             ? refine(args, &race, search)
                                                          : app_race_run(args, &race);
    app_race_free(&race);
    free(search->tried);
    free(search);
    return code;
}

const AppCommand app_tune = {
    .name = "tune",
    .words = "PLAYER key=lo..hi ...",
    .summary =
        "searches a player's parameters: the whole grid, or --tries random settings, then a grid around the best",
    .details =
        "A key takes key=lo..hi (whole numbers: each of them; others: 11 steps), key=lo..hi/steps, or key=a|b|c.",
    .options = OPTIONS,
    .least = 2,
    .most = SEARCH_MOST_KEYS + 1,
    .door = DOOR_RESEARCH,
    .examples =
        {"deadwood tune greedy limit=3..7 --first 50 --games 200",
         "deadwood tune heisenbot decay=2..12 points=3..7 --tries 4 --refine --first 20 --games 40 --against simple"},
    .run = run_tune,
};
