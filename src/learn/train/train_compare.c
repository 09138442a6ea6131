// SPDX-License-Identifier: MIT
// Compares training on the GPU with the CPU: ten steps of small nets on packed rows, which the GPU draws, expands and
// validates with its own code.
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "learn/files/sparse.h"

enum { INPUTS = 208, OUTPUTS = 52 };

static void make_rows(SparseRows *rows, uint32_t total) {
    for (uint32_t i = 0; i < total; i++) {
        Rng rng = rng_for(17, i, 0, 0);
        SparseInput inputs[INPUTS];
        uint8_t targets[OUTPUTS];
        int count = 0, ones = 0;
        for (int k = 0; k < INPUTS; k++)
            if (rng_below(&rng, 8) == 0) inputs[count++] = (SparseInput){(uint8_t)k, (int8_t)(1 - 2 * (k % 3))};
        for (int k = 0; k < OUTPUTS; k++)
            if (rng_below(&rng, 5) == 0) targets[ones++] = (uint8_t)k;
        sparse_add(rows, inputs, count, targets, ones);
    }
}

static void widen_difference(double *difference, double a, double b) {
    if (!(fabs(a - b) <= *difference)) *difference = fabs(a - b);
}

// Both from the same weights; the losses are compared as well.
static bool compare_on_data(const char *layers, const TrainPlan *plan, const TrainData *data, double *difference,
                            Error *err) {
    Net *here = net_make(layers, 9, err), *there = net_make(layers, 9, err);
    TrainReport ours = {0}, theirs = {0};
    TrainPlan other = *plan;
    other.device = TRAIN_CUDA;
    bool good = here && there && train(here, plan, data, &ours, err) && train(there, &other, data, &theirs, err);
    for (size_t i = 0; good && i < net_parameters(here); i++)
        widen_difference(difference, (double)net_weights(here)[i], (double)net_weights(there)[i]);
    for (int i = 0; good && i < ours.epochs; i++) {
        widen_difference(difference, ours.history[i].training, theirs.history[i].training);
        widen_difference(difference, ours.history[i].validation, theirs.history[i].validation);
    }
    train_report_free(&ours);
    train_report_free(&theirs);
    net_close(here);
    net_close(there);
    return good;
}

bool train_compare(double *difference, Error *err) {
    static const struct {
        const char *layers;
        SparseShape shape;
        TrainLoss loss;
        TrainOptimiser optimiser;
        int batch; // a multiple of 9
        double clip;
    } cases[] = {
        {"208 100r 60r 52s", {INPUTS, OUTPUTS, 0}, TRAIN_BINARY, TRAIN_ADAM, 63, 0.5},
        {"208 40t 52s", {INPUTS, OUTPUTS, 0}, TRAIN_BINARY, TRAIN_SGD, 63, 0},
        {"208 100n 100n+ 100r+ 60n 60t+ 52s", {INPUTS, OUTPUTS, 0}, TRAIN_BINARY, TRAIN_ADAM, 63, 0.1},
        {"208 50n 50n+ 52s", {INPUTS, OUTPUTS, 0}, TRAIN_BINARY, TRAIN_ADAM, 1116, 0.1}, // sums in two stages
        {"260 100r 52m", {INPUTS + OUTPUTS, OUTPUTS, INPUTS}, TRAIN_CATEGORICAL, TRAIN_ADAM, 63, 0},
    };
    bool good = true;
    *difference = 0;
    for (size_t i = 0; good && i < sizeof cases / sizeof *cases; i++) {
        SparseRows rows = {.shape = cases[i].shape};
        make_rows(&rows, (uint32_t)cases[i].batch / 9 * 100); // nine tenths in ten batches, one to validate with
        TrainPlan plan = train_plan(cases[i].loss);
        plan.optimiser = cases[i].optimiser;
        plan.batch = cases[i].batch;
        plan.epochs = 1;
        plan.clip = cases[i].clip;
        plan.quiet = true;
        TrainData data = sparse_data(&rows);
        good = (!rows.full || error_set(err, "out of memory")) &&
               compare_on_data(cases[i].layers, &plan, &data, difference, err);
        sparse_free(&rows);
    }
    return good;
}
