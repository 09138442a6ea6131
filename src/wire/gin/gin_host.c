// SPDX-License-Identifier: MIT
#include "wire/gin/gin_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "gin/players/list/players.h"
#include "wire/gin/gin_lines.h"
#include "wire/gin/gin_tell.h"
#include "wire/host/host.h"
#include "wire/protocol/command.h"

typedef struct GinHost {
    WireHost *wire;
    const WireLimits *limits;
    WireTable *table;
    bool in_match, in_deal; // told of them
    uint32_t deal;          // of this match
    GinTeller teller;       // what was told of the deal
    WireLimits own_limits;  // for gin_any_player_open
    WireTable own_table;
} GinHost;

// ---- Telling what happened ----

static Fault gin_host_tell_match(GinHost *self, const GinView *view, const Rng *rng) {
    Fault fault = wire_host_start(self->wire);
    if (fault != FAULT_NONE) return fault;
    if (self->table == &self->own_table) wire_table_reset(self->table, &self->limits->clock);
    Text *text = wire_host_text(self->wire);
    wire_host_seed(self->wire, chance_program_seed(rng));
    gin_lines_newmatch(text, view->rules, view->seat);
    if (wire_host_wants_past(self->wire))
        gin_lines_past(text, view->past); // a move was taken back, or a saved game goes on
    self->in_match = true;
    self->in_deal = false;
    self->deal = gin_past_hands(view->past);
    return wire_host_ready(self->wire);
}

// ---- Asking ----

static void tell_go(const GinHost *self, const GinView *view) {
    CgpGo go = wire_host_go(self->wire, self->table, GIN_SEATS);
    GinLegal legal = gin_view_legal(view);
    Text *text = wire_host_text(self->wire);
    if (wire_host_stateless(self->wire)) {
        if (wire_host_wants_past(self->wire)) gin_lines_past(text, view->past);
        gin_lines_view(text, view, self->deal);
    }
    cgp_print_go(text, &go);
    gin_lines_add_legal(text, &legal);
    text_add_bytes(text, "\n", 1);
}

static Fault gin_host_ask(GinHost *self, const GinView *view, const Rng *rng, char **move) {
    Fault fault = self->in_match ? FAULT_NONE : gin_host_tell_match(self, view, rng);
    if (fault != FAULT_NONE) return fault;
    if (!self->in_deal) gin_tell_deal(&self->teller, wire_host_text(self->wire), view, self->deal);
    self->in_deal = true;
    gin_tell_events(&self->teller, wire_host_text(self->wire), view);
    tell_go(self, view);
    return wire_host_ask(self->wire, self->table, view->seat, move);
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
        wire_host_blame(self->wire, "answered '%.60s': %s", said, err.text);
        return (GinAction){.move = GIN_RESIGN, .card = CARD_NONE}; // which the referee takes for an illegal move
    }
    // Kept in case the referee refuses it.
    wire_host_blame(self->wire, "answered '%.60s', which is not legal there", said);
    return action;
}

// ---- How hands end ----

static void gin_host_tell_end(GinHost *self, const GinHandRecord *record) {
    const GinState *state = record->state;
    Text *text = wire_host_text(self->wire);
    uint16_t score[2];
    gin_tell_end(&self->teller, text, state, record->history, score);
    if (record->game_over) {
        bool bonuses = state->rules->box_bonus || state->rules->game_bonus;
        gin_lines_endmatch(text, record->game_winner, score, bonuses ? record->totals : NULL, -1, FAULT_NONE);
    }
}

static void gin_host_watch(void *context, const GinHandRecord *record, Seat seat) {
    GinHost *self = context;
    bool told = self->in_match;
    self->in_deal = false;
    self->deal++;
    if (record->game_over) self->in_match = false;
    if (record->faulty == seat) {
        wire_host_stop(self->wire);
        text_clear(wire_host_text(self->wire));
    } else if (told && record->faulty >= 0) {
        gin_lines_endmatch(wire_host_text(self->wire), record->game_winner, record->state->table.score, NULL,
                           record->faulty, record->fault);
    } else if (told) {
        gin_host_tell_end(self, record);
    }
}

// ---- Making one ----

static void gin_host_end(void *context) {
    GinHost *self = context;
    wire_host_close(self->wire);
    free(self);
}

static GinHost *make_host(const char *spec, const WireLimits *limits, WireTable *table, Error *err) {
    GinHost *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(err, "out of memory for a bot");
        return NULL;
    }
    self->own_limits = wire_limits_default();
    self->limits = limits ? limits : &self->own_limits;
    self->table = table ? table : &self->own_table;
    self->wire = wire_host_open(spec, "gin", self->limits, err);
    if (self->wire) return self;
    free(self);
    return NULL;
}

bool gin_host_open(const char *spec, const WireLimits *limits, WireTable *table, GinPlayer *player, Error *err) {
    if (!wire_is_exec(spec)) return gin_player_open(spec, player, err);
    GinHost *self = make_host(spec, limits, table, err);
    if (!self) return false;
    wire_table_reset(self->table, &self->limits->clock);
    *player = (GinPlayer){.self = self, .choose = gin_host_choose, .close = gin_host_end, .watch = gin_host_watch};
    return true;
}

void gin_host_sit(const GinPlayer *player, WireTable *table) {
    if (player->choose != gin_host_choose) return;
    GinHost *self = player->self;
    self->table = table;
    wire_host_forget(self->wire);
}

void gin_host_quit(const GinPlayer *player) {
    if (player->choose == gin_host_choose) wire_host_quit(((GinHost *)player->self)->wire);
}

bool gin_any_player_open(const char *spec, GinPlayer *player, Error *err) {
    return gin_host_open(spec, NULL, NULL, player, err);
}

bool gin_host_check(const char *spec, const WireLimits *limits, char name[CGP_NAME], Text *stderr_tail, Error *err) {
    GinPlayer player;
    WireLimits unlogged = *limits;
    unlogged.logs = NULL;
    if (!gin_host_open(spec, &unlogged, NULL, &player, err)) return false;
    Fault fault = FAULT_NONE;
    if (player.choose == gin_host_choose) {
        GinHost *self = player.self;
        fault = wire_host_start(self->wire);
        if (fault != FAULT_NONE && stderr_tail) wire_host_last_words(self->wire, stderr_tail);
        if (fault != FAULT_NONE) error_set(err, "%.120s does not start: it %s", spec, wire_host_fault(self->wire));
    }
    if (name) text_copy(name, CGP_NAME, gin_host_name(&player));
    gin_player_close(&player);
    return fault == FAULT_NONE;
}

const char *gin_host_name(const GinPlayer *player) {
    return player->choose == gin_host_choose ? wire_host_name(((const GinHost *)player->self)->wire) : "";
}

const char *gin_host_fault(const GinPlayer *player) {
    return player->choose == gin_host_choose ? wire_host_fault(((const GinHost *)player->self)->wire) : "";
}

const char *gin_host_first_fault(const GinPlayer *player, Text *last_words) {
    if (player->choose != gin_host_choose) return "";
    const GinHost *self = player->self;
    wire_host_last_words(self->wire, last_words);
    return wire_host_first_fault(self->wire);
}
