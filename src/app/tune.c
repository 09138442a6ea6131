// SPDX-License-Identifier: MIT
// `deadwood tune PLAYER key=lo..hi ...`: parameters nobody specified, by grid or random search.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/race.h"
#include "base/rng.h"

enum { MOST_KEYS = 12, MOST_VALUES = 1001, MOST_WORDS = 32 };

// One parameter to search over: numbers from a range, or words.
typedef struct Axis {
    char key[64];
    double low, high;
    int steps;                    // values on the grid
    bool whole;                   // range of whole numbers
    char words[512];              // "a|b|c" cut at the bars
    const char *word[MOST_WORDS]; // or none
} Axis;

static const AppOption OPTIONS[] = {
    {"--tries", "N", "random settings to try, each once; without it, the whole grid"},
    {"--target", "W,W,...", "look for these win percentages against the field instead of high ones"},
    APP_RACE_OPTIONS,
    {NULL, NULL, NULL},
};

static bool is_whole(const char *text) { return text[strspn(text, "-0123456789")] == '\0'; }

// "lo..hi" or "lo..hi/steps".
static bool read_range(Axis *axis, char *text, char *dots, Error *err) {
    char *slash = strchr(dots, '/');
    int64_t steps = 0;
    *dots = '\0';
    if (slash) *slash = '\0';
    if (slash && !text_to_int(slash + 1, axis->key, 2, MOST_VALUES, &steps, err)) return false;
    if (!text_to_double(text, axis->key, -1e9, 1e9, &axis->low, err)) return false;
    if (!text_to_double(dots + 2, axis->key, axis->low, 1e9, &axis->high, err)) return false;
    axis->whole = is_whole(text) && is_whole(dots + 2) && !slash;
    axis->steps = axis->whole ? (int)fmin(axis->high - axis->low + 1, MOST_VALUES + 1) : slash ? (int)steps : 11;
    return axis->steps <= MOST_VALUES || error_set(err, "%s has more than %d values", axis->key, MOST_VALUES);
}

static bool read_words(Axis *axis, const char *text, Error *err) {
    if (!text_copy(axis->words, sizeof axis->words, text)) return error_set(err, "%s: too long", axis->key);
    char *rest = axis->words;
    for (char *word; (word = strsep(&rest, "|")) != NULL;) {
        if (axis->steps == MOST_WORDS) return error_set(err, "%s has more than %d words", axis->key, MOST_WORDS);
        axis->word[axis->steps++] = word;
    }
    return true;
}

static bool read_axis(Axis *axis, const char *text, Error *err) {
    char copy[600];
    *axis = (Axis){0};
    if (!text_copy(copy, sizeof copy, text)) return error_set(err, "'%.40s...' is too long", text);
    char *value = strchr(copy, '=');
    if (!value) return error_set(err, "'%.60s' is not key=lo..hi, key=lo..hi/steps or key=a|b|c", text);
    *value++ = '\0';
    if (!text_copy(axis->key, sizeof axis->key, copy)) return error_set(err, "the key '%.40s...' is too long", copy);
    char *dots = strstr(value, "..");
    return dots ? read_range(axis, value, dots, err) : read_words(axis, value, err);
}

static void add_value(Text *spec, const Axis *axis, double at) {
    if (axis->word[0])
        text_addf(spec, "%s=%s", axis->key, axis->word[(int)at]);
    else
        text_addf(spec, "%s=%.6g", axis->key, at);
}

static double grid_value(const Axis *axis, int step) {
    if (axis->word[0]) return step;
    return axis->steps < 2 ? axis->low : axis->low + (axis->high - axis->low) * step / (axis->steps - 1);
}

static double random_value(const Axis *axis, Rng *rng) {
    if (axis->word[0] || axis->whole) return grid_value(axis, (int)rng_below(rng, (uint32_t)axis->steps));
    return axis->low + (axis->high - axis->low) * rng_unit(rng);
}

// A contender: the player with one value of every axis. Their order is free: policies are set before parameters.
static bool add_contender(AppRace *race, const char *player, const Axis *axes, int count, const double *at,
                          Error *err) {
    Text spec = {0};
    text_addf(&spec, "%s", player);
    char separator = strchr(player, ':') ? ',' : ':';
    for (int i = 0; i < count; i++, separator = ',') {
        text_addf(&spec, "%c", separator);
        add_value(&spec, &axes[i], at[i]);
    }
    bool done = app_race_add(race, spec.data, err);
    text_free(&spec);
    return done;
}

static bool add_grid(AppRace *race, const char *player, const Axis *axes, int count, Error *err) {
    int step[MOST_KEYS] = {0};
    double cells = 1;
    for (int i = 0; i < count; i++) cells *= axes[i].steps;
    if (cells > RACE_MAX_ENTRIES)
        return error_set(err, "the grid has %.0f settings, more than %d; use --tries N for a random search", cells,
                         RACE_MAX_ENTRIES);
    for (;;) {
        double at[MOST_KEYS] = {0};
        for (int i = 0; i < count; i++) at[i] = grid_value(&axes[i], step[i]);
        if (!add_contender(race, player, axes, count, at, err)) return false;
        int i = 0;
        while (i < count && ++step[i] == axes[i].steps) step[i++] = 0;
        if (i == count) return true;
    }
}

static bool same_setting(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++)
        if (a[i] < b[i] || a[i] > b[i]) return false;
    return true;
}

static bool tried_before(double (*tried)[MOST_KEYS], int64_t tries, int count) {
    for (int64_t n = 0; n < tries; n++)
        if (same_setting(tried[n], tried[tries], count)) return true;
    return false;
}

// A setting that comes up twice is tried once; else it would take two of the places to keep.
static bool add_random(AppRace *race, const char *player, const Axis *axes, int count, int64_t tries, Error *err) {
    Rng rng = rng_for(race->plan.seed, 0, 0, RNG_STARTER);
    double(*tried)[MOST_KEYS] = calloc((size_t)tries, sizeof *tried);
    if (!tried) return error_set(err, "out of memory for %d settings", (int)tries);
    bool done = true;
    for (int64_t n = 0; n < tries && done; n++) {
        for (int i = 0; i < count; i++) tried[n][i] = random_value(&axes[i], &rng);
        if (!tried_before(tried, n, count)) done = add_contender(race, player, axes, count, tried[n], err);
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
    Axis axes[MOST_KEYS];
    int count = 0;
    int64_t tries;
    if (!app_race_open(args, race, err) || !read_target(args, race, err)) return false;
    if (!app_number(args, "--tries", 1, RACE_MAX_ENTRIES, 0, &tries, err)) return false;
    for (int i = 1; i < args->count; i++)
        if (!read_axis(&axes[count++], args->words[i], err)) return false;
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
    .most = MOST_KEYS + 1,
    .run = run,
};
