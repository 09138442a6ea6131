// SPDX-License-Identifier: MIT
// The system as the page's Worker has it: one thread, no signals, no processes. Files are those that the Worker's shim
// holds in memory (page/worker/wasi.ts).
#include "engine/port.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "base/threads/team.h"

// ---- libc ----

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    (void)flags;
    size_t most = size < 256 ? size : 256; // as much as getentropy gives at once
    return getentropy(bytes, most) == 0 ? (ssize_t)most : -1;
}

// There are no links and no current folder to resolve.
char *realpath(const char *path, char *resolved) {
    if (!resolved || strlen(path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return strcpy(resolved, path);
}

// ---- threads/pool.h ----

bool pool_run(int threads, void (*work)(void *context, int index), void *context, Error *err) {
    (void)err;
    for (int i = 0; i < threads; i++) work(context, i);
    return true;
}

int pool_cores(void) { return 1; }

// ---- threads/team.h ----

struct Team {
    int size;
};

Team *team_open(int threads) {
    (void)threads;
    Team *team = malloc(sizeof *team);
    if (team) team->size = 1;
    return team;
}

void team_close(Team *team) { free(team); }
int team_size(const Team *team) { return team->size; }

void team_run(Team *team, int count, void (*task)(void *context, int index, int member), void *context) {
    (void)team;
    for (int i = 0; i < count; i++) task(context, i, 0);
}

// The one who begins has no others: all is done before it goes on, and nothing is left for the end.
void team_begin(Team *team, int count, void (*task)(void *context, int index, int member), void *context) {
    team_run(team, count, task, context);
}
void team_end(Team *team) { (void)team; }

// ---- threads/progress.h: nobody watches, and the Worker is ended from outside ----

double progress_clock(void) { return 1e-9 * (double)clock_now(); }
void progress_catch_interrupt(void) {}
bool progress_interrupted(void) { return false; }
