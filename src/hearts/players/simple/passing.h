// SPDX-License-Identifier: MIT
// Which cards to pass.
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_PASSING_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_PASSING_H

#include "hearts/hearts.h"

// By heuristics: the high spades unless low ones guard them, high hearts, high cards of short suits. Exactly
// rules->pass_count cards of `hand`.
CardSet hearts_pass_by_rules(const HeartsRules *rules, CardSet hand);

// By rollouts: the `candidates` best choices by the same heuristics are each played out by ducker's rules in the same
// `worlds` determinizations, in which the others pass by the heuristics above. The one with the best mean margin is
// passed. `moon` is added to a choice's cost if another seat can then shoot the moon (moon.h).
CardSet hearts_pass_by_trial(const HeartsView *view, int candidates, int worlds, double moon, Rng *rng);

// ---- Parts of the rollouts ----

enum { HEARTS_PASS_CHOICES = 70 };

// All ways to pass some of the `candidates` (at most 8) cards of highest priority; returns how many.
int hearts_pass_choices(const HeartsView *view, int candidates, CardSet list[HEARTS_PASS_CHOICES]);

// The cost (search.h) of the hand to the seat that passes `give` in this world, before any pass, plus `moon` if another
// seat can shoot the moon.
double hearts_pass_try(const HeartsState *world, Seat seat, CardSet give, double moon, Rng *rng);

#endif
