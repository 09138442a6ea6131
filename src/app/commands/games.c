// SPDX-License-Identifier: MIT
#include "app/commands/games.h"

#include <string.h>

#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"
#include "wire/gin/gin_host.h"
#include "wire/hearts/hearts_host.h"

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

// Names are looked up as they stand before a colon.
static bool gin_has(const char *name) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return true;
    return strcmp(name, "mix") == 0;
}

static bool hearts_has(const char *name) {
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return true;
    return strcmp(name, "search") == 0;
}

void app_tell_other_game(Error *err) {
    static const char *const missing[] = {"there is no gin player '", "there is no hearts player '"};
    for (int game = APP_GIN; game <= APP_HEARTS; game++) {
        char *at = strstr(err->text, missing[game]), name[80];
        if (!at || !text_copy(name, sizeof name, at + strlen(missing[game])) || !strchr(name, '\'')) continue;
        *strchr(name, '\'') = '\0';
        if (game == APP_GIN ? !hearts_has(name) : !gin_has(name)) continue;
        *at = '\0'; // what stands before says where it was named
        Error before = *err;
        error_set(err,
                  game == APP_GIN
                      ? "%.200s'%s' plays Hearts, and this is gin; commands that play both take --game hearts"
                      : "%.200s'%s' plays gin, and this is Hearts; leave out --game hearts",
                  before.text, name);
        return;
    }
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
