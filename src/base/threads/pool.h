// SPDX-License-Identifier: MIT
// A team of threads running the same function, joined before pool_run returns.
#ifndef DEADWOOD_BASE_THREADS_POOL_H
#define DEADWOOD_BASE_THREADS_POOL_H

#include <stdbool.h>

#include "base/error.h"

enum { POOL_MAX_THREADS = 256 };

// Calls work(context, index) on `threads` threads, index from 0; the calling thread is one of them. Fails
// only if the system refuses a thread; the ones that started are then joined first (they see `context` as
// usual).
bool pool_run(int threads, void (*work)(void *context, int index), void *context, Error *err);

// The cores this process may use.
int pool_cores(void);

#endif
