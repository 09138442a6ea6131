// SPDX-License-Identifier: MIT
#include "app/bench/bench_batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "gin/players/env/batch.h"
#include "gin/players/list/players.h"
#include "hearts/players/env/batch.h"
#include "hearts/players/list/players.h"

enum { ROWS = 1 << 20, WARM_UP = 100 }; // rows a pass; steps before the first, so that hands are at all stages

// A batch of a game as it is measured.
typedef struct Trial {
    int games, legal_bytes;
    const uint8_t *legal;
    uint8_t *choices;
    void (*step)(const struct Trial *trial);
    void *batch;
    const void *rows;
} Trial;

static int random_choice(const uint8_t *legal, int bytes, Rng *rng) {
    uint64_t low = 0, high = 0;
    memcpy(&low, legal, 8);
    memcpy(&high, legal + 8, (size_t)bytes - 8);
    int below = set_count(low), chosen = (int)rng_below(rng, (uint32_t)(below + set_count(high)));
    return chosen < below ? set_first(set_nth(low, chosen)) : 64 + set_first(set_nth(high, chosen - below));
}

// Steps all games so many times; returns the seconds spent in the batch alone.
static double play_batch(const Trial *trial, int steps, Rng *rng) {
    double spent = 0;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < trial->games; i++)
            trial->choices[i] = (uint8_t)random_choice(trial->legal + i * trial->legal_bytes, trial->legal_bytes, rng);
        double start = clock_cpu_seconds();
        trial->step(trial);
        spent += clock_cpu_seconds() - start;
    }
    return spent;
}

// Decisions a second, the best of several: the one the rest of the machine disturbed least.
static double best_rate(const Trial *trial) {
    Rng rng = rng_for(1, 0, 0, 0);
    double rate = 0;
    play_batch(trial, WARM_UP, &rng);
    for (int i = 0; i < 5; i++) {
        int steps = ROWS / trial->games;
        double found = (double)trial->games * steps / play_batch(trial, steps, &rng);
        rate = found > rate ? found : rate;
    }
    return rate;
}

// ---- Gin ----

static void step_gin_trial(const Trial *trial) {
    gin_batch_step(trial->batch, 0, trial->games, trial->choices, trial->rows);
}

static bool measure_gin(int games, const GinBatchOpponent *opponent, Team *team, double *rate, Error *err) {
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
        gin_batch_look(batch, 0, games, &rows);
        *rate =
            best_rate(&(Trial){games, GIN_LEGAL_BYTES, rows.legal, rows.ended + count, step_gin_trial, batch, &rows});
    } else {
        error_set(err, "out of memory");
    }
    free(block);
    free(reward);
    gin_batch_close(batch);
    return done;
}

// ---- Hearts ----

static void step_hearts_trial(const Trial *trial) {
    hearts_batch_step(trial->batch, 0, trial->games, trial->choices, trial->rows);
}

static bool measure_hearts(int games, const HeartsBatchLineup *lineup, Team *team, double *rate, Error *err) {
    HeartsRules rules = hearts_rules_default();
    HeartsBatchPlan plan = {.games = games, .seed = 1, .rules = &rules, .lineups = lineup, .lineup_count = 1};
    HeartsBatch *batch = hearts_batch_open(&plan, team, err);
    if (!batch) return false;
    enum { BYTES = HEARTS_INPUTS + HEARTS_SECRETS + HEARTS_LEGAL_BYTES + 4 };
    size_t count = (size_t)games;
    uint8_t *block = malloc(count * BYTES);
    float *reward = malloc(count * HEARTS_SEATS * sizeof *reward);
    bool done = block && reward;
    if (done) {
        HeartsBatchRows rows = {.inputs = block, .reward = reward};
        rows.secrets = rows.inputs + count * HEARTS_INPUTS;
        rows.legal = rows.secrets + count * HEARTS_SECRETS;
        rows.brain = rows.legal + count * HEARTS_LEGAL_BYTES;
        rows.seat = rows.brain + count;
        rows.ended = rows.seat + count;
        hearts_batch_look(batch, 0, games, &rows);
        *rate = best_rate(
            &(Trial){games, HEARTS_LEGAL_BYTES, rows.legal, rows.ended + count, step_hearts_trial, batch, &rows});
    } else {
        error_set(err, "out of memory");
    }
    free(block);
    free(reward);
    hearts_batch_close(batch);
    return done;
}

static bool measure_all_hearts(BatchFigures *figures, Team *team, Error *err) {
    HeartsPlayer ducker;
    if (!hearts_player_open("ducker", &ducker, err)) return false;
    const HeartsBatchChair other = {.brain = -1, .player = &ducker};
    const HeartsBatchLineup self = {.share = 1}, mixed = {.share = 1, .chair = {{0}, other, other, other}};
    bool done = measure_hearts(BATCH_FEW, &self, team, &figures->hearts_few, err) &&
                measure_hearts(BATCH_MANY, &self, team, &figures->hearts_many, err) &&
                measure_hearts(BATCH_FEW, &mixed, team, &figures->hearts_against, err);
    hearts_player_close(&ducker);
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
    bool done = measure_gin(BATCH_FEW, &self, team, &figures->few, err) &&
                measure_gin(BATCH_MANY, &self, team, &figures->many, err) &&
                measure_gin(BATCH_FEW, &other, team, &figures->against, err) && measure_all_hearts(figures, team, err);
    team_close(team);
    gin_player_close(&simple);
    return done;
}
