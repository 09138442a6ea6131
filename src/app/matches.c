// SPDX-License-Identifier: MIT
#include "app/matches.h"

#include "gin/players/players.h"

bool app_match_plan(const AppArgs *args, GinMatchPlan *plan, Error *err) {
    *plan = (GinMatchPlan){.rules = gin_rules_default(), .seed = 1, .duplicate = !app_switch(args, "--plain")};
    int64_t games;
    const char *rules = app_option(args, "--rules"), *seed = app_option(args, "--seed");
    if (!app_number(args, "--games", 1, INT64_C(1000000000000), 10000, &games, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &plan->seed, err)) return false;
    if (rules && !gin_rules_parse(rules, &plan->rules, err)) return error_prefix(err, "--rules");
    if (!app_threads(args, &plan->threads, err)) return false;
    if (plan->duplicate && games % 2)
        return error_set(err, "--games %lld is odd; duplicate play takes pairs of games: make it even or add --plain",
                         (long long)games);
    plan->games = (uint64_t)games;
    plan->resume = app_switch(args, "--resume");
    plan->quiet = app_switch(args, "--quiet");
    if (plan->resume && !app_option(args, "--db"))
        return error_set(err, "--resume goes on with games kept in a file; name it with --db FILE");
    return true;
}

bool app_players_exist(const AppArgs *args, Error *err) {
    for (int i = 0; i < args->count; i++) {
        GinPlayer player;
        if (!gin_player_open(args->words[i], &player, err)) return false;
        gin_player_close(&player);
    }
    return true;
}

bool app_open_store(const AppArgs *args, GinMatchPlan *plan, Error *err) {
    const char *path = app_option(args, "--db");
    if (!path) return true;
    plan->store = store_open(path, err);
    return plan->store != NULL;
}
