// SPDX-License-Identifier: MIT
// What the commands do for Hearts alone; its row of APP_GAMES (app_hearts.c) is made of this.
#ifndef DEADWOOD_APP_HEARTS_APP_HEARTS_H
#define DEADWOOD_APP_HEARTS_APP_HEARTS_H

#include "app/commands/games.h"
#include "app/teach/replay.h"

const char *players_hearts_name(int index); // NULL behind the last
void players_hearts_table(Text *text);
void players_hearts_json(Text *text);

extern const ReplayGame replay_hearts;

int analyze_hearts(const AppArgs *args);

// ---- `deadwood bench` (bench_hearts.c) ----

// Hands a second on this thread when every card is a random legal one: shuffled, dealt, passed and played to the end by
// the engine alone, as in the playouts of a search. `preset` names the rules.
bool bench_hearts_engine(const char *preset, double *rate, Error *err);

// Hands a second of the player `random` against itself in the arena, with views, referee and statistics, one thread.
bool bench_hearts_match(double *rate, Error *err);

// A hash of every action of every player in the list against ducker on fixed deals, under paper and standard rules.
bool bench_hearts_signature(uint64_t *hash, Error *err);

#endif
