// SPDX-License-Identifier: MIT
// Memory that runs out when a test says so. Defines malloc and its kin for the whole program, libraries included: to be
// included by one source file of a test. glibc only, and not under sanitizers, which bring a malloc of their own.
#ifndef DEADWOOD_TESTS_FAILING_MALLOC_H
#define DEADWOOD_TESTS_FAILING_MALLOC_H

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MEMORY_CAN_FAIL 1
#else
#define MEMORY_CAN_FAIL 0
#endif

static atomic_long memory_asked; // allocations since memory_fail
static atomic_long memory_held;  // blocks that nobody has freed
static atomic_long memory_first, memory_last = -1;

// From now on the allocations number `first` to `last`, from 1, fail.
static void memory_fail(long first, long last) {
    memory_asked = 0;
    memory_first = first;
    memory_last = last;
}

// No more. True if one failed.
static bool memory_refill(void) {
    bool failed = memory_last >= 0 && memory_asked >= memory_first;
    memory_last = -1;
    return failed;
}

#if MEMORY_CAN_FAIL
#pragma GCC visibility push(default) // for libraries as well
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static bool memory_denied(void) {
    if (memory_last < 0) return false;
    long number = ++memory_asked;
    if (number < memory_first || number > memory_last) return false;
    errno = ENOMEM;
    return true;
}

static void *memory_given(void *block) {
    memory_held += block != NULL;
    return block;
}

void *malloc(size_t size) { return memory_denied() ? NULL : memory_given(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return memory_denied() ? NULL : memory_given(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    if (memory_denied()) return NULL;
    void *moved = __libc_realloc(block, size);
    memory_held += (moved != NULL) - (block != NULL && (moved || !size));
    return moved;
}

void free(void *block) {
    memory_held -= block != NULL;
    __libc_free(block);
}

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size) {
    return memory_denied() ? NULL : memory_given(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *given = memalign(alignment, size);
    if (!given) return ENOMEM;
    *block = given;
    return 0;
}
#pragma GCC visibility pop
#endif

// What is tried: true with a result, or false with an error; it leaves nothing behind.
enum { MEMORY_RESULT = 4096, MEMORY_ERROR = 512 };
typedef bool (*MemoryTrial)(char result[MEMORY_RESULT], char error[MEMORY_ERROR]);

// One try with these allocations failing. False once none of them was reached.
static bool memory_try(const char *name, MemoryTrial trial, const char *expected, long first, long last) {
    char result[MEMORY_RESULT] = "", error[MEMORY_ERROR] = "";
    long held = memory_held;
    memory_fail(first, last);
    bool done = trial(result, error);
    bool failed = memory_refill();
    const char *how = last == first ? "alone" : "and all after it";
    if (done && strcmp(result, expected) != 0)
        fail_msg("%s: without allocation %ld %s it gives '%s', not '%s'", name, first, how, result, expected);
    if (!done && !failed) fail_msg("%s: fails with memory enough: '%s'", name, error);
    if (!done && !error[0]) fail_msg("%s: without allocation %ld %s it fails and says nothing", name, first, how);
    if (memory_held != held)
        fail_msg("%s: without allocation %ld %s (%s) it leaves %ld blocks", name, first, how, done ? "done" : error,
                 (long)(memory_held - held));
    return failed;
}

// Lets each allocation fail, alone and with all that follow. The trial either fails with a sentence or gives the very
// result it gives with memory enough, and leaves nothing behind. Only every `step`-th is tried.
static void memory_try_all(const char *name, MemoryTrial trial, long step) {
    char expected[MEMORY_RESULT] = "", error[MEMORY_ERROR] = "";
    for (int i = 0; i < 2; i++) { // once to fill what is kept for ever
        memory_fail(LONG_MAX, LONG_MAX);
        if (!trial(expected, error)) fail_msg("%s: %s", name, error);
    }
    long tried = 0, asked = memory_asked;
    for (long at = 1; memory_try(name, trial, expected, at, at); at += step) tried++;
    for (long at = 1; memory_try(name, trial, expected, at, LONG_MAX); at += step) tried++;
    print_message("%s: %ld failures of %ld allocations\n", name, tried, 2 * asked);
}

#endif
