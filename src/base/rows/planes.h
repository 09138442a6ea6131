// SPDX-License-Identifier: MIT
// Network inputs as rows of bytes, for any card game: first planes with one byte per card (by card_index), then single
// numbers (scalars). A byte b means b/128. Integer arithmetic keeps rows identical on every machine.
#ifndef DEADWOOD_BASE_ROWS_PLANES_H
#define DEADWOOD_BASE_ROWS_PLANES_H

#include <string.h>

#include "base/card.h"

enum { PLANE_ONE = 128 }; // the byte of the number one

// Expands eight bits to eight bytes, 0 or PLANE_ONE, the lowest first: copy all eight bits to every byte, mask each
// byte's own bit, and let a nonzero byte carry into its top bit.
static inline uint64_t plane_spread(uint64_t eight) {
    uint64_t kept = (eight & 0xFF) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    uint64_t ones = (kept + UINT64_C(0x7F7F7F7F7F7F7F7F)) & UINT64_C(0x8080808080808080);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    ones = __builtin_bswap64(ones);
#endif
    return ones;
}

// Writes a plane and zeroes the four bytes after it, so write planes in order and scalars last.
static inline void plane_put(uint8_t *plane, CardSet set) {
    uint64_t bits = set_indices(set & SET_DECK);
    for (int at = 0; at < CARD_COUNT; at += 8) {
        uint64_t bytes = plane_spread(bits >> at);
        memcpy(plane + at, &bytes, sizeof bytes);
    }
}

static inline uint8_t plane_capped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

// One-hot by interval: sets the byte of the first step whose upper bound the value does not exceed, or the one after
// the last.
static inline void plane_put_step(uint8_t *bytes, const uint8_t *most, int steps, int value) {
    int step = 0;
    while (step < steps && value > most[step]) step++;
    bytes[step] = PLANE_ONE;
}

#define PLANE_PUT_STEP(bytes, most, value) plane_put_step((bytes), (most), (int)sizeof(most), (value))

// ---- Names of inputs, for people who inspect weights ----

// A group of adjacent scalars: its name, and the name of each, separated by '|'.
typedef struct InputGroup {
    int at; // index of its first, counted from the first scalar
    const char *name, *each;
} InputGroup;

enum { INPUT_NAME = 32 };

// Writes the name of an input to `text` and returns it: "hand AC" in a plane, "phase draw" in a group. Groups are in
// order.
const char *plane_input_name(int input, const char *const *planes, int plane_count, const InputGroup *groups,
                             size_t group_count, char text[INPUT_NAME]);

#endif
