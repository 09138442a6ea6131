// SPDX-License-Identifier: MIT
// What `tune` and `lab policies` share: the options of a race, and what becomes of its ranking.
#ifndef DEADWOOD_APP_MATCHES_RACE_H
#define DEADWOOD_APP_MATCHES_RACE_H

#include "app/matches/shard.h"
#include "train/tune/race.h"

// clang-format off
#define APP_RACE_OPTIONS                                                                                  \
    {"--against", "PLAYERS", "the field, specs separated by spaces (simple greedy rule-knock heisenbot)"}, \
    {"--games", "N", "games against each opponent for those that stay to the end (16000)"},               \
    {"--first", "N", "games against each opponent in the first round (500)"},                             \
    {"--keep", "N", "contenders that stay to the end (8)"},                                                \
    {"--top", "N", "rows of the ranking to print (20)"},                                                   \
    {"--seed", "S", "where all chance comes from (1)"},                                                    \
    {"--rules", "R", "as for match (contest)"},                                                            \
    {"--threads", "T", "worker threads (all cores)"},                                                      \
    {"--db", "FILE", "keep every game; the same command goes on where it stopped"},                        \
    APP_SHARD_OPTIONS,                                                                                     \
    {"--out", "FILE", "write the whole ranking there as JSON"},                                            \
    {"--json", NULL, "print the ranking as JSON instead of a table"},                                      \
    {"--quiet", NULL, "show no progress"}
// clang-format on

// A race being set up. `entries` has room for RACE_MAX_ENTRIES; app_race_free ends it.
typedef struct AppRace {
    const char *command;
    RacePlan plan;
    RaceEntry *entries;
    int count;
    int top;
    char field[1024];
    double target[RACE_MAX_FIELD];
} AppRace;

bool app_race_open(const AppArgs *args, const char *command, AppRace *race, Error *err);
void app_race_free(AppRace *race);

// Adds a contender if it is a player; the message says which is not.
bool app_race_add(AppRace *race, const char *spec, Error *err);

// Plays it; the entries are in order then. Once more with other entries, if need be.
bool app_race_play(const AppArgs *args, AppRace *race, bool *interrupted, Error *err);

// Adds the ranking as a table.
void app_race_table(const AppRace *race, bool interrupted, Text *text);

// Prints and saves the ranking; returns the exit code.
int app_race_show(const AppArgs *args, const AppRace *race, bool interrupted);

// Both: plays, prints, saves.
int app_race_run(const AppArgs *args, AppRace *race);

#endif
