// SPDX-License-Identifier: MIT
#include "arena/stats.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

// Sums of squares of a long match times its length leave 64 bits; the difference below must not lose its low
// digits.
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 Wide;
#else
typedef long double Wide; // of 32-bit processors: good to 64 bits
#endif

// Acklam's rational approximation of the lower half, good to 1e-9 relative; central and tail pieces.
static double quantile_guess(double p) {
    static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                               1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
    static const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                               6.680131188771972e+01, -1.328068155288572e+01};
    static const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                               -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
    static const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                               3.754408661907416e+00};
    if (p < 0.02425) {
        double q = sqrt(-2 * log(p));
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    }
    double q = p - 0.5, r = q * q;
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
           (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

double stats_normal_quantile(double p) {
    assert(p > 0 && p < 1);
    // 1 - p is exact from 0.5 on, and the lower half is where erfc keeps its digits.
    if (p > 0.5) return -stats_normal_quantile(1 - p);
    const double sqrt_2pi = 2.50662827463100050242, sqrt_half = 0.70710678118654752440;
    double x = quantile_guess(p);
    // One step of Halley's method takes the guess to the last digits.
    double u = (0.5 * erfc(-x * sqrt_half) - p) * sqrt_2pi * exp(x * x / 2);
    return x - u / (1 + x * u / 2);
}

Interval stats_wilson(double successes, double trials, double confidence) {
    assert(successes >= 0 && successes <= trials && confidence > 0 && confidence < 1);
    if (trials <= 0) return (Interval){0, 1};
    double z = stats_normal_quantile(0.5 + confidence / 2), z2 = z * z;
    double failures = trials - successes;
    double centre = (successes + z2 / 2) / (trials + z2);
    double half = z * sqrt(successes * failures / trials + z2 / 4) / (trials + z2);
    // At the ends the formula gives exactly 0 and 1; rounding must not leave them just outside or inside.
    return (Interval){successes <= 0 ? 0 : fmax(0, centre - half), failures <= 0 ? 1 : fmin(1, centre + half)};
}

// As many independent trials as would give the same standard error.
Interval stats_wilson_clustered(double share, double error, double clusters, double confidence) {
    bool spread = clusters >= 2 && error > 0 && share > 0 && share < 1;
    double trials = spread ? share * (1 - share) / (error * error) : clusters;
    return stats_wilson(fmin(1, fmax(0, share)) * trials, trials, confidence);
}

double stats_mean(int64_t count, int64_t sum) { return count > 0 ? (double)sum / (double)count : 0; }

double stats_deviation(int64_t count, int64_t sum, int64_t sum_squared) {
    if (count < 2) return 0;
    Wide spread = (Wide)count * sum_squared - (Wide)sum * sum;
    return sqrt((double)spread / ((double)count * (double)(count - 1)));
}

double stats_standard_error(int64_t count, int64_t sum, int64_t sum_squared) {
    return count < 2 ? (double)NAN : stats_deviation(count, sum, sum_squared) / sqrt((double)count);
}
