// SPDX-License-Identifier: MIT
// Activation functions in plain float arithmetic: additions, multiplications and divisions in a fixed order, no libm,
// whose last bit differs between machines. Within 2 units in the last place of the true values, tanh within 3.
#ifndef DEADWOOD_LEARN_NET_ACTIVATION_INTERNAL_H
#define DEADWOOD_LEARN_NET_ACTIVATION_INTERNAL_H

#include <stdint.h>
#include <string.h>

#include "learn/net/net.h"

// e^x for x clamped to -87..88. Range reduction by ln 2 in two parts and the polynomial of Cephes' expf. Adding and
// taking away 1.5 * 2^23 rounds to a whole number without a call.
static inline float act_exp(float x) {
    x = x > -87.0f ? x : -87.0f;
    x = x < 88.0f ? x : 88.0f;
    float n = x * 1.44269504088896341f + 12582912.0f;
    n = n - 12582912.0f;
    float r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    float p = 1.9875691500e-4f * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    uint32_t bits = (uint32_t)((int32_t)n + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

static inline float act_sigmoid(float x) { return 1.0f / (1.0f + act_exp(-x)); }

// Near 0 a polynomial, since 1 - 2/(e^2x + 1) cancels there; both are computed and one is selected, so that loops
// vectorise.
static inline float act_tanh(float x) {
    float size = x < 0 ? -x : x;
    float far = 1.0f - 2.0f / (act_exp(2.0f * size) + 1.0f);
    far = x < 0 ? -far : far;
    float s = x * x;
    float p = -5.70498872745e-3f * s + 2.06390887954e-2f;
    p = p * s - 5.37397155531e-2f;
    p = p * s + 1.33314422036e-1f;
    p = p * s - 3.33332819422e-1f;
    float near = p * s * x + x;
    return size < 0.625f ? near : far;
}

// Applies the function to a row of n values. NET_NORM is none of these: norm_internal.h.
void act_apply(NetActivation activation, float *values, int n);

// Turns gradients with respect to a layer's outputs into gradients with respect to its activation's inputs, row by row.
void act_backward(NetActivation activation, const float *outputs, float *gradients, int n);

// One step of an LSTM cell with n outputs. `gates` [4n] are pre-activations on entry and gate values on return; `cell`
// is the cell before the step, `new_cell` (may be the same array) and `output` the results.
void act_lstm(int n, float *gates, const float *cell, float *new_cell, float *output);

// Backward. `output_gradient` [n] is the gradient of this step's output. `cell_gradient` [n] is the gradient of this
// step's cell from later steps on entry, and that of the previous cell on return. `gates` become gradients of the
// pre-activations.
void act_lstm_backward(int n, float *gates, const float *cell, const float *new_cell, const float *output_gradient,
                       float *cell_gradient);

#endif
