// SPDX-License-Identifier: MIT
// Hearts for `deadwood players`: its players, and the settings of searches.
#include "app/commands/games.h"
#include "app/help/help.h"
#include "app/matches/ratings.h"
#include "base/text/json.h"
#include "hearts/players/list/compose.h"
#include "hearts/players/list/players.h"

static void setting_json(void *context, const char *key, const char *value, const char *meaning) {
    json_object(context, NULL);
    json_string(context, "key", key);
    json_string(context, "default", value);
    json_string(context, "meaning", meaning);
    json_end(context);
}

void players_hearts_json(Text *text) {
    Json json = json_into(text, true);
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    json_object(&json, NULL);
    json_array(&json, "players");
    for (int i = 0; i < count; i++) {
        json_object(&json, NULL);
        json_string(&json, "name", rows[i].name);
        json_string(&json, "game", "hearts");
        json_string(&json, "source", rows[i].source);
        json_string(&json, "about", rows[i].about);
        if (rows[i].spec)
            json_string(&json, "settings", rows[i].spec);
        else
            json_null(&json, "settings");
        json_end(&json);
    }
    json_end_array(&json);
    level_json(&json, hearts_levels());
    json_array(&json, "settings");
    hearts_composition_settings(setting_json, &json);
    json_end_array(&json);
    json_end(&json);
    text_add(text, "\n");
}

static void setting_row(void *context, const char *key, const char *value, const char *meaning) {
    text_addf(context, "  %-10s %-10s ", key, value);
    help_wrap(context, meaning, 24, 24);
}

// Elo over ducker by hands won: deadwood match --game hearts PLAYER ducker --seed 1, with --games 1000 (random and
// level-1 to level-5), 300 (level-6, level-7), 60 (expert, solver, which is level-8), 12 (uct) and 20 (the two of the
// whole game, 20 November 2026). 19 November 2026. Players of the queen or of hearts
// alone learned other rules.
static const AppRating RATINGS[] = {
    {"random", -340, 10},        {"ducker", 0, 0},   {"expert", 4, 23}, {"uct", -23, 49}, {"td-full-self", 11, 26},
    {"td-full-expert", -10, 35}, {"solver", 61, 23}, {NULL, 0, 0}};
static const char RATED[] =
    "The number beside a name is its Elo over ducker by hands won, +- half of the 95% interval: 12 to 1000 deals in all "
    "14 mixed seatings under standard rules, seed 1, 19 November 2026. Without a number: it learned other rules.";

enum { MOST_LISTED = 64 };

static void list_hearts_players(Text *text, const HeartsPlayerRow *rows, int count) {
    AppListed list[MOST_LISTED] = {{0}};
    Text spec[MOST_LISTED] = {{0}};
    if (count > MOST_LISTED) count = MOST_LISTED;
    for (int i = 0; i < count; i++) {
        if (rows[i].spec && *rows[i].spec) text_addf(&spec[i], "search:%s", rows[i].spec);
        list[i] = (AppListed){rows[i].name, rows[i].source, rows[i].about, spec[i].data};
    }
    app_list_players(text, list, count, RATINGS);
    for (int i = 0; i < count; i++) text_free(&spec[i]);
}

void players_hearts_table(Text *text) {
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    app_list_levels(text, hearts_levels());
    text_add(text, "Hearts players\n");
    list_hearts_players(text, rows, count);
    text_add(text, "\n");
    help_wrap(text, RATED, 0, 0);
    text_add(text, "\nSettings of search:key=value,... and of every player above that is a search\n\n");
    hearts_composition_settings(setting_row, text);
}

const char *players_hearts_name(int index) {
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    if (index < count) return rows[index].name;
    return index < count + LEVEL_COUNT ? hearts_levels()[index - count].name : NULL;
}
