// SPDX-License-Identifier: MIT
// Where the points of a hand of Hearts came from. For every seat, in points of its favour (fewer to take),
//
//     expected - result = skill + others + luck                                              (the identity)
//
// exactly. Points are the judge's (hearts/players/search/judge.h), which always sum to those of the deck: an own moon
// is -13, another's 13. So one seat's luck is what the others' is not.
//
// All is measured by a plain player that has a worth for every position: ducker's rules, a card in ten by chance, in
// all four seats to the end of the hand; it passes by rules of thumb. `expected` is what it takes on average before the
// deal. Before the first action and after each the worth of the position is that of the cards as they really lie,
// hidden ones included; after the last it is the result. So every action has moved each seat's worth, but who acted
// could not know by how much: it could know the same difference on average over the worlds that agree with what it had
// seen. That much is its skill (for the other seats, `others`); the rest is luck, of how the hidden cards lay. The
// worth of the deal less `expected` is luck too.
//
// The plain player itself has no skill by this, good or bad. What a choice met is 0 on average as far as worlds are
// drawn as likely as they are: they are weighed by the cards the others played (worlds.h), not by what they passed.
#ifndef DEADWOOD_ANALYSIS_HEARTS_HEARTS_LUCK_H
#define DEADWOOD_ANALYSIS_HEARTS_HEARTS_LUCK_H

#include "hearts/record.h"

typedef enum {
    HEARTS_LUCK_DEAL,   // the cards dealt, to all four
    HEARTS_LUCK_LIE,    // how the hidden cards lay where the seat chose
    HEARTS_LUCK_OTHERS, // and where the others did
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
