// SPDX-License-Identifier: MIT
// Gin in the arena: two players named by their specs, many games, and the statistics that make sense for gin.
//
// In duplicate play games come in pairs: both see the same cards and starter, with the seats swapped, so that luck of
// the deal falls on both players alike.
#ifndef DEADWOOD_CONTEST_GIN_GIN_MATCH_H
#define DEADWOOD_CONTEST_GIN_GIN_MATCH_H

#include "contest/match_stats.h"
#include "gin/gin.h"
#include "gin/table.h"

typedef struct GinMatchPlan {
    MatchPlan common; // its games are games to the target, an even number of them for duplicate play
    GinRules rules;
    bool duplicate;
} GinMatchPlan;

// Plays the match. A program that never starts forfeits until it is suspended; player_check detects that beforehand.
// False with err set if an error prevented or ended it; result->totals then hold the games played.
bool gin_match_run(const GinMatchPlan *plan, MatchResult *result, Error *err);

const char *gin_match_mode(const GinMatchPlan *plan); // "duplicate", "plain"

// Its statistics by their JSON names (docs/FORMATS.md), for a player or for the match (-1); and its number of hands.
extern const MatchStats gin_match_numbers;
double gin_match_stat(const ArenaTotals *totals, int player, const char *key);
int64_t gin_match_hands(const ArenaTotals *totals);

// The match as one JSON object (docs/FORMATS.md) and as a table for people.
void gin_match_json(Json *json, const char *key, const GinMatchPlan *plan, const MatchResult *result);
void gin_match_table(Text *text, const GinMatchPlan *plan, const MatchResult *result);

// A line for each program with a fault; part of the table.
void gin_match_faults(Text *text, const GinMatchPlan *plan, const MatchResult *result);

#endif
