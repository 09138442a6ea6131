// SPDX-License-Identifier: MIT
// What a program keeps of itself as bytes, for itself on this machine: pieces one after another behind a header that
// says whose they are and whether they are whole.
#ifndef DEADWOOD_BASE_ROWS_FROZEN_H
#define DEADWOOD_BASE_ROWS_FROZEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct FrozenHead {
    char magic[8];
    uint64_t size;   // of all bytes
    uint64_t plan;   // hash of what must be the same for them to be read back
    uint64_t digest; // of what follows
} FrozenHead;

// Walks over bytes behind the header; with `to` it writes, else it only counts.
typedef struct FrozenWriter {
    char *to;
    size_t size; // so far; begins as sizeof(FrozenHead)
} FrozenWriter;

void frozen_put(FrozenWriter *writer, const void *bytes, size_t size);

// Writes the header of what a writer has written.
void frozen_seal(const FrozenWriter *writer, const char magic[8], uint64_t plan);

typedef struct FrozenReader {
    const char *from;
    size_t left;
} FrozenReader;

typedef enum { FROZEN_GOOD, FROZEN_FOREIGN, FROZEN_OTHER_PLAN, FROZEN_DAMAGED } FrozenState;

// Begins to read: FROZEN_FOREIGN where the magic is another, FROZEN_OTHER_PLAN where the plan is.
FrozenState frozen_open(FrozenReader *reader, const void *bytes, size_t size, const char magic[8], uint64_t plan);

bool frozen_get(FrozenReader *reader, void *bytes, size_t size); // false where there are not so many left

uint64_t frozen_hash(uint64_t hash, const void *bytes, size_t size);

#endif
