// SPDX-License-Identifier: MIT
// A program that speaks the Card Game Protocol as a Hearts player.
#ifndef DEADWOOD_WIRE_HEARTS_HEARTS_HOST_H
#define DEADWOOD_WIRE_HEARTS_HEARTS_HOST_H

#include "base/text/text.h"
#include "hearts/table.h"
#include "wire/protocol/limits.h"
#include "wire/protocol/protocol.h"

// Makes the player that `spec` names: "exec:./bot --fast" runs a program, everything else is hearts_player_open's. Such
// a player is one process with one seat at a time, so every seat of a table needs one of its own. It is started when
// its first decision comes, again after every fault, and answers for one by HEARTS_RESIGN with it. `limits`
// and `table` must live as long as the player. The caller ends it with hearts_player_close.
bool hearts_host_open(const char *spec, const WireLimits *limits, WireTable *table, HeartsPlayer *player, Error *err);

// A program that is between two games plays the next at another table, and its faults are forgotten. And it may be
// asked to end, which hearts_player_close then need not wait for; several do so at the same time. Both do nothing to
// our own players.
void hearts_host_sit(const HeartsPlayer *player, WireTable *table);
void hearts_host_quit(const HeartsPlayer *player);

// Starts a program, shakes hands and ends it again: can it play at all, and what does it call itself? True for our own
// players if they exist, which have no name but their spec ("" here). Else err has a sentence, and `stderr_tail` what
// the program last wrote to its stderr. Both may be NULL. No log is kept of it.
bool hearts_host_check(const char *spec, const WireLimits *limits, char name[CGP_NAME], Text *stderr_tail, Error *err);

// What a program calls itself (printable ASCII), "" before it was started or if it is none.
const char *hearts_host_name(const HeartsPlayer *player);

// What a program did wrong last, without its subject, "" if nothing or if it is none.
const char *hearts_host_fault(const HeartsPlayer *player);

// The same of its first fault since hearts_host_sit. The last lines of its stderr then are appended to `last_words`.
const char *hearts_host_first_fault(const HeartsPlayer *player, Text *last_words);

#endif
