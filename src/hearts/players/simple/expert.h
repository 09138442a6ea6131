// SPDX-License-Identifier: MIT
// The hand-made evaluation (evaluation.h).
#ifndef DEADWOOD_HEARTS_PLAYERS_SIMPLE_EXPERT_H
#define DEADWOOD_HEARTS_PLAYERS_SIMPLE_EXPERT_H

#include "hearts/players/search/evaluation.h"

// Predicts each seat's final points by simulating every suit: in round k of a suit each seat plays its k-th lowest
// card, the highest wins, and a seat that is out discards. The winner gets weight for the hearts sure to fall and part
// of those that may be discarded; earlier rounds count more, since later ones are often never played. The queen goes
// where spades force it out or where its holder can first discard it. The remaining points are shared by these weights,
// so the sum is right. If one seat has all points so far and would win nearly all the rest, the moon is weighed in.
void hearts_expert_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]);

#endif
