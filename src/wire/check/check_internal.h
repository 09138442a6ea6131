// SPDX-License-Identifier: MIT
// Shared by the checker's source files.
#ifndef DEADWOOD_WIRE_CHECK_CHECK_INTERNAL_H
#define DEADWOOD_WIRE_CHECK_CHECK_INTERNAL_H

#include "base/rng.h"
#include "wire/check/check.h"
#include "wire/check/check_talk.h"

typedef struct Check {
    CheckPlan *plan;
    CheckReport *report;
    CheckSituation *now;
    Talk talk;
    bool lost;  // the bot had a fault that needs a fresh process
    int stalls; // times it did not answer in time
    int falls;  // times it ended, or had to be killed, in the middle of a deal
    uint32_t id;
    uint64_t ping;
    int open_pings;    // sent and not answered
    uint64_t pings[8]; // their numbers, oldest first
    Rng rng;           // all randomness of the check
} Check;

// Records a finding: its kind, what would be right, what was wrong, and the transcript. A repeated mistake is only
// counted; mistakes are told apart by the format string. Returns false.
bool check_find(Check *check, const char *kind, const char *right, const char *problem, ...)
    __attribute__((format(printf, 4, 5)));

// Nanoseconds from now, for talk_send and talk_hear.
int64_t check_patience(const Check *check);

// Sends the queued lines. False if the bot does not read (recorded; the bot is lost).
bool check_send(Check *check);

// Waits for the next line that is neither info nor an expected pong; `want` says in a sentence what for. False if none
// came, or garbage (recorded; the bot is lost).
bool check_hear(Check *check, const char *want, char line[CGP_LINE + 1]);

// Sends a ping; its pong is taken whenever it comes.
void check_ping(Check *check);

// Waits until no ping is open; anything else that arrives is a finding.
bool check_settle(Check *check);

// Starts the bot and shakes hands. False if that failed (recorded).
bool check_handshake(Check *check, bool first);

// Asks it to exit, by `quit` or by the end of its input.
void check_quit(Check *check, bool say);

// Begins the next situation and starts the bot if needed. False if it cannot be started, or if the check is to stop.
bool check_enter(Check *check, const char *name);

// The one situation outside any game: pings before any match.
bool check_pings(Check *check);

// check_find with a sentence that is complete, and `mould` (a constant's address) to tell mistakes apart.
bool check_note(Check *check, const char *mould, const char *kind, const char *right, const char *problem);

// ---- Decisions, whatever the game (check_turn.c) ----

// Odd things a host may do.
enum {
    ODD_PINGS = 1 << 0,    // at every moment
    ODD_UNKNOWN = 1 << 1,  // lines, keys and events of a later version
    ODD_LONG = 1 << 2,     // a line of 4,096 bytes among them
    ODD_CLOCK = 1 << 3,    // little time
    ODD_NO_CLOCK = 1 << 4, // none mentioned
    ODD_IDS = 1 << 5,      // numbers of decisions that jump
    ODD_BARE = 1 << 6,     // view and go alone
    ODD_CUT = 1 << 7,      // the match is ended in the middle of the deal
    ODD_BEGUN = 1 << 8,    // the match has begun before: deals of it are over
};

enum { CHECK_CUT_AFTER = 3 }; // of the bot's decisions, with ODD_CUT

// Sends the lines one by one, with oddities between them, and clears them.
void check_say(Check *check, unsigned odd, Text *lines);

// The options that come before a newmatch line.
void check_options(const Check *check, Text *lines, uint64_t seed);

// A decision as the game puts it.
typedef struct CheckTurn {
    unsigned odd;
    int seats;
    int decisions; // the bot's before this one, in its deal
    Text *view;    // the view line
    Text *legal;   // the words behind `legal`, as the game writes them
    // Reads a move and stores it. Returns NULL if it is legal, "resigned", or a constant for the kind of error, with
    // part of a sentence in *why.
    const char *(*judge)(void *context, char *move, Text *why);
    void *context;
} CheckTurn;

// Asks for a move and waits. False unless it is legal (recorded).
bool check_ask(Check *check, const CheckTurn *turn);

#endif
