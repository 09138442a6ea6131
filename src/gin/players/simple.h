// SPDX-License-Identifier: MIT
// What players that grew out of the challenge's Simple share with it.
#ifndef DEADWOOD_GIN_PLAYERS_SIMPLE_H
#define DEADWOOD_GIN_PLAYERS_SIMPLE_H

#include "gin/gin.h"

// Cards Simple would discard at all: neither the upcard just taken nor one that repeats a pair {drawn, discarded} of
// this hand. Should every card be ruled out, which takes ten repeats with the same card, the pair rule gives way to the
// law.
CardSet simple_discards(const GinView *view);

#endif
