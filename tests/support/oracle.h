// SPDX-License-Identifier: MIT
// A slow, plain second opinion on the rules of Gin Rummy, written from docs/RULES-gin.md and sharing nothing with the
// engine but its types at the border. Inside, cards are ranks and suits in arrays, melds are a list of all 329, and
// every question is answered by trying everything.
#ifndef DEADWOOD_TESTS_ORACLE_H
#define DEADWOOD_TESTS_ORACLE_H

#include "gin/gin.h"

// ---- Melds [G2]-[G4] ----

// All melds as sets of cards, sets before runs; returns their number. Runs of more than `longest` cards are left out.
int oracle_melds(int longest, CardSet sets[GIN_MELD_COUNT]);

bool oracle_is_meld(CardSet cards);
bool oracle_is_split(const GinSplit *split, CardSet hand);
int oracle_points(CardSet set);
int oracle_deadwood(CardSet set);

// All splits of least deadwood, in the order of oracle_sort_splits; returns their number, which may exceed `room`.
int oracle_best_splits(CardSet set, GinSplit *splits, int room);

// Sorts the melds within each split and the splits among themselves, so that two lists can be compared as sets of sets.
void oracle_sort_splits(GinSplit *splits, int count);

// Of the cards `may` of the hand, those whose discard leaves the least deadwood, which goes to *least.
CardSet oracle_best_discards(CardSet set, CardSet may, int *least);
CardSet oracle_useful_draws(CardSet set);

// ---- Showdown [G12]-[G15] ----

// Every card on every meld it fits, in every order: the least points left of `loose`, and what was laid off for it.
int oracle_best_layoff(const GinSplit *knock, CardSet loose, CardSet *laid);
CardSet oracle_greedy_layoff(const GinSplit *knock, CardSet loose);

// The least a defender can be left with, over all meldings and layoffs.
int oracle_best_defence(CardSet set, const GinSplit *knock, GinLayoff layoff);

GinResult oracle_score(const GinRules *rules, int factor, Seat knocker, CardSet knocker_hand,
                       const GinSplit *knocker_melds, CardSet defender_hand, const GinSplit *defender_melds);

// ---- A referee of its own ----

typedef struct OracleCard {
    int rank; // 1 (ace) to 13, or 0: no card
    int suit; // 0 to 3: clubs, diamonds, hearts, spades
} OracleCard;

typedef struct OracleCards {
    bool in[4][14]; // [suit][rank]
} OracleCards;

typedef enum { ORACLE_OFFER, ORACLE_DRAW, ORACLE_DISCARD, ORACLE_SHOW, ORACLE_OVER } OracleStep;

typedef struct OracleHand {
    const GinRules *rules;
    OracleCard deck[52]; // in dealing order
    int next;            // the stock is deck[next] to deck[51]
    OracleCards hand[2];
    OracleCards seen[2];   // what each took face up and still holds
    OracleCards thrown[2]; // what each has discarded
    OracleCard pile[52];   // the discard pile, its top last
    int piled;
    bool uncovered; // the upcard was taken and nothing discarded since
    int starter, player, declined;
    OracleStep step;
    OracleCard drawn;
    bool face_up; // the drawn card came from the pile
    int draws[2], takes[2];
    int knock_limit, factor;
    GinSplit melds[2];
    GinResult result;
    GinEvent event[GIN_LOG_SIZE];
    int events;
    Card own_draw[2][GIN_TURN_LIMIT + 2];
} OracleHand;

void oracle_deal(OracleHand *hand, const GinRules *rules, Seat starter, const Card deck[CARD_COUNT]);
GinLegal oracle_legal(const OracleHand *hand);
bool oracle_allows(const OracleHand *hand, const GinAction *action);

// Plays an allowed action. The melds of a knock, big gin or show must be spelled out: "the best" leaves open which.
void oracle_play(OracleHand *hand, const GinAction *action);

// Compares everything there is to compare: cards, piles, phase, counters, melds, result, public log, private draws.
// NULL if all agrees, else what does not.
const char *oracle_differs(const OracleHand *hand, const GinState *state, const GinHistory *history);

#endif
