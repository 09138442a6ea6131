// SPDX-License-Identifier: MIT
// What there is to choose from: games, players, rules.
#include "api/api_internal.h"
#include "contest/game.h"
#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"

bool api_is_listed(ApiGame game, const char *name) { return game_named(api_game_name(game))->has_player(name); }

// ---- Players ----

static void put_player(Json *json, const char *name, const char *source, const char *about) {
    json_object(json, NULL);
    json_string(json, "name", name);
    json_string(json, "source", source);
    json_string(json, "about", about);
    json_end(json);
}

static void put_players(Json *json, const deadwood_context *dw, ApiGame game) {
    int count;
    json_array(json, "players");
    if (game == API_GIN) {
        const GinPlayerRow *rows = gin_player_rows(&count);
        for (int i = 0; i < count; i++) put_player(json, rows[i].name, rows[i].source, rows[i].about);
    } else {
        const HeartsPlayerRow *rows = hearts_player_rows(&count);
        for (int i = 0; i < count; i++) put_player(json, rows[i].name, rows[i].source, rows[i].about);
    }
    for (int i = 0; i < dw->player_count; i++)
        if (dw->players[i].game == game) put_player(json, dw->players[i].name, "caller", "added to this context");
    json_end_array(json);
}

// ---- Rules ----

static void put_key(void *context, const char *key, const char *value, const char *meaning) {
    Json *json = context;
    json_object(json, NULL);
    json_string(json, "key", key);
    json_string(json, "value", value);
    json_string(json, "meaning", meaning);
    json_end(json);
}

static void put_gin_rules(Json *json) {
    int count;
    const GinPreset *presets = gin_presets(&count);
    for (int i = 0; i < count; i++) {
        json_object(json, NULL);
        json_string(json, "name", presets[i].rules.preset);
        json_string(json, "source", presets[i].source);
        json_array(json, "keys");
        gin_rules_describe(&presets[i].rules, put_key, json);
        json_end_array(json);
        json_end(json);
    }
}

static void put_hearts_rules(Json *json) {
    int count;
    const HeartsPreset *presets = hearts_presets(&count);
    for (int i = 0; i < count; i++) {
        json_object(json, NULL);
        json_string(json, "name", presets[i].rules.preset);
        json_string(json, "source", presets[i].source);
        json_array(json, "keys");
        hearts_rules_describe(&presets[i].rules, put_key, json);
        json_end_array(json);
        json_end(json);
    }
}

char *deadwood_list(const deadwood_context *dw, deadwood_error *err) {
    Text text = {0};
    if (!dw) {
        api_null(err, __func__, "dw");
        return NULL;
    }
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    json_array(&json, "games");
    for (int game = 0; game < API_GAMES; game++) {
        json_object(&json, NULL);
        json_string(&json, "name", api_game_name((ApiGame)game));
        json_int(&json, "seats", api_game_seats((ApiGame)game));
        put_players(&json, dw, (ApiGame)game);
        level_json(&json, game == API_GIN ? gin_levels() : hearts_levels());
        json_array(&json, "rules"); // the default first
        if (game == API_GIN)
            put_gin_rules(&json);
        else
            put_hearts_rules(&json);
        json_end_array(&json);
        json_end(&json);
    }
    json_end_array(&json);
    json_end(&json);
    return api_text(&text, err);
}

char *deadwood_rules(const char *game, const char *rules, deadwood_error *err) {
    ApiGame which;
    GameRules read;
    Error why = {{0}};
    Text text = {0};
    char line[GAME_RULES_TEXT];
    if (!api_game_find(game, &which, err)) return NULL;
    const Game *row = game_named(game);
    row->rules_usual(&read);
    if (rules && !row->rules_parse(rules, &read, &why)) {
        api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
        return NULL;
    }
    row->rules_print(&read, line);
    text_add(&text, line);
    return api_text(&text, err);
}

char *deadwood_describe_player(const deadwood_context *dw, const char *game, const char *player, deadwood_error *err) {
    ApiGame which;
    Text text = {0};
    Error why = {{0}};
    if (!dw || !player) {
        api_null(err, __func__, dw ? "player" : "dw");
        return NULL;
    }
    if (!api_game_find(game, &which, err)) return NULL;
    if (api_is_added(dw, which, player)) {
        text_add(&text, "added to this context");
        return api_text(&text, err);
    }
    bool good =
        which == API_GIN ? gin_player_describe(player, &text, &why) : hearts_player_describe(player, &text, &why);
    if (good) return api_text(&text, err);
    text_free(&text);
    api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    return NULL;
}
