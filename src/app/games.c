// SPDX-License-Identifier: MIT
#include "app/games.h"

#include <string.h>

#include "gin/players/players.h"
#include "wire/gin_host.h"
#include "wire/hearts_host.h"

const char *app_game_name(AppGame game) { return game == APP_HEARTS ? "hearts" : "gin"; }

bool app_game(const AppArgs *args, AppGame *game, Error *err) {
    const char *text = app_option(args, "--game");
    *game = APP_GIN;
    if (!text) return true;
    for (int i = APP_GIN; i <= APP_HEARTS; i++) {
        if (strcmp(text, app_game_name((AppGame)i)) != 0) continue;
        *game = (AppGame)i;
        return true;
    }
    return error_set(err, "there is no game '%.40s'; --game is gin or hearts", text);
}

bool app_player_exists(AppGame game, const char *spec, const GinRules *rules, Text *note, Error *err) {
    GinPlayer gin;
    HeartsPlayer hearts;
    WireLimits limits = wire_limits_default(); // only looked at: no program is started here
    WireTable table;
    if (game == APP_GIN) {
        if (!gin_any_player_open(spec, &gin, err)) return false;
        if (note) gin_player_note(&gin, rules, note);
        gin_player_close(&gin);
    } else {
        if (!hearts_host_open(spec, &limits, &table, &hearts, err)) return false;
        hearts_player_close(&hearts);
    }
    return true;
}

void app_tell_note(const char *note) {
    if (note && *note) app_tell("deadwood: note: %s", note);
}

bool app_players_exist(const AppArgs *args, AppGame game, const GinRules *rules, Error *err) {
    for (int i = 0; i < args->count; i++) {
        Text note = {0};
        bool there = app_player_exists(game, args->words[i], rules, &note, err);
        app_tell_note(note.data);
        text_free(&note);
        if (!there) return false;
    }
    return true;
}
