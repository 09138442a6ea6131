// SPDX-License-Identifier: MIT
#include "wire/hearts/hearts_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "hearts/players/list/players.h"
#include "wire/hearts/hearts_lines.h"
#include "wire/hearts/hearts_tell.h"
#include "wire/host/host.h"
#include "wire/protocol/command.h"

typedef struct HeartsHost {
    WireHost *wire;
    WireTable *table;
    bool in_match, in_deal; // told of them
    HeartsTeller teller;    // what was told of the deal
} HeartsHost;

// A bot that failed in the middle of a game is told of it as of a new one, from the next hand on.
static Fault hearts_host_tell_match(HeartsHost *self, const HeartsView *view, const Rng *rng) {
    Fault fault = wire_host_start(self->wire);
    if (fault != FAULT_NONE) return fault;
    wire_host_seed(self->wire, chance_program_seed(rng));
    hearts_lines_newmatch(wire_host_text(self->wire), view->rules, view->seat);
    self->in_match = true;
    self->in_deal = false;
    return wire_host_ready(self->wire);
}

static Fault hearts_host_ask(HeartsHost *self, const HeartsView *view, const Rng *rng, char **move) {
    Fault fault = self->in_match ? FAULT_NONE : hearts_host_tell_match(self, view, rng);
    if (fault != FAULT_NONE) return fault;
    Text *text = wire_host_text(self->wire);
    if (!self->in_deal) hearts_tell_deal(&self->teller, text, view);
    self->in_deal = true;
    hearts_tell_events(&self->teller, text, view);
    if (wire_host_stateless(self->wire)) hearts_lines_view(text, view);
    CgpGo go = wire_host_go(self->wire, self->table, HEARTS_SEATS);
    cgp_print_go(text, &go);
    hearts_lines_add_legal(text, view);
    text_add_bytes(text, "\n", 1);
    return wire_host_ask(self->wire, self->table, view->seat, move);
}

// Ends a bot that failed; the referee plays on for it.
static void hearts_host_drop(HeartsHost *self) {
    wire_host_stop(self->wire);
    text_clear(wire_host_text(self->wire));
    self->in_match = self->in_deal = false;
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
        wire_host_blame(self->wire, "answered '%.60s', which is not legal there", said);
    else
        wire_host_blame(self->wire, "answered '%.60s': %s", said, err.text);
    return action;
}

// ---- How hands end ----

static void hearts_host_watch(void *context, const HeartsHandRecord *record, Seat seat) {
    HeartsHost *self = context;
    int16_t score[HEARTS_SEATS];
    if (record->state->fault[seat]) {
        hearts_host_drop(self);
    } else if (self->in_match) {
        Text *text = wire_host_text(self->wire);
        hearts_tell_end(&self->teller, text, record->state, record->log, seat, score);
        if (record->game_over) hearts_lines_endmatch(text, score);
        self->in_deal = false;
        self->in_match = !record->game_over;
    }
}

// ---- Making one ----

static void hearts_host_end(void *context) {
    HeartsHost *self = context;
    wire_host_close(self->wire);
    free(self);
}

bool hearts_host_open(const char *spec, const WireLimits *limits, WireTable *table, HeartsPlayer *player, Error *err) {
    if (!wire_is_exec(spec)) return hearts_player_open(spec, player, err);
    HeartsHost *self = calloc(1, sizeof *self);
    if (!self) return error_set(err, "out of memory for a bot");
    self->table = table;
    self->wire = wire_host_open(spec, "hearts", limits, err);
    if (!self->wire) {
        free(self);
        return false;
    }
    *player = (HeartsPlayer){
        .self = self, .choose = hearts_host_choose, .close = hearts_host_end, .watch = hearts_host_watch};
    return true;
}

void hearts_host_sit(const HeartsPlayer *player, WireTable *table) {
    if (player->choose != hearts_host_choose) return;
    HeartsHost *self = player->self;
    self->table = table;
    wire_host_forget(self->wire);
}

void hearts_host_quit(const HeartsPlayer *player) {
    if (player->choose == hearts_host_choose) wire_host_quit(((HeartsHost *)player->self)->wire);
}

bool hearts_host_check(const char *spec, const WireLimits *limits, char name[CGP_NAME], Text *stderr_tail, Error *err) {
    HeartsPlayer player;
    WireLimits unlogged = *limits;
    unlogged.logs = NULL;
    WireTable table;
    if (!hearts_host_open(spec, &unlogged, &table, &player, err)) return false;
    Fault fault = FAULT_NONE;
    if (player.choose == hearts_host_choose) {
        HeartsHost *self = player.self;
        fault = wire_host_start(self->wire);
        if (fault != FAULT_NONE && stderr_tail) wire_host_last_words(self->wire, stderr_tail);
        if (fault != FAULT_NONE) error_set(err, "%.120s does not start: it %s", spec, wire_host_fault(self->wire));
    }
    if (name) text_copy(name, CGP_NAME, hearts_host_name(&player));
    hearts_player_close(&player);
    return fault == FAULT_NONE;
}

const char *hearts_host_name(const HeartsPlayer *player) {
    return player->choose == hearts_host_choose ? wire_host_name(((const HeartsHost *)player->self)->wire) : "";
}

const char *hearts_host_fault(const HeartsPlayer *player) {
    return player->choose == hearts_host_choose ? wire_host_fault(((const HeartsHost *)player->self)->wire) : "";
}

const char *hearts_host_first_fault(const HeartsPlayer *player, Text *last_words) {
    if (player->choose != hearts_host_choose) return "";
    const HeartsHost *self = player->self;
    wire_host_last_words(self->wire, last_words);
    return wire_host_first_fault(self->wire);
}
