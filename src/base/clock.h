// SPDX-License-Identifier: MIT
// Clocks, for measurements, progress and deadlines; never for game logic.
#ifndef DEADWOOD_BASE_CLOCK_H
#define DEADWOOD_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

// Nanoseconds on a clock that never goes back.
static inline int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Seconds of processor time of this thread alone: libraries may keep threads of their own busy.
static inline double clock_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
