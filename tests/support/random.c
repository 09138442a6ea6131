// SPDX-License-Identifier: MIT
#include "support/random.h"

#include <math.h>
#include <stdlib.h>

int effort(int cases, int floor) {
    const char *text = getenv("DEADWOOD_TEST_EFFORT");
    long percent = text ? strtol(text, NULL, 10) : 100;
    if (percent <= 0) percent = 100;
    long scaled = (long)((double)cases * (double)percent / 100);
    return scaled < floor ? floor : (int)scaled;
}

CardSet some_cards(Rng *rng, CardSet from, int count) {
    CardSet cards = 0;
    for (; count > 0 && from; count--) {
        CardSet card = set_of(rng_card(rng, from));
        cards |= card;
        from &= ~card;
    }
    return cards;
}

CardSet some_deck(Rng *rng) {
    switch (rng_below(rng, 6)) {
    case 0: return set_suit((int)rng_below(rng, 4));
    case 1: {
        int suit = (int)rng_below(rng, 4);
        return set_suit(suit) | set_suit((suit + 1 + (int)rng_below(rng, 3)) % 4);
    }
    case 2: { // three to five ranks, anywhere
        CardSet deck = 0;
        for (int ranks = 3 + (int)rng_below(rng, 3); ranks > 0; ranks--) deck |= set_rank((int)rng_below(rng, 13));
        return set_count(deck) < 12 ? SET_DECK : deck;
    }
    case 3: { // three to six neighbouring ranks
        int width = 3 + (int)rng_below(rng, 4), low = (int)rng_below(rng, (uint32_t)(14 - width));
        CardSet deck = 0;
        for (int rank = low; rank < low + width; rank++) deck |= set_rank(rank);
        return deck;
    }
    case 4: { // five neighbouring ranks of three suits
        int low = (int)rng_below(rng, 9);
        return SET_RANK * (UINT64_C(0x1F) << low) & ~set_suit((int)rng_below(rng, 4));
    }
    default: return SET_DECK;
    }
}

double uneven(const int *counts, int kinds) {
    double total = 0, chi = 0, k = kinds - 1;
    for (int i = 0; i < kinds; i++) total += counts[i];
    double expected = total / kinds;
    for (int i = 0; i < kinds; i++) chi += (counts[i] - expected) * (counts[i] - expected) / expected;
    return (cbrt(chi / k) - (1 - 2 / (9 * k))) / sqrt(2 / (9 * k));
}

const char *text_of(CardSet set) {
    static char texts[8][SET_TEXT];
    static int next;
    char *text = texts[next++ % 8];
    set_print(set, ' ', text);
    return text;
}
