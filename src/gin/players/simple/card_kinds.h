// SPDX-License-Identifier: MIT
// Classifies a card by its role in a hand, in a card player's words: meld, triangle, pair, run, low or lone.
#ifndef DEADWOOD_GIN_PLAYERS_SIMPLE_CARD_KINDS_H
#define DEADWOOD_GIN_PLAYERS_SIMPLE_CARD_KINDS_H

#include "gin/gin.h"

typedef enum {
    GIN_KIND_MELD,     // in a meld
    GIN_KIND_TRIANGLE, // has a card of its rank and a neighbour in its suit besides
    GIN_KIND_PAIR,     // has one of its rank
    GIN_KIND_RUN,      // has a neighbour in its suit, next to it or one further
    GIN_KIND_LOW,      // none of these, and at most 3 points; of an upcard: it saves points
    GIN_KIND_LONE,     // none of these
    GIN_KINDS
} GinKind;

const char *gin_kind_name(GinKind kind); // "meld", "triangle", "pair", "run", "low", "lone"

// The kind that a card outside a hand of ten would have. The hand's melded cards count only toward new melds.
GinKind gin_kind_of_upcard(CardSet hand, Card card);

// A card of a hand of eleven.
GinKind gin_kind_of_card(CardSet hand, Card card);

#endif
