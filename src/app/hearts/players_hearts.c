// SPDX-License-Identifier: MIT
// Hearts for `deadwood players`: its players, and the settings of searches.
#include "app/commands/games.h"
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
    json_array(&json, "settings");
    hearts_composition_settings(setting_json, &json);
    json_end_array(&json);
    json_end(&json);
    text_add(text, "\n");
}

static void setting_row(void *context, const char *key, const char *value, const char *meaning) {
    text_addf(context, "  %-10s %-10s %s\n", key, value, meaning);
}

void players_hearts_table(Text *text) {
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    text_add(text, "Hearts players\n\n");
    text_addf(text, "  %-15s %-19s %s\n", "name", "source", "");
    for (int i = 0; i < count; i++) {
        text_addf(text, "  %-15s %-19s %s\n", rows[i].name, rows[i].source, rows[i].about);
        if (rows[i].spec && *rows[i].spec) text_addf(text, "  %-35s search:%s\n", "", rows[i].spec);
    }
    text_add(text, "\nSettings of search:key=value,... and of every player above that is a search\n\n");
    hearts_composition_settings(setting_row, text);
}

const char *players_hearts_name(int index) {
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    return index < count ? rows[index].name : NULL;
}
