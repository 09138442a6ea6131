// SPDX-License-Identifier: MIT
// Weights of made-up champions for tests: networks nobody trained, and one whose weights are a rule.
#ifndef DEADWOOD_TESTS_CHAMPIONS_H
#define DEADWOOD_TESTS_CHAMPIONS_H

#include "gin/players/champion/champion.h"

// Saves a net of random weights with facts of a champion's: inputs as this program has them, trained for `rules` (NULL:
// no such fact). Fails the test if it cannot.
void save_champion(const char *path, const char *architecture, uint64_t seed, const char *rules);

// A critic of random weights; `value` as the fact has it, or NULL.
void save_critic(const char *path, const char *architecture, uint64_t seed, const char *value);

// A net without hidden layers that plays nearly as Simple does: takes what melds, sheds the most deadwood, and likes a
// knock better than none by `eager`. All its numbers are multiplied by `loud`: with a small one it is hardly sure of
// anything.
void save_simple_champion(const char *path, float eager, float loud);

#endif
