// SPDX-License-Identifier: MIT
#include "app/bench/bench_batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "gin/players/env/batch.h"
#include "gin/players/list/players.h"

enum { ROWS = 1 << 20, WARM_UP = 100 }; // rows a pass; steps before the first, so that hands are at all stages

static int random_choice(const uint8_t legal[GIN_LEGAL_BYTES], Rng *rng) {
    uint64_t low = 0, high = 0;
    memcpy(&low, legal, 8);
    memcpy(&high, legal + 8, GIN_LEGAL_BYTES - 8);
    int below = set_count(low), chosen = (int)rng_below(rng, (uint32_t)(below + set_count(high)));
    return chosen < below ? set_first(set_nth(low, chosen)) : 64 + set_first(set_nth(high, chosen - below));
}

// Steps all games so many times; returns the seconds spent in the batch alone.
static double play_batch(GinBatch *batch, int games, int steps, const GinBatchRows *rows, uint8_t *choices, Rng *rng) {
    double spent = 0;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < games; i++) choices[i] = (uint8_t)random_choice(rows->legal + i * GIN_LEGAL_BYTES, rng);
        double start = clock_cpu_seconds();
        gin_batch_step(batch, 0, games, choices, rows);
        spent += clock_cpu_seconds() - start;
    }
    return spent;
}

static bool measure_batch(int games, const GinBatchOpponent *opponent, Team *team, double *rate, Error *err) {
    GinRules rules = gin_rules_default();
    GinBatchPlan plan = {.games = games, .seed = 1, .rules = &rules, .opponents = opponent, .opponent_count = 1};
    GinBatch *batch = gin_batch_open(&plan, team, err);
    if (!batch) return false;
    enum { BYTES = GIN_INPUTS + GIN_SECRETS + GIN_LEGAL_BYTES + 4 };
    size_t count = (size_t)games;
    uint8_t *block = malloc(count * BYTES);
    float *reward = malloc(count * sizeof *reward);
    bool done = block && reward;
    if (done) {
        GinBatchRows rows = {.inputs = block, .reward = reward};
        rows.secrets = rows.inputs + count * GIN_INPUTS;
        rows.legal = rows.secrets + count * GIN_SECRETS;
        rows.brain = rows.legal + count * GIN_LEGAL_BYTES;
        rows.seat = rows.brain + count;
        rows.ended = rows.seat + count;
        uint8_t *choices = rows.ended + count;
        Rng rng = rng_for(1, 0, 0, 0);
        gin_batch_look(batch, 0, games, &rows);
        play_batch(batch, games, WARM_UP, &rows, choices, &rng);
        *rate = 0;
        for (int i = 0; i < 5; i++) { // the best of several: the one the rest of the machine disturbed least
            int steps = ROWS / games;
            double found = (double)games * steps / play_batch(batch, games, steps, &rows, choices, &rng);
            *rate = found > *rate ? found : *rate;
        }
    } else {
        error_set(err, "out of memory");
    }
    free(block);
    free(reward);
    gin_batch_close(batch);
    return done;
}

bool bench_batch(BatchFigures *figures, Error *err) {
    GinPlayer simple;
    if (!gin_player_open("simple", &simple, err)) return false;
    Team *team = team_open(1);
    if (!team) {
        gin_player_close(&simple);
        return error_set(err, "out of memory");
    }
    const GinBatchOpponent self = {.share = 1, .brain = 0}, other = {.share = 1, .brain = -1, .player = &simple};
    bool done = measure_batch(BATCH_FEW, &self, team, &figures->few, err) &&
                measure_batch(BATCH_MANY, &self, team, &figures->many, err) &&
                measure_batch(BATCH_FEW, &other, team, &figures->against, err);
    team_close(team);
    gin_player_close(&simple);
    return done;
}
