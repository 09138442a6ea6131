// SPDX-License-Identifier: MIT
// A program at a table of any game, and how a game makes players from specs. A game's host (gin_host.h) begins with a
// HostSeat and returns the one behind a player: NULL for a built-in player, for which the functions here do nothing.
#ifndef DEADWOOD_WIRE_HOST_SEAT_H
#define DEADWOOD_WIRE_HOST_SEAT_H

#include "wire/host/host.h"

typedef struct HostSeat {
    WireHost *wire;
    const WireLimits *limits;
    WireTable *table;
    bool in_match, in_deal; // the program was told of them
    WireLimits own_limits;  // where none were given
    WireTable own_table;
} HostSeat;

// `limits` and `table` must live as long as the seat; NULL: the usual ones, a table of its own. `size` is that of the
// game's host. NULL with err set on failure. The caller ends it with host_seat_close.
void *host_seat_open(size_t size, const char *spec, const char *game, const WireLimits *limits, WireTable *table,
                     Error *err);
void host_seat_close(void *seat);

// host_seat_sit: a program between two games moves to another table, and its faults are forgotten. host_seat_quit: asks
// it to exit without waiting, so that several can exit at the same time before they are closed.
void host_seat_sit(HostSeat *seat, WireTable *table);
void host_seat_quit(HostSeat *seat);

// The program's own name (printable ASCII), "" before it was started; its last fault, a sentence without its subject,
// "" if none; and its first fault since host_seat_sit, with the last lines of its stderr at that time appended to
// `last_words`.
const char *host_seat_name(const HostSeat *seat);
const char *host_seat_fault(const HostSeat *seat);
const char *host_seat_first_fault(const HostSeat *seat, Text *last_words);

// How a game makes players from specs, built-in or programs; `player` is its own struct, of `size` bytes. `open` starts
// no process.
typedef struct PlayerKind {
    size_t size;
    bool (*open)(const char *spec, const WireLimits *limits, void *player, Error *err);
    void (*close)(void *player);
    HostSeat *(*seat)(const void *player);
} PlayerKind;

extern const PlayerKind players_of_gin, players_of_hearts;

// One that the caller ends with player_free; NULL with err set on failure.
void *player_make(const PlayerKind *kind, const char *spec, const WireLimits *limits, Error *err);
void player_free(const PlayerKind *kind, void *player);

// Checks that a player can play: starts a program, shakes hands, gets its name and ends it. True for built-in players
// that exist, whose name is "". Otherwise err is set and `stderr_tail` gets the end of the program's stderr. Both may
// be NULL. Writes no log.
bool player_check(const PlayerKind *kind, const char *spec, const WireLimits *limits, char name[CGP_NAME],
                  Text *stderr_tail, Error *err);

#endif
