// SPDX-License-Identifier: MIT
// Moons: who may be shooting one, and whether a hand is good enough to try.
#ifndef DEADWOOD_HEARTS_PLAYERS_MOON_H
#define DEADWOOD_HEARTS_PLAYERS_MOON_H

#include "hearts/hearts.h"

// The only seat that has taken points, when it has at least `least` of them and rules give something for all of
// them; else -1.
int hearts_moon_shooter(const HeartsTable *table, const HeartsRules *rules, int least);

// Is every card of the hand of the seat to act sure to win when led from the top, whatever the others hold? Then its
// owner, once in the lead, takes all that is left.
bool hearts_moon_sure(CardSet hand, CardSet outstanding);

// Tricks the hand may be expected to win when its owner wants all of them, in tenths: a top card counts ten, others
// by how many outstanding cards beat them. Compare with ten times the cards of the hand.
int hearts_moon_strength(CardSet hand, CardSet outstanding);

#endif
