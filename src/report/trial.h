// SPDX-License-Identifier: MIT
// Experiments that are not matches.
#ifndef DEADWOOD_REPORT_TRIAL_H
#define DEADWOOD_REPORT_TRIAL_H

#include "report/lab.h"

// Something played `count` times on all threads, each time adding whole numbers to `words` sums: the sums do not depend
// on threads. `open` makes what one thread needs.
typedef struct LabTrial {
    const char *label, *unit; // for the progress line
    const char *key;          // everything that determines it, for the run's store; NULL: it is not kept
    uint64_t count;
    int words;
    const void *config;
    void *(*open)(const void *config, Error *err);
    void (*play)(void *worker, uint64_t index, int64_t *sums);
    void (*close)(void *worker);
} LabTrial;

// Adds to `sums`; *done is less than the count after Ctrl-C, and where the run's store holds a part. With a store a
// trial goes on where it was stopped.
bool lab_trial_run(const LabRun *run, const LabTrial *trial, int64_t *sums, uint64_t *done, Error *err);

#endif
