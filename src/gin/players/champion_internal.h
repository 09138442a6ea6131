// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_GIN_PLAYERS_CHAMPION_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_CHAMPION_INTERNAL_H

#include <stdatomic.h>

#include "gin/players/champion.h"

// What the search needs besides, made when it is first asked for, and where all of it hangs: the one thing of a
// champion that changes while it plays.
typedef struct ChampionTables ChampionTables;
typedef struct ChampionShelf {
    _Atomic(ChampionTables *) first;
} ChampionShelf;

struct GinChampion {
    GinChampionPlan plan;
    Net *net;
    Net *critic; // NULL where it is not asked for
    float value; // the critic's output for a game that is won
    char rules[256];
    GinPart estimator; // of the opponent's hand; without a policy where there is no search
    ChampionShelf *shelf;
};

void champion_tables_close(ChampionTables *tables); // and those after them; NULL is fine

// Nanoseconds of the reference core for one row through a net, everything around it included.
int64_t champion_cost(const Net *net);

// A world that a search made up, and how many it makes up at a time.
typedef struct ChampionWorld {
    GinState state;
    GinHistory history;
    bool knocks_at_once; // the opponent
} ChampionWorld;
enum { CHAMPION_ROUND = 16 };

// How likely the opponent's last decisions (the plan's `weigh`) are in each of at most CHAMPION_ROUND worlds. Returns
// what it cost in nanoseconds of the reference core.
int64_t champion_weigh(const GinChampion *champion, const GinView *view, const ChampionWorld *worlds, int count,
                       double *likelihood);

// Whether knocking is among the choices.
bool champion_may_knock(const uint8_t legal[GIN_LEGAL_BYTES]);

// How likely it is that a seat knocks as soon as it can, by its hands of this game that are over (champion_habits.c).
double champion_knocks_at_once(const GinPast *past, Seat seat);

#endif
