// SPDX-License-Identifier: MIT
// Moons: who may be shooting one, and whether a hand is good enough to try.
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_MOON_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_MOON_H

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

// ---- With all cards open, at the start of a trick ----

// The seat other than `seat` that may yet take everything: the only one with points or, where nobody has any, the one
// with the strongest hand, if its cards may be expected to win `least` tenths of their tricks. -1: nobody.
int hearts_moon_threat(const HeartsState *state, Seat seat, int least);

// Does `shooter`, from whom nobody has taken a point, get all of them if it tries? It looks at all hands; the others
// play by ducker's rules, `guard` on its guard (ducker.h). Over sampled worlds the share in which it does foretells
// moons of UCT, if anything a little too low where it is small.
bool hearts_moon_try(const HeartsState *state, Seat shooter, Seat guard);

#endif
