// SPDX-License-Identifier: MIT
// Rules of thumb: the parts of the policies by-kind and by-table (rules_of_thumb.c) and of those with human lapses
// (human.c).
#ifndef DEADWOOD_GIN_PLAYERS_SIMPLE_THUMB_H
#define DEADWOOD_GIN_PLAYERS_SIMPLE_THUMB_H

#include "gin/players/simple/card_kinds.h"

enum { GIN_THUMB_DRAWS = 3, GIN_THUMB_KNOCKS = 4, GIN_THUMB_KEEPS = 9 };

// The parameters of by-kind and by-table; policies with lapses begin with the same ones.
#define GIN_THUMB_DRAW_PARAMS                                                                                          \
    {"first", 3, 0, 5, true, "first upcard: 0 melds, 1 triangles too, 2 pairs, 3 neighbours, 4 low, 5 all"},           \
        {"saves", 7, 0, 20, true, "and whatever saves so many points"}, {                                              \
        "meld", 4, 0, 20, true, "later: points that a meld's card must save, unless it makes gin"                      \
    }

#define GIN_THUMB_KEEP_PARAMS                                                                                          \
    {"pair", 4, -50, 50, false, "what a loose card of its rank makes it worth"},                                       \
        {"next", 4, -50, 50, false, "and a loose neighbour in its suit"},                                              \
        {"gap", 2, -50, 50, false, "and one two away"},                                                                \
        {"out", 1, -50, 50, false, "and each unseen card that would meld with it and not without it"},                 \
        {"danger", 1, -50, 50, false, "and each meld of three it may complete for the opponent"},                      \
        {"took", 3, -50, 50, false, "and that the opponent took one of its rank"},                                     \
        {"near", 2, -50, 50, false, "or a card one or two away in its suit"},                                          \
        {"low", 2, -50, 50, false, "an ace or a two"}, {                                                               \
        "step", 3, 1, 20, true, "points of its own that take off one"                                                  \
    }

#define GIN_THUMB_KNOCK_PARAMS                                                                                         \
    {"one", 0, 0, 40, true, "last own turn to knock in with one loose card (0: never)"},                               \
        {"two", 4, 0, 40, true, "and with two"}, {"three", 5, 0, 40, true, "and with three"}, {                        \
        "four", 6, 0, 40, true, "and with four or more"                                                                \
    }

// The context of a discard.
typedef struct GinThumb {
    const double *params;   // GIN_THUMB_KEEPS of them
    CardSet hand, loose;    // own cards; those outside melds
    CardSet unseen, useful; // cards nobody has shown; those of them that would meld with the hand
    CardSet taken;          // what the opponent took and holds
} GinThumb;

// The value of keeping a loose card, minus its deadwood.
double gin_thumb_worth(const GinThumb *scene, Card card);

// True if it takes an upcard of that kind.
bool gin_thumb_takes(const double params[GIN_THUMB_DRAWS], const GinView *view, GinKind kind);

// Knock, now that it is legal with this discard and leaves this deadwood?
bool gin_thumb_knocks(const double params[GIN_THUMB_KNOCKS], const GinView *view, Card discard, int deadwood);

#endif
