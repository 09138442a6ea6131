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

typedef struct Reservoir {
    Rng *rng;
    uint32_t seen;
    GinSplit split;
} Reservoir;

static bool maybe_keep(void *context, const GinSplit *split) {
    Reservoir *reservoir = context;
    if (rng_below(reservoir->rng, ++reservoir->seen) == 0) reservoir->split = *split;
    return true;
}

GinSplit some_split(CardSet hand, Rng *rng) {
    Reservoir reservoir = {.rng = rng};
    gin_each_split(hand, 110, maybe_keep, &reservoir);
    return reservoir.split;
}

static GinSplit melds_within(CardSet hand, int limit, Rng *rng) {
    GinSplit split = {{0}};
    switch (rng_below(rng, 3)) {
    case 0: return split;
    case 1: return gin_best_split(hand);
    default: split = some_split(hand, rng);
    }
    return gin_points(hand & ~gin_split_cards(&split)) <= limit ? split : gin_best_split(hand);
}

GinAction some_action(const GinState *state, Rng *rng, double knock) {
    const GinTable *table = &state->table;
    CardSet hand = state->hand[table->to_act];
    GinLegal legal = gin_legal(state);
    if (legal.show) return (GinAction){.move = GIN_SHOW, .melds = melds_within(hand, 110, rng)};
    if (legal.big_gin && rng_unit(rng) < knock)
        return (GinAction){.move = GIN_CALL_BIG, .melds = melds_within(hand, 0, rng)};
    if (legal.knocks && rng_unit(rng) < knock) {
        Card card = rng_card(rng, legal.knocks);
        return (GinAction){
            .move = GIN_KNOCK, .card = card, .melds = melds_within(hand ^ set_of(card), table->knock_limit, rng)};
    }
    if (legal.discards) return (GinAction){.move = GIN_DROP, .card = rng_card(rng, legal.discards)};
    bool take = legal.take && rng_below(rng, 2);
    return (GinAction){.move = take ? GIN_TAKE : legal.pass ? GIN_PASS : GIN_STOCK};
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
