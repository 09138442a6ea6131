// SPDX-License-Identifier: MIT
// Snapshots of a program's own state as bytes, read back on the same machine only: fields in sequence after a header
// that identifies them and detects damage.
#ifndef DEADWOOD_BASE_ROWS_FROZEN_H
#define DEADWOOD_BASE_ROWS_FROZEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct FrozenHead {
    char magic[8];
    uint64_t size;   // of all bytes
    uint64_t plan;   // hash of everything that must match when they are read back
    uint64_t digest; // of what follows
} FrozenHead;

// Appends fields after the header; without `to` it only counts their bytes.
typedef struct FrozenWriter {
    char *to;
    size_t size; // so far; begins as sizeof(FrozenHead)
} FrozenWriter;

void frozen_put(FrozenWriter *writer, const void *bytes, size_t size);

// Writes the header for what the writer has written.
void frozen_seal(const FrozenWriter *writer, const char magic[8], uint64_t plan);

typedef struct FrozenReader {
    const char *from;
    size_t left;
} FrozenReader;

typedef enum { FROZEN_GOOD, FROZEN_FOREIGN, FROZEN_OTHER_PLAN, FROZEN_DAMAGED } FrozenState;

// Begins to read: FROZEN_FOREIGN if the magic differs, FROZEN_OTHER_PLAN if the plan differs.
FrozenState frozen_open(FrozenReader *reader, const void *bytes, size_t size, const char magic[8], uint64_t plan);

bool frozen_get(FrozenReader *reader, void *bytes, size_t size); // false if fewer bytes are left

uint64_t frozen_hash(uint64_t hash, const void *bytes, size_t size);

#endif
