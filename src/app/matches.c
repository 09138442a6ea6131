// SPDX-License-Identifier: MIT
#include "app/matches.h"

#include <sys/stat.h>

#include "base/progress.h"
#include "wire/command.h"
#include "wire/gin_host.h"

static bool read_limits(const AppArgs *args, WireLimits *limits, Error *err) {
    const char *clock = app_option(args, "--clock"), *logs = app_option(args, "--bot-logs");
    struct stat info;
    int64_t memory;
    *limits = wire_limits_default();
    if (clock && !wire_clock_parse(clock, &limits->clock, err)) return false;
    if (!app_number(args, "--bot-memory", 16, INT64_C(1048576), limits->memory_mib, &memory, err)) return false;
    limits->memory_mib = (uint32_t)memory;
    limits->hard_memory = app_switch(args, "--bot-memory");
    limits->sandbox = app_switch(args, "--sandbox");
    limits->logs = logs;
    if (logs && (stat(logs, &info) != 0 || !S_ISDIR(info.st_mode)))
        return error_set(err, "--bot-logs: %.200s is no folder; make it first", logs);
    return true;
}

bool app_match_plan(const AppArgs *args, GinMatchPlan *plan, WireLimits *limits, Error *err) {
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
    if (!read_limits(args, limits, err)) return false;
    plan->limits = limits;
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
        if (!gin_any_player_open(args->words[i], &player, err)) return false;
        gin_player_close(&player);
    }
    return true;
}

int app_programs_start(const AppArgs *args, const WireLimits *limits, bool *bad) {
    int failed = 0;
    for (int i = 0; i < args->count; i++) {
        Text tail = {0};
        Error err;
        bad[i] = wire_is_exec(args->words[i]) && !gin_host_check(args->words[i], limits, &tail, &err);
        failed += bad[i];
        bool says = bad[i] && !progress_interrupted(); // Ctrl-C is no fault of the program
        if (says) app_fail(APP_FAILED, &err);
        if (says && tail.size) fprintf(stderr, "Its last words:\n%s", tail.data);
        text_free(&tail);
    }
    return failed;
}

bool app_open_store(const AppArgs *args, GinMatchPlan *plan, Error *err) {
    const char *path = app_option(args, "--db");
    if (!path) return true;
    plan->store = store_open(path, err);
    return plan->store != NULL;
}
