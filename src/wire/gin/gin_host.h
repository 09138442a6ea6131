// SPDX-License-Identifier: MIT
// A program that speaks the Card Game Protocol as a gin player.
#ifndef DEADWOOD_WIRE_GIN_GIN_HOST_H
#define DEADWOOD_WIRE_GIN_GIN_HOST_H

#include "base/text/text.h"
#include "gin/table.h"
#include "wire/protocol/limits.h"
#include "wire/protocol/protocol.h"

// Makes the player that `spec` names: "exec:./bot --fast" runs a program, everything else is gin_player_open's. A
// program is started when its first decision comes, again after every fault, and answers for one by GIN_RESIGN with
// it. `limits` and `table` must live as long as the player. The caller ends it with gin_player_close.
bool gin_host_open(const char *spec, const WireLimits *limits, WireTable *table, GinPlayer *player, Error *err);

// A program that is between two games plays the next at another table, and its faults are forgotten. And it may be
// asked to end, which gin_player_close then need not wait for; several do so at the same time. Both do nothing to our
// own players.
void gin_host_sit(const GinPlayer *player, WireTable *table);
void gin_host_quit(const GinPlayer *player);

// As gin_host_open, for one table with one program at it: default limits, clocks of its own.
bool gin_any_player_open(const char *spec, GinPlayer *player, Error *err);

// Starts a program, shakes hands and ends it again: can it play at all, and what does it call itself? True for our own
// players if they exist, which have no name but their spec ("" here). Else err has a sentence, and `stderr_tail` what
// the program last wrote to its stderr. Both may be NULL. No log is kept of it.
bool gin_host_check(const char *spec, const WireLimits *limits, char name[CGP_NAME], Text *stderr_tail, Error *err);

// What a program calls itself (printable ASCII), "" before it was started or if it is none.
const char *gin_host_name(const GinPlayer *player);

// What a program did wrong last, without its subject, "" if nothing or if it is none.
const char *gin_host_fault(const GinPlayer *player);

// The same of its first fault since gin_host_sit. The last lines of its stderr then are appended to `last_words`.
const char *gin_host_first_fault(const GinPlayer *player, Text *last_words);

#endif
