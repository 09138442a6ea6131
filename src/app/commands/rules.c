// SPDX-License-Identifier: MIT
// `deadwood rules`: the presets of a game, and every rule that can be set.
#include "app/commands/games.h"
#include "base/text/json.h"

static void rule_row(void *context, const char *key, const char *value, const char *meaning) {
    text_addf(context, "  %-16s %-10s %s\n", key, value, meaning);
}

static void rule_json(void *context, const char *key, const char *value, const char *meaning) {
    (void)meaning;
    json_string(context, key, value);
}

static void list_rules(const Game *game, const GameRules *usual, Text *text) {
    char name[GAME_RULES_TEXT];
    bool first = game == game_default();
    game->rules_print(usual, name);
    game->presets(text);
    text_addf(text, "\nRules that can be set, as preset,key=value,..., with %s's values\n\n", name);
    game->rules_describe(usual, rule_row, text);
    text_addf(text, "\n`deadwood rules NAME%s%s` shows one in full; docs/RULES-%s.md states the rules.\n",
              first ? "" : " --game ", first ? "" : game->name, game->name);
    for (int i = 1; first && GAMES[i]; i++)
        text_addf(text, "`deadwood rules --game %s` lists those of %s.\n", GAMES[i]->name, GAMES[i]->title);
}

static int run_rules(const AppArgs *args) {
    Text text = {0};
    Error err;
    const Game *game;
    GameRules rules;
    if (!app_game(args, &game, &err)) return app_fail(APP_USAGE, &err);
    game->rules_usual(&rules);
    if (args->count && !game->rules_parse(args->words[0], &rules, &err)) return app_fail(APP_USAGE, &err);
    char line[GAME_RULES_TEXT];
    game->rules_print(&rules, line);
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_string(&json, "rules", line);
        game->rules_describe(&rules, rule_json, &json);
        json_end(&json);
        text_add(&text, "\n");
    } else if (args->count) {
        text_addf(&text, "%s\n\n", line);
        game->rules_describe(&rules, rule_row, &text);
    } else {
        list_rules(game, &rules, &text);
    }
    int code = app_print(&text);
    text_free(&text);
    return code;
}

static const AppOption OPTIONS[] = {APP_GAME_OPTION, {"--json", NULL, "print a JSON object"}, {NULL, NULL, NULL}};

const AppCommand app_rules = {
    .name = "rules",
    .words = "[R]",
    .summary = "lists the rule presets, or shows one (also preset,key=value or a file) in full",
    .options = OPTIONS,
    .most = 1,
    .door = DOOR_PLAY,
    .examples = {"deadwood rules pagat", "deadwood rules --game hearts"},
    .run = run_rules,
};
