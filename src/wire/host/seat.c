// SPDX-License-Identifier: MIT
#include "wire/host/seat.h"

#include <stdlib.h>

void *host_seat_open(size_t size, const char *spec, const char *game, const WireLimits *limits, WireTable *table,
                     Error *err) {
    HostSeat *seat = calloc(1, size);
    if (!seat) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    seat->own_limits = wire_limits_default();
    seat->limits = limits ? limits : &seat->own_limits;
    seat->table = table ? table : &seat->own_table;
    seat->wire = wire_host_open(spec, game, seat->limits, err);
    if (seat->wire) return seat;
    free(seat);
    return NULL;
}

void host_seat_close(void *seat) {
    wire_host_close(((HostSeat *)seat)->wire);
    free(seat);
}

void host_seat_sit(HostSeat *seat, WireTable *table) {
    if (!seat) return;
    seat->table = table;
    wire_host_forget(seat->wire);
}

void host_seat_quit(HostSeat *seat) {
    if (seat) wire_host_quit(seat->wire);
}

const char *host_seat_name(const HostSeat *seat) { return seat ? wire_host_name(seat->wire) : ""; }
const char *host_seat_fault(const HostSeat *seat) { return seat ? wire_host_fault(seat->wire) : ""; }

const char *host_seat_first_fault(const HostSeat *seat, Text *last_words) {
    if (!seat) return "";
    wire_host_last_words(seat->wire, last_words);
    return wire_host_first_fault(seat->wire);
}

void *player_make(const PlayerKind *kind, const char *spec, const WireLimits *limits, Error *err) {
    void *player = calloc(1, kind->size);
    if (!player) {
        error_set(err, "out of memory for a player");
        return NULL;
    }
    if (kind->open(spec, limits, player, err)) return player;
    free(player);
    return NULL;
}

void player_free(const PlayerKind *kind, void *player) {
    kind->close(player);
    free(player);
}

bool player_check(const PlayerKind *kind, const char *spec, const WireLimits *limits, char name[CGP_NAME],
                  Text *stderr_tail, Error *err) {
    WireLimits unlogged = *limits;
    unlogged.logs = NULL;
    void *player = player_make(kind, spec, &unlogged, err);
    if (!player) return false;
    HostSeat *seat = kind->seat(player);
    Fault fault = seat ? wire_host_start(seat->wire) : FAULT_NONE;
    if (fault != FAULT_NONE && stderr_tail) wire_host_last_words(seat->wire, stderr_tail);
    if (fault != FAULT_NONE) error_set(err, "%.120s does not start: it %s", spec, wire_host_fault(seat->wire));
    if (name) text_copy(name, CGP_NAME, host_seat_name(seat));
    player_free(kind, player);
    return fault == FAULT_NONE;
}
