// SPDX-License-Identifier: MIT
// Plans: what they begin as, and which make sense.
#include <assert.h>

#include "base/threads/pool.h"
#include "learn/files/sparse.h"
#include "learn/net/loss_internal.h"
#include "learn/train/train_internal.h"

TrainPlan train_plan(TrainLoss loss) {
    return (TrainPlan){.loss = loss,
                       .optimiser = TRAIN_ADAM,
                       .rate = 1e-3,
                       .momentum = 0.9,
                       .decay = 0.999,
                       .epsilon = 1e-7,
                       .factor = 1,
                       .every = 1,
                       .batch = 256,
                       .epochs = 10,
                       .validation = 0.1,
                       .threads = 1};
}

static bool train_check_numbers(const TrainPlan *plan, Error *err) {
    if (!(plan->rate > 0 && plan->rate < 1e6)) return error_set(err, "learning rate %g is not above 0", plan->rate);
    if (!(plan->momentum >= 0 && plan->momentum < 1)) {
        return error_set(err, "momentum %g is not from 0 to below 1", plan->momentum);
    }
    if (plan->optimiser != TRAIN_SGD && !(plan->decay >= 0 && plan->decay < 1 && plan->epsilon > 0)) {
        return error_set(err, "decay %g must be from 0 to below 1 and epsilon %g above 0", plan->decay, plan->epsilon);
    }
    if (plan->schedule != TRAIN_CONSTANT && !(plan->factor >= 0 && plan->factor <= 1)) {
        return error_set(err, "the schedule's factor %g is not from 0 to 1", plan->factor);
    }
    if (plan->schedule == TRAIN_STEP && plan->every < 1) return error_set(err, "a step every %d epochs", plan->every);
    if (!(plan->clip >= 0)) return error_set(err, "gradients cannot be clipped to a length of %g", plan->clip);
    return true;
}

bool train_check_plan(const Net *net, const TrainPlan *plan, const TrainData *data, Error *err) {
    const NetLayer *last = net_layer(net, net_layers(net) - 1);
    if (!loss_fits(plan->loss, last->activation, err) || !train_check_numbers(plan, err)) return false;
    if (plan->batch < 1 || plan->batch > 1 << 20) return error_set(err, "batch %d is not from 1 to 2^20", plan->batch);
    if (plan->epochs < 1 || plan->epochs > 1 << 20)
        return error_set(err, "%d epochs are not from 1 to 2^20", plan->epochs);
    if (!(plan->validation >= 0 && plan->validation < 1)) {
        return error_set(err, "validation share %g is not from 0 to below 1", plan->validation);
    }
    if (plan->threads < 0 || plan->threads > POOL_MAX_THREADS) {
        return error_set(err, "%d threads are not from 1 to %d", plan->threads, POOL_MAX_THREADS);
    }
    if (plan->shards < 0 || plan->shards > 1024)
        return error_set(err, "%d shards are not from 1 to 1024", plan->shards);
    if (data->steps < 1 || data->steps > 1 << 16) return error_set(err, "sequences of %d steps", data->steps);
    if (data->sparse) {
        const SparseShape *shape = &data->sparse->shape;
        assert(shape->inputs == net_inputs(net) && shape->outputs == net_outputs(net) && data->steps == 1);
        (void)shape;
    }
    if (data->count == 0) return error_set(err, "there are no examples to learn from");
    return true;
}
