// SPDX-License-Identifier: MIT
// PPO's kernels: rows of bytes as inputs, choices, values, advantages, losses, sums. The arithmetic per row or game is
// shared with the CPU (ppo_row_internal.h); the kernels only distribute it over threads. Part of ppo.cu.
#ifndef DEADWOOD_LEARN_CUDA_PPO_KERNELS_CUH
#define DEADWOOD_LEARN_CUDA_PPO_KERNELS_CUH

#include "learn/cuda/cuda_pass.cuh"

extern "C" {
#include "learn/ppo/ppo_internal.h"
}

// The rows' bytes on the device.
struct PpoBytes {
    const uint8_t *inputs, *secrets, *legal;
    int input_bytes, secret_bytes, legal_bytes;
};

// Which rows, the i-th of a kernel's: places[shuffled first + i] with `n` not 0; places[first + i] + base otherwise;
// with no places, base + first + i.
struct PpoOrder {
    const uint32_t *places;
    uint64_t key;
    uint32_t n, first, base;
};

__device__ static inline uint32_t ppo_place_of(PpoOrder order, uint32_t i) {
    if (order.n) return order.places[chance_shuffle(order.key, order.n, order.first + i)];
    return order.base + (order.places ? order.places[order.first + i] : order.first + i);
}

// Bytes to floats by one warp, four at a time where they lie so.
__device__ static inline void expand_bytes(const uint8_t *bytes, int count, int lane, float *to) {
    const float unit = 1.0f / PPO_ONE;
    if ((((uintptr_t)bytes | (uintptr_t)count) & 3) == 0 && ((uintptr_t)to & 15) == 0) {
        for (int i = lane; i < count / 4; i += CUDA_WARP) {
            uchar4 quad = ((const uchar4 *)bytes)[i];
            ((float4 *)to)[i] = make_float4(quad.x * unit, quad.y * unit, quad.z * unit, quad.w * unit);
        }
        return;
    }
    for (int i = lane; i < count; i += CUDA_WARP) to[i] = bytes[i] * unit;
}

// A warp a row. `places`, if not NULL, is told where the rows are.
__global__ static void ppo_expand_rows(PpoBytes bytes, PpoOrder order, int count, bool secrets, float *to,
                                       uint32_t *places) {
    int i = (int)((blockIdx.x * blockDim.x + threadIdx.x) / CUDA_WARP), lane = (int)(threadIdx.x % CUDA_WARP);
    if (i >= count) return;
    size_t place = ppo_place_of(order, (uint32_t)i);
    float *row = to + (size_t)i * (bytes.input_bytes + (secrets ? bytes.secret_bytes : 0));
    expand_bytes(bytes.inputs + place * bytes.input_bytes, bytes.input_bytes, lane, row);
    if (secrets) {
        expand_bytes(bytes.secrets + place * bytes.secret_bytes, bytes.secret_bytes, lane, row + bytes.input_bytes);
    }
    if (places && lane == 0) places[i] = (uint32_t)place;
}

// One thread per row, but outputs are loaded and stored coalesced through shared memory, with an odd stride that avoids
// bank conflicts.
enum { TILE_ROWS = 32 };

static inline size_t tile_size(int choices) { return sizeof(float) * TILE_ROWS * (size_t)(choices | 1); }

__device__ static inline void load_tile(const float *outputs, int count, int choices, float *tile) {
    int first = (int)blockIdx.x * TILE_ROWS, rows = count - first < TILE_ROWS ? count - first : TILE_ROWS;
    const float *from = outputs + (size_t)first * choices;
    for (int i = (int)threadIdx.x; i < rows * choices; i += TILE_ROWS) {
        tile[i / choices * (choices | 1) + i % choices] = from[i];
    }
    __syncthreads();
}

__device__ static inline void store_tile(float *outputs, int count, int choices, const float *tile) {
    int first = (int)blockIdx.x * TILE_ROWS, rows = count - first < TILE_ROWS ? count - first : TILE_ROWS;
    float *to = outputs + (size_t)first * choices;
    __syncthreads();
    for (int i = (int)threadIdx.x; i < rows * choices; i += TILE_ROWS) {
        to[i] = tile[i / choices * (choices | 1) + i % choices];
    }
}

// Choices of games: order.places are their numbers, order.base the step's first row. `answers` [games of the range].
__global__ static void draw_rows(const float *outputs, PpoBytes bytes, PpoOrder order, int count, int choices,
                                 uint64_t key, uint32_t first_game, uint8_t *choice, float *log_before,
                                 uint8_t *answers) {
    extern __shared__ float tile[];
    load_tile(outputs, count, choices, tile);
    int i = (int)(blockIdx.x * TILE_ROWS + threadIdx.x);
    if (i >= count) return;
    uint32_t game = order.places[order.first + (uint32_t)i], row = order.base + game;
    float log_probability;
    uint8_t drawn = ppo_draw(tile + threadIdx.x * (choices | 1), bytes.legal + (size_t)row * bytes.legal_bytes, choices,
                             ppo_chance(key, game), &log_probability);
    choice[row] = drawn;
    log_before[row] = log_probability;
    answers[game - first_game] = drawn;
}

__global__ static void keep_values(const float *outputs, PpoOrder order, int count, float *value) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) value[ppo_place_of(order, (uint32_t)i)] = outputs[i];
}

__global__ static void advantages_of_games(PpoRollout rollout) {
    int game = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (game < rollout.games) ppo_advantages(&rollout, game);
}

// Sums: of a block's threads, in a fixed order, for thread 0.
__device__ static inline double ppo_block_sum(double value) {
    __shared__ double sums[CUDA_THREADS];
    __syncthreads();
    sums[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = CUDA_THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    return sums[0];
}

enum { SUM_PARTS = CUDA_THREADS }; // blocks that sum, and threads that add up what they found

// parts [PPO_MOMENTS][SUM_PARTS].
__global__ static void sum_moments(const uint32_t *learned, uint32_t count, const float *advantage, const float *target,
                                   double *parts) {
    double sums[PPO_MOMENTS] = {0, 0, 0, 0};
    for (uint32_t i = blockIdx.x * CUDA_THREADS + threadIdx.x; i < count; i += SUM_PARTS * CUDA_THREADS) {
        double a = advantage[learned[i]], t = target[learned[i]];
        sums[0] += a;
        sums[1] += a * a;
        sums[2] += t;
        sums[3] += t * t;
    }
    for (int k = 0; k < PPO_MOMENTS; k++) {
        double sum = ppo_block_sum(sums[k]);
        if (threadIdx.x == 0) parts[k * SUM_PARTS + blockIdx.x] = sum;
    }
}

// An iteration's results for the host, and the mean and deviation of the advantages, which only the device needs.
struct PpoHeard {
    PpoSums sums;
    double moments[PPO_MOMENTS];
    double mean, deviation;
};

// One block. As ppo_normal.
__global__ static void judge_moments(const double *parts, double count, PpoHeard *heard) {
    for (int k = 0; k < PPO_MOMENTS; k++) {
        double sum = ppo_block_sum(parts[k * SUM_PARTS + threadIdx.x]);
        if (threadIdx.x == 0) heard->moments[k] = sum;
    }
    if (threadIdx.x != 0) return;
    double mean = heard->moments[0] / count, variance = heard->moments[1] / count - mean * mean;
    heard->mean = mean;
    heard->deviation = sqrt(variance > 0 ? variance : 0) + 1e-8;
}

// The arrays of rows that learning reads.
struct PpoLearned {
    const uint8_t *choice;
    const float *log_before, *value, *advantage, *target;
};

__global__ static void judge_rows(const float *outputs, PpoBytes bytes, const uint32_t *places, int count, int choices,
                                  PpoLearned learned, const PpoHeard *heard, PpoPull pull, float *delta,
                                  PpoLoss *losses) {
    extern __shared__ float tile[];
    float *deltas = tile + TILE_ROWS * (choices | 1);
    load_tile(outputs, count, choices, tile);
    int i = (int)(blockIdx.x * TILE_ROWS + threadIdx.x);
    if (i < count) { // all threads are needed again below
        size_t row = places[i];
        float advantage = (float)(((double)learned.advantage[row] - heard->mean) / heard->deviation);
        losses[i] = ppo_judge(tile + threadIdx.x * (choices | 1), bytes.legal + row * bytes.legal_bytes, choices,
                              learned.choice[row], learned.log_before[row], advantage, pull,
                              deltas + threadIdx.x * (choices | 1));
    }
    store_tile(delta, count, choices, deltas);
}

__global__ static void judge_values(const float *outputs, const uint32_t *places, int count, PpoLearned learned,
                                    PpoPull pull, float *delta, float *losses) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    uint32_t row = places[i];
    losses[i] = ppo_judge_value(outputs[i], learned.value[row], learned.target[row], pull, &delta[i]);
}

// One block adds the losses of a minibatch.
__global__ static void ppo_add_losses(const PpoLoss *losses, int count, PpoHeard *heard) {
    double sums[4] = {0, 0, 0, 0};
    for (int i = (int)threadIdx.x; i < count; i += CUDA_THREADS) {
        sums[0] += losses[i].policy;
        sums[1] += losses[i].entropy;
        sums[2] += losses[i].divergence;
        sums[3] += losses[i].clipped;
    }
    for (int k = 0; k < 4; k++) sums[k] = ppo_block_sum(sums[k]);
    if (threadIdx.x != 0) return;
    heard->sums.rows += count;
    heard->sums.policy += sums[0];
    heard->sums.entropy += sums[1];
    heard->sums.divergence += sums[2];
    heard->sums.clipped += sums[3];
}

__global__ static void add_value_losses(const float *losses, int count, PpoHeard *heard) {
    double sum = 0;
    for (int i = (int)threadIdx.x; i < count; i += CUDA_THREADS) sum += losses[i];
    sum = ppo_block_sum(sum);
    if (threadIdx.x == 0) heard->sums.value += sum;
}

#endif
