// SPDX-License-Identifier: MIT
// Which game a command is about.
#ifndef DEADWOOD_APP_COMMANDS_GAMES_H
#define DEADWOOD_APP_COMMANDS_GAMES_H

#include "app/app.h"
#include "gin/gin.h"

typedef enum { APP_GIN, APP_HEARTS } AppGame;

#define APP_GAME_OPTION                                                                                                \
    { "--game", "G", "gin or hearts (gin)" }

const char *app_game_name(AppGame game); // "gin", "hearts"

// Reads --game.
bool app_game(const AppArgs *args, AppGame *game, Error *err);

// True if the game has a player of that spec; the message says what is wrong with it. Where `note` is not NULL, what
// should be known about a player of gin under these rules is added there.
bool app_player_exists(AppGame game, const char *spec, const GinRules *rules, Text *note, Error *err);

// Checks that every word names a player. What should be known about one of gin under these rules is told on stderr.
bool app_players_exist(const AppArgs *args, AppGame game, const GinRules *rules, Error *err);

// Where err says that one game has no such player, and the other one has: says that instead. `app_fail` asks for every
// message, since every command that takes players, and what it reads, may name one of the wrong game.
void app_tell_other_game(Error *err);

// "deadwood: note: ..." on stderr, unless it is NULL or empty.
void app_tell_note(const char *note);

#endif
