// SPDX-License-Identifier: MIT
// A bot as a process: started, connected by two pipes, and ended with everything it started. keeper_internal.h explains
// how that is ensured.
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

// Without a sandbox the calling program becomes the subreaper of processes that bots detach (PR_SET_CHILD_SUBREAPER).
// If a bot kills its keeper, wire_process_close ends all children of the program that are in another session: those are
// the bot's.
typedef struct WireProcess WireProcess;

// Starts the command, in a sandbox (sandbox.h) where the limits ask for one. The caller ends it with
// wire_process_close; command and limits must live as long. NULL with err set if the system refuses; a program that
// cannot be executed appears as one that ended.
WireProcess *wire_process_open(const WireCommand *command, const WireLimits *limits, Error *err);

// True if this machine supports sandboxes; tries one. Else err says what is missing.
bool wire_process_try_sandbox(const WireLimits *limits, Error *err);

// Ends it and all it started: at once, or after closing its input and waiting `patience` nanoseconds. NULL is fine.
void wire_process_close(WireProcess *process, int64_t patience);

// Closes its input, which asks it to exit; nothing can be written any more.
void wire_process_end_input(WireProcess *process);

// Non-blocking file descriptors to write to and to read from.
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

// Its state, after waiting at most `patience` nanoseconds for its end. `how` gets a sentence's second half ("exited
// with code 3", "was killed by signal 11 (Segmentation fault)"), nothing while it lives.
WireLife wire_process_life(WireProcess *process, int64_t patience, Error *how);

// True if it is stopped, as by SIGSTOP.
bool wire_process_stopped(const WireProcess *process);

// Moves the calling thread to the bot's processor; call it when a match with the bot begins. The two take turns, and
// waking a process on another processor costs several times what a fast bot needs for a move; the scheduler does not
// discover this by itself.
void wire_process_approach(const WireProcess *process);

// Appends the last lines of what it wrote to stderr, at most `lines`, with unprintable bytes as '?'.
void wire_process_stderr(const WireProcess *process, int lines, Text *text);

#endif
