// SPDX-License-Identifier: MIT
// Gin in the arena: two players named by their specs, many games, and the statistics that make sense for gin.
//
// In duplicate play games come in pairs: both see the same cards and starter, with the seats swapped, so that luck of
// the deal falls on both players alike.
#ifndef DEADWOOD_CONTEST_GIN_GIN_MATCH_H
#define DEADWOOD_CONTEST_GIN_GIN_MATCH_H

#include "contest/programs.h"
#include "gin/gin.h"
#include "gin/table.h"

typedef struct GinMatchPlan {
    MatchPlan common; // its games are games to the target, an even number of them for duplicate play
    GinRules rules;
    bool duplicate;
} GinMatchPlan;

typedef MatchResult GinMatchResult;

// Plays the match. A program that never starts forfeits until it is suspended; gin_host_check tells before. False with
// err set when it could not begin or was cut short by an error; result->totals then hold what was played.
bool gin_match_run(const GinMatchPlan *plan, GinMatchResult *result, Error *err);

// What one player did, as rates. A round is a hand that somebody won.
typedef struct GinPlayerStats {
    double win_rate; // draws count half
    Interval win_95, win_90;
    double points_per_round_won, points_per_round_won_deviation;   // PPRW
    double points_per_round_lost, points_per_round_lost_deviation; // PPRL
    double gin, undercut, knock; // fractions of hands this player went gin, undercut its opponent, knocked
    double knock_deadwood;       // mean, over its knocks
    double face_up;              // fraction of its draws taken from the discard pile
    double decision_ns;          // mean time of a decision, over a sample of the games
    uint64_t faults;
    uint64_t faults_by[FAULT_KINDS];
} GinPlayerStats;

typedef struct GinMatchStats {
    double hands_per_game, turns_per_hand; // turns: both players' draws
    double gin, undercut, cancelled;       // fractions of hands
    double face_up;                        // face-up draws a hand
    double knock_deadwood;                 // mean over knocks
    double points_per_hand;
    double starter_win_rate; // of games, by who started the first hand
    Interval starter_win_95;
    double score_error; // as MatchElo has it
    double elo;         // player 0 over player 1
    Interval elo_95;
    GinPlayerStats player[2];
} GinMatchStats;

GinMatchStats gin_match_stats(const ArenaTotals *totals, int group);

int64_t gin_match_hands(const ArenaTotals *totals);

// The match as one JSON object (docs/FORMATS.md) and as a table for people.
void gin_match_json(Json *json, const char *key, const GinMatchPlan *plan, const GinMatchResult *result);
void gin_match_table(Text *text, const GinMatchPlan *plan, const GinMatchResult *result);

// A line for each program with a fault; part of the table.
void gin_match_faults(Text *text, const GinMatchPlan *plan, const GinMatchResult *result);

#endif
