// SPDX-License-Identifier: MIT
// The compliance checker: plays scripted and random deals with a bot, in every situation of the protocol, and reports
// what it did wrong and what would be right (docs/PROTOCOL.md).
#ifndef DEADWOOD_WIRE_CHECK_CHECK_H
#define DEADWOOD_WIRE_CHECK_CHECK_H

#include <stdio.h>

#include "base/text/text.h"
#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"

enum { CHECK_KEPT = 20 }; // findings kept

typedef struct CheckFinding {
    const char *situation; // where it was found first
    const char *mould;     // identifies the kind of finding
    uint32_t times;
    const char *kind; // a cause of docs/PROTOCOL.md, or "handshake", "pong", "quit"
    Text problem;     // a sentence
    Text right;       // another
    Text transcript;  // the lines before it, and the line in question last
} CheckFinding;

typedef struct CheckSituation {
    const char *name;
    uint32_t decisions; // the bot's in it
    uint32_t findings;
    bool reached; // the situation came up
} CheckSituation;

enum { CHECK_SITUATIONS = 40 };

typedef struct CheckReport {
    char name[129], author[129]; // as the bot gave them
    bool stateless, wants_past;
    CheckSituation situation[CHECK_SITUATIONS];
    int situations;
    CheckFinding finding[CHECK_KEPT];
    int kept;
    uint32_t findings; // all of them
    uint64_t decisions;
    Text notes; // lines: not mistakes, but worth knowing
} CheckReport;

// The games whose bots can be checked.
typedef struct CheckGame CheckGame;
extern const CheckGame check_gin, check_hearts;

typedef struct CheckPlan {
    const CheckGame *game;
    WireCommand *command;
    WireLimits limits;
    uint64_t seed;
    int games;        // whole matches against a player that moves at random
    FILE *transcript; // where every line said is written, "> ..." ours, "< ..." the bot's; or NULL
    // Called before each situation; may be NULL.
    void (*progress)(void *context, const char *situation);
    bool (*stop)(void *context); // asked now and then; true ends the check. May be NULL
    void *context;
} CheckPlan;

// False with err set only if the bot cannot be started or the check was stopped; the bot's mistakes are in the report,
// which the caller frees either way.
bool check_run(CheckPlan *plan, CheckReport *report, Error *err);
void check_report_free(CheckReport *report);

#endif
