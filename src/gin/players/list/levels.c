// SPDX-License-Identifier: MIT
// The levels of gin: the rules of thumb with human lapses (simple/human.c), fewer of them from level to level, then the
// champion, careless at first.
#include "gin/players/list/players.h"

#define BEGINNER                                                                                                       \
    "first=5,saves=1,meld=0,pair=6,next=2,gap=0,out=0,danger=0,took=0,near=0,low=0,step=2,memory=1,recall=0,"          \
    "one=40,two=40,three=40,four=40"
#define LEARNER                                                                                                        \
    "first=4,saves=3,meld=0,pair=5,next=3,gap=1,out=0,danger=0,took=0,near=0,low=0,step=2,memory=2,recall=0,"          \
    "one=40,two=40,three=40,four=40"
#define CASUAL                                                                                                         \
    "saves=4,meld=0,pair=5,gap=1,out=0,danger=0,took=0,near=0,low=1,memory=4,recall=0.3,"                              \
    "one=40,two=40,three=40,four=40"
#define REGULAR "saves=5,meld=1,out=0.3,danger=0,took=2,near=1,memory=6,recall=0.5,one=12,two=12,three=12,four=12"
#define CLUB    "saves=6,meld=2,out=0.5,danger=0.3,memory=10,recall=0.7,one=2,two=8,three=8,four=8"
#define STRONG  "meld=3,out=0.8,danger=0.6,memory=16,recall=0.9,two=5,three=6,four=7"
#define HUMAN   "mix:draw=human,discard=human,knock=human,melds=human,"

// Elo of all listed players in one field with the levels (app/gin/players_gin.c has the command).
// clang-format off
static const Level LEVELS_OF_GIN[LEVEL_COUNT] = {
    {"level-1", "beginner", "misses melds and knocks, keeps high pairs, collects whatever fits, remembers nothing",
     HUMAN BEGINNER ",overlook=0.4,tempted=0.5,fond=10,temperature=4", -576, 26},
    {"level-2", "learner", "sees most melds, keeps high pairs, knocks as soon as it notices that it can",
     HUMAN LEARNER ",overlook=0.25,tempted=0.35,fond=8,temperature=3", -355, 18},
    {"level-3", "casual", "knows which cards belong together, forgets what the opponent took, knocks too often",
     HUMAN CASUAL ",overlook=0.2,tempted=0.25,fond=7,temperature=2", -209, 15},
    {"level-4", "regular", "begins to count outs and to remember the pile, misses layoffs, knocks too late for that",
     HUMAN REGULAR ",overlook=0.14,tempted=0.15,fond=5,temperature=1.5", -66, 13},
    {"level-5", "club player", "looks at what the opponent took, waits for gin at times, now and then the second best",
     HUMAN CLUB ",overlook=0.08,tempted=0.08,fond=3,temperature=1.2", 90, 12},
    {"level-6", "strong", "safe discards, good knocks, a slip a hand",
     HUMAN STRONG ",overlook=0.04,tempted=0.03,fond=1,temperature=0.8", 192, 12},
    {"level-7", "expert", "the champion that often takes its second choice, and knocks by rules of thumb",
     "champion:knock=human,melds=human,temperature=3,overlook=0.1,two=5,three=6,four=7", 307, 13},
    {"level-8", "champion", "the strongest player there is", "champion", 363, 14},
};
// clang-format on

const Level *gin_levels(void) { return LEVELS_OF_GIN; }
