// SPDX-License-Identifier: MIT
// What the commands that play matches have in common, of whichever game.
#ifndef DEADWOOD_APP_MATCHES_MATCH_OPTIONS_H
#define DEADWOOD_APP_MATCHES_MATCH_OPTIONS_H

#include "app/app.h"
#include "app/commands/games.h"
#include "app/matches/shard.h"
#include "contest/names.h"

// clang-format off
#define APP_MATCH_OPTIONS                                                                          \
    APP_GAME_OPTION,                                                                               \
    {"--seed", "S", "where all chance comes from: a number, or a secret that was revealed (1; with programs: --secret)"}, \
    {"--secret", NULL, "draw 256 bits for all chance, tell their SHA-256 first and them with the result"}, \
    {"--rules", "R", "a preset of `deadwood rules`; preset,key=value,...; or a file (contest; hearts: standard)"}, \
    {"--plain", NULL, "gin: deal afresh for every game instead of playing each deal from both seats"},  \
    {"--seating", "HOW", "hearts: 14 (all mixed seatings of each deal) or 1v3 (A in each seat against three B) (14)"}, \
    {"--to-target", NULL, "hearts: play whole games to the rules' target instead of single hands"}, \
    {"--open", NULL, "hearts: perfect information, players that can use it are shown all cards"},   \
    {"--threads", "T", "worker threads (all cores)"},                                              \
    {"--db", "FILE", "keep every game in an SQLite file"},                                         \
    APP_SHARD_OPTIONS,                                                                             \
    {"--resume", NULL, "go on with the games in --db, or make that match longer"},                 \
    {"--json", NULL, "print one JSON object instead of a table"},                                  \
    {"--quiet", NULL, "show no progress"},                                                         \
    {"--clock", "C", "programs: seconds a game (30), 30+0.1 with increment, move=0.5, start=10, none"}, \
    {"--bot-memory", "MIB", "programs: memory each may take, with all it starts (2048)"},          \
    {"--bot-logs", "FOLDER", "programs: keep what they write to stderr there, up to 1 MiB each, as NAME.1.log, NAME.2.log, ..."},        \
    {"--sandbox", NULL, "programs: no network, no other processes, no files but their own, read-only"}, \
    {"--bot-write", "FOLDER", "programs in the sandbox: a folder that they may write"}
// clang-format on

// A match of whichever game.
typedef struct AppMatch {
    const Game *game;
    union {
        MatchPlan common; // plan.common
        GamePlan plan;
    };
    WireLimits limits; // what programs are granted
    Secret secret;     // where common.secret points, in this one and in all copies
    Text purpose;      // what the secret is kept for in the store
    bool drawn;        // it is a new one
} AppMatch;

// Reads --games and APP_MATCH_OPTIONS; players, store, records and whatever else is common are left to the caller.
bool app_match_plan(const AppArgs *args, AppMatch *match, Error *err);

// Refuses a folder that programs in the sandbox may not have.
bool app_sandbox(const WireLimits *limits, Error *err);

bool app_match_open_store(AppMatch *match, const AppArgs *args, Error *err); // --db, if it is given
void app_match_close_store(AppMatch *match);

enum { APP_MOST_PLAYERS = 64 };

// The players among a command's words, and what reports call them (contest/names.h).
typedef struct AppPlayers {
    const char *name[APP_MOST_PLAYERS];
    bool bad[APP_MOST_PLAYERS]; // programs that failed in the handshake
    char text[APP_MOST_PLAYERS][MATCH_NAME];
} AppPlayers;

// Starts every program once, shakes hands and learns its name. Prints what is wrong with those that fail, with the last
// lines of their stderr. Returns how many failed.
int app_programs_start(const AppArgs *args, const AppMatch *match, AppPlayers *players);

bool app_match_run(const AppMatch *match, MatchResult *result, Error *err);
// "contest rules, duplicate, 100 games a pair, seed 1": what all matches of a tournament have in common.
void app_match_describe(Text *text, const AppMatch *match);

#endif
