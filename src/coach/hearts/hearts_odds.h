// SPDX-License-Identifier: MIT
// The chance to win a game of Hearts from a score: results of hands between equal players are collected once, and the
// rest of the game is bootstrapped from them.
#ifndef DEADWOOD_COACH_HEARTS_HEARTS_ODDS_H
#define DEADWOOD_COACH_HEARTS_HEARTS_ODDS_H

#include "hearts/hearts.h"

enum { HEARTS_ODDS_HANDS = 1000, HEARTS_ODDS_GAMES = 256, HEARTS_ODDS_LONGEST = 60 };

// Simulated games as running sums of their hands: the same for every question (common random numbers), so scores can be
// compared.
typedef struct HeartsOdds {
    HeartsRules rules;
    int16_t sum[HEARTS_ODDS_GAMES][HEARTS_ODDS_LONGEST][HEARTS_SEATS]; // after each hand
} HeartsOdds;

// Plays hands of ducker's rules with some chance in them, four seats alike, and draws games from their results, seats
// exchanged at random. About 30 ms.
void hearts_odds_count(HeartsOdds *odds, const HeartsRules *rules, uint64_t seed);

// The chance of a seat to win the game alone, a shared win as its part, when a hand ends at `score`. Where one hand is
// a game (target 0), or somebody has reached the target, it is 0, 1 or a part.
double hearts_odds_win(const HeartsOdds *odds, const int score[HEARTS_SEATS], Seat seat);

#endif
