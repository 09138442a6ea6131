// SPDX-License-Identifier: MIT
// Worlds, or determinizations: deals of the hidden cards that agree with all a seat has seen, drawn by an estimator's
// probabilities. Rollouts play them out as if they were the truth.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_WORLD_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_WORLD_H

#include "gin/players/list/estimate.h"
#include "gin/sample.h"
#include "gin/table.h"

// Estimators look at cards one by one, but a sensible opponent's hand is better than chance: after a few turns it holds
// melds. A tilt is how much likelier real hands of some deadwood are than drawn ones, in steps of five points. How good
// hands are depends on the turn, and on how far ahead somebody is in the game: players that then wait for gin hold
// hands others would have knocked with.
enum { GIN_TILT_STEP = 5, GIN_TILTS = 21, GIN_TILT_TURNS = 20, GIN_TILT_LEAD = 15, GIN_TILT_LEADS = 3 };

typedef struct GinTilts {
    // By the lead in steps of GIN_TILT_LEAD points and the opponent's turns so far; 1 everywhere before its first.
    float at[GIN_TILT_LEADS][GIN_TILT_TURNS][GIN_TILTS];
} GinTilts;

// The distribution of the hidden cards given one view, which it borrows and which must not change meanwhile. The
// opponent's hand is drawn with each card's marginal probability (gin/sample.h), then changed card by card by a
// Metropolis chain until it is as good as the tilt says; the stock is the rest, in any order.
typedef struct GinWorlds {
    const GinView *view;
    GinKnowledge known;
    GinSampler sampler;
    const float *tilt; // GIN_TILTS of them, or NULL
} GinWorlds;

// `probability` as estimators give it (players.h). The seat of the view is to act, and nobody has knocked. The tilt is
// borrowed; NULL for none.
void gin_worlds_begin(GinWorlds *worlds, const GinView *view, const float probability[CARD_COUNT], const float *tilt);

// The tilt for a view.
const float *gin_tilt_for(const GinTilts *tilts, const GinView *view);

// Counts tilts in `hands` hands of a player against itself, with what `estimate` says of them, twice: with the tilts of
// the first time hands are nearly as good as real ones, with those of the second as good
// (tests/unit/gin/players/judge/test_world.c).
void gin_tilts_count(GinTilts *tilts, const GinPlayer *player,
                     void (*estimate)(const void *context, const GinView *view, float probability[CARD_COUNT]),
                     const void *context, int hands, uint64_t seed);

// Draws one world: a state and the history that led to it, with draws of the opponent that could have been.
void gin_worlds_draw(const GinWorlds *worlds, Rng *rng, GinState *state, GinHistory *history);

#endif
