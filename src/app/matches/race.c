// SPDX-License-Identifier: MIT
#include "app/matches/race.h"

#include <stdlib.h>
#include <string.h>

#include "wire/gin/gin_host.h"

static bool is_race_player(const char *spec, Error *err) {
    GinPlayer player;
    if (!gin_any_player_open(spec, &player, err)) return false;
    gin_player_close(&player);
    return true;
}

static bool read_race_field(AppRace *race, const char *text, Error *err) {
    if (!text_copy(race->field, sizeof race->field, text))
        return error_set(err, "--against is longer than 1023 characters");
    char *rest = race->field;
    for (char *spec; (spec = strsep(&rest, " ")) != NULL;) {
        if (!*spec) continue;
        if (race->plan.field_count == RACE_MAX_FIELD)
            return error_set(err, "--against names more than %d players", RACE_MAX_FIELD);
        if (!is_race_player(spec, err)) return error_prefix(err, "--against");
        race->plan.field[race->plan.field_count++] = spec;
    }
    return race->plan.field_count > 0 || error_set(err, "--against names no player");
}

static bool race_read_options(const AppArgs *args, AppRace *race, Error *err) {
    RacePlan *plan = &race->plan;
    const char *field = app_option(args, "--against"), *rules = app_option(args, "--rules");
    const char *seed = app_option(args, "--seed");
    int64_t games, first, keep, top;
    plan->rules = gin_rules_default();
    plan->seed = 1;
    plan->quiet = app_switch(args, "--quiet");
    if (!read_race_field(race, field ? field : "simple greedy rule-knock heisenbot", err)) return false;
    if (rules && !gin_rules_parse(rules, &plan->rules, err)) return error_prefix(err, "--rules");
    if (seed && !text_to_uint64(seed, "--seed", &plan->seed, err)) return false;
    if (!app_threads(args, &plan->threads, err)) return false;
    if (!app_number(args, "--games", 2, INT64_C(1000000000), 16000, &games, err)) return false;
    if (!app_number(args, "--first", 2, games, games < 500 ? games : 500, &first, err)) return false;
    if (!app_number(args, "--keep", 1, RACE_MAX_ENTRIES, 8, &keep, err)) return false;
    if (!app_number(args, "--top", 1, RACE_MAX_ENTRIES, 20, &top, err)) return false;
    plan->most_games = (uint64_t)(games + games % 2); // whole duplicate pairs
    plan->first_games = (uint64_t)(first + first % 2);
    plan->keep = (int)keep;
    race->top = (int)top;
    return true;
}

bool app_race_open(const AppArgs *args, const char *command, AppRace *race, Error *err) {
    *race = (AppRace){.command = command};
    return app_shard_check(args, err) && race_read_options(args, race, err);
}

void app_race_free(AppRace *race) {
    free(race->entries);
    store_close(race->plan.store);
    *race = (AppRace){0};
}

bool app_race_add(AppRace *race, const char *spec, Error *err) {
    if (race->count == RACE_MAX_ENTRIES) return error_set(err, "more than %d contenders", RACE_MAX_ENTRIES);
    if (!is_race_player(spec, err)) return false;
    if ((race->count & (race->count - 1)) == 0) { // at 0, 1, 2, 4, ... entries: room for twice as many
        size_t room = race->count ? 2 * (size_t)race->count : 1;
        RaceEntry *grown = realloc(race->entries, room * sizeof *grown);
        if (!grown) return error_set(err, "out of memory for %zu contenders", room);
        race->entries = grown;
    }
    RaceEntry *entry = &race->entries[race->count];
    memset(entry, 0, sizeof *entry);
    if (!text_copy(entry->spec, sizeof entry->spec, spec))
        return error_set(err, "the player '%.60s...' is too long", spec);
    race->count++;
    return true;
}

static bool save_race(const AppArgs *args, const AppRace *race, Error *err) {
    const char *path = app_option(args, "--out");
    if (!path) return true;
    Text text = {0};
    Json json = json_into(&text, true);
    race_json(&json, race->entries, race->count, &race->plan);
    text_add(&text, "\n");
    bool done = text_write_file(path, text.data, text.size, err);
    text_free(&text);
    return done;
}

bool app_race_play(const AppArgs *args, AppRace *race, bool *interrupted, Error *err) {
    const char *db = app_option(args, "--db");
    if (db && !race->plan.store &&
        (!(race->plan.store = store_open(db, err)) || !app_shard_begin(args, race->command, race->plan.store, err)))
        return false;
    progress_catch_interrupt();
    return race_run(race->entries, race->count, &race->plan, interrupted, err);
}

void app_race_table(const AppRace *race, bool interrupted, Text *text) {
    text_addf(text, "%d contenders%s\n\n", race->count, interrupted ? ", interrupted" : "");
    race_print(text, race->entries, race->count, &race->plan, race->top);
}

int app_race_show(const AppArgs *args, const AppRace *race, bool interrupted) {
    Error err;
    Text text = {0};
    int code;
    if (app_shard_end(args, race->plan.store, interrupted, true, &code)) return code;
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        race_json(&json, race->entries, race->count, &race->plan);
        text_add(&text, "\n");
    } else {
        app_race_table(race, interrupted, &text);
    }
    code = app_print(&text);
    text_free(&text);
    if (!save_race(args, race, &err)) return app_fail(APP_FAILED, &err);
    return code == APP_DONE && interrupted ? APP_INTERRUPTED : code;
}

int app_race_run(const AppArgs *args, AppRace *race) {
    Error err;
    bool interrupted;
    if (!app_race_play(args, race, &interrupted, &err)) return app_fail(APP_FAILED, &err);
    return app_race_show(args, race, interrupted);
}
