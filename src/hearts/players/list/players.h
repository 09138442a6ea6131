// SPDX-License-Identifier: MIT
// The list of players of Hearts. Most are compositions: a search, an evaluation, worlds, a passing policy and a moon
// policy. A row of the list in players.c names them, and `search:algo=..,eval=..,worlds=..` names any other
// combination.
#ifndef DEADWOOD_HEARTS_PLAYERS_LIST_PLAYERS_H
#define DEADWOOD_HEARTS_PLAYERS_LIST_PLAYERS_H

#include "base/files/data.h"
#include "base/level.h"
#include "base/text/text.h"
#include "hearts/table.h"

// A row of the list of players.
typedef struct HeartsPlayerRow {
    const char *name;
    const char *source; // the paper, or "house"
    const char *about;  // one line
    const char *spec;   // its `search:` spec; NULL for players that do not search
} HeartsPlayerRow;

const HeartsPlayerRow *hearts_player_rows(int *count);

const Level *hearts_levels(void); // LEVEL_COUNT of them

bool hearts_is_listed(const char *name); // of a row or a level

// Makes the player that `spec` names: "ducker", "uct:worlds=30,playouts=333", "search:algo=maxn,eval=expert,worlds=10",
// or one of the thread's scope (base/scope.h).
// The caller ends it with hearts_player_close. False with err set, and *player untouched, when the text names no
// player.
bool hearts_player_open(const char *spec, HeartsPlayer *player, Error *err);

// The composition a spec stands for, all settings spelled out.
bool hearts_player_describe(const char *spec, Text *text, Error *err);

// Calls `visit` with the name (models.h) of the weights that the spec's evaluation loads, if any. Does nothing if the
// text names no player.
void hearts_player_models(const char *spec, void (*visit)(void *context, const char *model), void *context);

#endif
