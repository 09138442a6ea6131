// SPDX-License-Identifier: MIT
// The records of a match whose parts were played one by one (--shard), made one file: that of a single run.
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

// Whether a file holds records of a match that say what they are.
bool records_noted(const char *path);

// Writes `out`, compressed if its name ends in .zst, of the parts in any order. First every part is held against what
// it says of itself, as `deadwood verify` does; then all have to be of one match, each game in one of them. A part
// without `of` may be a whole file of earlier games. False with err set, and nothing written; what is missing or there
// twice stands in `trouble`, a line each.
bool join_records(const char *out, const char *const *paths, int count, bool quiet, RecordsJoined *joined,
                  Text *trouble, Error *err);

#endif
