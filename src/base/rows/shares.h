// SPDX-License-Identifier: MIT
// Shares: relative frequencies of several things, nonnegative numbers that need not sum to 1.
#ifndef DEADWOOD_BASE_ROWS_SHARES_H
#define DEADWOOD_BASE_ROWS_SHARES_H

#include "base/error.h"
#include "base/rng.h"

// False with err set if a share is negative or not finite, or if all are 0; `what` says what they are shares of
// ("opponent").
bool shares_make_sense(const double *shares, int count, const char *what, Error *err);

double shares_sum(const double *shares, int count);

// Draws an index in proportion to the shares; `sum` is their sum, above 0.
int shares_draw(const double *shares, int count, double sum, Rng *rng);

#endif
