// SPDX-License-Identifier: MIT
// `deadwood bench` of merging the parts of a match that many machines played.
#ifndef DEADWOOD_APP_BENCH_BENCH_MERGE_H
#define DEADWOOD_APP_BENCH_BENCH_MERGE_H

#include "base/error.h"

// Games a second of processor time, read, checked and written, of two parts on the disk of temporary files; 0 in a
// build without SQLite.
bool merge_figure(double *rate, Error *err);

#endif
