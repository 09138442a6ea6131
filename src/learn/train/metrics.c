// SPDX-License-Identifier: MIT
#include "learn/train/metrics.h"

#include <math.h>

static double log_of_probability(double p) { return log(p < 1e-7 ? 1e-7 : p > 1 - 1e-7 ? 1 - 1e-7 : p); }

static void metrics_add_one(Metrics *metrics, double predicted, double actual) {
    double off = fabs(predicted - actual);
    int bin = (int)(predicted * METRICS_BINS);
    bin = bin < 0 ? 0 : bin >= METRICS_BINS ? METRICS_BINS - 1 : bin;
    metrics->count++;
    metrics->log_loss -= actual >= 0.5 ? log_of_probability(predicted) : log_of_probability(1 - predicted);
    metrics->squares += off * off;
    metrics->absolute += off;
    metrics->right += (predicted >= 0.5) == (actual >= 0.5);
    metrics->bins[bin].count++;
    metrics->bins[bin].predicted += predicted;
    metrics->bins[bin].actual += actual;
}

// The place of one prediction among those that count: 0 for the highest, the middle of those it ties with.
static double place_of_predicted(const float *predicted, const float *weights, int n, int which) {
    int above = 0, same = 0;
    for (int i = 0; i < n; i++) {
        if (i == which || (weights && weights[i] == 0)) continue;
        above += predicted[i] > predicted[which];
        same += predicted[i] == predicted[which];
    }
    return above + 0.5 * same;
}

void metrics_add(Metrics *metrics, const float *predicted, const float *actual, const float *weights, int n) {
    int top = 0;
    metrics->rows++;
    for (int i = 0; i < n; i++) {
        if (weights && weights[i] == 0) continue;
        metrics_add_one(metrics, (double)predicted[i], (double)actual[i]);
        top += actual[i] >= 0.5f;
    }
    for (int i = 0; i < n; i++) {
        if (actual[i] < 0.5f || (weights && weights[i] == 0)) continue;
        metrics->top_total++;
        metrics->top_hits += place_of_predicted(predicted, weights, n, i) < top;
    }
}

void metrics_merge(Metrics *metrics, const Metrics *other) {
    metrics->rows += other->rows;
    metrics->count += other->count;
    metrics->log_loss += other->log_loss;
    metrics->squares += other->squares;
    metrics->absolute += other->absolute;
    metrics->right += other->right;
    metrics->top_hits += other->top_hits;
    metrics->top_total += other->top_total;
    for (int i = 0; i < METRICS_BINS; i++) {
        metrics->bins[i].count += other->bins[i].count;
        metrics->bins[i].predicted += other->bins[i].predicted;
        metrics->bins[i].actual += other->bins[i].actual;
    }
}

static double mean_of_metrics(const Metrics *metrics, double sum) {
    return metrics->count ? sum / (double)metrics->count : 0;
}

double metrics_log_loss(const Metrics *metrics) { return mean_of_metrics(metrics, metrics->log_loss); }
double metrics_brier(const Metrics *metrics) { return mean_of_metrics(metrics, metrics->squares); }
double metrics_accuracy(const Metrics *metrics) { return mean_of_metrics(metrics, (double)metrics->right); }

double metrics_closeness(const Metrics *metrics) {
    return mean_of_metrics(metrics, (double)metrics->count - metrics->absolute);
}

double metrics_top(const Metrics *metrics) {
    return metrics->top_total > 0 ? metrics->top_hits / metrics->top_total : 0;
}

double metrics_calibration(const Metrics *metrics) {
    double sum = 0;
    for (int i = 0; i < METRICS_BINS; i++) sum += fabs(metrics->bins[i].predicted - metrics->bins[i].actual);
    return mean_of_metrics(metrics, sum);
}

int metrics_rank(const float *predicted, int n, int answer) {
    int rank = 0;
    for (int i = 0; i < n; i++) rank += i != answer && predicted[i] >= predicted[answer];
    return rank;
}
