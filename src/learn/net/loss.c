// SPDX-License-Identifier: MIT
#include "learn/net/loss_internal.h"

#include <math.h>

#include "learn/net/activation_internal.h"

static const double LEAST = 1e-7; // probabilities are kept this far from 0 and 1, as Keras does

static double bounded_log(double p) { return log(p < LEAST ? LEAST : p > 1 - LEAST ? 1 - LEAST : p); }

static double squared(const float *outputs, const float *targets, int n, float *delta) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double off = (double)outputs[i] - (double)targets[i];
        sum += off * off;
        if (delta) delta[i] = (float)(2 * off / n);
    }
    return sum / n;
}

static double binary(const float *outputs, const float *targets, int n, float *delta) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double p = (double)outputs[i], t = (double)targets[i];
        if (t > 0) sum -= t * bounded_log(p);
        if (t < 1) sum -= (1 - t) * bounded_log(1 - p);
        double safe = p < LEAST ? LEAST : p > 1 - LEAST ? 1 - LEAST : p;
        if (delta) delta[i] = (float)((safe - t) / (safe * (1 - safe) * n));
    }
    return sum / n;
}

// Outputs divided by their sum, which is 1 already after a softmax.
static double categorical(const float *outputs, const float *targets, int n, float *delta) {
    double sum = 0, total = 0, mass = 0;
    for (int i = 0; i < n; i++) {
        total += (double)outputs[i];
        mass += (double)targets[i];
    }
    total = total < LEAST ? LEAST : total;
    for (int i = 0; i < n; i++) {
        double p = (double)outputs[i], t = (double)targets[i];
        if (t > 0) sum -= t * bounded_log(p / total);
        double safe = p < LEAST * total ? LEAST * total : p;
        if (delta) delta[i] = (float)(mass / total - t / safe);
    }
    return sum;
}

// Where loss and activation belong together the two derivatives cancel, and what is left has no division by a
// probability near zero.
static bool matched_delta(TrainLoss loss, NetActivation activation, const float *outputs, const float *targets, int n,
                          float *delta) {
    if (loss == TRAIN_BINARY && activation == NET_SIGMOID) {
        for (int i = 0; i < n; i++) delta[i] = (outputs[i] - targets[i]) / (float)n;
        return true;
    }
    if (loss == TRAIN_CATEGORICAL && activation == NET_SOFTMAX) {
        float mass = 0;
        for (int i = 0; i < n; i++) mass += targets[i];
        for (int i = 0; i < n; i++) delta[i] = outputs[i] * mass - targets[i];
        return true;
    }
    return false;
}

double loss_row(TrainLoss loss, NetActivation activation, const float *outputs, const float *targets, int n,
                float weight, float *delta) {
    bool done = delta && matched_delta(loss, activation, outputs, targets, n, delta);
    float *plain = done ? NULL : delta;
    double value = loss == TRAIN_MSE      ? squared(outputs, targets, n, plain)
                   : loss == TRAIN_BINARY ? binary(outputs, targets, n, plain)
                                          : categorical(outputs, targets, n, plain);
    if (plain) act_backward(activation, outputs, delta, n);
    for (int i = 0; delta && i < n; i++) delta[i] *= weight;
    return value;
}

const char *loss_name(TrainLoss loss) {
    return loss == TRAIN_MSE      ? "mean squared error"
           : loss == TRAIN_BINARY ? "binary cross-entropy"
                                  : "categorical cross-entropy";
}

bool loss_fits(TrainLoss loss, NetActivation activation, Error *err) {
    if (loss == TRAIN_MSE || activation == NET_SIGMOID || activation == NET_SOFTMAX) return true;
    return error_set(err, "%s needs outputs from 0 to 1: let the last layer be a sigmoid (s) or a softmax (m)",
                     loss_name(loss));
}
