// SPDX-License-Identifier: MIT
// Plain loops over arrays, so that the compiler makes vectors of them (this file is built without errno from sqrt).
#include <math.h>

#include "learn/train/train.h"

static void step_sgd(const TrainPlan *plan, double rate, size_t count, const float *restrict gradient,
                     float *restrict weights, float *restrict speed) {
    float keep = (float)plan->momentum, by = (float)rate;
    for (size_t i = 0; i < count; i++) {
        speed[i] = keep * speed[i] - by * gradient[i];
        weights[i] += speed[i];
    }
}

static void step_rmsprop(const TrainPlan *plan, double rate, size_t count, const float *restrict gradient,
                         float *restrict weights, float *restrict squares) {
    float keep = (float)plan->decay, take = (float)(1 - plan->decay), by = (float)rate, least = (float)plan->epsilon;
    for (size_t i = 0; i < count; i++) {
        squares[i] = keep * squares[i] + take * gradient[i] * gradient[i];
        weights[i] -= by * gradient[i] / (sqrtf(squares[i]) + least);
    }
}

static void step_adam(const TrainPlan *plan, double rate, uint64_t step, size_t count, const float *restrict gradient,
                      float *restrict weights, float *restrict means, float *restrict squares) {
    float keep = (float)plan->momentum, take = (float)(1 - plan->momentum);
    float keep2 = (float)plan->decay, take2 = (float)(1 - plan->decay), least = (float)plan->epsilon;
    double warm = sqrt(1 - pow(plan->decay, (double)step)) / (1 - pow(plan->momentum, (double)step));
    float by = (float)(rate * warm);
    for (size_t i = 0; i < count; i++) {
        means[i] = keep * means[i] + take * gradient[i];
        squares[i] = keep2 * squares[i] + take2 * gradient[i] * gradient[i];
        weights[i] -= by * means[i] / (sqrtf(squares[i]) + least);
    }
}

void train_step(const TrainPlan *plan, double rate, uint64_t step, size_t count, const float *gradient, float *weights,
                float *first, float *second) {
    switch (plan->optimiser) {
    case TRAIN_SGD: step_sgd(plan, rate, count, gradient, weights, first); return;
    case TRAIN_RMSPROP: step_rmsprop(plan, rate, count, gradient, weights, second); return;
    case TRAIN_ADAM: step_adam(plan, rate, step, count, gradient, weights, first, second); return;
    }
}

double train_rate(const TrainPlan *plan, double epochs) {
    switch (plan->schedule) {
    case TRAIN_CONSTANT: break;
    case TRAIN_STEP: return plan->rate * pow(plan->factor, floor(epochs / plan->every));
    case TRAIN_EXPONENTIAL: return plan->rate * pow(plan->factor, epochs);
    case TRAIN_COSINE: {
        double part = epochs < plan->epochs ? epochs / plan->epochs : 1;
        return plan->rate * (plan->factor + (1 - plan->factor) * 0.5 * (1 + cos(3.14159265358979323846 * part)));
    }
    }
    return plan->rate;
}
