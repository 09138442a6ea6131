// SPDX-License-Identifier: MIT
// The host's side of a conversation with a bot of any game: start, handshake, matches, decisions, and classifying its
// faults. A game's host (gin_host.h) writes that game's lines into wire_host_text and asks.
//
// Every step returns the bot's fault. FAULT_RESIGN means Ctrl-C, which is not the bot's fault: discard that game.
//
// Deadlines are times on a monotonic clock, set when a phase begins; nothing a bot prints moves them.
#ifndef DEADWOOD_WIRE_HOST_HOST_H
#define DEADWOOD_WIRE_HOST_HOST_H

#include "base/fault.h"
#include "base/text/text.h"
#include "wire/protocol/limits.h"
#include "wire/protocol/protocol.h"

typedef struct WireHost WireHost;

// Prepares to run `spec` ("exec:...") for a game ("gin"); starts nothing yet. The caller ends it with wire_host_close;
// `limits` and `game` must live as long. NULL with err set when the spec is wrong.
WireHost *wire_host_open(const char *spec, const char *game, const WireLimits *limits, Error *err);

// Asks the bot to exit, with `quit` and the end of its input, without waiting. It cannot be asked again.
void wire_host_quit(WireHost *host);

// Ends the bot politely, with `quit` and the two seconds it has from then on.
void wire_host_close(WireHost *host);

// Starts the bot if it does not run and shakes hands.
Fault wire_host_start(WireHost *host);

// Begins a match: the caller writes wire_host_seed, then its `newmatch` line, then waits with wire_host_ready until the
// bot says that it has set itself up; that time is not on its clock.
void wire_host_seed(WireHost *host, uint64_t seed);
Fault wire_host_ready(WireHost *host);

// Lines to be sent with the next decision.
Text *wire_host_text(WireHost *host);

// Makes the next `go`, with a fresh id and the clocks of a table of `seats`; the caller writes it.
CgpGo wire_host_go(WireHost *host, const WireTable *table, int seats);

// Sends all lines, `go` last, and waits for the move: the text after its ID, valid until the next call. The time is
// charged to the seat's clock.
Fault wire_host_ask(WireHost *host, WireTable *table, Seat seat, char **move);

// Ends the bot at once, after a fault; the next wire_host_start starts it again.
void wire_host_stop(WireHost *host);

// True if the bot declared the option Stateless: it wants a view before each decision.
bool wire_host_stateless(const WireHost *host);

// True if it declared the option Past: it wants the deals of a match that it missed.
bool wire_host_wants_past(const WireHost *host);

// The bot's own name, "" before the handshake.
const char *wire_host_name(const WireHost *host);

// The last fault, a sentence without its subject: "took 1.50 s and had 1.00 s left".
const char *wire_host_fault(const WireHost *host);
void wire_host_blame(WireHost *host, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The first fault since wire_host_forget after which the bot was stopped, in the same form; "" if there was none. And
// the last lines of its stderr at that time, appended.
void wire_host_forget(WireHost *host);
const char *wire_host_first_fault(const WireHost *host);
void wire_host_last_words(const WireHost *host, Text *text);

#endif
