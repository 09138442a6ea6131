// SPDX-License-Identifier: MIT
// Random cases for tests: how many, which cards, and whether counts look uniform.
#ifndef DEADWOOD_TESTS_RANDOM_H
#define DEADWOOD_TESTS_RANDOM_H

#include "base/card.h"
#include "base/rng.h"

// `cases` scaled by DEADWOOD_TEST_EFFORT percent, at least `floor`.
int effort(int cases, int floor);

// `count` cards of `from`, every choice equally likely.
CardSet some_cards(Rng *rng, CardSet from, int count);

// A deck to choose hands from: whole, or a dense part of it (one or two suits, a few ranks, a band of ranks) in which
// melds overlap in every way. It has at least 13 cards, or `all` of the deck's when it is a few ranks of 12.
CardSet some_deck(Rng *rng);

// How far counts are from uniform, as standard deviations of a normal variable (Wilson and Hilferty's approximation of
// chi-square): above 5 is suspicious.
double uneven(const int *counts, int kinds);

// The cards as text, good until the eighth next call.
const char *text_of(CardSet set);

#endif
