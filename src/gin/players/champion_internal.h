// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_GIN_PLAYERS_CHAMPION_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_CHAMPION_INTERNAL_H

#include <stdatomic.h>

#include "gin/players/champion.h"

// What the search needs besides, made when it is first asked for.
typedef struct ChampionTables ChampionTables;

struct GinChampion {
    GinChampionPlan plan;
    Net *net;
    Net *rollout; // NULL: `net` plays hands out
    Net *critic;  // NULL where it is not asked for
    float value;  // the critic's output for a game that is won
    char rules[256];
    GinPart estimator; // of the opponent's hand; without a policy where there is no search
    _Atomic(ChampionTables *) tables;
};

void champion_tables_close(ChampionTables *tables);

// Nanoseconds of the reference core for one row through a net, everything around it included.
int64_t champion_cost(const Net *net);

#endif
