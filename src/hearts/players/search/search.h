// SPDX-License-Identifier: MIT
// Searches over states of perfect information. They look ahead by whole tricks, `depth` = 1 to the end of the trick
// that lies or is about to be led, as in the paper, and ask an evaluation where no card lies on the table; once all
// points are gone or the hand is over the value is exact.
//
// Each seat minimises its cost: its points of the hand or, under rules with moons or bonuses, its points minus the mean
// of the others' (so shooting a moon pays, and so does stopping one). Without moons and bonuses both order outcomes
// alike.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_SEARCH_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_SEARCH_H

#include "hearts/players/search/evaluation.h"

typedef enum { HEARTS_MAXN, HEARTS_PARANOID, HEARTS_SOFT_MAXN, HEARTS_ALGORITHMS } HeartsAlgorithm;
// Algorithms that are not searches of this file: UCT (uct.h), and rules without lookahead (simple/human.h).
enum { HEARTS_UCT = HEARTS_ALGORITHMS, HEARTS_BY_RULES };
extern const char *const hearts_algorithm_names[HEARTS_BY_RULES + 2]; // and NULL

// Which of several equally good cards a max^n node plays. The paper does not say; max^n values depend on it.
typedef enum {
    HEARTS_TIE_FIRST,  // the first: clubs, diamonds, hearts, spades, two to ace
    HEARTS_TIE_RANDOM, // drawn at random
    HEARTS_TIE_WORST,  // worst for the seat that searches: others are spiteful
    HEARTS_TIE_BEST,   // best for the seat that searches
    HEARTS_TIE_LEADER, // worst for the seat that is ahead in the game (lowest score, first of those)
    HEARTS_TIES
} HeartsTie;
extern const char *const hearts_tie_names[HEARTS_TIES + 1]; // and NULL

typedef struct HeartsSearch {
    HeartsAlgorithm algorithm;
    HeartsTie tie;
    int depth;      // tricks, 1 to 13
    int solve;      // with at most this many cards per hand, search to the end instead; 0: never
    bool prune;     // only where pruning changes no value
    bool equals;    // of equivalent cards (hearts_distinct) only the lowest is tried
    float softness; // margin in points within which soft-max^n treats cards as equally likely
    float moon;     // added to the searching seat's cost of a leaf if another seat can shoot the moon (moon.h)
    CardSet only;   // cards of the seat to act to look at; 0: all legal ones
    const HeartsEvaluation *evaluation;
    struct HeartsEndgames *endgames; // solves to the end by endgame.h where it fits; NULL: never
} HeartsSearch;

// The expected own cost of each legal card of the seat to act. `cards` were tried; each of the others is equivalent to
// the nearest one below.
typedef struct HeartsValues {
    CardSet legal, cards;   // legal: those asked for
    float cost[CARD_COUNT]; // by card_index, for every one of `legal`
} HeartsValues;

// Searches the state. Only random ties draw from `rng`. The state is HEARTS_PLAYING.
void hearts_search(const HeartsSearch *search, const HeartsState *state, Rng *rng, HeartsValues *values);

// ---- What searches share (search.c) ----

// Costs of a hand that is over.
void hearts_final_cost(const HeartsState *state, float cost[HEARTS_SEATS]);

// Turns points into costs, in place.
void hearts_points_to_cost(const HeartsRules *rules, float points[HEARTS_SEATS]);

// True, with the final points of each seat, if the rest of the play cannot change them.
bool hearts_settled(const HeartsState *state, float points[HEARTS_SEATS]);

// The legal cards without those equivalent to a lower one: nothing in another hand or on the table lies between them,
// and neither is an ace, king or queen of spades (learned evaluations tell these apart) nor a jack that counts.
CardSet hearts_distinct(const HeartsState *state, CardSet legal);

// A search in progress.
typedef struct HeartsHunt {
    const HeartsSearch *search;
    Rng *rng;
    Seat root, ahead;                            // who searches; who is ahead in the game
    int last;                                    // number of finished tricks at which leaves lie
    bool plain;                                  // points alone: no moon, no bonus
    struct HeartsTranspositions *transpositions; // positions between tricks; NULL: none
} HeartsHunt;

// The cost to all seats where no card lies on the table, if this is a leaf.
bool hearts_leaf_cost(const HeartsHunt *hunt, const HeartsState *state, float cost[HEARTS_SEATS]);

// Cards to try at a node.
CardSet hearts_branches(const HeartsHunt *hunt, const HeartsState *state);

// The algorithms. max^n: costs of all seats. paranoid: the root's cost if within (low, high), else a bound. soft-max^n:
// the root's mean cost over the outcomes it cannot rule out.
void hearts_maxn(const HeartsHunt *hunt, const HeartsState *state, float cost[HEARTS_SEATS]);
float hearts_paranoid(const HeartsHunt *hunt, const HeartsState *state, float low, float high);
float hearts_softmaxn(const HeartsHunt *hunt, const HeartsState *state);

#endif
