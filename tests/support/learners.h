// SPDX-License-Identifier: MIT
// States and nets to test learners of Hearts with.
#ifndef DEADWOOD_TESTS_LEARNERS_H
#define DEADWOOD_TESTS_LEARNERS_H

#include "hearts/players/td/perceptron.h"

// A random deal, passed and played at random to the beginning of a trick, and `on_table` cards into it.
HeartsState some_state(const HeartsRules *rules, Rng *rng, int on_table);

Rng test_rng(uint64_t number);

// Weights spread over `scale`, a little more above zero than below.
HeartsPerceptron *random_net(HeartsTask task, int combine, double scale, uint64_t number);

// For the whole game, from random nets of four-wise and pair-wise features.
HeartsPerceptron *some_full(int queen, int hearts);

#endif
