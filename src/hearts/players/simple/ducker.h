// SPDX-License-Identifier: MIT
// Simple rules: duck under the trick, shed what is dangerous, lead what others must beat. They serve as a player, as
// the playout policy, and as the opponent model that weighs worlds.
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_DUCKER_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_DUCKER_H

#include "hearts/table.h"

// The card the rules play for the seat to act, which holds `hand`. Looks only at public information and that hand; uses
// no randomness. The phase is HEARTS_PLAYING.
Card hearts_ducker_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand);

// The same for a seat that believes the others hold the cards `out`, rightly or not.
Card hearts_rules_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand, CardSet out);

// The same for a seat on guard against the moon: it stops whoever has taken all points, from the first point on.
Card hearts_guard_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand);

// Plays the hand to its end by these rules, each seat knowing its own cards only; each card is a random legal one
// instead with probability `noise` / 256.
void hearts_ducker_playout(HeartsState *state, int noise, Rng *rng);

HeartsPlayer hearts_ducker_player(void);
HeartsPlayer hearts_random_player(void);

#endif
