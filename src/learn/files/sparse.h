// SPDX-License-Identifier: MIT
// Packed rows: the nonzero elements of an input vector, and the indices of the outputs that are 1 in the target. A row
// of 208 inputs and 52 outputs with 30 and 10 of them takes 72 bytes instead of 1,040, fits a GPU's memory fifty
// million times over, and becomes vectors only where they are needed.
#ifndef DEADWOOD_LEARN_FILES_SPARSE_H
#define DEADWOOD_LEARN_FILES_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "learn/train/train.h"

typedef struct SparseInput {
    uint8_t index;
    int8_t value; // not 0
} SparseInput;

// A row begins at a multiple of SPARSE_UNIT bytes: number of inputs, number of targets, the inputs as pairs, the
// indices of the targets, zeros up to the next row.
enum { SPARSE_UNIT = 4, SPARSE_MOST = 255, SPARSE_ROW_BYTES = 2 + 3 * SPARSE_MOST + SPARSE_UNIT };

// How rows become vectors. If `shown_at` is not 0, a net learns to complete sets: a random part of a row's targets
// (chosen by the hash of the row's number) becomes inputs of 1 from shown_at on; the others stay targets, with equal
// shares of 1.
typedef struct SparseShape {
    int inputs, outputs; // of the net; the rows' own inputs and targets are below them, at most 256
    int shown_at;
} SparseShape;

// `{.shape = ...}` is empty; ended with sparse_free. At most 2^32 - 1 rows and 16 GiB.
typedef struct SparseRows {
    SparseShape shape;
    uint8_t *data;
    uint32_t *at; // where each row begins, in units of SPARSE_UNIT bytes; in any order
    uint32_t count, room;
    size_t size, data_room; // bytes
    bool full;              // memory ran out, or a limit was met: rows are missing
} SparseRows;

void sparse_free(SparseRows *rows);

// Room for so many rows and bytes at once, so that gigabytes are not moved as they grow. False when there is none.
bool sparse_reserve(SparseRows *rows, uint64_t count, uint64_t bytes);

void sparse_add(SparseRows *rows, const SparseInput *inputs, int input_count, const uint8_t *targets, int target_count);
void sparse_append(SparseRows *rows, const SparseRows *more);
void sparse_cut(SparseRows *rows, uint32_t count); // forgets the rows from number `count` on, of rows in their order

// The rows as examples; `rows` is borrowed and must not change.
TrainData sparse_data(const SparseRows *rows);

// Bytes of the packed row that begins there, padding included.
static inline size_t sparse_row_bytes(const uint8_t *row) {
    return ((size_t)2 + 2 * (size_t)row[0] + row[1] + SPARSE_UNIT - 1) / SPARSE_UNIT * SPARSE_UNIT;
}

// ---- Files ----

// A file of rows grows block by block. Opening it drops an incomplete last block, so a kill loses only what was not yet
// written. Its first line identifies the work it belongs to.
typedef struct SparseFile SparseFile;

// Opens the file to continue it, or creates it. `work` is the identifying line; a file of other work is refused. The
// caller ends it with sparse_file_close. NULL with err set on failure.
SparseFile *sparse_file_open(const char *path, const char *work, Error *err);
void sparse_file_close(SparseFile *file); // NULL is fine

uint64_t sparse_file_count(const SparseFile *file); // rows
uint64_t sparse_file_mark(const SparseFile *file);  // as given with the last block; 0 before the first

// Adds all rows as one block. `mark` records how far the caller's work is.
bool sparse_file_add(SparseFile *file, const SparseRows *rows, uint64_t mark, Error *err);

// Rows and bytes of a file, without reading the rows.
bool sparse_file_size(const char *path, const char *work, uint64_t *count, uint64_t *bytes, Error *err);

// Adds the bytes of all rows of the file to rows->data and where each begins to `at`, which has room for all. False
// with err set if the file is damaged, belongs to other work, or has rows that do not fit the shape.
bool sparse_file_read(const char *path, const char *work, SparseRows *rows, uint32_t *at, Error *err);

#endif
