// SPDX-License-Identifier: MIT
// Policies of gin and tables set by hand to ask them about; what cannot be had fails the test.
#ifndef DEADWOOD_TESTS_POLICIES_H
#define DEADWOOD_TESTS_POLICIES_H

#include "gin/players/list/players.h"

const GinPolicy *policy(GinColumn column, const char *name);

// The policy's defaults, and then "key=value key=value"; and one of its parameters.
GinMind mind_of(const GinPolicy *of, const char *settings);
void set_param(const GinPolicy *of, GinMind *mind, const char *key, double value);

// An estimate is 1 for cards known to be theirs, 0 for those known to be elsewhere, and else adds up to what is
// missing.
void check_estimate(const GinPart *estimator, const GinView *view);

// A game to the target under the usual rules, without a forfeit.
void play_a_game(const GinPlayer players[2], uint64_t game);

// ---- A table set by hand ----

// We sit in seat 0; what the moves say is all that has happened. The view points into it: it must stay where it is.
typedef struct Scene {
    GinTable table;
    GinLog log;
    GinDraws draws;
    GinRules rules;
    GinView view;
} Scene;

// Moves: "they take 7H, they drop KC, we take KC, we drop 2D", or NULL.
void set_scene(Scene *scene, const char *hand, const char *upcard, const char *moves);
void move_in(Scene *scene, bool they, bool take, Card moved);

#endif
