// SPDX-License-Identifier: MIT
#include "base/threads/pool.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/scope.h"

typedef struct Worker {
    void (*work)(void *context, int index);
    void *context;
    int index;
    const Scope *scope; // the caller's
    pthread_t thread;
    bool was_short; // of memory
} Worker;

static void *run_worker(void *argument) {
    Worker *worker = argument;
    scope_set(worker->scope);
    worker->work(worker->context, worker->index);
    worker->was_short = memory_was_short();
    return NULL;
}

bool pool_run(int threads, void (*work)(void *context, int index), void *context, Error *err) {
    assert(threads >= 1 && threads <= POOL_MAX_THREADS);
    Worker workers[POOL_MAX_THREADS];
    int started = 1, reason = 0;
    while (started < threads && reason == 0) {
        Worker *worker = &workers[started];
        *worker = (Worker){.work = work, .context = context, .index = started, .scope = scope_now()};
        reason = pthread_create(&worker->thread, NULL, run_worker, worker);
        if (reason == 0) started++;
    }
    if (reason == 0) work(context, 0);
    for (int i = 1; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].was_short) memory_note_short();
    }
    if (reason == 0) return true;
    return error_set(err, "the system gave %d of %d threads: %s; ask for fewer", started, threads, strerror(reason));
}

int pool_cores(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}
