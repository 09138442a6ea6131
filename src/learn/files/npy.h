// SPDX-License-Identifier: MIT
// Writes NumPy's .npy files (format 1.0) row by row.
#ifndef DEADWOOD_LEARN_FILES_NPY_H
#define DEADWOOD_LEARN_FILES_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef enum NpyType { NPY_F32, NPY_F64, NPY_U8, NPY_I32, NPY_I64 } NpyType;

typedef struct Npy Npy;

// Starts an array of [rows as they come, shape[0], ..., shape[rank-1]]; rank 0 to 3. The file appears under its name
// only when npy_close succeeds. NULL with err set on failure.
Npy *npy_create(const char *path, NpyType type, int rank, const size_t *shape, Error *err);

// Adds whole rows of the array's type.
bool npy_write(Npy *npy, const void *rows, size_t count, Error *err);

// Completes the file and moves it into place; false with err set on failure. The array is freed in any case; NULL is
// fine.
bool npy_close(Npy *npy, Error *err);

// Writes the rows of all parts, in their order, as one array; the parts are as this file writes them, with rows of at
// most 64 KiB. False with err set, and nothing written, on failure.
bool npy_join(const char *path, const char *const *parts, int count, Error *err);

// Abandons the array and leaves nothing on disk. NULL is fine.
void npy_drop(Npy *npy);

#endif
