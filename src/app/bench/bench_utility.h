// SPDX-License-Identifier: MIT
// `deadwood bench` of the utility agent's decisions, beside the slow reference version.
#ifndef DEADWOOD_APP_BENCH_BENCH_UTILITY_H
#define DEADWOOD_APP_BENCH_BENCH_UTILITY_H

#include "base/error.h"

typedef struct UtilityFigures {
    double sample_us;  // 100 hands drawn from marginals that must be fitted first
    double discard_us; // one discard that no rule forces, 100 hands imagined
    double plain_us;   // the same decisions done plainly
    double draw_us;    // one draw that is not taken at sight
} UtilityFigures;

// In processor time of this thread. False with err set when a player cannot be opened.
bool utility_figures(UtilityFigures *figures, Error *err);

#endif
