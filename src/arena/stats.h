// SPDX-License-Identifier: MIT
// Confidence intervals for counts. Closed formulas only; nothing here draws random numbers.
#ifndef DEADWOOD_ARENA_STATS_H
#define DEADWOOD_ARENA_STATS_H

#include <stdint.h>

typedef struct Interval {
    double low, high;
} Interval;

// The normal quantile with probability p below it, 0 < p < 1, to 1e-9.
double stats_normal_quantile(double p);

// Wilson's score interval for a proportion: `successes` (halves allowed for drawn games) out of `trials`, at
// `confidence` (0.95, 0.90). All of [0, 1] when there were no trials.
Interval stats_wilson(double successes, double trials, double confidence);

// The same for correlated clusters of trials, such as games on the same cards: `share` of the trials and its standard
// error over clusters. If the standard error is 0, as for a share of 0 or 1, each cluster counts as one trial.
Interval stats_wilson_clustered(double share, double error, double clusters, double confidence);

// Mean and sample deviation from sums, 0 where there are too few values; and the standard error of the mean, NAN of
// fewer than two values.
double stats_mean(int64_t count, int64_t sum);
double stats_deviation(int64_t count, int64_t sum, int64_t sum_squared);
double stats_standard_error(int64_t count, int64_t sum, int64_t sum_squared);

#endif
