// SPDX-License-Identifier: MIT
// Commands that many machines share: --shard I/N plays part I of N into the file --db, `deadwood merge` makes a whole
// file of all parts and reports it (docs/SCALE.md).
#ifndef DEADWOOD_APP_MATCHES_SHARD_H
#define DEADWOOD_APP_MATCHES_SHARD_H

#include "app/app.h"
#include "arena/store.h"

// clang-format off
#define APP_SHARD_OPTIONS                                                                                      \
    {"--shard", "I/N", "play part I of N alone, into --db; `deadwood merge` makes one result of all parts"}, \
    {"--after", "FILE", "with --shard: go on from what was merged before"}
// clang-format on

// Checks --shard and --after, and what does not go with them.
bool app_shard_check(const AppArgs *args, Error *err);

// The command without what changes no result, as a JSON array.
void app_shard_command(const AppArgs *args, const char *name, Text *text);

// Joins what `deadwood export --shard` wrote, folders, into a new one (research/export.c). Returns the exit code.
int app_join_exports(const AppArgs *args);

// Reads --shard alone; false with err set where it is no I/N.
bool app_shard_read(const AppArgs *args, int *shard, int *shards, Error *err);

// Part I of N, from 0, of a task; false if the command plays all.
bool app_shard(const AppArgs *args, int *shard, int *shards);

// Makes the file of --db that part, or keeps it still where it is reported alone. `command` is its name.
bool app_shard_begin(const AppArgs *args, const char *command, Store *store, Error *err);

// True if there is nothing to report, since results are a part. Then *code is the exit code, everything said: that the
// part is at its end (which the file notes) or was interrupted; or, of a file that keeps still, that games are missing,
// or if the command plays in `rounds`, that the next round can begin.
bool app_shard_end(const AppArgs *args, Store *store, bool interrupted, bool rounds, int *code);

#endif
