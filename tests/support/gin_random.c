// SPDX-License-Identifier: MIT
#include "support/gin_random.h"

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
