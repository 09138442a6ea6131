// SPDX-License-Identifier: MIT
// Matches that measure a league's network as a player, on duplicate deals.
#ifndef DEADWOOD_TRAIN_LEAGUE_LEAGUE_MATCH_H
#define DEADWOOD_TRAIN_LEAGUE_LEAGUE_MATCH_H

#include "arena/stats.h"
#include "arena/store.h"
#include "base/text/text.h"
#include "gin/gin.h"

typedef struct LeagueMatch {
    char opponent[512]; // a player's spec
    uint64_t games;
    double won, won_error;       // share of games, and its standard error over pairs on the same deals
    Interval won_95;             // Wilson's, over pairs
    double points, points_error; // a hand, the player's minus the opponent's; the error as if games had equal lengths
} LeagueMatch;

typedef struct LeagueMatchPlan {
    const char *player; // spec
    const GinRules *rules;
    uint64_t games, seed;
    int threads;
    bool quiet;
    Store *store; // whose games it goes on with, or NULL
} LeagueMatchPlan;

// Converts a weights file to the spec of its player; any other text is a spec already.
void league_player(const char *name, Text *spec);

// The same in short, for people: of a weights file the name alone, "champion-b".
void league_player_name(const char *spec, char name[64]);

// Plays against match->opponent, whose numbers it fills in. True with *interrupted set after Ctrl-C.
bool league_match(const LeagueMatchPlan *plan, LeagueMatch *match, bool *interrupted, Error *err);

#endif
