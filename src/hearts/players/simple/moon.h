// SPDX-License-Identifier: MIT
// Moons: who may be shooting one, and whether a hand is good enough to try.
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_MOON_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_MOON_H

#include "hearts/hearts.h"

// The only seat that has taken points, when it has at least `least` of them and rules give something for all of
// them; else -1.
int hearts_moon_shooter(const HeartsTable *table, const HeartsRules *rules, int least);

// True if every card of the hand of the seat to act wins when led from the top, whatever the others hold. Its owner,
// once in the lead, then takes all that is left.
bool hearts_moon_sure(CardSet hand, CardSet outstanding);

// Tricks the hand may be expected to win when its owner wants all of them, in tenths: a top card counts ten, others
// by how many outstanding cards beat them. Compare with ten times the cards of the hand.
int hearts_moon_strength(CardSet hand, CardSet outstanding);

// ---- With all cards open, at the start of a trick ----

// The seat other than `seat` that may still take everything: the only one with points or, if nobody has any, the one
// with the strongest hand, provided its cards are expected to win `least` tenths of their tricks. -1: none.
int hearts_moon_threat(const HeartsState *state, Seat seat, int least);

// True if `shooter`, who has missed no point yet, takes all of them when it tries. It sees all hands; the others play
// by ducker's rules, `guard` on guard (ducker.h). Over sampled worlds, the share of successes predicts how often UCT
// shoots the moon, slightly too low when small.
bool hearts_moon_try(const HeartsState *state, Seat shooter, Seat guard);

#endif
