// SPDX-License-Identifier: MIT
// Worlds, or determinizations: deals of the hidden cards that agree with all a seat knows (hand sizes, suits others
// have shown to be out of, cards it passed on itself), uniformly, or weighted by the likelihood of the plays seen so
// far.
//
// Uniform sampling is exact: it counts, suit by suit and in integers, the ways to split the hidden cards over the three
// others (39! / 13!^3 fits in 64 bits), draws a split in proportion, then the cards within it.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_WORLDS_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_WORLDS_H

#include "hearts/hearts.h"

typedef struct HeartsWorlds HeartsWorlds;

// Counts once for a view, which must stay valid; sampling is then fast. NULL only when memory is out. The caller ends
// it with hearts_worlds_close.
HeartsWorlds *hearts_worlds_open(const HeartsView *view);
void hearts_worlds_close(HeartsWorlds *worlds);

// The number of worlds, at least 1.
uint64_t hearts_worlds_count(const HeartsWorlds *worlds);

// Draws a world uniformly.
HeartsState hearts_worlds_sample(const HeartsWorlds *worlds, Rng *rng);

// `count` worlds into `states`. With `weigh` > 0, `weigh` times as many are drawn uniformly, each gets the likelihood
// of the others' plays so far under a model (ducker's rules, or any legal card with probability 1/2), and `count` are
// drawn from them by those weights (systematic resampling).
void hearts_worlds_fill(const HeartsWorlds *worlds, int count, int weigh, Rng *rng, HeartsState *states);

// The log2 of the likelihood used there.
double hearts_worlds_likelihood(const HeartsWorlds *worlds, const HeartsState *world);

#endif
