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
    {"--quiet", NULL, "show no progress"}
// clang-format on

// Reads --games and APP_MATCH_OPTIONS; players, store and records are left to the caller.
bool app_match_plan(const AppArgs *args, GinMatchPlan *plan, Error *err);

// Checks that every word names a player.
bool app_players_exist(const AppArgs *args, Error *err);

// Opens --db, if it is given, as plan->store.
bool app_open_store(const AppArgs *args, GinMatchPlan *plan, Error *err);

#endif
