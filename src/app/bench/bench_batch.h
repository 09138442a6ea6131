// SPDX-License-Identifier: MIT
// The part of `deadwood bench` that is about the batch environments.
#ifndef DEADWOOD_APP_BENCH_BENCH_BATCH_H
#define DEADWOOD_APP_BENCH_BENCH_BATCH_H

#include <stdbool.h>

#include "base/error.h"

// Rows a second on one thread when choices are random: played, and the next decision written with its secrets.
typedef struct BatchFigures {
    double few;                                     // self-play, games that fit the caches: BATCH_FEW of them
    double many;                                    // BATCH_MANY
    double against;                                 // Simple, which the batch asks itself; BATCH_FEW
    double hearts_few, hearts_many, hearts_against; // the same of Hearts; against: one learner and three duckers
} BatchFigures;

enum { BATCH_FEW = 1024, BATCH_MANY = 65536 };

bool bench_batch(BatchFigures *figures, Error *err);

#endif
