// SPDX-License-Identifier: MIT
// Hearts in the arena: two players named by their specs share the four seats of every deal in all mixed ways; and the
// statistics that make sense for Hearts.
//
// A deal is a group of the arena: the same cards, leader and pass for every seating, so that luck of the deal falls on
// both players alike. Standard errors are over deals, never over hands.
#ifndef DEADWOOD_CONTEST_HEARTS_HEARTS_MATCH_H
#define DEADWOOD_CONTEST_HEARTS_HEARTS_MATCH_H

#include "contest/match_stats.h"
#include "hearts/hearts.h"
#include "hearts/table.h"

typedef enum {
    HEARTS_SEATING_MIXED, // the 14 ways to give four seats to two players, each sitting somewhere
    HEARTS_SEATING_ONE,   // player 0 in each of the four seats, against three times player 1
} HeartsSeating;

const char *hearts_seating_name(HeartsSeating seating); // "14", "1v3"
int hearts_seating_count(HeartsSeating seating);        // games a deal

// A bit for each seat that player 0 has in game number `game` of a match.
unsigned hearts_seating_of(HeartsSeating seating, uint64_t game);

// Converts the result of game `number`, which had no fault, from seats to players: hash, winner and points.
void hearts_match_score(HeartsSeating way, uint64_t number, const HeartsGameResult *game, ArenaGame *result);

// A program runs as one process for each seat it has in a game. A sequential test is on games won, see
// HeartsDifference, and in mixed seatings only.
typedef struct HeartsMatchPlan {
    MatchPlan common;  // its games are deals, each played once a seating
    HeartsRules rules; // with target 0 every deal is one hand, else a whole game
    HeartsSeating seating;
    bool open; // perfect information: players that can are shown all cards
} HeartsMatchPlan;

// Plays the match. A deal with a fault [H19] in one of its games is left out of all numbers but the faults. False with
// err set if an error prevented or ended it; result->totals then hold the games played.
bool hearts_match_run(const HeartsMatchPlan *plan, MatchResult *result, Error *err);

// A game (a hand, where a deal is one hand) is won by the player whose seats have the lower mean of points. Equal
// players win half of the games in mixed seatings; with one against three they do not, so there is no Elo then.
typedef struct HeartsDifference {
    double mean;           // points per hand of player 0 less those of player 1: below 0, player 0 is better
    double standard_error; // of that, over deals
} HeartsDifference;

HeartsDifference hearts_match_difference(const ArenaTotals *totals, HeartsSeating seating);

// Its statistics by their JSON names (docs/FORMATS.md), for a player or for the match (-1); its number of hands, and
// the points of all seats of a player. A hand counts once for each seat a player had in it.
extern const MatchStats hearts_match_numbers;
double hearts_match_stat(const ArenaTotals *totals, int player, const char *key);
int64_t hearts_match_hands(const ArenaTotals *totals);
int64_t hearts_match_points(const ArenaTotals *totals, int player);

// The match as one JSON object (docs/FORMATS.md) and as a table for people.
void hearts_match_json(Json *json, const char *key, const HeartsMatchPlan *plan, const MatchResult *result);
void hearts_match_table(Text *text, const HeartsMatchPlan *plan, const MatchResult *result);

// A line for each program with a fault; part of the table.
void hearts_match_faults(Text *text, const HeartsMatchPlan *plan, const MatchResult *result);

#endif
