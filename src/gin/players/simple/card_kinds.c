// SPDX-License-Identifier: MIT
#include "gin/players/simple/card_kinds.h"

const char *gin_kind_name(GinKind kind) {
    static const char *const names[GIN_KINDS] = {"meld", "triangle", "pair", "run", "low", "lone"};
    return names[kind];
}

static CardSet of_same_rank(Card card) { return set_rank(card_rank(card)) & ~set_of(card); }

// One or two away in the suit. The empty bits of a lane keep shifts from leaking into the next.
static CardSet near_in_suit(Card card) {
    CardSet it = set_of(card);
    return (it << 1 | it << 2 | it >> 1 | it >> 2) & set_suit(card_suit(card));
}

// Among cards that are in no meld.
static GinKind kind_among(CardSet loose, Card card, bool low) {
    bool pair = (loose & of_same_rank(card)) != 0, run = (loose & near_in_suit(card)) != 0;
    if (pair && run) return GIN_KIND_TRIANGLE;
    if (pair) return GIN_KIND_PAIR;
    if (run) return GIN_KIND_RUN;
    return low ? GIN_KIND_LOW : GIN_KIND_LONE;
}

static CardSet loose_cards(CardSet hand) {
    GinSplit split = gin_best_split(hand);
    return hand & ~gin_split_cards(&split);
}

GinKind gin_kind_of_upcard(CardSet hand, Card card) {
    if (set_has(gin_useful_draws(hand), card)) return GIN_KIND_MELD;
    CardSet both = hand | set_of(card);
    int after;
    gin_best_discards(both, hand, &after);
    return kind_among(loose_cards(hand), card, after < gin_deadwood(hand));
}

GinKind gin_kind_of_card(CardSet hand, Card card) {
    CardSet loose = loose_cards(hand);
    if (!set_has(loose, card)) return GIN_KIND_MELD;
    return kind_among(loose & ~set_of(card), card, gin_card_points(card) <= 3);
}
