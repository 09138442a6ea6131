// SPDX-License-Identifier: MIT
// Simple rules: duck under the trick, shed what is dangerous, lead what others must beat. They are a player of their
// own, the way playouts go on, and the model of how others play when worlds are weighed.
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_DUCKER_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_DUCKER_H

#include "hearts/table.h"

// The card the rules play for the seat to act, which holds `hand`. Looks at what is public and at that hand only, draws
// no chance. The phase is HEARTS_PLAYING.
Card hearts_ducker_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand);

// The same for a seat that believes the cards `out` to be held by the others, which may not be so.
Card hearts_rules_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand, CardSet out);

// The same for a seat that is on its guard: whoever has taken all points so far is stopped from the first one on.
Card hearts_guard_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand);

// Plays the hand to its end by these rules, each seat knowing its own cards only; each card is a random legal one
// instead with probability `noise` / 256.
void hearts_ducker_playout(HeartsState *state, int noise, Rng *rng);

HeartsPlayer hearts_ducker_player(void);
HeartsPlayer hearts_random_player(void);

#endif
