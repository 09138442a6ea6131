// SPDX-License-Identifier: MIT
// Which cards to pass.
#ifndef DEADWOOD_HEARTS_PLAYERS_PASSING_H
#define DEADWOOD_HEARTS_PLAYERS_PASSING_H

#include "hearts/hearts.h"

// By rules of thumb: the high spades unless low ones guard them, high hearts, high cards of short suits. Exactly
// rules->pass_count cards of `hand`.
CardSet hearts_pass_by_rules(const HeartsRules *rules, CardSet hand);

// By trying: the `candidates` likeliest choices (by the same thumb) are each played out by ducker's rules in the same
// `worlds` random deals, in which the others pass by the rules above, and the one with the best mean margin is passed.
CardSet hearts_pass_by_trial(const HeartsView *view, int candidates, int worlds, Rng *rng);

#endif
