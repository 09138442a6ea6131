// SPDX-License-Identifier: MIT
#include "gin/players/judge/rollout.h"

#include <stdlib.h>

#include "gin/players/judge/world.h"

typedef struct Rollout {
    GinJudge judge;
    GinChances *chances; // of the rules last played
} Rollout;

// Any deal of the hidden cards that agrees with the view: the judge asks only for what its seat may know.
static void any_world(const Rollout *self, const GinView *view, Rng *rng, GinState *state, GinHistory *history) {
    float probability[CARD_COUNT];
    GinWorlds worlds;
    self->judge.estimator.policy->estimate(&self->judge.estimator.mind, view, probability);
    gin_worlds_begin(&worlds, view, probability, NULL);
    gin_worlds_draw(&worlds, rng, state, history);
}

static GinAction rollout_choose(void *context, const GinView *view, Rng *rng) {
    Rollout *self = context;
    if (view->table->phase == GIN_DEFEND || view->table->forced)
        return self->judge.player.choose(self->judge.player.self, view, rng);
    if (!self->chances || !gin_rules_equal(gin_chances_rules(self->chances), view->rules)) {
        gin_chances_close(self->chances);
        self->chances = gin_judge_chances(&self->judge, view->rules);
    }
    if (!self->chances) return self->judge.player.choose(self->judge.player.self, view, rng); // memory was short
    GinState state;
    GinHistory history;
    GinVerdict verdict;
    any_world(self, view, rng, &state, &history);
    gin_judge(&self->judge, self->chances, &state, &history, NULL, rng_next(rng), &verdict);
    return verdict.candidate[0].action;
}

static void close_rollout(void *context) {
    Rollout *self = context;
    gin_chances_close(self->chances);
    gin_judge_close(&self->judge);
    free(self);
}

bool gin_rollout_open(const char *judge, const char *estimator, int worlds, GinPlayer *player, Error *err) {
    Rollout *self = calloc(1, sizeof *self);
    if (!self) return error_set(err, "out of memory");
    // The judge keeps half of its worlds for a second sample, which is not asked for here.
    if (!gin_judge_open(judge, estimator, 2 * worlds, &self->judge, err)) {
        free(self);
        return false;
    }
    *player = (GinPlayer){.self = self, .choose = rollout_choose, .close = close_rollout};
    return true;
}
