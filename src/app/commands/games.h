// SPDX-License-Identifier: MIT
// Selects the game that a command is about.
#ifndef DEADWOOD_APP_COMMANDS_GAMES_H
#define DEADWOOD_APP_COMMANDS_GAMES_H

#include "app/app.h"
#include "contest/game.h"

#define APP_GAME_OPTION                                                                                                \
    { "--game", "G", "gin or hearts (gin)" }

// What commands need of a game beyond its row of GAMES; APP_GAMES has one row per game, in the same order.
typedef struct AppGame {
    const Game *game;
    const char *(*player_name)(int index); // of the list of players; NULL behind the last
    // The whole output of `deadwood players`.
    void (*players_table)(Text *text);
    void (*players_json)(Text *text);
    const struct ReplayGame *replay;     // app/teach/replay.h
    int (*analyze)(const AppArgs *args); // the whole command; returns its exit code
    const struct PlayKind *play;         // app/play/play_table.h
    const struct AdviseGame *advise;     // app/teach/advise.h
    const struct DrillGame *drill;       // app/teach/drill.h
    // A hash of every action of the players listed on fixed deals.
    bool (*signature)(uint64_t *hash, Error *err);
} AppGame;

// Ended by NULL.
extern const AppGame *const APP_GAMES[];
extern const AppGame app_of_gin, app_of_hearts;

const AppGame *app_game_of(const Game *game);

// The game whose records a file holds, by its first line; NULL if that is unclear, and for standard input.
const Game *app_game_of_file(const char *path);

// Reads --game: the first of GAMES, if it is not given.
bool app_game(const AppArgs *args, const Game **game, Error *err);

// Checks that every word names a player, and prints notes about players under the plan's rules to stderr.
bool app_players_exist(const AppArgs *args, const Game *game, const GamePlan *plan, Error *err);

// If err says that a game has no such player but another game has one, err says that instead. `app_fail` calls this for
// every message, since any command may name a player of the wrong game.
void app_tell_other_game(Error *err);

// "deadwood: note: ..." on stderr, unless it is NULL or empty.
void app_tell_note(const char *note);

#endif
