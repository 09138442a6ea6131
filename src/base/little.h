// SPDX-License-Identifier: MIT
// Little-endian reads: hashes must be the same on machines of either byte order.
#ifndef DEADWOOD_BASE_LITTLE_H
#define DEADWOOD_BASE_LITTLE_H

#include <stdint.h>
#include <string.h>

static inline uint64_t little_word(const void *eight) {
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

// Four 16-bit numbers as one word, the first lowest.
static inline uint64_t little_shorts(const int16_t four[4]) {
    uint64_t word = 0;
    for (int i = 0; i < 4; i++) word |= (uint64_t)(uint16_t)four[i] << 16 * i;
    return word;
}

#endif
