// SPDX-License-Identifier: MIT
// The list of games (contest/game.h) as far as the library asks it where no matches are played: who is a player.
#include "contest/game.h"

#include <string.h>

#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"

static bool gin_is_listed(const char *name) { return gin_find_row(name) != NULL; }

static bool hearts_is_listed(const char *name) {
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return true;
    return false;
}

const Game *game_named(const char *name) {
    static const Game gin = {.name = "gin", .has_player = gin_is_listed};
    static const Game hearts = {.name = "hearts", .has_player = hearts_is_listed};
    return strcmp(name, "hearts") == 0 ? &hearts : &gin;
}
