// SPDX-License-Identifier: MIT
// Training on an NVIDIA GPU: the arithmetic of pass.h and train_step, with cuBLAS, for whole batches. Built with
// DEADWOOD_CUDA; without it, cuda_open says so.
#ifndef DEADWOOD_LEARN_CUDA_CUDA_INTERNAL_H
#define DEADWOOD_LEARN_CUDA_CUDA_INTERNAL_H

#include "learn/train/train_internal.h"

typedef struct Cuda Cuda;

// Allocates GPU memory for batches of run->plan->batch examples, the run's weights and the optimiser's moments. NULL
// with err set if there is no GPU or not enough of it.
Cuda *cuda_open(const TrainRun *run, Error *err);
void cuda_close(Cuda *cuda); // NULL is fine

// The host buffer for the rows of the next batch.
float *cuda_inputs(Cuda *cuda);
float *cuda_targets(Cuda *cuda);
float *cuda_weights(Cuda *cuda);

// Computes the gradient of the first `count` examples there, and the sums of weighted losses and of weights.
bool cuda_learn(Cuda *cuda, int count, double *loss, double *weight, Error *err);

// The same for the run's batch of packed rows (data->sparse), in the order of `key`. Losses are only summed; all rows
// have weight 1.
bool cuda_learn_packed(Cuda *cuda, const TrainRun *run, uint64_t key, Error *err);

// The sum of the losses of the packed rows of this epoch so far, those before a resume included.
bool cuda_losses(Cuda *cuda, double *loss, Error *err);

// The mean loss of the run's validation rows, packed.
bool cuda_check_packed(Cuda *cuda, const TrainRun *run, double *mean, Error *err);

// Takes an optimiser step with the gradient divided by `weight` and clipped.
bool cuda_move(Cuda *cuda, const TrainRun *run, double weight, Error *err);

// Copies weights and optimiser moments back into the run.
bool cuda_fetch(Cuda *cuda, TrainRun *run, Error *err);

#endif
