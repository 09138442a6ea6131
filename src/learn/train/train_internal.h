// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LEARN_TRAIN_TRAIN_INTERNAL_H
#define DEADWOOD_LEARN_TRAIN_TRAIN_INTERNAL_H

#include "base/threads/team.h"
#include "learn/net/pass_internal.h"
#include "learn/train/train.h"

// The progress of training: what a checkpoint keeps besides the arrays.
typedef struct TrainPosition {
    int epoch;      // done
    uint32_t batch; // done in the epoch under way
    uint64_t step;  // of the optimiser, over all epochs
    double loss;    // of the epoch under way: weighted sum, and the weights' sum
    double weight;
    double seconds; // spent on the epoch under way
    double best;
    int best_epoch;
    int waited; // epochs since the best
} TrainPosition;

// A thread's workspace.
typedef struct TrainSeat {
    Pass pass;
    uint32_t *indices;
} TrainSeat;

// A run of training, or of evaluation, which uses only the upper half.
typedef struct TrainRun {
    const Net *net;
    const TrainData *data;
    TrainLoss loss;
    Team *team;
    TrainSeat *seats; // one for each member of the team
    int seat_room;    // examples a seat holds
    uint32_t first;   // evaluation: the first example, and how many
    uint32_t count;
    double *sums; // two for each task: weighted losses, weights

    Net *learner; // the same net, to write
    const TrainPlan *plan;
    uint32_t learn_count, check_count; // examples to learn from and to validate with
    uint32_t batches;                  // of an epoch
    int shards, own_shard;             // and the first of them that this process works out
    bool stop;                         // peers were interrupted
    uint64_t updates;                  // in this run
    float *gradients;                  // [shards][stride]
    size_t stride;
    float *first_memory, *second_memory; // of the optimiser
    float *best_weights, *old_weights;   // of the best epoch; before training
    double *squares;                     // of each chunk of the gradient
    uint32_t batch_first, batch_size;    // the batch being learned
    double rate;                         // of its step
    TrainPosition at;
    TrainEpoch *history;
    struct Cuda *cuda; // NULL: the processor learns
    double unheard;    // weight of the batches whose loss is still on the GPU
    int unheard_batches;
} TrainRun;

// False with err set if the plan does not fit the net or the data.
bool train_check_plan(const Net *net, const TrainPlan *plan, const TrainData *data, Error *err);

// The i-th of n examples in a pseudorandom permutation given by key, computed entry by entry, so that no list is stored
// and any thread may call it.
uint32_t train_shuffle(uint64_t key, uint32_t n, uint32_t i);

// Seats and team for tasks of up to `room` examples. False with err set when memory is short.
bool train_open_seats(TrainRun *run, int threads, int room, bool learns, Error *err);
void train_close_seats(TrainRun *run);

// Examples `indices` of a seat through the net. Returns the weighted sum of losses and, in `weight`, that of weights.
// With `learns`, the seat's pass is left ready for pass_backward.
double train_examples(TrainRun *run, TrainSeat *seat, int count, bool learns, double *weight);

// The mean loss of run->count examples from run->first on. `sums` must have room for all tasks.
double train_check(TrainRun *run);
size_t train_check_tasks(const TrainRun *run, uint32_t count);

// Writes and reads plan->checkpoint. Reading returns false with err set if there is something that cannot be used;
// `found` says whether there was a file.
bool train_save_checkpoint(const TrainRun *run, Error *err);
bool train_load_checkpoint(TrainRun *run, bool *found, Error *err);

#endif
