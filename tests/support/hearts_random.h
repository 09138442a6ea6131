// SPDX-License-Identifier: MIT
// Random hands of Hearts for tests.
#ifndef DEADWOOD_TESTS_HEARTS_RANDOM_H
#define DEADWOOD_TESTS_HEARTS_RANDOM_H

#include "hearts/table.h"

// Rules in which everything that can be set is set some way.
extern const char *const HEARTS_VARIANTS[];
extern const int HEARTS_VARIANT_COUNT;
HeartsRules hearts_variant(Rng *rng);
HeartsRules hearts_rules_of(const char *text); // the test fails if it is none

// A deck in any order, or one that deals whole suits, so that voids, forced points and moons are common.
void hearts_some_deck(Rng *rng, Card deck[CARD_COUNT]);

// A legal action.
HeartsAction hearts_some_action(const HeartsState *state, Rng *rng);

// Plays such actions, and HEARTS_RESIGN with cause `cause` once it has played `cards` cards (as `self`).
typedef struct HeartsQuitter {
    int cards;
    uint8_t cause;
} HeartsQuitter;

HeartsPlayer hearts_random_tester(void);
HeartsPlayer hearts_quitter(HeartsQuitter *self);

#endif
