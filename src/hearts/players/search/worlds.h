// SPDX-License-Identifier: MIT
// Worlds, or determinizations: deals of the hidden cards that agree with all a seat knows (hand sizes, suits others
// have shown to be out of, cards it passed on itself), every one equally likely, or by how likely the plays seen so far
// are in them.
//
// Uniform is exact: the ways to split each suit's hidden cards over the three others are counted suit by suit in whole
// numbers (39! / 13!^3 fits in 64 bits), a split is drawn by those counts, and within it the cards by chance.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_WORLDS_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_WORLDS_H

#include "hearts/hearts.h"

typedef struct HeartsWorlds HeartsWorlds;

// Counts once for a view; sampling is then quick. The view must stay good. NULL only when memory is out. The caller
// ends it with hearts_worlds_close.
HeartsWorlds *hearts_worlds_open(const HeartsView *view);
void hearts_worlds_close(HeartsWorlds *worlds);

// How many worlds there are: at least 1.
uint64_t hearts_worlds_count(const HeartsWorlds *worlds);

// One of them, uniformly.
HeartsState hearts_worlds_sample(const HeartsWorlds *worlds, Rng *rng);

// `count` worlds into `states`. With `weigh` > 0, `weigh` times as many are drawn uniformly, each gets the likelihood
// of the others' plays so far under a model (ducker's rules, or any legal card with probability 1/2), and `count` are
// drawn from them by those weights (systematic resampling).
void hearts_worlds_fill(const HeartsWorlds *worlds, int count, int weigh, Rng *rng, HeartsState *states);

// The likelihood used there, as a logarithm to base 2.
double hearts_worlds_likelihood(const HeartsWorlds *worlds, const HeartsState *world);

#endif
