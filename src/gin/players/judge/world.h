// SPDX-License-Identifier: MIT
// Worlds, or determinizations: deals of the hidden cards that agree with all a seat has seen, drawn by an estimator's
// probabilities. Rollouts play each one out as if it were the truth.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_WORLD_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_WORLD_H

#include "gin/players/list/estimate.h"
#include "gin/sample.h"
#include "gin/table.h"

// Estimators give each card its own marginal, but real hands are better than independent draws: after a few turns they
// hold melds. A tilt is the ratio of the frequency of real hands to that of drawn hands, by deadwood in steps of five
// points. It depends on the turn and on the lead in the game: a player far ahead or behind may wait for gin with a hand
// that others would knock with.
enum { GIN_TILT_STEP = 5, GIN_TILTS = 21, GIN_TILT_TURNS = 20, GIN_TILT_LEAD = 15, GIN_TILT_LEADS = 3 };

typedef struct GinTilts {
    // By the lead in steps of GIN_TILT_LEAD points and the opponent's turns so far; 1 everywhere before its first.
    float at[GIN_TILT_LEADS][GIN_TILT_TURNS][GIN_TILTS];
} GinTilts;

// The distribution of the hidden cards given one view, which it borrows and which must not change meanwhile. The
// opponent's hand is drawn with each card's marginal probability (gin/sample.h), then changed card by card in a
// Metropolis chain that targets the tilt; the stock is the rest, in random order.
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

// Estimates tilts from `hands` hands of self-play with `estimate`, in two rounds: after the first, drawn hands are
// nearly as good as real ones, after the second as good (tests/unit/gin/players/judge/test_world.c).
void gin_tilts_count(GinTilts *tilts, const GinPlayer *player,
                     void (*estimate)(const void *context, const GinView *view, float probability[CARD_COUNT]),
                     const void *context, int hands, uint64_t seed);

// Draws one world: a state and the history that led to it, with draws of the opponent that could have been.
void gin_worlds_draw(const GinWorlds *worlds, Rng *rng, GinState *state, GinHistory *history);

#endif
