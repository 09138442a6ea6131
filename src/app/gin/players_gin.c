// SPDX-License-Identifier: MIT
// Gin for `deadwood players`: its players, and the policies they are made of.
#include <string.h>

#include "app/commands/games.h"
#include "app/help/help.h"
#include "app/matches/ratings.h"
#include "base/text/json.h"
#include "gin/players/list/players.h"

static void json_params(Json *json, const GinParam *params) {
    json_array(json, "parameters");
    for (int i = 0; i < GIN_MAX_PARAMS && params[i].key; i++) {
        const GinParam *param = &params[i];
        json_object(json, NULL);
        json_string(json, "key", param->key);
        json_double(json, "default", param->value);
        json_double(json, "low", param->low);
        json_double(json, "high", param->high);
        json_bool(json, "whole", param->whole);
        json_string(json, "meaning", param->meaning);
        json_end(json);
    }
    json_end_array(json);
}

static void json_policies(Json *json) {
    json_object(json, "policies");
    for (int column = 0; column < GIN_COLUMNS; column++) {
        int count;
        const GinPolicy *const *policies = gin_policies((GinColumn)column, &count);
        json_array(json, gin_column_name((GinColumn)column));
        for (int i = 0; i < count; i++) {
            json_object(json, NULL);
            json_string(json, "name", policies[i]->name);
            json_string(json, "source", policies[i]->source);
            json_string(json, "about", policies[i]->about);
            json_params(json, policies[i]->params);
            json_end(json);
        }
        json_end_array(json);
    }
    json_end(json);
}

void players_gin_json(Text *text) {
    Json json = json_into(text, true);
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    json_object(&json, NULL);
    json_array(&json, "players");
    for (int i = 0; i < count; i++) {
        json_object(&json, NULL);
        json_string(&json, "name", rows[i].name);
        json_string(&json, "game", "gin");
        json_string(&json, "source", rows[i].source);
        json_string(&json, "about", rows[i].about);
        for (int column = 0; column < GIN_COLUMNS; column++)
            json_string(&json, gin_column_name((GinColumn)column), gin_row_column(&rows[i], (GinColumn)column));
        json_string(&json, "settings", rows[i].settings);
        if (rows[i].whole) json_params(&json, rows[i].whole->params);
        json_end(&json);
    }
    json_end_array(&json);
    level_json(&json, gin_levels());
    json_policies(&json);
    json_end(&json);
    text_add(text, "\n");
}

static void policies_table(Text *text, GinColumn column) {
    int count;
    const GinPolicy *const *policies = gin_policies(column, &count);
    for (int i = 0; i < count; i++) {
        Text about = {0};
        text_add(&about, policies[i]->about);
        for (int p = 0; p < GIN_MAX_PARAMS && policies[i]->params[p].key; p++)
            text_addf(&about, "%s%s=%g", p ? ", " : " (", policies[i]->params[p].key, policies[i]->params[p].value);
        text_add(&about, policies[i]->params[0].key ? ")" : "");
        text_addf(text, "  %-9s %-13s ", i ? "" : gin_column_name(column), policies[i]->name);
        help_wrap(text, about.data ? about.data : "", 26, 26);
        text_free(&about);
    }
}

// Settings of whole players.
static void whole_table(Text *text, const GinPlayerRow *rows, int count) {
    for (int i = 0; i < count; i++) {
        const GinWhole *whole = rows[i].whole;
        if (!whole) continue;
        text_addf(text, "\nSettings of %s, which decides everything itself%s\n%s", rows[i].name,
                  whole->file ? " (model=FILE takes other weights)" : "", whole->params[0].key ? "\n" : "");
        for (int p = 0; p < GIN_MAX_PARAMS && whole->params[p].key; p++) {
            const GinParam *param = &whole->params[p];
            text_addf(text, "  %-13s %-4g ", param->key, param->value);
            help_wrap(text, param->meaning, 21, 21);
        }
    }
}

// Bradley and Terry's ratings of all listed players and levels in one field, its mean 0 (level-8 is the champion):
// deadwood tournament level-1 level-2 level-3 level-4 level-5 level-6 level-7 level-8 random simple greedy always-draw
// rule-knock heisenbot knocking estimating hitting medium-kh medium-he medium-ek advanced mishra-blind mishra
// mishra-contest champion-rules --games 200 --seed 1
// 19 November 2026. td-rummy and evo-rummy came later: their matches with the others and each other, docs/PLAYERS.md,
// on that scale.
static const AppRating RATINGS[] = {{"random", -1309, 135},      {"simple", 69, 12},        {"greedy", 73, 12},
                                    {"always-draw", -350, 18},   {"rule-knock", 106, 12},   {"heisenbot", 132, 12},
                                    {"knocking", 126, 12},       {"estimating", 43, 12},    {"hitting", 64, 12},
                                    {"medium-kh", 130, 12},      {"medium-he", 41, 12},     {"medium-ek", 105, 12},
                                    {"advanced", 110, 12},       {"mishra-blind", 183, 12}, {"mishra", 215, 13},
                                    {"mishra-contest", 228, 13}, {"td-rummy", 53, 5},       {"evo-rummy", -402, 11},
                                    {"champion-rules", 289, 13}, {"champion", 363, 14},     {NULL, 0, 0}};
static const char RATED[] =
    "The number beside a name is its Elo in a tournament of all of them, levels too, +- half of the 95% interval: 200 duplicate "
    "games a pair, seed 1, 19 November 2026; of td-rummy and evo-rummy from the matches in docs/PLAYERS.md. docs/RESULTS.md "
    "has the matches that count.";

enum { MOST_LISTED = 64 };

// The policies of a composed player: "draw meld-only, discard points, knock gin, melds any-best".
static void add_composition(Text *text, const GinPlayerRow *row) {
    for (int column = 0; column < GIN_COLUMNS; column++) {
        const char *policy = gin_row_column(row, (GinColumn)column);
        if (column == GIN_COLUMNS - 1 && strcmp(policy, "none") == 0) continue; // no estimator
        text_addf(text, "%s%s %s", column ? ", " : "", gin_column_name((GinColumn)column), policy);
    }
}

static void list_gin_players(Text *text, const GinPlayerRow *rows, int count) {
    AppListed list[MOST_LISTED] = {{0}};
    Text made[MOST_LISTED] = {{0}};
    if (count > MOST_LISTED) count = MOST_LISTED;
    for (int i = 0; i < count; i++) {
        if (!rows[i].whole) add_composition(&made[i], &rows[i]);
        list[i] = (AppListed){rows[i].name, rows[i].source, rows[i].about, made[i].data};
    }
    app_list_players(text, list, count, RATINGS);
    for (int i = 0; i < count; i++) text_free(&made[i]);
}

void players_gin_table(Text *text) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    app_list_levels(text, gin_levels());
    text_add(text, "Gin players\n");
    list_gin_players(text, rows, count);
    text_add(text, "\n");
    help_wrap(text, RATED, 0, 0);
    text_add(text,
             "\nPolicies, for any player above and for mix:draw=..,discard=..,knock=..,melds=..,estimator=..\n\n");
    for (int column = 0; column < GIN_COLUMNS; column++) policies_table(text, (GinColumn)column);
    whole_table(text, rows, count);
    text_add(text,
             "\nParameters are set as name:key=value, for instance greedy:limit=3, or mix:draw=random,draw.p=0.2.\n"
             "Any program that speaks the Card Game Protocol (docs/PROTOCOL.md) is a player too: exec:./bot --fast\n");
}

const char *players_gin_name(int index) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    if (index < count) return rows[index].name;
    return index < count + LEVEL_COUNT ? gin_levels()[index - count].name : NULL;
}
