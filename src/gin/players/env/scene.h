// SPDX-License-Identifier: MIT
// A position of which only a part is told, as an example in a paper or on the command line tells it: eleven cards in
// hand, one of them just drawn, some of what the opponent did, some of what lies in the pile.
#ifndef DEADWOOD_GIN_PLAYERS_ENV_SCENE_H
#define DEADWOOD_GIN_PLAYERS_ENV_SCENE_H

#include "base/error.h"
#include "gin/table.h"

// Begun as (GinScene){.rules, .hand, .pile, .taken, .latest = CARD_NONE}; `taken` is the upcard just taken, or
// CARD_NONE. The rest is what follows from the deeds.
typedef struct GinScene {
    GinRules rules;
    CardSet hand, pile;
    Card taken;
    Card latest; // discard of all
    GinTable table;
    GinLog log;
    GinDraws draws;
} GinScene;

// Adds what the opponent did, in order: "took 7C, declined 9D TD, discarded KD", verbs, each with one card or more.
// What it took or declined we had discarded before. False with err set if the text is none, or cannot be.
bool gin_scene_opponent(GinScene *scene, const char *text, Error *err);

// Sets the table of all that was told and makes a view of it, which borrows from the scene: ours, about to discard.
// Once a scene. False with err set if cards are in two places.
bool gin_scene_view(GinScene *scene, GinView *view, Error *err);

#endif
