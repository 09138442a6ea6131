// SPDX-License-Identifier: MIT
// Shows how far long work is, on stderr: a bar with rate and time left on a terminal, a plain line every ten
// seconds when piped, nothing when quiet. Also the one place that knows about Ctrl-C.
#ifndef DEADWOOD_BASE_THREADS_PROGRESS_H
#define DEADWOOD_BASE_THREADS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    char label[64];
    char unit[16];  // "games"
    uint64_t total; // 0: unknown
    uint64_t first; // done before this run began (resumed work), left out of the rate
    double started;
    double shown; // when the last line was printed
    bool terminal;
    bool quiet;
} Progress;

// Starts showing. `already` units were done by an earlier run.
Progress progress_start(const char *label, const char *unit, uint64_t total, uint64_t already, bool quiet);

// Call as often as you like, from one thread at a time; it prints at most ten times a second.
void progress_update(Progress *progress, uint64_t done);

// Clears the bar, or prints the last plain line.
void progress_end(Progress *progress, uint64_t done);

// Seconds on a clock that never goes back; for progress, measurements and deadlines, never for game logic.
double progress_clock(void);

// After progress_catch_interrupt, the first Ctrl-C (or SIGTERM) only makes progress_interrupted true, so that work can
// stop between two games and keep what it has. Another within a second counts as the same one; a later one ends the
// process as usual. Long searches check it too and then return any legal move at once; whoever plays games with them
// drops the game in progress.
void progress_catch_interrupt(void);
bool progress_interrupted(void);

#endif
