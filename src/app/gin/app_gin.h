// SPDX-License-Identifier: MIT
// What the commands do for gin alone; its row of APP_GAMES (app_gin.c) is made of this.
#ifndef DEADWOOD_APP_GIN_APP_GIN_H
#define DEADWOOD_APP_GIN_APP_GIN_H

#include "app/commands/games.h"
#include "app/teach/replay.h"
#include "gin/record.h"

const char *players_gin_name(int index); // NULL behind the last
void players_gin_table(Text *text);
void players_gin_json(Text *text);

extern const ReplayGame replay_gin;

// One hand as text, and as an object of an array (replay_gin_hand.c).
void replay_gin_hand(ReplayPage *page, const GinRecord *record);
void replay_gin_hand_json(Json *json, const GinRecord *record);

int analyze_gin(const AppArgs *args); // app/teach/analyze.c

bool bench_gin_signature(uint64_t *hash, Error *err); // app/bench/bench.c

#endif
