// SPDX-License-Identifier: MIT
// Hearts' row of GAMES.
#include <inttypes.h>
#include <string.h>

#include "contest/game.h"
#include "hearts/players/list/players.h"
#include "wire/hearts/hearts_host.h"

// ---- Rules ----

static void usual_hearts_rules(GameRules *rules) { rules->hearts = hearts_rules_default(); }

static bool parse_hearts_rules(const char *text, GameRules *rules, Error *err) {
    return hearts_rules_parse(text, &rules->hearts, err);
}

static void print_hearts_rules(const GameRules *rules, char text[GAME_RULES_TEXT]) {
    hearts_rules_print(&rules->hearts, text);
}

static void describe_hearts_rules(const GameRules *rules,
                                  void (*visit)(void *context, const char *key, const char *value, const char *meaning),
                                  void *context) {
    hearts_rules_describe(&rules->hearts, visit, context);
}

static void list_hearts_presets(Text *text) {
    int count;
    const HeartsPreset *list = hearts_presets(&count);
    for (int i = 0; i < count; i++) text_addf(text, "%-12s %s\n", list[i].rules.preset, list[i].source);
}

// ---- Players ----

static bool hearts_player_exists(const char *spec, const GamePlan *plan, Text *note, Error *err) {
    HeartsPlayer player;
    WireLimits limits = wire_limits_default(); // only looked at: no program is started here
    WireTable table;
    (void)plan;
    (void)note;
    if (!hearts_host_open(spec, &limits, &table, &player, err)) return false;
    hearts_player_close(&player);
    return true;
}

// ---- Matches ----

enum { OPTION_SEATING, OPTION_TO_TARGET, OPTION_OPEN };

static bool read_seating(const char *text, HeartsSeating *seating, Error *err) {
    *seating = HEARTS_SEATING_MIXED;
    if (!text || strcmp(text, hearts_seating_name(HEARTS_SEATING_MIXED)) == 0) return true;
    *seating = HEARTS_SEATING_ONE;
    return strcmp(text, hearts_seating_name(HEARTS_SEATING_ONE)) == 0 ||
           error_set(err, "--seating is 14 (all mixed seatings) or 1v3 (one against three), not '%.40s'", text);
}

static bool read_hearts_plan(GamePlan *plan, const char *rules, const char *const values[GAME_OPTIONS], Error *err) {
    HeartsMatchPlan *hearts = &plan->hearts;
    hearts->rules = hearts_rules_default();
    hearts->open = values[OPTION_OPEN] != NULL;
    if (!read_seating(values[OPTION_SEATING], &hearts->seating, err)) return false;
    if (rules && !hearts_rules_parse(rules, &hearts->rules, err)) return error_prefix(err, "--rules");
    if (!values[OPTION_TO_TARGET])
        hearts->rules.target = 0;
    else if (!hearts->rules.target)
        return error_set(err, "--to-target: the %s rules have no target; add one, as in --rules %s,target=100",
                         hearts->rules.preset, hearts->rules.preset);
    return true;
}

static const char *hearts_is_uneven(const GamePlan *plan, const char **needs) {
    if (plan->hearts.seating == HEARTS_SEATING_MIXED) return NULL;
    *needs = "--seating 14";
    return "one against three, equal players do not win half of the hands";
}

static uint64_t hearts_games_in_all(const GamePlan *plan) {
    return plan->common.games * (uint64_t)hearts_seating_count(plan->hearts.seating);
}

static void add_hearts_key(Text *text, const GamePlan *plan) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->hearts.rules, rules);
    text_addf(text, "hearts %s | seating %s%s", rules, hearts_seating_name(plan->hearts.seating),
              plan->hearts.open ? " open" : "");
}

static void add_hearts_description(Text *text, const GamePlan *plan) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->hearts.rules, rules);
    text_addf(text, "hearts, %s rules, %s seatings, %" PRIu64 " deals a pair, ", rules,
              hearts_seating_name(plan->hearts.seating), plan->common.games);
}

static bool run_hearts(const GamePlan *plan, MatchResult *result, Error *err) {
    return hearts_match_run(&plan->hearts, result, err);
}

static void json_hearts(Json *json, const char *key, const GamePlan *plan, const MatchResult *result) {
    hearts_match_json(json, key, &plan->hearts, result);
}

static void table_hearts(Text *text, const GamePlan *plan, const MatchResult *result) {
    hearts_match_table(text, &plan->hearts, result);
}

static void faults_hearts(Text *text, const GamePlan *plan, const MatchResult *result) {
    hearts_match_faults(text, &plan->hearts, result);
}

const Game game_of_hearts = {
    .name = "hearts",
    .title = "Hearts",
    .games = 100,
    .option = {[OPTION_SEATING] = {"--seating", "--game hearts"},
               [OPTION_TO_TARGET] = {"--to-target", "--game hearts"},
               [OPTION_OPEN] = {"--open", "--game hearts"}},
    .verify = &verify_hearts,
    .bot = &bot_of_hearts,
    .check = &check_hearts,
    .rules_usual = usual_hearts_rules,
    .rules_parse = parse_hearts_rules,
    .rules_print = print_hearts_rules,
    .rules_describe = describe_hearts_rules,
    .presets = list_hearts_presets,
    .has_player = hearts_is_listed,
    .player_exists = hearts_player_exists,
    .players = &players_of_hearts,
    .player_models = hearts_player_models,
    .plan = read_hearts_plan,
    .uneven = hearts_is_uneven,
    .games_in_all = hearts_games_in_all,
    .add_key = add_hearts_key,
    .add_description = add_hearts_description,
    .run = run_hearts,
    .json = json_hearts,
    .table = table_hearts,
    .faults = faults_hearts,
};
