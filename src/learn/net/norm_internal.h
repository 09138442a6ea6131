// SPDX-License-Identifier: MIT
// Layer norm of one row, forward and backward. Sums over a row always have the same order: 32 lanes, lane l adds up the
// elements l, l+32, l+64, ... and the lanes are added as a tree, l and l+16 first. That suits a processor's vectors and
// a GPU's warp alike, and gives the same bits whatever a vector's width.
//
// norm.c works on whole rows. The functions here are a lane's share, for a warp a row; unit.net puts them together on
// the processor and finds the bits of norm.c.
#ifndef DEADWOOD_LEARN_NET_NORM_INTERNAL_H
#define DEADWOOD_LEARN_NET_NORM_INTERNAL_H

#include <math.h>

#ifdef __CUDACC__
#define NORM_INLINE __host__ __device__ static inline
#else
#define NORM_INLINE static inline
#endif

enum { NORM_LANES = 32 };

// The inverse standard deviation, from the sum of squared deviations.
NORM_INLINE float norm_scale(float squares, int n) { return 1.0f / sqrtf(squares / (float)n + 1e-5f); }

// The input of the ReLU.
NORM_INLINE float norm_shifted(float norm, float gain, float bias) { return gain * norm + bias; }

// The gradient of the ReLU's input, from that of its output.
NORM_INLINE float norm_alive(float delta, float norm, float gain, float bias) {
    return norm_shifted(norm, gain, bias) > 0 ? delta : 0;
}

// The gradient of a pre-activation z, from the gradient of its norm and two row means: of those gradients, and of those
// gradients times norms.
NORM_INLINE float norm_by_sum(float by_norm, float norm, float mean, float crossed, float scale) {
    return scale * (by_norm - mean - norm * crossed);
}

// Forward: the lane's sum of sums, then of squares; then its norms (NULL: not needed) and outputs, plus `added` if it
// is not NULL.
NORM_INLINE float norm_lane_sum(const float *sums, int n, int lane) {
    float total = 0;
    for (int i = lane; i < n; i += NORM_LANES) total += sums[i];
    return total;
}

NORM_INLINE float norm_lane_squares(const float *sums, int n, int lane, float mean) {
    float total = 0;
    for (int i = lane; i < n; i += NORM_LANES) {
        float off = sums[i] - mean;
        total += off * off;
    }
    return total;
}

NORM_INLINE void norm_lane_outputs(const float *sums, int n, int lane, float mean, float scale, const float *gain,
                                   const float *bias, const float *added, float *norms, float *outputs) {
    for (int i = lane; i < n; i += NORM_LANES) {
        float norm = (sums[i] - mean) * scale, shifted = norm_shifted(norm, gain[i], bias[i]);
        float output = shifted > 0 ? shifted : 0;
        if (norms) norms[i] = norm;
        outputs[i] = added ? output + added[i] : output;
    }
}

// Backward: the lane's sums of gradients by norms and of those times norms; then the gradients by the sums, which may
// be written over those by the outputs.
NORM_INLINE void norm_lane_means(const float *delta, const float *norms, int n, int lane, const float *gain,
                                 const float *bias, float *plain, float *crossed) {
    *plain = *crossed = 0;
    for (int i = lane; i < n; i += NORM_LANES) {
        float by_norm = norm_alive(delta[i], norms[i], gain[i], bias[i]) * gain[i];
        *plain += by_norm;
        *crossed += by_norm * norms[i];
    }
}

NORM_INLINE void norm_lane_backward(const float *delta, const float *norms, int n, int lane, float scale,
                                    const float *gain, const float *bias, float mean, float crossed, float *to) {
    for (int i = lane; i < n; i += NORM_LANES) {
        float by_norm = norm_alive(delta[i], norms[i], gain[i], bias[i]) * gain[i];
        to[i] = norm_by_sum(by_norm, norms[i], mean, crossed, scale);
    }
}

#ifdef __cplusplus
extern "C" {
#endif

// A row of sums becomes norms: mean 0, variance 1. Returns the inverse deviation.
float norm_center(float *row, int n);

// Norms become outputs: relu(gain * norm + bias).
void norm_gain(float *row, const float *gain, const float *bias, int n);

// Gradients by the outputs become gradients by the sums; those by gains and biases are added to what is there.
void norm_backward(float *delta, const float *norms, float scale, const float *gain, const float *bias, int n,
                   float *gain_gradient, float *bias_gradient);

#ifdef __cplusplus
}
#endif
#endif
