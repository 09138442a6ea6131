// SPDX-License-Identifier: MIT
// Random numbers and shuffles that run on the CPU and on GPUs: the hashes of base/rng.h, whose functions a GPU cannot
// call.
#ifndef DEADWOOD_LEARN_NET_CHANCE_INTERNAL_H
#define DEADWOOD_LEARN_NET_CHANCE_INTERNAL_H

#include <stdint.h>

#ifdef __CUDACC__
#define LEARN_BOTH __host__ __device__ // compiled for both
#else
#define LEARN_BOTH
#endif

// rng_mix.
static inline LEARN_BOTH uint64_t chance_mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

// rng_fold.
static inline LEARN_BOTH uint64_t chance_fold(uint64_t hash, uint64_t word) {
    return chance_mix((hash ^ chance_mix(word + UINT64_C(0x9E3779B97F4A7C15))) + UINT64_C(0xD1B54A32D192ED03));
}

// train_shuffle: a four-round Feistel network permutes the numbers with as many bits as n-1; results not below n go
// through again (cycle walking), less than once on average.
static inline LEARN_BOTH uint32_t chance_shuffle(uint64_t key, uint32_t n, uint32_t i) {
    int bits = 2;
    while (bits < 32 && (n - 1) >> bits != 0) bits++;
    uint64_t x = i;
    do {
        int low = bits / 2, high = bits - low;
        uint64_t left = x >> low, right = x & (((uint64_t)1 << low) - 1);
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t mixed = left ^ (chance_fold(key + round, right) & (((uint64_t)1 << high) - 1));
            left = right;
            right = mixed;
            int swap = low;
            low = high;
            high = swap;
        }
        x = left << low | right;
    } while (x >= n);
    return (uint32_t)x;
}

#endif
