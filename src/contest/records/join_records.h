// SPDX-License-Identifier: MIT
// Joins the records of a match that was played in parts (--shard) into the file that a single run would have written.
#ifndef DEADWOOD_CONTEST_RECORDS_JOIN_RECORDS_H
#define DEADWOOD_CONTEST_RECORDS_JOIN_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text/text.h"

typedef struct RecordsJoined {
    int parts;
    uint64_t games, hands, digest;
} RecordsJoined;

// True if a file holds records of a match with notes.
bool records_noted(const char *path);

// Writes `out`, compressed if its name ends in .zst, of the parts in any order. First it verifies every part against
// its notes, as `deadwood verify` does; then all must be of one match, with each game in exactly one of them. A part
// without `of` may be a whole file of earlier games. On failure: false with err set and nothing written; `trouble`
// lists what is missing or duplicated, one per line.
bool join_records(const char *out, const char *const *paths, int count, bool quiet, RecordsJoined *joined,
                  Text *trouble, Error *err);

#endif
