// SPDX-License-Identifier: MIT
#include "learn/net/norm_internal.h"

// The order of norm_internal.h; the inner loops are as long as the lanes, so that the compiler makes vectors of them.

static float add_lanes(float *lanes) {
    for (int half = NORM_LANES / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; i++) lanes[i] += lanes[i + half];
    }
    return lanes[0];
}

static float norm_sum_of(const float *row, int n) {
    float lanes[NORM_LANES] = {0};
    int at = 0;
    for (; at + NORM_LANES <= n; at += NORM_LANES) {
        for (int i = 0; i < NORM_LANES; i++) lanes[i] += row[at + i];
    }
    for (int i = 0; at + i < n; i++) lanes[i] += row[at + i];
    return add_lanes(lanes);
}

static float product_of(const float *a, const float *b, int n) {
    float lanes[NORM_LANES] = {0};
    int at = 0;
    for (; at + NORM_LANES <= n; at += NORM_LANES) {
        for (int i = 0; i < NORM_LANES; i++) lanes[i] += a[at + i] * b[at + i];
    }
    for (int i = 0; at + i < n; i++) lanes[i] += a[at + i] * b[at + i];
    return add_lanes(lanes);
}

float norm_center(float *row, int n) {
    float mean = norm_sum_of(row, n) / (float)n;
    for (int i = 0; i < n; i++) row[i] = row[i] - mean;
    float scale = norm_scale(product_of(row, row, n), n);
    for (int i = 0; i < n; i++) row[i] = row[i] * scale;
    return scale;
}

void norm_gain(float *restrict row, const float *restrict gain, const float *restrict bias, int n) {
    for (int i = 0; i < n; i++) {
        float shifted = norm_shifted(row[i], gain[i], bias[i]);
        row[i] = shifted > 0 ? shifted : 0;
    }
}

void norm_backward(float *restrict delta, const float *restrict norms, float scale, const float *restrict gain,
                   const float *restrict bias, int n, float *restrict gain_gradient, float *restrict bias_gradient) {
    for (int i = 0; i < n; i++) {
        float by_shifted = norm_alive(delta[i], norms[i], gain[i], bias[i]);
        bias_gradient[i] += by_shifted;
        gain_gradient[i] += by_shifted * norms[i];
        delta[i] = by_shifted * gain[i];
    }
    float mean = norm_sum_of(delta, n) / (float)n, crossed = product_of(delta, norms, n) / (float)n;
    for (int i = 0; i < n; i++) delta[i] = norm_by_sum(delta[i], norms[i], mean, crossed, scale);
}
