// SPDX-License-Identifier: MIT
// Parts of the challenge's Simple player, shared with the players derived from it.
#ifndef DEADWOOD_GIN_PLAYERS_SIMPLE_SIMPLE_H
#define DEADWOOD_GIN_PLAYERS_SIMPLE_SIMPLE_H

#include "gin/gin.h"

// Cards that would repeat an unordered pair {drawn, discarded} of this hand with the card just drawn, by the log.
CardSet simple_repeats(const GinView *view);

// Cards Simple would discard at all: neither the upcard just taken nor one that repeats a pair. A card fresh from the
// stock cannot be part of an old pair, and neither can one we never discarded before: only otherwise is the log worth
// reading. If every card is ruled out, which takes ten repeats with the same card, only legality counts.
static inline CardSet simple_discards(const GinView *view) {
    CardSet legal = view->hand & ~set_of(view->table->taken);
    bool fresh = view->drawn != view->table->taken || !set_has(view->table->discarded[view->seat], view->drawn);
    if (fresh) return legal;
    CardSet allowed = legal & ~simple_repeats(view);
    return allowed ? allowed : legal;
}

#endif
