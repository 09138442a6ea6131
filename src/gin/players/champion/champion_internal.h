// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_INTERNAL_H

#include <stdatomic.h>

#include "gin/players/champion/champion.h"

// Tables of the search, built on first use: the only part of a champion that changes while it plays.
typedef struct ChampionTables ChampionTables;
typedef struct ChampionShelf {
    _Atomic(ChampionTables *) first;
} ChampionShelf;

// Actor and critic of a best response to one opponent type.
typedef struct ChampionAnswer {
    Net *net;
    Net *critic; // NULL if not needed
    float value; // the critic's output for a won game
} ChampionAnswer;

struct GinChampion {
    GinChampionPlan plan;
    ChampionAnswer answer[GIN_TYPES]; // to an opponent like the network: the champion itself. To the others: those
                                      // that learned against such ones alone, or empty where there are none
    char rules[256];
    GinPart estimator; // of the opponent's hand; has no policy if there is no search
    ChampionShelf *shelf;
};

void champion_tables_close(ChampionTables *tables); // closes the whole list; NULL is fine

// The best response to an opponent type.
const ChampionAnswer *champion_answer(const GinChampion *champion, GinOpponentType type);

// Nanoseconds of the reference core to evaluate one row, overhead included.
int64_t champion_cost(const Net *net);

// A determinization of the search, and how many are drawn at a time.
typedef struct ChampionWorld {
    GinState state;
    GinHistory history;
    GinOpponentType type; // of the opponent
} ChampionWorld;
enum { CHAMPION_ROUND = 16 };

// The likelihood of the opponent's actions in this hand, given a world and a type. For the plain type it covers all
// actions, since that is nearly free, and also that of an opponent who plays plainly most of the time: both together
// tell whether it is plain. For the other types it covers the latest decisions (the plan's `weigh`).
typedef struct ChampionLikelihood {
    bool plain; // the opponent is assumed to be plain
    double likely, loosely;
} ChampionLikelihood;

// Draws a world for its opponent type. For the plain type it resamples one of several by likelihood and stores their
// mean likelihood; worlds of other types are weighed later. Returns the cost in nanoseconds of the reference core.
int64_t champion_draw(const GinView *view, const GinWorlds *law, Rng *chance, ChampionWorld *world,
                      ChampionLikelihood *likelihood);

// Weighs those of at most CHAMPION_ROUND worlds in which the opponent is not plain; `habits` are counted from the
// view's past. Returns the cost likewise.
int64_t champion_weigh(const GinChampion *champion, const GinView *view, const GinHabits *habits,
                       const ChampionWorld *worlds, int count, ChampionLikelihood *likelihood);

// True if a knock is among the choices.
bool champion_may_knock(const uint8_t legal[GIN_LEGAL_BYTES]);

// The choice of a plain player (champion_plain.c; of discards that leave equal deadwood, the first), and the
// probability of a choice for it and for one that plays so most of the time.
typedef struct ChampionPlain {
    double strictly, loosely;
} ChampionPlain;
int champion_plain_choice(const GinView *view);
ChampionPlain champion_plain_likelihood(const GinView *view, int choice);

// The posterior over opponent types, from the seat's finished hands of this game (champion_types.c).
void champion_type_chances(const GinHabits *habits, Seat seat, double chance[GIN_TYPES]);

#endif
