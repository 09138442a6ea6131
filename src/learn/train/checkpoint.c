// SPDX-License-Identifier: MIT
// A checkpoint is a weights file that holds everything the next step depends on, and a line that says which work it
// belongs to.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text/text.h"
#include "learn/train/train_internal.h"

enum { POSITION_FIELDS = 9, HISTORY_FIELDS = 4 };

_Static_assert(sizeof(TrainEpoch) == HISTORY_FIELDS * sizeof(double), "an epoch is stored as it is");

// All that changes the result, but for the number of epochs, which may grow between runs.
static void describe_train_run(const TrainRun *run, Text *to) {
    const TrainPlan *p = run->plan;
    text_addf(to, "loss %d optimiser %d rate %.17g momentum %.17g decay %.17g epsilon %.17g clip %.17g", (int)p->loss,
              (int)p->optimiser, p->rate, p->momentum, p->decay, p->epsilon, p->clip);
    text_addf(to, " schedule %d factor %.17g every %d over %d", (int)p->schedule, p->factor, p->every,
              p->schedule == TRAIN_COSINE ? p->epochs : 0);
    text_addf(to, " batch %d validation %.17g shards %d seed %llu examples %u steps %d", p->batch, p->validation,
              run->shards, (unsigned long long)p->seed, (unsigned)run->data->count, run->data->steps);
    if (p->tf32 && p->device == TRAIN_CUDA) text_add(to, " tf32");
}

static void pack_position(const TrainPosition *at, double fields[POSITION_FIELDS]) {
    double values[POSITION_FIELDS] = {at->epoch,   at->batch, (double)at->step, at->loss,  at->weight,
                                      at->seconds, at->best,  at->best_epoch,   at->waited};
    memcpy(fields, values, sizeof values);
}

// False if the numbers cannot be a position of this run.
static bool unpack_position(const TrainRun *run, const double fields[POSITION_FIELDS], TrainPosition *at) {
    const double most[] = {1 << 20, run->batches, 1e15, 0, 0, 0, 0, 1 << 20, 1 << 20};
    for (int i = 0; i < POSITION_FIELDS; i++) {
        if (most[i] > 0 && !(fields[i] >= 0 && fields[i] <= most[i])) return false;
    }
    *at = (TrainPosition){.epoch = (int)fields[0],
                          .batch = (uint32_t)fields[1],
                          .step = (uint64_t)fields[2],
                          .loss = fields[3],
                          .weight = fields[4],
                          .seconds = fields[5],
                          .best = fields[6],
                          .best_epoch = (int)fields[7],
                          .waited = (int)fields[8]};
    return true;
}

static WeightsTensor block_tensor(const char *name, const float *data, size_t size) {
    WeightsTensor tensor = {.type = WEIGHTS_F32, .rank = 1, .shape = {size}, .data = data};
    text_copy(tensor.name, sizeof tensor.name, name);
    return tensor;
}

bool train_save_checkpoint(const TrainRun *run, Error *err) {
    size_t size = net_parameters(run->net);
    double fields[POSITION_FIELDS];
    pack_position(&run->at, fields);
    WeightsTensor tensors[] = {
        {.name = "position", .type = WEIGHTS_F64, .rank = 1, .shape = {POSITION_FIELDS}, .data = fields},
        {.name = "history",
         .type = WEIGHTS_F64,
         .rank = 2,
         .shape = {(size_t)run->at.epoch, HISTORY_FIELDS},
         .data = run->history},
        block_tensor("weights", run->net->block, size),
        block_tensor("first", run->first_memory, size),
        block_tensor("second", run->second_memory, size),
        block_tensor("best", run->best_weights, size),
    };
    Text work = {0};
    describe_train_run(run, &work);
    WeightsFact facts[] = {{"checkpoint of", net_architecture(run->net)}, {"work", work.data}};
    bool saved = weights_save(run->plan->checkpoint, tensors, sizeof tensors / sizeof tensors[0], facts,
                              sizeof facts / sizeof facts[0], err);
    text_free(&work);
    return saved;
}

static bool train_same_work(const TrainRun *run, const Weights *file, Error *err) {
    const char *architecture = weights_fact(file, "checkpoint of"), *work = weights_fact(file, "work");
    if (!architecture || !work) return error_set(err, "this is no checkpoint");
    Text ours = {0};
    describe_train_run(run, &ours);
    bool same = strcmp(ours.data, work) == 0;
    text_free(&ours);
    if (strcmp(architecture, net_architecture(run->net)) != 0) {
        return error_set(err, "a checkpoint of the net '%.100s', not of '%.100s'; remove it to start afresh",
                         architecture, net_architecture(run->net));
    }
    return same || error_set(err, "a checkpoint of other work (%.300s); remove it to start afresh", work);
}

// More epochs may have been done than this plan asks for.
static bool read_history(TrainRun *run, const Weights *file, int epochs, Error *err) {
    size_t shape[] = {(size_t)epochs, HISTORY_FIELDS};
    int room = epochs > run->plan->epochs ? epochs : run->plan->epochs;
    TrainEpoch *history = calloc((size_t)room, sizeof *history);
    if (!history) return error_set(err, "not enough memory for %d epochs", room);
    free(run->history);
    run->history = history;
    return weights_doubles(file, "history", 2, shape, &history->training, err);
}

static bool train_read_checkpoint(TrainRun *run, const Weights *file, Error *err) {
    double fields[POSITION_FIELDS];
    size_t position_shape[] = {POSITION_FIELDS}, size[] = {net_parameters(run->net)};
    TrainPosition at;
    if (!train_same_work(run, file, err) || !weights_doubles(file, "position", 1, position_shape, fields, err))
        return false;
    if (!unpack_position(run, fields, &at)) return error_set(err, "the position makes no sense");
    // Should one of these fail, train puts the old weights back.
    if (!read_history(run, file, at.epoch, err) ||
        !weights_floats(file, "weights", 1, size, run->learner->block, err) ||
        !weights_floats(file, "first", 1, size, run->first_memory, err) ||
        !weights_floats(file, "second", 1, size, run->second_memory, err) ||
        !weights_floats(file, "best", 1, size, run->best_weights, err)) {
        return false;
    }
    run->at = at;
    return true;
}

bool train_load_checkpoint(TrainRun *run, bool *found, Error *err) {
    *found = access(run->plan->checkpoint, F_OK) == 0;
    if (!*found) return true;
    Weights *file = weights_load(run->plan->checkpoint, err);
    if (!file) return false;
    bool good = train_read_checkpoint(run, file, err);
    weights_close(file);
    return good || error_prefix(err, "%s", run->plan->checkpoint);
}
