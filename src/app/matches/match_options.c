// SPDX-License-Identifier: MIT
#include "app/secrets.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/threads/progress.h"
#include "wire/process/sandbox.h"
#include "wire/protocol/command.h"

// What all games read alike.
static bool read_common(const AppArgs *args, const Game *game, MatchPlan *common, Error *err) {
    int64_t games;
    if (!app_number(args, "--games", 1, INT64_C(1000000000000), (int64_t)game->games, &games, err)) return false;
    if (!app_threads(args, &common->threads, err)) return false;
    common->games = (uint64_t)games;
    common->resume = app_switch(args, "--resume");
    common->quiet = app_switch(args, "--quiet");
    if (common->resume && !app_option(args, "--db"))
        return error_set(err, "--resume goes on with games kept in a file; name it with --db FILE");
    return true;
}

bool app_sandbox(const WireLimits *limits, Error *err) {
    if (limits->write && !limits->sandbox)
        return error_set(err,
                         "--bot-write gives back what --sandbox takes; without that programs write where they like");
    return sandbox_check_write(limits, err);
}

// What a match writes lies often beside its programs, and is not for their eyes.
static void hide(const AppArgs *args, WireLimits *limits) {
    const char *const written[] = {app_option(args, "--db"), app_option(args, "--records")};
    int hidden = 0;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (written[i]) limits->hidden[hidden++] = written[i];
}

static bool app_is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// A folder that is there, or one that the match can make: nothing is made before all else is found to be right.
static bool logs_may_lie_there(const char *path, Error *err) {
    if (app_is_folder(path)) return true;
    if (access(path, F_OK) == 0) return error_set(err, "--bot-logs: %.200s is there and is no folder", path);
    char above[4096];
    text_copy(above, sizeof above, path);
    for (size_t size = strlen(above); size > 1 && above[size - 1] == '/'; size--) above[size - 1] = '\0';
    char *slash = strrchr(above, '/');
    if (slash) slash[slash == above] = '\0';
    const char *folder = slash ? above : ".";
    if (!app_is_folder(folder))
        return error_set(err, "--bot-logs: %.200s cannot be made, since %.200s is no folder", path, folder);
    return access(folder, W_OK | X_OK) == 0 ||
           error_set(err, "--bot-logs: %.200s cannot be made: %.200s may not be written to", path, folder);
}

static bool read_limits(const AppArgs *args, WireLimits *limits, Error *err) {
    const char *clock = app_option(args, "--clock"), *logs = app_option(args, "--bot-logs");
    int64_t memory;
    *limits = wire_limits_default();
    if (clock && !wire_clock_parse(clock, &limits->clock, err)) return false;
    if (!app_number(args, "--bot-memory", 16, INT64_C(1048576), limits->memory_mib, &memory, err)) return false;
    limits->memory_mib = (uint32_t)memory;
    limits->hard_memory = app_switch(args, "--bot-memory");
    limits->sandbox = app_switch(args, "--sandbox");
    limits->write = app_option(args, "--bot-write");
    limits->logs = logs;
    hide(args, limits);
    if (logs && !logs_may_lie_there(logs, err)) return false;
    return app_sandbox(limits, err);
}

// Options of one game are refused in the others rather than passed over.
static bool read_own(const AppArgs *args, AppMatch *match, Error *err) {
    const char *values[GAME_OPTIONS] = {NULL};
    for (int i = 0; GAMES[i]; i++)
        for (int k = 0; k < GAME_OPTIONS && GAMES[i]->option[k].name; k++) {
            const GameOption *option = &GAMES[i]->option[k];
            const char *value = app_option(args, option->name);
            if (GAMES[i] == match->game)
                values[k] = value;
            else if (value)
                return error_set(err, "%s is for %s", option->name, option->only);
        }
    return match->game->plan(&match->plan, app_option(args, "--rules"), values, err);
}

bool app_match_plan(const AppArgs *args, AppMatch *match, Error *err) {
    memset(match, 0, sizeof *match); // all of the union
    if (!app_shard_check(args, err)) return false;
    if (!app_game(args, &match->game, err) || !read_common(args, match->game, &match->common, err) ||
        !app_secret_read(args, match, err))
        return false;
    if (!read_limits(args, &match->limits, err)) return false;
    return read_own(args, match, err);
}

// Starts one, and says what is wrong with it.
static bool program_starts(const char *spec, const AppMatch *match, char name[CGP_NAME]) {
    Text tail = {0};
    Error err;
    bool good = player_check(match->game->players, spec, &match->limits, name, &tail, &err);
    bool says = !good && !progress_interrupted(); // Ctrl-C is no fault of the program
    if (says) app_fail(APP_FAILED, &err);
    if (says && tail.size) app_tell("Its last words:\n%.*s", (int)tail.size - 1, tail.data);
    text_free(&tail);
    return good;
}

int app_programs_start(const AppArgs *args, const AppMatch *match, AppPlayers *players) {
    int failed = 0;
    char said[APP_MOST_PLAYERS][CGP_NAME] = {{0}};
    for (int i = 0; i < args->count; i++) {
        players->bad[i] = wire_is_exec(args->words[i]) && !program_starts(args->words[i], match, said[i]);
        failed += players->bad[i];
    }
    match_names(args->count, args->words, (const char(*)[CGP_NAME])said, players->text, players->name);
    return failed;
}

bool app_match_open_store(AppMatch *match, const AppArgs *args, Error *err) {
    const char *path = app_option(args, "--db");
    if (!path) return true;
    match->common.store = store_open(path, err);
    return match->common.store != NULL;
}

void app_match_close_store(AppMatch *match) {
    store_close(match->common.store);
    match->common.store = NULL;
}

bool app_match_run(const AppMatch *match, MatchResult *result, Error *err) {
    AppMatch now = *match;
    now.common.limits = &match->limits;
    return match->game->run(&now.plan, result, err);
}

void app_match_describe(Text *text, const AppMatch *match) {
    match->game->add_description(text, &match->plan);
    match_add_chance(text, &match->common);
}
