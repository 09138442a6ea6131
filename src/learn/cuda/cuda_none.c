// SPDX-License-Identifier: MIT
// Builds without CUDA.
#include "learn/cuda/cuda_internal.h"

#ifdef DEADWOOD_HAVE_CUDA
typedef int NotEmpty; // ISO C wants something in every file
#else

Cuda *cuda_open(const TrainRun *run, Error *err) {
    (void)run;
    error_set(err, "this program was built without CUDA; train on the processor, or build with -DDEADWOOD_CUDA=ON");
    return NULL;
}

// Never reached: there is nothing to call them with.
void cuda_close(Cuda *cuda) { (void)cuda; }

float *cuda_inputs(Cuda *cuda) {
    (void)cuda;
    return NULL;
}

float *cuda_targets(Cuda *cuda) { return cuda_inputs(cuda); }
float *cuda_weights(Cuda *cuda) { return cuda_inputs(cuda); }

bool cuda_learn(Cuda *cuda, int count, double *loss, double *weight, Error *err) {
    (void)cuda, (void)count;
    *loss = *weight = 0;
    return error_set(err, "no CUDA");
}

bool cuda_learn_packed(Cuda *cuda, const TrainRun *run, uint64_t key, Error *err) {
    (void)cuda, (void)run, (void)key;
    return error_set(err, "no CUDA");
}

bool cuda_losses(Cuda *cuda, double *loss, Error *err) {
    (void)cuda;
    *loss = 0;
    return error_set(err, "no CUDA");
}

bool cuda_check_packed(Cuda *cuda, const TrainRun *run, double *mean, Error *err) {
    (void)run;
    return cuda_losses(cuda, mean, err);
}

bool cuda_move(Cuda *cuda, const TrainRun *run, double weight, Error *err) {
    (void)cuda, (void)run, (void)weight;
    return error_set(err, "no CUDA");
}

bool cuda_fetch(Cuda *cuda, TrainRun *run, Error *err) {
    (void)cuda, (void)run;
    return error_set(err, "no CUDA");
}

#endif
