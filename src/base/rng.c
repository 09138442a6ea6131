// SPDX-License-Identifier: MIT
#include "base/rng.h"

// Multiplies the word by a bound below 2^32: the upper half of the product is returned, the lower one stays.
static inline uint64_t multiply_wide(uint64_t *word, uint64_t bound) {
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 wide = (unsigned __int128)*word * bound;
    *word = (uint64_t)wide;
    return (uint64_t)(wide >> 64);
#else
    uint64_t low = (uint32_t)*word * bound, high = (*word >> 32) * bound + (low >> 32);
    *word = high << 32 | (uint32_t)low;
    return high >> 32;
#endif
}

// Seven draws from one 64-bit word: multiplying the word by n leaves a draw below n in the upper half and what is still
// random in the lower one. The seven are uniform together unless the last lower half is below 2^64 mod (product of
// the bounds); such a word is thrown away, less than once in 10^7 words.
static inline CardSet take_cards(Rng *rng, CardSet rest, Card *cards, unsigned left, int count) {
    uint64_t product = 1;
    for (int i = 0; i < count; i++) product *= left - (unsigned)i;
    unsigned draw[7];
    uint64_t word;
    do {
        word = rng_next(rng);
        for (int i = 0; i < count; i++) draw[i] = (unsigned)multiply_wide(&word, left - (unsigned)i);
    } while (__builtin_expect(word < product, 0) && word < -product % product);
    // Draws two cards at a time from the same set, which halves the dependency chain: the second card's index moves by
    // one if it lies behind the first.
    int i = 0;
    for (; i + 1 < count; i += 2) {
        unsigned next = draw[i + 1] + (draw[i + 1] >= draw[i]);
        CardSet first = set_nth(rest, (int)draw[i]), second = set_nth(rest, (int)next);
        cards[i] = set_first(first);
        cards[i + 1] = set_first(second);
        rest ^= first | second;
    }
    if (i < count) {
        CardSet last = set_nth(rest, (int)draw[i]);
        cards[i] = set_first(last);
        rest ^= last;
    }
    return rest;
}

// Every card is drawn from those still there. A set in a register beats swapping bytes in memory, where each load has
// to wait for the stores before it.
void rng_deck(Rng *rng, Card deck[CARD_COUNT]) {
    CardSet rest = SET_DECK;
    rest = take_cards(rng, rest, deck, 52, 7); // written out so that every bound is a constant
    rest = take_cards(rng, rest, deck + 7, 45, 7);
    rest = take_cards(rng, rest, deck + 14, 38, 7);
    rest = take_cards(rng, rest, deck + 21, 31, 7);
    rest = take_cards(rng, rest, deck + 28, 24, 7);
    rest = take_cards(rng, rest, deck + 35, 17, 7);
    rest = take_cards(rng, rest, deck + 42, 10, 7);
    rest = take_cards(rng, rest, deck + 49, 3, 2);
    deck[51] = set_first(rest);
}
