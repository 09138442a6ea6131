// SPDX-License-Identifier: MIT
// A player's settings, searched for as a step of a recipe: random ones race against the field, then a grid around the
// best of them, one parameter at a time. The player as it is takes part in both, so that it ends no worse than it
// began.
#include "train/tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/store.h"
#include "gin/players/list/players.h"
#include "train/tune/search.h"

enum { MOST_TRIES = 10000, KEEP = 4 };

typedef struct Search {
    const TunePlan *tune;
    SearchAxis axes[SEARCH_MOST_KEYS];
    int axis_count;
    RaceEntry *entries;
    double (*at)[SEARCH_MOST_KEYS]; // settings of the contenders by their first order
    char (*spec)[RACE_SPEC];        // and their specs
    int count;
    Store *store; // of the games played, or NULL
} Search;

static bool read_axes(SearchAxis axes[SEARCH_MOST_KEYS], int *count, const char *text, Error *err) {
    char copy[600], *rest = copy;
    if (!text_copy(copy, sizeof copy, text)) return error_set(err, "'%.40s...' is too long", text);
    for (char *word; (word = strsep(&rest, " \t")) != NULL;) {
        if (!*word) continue;
        if (*count == SEARCH_MOST_KEYS) return error_set(err, "more than %d parameters to search", SEARCH_MOST_KEYS);
        if (!search_read(&axes[(*count)++], word, err)) return false;
    }
    return *count > 0 || error_set(err, "there is nothing to search");
}

bool tune_check(const char *axes, Error *err) {
    SearchAxis *read = calloc(SEARCH_MOST_KEYS, sizeof *read);
    int count = 0;
    bool good = (read || error_set(err, "out of memory")) && read_axes(read, &count, axes, err);
    free(read);
    return good;
}

static bool tune_add_spec(Search *search, const char *spec, Error *err) {
    RaceEntry *entry = &search->entries[search->count];
    memset(entry, 0, sizeof *entry);
    if (!text_copy(entry->spec, sizeof entry->spec, spec))
        return error_set(err, "the player '%.60s...' is longer than %d characters", spec, RACE_SPEC - 1);
    memcpy(search->spec[search->count], entry->spec, sizeof entry->spec);
    GinPlayer player;
    if (!gin_player_open(spec, &player, err)) return false;
    gin_player_close(&player);
    search->count++;
    return true;
}

// The setting in at[count], if it is a new one.
static bool add_setting(Search *search, Error *err) {
    if (search_repeats(search->at, search->count, search->axis_count)) return true;
    Text spec = {0};
    search_spec(&spec, search->tune->player, search->axes, search->axis_count, search->at[search->count]);
    bool done = tune_add_spec(search, spec.data, err);
    text_free(&spec);
    return done;
}

// The first contender is the player as it is, without settings of the axes; it must not be one of the field already.
static bool tune_begin(Search *search, Error *err) {
    search->count = 0;
    for (int i = 0; i < search->tune->field_count; i++)
        if (strcmp(search->tune->field[i], search->tune->player) == 0) return true;
    for (int i = 0; i < search->axis_count; i++) search->at[0][i] = (double)NAN;
    return tune_add_spec(search, search->tune->player, err);
}

static bool add_random_specs(Search *search, Error *err) {
    Rng rng = rng_for(search->tune->seed, 0, 0, RNG_STARTER);
    bool done = tune_begin(search, err);
    for (int n = 0; done && n < search->tune->tries; n++) {
        for (int i = 0; i < search->axis_count; i++)
            search->at[search->count][i] = search_random(&search->axes[i], &rng);
        done = add_setting(search, err);
    }
    return done;
}

static bool add_grid_specs(Search *search, const double *around, Error *err) {
    double centre[SEARCH_MOST_KEYS];
    memcpy(centre, around, sizeof centre);
    bool done = tune_begin(search, err);
    for (int n = -1; done && n < 2 * search->axis_count; n++) {
        double *at = search->at[search->count];
        if (n < 0)
            memcpy(at, centre, sizeof centre);
        else
            search_beside(search->axes, search->axis_count, centre, n, at);
        done = add_setting(search, err);
    }
    return done;
}

static bool race(Search *search, const char *title, Text *ranking, bool *interrupted, Error *err) {
    const TunePlan *tune = search->tune;
    RacePlan plan = {.field_count = tune->field_count,
                     .rules = gin_rules_default(),
                     .seed = tune->seed,
                     .threads = tune->threads,
                     .most_games = tune->games + tune->games % 2,
                     .keep = KEEP,
                     .store = search->store,
                     .quiet = tune->quiet};
    plan.first_games = plan.most_games / 8 < 2 ? 2 : plan.most_games / 16 * 2;
    memcpy(plan.field, tune->field, sizeof plan.field);
    if (!race_run(search->entries, search->count, &plan, interrupted, err)) return false;
    text_addf(ranking, "%s\n", title);
    race_print(ranking, search->entries, search->count, &plan, search->count);
    return true;
}

// The settings of the best contender that has any.
static const double *best_setting(const Search *search) {
    for (int i = 0; i < search->count; i++)
        for (int k = 0; k < search->count; k++)
            if (!isnan(search->at[k][0]) && strcmp(search->entries[i].spec, search->spec[k]) == 0) return search->at[k];
    return search->at[search->count - 1];
}

static bool run_search(Search *search, char best[RACE_SPEC], bool *interrupted, Error *err) {
    Text ranking = {0};
    bool done = add_random_specs(search, err) && race(search, "random settings", &ranking, interrupted, err);
    if (done && !*interrupted)
        done = add_grid_specs(search, best_setting(search), err) &&
               race(search, "around the best of them", &ranking, interrupted, err);
    if (done && !*interrupted) {
        text_copy(best, RACE_SPEC, search->entries[0].spec);
        done = text_write_file(search->tune->ranking, ranking.data, ranking.size, err);
    }
    text_free(&ranking);
    return done;
}

bool tune_run(const TunePlan *tune, char best[RACE_SPEC], bool *interrupted, Error *err) {
    Search *search = calloc(1, sizeof *search);
    int room = (tune->tries < MOST_TRIES ? tune->tries : MOST_TRIES) + 2 * SEARCH_MOST_KEYS + 3;
    *interrupted = false;
    bool done = search != NULL;
    if (done) {
        search->tune = tune;
        search->entries = calloc((size_t)room, sizeof *search->entries);
        search->at = calloc((size_t)room, sizeof *search->at);
        search->spec = calloc((size_t)room, sizeof *search->spec);
        done = search->entries && search->at && search->spec;
    }
    if (!done) error_set(err, "out of memory for %d settings", tune->tries);
    Text games = {0}; // played so far: an interrupted race goes on from them where the program can keep them
    text_addf(&games, "%s.db", tune->ranking);
    if (done) search->store = store_open(games.data, NULL);
    done = done && read_axes(search->axes, &search->axis_count, tune->axes, err) &&
           run_search(search, best, interrupted, err);
    if (search) {
        store_close(search->store);
        if (done && !*interrupted) unlink(games.data);
        free(search->entries);
        free(search->at);
        free(search->spec);
    }
    free(search);
    text_free(&games);
    return done;
}
