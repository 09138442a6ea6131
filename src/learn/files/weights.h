// SPDX-License-Identifier: MIT
// Files of named arrays: safetensors (https://github.com/huggingface/safetensors), as docs/LEARNING.md describes them.
// A file is read whole and checked whole: one that is cut, damaged or does not follow the format loads nothing.
#ifndef DEADWOOD_LEARN_FILES_WEIGHTS_H
#define DEADWOOD_LEARN_FILES_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text/text.h"

enum { WEIGHTS_MAX_RANK = 4, WEIGHTS_MAX_TENSORS = 256, WEIGHTS_MAX_FACTS = 256, WEIGHTS_NAME = 64 };

typedef enum WeightsType { WEIGHTS_F32, WEIGHTS_F64 } WeightsType;

typedef struct WeightsTensor {
    char name[WEIGHTS_NAME];
    WeightsType type;
    int rank;
    size_t shape[WEIGHTS_MAX_RANK];
    const void *data; // in the machine's byte order; not aligned in files of others: copy with weights_floats
} WeightsTensor;

// Metadata about the weights: recipe, seed, metrics and so on; free text under short names.
typedef struct WeightsFact {
    const char *name;
    const char *value;
} WeightsFact;

typedef struct Weights Weights;

// Writes all tensors and facts, and a fact "sha256" that covers every byte of the file. Atomic: a full disk or a kill
// leaves the old file. Names must be unique.
bool weights_save(const char *path, const WeightsTensor *tensors, int tensor_count, const WeightsFact *facts,
                  int fact_count, Error *err);

// Reads a file. NULL with err set on failure. The caller ends it with weights_close.
Weights *weights_load(const char *path, Error *err);
Weights *weights_parse(const void *bytes, size_t size, Error *err); // the same from memory, which is copied
void weights_close(Weights *weights);                               // NULL is fine

int weights_count(const Weights *weights);
const WeightsTensor *weights_tensor(const Weights *weights, int index);
const WeightsTensor *weights_find(const Weights *weights, const char *name); // NULL if there is none
int weights_fact_count(const Weights *weights);
WeightsFact weights_fact_at(const Weights *weights, int index);
const char *weights_fact(const Weights *weights, const char *name); // NULL if there is none

size_t weights_size(const WeightsTensor *tensor); // elements

// Copies the tensor of that name, which must have exactly this type and shape. Floats must be finite.
bool weights_floats(const Weights *weights, const char *name, int rank, const size_t *shape, float *to, Error *err);
bool weights_doubles(const Weights *weights, const char *name, int rank, const size_t *shape, double *to, Error *err);

#endif
