// SPDX-License-Identifier: MIT
// Packed rows on the device (sparse.h): uploaded once, drawn in the order of train_shuffle and expanded batch by batch.
// Part of cuda.cu; the same as sparse.c and train_rows.c do, which unit.train compares.
#ifndef DEADWOOD_LEARN_CUDA_CUDA_SPARSE_CUH
#define DEADWOOD_LEARN_CUDA_CUDA_SPARSE_CUH

#include <stdint.h>

#include "learn/net/chance_internal.h"

struct PackedRows {
    SparseShape shape;
    uint8_t *data;
    uint32_t *at;
};

// Which rows: those from `first` on, or, with `n` not 0, as they come in the order of `key` of the first n.
struct PackedOrder {
    uint64_t key;
    uint32_t n, first;
};

__device__ static uint32_t draw_below(uint64_t *stream, uint32_t n) {
    *stream = chance_mix(*stream + 0x9E3779B97F4A7C15ull);
    return (uint32_t)((*stream >> 32) * n >> 32);
}

__device__ static void cuda_show_some(const uint8_t *ones, int count, uint32_t index, float *shown, float *targets) {
    if (!count) return;
    uint64_t stream = chance_mix(index);
    int show = (int)draw_below(&stream, (uint32_t)count);
    float share = 1.0f / (float)(count - show);
    for (int i = 0; i < count; i++) {
        if ((int)draw_below(&stream, (uint32_t)(count - i)) < show) {
            shown[ones[i]] = 1;
            show--;
        } else {
            targets[ones[i]] = share;
        }
    }
}

// One warp per row: writes zeros, coalesced, then the nonzero elements.
__global__ static void cuda_expand_rows(PackedRows rows, PackedOrder order, int count, float *inputs, float *targets,
                                        float *weights) {
    int row = (int)((blockIdx.x * blockDim.x + threadIdx.x) / CUDA_WARP), lane = (int)(threadIdx.x % CUDA_WARP);
    if (row >= count) return;
    uint32_t place = order.first + (uint32_t)row, index = order.n ? chance_shuffle(order.key, order.n, place) : place;
    const uint8_t *packed = rows.data + (size_t)rows.at[index] * SPARSE_UNIT;
    float *in = inputs + (size_t)row * rows.shape.inputs, *out = targets + (size_t)row * rows.shape.outputs;
    for (int i = lane; i < rows.shape.inputs; i += CUDA_WARP) in[i] = 0;
    for (int i = lane; i < rows.shape.outputs; i += CUDA_WARP) out[i] = 0;
    __syncwarp();
    int pairs = packed[0], ones = packed[1];
    const uint8_t *pair = packed + 2, *one = pair + 2 * pairs;
    for (int i = lane; i < pairs; i += CUDA_WARP) in[pair[2 * i]] = (float)(int8_t)pair[2 * i + 1];
    if (rows.shape.shown_at) {
        if (lane == 0) cuda_show_some(one, ones, index, in + rows.shape.shown_at, out);
    } else {
        for (int i = lane; i < ones; i += CUDA_WARP) out[one[i]] = 1;
    }
    if (lane == 0) weights[row] = 1;
}

enum { ADDERS = 256 };

// *total += all losses, by one block and in a fixed order.
__global__ static void cuda_add_losses(const float *losses, int count, double *total) {
    __shared__ double sums[ADDERS];
    double sum = 0;
    for (int i = (int)threadIdx.x; i < count; i += ADDERS) sum += losses[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = ADDERS / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) *total += sums[0];
}

#endif
