// SPDX-License-Identifier: MIT
// Gin for `deadwood players`: its players, and the policies they are made of.
#include "app/commands/games.h"
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
    json_policies(&json);
    json_end(&json);
    text_add(text, "\n");
}

static void policies_table(Text *text, GinColumn column) {
    int count;
    const GinPolicy *const *policies = gin_policies(column, &count);
    for (int i = 0; i < count; i++) {
        text_addf(text, "  %-9s %-13s %s", i ? "" : gin_column_name(column), policies[i]->name, policies[i]->about);
        for (int p = 0; p < GIN_MAX_PARAMS && policies[i]->params[p].key; p++)
            text_addf(text, "%s%s=%g", p ? ", " : " (", policies[i]->params[p].key, policies[i]->params[p].value);
        text_add(text, policies[i]->params[0].key ? ")\n" : "\n");
    }
}

// Settings of whole players.
static void whole_table(Text *text, const GinPlayerRow *rows, int count) {
    for (int i = 0; i < count; i++) {
        const GinWhole *whole = rows[i].whole;
        if (!whole) continue;
        text_addf(text, "\nSettings of %s, which decides everything itself%s\n\n", rows[i].name,
                  whole->file ? " (model=FILE takes other weights)" : "");
        for (int p = 0; p < GIN_MAX_PARAMS && whole->params[p].key; p++) {
            const GinParam *param = &whole->params[p];
            text_addf(text, "  %-13s %-4g %s\n", param->key, param->value, param->meaning);
        }
    }
}

void players_gin_table(Text *text) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    text_add(text, "Gin players\n\n");
    text_addf(text, "  %-12s %-10s %-13s %-13s %-9s %-9s %-9s %s\n", "name", "source", "draw", "discard", "knock",
              "melds", "estimator", "");
    for (int i = 0; i < count; i++) {
        text_addf(text, "  %-12s %-10s", rows[i].name, rows[i].source);
        static const int width[GIN_COLUMNS] = {13, 13, 9, 9, 9};
        for (int column = 0; column < GIN_COLUMNS; column++)
            text_addf(text, " %-*s", width[column], gin_row_column(&rows[i], (GinColumn)column));
        text_addf(text, " %s\n", rows[i].about);
    }
    text_add(text, "\nPolicies for mix:draw=..,discard=..,knock=..,melds=..,estimator=.. and for any player above\n\n");
    for (int column = 0; column < GIN_COLUMNS; column++) policies_table(text, (GinColumn)column);
    whole_table(text, rows, count);
    text_add(text,
             "\nParameters are set as name:key=value, for instance greedy:limit=3, or mix:draw=random,draw.p=0.2.\n"
             "Any program that speaks the Card Game Protocol (docs/PROTOCOL.md) is a player too: exec:./bot --fast\n");
}

const char *players_gin_name(int index) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    return index < count ? rows[index].name : NULL;
}
