// SPDX-License-Identifier: MIT
// How good a net's probabilities are on new examples. They are cut into slices whatever the number of threads, and the
// slices' sums added in order, so that threads change nothing.
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "train/recipe/recipe_internal.h"

enum { BLOCK = 128, SLICES = 64 }; // examples at a time

static const int TOPS[RECIPE_TOPS] = {10, 15, 20, 25};

typedef struct Sums {
    Metrics metrics;
    uint64_t found[RECIPE_TOPS], to_find;
} Sums;

typedef struct Measuring {
    const Net *net;
    const TrainData *data;
    bool scaled;
    Sums *sums; // of each slice
    atomic_int next;
    atomic_bool short_of_memory;
} Measuring;

// Categorical cross-entropy divides sigmoids by their sum and so leaves their size open: as probabilities, they are
// scaled to as many as are true, as the estimators do.
static void scale_answers(float *answers, const float *targets, size_t count) {
    double sum = 0, wanted = 0;
    for (size_t i = 0; i < count; i++) sum += (double)answers[i], wanted += (double)targets[i];
    for (size_t i = 0; sum > 0 && i < count; i++) answers[i] = fminf(1, (float)((double)answers[i] * wanted / sum));
}

// A place in the order of falling probability; equal ones by their number.
static int place_of_answer(const float *answers, size_t count, size_t which) {
    int before = 0;
    for (size_t i = 0; i < count; i++)
        before += answers[i] > answers[which] || (i < which && answers[i] == answers[which]);
    return before;
}

static void add_answers_row(Sums *sums, const float *answers, const float *targets, size_t count) {
    metrics_add(&sums->metrics, answers, targets, NULL, (int)count);
    for (size_t i = 0; i < count; i++) {
        if (targets[i] < 0.5f) continue;
        int before = place_of_answer(answers, count, i);
        for (int top = 0; top < RECIPE_TOPS; top++) sums->found[top] += before < TOPS[top];
        sums->to_find++;
    }
}

static void measure_block(const Measuring *work, Sums *sums, uint32_t first, uint32_t count, float *room) {
    const TrainData *data = work->data;
    size_t in = (size_t)net_inputs(work->net), out = (size_t)net_outputs(work->net);
    size_t rows = (size_t)count * (size_t)data->steps;
    float *inputs = room, *targets = inputs + rows * in, *answers = targets + rows * out,
          *weights = answers + rows * out;
    memset(room, 0, rows * (in + out) * sizeof *room);
    for (size_t i = 0; i < rows; i++) weights[i] = 1;
    uint32_t indices[BLOCK];
    for (uint32_t i = 0; i < count; i++) indices[i] = first + i;
    data->fill(data->context, indices, (int)count, inputs, targets, weights);
    net_apply_many(work->net, (int)count, data->steps, inputs, answers);
    for (size_t i = 0; work->scaled && i < rows; i++) scale_answers(answers + i * out, targets + i * out, out);
    for (size_t i = 0; i < rows; i++)
        if (weights[i] > 0) add_answers_row(sums, answers + i * out, targets + i * out, out);
}

static void measure_slices(void *context, int index) {
    (void)index;
    Measuring *work = context;
    size_t row = (size_t)net_inputs(work->net) + 2 * (size_t)net_outputs(work->net) + 1;
    float *room = malloc(BLOCK * (size_t)work->data->steps * row * sizeof *room);
    if (!room) atomic_store(&work->short_of_memory, true);
    for (int slice; room && (slice = atomic_fetch_add(&work->next, 1)) < SLICES;) {
        uint64_t all = work->data->count;
        uint32_t done = (uint32_t)(all * (uint64_t)slice / SLICES),
                 end = (uint32_t)(all * (uint64_t)(slice + 1) / SLICES);
        for (; done < end && !progress_interrupted(); done += BLOCK)
            measure_block(work, &work->sums[slice], done, end - done < BLOCK ? end - done : BLOCK, room);
    }
    free(room);
}

bool recipe_measure(const RecipeRun *run, const Net *net, const TrainData *data, RecipeResult *result, Error *err) {
    Measuring work = {.net = net,
                      .data = data,
                      .scaled = run->recipe->plan.loss == TRAIN_CATEGORICAL,
                      .sums = calloc(SLICES, sizeof *work.sums)};
    if (!work.sums) return error_set(err, "out of memory");
    bool done = pool_run(run->threads < 1 ? 1 : run->threads, measure_slices, &work, err);
    if (!memory_sufficed(err) || atomic_load(&work.short_of_memory)) done = error_set(err, "out of memory");
    uint64_t found[RECIPE_TOPS] = {0}, to_find = 0;
    result->metrics = (Metrics){0};
    for (int i = 0; done && i < SLICES; i++) {
        metrics_merge(&result->metrics, &work.sums[i].metrics);
        for (int top = 0; top < RECIPE_TOPS; top++) found[top] += work.sums[i].found[top];
        to_find += work.sums[i].to_find;
    }
    for (int top = 0; top < RECIPE_TOPS; top++) result->top[top] = to_find ? (double)found[top] / (double)to_find : 0;
    free(work.sums);
    return done;
}
