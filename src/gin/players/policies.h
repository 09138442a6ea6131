// SPDX-License-Identifier: MIT
// The policies of each source, as players.c lists them: one array a file and column, ended by NULL.
#ifndef DEADWOOD_GIN_PLAYERS_POLICIES_H
#define DEADWOOD_GIN_PLAYERS_POLICIES_H

#include "gin/players/players.h"

extern const GinPolicy gin_draw_meld_only, gin_draw_stock, gin_draw_random;
extern const GinPolicy gin_discard_max_deadwood, gin_discard_random;
extern const GinPolicy gin_knock_at_once, gin_knock_limit, gin_knock_gin, gin_knock_wait, gin_knock_random;
extern const GinPolicy gin_knock_rules;
extern const GinPolicy gin_melds_any_best, gin_melds_best_layoff;

#endif
