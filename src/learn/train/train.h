// SPDX-License-Identifier: MIT
// Training: mini-batches of rows made on the fly, gradients, an optimiser, and epochs until the plan is done or
// validation stops improving. The same plan gives the same weights for any number of threads and for any number of
// interruptions.
#ifndef DEADWOOD_LEARN_TRAIN_TRAIN_H
#define DEADWOOD_LEARN_TRAIN_TRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "learn/net/net.h"
#include "learn/train/peers.h"

// Losses of one row, as in Keras: MSE and binary cross-entropy are means over the outputs; categorical cross-entropy is
// -sum t log p, where outputs that are no softmax are first divided by their sum.
typedef enum TrainLoss { TRAIN_MSE, TRAIN_BINARY, TRAIN_CATEGORICAL } TrainLoss;

typedef enum TrainOptimiser { TRAIN_SGD, TRAIN_RMSPROP, TRAIN_ADAM } TrainOptimiser;

// How the learning rate changes with the epochs that are done (a fraction within an epoch, but for STEP):
// STEP multiplies it by `factor` every `every` epochs, EXPONENTIAL by `factor` each epoch, COSINE takes it from rate to
// factor*rate along half a cosine over all epochs.
typedef enum TrainSchedule { TRAIN_CONSTANT, TRAIN_STEP, TRAIN_EXPONENTIAL, TRAIN_COSINE } TrainSchedule;

// Where the arithmetic is done. CUDA works on whole batches and rounds differently: its first steps agree with the
// processor's to within rounding, not to the bit. Packed rows (sparse.h) are expanded and validated on the GPU; CPU
// threads make and validate all other rows.
typedef enum TrainDevice { TRAIN_CPU, TRAIN_CUDA } TrainDevice;

// Where examples come from. They stay packed wherever they are; `fill` writes the rows asked for, so that nothing is
// ever stored as dense vectors. It is called from several threads at once, and the same index always gives the same
// row. Per example: inputs [steps][net inputs], targets [steps][net outputs], and weights [steps], which come in as 1:
// how much a step counts in the loss, 0 for steps beyond the end of a sequence. inputs and targets come in as zeros.
typedef struct TrainData {
    void *context;
    uint32_t count; // examples
    int steps;      // inputs per example: 1 for nets without memory
    void (*fill)(void *context, const uint32_t *indices, int count, float *inputs, float *targets, float *weights);
    const struct SparseRows *sparse; // the same rows packed (sparse.h), or NULL: a GPU gets them once and expands them
} TrainData;

typedef struct TrainEpoch {
    double training;   // mean loss of the rows as they were learned from, before each step
    double validation; // mean loss afterwards; NaN without validation rows
    double rate;       // learning rate of the epoch's last step
    double seconds;
} TrainEpoch;

// Everything left 0 has the meaning in brackets; train_plan gives sensible numbers to start from.
typedef struct TrainPlan {
    TrainLoss loss;
    TrainOptimiser optimiser;
    double rate;     // learning rate
    double momentum; // SGD's momentum [none], Adam's first decay
    double decay;    // RMSprop's and Adam's decay of squares
    double epsilon;  // added to the root of squares
    double clip;     // largest Euclidean norm of the gradient [no limit]

    TrainSchedule schedule;
    double factor;
    int every;

    int batch; // examples a step
    int epochs;
    double validation; // share of the examples kept apart: the last ones, so that neighbours stay together [none]
    int patience;      // epochs without a better validation (or else training) loss before stopping [never stop]
    double better;     // by how much a loss must fall to count as better
    bool keep_best;    // end with the weights of the best epoch instead of the last

    uint64_t seed; // of the order of examples
    int threads;   // [1]
    TrainDevice device;
    bool tf32;  // on a GPU: products of 11-bit mantissas, several times as fast; nothing elsewhere
    int shards; // parts of a batch summed apart; part of the result, unlike threads [about 128 rows each, at most 16]

    Peers *peers; // processes that share each batch, and end with the same weights; processor only [none]

    const char *checkpoint;    // file to resume from and to save to [none]
    double checkpoint_seconds; // between saves [60]; always saved at the end and when interrupted
    bool quiet;                // no progress on stderr
    void (*on_epoch)(void *context, int epoch, const TrainEpoch *result); // epoch from 1; called by the calling thread
    void *on_epoch_context;
} TrainPlan;

typedef struct TrainReport {
    TrainEpoch *history; // of all epochs, those before a resume included; ended with train_report_free
    int epochs;          // done
    int best_epoch;      // from 1; 0 before the first is done
    double best;         // its loss, by which patience judges
    bool stopped_early;
    bool interrupted; // by Ctrl-C: the checkpoint, if there is one, goes on from here
    bool resumed;
    size_t rows;    // learned from in this run, steps that count nothing included
    double seconds; // of this run
    uint64_t bytes; // that this process sent to its peers, of so many updates in this run:
    uint64_t updates;
} TrainReport;

// Adam, Keras's rates, batches of 256, 10 epochs, one tenth for validation, one thread.
TrainPlan train_plan(TrainLoss loss);

// Trains `net` where it is. False with err set if the plan does not fit the net or the data, if the checkpoint is
// damaged or belongs to other work, if memory or the disk is full, or if the loss is no longer finite; the net then
// keeps its original weights. `report` may be NULL.
bool train(Net *net, const TrainPlan *plan, const TrainData *data, TrainReport *report, Error *err);
void train_report_free(TrainReport *report);

// The mean loss over examples first to first+count-1.
bool train_evaluate(const Net *net, TrainLoss loss, const TrainData *data, uint32_t first, uint32_t count, int threads,
                    double *mean, Error *err);

// Ten steps of small nets on packed rows, on the GPU and on the processor: the largest difference between their weights
// and losses, below 2e-4, by rounding alone, if the GPU works correctly. False with err set if there is no GPU.
bool train_compare(double *difference, Error *err);

// The learning rate after `epochs` epochs.
double train_rate(const TrainPlan *plan, double epochs);

// One optimiser step over `count` parameters, for callers that train in another way (temporal differences). `first` and
// `second` are its moments, zero before step 1; SGD uses only the first, RMSprop only the second.
void train_step(const TrainPlan *plan, double rate, uint64_t step, size_t count, const float *gradient, float *weights,
                float *first, float *second);

// The history as text, for curves: "epoch training validation rate seconds", one line an epoch.
bool train_save_history(const TrainReport *report, const char *path, Error *err);

#endif
