// SPDX-License-Identifier: MIT
// A program at a table, whatever its game, and how a game makes players of specs. A game's host (gin_host.h) begins
// with a HostSeat, and tells which one a player has: NULL for a player of ours, for which everything here does nothing.
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

// A program that is between two games plays the next at another table, and its faults are forgotten. And it may be
// asked to end, which closing it then need not wait for; several do so at the same time.
void host_seat_sit(HostSeat *seat, WireTable *table);
void host_seat_quit(HostSeat *seat);

// What the program calls itself (printable ASCII), "" before it was started; what it did wrong last, without its
// subject, "" if nothing; and the same of its first fault since host_seat_sit, with the last lines of its stderr then,
// which are appended to `last_words`.
const char *host_seat_name(const HostSeat *seat);
const char *host_seat_fault(const HostSeat *seat);
const char *host_seat_first_fault(const HostSeat *seat, Text *last_words);

// How a game makes players of specs, ours or programs; `player` is its own struct, of `size` bytes. `open` starts
// nothing yet.
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

// Starts a program, shakes hands and ends it again: can it play at all, and what does it call itself? True for our own
// players if they exist, which have no name but their spec ("" here). Else err has a sentence, and `stderr_tail` what
// the program last wrote to its stderr. Both may be NULL. No log is kept of it.
bool player_check(const PlayerKind *kind, const char *spec, const WireLimits *limits, char name[CGP_NAME],
                  Text *stderr_tail, Error *err);

#endif
