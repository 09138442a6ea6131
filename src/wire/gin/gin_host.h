// SPDX-License-Identifier: MIT
// A program that speaks the Card Game Protocol as a gin player.
#ifndef DEADWOOD_WIRE_GIN_GIN_HOST_H
#define DEADWOOD_WIRE_GIN_GIN_HOST_H

#include "gin/table.h"
#include "wire/host/seat.h"

// Makes the player that `spec` names: "exec:./bot --fast" runs a program, everything else is gin_player_open's. A
// program is started at its first decision and again after every fault; a fault becomes GIN_RESIGN with that fault.
// `limits` and `table` must live as long as the player. The caller ends it with gin_player_close.
bool gin_host_open(const char *spec, const WireLimits *limits, WireTable *table, GinPlayer *player, Error *err);

// As gin_host_open, for one table with one program at it: default limits, clocks of its own.
bool gin_any_player_open(const char *spec, GinPlayer *player, Error *err);

// The program behind a player, for the functions of seat.h; NULL if it is none.
HostSeat *gin_host_seat(const GinPlayer *player);

#endif
