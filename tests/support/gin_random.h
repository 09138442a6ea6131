// SPDX-License-Identifier: MIT
// Random moves of Gin for tests.
#ifndef DEADWOOD_TESTS_GIN_RANDOM_H
#define DEADWOOD_TESTS_GIN_RANDOM_H

#include "gin/gin.h"

// A legal action. Passes and draws are a coin toss; a discard that may knock does so with probability `knock`; melds
// are left out, best, or any legal ones.
GinAction some_action(const GinState *state, Rng *rng, double knock);

// A split of a part of the hand, chosen at random; often not the best.
GinSplit some_split(CardSet hand, Rng *rng);

#endif
