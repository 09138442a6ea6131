// SPDX-License-Identifier: MIT
// Splits the points of a hand of Hearts into skill and luck. For every seat, in points in its favour (fewer taken),
//
//     expected - result = skill + others + luck                                              (the identity)
//
// exactly. Points are the judge's (hearts/players/search/judge.h), which always sum to those of the deck: an own moon
// is -13, another's 13. So the luck of all seats sums to 0.
//
// A baseline player values every position: ducker's rules with one card in ten at random, in all four seats to the end
// of the hand; it passes by rules of thumb. `expected` is its average result before the deal. The value of a position
// is computed with the cards as they really lie, hidden ones included; after the last action it is the result. Each
// action changes every seat's value, but the actor could only know the mean change over the worlds that agree with its
// view. That mean is its skill (for the other seats, `others`); the rest is luck, from how the hidden cards lay. The
// value of the deal minus `expected` is luck too.
//
// The baseline player itself has zero skill. Luck is 0 on average as far as the worlds are sampled from the true
// posterior: they are weighed by the cards the others played (worlds.h), not by their passes.
#ifndef DEADWOOD_ANALYSIS_HEARTS_HEARTS_LUCK_H
#define DEADWOOD_ANALYSIS_HEARTS_HEARTS_LUCK_H

#include "hearts/record.h"

typedef enum {
    HEARTS_LUCK_DEAL,   // the deal
    HEARTS_LUCK_LIE,    // how the hidden cards lay at the seat's own choices
    HEARTS_LUCK_OTHERS, // and at the others' choices
    HEARTS_LUCKS
} HeartsLuck;
const char *hearts_luck_name(HeartsLuck luck); // "deal", "lie", "others"

// Of one seat, or summed over hands.
typedef struct HeartsBook {
    int hands;
    double expected, result; // points taken
    double skill, others, luck;
    double from[HEARTS_LUCKS]; // luck by its source; sums to luck
} HeartsBook;

typedef struct HeartsAccount {
    bool made; // false where a seat was taken out: nothing is known then
    HeartsBook seat[HEARTS_SEATS];
    double worth[HEARTS_MAX_ACTIONS + 1]
                [HEARTS_SEATS];      // points each seat would take, before action i; last: the result
    double luck[HEARTS_MAX_ACTIONS]; // of the seat that acts, since it acted last; at first that of the deal
} HeartsAccount;

// What each seat takes on average in hand number `deal` of a game, the cards not dealt yet.
void hearts_expected(const HeartsRules *rules, uint32_t deal, double points[HEARTS_SEATS]);

// Makes the account of a hand with so many worlds for a decision and playouts for a position; `expected` is from
// hearts_expected. False only when memory is out.
bool hearts_account(const HeartsRecord *record, const double expected[HEARTS_SEATS], int worlds, uint64_t key,
                    HeartsAccount *account);

void hearts_book_add(HeartsBook *sum, const HeartsBook *hand);

#endif
