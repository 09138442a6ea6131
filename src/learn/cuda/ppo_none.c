// SPDX-License-Identifier: MIT
// Builds without CUDA.
#include "learn/ppo/ppo_internal.h"

#ifdef DEADWOOD_HAVE_CUDA
typedef int NotEmpty; // ISO C wants something in every file
#else

void *ppo_cuda_pin(size_t bytes, Error *err) {
    (void)bytes;
    error_set(err, "this program was built without CUDA; train on the processor, or build with -DDEADWOOD_CUDA=ON");
    return NULL;
}

// Never reached: there is nothing to call them with.
void ppo_cuda_unpin(void *memory) { (void)memory; }

PpoCuda *ppo_cuda_open(Ppo *ppo, Error *err) {
    (void)ppo;
    error_set(err, "no CUDA");
    return NULL;
}

void ppo_cuda_close(PpoCuda *cuda) { (void)cuda; }

bool ppo_cuda_freeze(Ppo *ppo, int brain, Error *err) {
    (void)ppo, (void)brain;
    return error_set(err, "no CUDA");
}

bool ppo_cuda_begin(Ppo *ppo, int lane, Error *err) { return ppo_cuda_freeze(ppo, lane, err); }
bool ppo_cuda_end(Ppo *ppo, int lane, Error *err) { return ppo_cuda_freeze(ppo, lane, err); }

void ppo_cuda_look(Ppo *ppo) { (void)ppo; }

bool ppo_cuda_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err) {
    (void)ppo, (void)rate, (void)entropy, (void)report;
    return error_set(err, "no CUDA");
}

bool ppo_cuda_pull(Ppo *ppo, Error *err) { return ppo_cuda_freeze(ppo, 0, err); }
bool ppo_cuda_push(Ppo *ppo, Error *err) { return ppo_cuda_freeze(ppo, 0, err); }

bool ppo_cuda_peek(Ppo *ppo, uint8_t *choice, float *log_before, float *value, float *advantage, Error *err) {
    (void)choice, (void)log_before, (void)value, (void)advantage;
    return ppo_cuda_freeze(ppo, 0, err);
}

#endif
