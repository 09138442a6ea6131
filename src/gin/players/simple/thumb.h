// SPDX-License-Identifier: MIT
// The rules of thumb as parts, for players that apply them with human lapses (human.c). Parameters stand in the order
// of the policies by-kind and by-table (rules_of_thumb.c).
#ifndef DEADWOOD_GIN_PLAYERS_SIMPLE_THUMB_H
#define DEADWOOD_GIN_PLAYERS_SIMPLE_THUMB_H

#include "gin/players/simple/card_kinds.h"

enum { GIN_THUMB_DRAWS = 3, GIN_THUMB_KNOCKS = 4, GIN_THUMB_KEEPS = 9 };

// What a discard is chosen by.
typedef struct GinThumb {
    const double *params;   // GIN_THUMB_KEEPS of them
    CardSet hand, loose;    // own cards; those outside melds
    CardSet unseen, useful; // cards nobody has shown; those of them that would meld with the hand
    CardSet taken;          // what the opponent took and holds
} GinThumb;

// What a loose card is worth to keep, less what it counts.
double gin_thumb_worth(const GinThumb *scene, Card card);

// Take the upcard, which is of that kind to the hand?
bool gin_thumb_takes(const double params[GIN_THUMB_DRAWS], const GinView *view, GinKind kind);

// Knock, now that it is legal with this discard and leaves this deadwood?
bool gin_thumb_knocks(const double params[GIN_THUMB_KNOCKS], const GinView *view, Card discard, int deadwood);

#endif
