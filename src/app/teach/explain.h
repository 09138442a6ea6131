// SPDX-License-Identifier: MIT
// `deadwood melds --explain`: explains the choice of a player that weighs discards by utility.
#ifndef DEADWOOD_APP_TEACH_EXPLAIN_H
#define DEADWOOD_APP_TEACH_EXPLAIN_H

#include "app/app.h"
#include "gin/gin.h"

// Explains the discard from eleven cards; `taken` is the upcard just taken or CARD_NONE, `known` are cards that lie in
// the pile. Reads the options --player, --pile, --opponent and --json, prints, and returns the exit code.
int app_explain(const AppArgs *args, const GinRules *rules, CardSet hand, CardSet known, Card taken);

#endif
