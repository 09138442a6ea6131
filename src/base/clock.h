// SPDX-License-Identifier: MIT
// Clocks for measurements, progress and deadlines; never for game logic.
#ifndef DEADWOOD_BASE_CLOCK_H
#define DEADWOOD_BASE_CLOCK_H

#include <stdint.h>

// Nanoseconds on a clock that never goes back.
int64_t clock_now(void);

// CPU seconds used by this thread alone: libraries may keep threads of their own busy.
double clock_cpu_seconds(void);

#endif
