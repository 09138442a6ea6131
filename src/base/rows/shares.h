// SPDX-License-Identifier: MIT
// How often each of several things comes: numbers from 0 on, in any unit.
#ifndef DEADWOOD_BASE_ROWS_SHARES_H
#define DEADWOOD_BASE_ROWS_SHARES_H

#include "base/error.h"
#include "base/rng.h"

// False with err set where a share is no number from 0 on, or all are 0; `what` they are shares of ("opponent").
bool shares_make_sense(const double *shares, int count, const char *what, Error *err);

double shares_sum(const double *shares, int count);

// Draws one of them; `sum` is theirs and above 0.
int shares_draw(const double *shares, int count, double sum, Rng *rng);

#endif
