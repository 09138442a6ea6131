// SPDX-License-Identifier: MIT
#include "learn/files/sparse.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "learn/files/sparse_internal.h"

// Bytes that `at` can tell apart, as far as memory can be addressed.
#define MOST_BYTES ((size_t)(SIZE_MAX / SPARSE_UNIT > UINT32_MAX ? (uint64_t)SPARSE_UNIT << 32 : SIZE_MAX / 2))

void sparse_free(SparseRows *rows) {
    free(rows->data);
    free(rows->at);
    *rows = (SparseRows){.shape = rows->shape};
}

static bool grow(void **data, size_t bytes) {
    void *more = realloc(*data, bytes);
    if (more) *data = more;
    return more != NULL;
}

bool sparse_reserve(SparseRows *rows, uint64_t count, uint64_t bytes) {
    if (count > UINT32_MAX || count > SIZE_MAX / sizeof *rows->at || bytes > MOST_BYTES) rows->full = true;
    if (!rows->full && count > rows->room) {
        rows->full = !grow((void **)&rows->at, (size_t)count * sizeof *rows->at);
        if (!rows->full) rows->room = (uint32_t)count;
    }
    if (!rows->full && bytes > rows->data_room) {
        rows->full = !grow((void **)&rows->data, (size_t)bytes);
        if (!rows->full) rows->data_room = (size_t)bytes;
    }
    return !rows->full;
}

// Room for more rows and bytes, half as much again where it must grow.
static bool make_room(SparseRows *rows, uint32_t more, size_t bytes) {
    uint64_t count = (uint64_t)rows->count + more;
    size_t size = rows->size + bytes;
    if (count > rows->room) count += count / 2 + 64;
    if (size > rows->data_room) size += size / 2 + 4096;
    if (count > UINT32_MAX && (uint64_t)rows->count + more <= UINT32_MAX) count = UINT32_MAX;
    if (size > MOST_BYTES && rows->size + bytes <= MOST_BYTES) size = MOST_BYTES;
    return sparse_reserve(rows, count, size);
}

void sparse_add(SparseRows *rows, const SparseInput *inputs, int input_count, const uint8_t *targets,
                int target_count) {
    assert(input_count >= 0 && input_count <= SPARSE_MOST && target_count >= 0 && target_count <= SPARSE_MOST);
    if (!make_room(rows, 1, SPARSE_ROW_BYTES)) return;
    uint8_t *row = rows->data + rows->size, *to = row;
    *to++ = (uint8_t)input_count;
    *to++ = (uint8_t)target_count;
    for (int i = 0; i < input_count; i++) {
        assert(inputs[i].index < rows->shape.inputs);
        *to++ = inputs[i].index;
        *to++ = (uint8_t)inputs[i].value;
    }
    for (int i = 0; i < target_count; i++) {
        assert(targets[i] < rows->shape.outputs);
        *to++ = targets[i];
    }
    memset(to, 0, SPARSE_UNIT);
    rows->at[rows->count++] = (uint32_t)(rows->size / SPARSE_UNIT);
    rows->size += sparse_row_bytes(row);
}

void sparse_append(SparseRows *rows, const SparseRows *more) {
    rows->full = rows->full || more->full;
    if (!more->count || !make_room(rows, more->count, more->size)) return;
    uint32_t shift = (uint32_t)(rows->size / SPARSE_UNIT);
    memcpy(rows->data + rows->size, more->data, more->size);
    for (uint32_t i = 0; i < more->count; i++) rows->at[rows->count + i] = more->at[i] + shift;
    rows->count += more->count;
    rows->size += more->size;
}

void sparse_cut(SparseRows *rows, uint32_t count) {
    if (count >= rows->count) return;
    rows->size = (size_t)rows->at[count] * SPARSE_UNIT;
    rows->count = count;
}

// ---- Vectors ----

// The next number below n of a stream that begins with the hash of a row's number. Slightly uneven, by n / 2^32.
static uint32_t draw(uint64_t *stream, uint32_t n) {
    *stream = rng_mix(*stream + UINT64_C(0x9E3779B97F4A7C15));
    return (uint32_t)((*stream >> 32) * n >> 32);
}

static void show_some(const uint8_t *ones, int count, uint32_t index, float *shown, float *targets) {
    if (!count) return;
    uint64_t stream = rng_mix(index);
    int show = (int)draw(&stream, (uint32_t)count);
    float share = 1.0f / (float)(count - show);
    for (int i = 0; i < count; i++) {
        if ((int)draw(&stream, (uint32_t)(count - i)) < show) {
            shown[ones[i]] = 1;
            show--;
        } else {
            targets[ones[i]] = share;
        }
    }
}

void sparse_expand(const SparseShape *shape, const uint8_t *row, uint32_t index, float *inputs, float *targets) {
    const uint8_t *pair = row + 2, *ones = pair + 2 * row[0];
    for (int i = 0; i < row[0]; i++) inputs[pair[2 * i]] = (float)(int8_t)pair[2 * i + 1];
    if (shape->shown_at) {
        show_some(ones, row[1], index, inputs + shape->shown_at, targets);
    } else {
        for (int i = 0; i < row[1]; i++) targets[ones[i]] = 1;
    }
}

static void fill(void *context, const uint32_t *indices, int count, float *inputs, float *targets, float *weights) {
    const SparseRows *rows = context;
    const SparseShape *shape = &rows->shape;
    (void)weights;
    for (int i = 0; i < count; i++)
        sparse_expand(shape, rows->data + (size_t)rows->at[indices[i]] * SPARSE_UNIT, indices[i],
                      inputs + (size_t)i * (size_t)shape->inputs, targets + (size_t)i * (size_t)shape->outputs);
}

TrainData sparse_data(const SparseRows *rows) {
    return (TrainData){
        .context = (void *)(uintptr_t)rows, .count = rows->count, .steps = 1, .fill = fill, .sparse = rows};
}
