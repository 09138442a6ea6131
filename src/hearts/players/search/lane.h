// SPDX-License-Identifier: MIT
// Lanes: one suit of a set as thirteen bits in trick order (2 is bit 0, the ace bit 12), for rules of thumb.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_LANE_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_LANE_H

#include "hearts/hearts.h"

typedef uint32_t Lane;

enum { LANE_QUEEN = 10, LANE_KING = 11, LANE_ACE = 12 }; // strengths

static inline Lane lane_of(CardSet set, int suit) {
    Lane lane = (Lane)(set >> 16 * suit & SET_SUIT);
    return lane >> 1 | (lane & 1) << 12;
}

static inline Card lane_card(int suit, int strength) { return card_make(strength == 12 ? 0 : strength + 1, suit); }

// The lowest card of a set in trick order that is not empty; set_rest goes on from there.
static inline Card order_first(CardSet ordered) {
    int bit = __builtin_ctzll(ordered);
    return lane_card(bit >> 4, bit & 15);
}

static inline int lane_count(Lane lane) { return __builtin_popcount(lane); }
static inline int lane_low(Lane lane) { return __builtin_ctz(lane); }       // of a lane that is not empty
static inline int lane_high(Lane lane) { return 31 - __builtin_clz(lane); } // of a lane that is not empty
static inline Lane lane_below(Lane lane, int strength) { return lane & ((UINT32_C(1) << strength) - 1); }
static inline Lane lane_above(Lane lane, int strength) { return lane >> strength >> 1 << strength << 1; }

#endif
