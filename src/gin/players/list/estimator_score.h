// SPDX-License-Identifier: MIT
// Scores an estimator of the opponent's hand: its prediction after every turn of the opponent against the true hand.
#ifndef DEADWOOD_GIN_PLAYERS_LIST_ESTIMATOR_SCORE_H
#define DEADWOOD_GIN_PLAYERS_LIST_ESTIMATOR_SCORE_H

#include "gin/players/env/selfplay.h"
#include "gin/players/list/players.h"
#include "learn/train/metrics.h"

enum { ESTIMATOR_TURNS = 24, ESTIMATOR_TOPS = 4 };

// The k of top-k: 10, 15, 20, 25.
extern const int estimator_tops[ESTIMATOR_TOPS];

// `{0}` is empty.
typedef struct EstimatorScore {
    Metrics all;                   // all 52 cards, as Equations 4 to 7 of Nguyen et al. have it
    Metrics unknown;               // only cards whose place is unknown: the honest log loss and reliability diagram
    Metrics last;                  // all 52 cards, after the last turn of each hand only
    Metrics turn[ESTIMATOR_TURNS]; // all 52 cards, after the opponent's i-th turn; the last takes all later ones
    Metrics turn_unknown[ESTIMATOR_TURNS]; // the same, only cards whose place is unknown
    uint64_t found[ESTIMATOR_TOPS];        // of the opponent's cards those among the k most probable
    // The same for one card per turn only, the lowest of the hand, rank by rank. A library's single-label top-k
    // accuracy computes this when it gets a whole hand, since it takes the first of the largest targets.
    uint64_t first_found[ESTIMATOR_TOPS];
    uint64_t to_find; // cards it held
} EstimatorScore;

// Adds what the estimator says in one hand, to both players in turn.
void estimator_score_hand(EstimatorScore *score, const GinPart *estimator, const GinHandRecord *hand);
void estimator_score_merge(EstimatorScore *score, const EstimatorScore *other);

// Plays the games of the plan and scores the estimator in all of them. The same for any number of threads.
bool estimator_score(EstimatorScore *score, const GinPart *estimator, const GinSelfPlay *plan, Error *err);

// The share of the opponent's cards that is among the k most probable ones; `top` numbers estimator_tops.
double estimator_score_top(const EstimatorScore *score, int top);

// The share of turns in which the lowest card of the opponent's hand is among them.
double estimator_score_first(const EstimatorScore *score, int top);

#endif
