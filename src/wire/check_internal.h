// SPDX-License-Identifier: MIT
// What the parts of the checker share.
#ifndef DEADWOOD_WIRE_CHECK_INTERNAL_H
#define DEADWOOD_WIRE_CHECK_INTERNAL_H

#include "gin/table.h"
#include "wire/check.h"
#include "wire/check_talk.h"
#include "wire/gin_lines.h"

typedef struct Check {
    CheckPlan *plan;
    CheckReport *report;
    CheckSituation *now;
    Talk talk;
    bool lost;  // the bot failed in a way that needs a fresh process
    int stalls; // times it kept us waiting in vain
    int falls;  // times it ended, or had to be ended, in the middle of things
    uint32_t id;
    uint64_t ping;
    int open_pings;    // sent and not answered
    uint64_t pings[8]; // their numbers, oldest first
    Rng rng;           // all chance of the check
} Check;

// Notes a finding: what kind it is, what would be right, what was wrong; the transcript is added. A mistake is shown
// where it was made first and counted from then on: the sentence before its arguments are filled in tells mistakes
// apart. Returns false.
bool check_find(Check *check, const char *kind, const char *right, const char *problem, ...)
    __attribute__((format(printf, 4, 5)));

// Nanoseconds from now, for talk_send and talk_hear.
int64_t check_patience(const Check *check);

// Sends what was said. False if the bot does not read (found, and lost).
bool check_send(Check *check);

// Waits for the next line that is no info and no pong that is due; `want` says for what, in a sentence. False if none
// came, or garbage did (found, and lost).
bool check_hear(Check *check, const char *want, char line[CGP_LINE + 1]);

// Sends a ping; its pong is taken whenever it comes.
void check_ping(Check *check);

// Waits until no ping is open; anything else that comes meanwhile is found.
bool check_settle(Check *check);

// Starts the bot and shakes hands. False if that went wrong (found).
bool check_handshake(Check *check, bool first);

// Asks it to exit, by `quit` or by the end of its input.
void check_quit(Check *check, bool say);

// All situations of gin.
void check_gin(Check *check);

// The same with a sentence that is complete, and `mould` (a constant's address) to tell mistakes apart.
bool check_note(Check *check, const char *mould, const char *kind, const char *right, const char *problem);

// Why the rules refuse an action, as part of a sentence; returns the kind of reason, a constant.
const char *check_why(const GinState *state, const GinAction *action, Text *why);

#endif
