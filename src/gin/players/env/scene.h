// SPDX-License-Identifier: MIT
// A partially specified position, as an example in a paper or on the command line gives it: eleven cards in hand, one
// of them just drawn, some of the opponent's actions, some of the discard pile.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_SCENE_H
#define DEADWOOD_GIN_PLAYERS_ENV_SCENE_H

#include "base/error.h"
#include "gin/table.h"

// Begun as (GinScene){.rules, .hand, .pile, .taken, .latest = CARD_NONE}; `taken` is the upcard just taken, or
// CARD_NONE. The rest follows from the opponent's actions.
typedef struct GinScene {
    GinRules rules;
    CardSet hand, pile;
    Card taken;
    Card latest; // last discard by either seat
    GinTable table;
    GinLog log;
    GinDraws draws;
} GinScene;

// Adds the opponent's actions in order, each verb with one card or more: "took 7C, declined 9D TD, discarded KD". Cards
// it took or declined count as discarded by us before. False with err set if the text cannot be read or is impossible.
bool gin_scene_opponent(GinScene *scene, const char *text, Error *err);

// Makes our view, about to discard, from the scene, which it borrows. Call it once per scene. False with err set if a
// card is in two places.
bool gin_scene_view(GinScene *scene, GinView *view, Error *err);

#endif
