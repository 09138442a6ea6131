// SPDX-License-Identifier: MIT
// Which game a command is about.
#ifndef DEADWOOD_APP_COMMANDS_GAMES_H
#define DEADWOOD_APP_COMMANDS_GAMES_H

#include "app/app.h"
#include "contest/game.h"

#define APP_GAME_OPTION                                                                                                \
    { "--game", "G", "gin or hearts (gin)" }

// Reads --game: the first of GAMES, if it is not given.
bool app_game(const AppArgs *args, const Game **game, Error *err);

// Checks that every word names a player. What should be known about one under the plan's rules is told on stderr.
bool app_players_exist(const AppArgs *args, const Game *game, const GamePlan *plan, Error *err);

// Where err says that one game has no such player, and another one has: says that instead. `app_fail` asks for every
// message, since every command that takes players, and what it reads, may name one of the wrong game.
void app_tell_other_game(Error *err);

// "deadwood: note: ..." on stderr, unless it is NULL or empty.
void app_tell_note(const char *note);

#endif
