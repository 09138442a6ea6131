// SPDX-License-Identifier: MIT
// The list of games (contest/game.h) as far as the library asks it where no matches are played: the rules, and who is a
// player.
#include "contest/game.h"

#include <string.h>

#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"

static void web_usual_gin(GameRules *rules) { rules->gin = gin_rules_default(); }
static void web_usual_hearts(GameRules *rules) { rules->hearts = hearts_rules_default(); }

static bool web_parse_gin(const char *text, GameRules *rules, Error *err) {
    return gin_rules_parse(text, &rules->gin, err);
}
static bool web_parse_hearts(const char *text, GameRules *rules, Error *err) {
    return hearts_rules_parse(text, &rules->hearts, err);
}

static void web_print_gin(const GameRules *rules, char text[GAME_RULES_TEXT]) { gin_rules_print(&rules->gin, text); }
static void web_print_hearts(const GameRules *rules, char text[GAME_RULES_TEXT]) {
    hearts_rules_print(&rules->hearts, text);
}

const Game *game_named(const char *name) {
    static const Game gin = {.name = "gin",
                             .rules_usual = web_usual_gin,
                             .rules_parse = web_parse_gin,
                             .rules_print = web_print_gin,
                             .has_player = gin_is_listed};
    static const Game hearts = {.name = "hearts",
                                .rules_usual = web_usual_hearts,
                                .rules_parse = web_parse_hearts,
                                .rules_print = web_print_hearts,
                                .has_player = hearts_is_listed};
    return strcmp(name, "hearts") == 0 ? &hearts : &gin;
}
