// SPDX-License-Identifier: MIT
#include "wire/hearts/hearts_host.h"

#include "base/secret.h"
#include "hearts/players/list/players.h"
#include "wire/hearts/hearts_lines.h"
#include "wire/hearts/hearts_tell.h"
#include "wire/protocol/command.h"

typedef struct HeartsHost {
    HostSeat seat;
    HeartsTeller teller; // what was told of the deal
} HeartsHost;

// A bot that failed in the middle of a game is told of it as of a new one, from the next hand on.
static Fault hearts_host_tell_match(HeartsHost *self, const HeartsView *view, const Rng *rng) {
    Fault fault = wire_host_start(self->seat.wire);
    if (fault != FAULT_NONE) return fault;
    wire_host_seed(self->seat.wire, chance_program_seed(rng));
    hearts_lines_newmatch(wire_host_text(self->seat.wire), view->rules, view->seat);
    self->seat.in_match = true;
    self->seat.in_deal = false;
    return wire_host_ready(self->seat.wire);
}

static Fault hearts_host_ask(HeartsHost *self, const HeartsView *view, const Rng *rng, char **move) {
    Fault fault = self->seat.in_match ? FAULT_NONE : hearts_host_tell_match(self, view, rng);
    if (fault != FAULT_NONE) return fault;
    Text *text = wire_host_text(self->seat.wire);
    if (!self->seat.in_deal) hearts_tell_deal(&self->teller, text, view);
    self->seat.in_deal = true;
    hearts_tell_events(&self->teller, text, view);
    if (wire_host_stateless(self->seat.wire)) hearts_lines_view(text, view);
    CgpGo go = wire_host_go(self->seat.wire, self->seat.table, HEARTS_SEATS);
    cgp_print_go(text, &go);
    hearts_lines_add_legal(text, view);
    text_add_bytes(text, "\n", 1);
    return wire_host_ask(self->seat.wire, self->seat.table, view->seat, move);
}

// Ends a bot that failed; the referee plays on for it.
static void hearts_host_drop(HeartsHost *self) {
    wire_host_stop(self->seat.wire);
    text_clear(wire_host_text(self->seat.wire));
    self->seat.in_match = self->seat.in_deal = false;
}

static HeartsAction hearts_host_choose(void *context, const HeartsView *view, Rng *rng) {
    HeartsHost *self = context;
    HeartsAction action = {.move = HEARTS_RESIGN, .card = CARD_NONE}; // which the referee takes for an illegal move
    Error err;
    char *move = NULL, said[64];
    Fault fault = hearts_host_ask(self, view, rng, &move);
    if (fault != FAULT_NONE) {
        action.card = (Card)fault;
        hearts_host_drop(self);
        return action;
    }
    text_copy(said, sizeof said, cgp_rest(&move));
    if (hearts_lines_parse_move(move, &action, &err)) // kept in case the referee refuses it
        wire_host_blame(self->seat.wire, "answered '%.60s', which is not legal there", said);
    else
        wire_host_blame(self->seat.wire, "answered '%.60s': %s", said, err.text);
    return action;
}

// ---- How hands end ----

static void hearts_host_watch(void *context, const HeartsHandRecord *record, Seat seat) {
    HeartsHost *self = context;
    int16_t score[HEARTS_SEATS];
    if (record->state->fault[seat]) {
        hearts_host_drop(self);
    } else if (self->seat.in_match) {
        Text *text = wire_host_text(self->seat.wire);
        hearts_tell_end(&self->teller, text, record->state, record->log, seat, score);
        if (record->game_over) hearts_lines_endmatch(text, score);
        self->seat.in_deal = false;
        self->seat.in_match = !record->game_over;
    }
}

// ---- Making one ----

bool hearts_host_open(const char *spec, const WireLimits *limits, WireTable *table, HeartsPlayer *player, Error *err) {
    if (!wire_is_exec(spec)) return hearts_player_open(spec, player, err);
    HeartsHost *self = host_seat_open(sizeof *self, spec, "hearts", limits, table, err);
    if (!self) return false;
    *player = (HeartsPlayer){
        .self = self, .choose = hearts_host_choose, .close = host_seat_close, .watch = hearts_host_watch};
    return true;
}

HostSeat *hearts_host_seat(const HeartsPlayer *player) {
    return player->choose == hearts_host_choose ? player->self : NULL;
}

static bool hearts_open_any(const char *spec, const WireLimits *limits, void *player, Error *err) {
    return hearts_host_open(spec, limits, NULL, player, err);
}

static void hearts_close_any(void *player) { hearts_player_close(player); }
static HostSeat *hearts_seat_of_any(const void *player) { return hearts_host_seat(player); }

const PlayerKind players_of_hearts = {
    .size = sizeof(HeartsPlayer), .open = hearts_open_any, .close = hearts_close_any, .seat = hearts_seat_of_any};
