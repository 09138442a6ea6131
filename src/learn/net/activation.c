// SPDX-License-Identifier: MIT
#include "learn/net/activation_internal.h"

#include <assert.h>

static void softmax(float *values, int n) {
    float top = values[0];
    for (int i = 1; i < n; i++) top = values[i] > top ? values[i] : top;
    for (int i = 0; i < n; i++) values[i] = act_exp(values[i] - top);
    float sum = 0;
    for (int i = 0; i < n; i++) sum += values[i];
    for (int i = 0; i < n; i++) values[i] = values[i] / sum;
}

void act_apply(NetActivation activation, float *values, int n) {
    switch (activation) {
    case NET_LINEAR: return;
    case NET_RELU:
        for (int i = 0; i < n; i++) values[i] = values[i] > 0 ? values[i] : 0;
        return;
    case NET_SIGMOID:
        for (int i = 0; i < n; i++) values[i] = act_sigmoid(values[i]);
        return;
    case NET_TANH:
        for (int i = 0; i < n; i++) values[i] = act_tanh(values[i]);
        return;
    case NET_SOFTMAX: softmax(values, n); return;
    case NET_NORM: assert(false);
    }
}

void act_backward(NetActivation activation, const float *outputs, float *gradients, int n) {
    switch (activation) {
    case NET_LINEAR: return;
    case NET_RELU:
        for (int i = 0; i < n; i++) gradients[i] = outputs[i] > 0 ? gradients[i] : 0;
        return;
    case NET_SIGMOID:
        for (int i = 0; i < n; i++) gradients[i] *= outputs[i] * (1.0f - outputs[i]);
        return;
    case NET_TANH:
        for (int i = 0; i < n; i++) gradients[i] *= 1.0f - outputs[i] * outputs[i];
        return;
    case NET_SOFTMAX: {
        float mean = 0;
        for (int i = 0; i < n; i++) mean += gradients[i] * outputs[i];
        for (int i = 0; i < n; i++) gradients[i] = outputs[i] * (gradients[i] - mean);
        return;
    }
    case NET_NORM: assert(false);
    }
}

void act_lstm(int n, float *gates, const float *cell, float *new_cell, float *output) {
    float *in = gates, *forget = gates + n, *candidate = gates + 2 * n, *out = gates + 3 * n;
    for (int i = 0; i < 2 * n; i++) gates[i] = act_sigmoid(gates[i]);
    for (int i = 0; i < n; i++) candidate[i] = act_tanh(candidate[i]);
    for (int i = 0; i < n; i++) out[i] = act_sigmoid(out[i]);
    for (int i = 0; i < n; i++) new_cell[i] = forget[i] * cell[i] + in[i] * candidate[i];
    for (int i = 0; i < n; i++) output[i] = out[i] * act_tanh(new_cell[i]);
}

void act_lstm_backward(int n, float *gates, const float *cell, const float *new_cell, const float *output_gradient,
                       float *cell_gradient) {
    float *in = gates, *forget = gates + n, *candidate = gates + 2 * n, *out = gates + 3 * n;
    for (int i = 0; i < n; i++) {
        float a = in[i], f = forget[i], g = candidate[i], o = out[i];
        float shown = act_tanh(new_cell[i]);
        float by_cell = cell_gradient[i] + output_gradient[i] * o * (1.0f - shown * shown);
        in[i] = by_cell * g * a * (1.0f - a);
        forget[i] = by_cell * cell[i] * f * (1.0f - f);
        candidate[i] = by_cell * a * (1.0f - g * g);
        out[i] = output_gradient[i] * shown * o * (1.0f - o);
        cell_gradient[i] = by_cell * f;
    }
}
