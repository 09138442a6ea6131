// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LEARN_FILES_WEIGHTS_INTERNAL_H
#define DEADWOOD_LEARN_FILES_WEIGHTS_INTERNAL_H

#include "learn/files/weights.h"

enum { WEIGHTS_HEADER_LIMIT = 1 << 20 }; // bytes; ours are a few thousand

static const char WEIGHTS_CHECKSUM[] = "sha256"; // the fact's name

struct Weights {
    Text bytes; // the file
    int tensor_count;
    WeightsTensor tensors[WEIGHTS_MAX_TENSORS];
    size_t begin[WEIGHTS_MAX_TENSORS], end[WEIGHTS_MAX_TENSORS]; // of a tensor's data, from the end of the header
    int fact_count;
    size_t names[WEIGHTS_MAX_FACTS], values[WEIGHTS_MAX_FACTS]; // where they begin in `facts`
    Text facts;                                                 // NUL after each
    size_t checksum;                                            // where the digits of the checksum begin; 0: none
};

// Fills tensors and facts from the header, bytes 8 to 8+size-1. Knows JSON as far as safetensors uses it, and is
// strict about it.
bool weights_read_header(Weights *weights, size_t size, Error *err);

size_t weights_element(WeightsType type); // bytes

#endif
