// SPDX-License-Identifier: MIT
// The transposition table: stores values of positions between tricks, so that tricks played in another order are
// searched once.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_TRANSPOSITIONS_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_TRANSPOSITIONS_H

#include "hearts/hearts.h"

enum { TRANSPOSITION_BITS = 12, TRANSPOSITION_SLOTS = 1 << TRANSPOSITION_BITS };

typedef struct HeartsTranspositions {
    struct {
        uint64_t key; // 0: empty
        float cost[HEARTS_SEATS];
    } slot[TRANSPOSITION_SLOTS];
} HeartsTranspositions;

// All that the rest of the hand depends on, hashed: hands, who leads, broken hearts, and with `taken` who took what.
// Never 0.
static inline uint64_t transposition_key(const HeartsState *state, bool taken) {
    uint64_t key = UINT64_C(0x9E3779B97F4A7C15) + state->table.leader + 4U * state->table.broken;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        key = rng_mix(key ^ state->hand[seat]) + UINT64_C(0xD1B54A32D192ED03);
        if (taken) key = rng_mix(key ^ state->table.taken[seat]) + UINT64_C(0xA24BAED4963EE407);
    }
    return key ? key : 1;
}

#endif
