// SPDX-License-Identifier: MIT
// Building blocks of Heisenbot's policies (Eicholtz, Moss, Traino & Roberson 2021), shared with other players and
// tests.
#ifndef DEADWOOD_GIN_PLAYERS_HEISENBOT_HEISENBOT_H
#define DEADWOOD_GIN_PLAYERS_HEISENBOT_HEISENBOT_H

#include "gin/gin.h"

// Cards of the same suit one rank up or down from a card of the set.
static inline CardSet heisenbot_adjacent(CardSet set) { return (set << 1 | set >> 1) & SET_DECK; }

// Cards of the set that have another of their rank in it.
CardSet heisenbot_paired(CardSet set);

// Cards of the set that are part of a triangle: two of a rank and a third next to one of them in suit, [2C 2D 3D].
CardSet heisenbot_triangles(CardSet set);

// Cards of the set that are part of a double: two of a rank, or two neighbours of a suit.
CardSet heisenbot_doubles(CardSet set);

// How many of the at most six 3-card melds of `card` need no card of `dead` (ours, or in the pile).
int heisenbot_safety(Card card, CardSet dead);

// Prognostication, Table 1: for each card (by card_index) from -5, the opponent cannot hold it, to 5, it does. Replays
// the opponent's face-up draws and discards of the view's log.
void heisenbot_likelihood(const GinView *view, int8_t likelihood[CARD_COUNT]);

#endif
