// SPDX-License-Identifier: MIT
// A program that speaks the Card Game Protocol as a Hearts player.
#ifndef DEADWOOD_WIRE_HEARTS_HEARTS_HOST_H
#define DEADWOOD_WIRE_HEARTS_HEARTS_HOST_H

#include "hearts/table.h"
#include "wire/host/seat.h"

// Makes the player that `spec` names: "exec:./bot --fast" runs a program, everything else is hearts_player_open's. Such
// a player is one process with one seat at a time, so every seat of a table needs one of its own. It is started at its
// first decision and again after every fault; a fault becomes HEARTS_RESIGN with that fault. `limits` and `table` must
// live as long as the player. The caller ends it with hearts_player_close.
bool hearts_host_open(const char *spec, const WireLimits *limits, WireTable *table, HeartsPlayer *player, Error *err);

// The program behind a player, for the functions of seat.h; NULL if it is none.
HostSeat *hearts_host_seat(const HeartsPlayer *player);

#endif
