// SPDX-License-Identifier: MIT
// What the commands that play matches have in common.
#ifndef DEADWOOD_APP_MATCHES_H
#define DEADWOOD_APP_MATCHES_H

#include "app/app.h"
#include "contest/gin_match.h"

// clang-format off
#define APP_MATCH_OPTIONS                                                                          \
    {"--seed", "S", "where all chance comes from (1)"},                                            \
    {"--rules", "R", "contest, heisenbot, pagat, oklahoma; preset,key=value,...; or a file (contest)"}, \
    {"--plain", NULL, "deal afresh for every game instead of playing each deal from both seats"},  \
    {"--threads", "T", "worker threads (all cores)"},                                              \
    {"--db", "FILE", "keep every game in an SQLite file"},                                         \
    {"--resume", NULL, "go on with the games in --db, or make that match longer"},                 \
    {"--json", NULL, "print one JSON object instead of a table"},                                  \
    {"--quiet", NULL, "show no progress"},                                                         \
    {"--clock", "C", "programs: seconds a game (30), 30+0.1 with increment, move=0.5, start=10, none"}, \
    {"--bot-memory", "MIB", "programs: memory each may take, with all it starts (2048)"},          \
    {"--bot-logs", "FOLDER", "programs: keep what they write to stderr, up to 1 MiB each"},        \
    {"--sandbox", NULL, "programs: no network"}
// clang-format on

// Reads --games and APP_MATCH_OPTIONS; players, store and records are left to the caller. `limits` is what the plan
// then points to.
bool app_match_plan(const AppArgs *args, GinMatchPlan *plan, WireLimits *limits, Error *err);

// Checks that every word names a player, or a program that exists.
bool app_players_exist(const AppArgs *args, Error *err);

// Starts every program once and shakes hands. Prints what is wrong with those that fail, with the last lines of their
// stderr, and notes it in bad[i] for word i. Returns how many failed.
int app_programs_start(const AppArgs *args, const WireLimits *limits, bool *bad);

// Opens --db, if it is given, as plan->store.
bool app_open_store(const AppArgs *args, GinMatchPlan *plan, Error *err);

#endif
