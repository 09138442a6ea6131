// SPDX-License-Identifier: MIT
// `deadwood players`: who there is to choose from.
#include "app/commands/games.h"

static int run_players(const AppArgs *args) {
    Text text = {0};
    Error err;
    const Game *game;
    if (!app_game(args, &game, &err)) return app_fail(APP_USAGE, &err);
    const AppGame *side = app_game_of(game);
    bool json = app_switch(args, "--json");
    (json ? side->players_json : side->players_table)(&text);
    for (int i = 1; game == game_default() && !json && GAMES[i]; i++)
        text_addf(&text, "`deadwood players --game %s` lists those of %s.\n", GAMES[i]->name, GAMES[i]->title);
    int code = app_print(&text);
    text_free(&text);
    return code;
}

static const AppOption OPTIONS[] = {APP_GAME_OPTION, {"--json", NULL, "print a JSON object"}, {NULL, NULL, NULL}};

const AppCommand app_players = {
    .name = "players",
    .words = "",
    .summary = "lists the players, and the policies they are made of",
    .options = OPTIONS,
    .door = DOOR_PLAY,
    .examples = {"deadwood players", "deadwood players --game hearts"},
    .run = run_players,
};
