// SPDX-License-Identifier: MIT
// Metrics of predicted probabilities: log loss, Brier score, accuracy, calibration. Sums grow row by row and can be
// merged across threads.
#ifndef DEADWOOD_LEARN_TRAIN_METRICS_H
#define DEADWOOD_LEARN_TRAIN_METRICS_H

#include <stddef.h>
#include <stdint.h>

enum { METRICS_BINS = 20 };

// One bin of a reliability diagram: predictions from i/20 to (i+1)/20.
typedef struct MetricsBin {
    uint64_t count;
    double predicted; // sum of predictions
    double actual;    // sum of what was true
} MetricsBin;

// `{0}` is empty. Everything is a sum over single predictions, but for top_hits and top_total.
typedef struct Metrics {
    uint64_t rows;
    uint64_t count;
    double log_loss; // -log of the probability given to what was true, kept within 1e-7 and 1 - 1e-7
    double squares;  // (predicted - actual)^2: Brier's score
    double absolute; // |predicted - actual|: Equations 4 and 5 of Nguyen et al.
    uint64_t right;  // predictions of at least 0.5 for what was true, below for what was not: Equations 6 and 7
    double top_hits; // true ones among the k most probable of their row, k being the number of true ones; ties in the
                     // middle
    double top_total;
    MetricsBin bins[METRICS_BINS];
} Metrics;

// One row: n probabilities and what came true (0 or 1). `weights`, if not NULL, leaves out predictions where it is 0
// (cards whose place is known).
void metrics_add(Metrics *metrics, const float *predicted, const float *actual, const float *weights, int n);
void metrics_merge(Metrics *metrics, const Metrics *other);

// Means; 0 while empty.
double metrics_log_loss(const Metrics *metrics);
double metrics_brier(const Metrics *metrics);
double metrics_closeness(const Metrics *metrics); // 1 - mean |predicted - actual|
double metrics_accuracy(const Metrics *metrics);  // share right at threshold 0.5
double metrics_top(const Metrics *metrics);       // top_hits / top_total
double
metrics_calibration(const Metrics *metrics); // expected calibration error: mean |predicted - actual| over the bins

// The rank of the one true answer: how many others get at least its probability, 0 if it comes first. Top-k accuracy is
// the share of rows below k.
int metrics_rank(const float *predicted, int n, int answer);

#endif
