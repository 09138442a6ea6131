// SPDX-License-Identifier: MIT
#include "app/bench/bench_utility.h"

#include <stdlib.h>

#include "base/clock.h"
#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "gin/players/mishra/mishra_plain.h"
#include "gin/sample.h"

enum { POSITIONS = 128, PASSES = 10, PLAIN = 16 };

// A view and all it points to.
typedef struct Position {
    GinTable table;
    GinLog log;
    GinDraws draws;
    GinView view;
} Position;

// Positions of the agent's own games in which there is something to decide.
typedef struct Album {
    GinPlayer player;
    GinPart estimator;
    GinMind draw, discard;
    GinRules rules;
    int drawn, discarded;
    Position before[POSITIONS], after[POSITIONS]; // the draw
} Album;

static void keep_position(Album *album, const GinView *view, Position *position) {
    position->table = *view->table;
    position->log = *view->log;
    position->draws = *view->draws;
    position->view = *view;
    position->view.table = &position->table;
    position->view.log = &position->log;
    position->view.draws = &position->draws;
    position->view.rules = &album->rules;
}

static GinAction collect_position(void *self, const GinView *view, Rng *rng) {
    Album *album = self;
    Rng other = *rng;
    if (view->table->phase == GIN_DRAW && album->drawn < POSITIONS &&
        !set_has(gin_useful_draws(view->hand), view->table->upcard))
        keep_position(album, view, &album->before[album->drawn++]);
    if (view->table->phase == GIN_DISCARD && album->discarded < POSITIONS &&
        mishra_decide(&album->discard, view, &other, false).count > 1)
        keep_position(album, view, &album->after[album->discarded++]);
    return album->player.choose(album->player.self, view, rng);
}

static GinMind mind_of(const GinPolicy *policy, const GinPart *estimator) {
    GinMind mind = {.estimator = estimator};
    for (int i = 0; i < GIN_MAX_PARAMS && policy->params[i].key; i++) mind.params[i] = policy->params[i].value;
    return mind;
}

static bool fill_album(Album *album, Error *err) {
    album->rules = gin_rules_default();
    album->drawn = album->discarded = 0;
    if (!gin_estimator_open("uniform", &album->estimator, err)) return false;
    album->draw = mind_of(&gin_draw_utility, &album->estimator);
    album->discard = mind_of(&gin_discard_sampled_gain, &album->estimator);
    if (!gin_player_open("mishra-blind", &album->player, err)) return false;
    GinPlayer players[2] = {{.self = album, .choose = collect_position}, {.self = album, .choose = collect_position}};
    for (uint64_t game = 0; album->drawn < POSITIONS || album->discarded < POSITIONS; game++) {
        GinGamePlan plan = {.rules = &album->rules, .seed = 1, .deal = game, .game = game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
    }
    gin_player_close(&album->player);
    return true;
}

// One decision each; the result is only there so that nothing is left out.
static uint64_t time_draw(const Album *album, int i, Rng *rng) {
    return gin_draw_utility.take(&album->draw, &album->before[i].view, rng);
}

static uint64_t time_discard(const Album *album, int i, Rng *rng) {
    return gin_discard_sampled_gain.discard(&album->discard, &album->after[i].view, rng).card;
}

static uint64_t discard_plainly(const Album *album, int i, Rng *rng) {
    return mishra_plain_discard(&album->discard, &album->after[i].view, rng);
}

static uint64_t sample(const Album *album, int i, Rng *rng) {
    GinKnowledge known = gin_knowledge(&album->after[i].view);
    float probability[CARD_COUNT];
    for (int c = 0; c < CARD_COUNT; c++) probability[c] = (float)(0.1 + rng_unit(rng));
    gin_probabilities(&known, probability);
    GinSampler sampler;
    CardSet hands[100];
    gin_sampler_fit(&sampler, probability);
    gin_sampler_draw(&sampler, rng, hands, 100);
    return hands[0];
}

// Microseconds of one, in the best of several passes.
static double measure_decisions(const Album *album, uint64_t (*decide)(const Album *, int, Rng *), int positions,
                                int passes) {
    double best = 1e9;
    for (int pass = 0; pass < passes; pass++) {
        Rng rng = rng_for(1, 0, 0, 0);
        uint64_t sum = 0;
        double start = clock_cpu_seconds();
        for (int i = 0; i < positions; i++) sum += decide(album, i, &rng);
        double spent = (clock_cpu_seconds() - start) * 1e6 / positions;
        __asm__ volatile("" : : "r"(sum)); // or the compiler drops it all
        best = spent < best ? spent : best;
    }
    return best;
}

bool utility_figures(UtilityFigures *figures, Error *err) {
    Album *album = malloc(sizeof *album);
    if (!album) return error_set(err, "out of memory");
    bool done = fill_album(album, err);
    if (done) {
        figures->sample_us = measure_decisions(album, sample, POSITIONS, PASSES);
        figures->discard_us = measure_decisions(album, time_discard, POSITIONS, PASSES);
        figures->plain_us = measure_decisions(album, discard_plainly, PLAIN, 1);
        figures->draw_us = measure_decisions(album, time_draw, POSITIONS, PASSES);
    }
    free(album);
    return done;
}
