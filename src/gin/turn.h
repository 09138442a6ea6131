// SPDX-License-Identifier: MIT
// Draw and discard, the moves of every turn, checked and played inline, since they take half of a hand's time. For
// state.c and the referee's loop; everybody else calls gin_try.
#ifndef DEADWOOD_GIN_TURN_H
#define DEADWOOD_GIN_TURN_H

#include <assert.h>

#include "gin/gin.h"

// state.c: the end of a hand without a knock, and the rare moves.
void gin_cancel(GinState *state);
bool gin_try_rare(GinState *state, GinHistory *history, const GinAction *action);

// `take`, here and below: 1 for the upcard, 0 for the stock.
static inline bool may_draw(const GinTable *table, int take) {
    if (table->phase == GIN_DRAW) return !(table->forced & take);
    return take && table->phase <= GIN_SECOND_OFFER;
}

static inline CardSet discards(const GinState *state) {
    return state->hand[state->table.to_act] & ~set_of(state->table.taken);
}

static inline bool may_drop_card(const GinState *state, Card card) {
    return state->table.phase == GIN_DISCARD && card < 64 && set_has(discards(state), card);
}

static inline void note_event(GinHistory *history, GinEventKind kind, Seat seat, Card card) {
    if (!history) return;
    assert(history->log.count < GIN_LOG_SIZE);
    history->log.event[history->log.count++] = (GinEvent){.what = (uint8_t)(2 * kind + seat), .card = card};
}

// Which pile a player draws from is hard to predict, so nothing here branches on it: random players gain 12%.
static inline void draw_card(GinState *state, GinHistory *history, int take) {
    GinTable *table = &state->table;
    Seat seat = table->to_act;
    assert(table->stock > 0);   // else the hand would be over
    Card face_up = (Card)-take; // all bits, or none
    Card upcard = table->upcard, hidden = state->stock[table->stock - 1];
    Card card = hidden ^ ((hidden ^ upcard) & face_up);
    Card seen = CARD_NONE ^ ((CARD_NONE ^ upcard) & face_up);
    note_event(history, (GinEventKind)(GIN_EVENT_STOCK - take), seat, seen);
    table->taken = seen;
    table->upcard = upcard ^ ((CARD_NONE ^ upcard) & face_up);
    table->known[seat] |= set_of(seen) & SET_DECK;
    table->takes[seat] = (uint8_t)(table->takes[seat] + take);
    table->stock = (uint8_t)(table->stock - !take);
    state->hand[seat] |= set_of(card);
    state->drawn = card;
    table->turns[seat]++;
    table->forced = 0;
    table->phase = GIN_DISCARD;
    if (history) history->draws[seat].card[history->draws[seat].count++] = card;
}

// Moves a card from the hand of the seat to act to the top of the pile, and the turn to the other seat.
static inline void discard_card(GinState *state, Card card) {
    GinTable *table = &state->table;
    Seat seat = table->to_act;
    state->hand[seat] &= ~set_of(card);
    state->drawn = CARD_NONE;
    table->known[seat] &= ~set_of(card);
    table->discarded[seat] |= set_of(card);
    table->buried |= set_of(table->upcard) & SET_DECK;
    table->upcard = card;
    table->taken = CARD_NONE;
    table->to_act = seat ^ 1;
}

static inline void drop_card(GinState *state, GinHistory *history, Card card) {
    GinTable *table = &state->table;
    note_event(history, GIN_EVENT_DISCARD, table->to_act, card);
    discard_card(state, card);
    table->phase = GIN_DRAW;
    if (table->stock <= state->rules->stock_end || table->turns[0] + table->turns[1] >= GIN_TURN_LIMIT)
        gin_cancel(state);
}

// gin_try, in line.
static inline __attribute__((always_inline)) bool gin_try_turn(GinState *state, GinHistory *history,
                                                               const GinAction *action) {
    if (action->move == GIN_DROP) {
        if (!may_drop_card(state, action->card)) return false;
        drop_card(state, history, action->card);
    } else if (action->move == GIN_STOCK || action->move == GIN_TAKE) {
        int take = action->move == GIN_TAKE;
        if (!may_draw(&state->table, take)) return false;
        draw_card(state, history, take);
    } else {
        return gin_try_rare(state, history, action);
    }
    return true;
}

#endif
