// SPDX-License-Identifier: MIT
// A bot as a process: started, talked to through two pipes, and ended without a trace. keeper_internal.h says how it is
// made sure that nothing of it stays.
#ifndef DEADWOOD_WIRE_PROCESS_PROCESS_H
#define DEADWOOD_WIRE_PROCESS_PROCESS_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/text/text.h"
#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"

// Without a sandbox the calling program becomes the foster parent of what bots detach (PR_SET_CHILD_SUBREAPER). Should
// a bot kill its keeper, wire_process_close ends all children of the program that are in another session than it is,
// for those are what the bot left.
typedef struct WireProcess WireProcess;

// Starts the command, in a sandbox (sandbox.h) where the limits ask for one. The caller ends it with
// wire_process_close; command and limits must live as long. NULL with err set if the system refuses; a program that
// cannot be run shows as an end like any other.
WireProcess *wire_process_open(const WireCommand *command, const WireLimits *limits, Error *err);

// Whether this machine can make sandboxes: one is made, for nothing. False with err set, what is missing.
bool wire_process_try_sandbox(const WireLimits *limits, Error *err);

// Ends it and all it started: at once, or after asking with the end of its input and waiting so long (nanoseconds).
// NULL is fine.
void wire_process_close(WireProcess *process, int64_t patience);

// Closes its input, which asks it to end; nothing can be written any more.
void wire_process_end_input(WireProcess *process);

// Files to write to and read from, neither of which ever blocks.
int wire_process_in(const WireProcess *process);
int wire_process_out(const WireProcess *process);

// What to poll for its end.
struct pollfd wire_process_gone(const WireProcess *process);

typedef enum {
    WIRE_ALIVE,
    WIRE_EXITED, // the rest are ends; these two by itself
    WIRE_KILLED, // by a signal, or by the keeper because it took more than it may
    WIRE_UNSTARTED,
} WireLife;

// How it is, waiting at most `patience` nanoseconds for its end. `how` gets a sentence's second half ("exited with
// code 3", "was killed by signal 11 (Segmentation fault)"), nothing while it lives.
WireLife wire_process_life(WireProcess *process, int64_t patience, Error *how);

// True if it is stopped, as by SIGSTOP.
bool wire_process_stopped(const WireProcess *process);

// Moves the calling thread to the processor where the bot is. They take turns, and to wake somebody on another
// processor costs several times what a quick bot needs for a move; the scheduler does not bring together what plays by
// turns with several. For who begins a match with it.
void wire_process_approach(const WireProcess *process);

// Appends the last lines of what it wrote to stderr, at most `lines`, with unprintable bytes as '?'.
void wire_process_stderr(const WireProcess *process, int lines, Text *text);

#endif
