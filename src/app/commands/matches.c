// SPDX-License-Identifier: MIT
#include "app/secrets.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/threads/progress.h"
#include "wire/gin/gin_host.h"
#include "wire/hearts/hearts_host.h"
#include "wire/process/sandbox.h"
#include "wire/protocol/command.h"

enum { GIN_GAMES = 10000, HEARTS_DEALS = 100 }; // unless --games says otherwise

// What both games read alike.
static bool read_common(const AppArgs *args, AppGame game, MatchPlan *common, Error *err) {
    int64_t games;
    if (!app_number(args, "--games", 1, INT64_C(1000000000000), game == APP_GIN ? GIN_GAMES : HEARTS_DEALS, &games,
                    err))
        return false;
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

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// A folder that is there, or one that the match can make: nothing is made before all else is found to be right.
static bool logs_may_lie_there(const char *path, Error *err) {
    if (is_folder(path)) return true;
    if (access(path, F_OK) == 0) return error_set(err, "--bot-logs: %.200s is there and is no folder", path);
    char above[4096];
    text_copy(above, sizeof above, path);
    for (size_t size = strlen(above); size > 1 && above[size - 1] == '/'; size--) above[size - 1] = '\0';
    char *slash = strrchr(above, '/');
    if (slash) slash[slash == above] = '\0';
    const char *folder = slash ? above : ".";
    if (!is_folder(folder))
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

// Options of one game are refused in the other rather than passed over.
static bool refuse(const AppArgs *args, const char *const *options, const char *game, Error *err) {
    for (; *options; options++)
        if (app_option(args, *options)) return error_set(err, "%s is for %s", *options, game);
    return true;
}

static bool plan_gin(const AppArgs *args, GinMatchPlan *plan, Error *err) {
    static const char *const foreign[] = {"--seating", "--to-target", "--open", NULL};
    const char *rules = app_option(args, "--rules");
    plan->rules = gin_rules_default();
    plan->duplicate = !app_switch(args, "--plain");
    if (!refuse(args, foreign, "--game hearts", err)) return false;
    if (rules && !gin_rules_parse(rules, &plan->rules, err)) return error_prefix(err, "--rules");
    if (plan->duplicate && plan->common.games % 2)
        return error_set(err,
                         "--games %" PRIu64 " is odd; duplicate play takes pairs of games: make it even or add "
                         "--plain",
                         plan->common.games);
    return true;
}

static bool read_seating(const AppArgs *args, HeartsSeating *seating, Error *err) {
    const char *text = app_option(args, "--seating");
    *seating = HEARTS_SEATING_MIXED;
    if (!text || strcmp(text, hearts_seating_name(HEARTS_SEATING_MIXED)) == 0) return true;
    *seating = HEARTS_SEATING_ONE;
    return strcmp(text, hearts_seating_name(HEARTS_SEATING_ONE)) == 0 ||
           error_set(err, "--seating is 14 (all mixed seatings) or 1v3 (one against three), not '%.40s'", text);
}

static bool plan_hearts(const AppArgs *args, HeartsMatchPlan *plan, Error *err) {
    static const char *const foreign[] = {"--plain", NULL};
    const char *rules = app_option(args, "--rules");
    plan->rules = hearts_rules_default();
    plan->open = app_switch(args, "--open");
    if (!refuse(args, foreign, "--game gin; hearts plays every deal in several seatings", err)) return false;
    if (!read_seating(args, &plan->seating, err)) return false;
    if (rules && !hearts_rules_parse(rules, &plan->rules, err)) return error_prefix(err, "--rules");
    if (!app_switch(args, "--to-target"))
        plan->rules.target = 0;
    else if (!plan->rules.target)
        return error_set(err, "--to-target: the %s rules have no target; add one, as in --rules %s,target=100",
                         plan->rules.preset, plan->rules.preset);
    return true;
}

bool app_match_plan(const AppArgs *args, AppMatch *match, Error *err) {
    memset(match, 0, sizeof *match); // both plans of the union
    if (!app_game(args, &match->game, err) || !read_common(args, match->game, &match->common, err) ||
        !app_secret_read(args, match, err))
        return false;
    if (!read_limits(args, &match->limits, err)) return false;
    return match->game == APP_GIN ? plan_gin(args, &match->gin, err) : plan_hearts(args, &match->hearts, err);
}

// Starts one, and says what is wrong with it.
static bool program_starts(const char *spec, const AppMatch *match, char name[CGP_NAME]) {
    Text tail = {0};
    Error err;
    bool good = match->game == APP_GIN ? gin_host_check(spec, &match->limits, name, &tail, &err)
                                       : hearts_host_check(spec, &match->limits, name, &tail, &err);
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
    return match->game == APP_GIN ? gin_match_run(&now.gin, result, err) : hearts_match_run(&now.hearts, result, err);
}

void app_match_json(Json *json, const char *key, const AppMatch *match, const MatchResult *result) {
    if (match->game == APP_GIN)
        gin_match_json(json, key, &match->gin, result);
    else
        hearts_match_json(json, key, &match->hearts, result);
}

void app_match_table(Text *text, const AppMatch *match, const MatchResult *result) {
    if (match->game == APP_GIN)
        gin_match_table(text, &match->gin, result);
    else
        hearts_match_table(text, &match->hearts, result);
}

void app_match_faults(Text *text, const AppMatch *match, const MatchResult *result) {
    if (match->game == APP_GIN)
        gin_match_faults(text, &match->gin, result);
    else
        hearts_match_faults(text, &match->hearts, result);
}

void app_match_describe(Text *text, const AppMatch *match) {
    char gin[GIN_RULES_TEXT], hearts[HEARTS_RULES_TEXT];
    if (match->game == APP_GIN) {
        gin_rules_print(&match->gin.rules, gin);
        text_addf(text, "%s rules, %s, %" PRIu64 " games a pair, ", gin, match->gin.duplicate ? "duplicate" : "plain",
                  match->common.games);
    } else {
        hearts_rules_print(&match->hearts.rules, hearts);
        text_addf(text, "hearts, %s rules, %s seatings, %" PRIu64 " deals a pair, ", hearts,
                  hearts_seating_name(match->hearts.seating), match->common.games);
    }
    match_add_chance(text, &match->common);
}

uint64_t app_match_games(const AppMatch *match) {
    if (match->game == APP_GIN) return match->common.games;
    return match->common.games * (uint64_t)hearts_seating_count(match->hearts.seating);
}
