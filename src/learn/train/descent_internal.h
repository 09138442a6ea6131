// SPDX-License-Identifier: MIT
// One optimiser step on a gradient that several shards computed: summed in the shards' order, clipped and applied by a
// team. The same bits for any number of threads.
#ifndef DEADWOOD_LEARN_TRAIN_DESCENT_INTERNAL_H
#define DEADWOOD_LEARN_TRAIN_DESCENT_INTERNAL_H

#include "base/threads/team.h"
#include "learn/train/train.h"

typedef struct Descent {
    const TrainPlan *plan; // its optimiser and clip
    size_t parameters;
    int shards;
    size_t stride;         // floats from one shard's gradient to the next
    float *gradients;      // [shards][stride]; the step is left in the first
    const double *weights; // [shards][2]: the second says whether the shard has written a gradient: above 0
    float *block, *first, *second;
    double *squares; // [descent_chunks(parameters)]
    double scale, rate;
    uint64_t step; // of the optimiser, from 1
} Descent;

size_t descent_chunks(size_t parameters);

// Takes an optimiser step with the sum of gradients divided by `weight`. Returns that gradient's norm before clipping,
// or 0 if the plan does not clip. If the norm is not finite, nothing moves.
double descent_move(Descent *descent, Team *team, double weight);

#endif
