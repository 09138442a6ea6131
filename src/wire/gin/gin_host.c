// SPDX-License-Identifier: MIT
#include "wire/gin/gin_host.h"

#include "base/secret.h"
#include "gin/players/list/players.h"
#include "wire/gin/gin_lines.h"
#include "wire/gin/gin_tell.h"
#include "wire/protocol/command.h"

typedef struct GinHost {
    HostSeat seat;
    uint32_t deal;    // of this match
    GinTeller teller; // what was told of the deal
} GinHost;

// ---- Telling what happened ----

static Fault gin_host_tell_match(GinHost *self, const GinView *view, const Rng *rng) {
    Fault fault = wire_host_start(self->seat.wire);
    if (fault != FAULT_NONE) return fault;
    if (self->seat.table == &self->seat.own_table) wire_table_reset(self->seat.table, &self->seat.limits->clock);
    Text *text = wire_host_text(self->seat.wire);
    wire_host_seed(self->seat.wire, chance_program_seed(rng));
    gin_lines_newmatch(text, view->rules, view->seat);
    if (wire_host_wants_past(self->seat.wire))
        gin_lines_past(text, view->past); // a move was taken back, or a saved game goes on
    self->seat.in_match = true;
    self->seat.in_deal = false;
    self->deal = gin_past_hands(view->past);
    return wire_host_ready(self->seat.wire);
}

// ---- Asking ----

static void tell_go(const GinHost *self, const GinView *view) {
    CgpGo go = wire_host_go(self->seat.wire, self->seat.table, GIN_SEATS);
    GinLegal legal = gin_view_legal(view);
    Text *text = wire_host_text(self->seat.wire);
    if (wire_host_stateless(self->seat.wire)) {
        if (wire_host_wants_past(self->seat.wire)) gin_lines_past(text, view->past);
        gin_lines_view(text, view, self->deal);
    }
    cgp_print_go(text, &go);
    gin_lines_add_legal(text, &legal);
    text_add_bytes(text, "\n", 1);
}

static Fault gin_host_ask(GinHost *self, const GinView *view, const Rng *rng, char **move) {
    Fault fault = self->seat.in_match ? FAULT_NONE : gin_host_tell_match(self, view, rng);
    if (fault != FAULT_NONE) return fault;
    if (!self->seat.in_deal) gin_tell_deal(&self->teller, wire_host_text(self->seat.wire), view, self->deal);
    self->seat.in_deal = true;
    gin_tell_events(&self->teller, wire_host_text(self->seat.wire), view);
    tell_go(self, view);
    return wire_host_ask(self->seat.wire, self->seat.table, view->seat, move);
}

static GinAction gin_host_choose(void *context, const GinView *view, Rng *rng) {
    GinHost *self = context;
    GinAction action = {.move = GIN_RESIGN};
    Error err;
    char *move = NULL, said[64];
    Fault fault = gin_host_ask(self, view, rng, &move);
    if (fault != FAULT_NONE) {
        action.card = (Card)fault;
        return action;
    }
    text_copy(said, sizeof said, cgp_rest(&move));
    if (!gin_lines_parse_move(move, &action, &err)) {
        wire_host_blame(self->seat.wire, "answered '%.60s': %s", said, err.text);
        return (GinAction){.move = GIN_RESIGN, .card = CARD_NONE}; // which the referee takes for an illegal move
    }
    // Kept in case the referee refuses it.
    wire_host_blame(self->seat.wire, "answered '%.60s', which is not legal there", said);
    return action;
}

// ---- How hands end ----

static void gin_host_tell_end(GinHost *self, const GinHandRecord *record) {
    const GinState *state = record->state;
    Text *text = wire_host_text(self->seat.wire);
    uint16_t score[2];
    gin_tell_end(&self->teller, text, state, record->history, score);
    if (record->game_over) {
        bool bonuses = state->rules->box_bonus || state->rules->game_bonus;
        gin_lines_endmatch(text, record->game_winner, score, bonuses ? record->totals : NULL, -1, FAULT_NONE);
    }
}

static void gin_host_watch(void *context, const GinHandRecord *record, Seat seat) {
    GinHost *self = context;
    bool told = self->seat.in_match;
    self->seat.in_deal = false;
    self->deal++;
    if (record->game_over) self->seat.in_match = false;
    if (record->faulty == seat) {
        wire_host_stop(self->seat.wire);
        text_clear(wire_host_text(self->seat.wire));
    } else if (told && record->faulty >= 0) {
        gin_lines_endmatch(wire_host_text(self->seat.wire), record->game_winner, record->state->table.score, NULL,
                           record->faulty, record->fault);
    } else if (told) {
        gin_host_tell_end(self, record);
    }
}

// ---- Making one ----

bool gin_host_open(const char *spec, const WireLimits *limits, WireTable *table, GinPlayer *player, Error *err) {
    if (!wire_is_exec(spec)) return gin_player_open(spec, player, err);
    GinHost *self = host_seat_open(sizeof *self, spec, "gin", limits, table, err);
    if (!self) return false;
    wire_table_reset(self->seat.table, &self->seat.limits->clock);
    *player = (GinPlayer){.self = self, .choose = gin_host_choose, .close = host_seat_close, .watch = gin_host_watch};
    return true;
}

HostSeat *gin_host_seat(const GinPlayer *player) { return player->choose == gin_host_choose ? player->self : NULL; }

bool gin_any_player_open(const char *spec, GinPlayer *player, Error *err) {
    return gin_host_open(spec, NULL, NULL, player, err);
}

static bool gin_open_any(const char *spec, const WireLimits *limits, void *player, Error *err) {
    return gin_host_open(spec, limits, NULL, player, err);
}

static void gin_close_any(void *player) { gin_player_close(player); }
static HostSeat *gin_seat_of_any(const void *player) { return gin_host_seat(player); }

const PlayerKind players_of_gin = {
    .size = sizeof(GinPlayer), .open = gin_open_any, .close = gin_close_any, .seat = gin_seat_of_any};
