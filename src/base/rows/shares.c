// SPDX-License-Identifier: MIT
#include "base/rows/shares.h"

#include <math.h>

double shares_sum(const double *shares, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += shares[i];
    return sum;
}

bool shares_make_sense(const double *shares, int count, const char *what, Error *err) {
    for (int i = 0; i < count; i++)
        if (!(shares[i] >= 0) || !isfinite(shares[i]))
            return error_set(err, "%s %d: its share is no number from 0 on", what, i);
    double sum = shares_sum(shares, count);
    if (!isfinite(sum)) return error_set(err, "the shares of all %ss add up to no number", what);
    return sum > 0 || error_set(err, "all %ss have a share of 0: one needs more", what);
}

int shares_draw(const double *shares, int count, double sum, Rng *rng) {
    double left = rng_unit(rng) * sum;
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (shares[i] <= 0) continue;
        last = i;
        if (left < shares[i]) break;
        left -= shares[i];
    }
    return last;
}
