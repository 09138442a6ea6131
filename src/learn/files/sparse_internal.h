// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LEARN_FILES_SPARSE_INTERNAL_H
#define DEADWOOD_LEARN_FILES_SPARSE_INTERNAL_H

#include "learn/files/sparse.h"

// Writes one packed row, number `index`, into vectors that are zero. cuda_sparse.cuh does the same on the device.
void sparse_expand(const SparseShape *shape, const uint8_t *row, uint32_t index, float *inputs, float *targets);

#endif
