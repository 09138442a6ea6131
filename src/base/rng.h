// SPDX-License-Identifier: MIT
// Chance is an argument. Every deal and every player draws from a stream of its own, derived by hashing
// (seed, match, game, seat), so that results do not depend on threads, processes or resumed runs.
#ifndef DEADWOOD_BASE_RNG_H
#define DEADWOOD_BASE_RNG_H

#include <stdint.h>

#include "base/card.h"

// splitmix64 with its own odd increment per stream.
typedef struct Rng {
    uint64_t state;
    uint64_t step; // odd
} Rng;

// Scrambles all 64 bits; a bijection.
static inline uint64_t rng_mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

// Folds one more word into a hash; neighbouring words give unrelated hashes.
static inline uint64_t rng_fold(uint64_t hash, uint64_t word) {
    return rng_mix((hash ^ rng_mix(word + UINT64_C(0x9E3779B97F4A7C15))) + UINT64_C(0xD1B54A32D192ED03));
}

// The stream of one seat in one game. Randomness that belongs to no player has reserved seat numbers: the seating, the
// starter, and the deal of each hand.
enum { RNG_SEATING = 254, RNG_STARTER = 255, RNG_DEAL = 256 };

// The part of the hash that all streams of a game share; keep it where many are needed.
static inline uint64_t rng_key(uint64_t seed, uint64_t match, uint64_t game) {
    return rng_fold(rng_fold(rng_fold(0, seed), match), game);
}

// A stream from one word that is already a hash. The word is the state before the first draw, so an unused stream can
// be sent to another process as that one number.
static inline Rng rng_of_hash(uint64_t hash) {
    return (Rng){.state = hash, .step = rng_mix(hash + UINT64_C(0xA24BAED4963EE407)) | 1};
}

static inline Rng rng_of_key(uint64_t key, uint64_t seat) { return rng_of_hash(rng_fold(key, seat)); }

static inline Rng rng_for(uint64_t seed, uint64_t match, uint64_t game, uint64_t seat) {
    return rng_of_key(rng_key(seed, match, game), seat);
}

static inline uint64_t rng_next(Rng *rng) {
    rng->state += rng->step;
    return rng_mix(rng->state);
}

// A whole number from 0 to n-1, every one equally likely; n is at least 1.
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) { // rare: here a plain multiplication would be biased
        uint32_t floor = (uint32_t)(-n) % n;
        while ((uint32_t)product < floor) product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

// A number from 0 (included) to 1 (excluded), on a grid of 2^-53.
static inline double rng_unit(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

// A uniformly random card of a non-empty set. Draws even when there is no choice: a draw costs less than an
// unpredictable branch.
static inline Card rng_card(Rng *rng, CardSet set) {
    return set_first(set_nth(set, (int)rng_below(rng, (uint32_t)set_count(set))));
}

// The full deck in an order drawn uniformly from all 52!.
void rng_deck(Rng *rng, Card deck[CARD_COUNT]);

// The deck of one hand of the game whose key this is.
static inline void rng_deal(uint64_t key, uint32_t hand, Card deck[CARD_COUNT]) {
    Rng rng = rng_of_key(key, RNG_DEAL + (uint64_t)hand);
    rng_deck(&rng, deck);
}

#endif
