// SPDX-License-Identifier: MIT
// `deadwood rules`: the presets of a game, and every rule that can be set.
#include <string.h>

#include "app/commands/games.h"
#include "base/text/json.h"
#include "gin/gin.h"
#include "hearts/hearts.h"

typedef void Visit(void *context, const char *key, const char *value, const char *meaning);

enum { TEXT_ROOM = GIN_RULES_TEXT };
_Static_assert((int)TEXT_ROOM >= (int)HEARTS_RULES_TEXT, "room for the rules of either game");

// The rules of either game.
typedef struct Rules {
    AppGame game;
    GinRules gin;
    HeartsRules hearts;
} Rules;

static bool parse(const char *text, Rules *rules, Error *err) {
    return rules->game == APP_GIN ? gin_rules_parse(text, &rules->gin, err)
                                  : hearts_rules_parse(text, &rules->hearts, err);
}

static void print(const Rules *rules, char text[TEXT_ROOM]) {
    if (rules->game == APP_GIN)
        gin_rules_print(&rules->gin, text);
    else
        hearts_rules_print(&rules->hearts, text);
}

static void describe(const Rules *rules, Visit *visit, void *context) {
    if (rules->game == APP_GIN)
        gin_rules_describe(&rules->gin, visit, context);
    else
        hearts_rules_describe(&rules->hearts, visit, context);
}

static void presets(AppGame game, Text *text) {
    int count;
    if (game == APP_GIN) {
        const GinPreset *list = gin_presets(&count);
        for (int i = 0; i < count; i++) text_addf(text, "%-12s %s\n", list[i].rules.preset, list[i].source);
    } else {
        const HeartsPreset *list = hearts_presets(&count);
        for (int i = 0; i < count; i++) text_addf(text, "%-12s %s\n", list[i].rules.preset, list[i].source);
    }
}

static void rule_row(void *context, const char *key, const char *value, const char *meaning) {
    text_addf(context, "  %-16s %-10s %s\n", key, value, meaning);
}

static void rule_json(void *context, const char *key, const char *value, const char *meaning) {
    (void)meaning;
    json_string(context, key, value);
}

static void list(const Rules *usual, Text *text) {
    char name[TEXT_ROOM];
    bool gin = usual->game == APP_GIN;
    print(usual, name);
    presets(usual->game, text);
    text_addf(text, "\nRules that can be set, as preset,key=value,..., with %s's values\n\n", name);
    describe(usual, rule_row, text);
    text_addf(text, "\n`deadwood rules NAME%s` shows one in full; docs/RULES-%s.md states the rules.\n",
              gin ? "" : " --game hearts", gin ? "gin" : "hearts");
    if (gin) text_add(text, "`deadwood rules --game hearts` lists those of Hearts.\n");
}

static int run(const AppArgs *args) {
    Text text = {0};
    Error err;
    Rules rules = {.gin = gin_rules_default(), .hearts = hearts_rules_default()};
    if (!app_game(args, &rules.game, &err) || (args->count && !parse(args->words[0], &rules, &err)))
        return app_fail(APP_USAGE, &err);
    char line[TEXT_ROOM];
    print(&rules, line);
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        json_string(&json, "rules", line);
        describe(&rules, rule_json, &json);
        json_end(&json);
        text_add(&text, "\n");
    } else if (args->count) {
        text_addf(&text, "%s\n\n", line);
        describe(&rules, rule_row, &text);
    } else {
        list(&rules, &text);
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
    .run = run,
};
