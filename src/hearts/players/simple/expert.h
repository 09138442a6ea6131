// SPDX-License-Identifier: MIT
// The hand-made evaluation.
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_EXPERT_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_EXPERT_H

#include "hearts/players/search/evaluation.h"

// What each seat will end with, by playing every suit out in the mind: in the k-th round of a suit each seat that can
// plays its k-th lowest card, the highest wins, and who has run out throws something on it. Winning a round is worth
// the hearts that fall in it for sure and a part of what may be thrown; earlier rounds count more, since later ones are
// often never played. The queen goes where it is forced out in spades or where its holder can first throw it. What is
// left to win is then shared by these weights, so that the sum is right; where one seat has all points so far and would
// win nearly all the rest, the moon is weighed in.
void hearts_expert_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]);

#endif
