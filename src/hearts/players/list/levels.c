// SPDX-License-Identifier: MIT
// The levels of Hearts: ducker's rules with human lapses (simple/human.c), fewer of them from level to level, then
// searches that slip, and the solver.
#include "hearts/players/list/players.h"

// Elo over ducker by hands won (app/hearts/players_hearts.c has the command).
// clang-format off
static const Level LEVELS_OF_HEARTS[LEVEL_COUNT] = {
    {"level-1", "beginner", "ducks with its lowest card, throws its highest, and often any card that is allowed",
     "search:algo=rules,asleep=0.3,careless=1,forgets=1", -212, 8},
    {"level-2", "learner", "knows the queen, but mostly plays low and passes high, and remembers nothing",
     "search:algo=rules,asleep=0.1,careless=0.7,forgets=1", -150, 6},
    {"level-3", "casual", "thinks about every other card, and seldom knows what is still out",
     "search:algo=rules,careless=0.5,forgets=0.8", -100, 6},
    {"level-4", "regular", "ducks and discards with sense, forgets half of what was played",
     "search:algo=rules,careless=0.25,forgets=0.5", -57, 5},
    {"level-5", "club player", "counts most cards, is careless once in a while",
     "search:algo=rules,careless=0.08,forgets=0.3", -27, 5},
    {"level-6", "strong", "looks ahead to the end of the trick, and often takes the second best",
     "search:algo=maxn,eval=blend,worlds=20,slips=0.5", 17, 9},
    {"level-7", "expert", "looks ahead, and slips now and then",
     "search:algo=maxn,eval=blend,worlds=20,slips=0.2", 36, 10},
    {"level-8", "champion", "the strongest player there is", "solver", 61, 23},
};
// clang-format on

const Level *hearts_levels(void) { return LEVELS_OF_HEARTS; }
