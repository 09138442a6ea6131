// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_CHAMPION_CHAMPION_INTERNAL_H

#include <stdatomic.h>

#include "gin/players/champion/champion.h"

// What the search needs besides, made when it is first asked for, and where all of it hangs: the one thing of a
// champion that changes while it plays.
typedef struct ChampionTables ChampionTables;
typedef struct ChampionShelf {
    _Atomic(ChampionTables *) first;
} ChampionShelf;

// Actor and critic of a best response to one opponent type.
typedef struct ChampionAnswer {
    Net *net;
    Net *critic; // NULL where it is not asked for
    float value; // the critic's output for a game that is won
} ChampionAnswer;

struct GinChampion {
    GinChampionPlan plan;
    ChampionAnswer answer[GIN_TYPES]; // to an opponent like the network: the champion itself. To the others: those
                                      // that learned against such ones alone, or empty where there are none
    char rules[256];
    GinPart estimator; // of the opponent's hand; without a policy where there is no search
    ChampionShelf *shelf;
};

void champion_tables_close(ChampionTables *tables); // and those after them; NULL is fine

// Who answers an opponent.
const ChampionAnswer *champion_answer(const GinChampion *champion, GinOpponentType type);

// Nanoseconds of the reference core for one row through a net, everything around it included.
int64_t champion_cost(const Net *net);

// A determinization of the search, and how many are drawn at a time.
typedef struct ChampionWorld {
    GinState state;
    GinHistory history;
    GinOpponentType type; // of the opponent
} ChampionWorld;
enum { CHAMPION_ROUND = 16 };

// How likely what the opponent did in this hand is in a world. Of a plain opponent all of it is asked, since that costs
// next to nothing, and how likely it is of one that plays plainly most of the time: the two together say whether it is
// plain. Of the others the last decisions are asked (the plan's `weigh`).
typedef struct ChampionLikelihood {
    bool plain; // the opponent is taken for a plain one
    double likely, loosely;
} ChampionLikelihood;

// Draws a world of the type that it says. One of a plain opponent is chosen among several by their likelihoods,
// and theirs is their mean; the others' have yet to be weighed. Returns what it cost in nanoseconds of the reference
// core.
int64_t champion_draw(const GinView *view, const GinWorlds *law, Rng *chance, ChampionWorld *world,
                      ChampionLikelihood *likelihood);

// Weighs those of at most CHAMPION_ROUND worlds in which the opponent is not plain; `habits` are those of the view's
// past. Returns what it cost likewise.
int64_t champion_weigh(const GinChampion *champion, const GinView *view, const GinHabits *habits,
                       const ChampionWorld *worlds, int count, ChampionLikelihood *likelihood);

// Whether knocking is among the choices.
bool champion_may_knock(const uint8_t legal[GIN_LEGAL_BYTES]);

// What a plain player chooses (champion_plain.c); of several sheds that leave as little, the first. And how likely it
// makes a choice, or one that plays so most of the time.
typedef struct ChampionPlain {
    double strictly, loosely;
} ChampionPlain;
int champion_plain_choice(const GinView *view);
ChampionPlain champion_plain_likelihood(const GinView *view, int choice);

// The posterior over opponent types, from the seat's finished hands of this game (champion_types.c).
void champion_type_chances(const GinHabits *habits, Seat seat, double chance[GIN_TYPES]);

#endif
