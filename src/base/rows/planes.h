// SPDX-License-Identifier: MIT
// Decisions as rows of bytes for networks, in any game of cards: planes of a byte a card (by card_index) first, single
// numbers after them. A byte b stands for the number b/128. Whole numbers alone, so that rows are the same bytes on
// every machine.
#ifndef DEADWOOD_BASE_ROWS_PLANES_H
#define DEADWOOD_BASE_ROWS_PLANES_H

#include <string.h>

#include "base/card.h"

enum { PLANE_ONE = 128 }; // the byte of the number one

// A byte of PLANE_ONE for each bit of eight, the lowest first: every byte keeps its own bit of a copy of all eight, and
// what is not 0 carries into the byte's top bit.
static inline uint64_t plane_spread(uint64_t eight) {
    uint64_t kept = (eight & 0xFF) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    uint64_t ones = (kept + UINT64_C(0x7F7F7F7F7F7F7F7F)) & UINT64_C(0x8080808080808080);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    ones = __builtin_bswap64(ones);
#endif
    return ones;
}

// Writes a plane, and 0 to the four bytes after it: planes are written in order, and numbers last.
static inline void plane_put(uint8_t *plane, CardSet set) {
    uint64_t bits = set_indices(set & SET_DECK);
    for (int at = 0; at < CARD_COUNT; at += 8) {
        uint64_t bytes = plane_spread(bits >> at);
        memcpy(plane + at, &bytes, sizeof bytes);
    }
}

static inline uint8_t plane_capped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

// Sets the byte of the step that a value lies in: the first whose most it does not exceed, or the one after the last.
static inline void plane_put_step(uint8_t *bytes, const uint8_t *most, int steps, int value) {
    int step = 0;
    while (step < steps && value > most[step]) step++;
    bytes[step] = PLANE_ONE;
}

#define PLANE_PUT_STEP(bytes, most, value) plane_put_step((bytes), (most), (int)sizeof(most), (value))

// ---- Names of inputs, for people who look at weights ----

// Numbers that lie side by side: what they are together, and each for itself, separated by '|'.
typedef struct InputGroup {
    int at; // the first of them, counted from the first number after the planes
    const char *name, *each;
} InputGroup;

enum { INPUT_NAME = 32 };

// Names an input: of a plane "hand AC", of a group "phase draw". Groups are in order. Returns text.
const char *plane_input_name(int input, const char *const *planes, int plane_count, const InputGroup *groups,
                             size_t group_count, char text[INPUT_NAME]);

#endif
