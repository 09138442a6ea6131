// SPDX-License-Identifier: MIT
// Gin's row of GAMES.
#include <inttypes.h>
#include <string.h>

#include "contest/game.h"
#include "gin/players/list/players.h"
#include "wire/gin/gin_host.h"

// ---- Rules ----

static void usual_gin_rules(GameRules *rules) { rules->gin = gin_rules_default(); }

static bool parse_gin_rules(const char *text, GameRules *rules, Error *err) {
    return gin_rules_parse(text, &rules->gin, err);
}

static void print_gin_rules(const GameRules *rules, char text[GAME_RULES_TEXT]) { gin_rules_print(&rules->gin, text); }

static void describe_gin_rules(const GameRules *rules,
                               void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                               void *context) {
    gin_rules_describe(&rules->gin, visit, context);
}

static void list_gin_presets(Text *text) {
    int count;
    const GinPreset *list = gin_presets(&count);
    for (int i = 0; i < count; i++) text_addf(text, "%-12s %s\n", list[i].rules.preset, list[i].source);
}

// ---- Players ----

static bool gin_player_exists(const char *spec, const GamePlan *plan, Text *note, Error *err) {
    GinPlayer player;
    if (!gin_any_player_open(spec, &player, err)) return false; // which starts no program
    gin_player_note(&player, &plan->gin.rules, note);
    gin_player_close(&player);
    return true;
}

// ---- Matches ----

static bool read_gin_plan(GamePlan *plan, const char *rules, const char *const values[GAME_OPTIONS], Error *err) {
    GinMatchPlan *gin = &plan->gin;
    gin->rules = gin_rules_default();
    gin->duplicate = !values[0];
    if (rules && !gin_rules_parse(rules, &gin->rules, err)) return error_prefix(err, "--rules");
    if (gin->duplicate && gin->common.games % 2)
        return error_set(err,
                         "--games %" PRIu64 " is odd; duplicate play takes pairs of games: make it even or add "
                         "--plain",
                         gin->common.games);
    return true;
}

static const char *gin_is_uneven(const GamePlan *plan, const char **needs) {
    (void)plan;
    (void)needs;
    return NULL;
}

static uint64_t gin_games_in_all(const GamePlan *plan) { return plan->common.games; }

static void add_gin_key(Text *text, const GamePlan *plan) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->gin.rules, rules);
    text_addf(text, "gin %s | %s", rules, plan->gin.duplicate ? "duplicate" : "plain");
}

static void add_gin_description(Text *text, const GamePlan *plan) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->gin.rules, rules);
    text_addf(text, "%s rules, %s, %" PRIu64 " games a pair, ", rules, plan->gin.duplicate ? "duplicate" : "plain",
              plan->common.games);
}

static bool run_gin(const GamePlan *plan, MatchResult *result, Error *err) {
    return gin_match_run(&plan->gin, result, err);
}

static void json_gin(Json *json, const char *key, const GamePlan *plan, const MatchResult *result) {
    gin_match_json(json, key, &plan->gin, result);
}

static void table_gin(Text *text, const GamePlan *plan, const MatchResult *result) {
    gin_match_table(text, &plan->gin, result);
}

static void faults_gin(Text *text, const GamePlan *plan, const MatchResult *result) {
    gin_match_faults(text, &plan->gin, result);
}

const Game game_of_gin = {
    .name = "gin",
    .title = "gin",
    .games = 10000,
    .option = {{"--plain", "--game gin; hearts plays every deal in several seatings"}},
    .verify = &verify_gin,
    .bot = &bot_of_gin,
    .check = &check_gin,
    .rules_usual = usual_gin_rules,
    .rules_parse = parse_gin_rules,
    .rules_print = print_gin_rules,
    .rules_describe = describe_gin_rules,
    .presets = list_gin_presets,
    .has_player = gin_is_listed,
    .player_exists = gin_player_exists,
    .players = &players_of_gin,
    .player_models = gin_player_models,
    .plan = read_gin_plan,
    .uneven = gin_is_uneven,
    .games_in_all = gin_games_in_all,
    .add_key = add_gin_key,
    .add_description = add_gin_description,
    .run = run_gin,
    .json = json_gin,
    .table = table_gin,
    .faults = faults_gin,
};
