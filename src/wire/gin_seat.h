// SPDX-License-Identifier: MIT
// A gin deal as one seat sees it, rebuilt from the lines a host sends: the bot's side of gin_lines.h.
//
// It runs the referee's own rules on a state in which everything hidden is left out, so that the view it gives is the
// referee's view, field by field. An event that cannot have happened (a card in two places, a move out of turn) is
// refused with a sentence; then the seat is good for nothing until the next `newdeal`.
#ifndef DEADWOOD_WIRE_GIN_SEAT_H
#define DEADWOOD_WIRE_GIN_SEAT_H

#include "gin/gin.h"

typedef struct GinSeat {
    GinRules rules;
    Seat seat;
    uint32_t deal;
    uint16_t score[2];
    Seat starter;
    enum { GIN_SEAT_IDLE, GIN_SEAT_MATCH, GIN_SEAT_DEAL, GIN_SEAT_HAND, GIN_SEAT_DRAWN, GIN_SEAT_PLAY } at;
    CardSet dealt;      // own ten cards
    GinState state;     // hidden cards left out: the opponent's hand holds what it is known to hold
    GinHistory history; // the opponent's draws from the stock are CARD_NONE
} GinSeat;

// The lines, each behind its first word, cut into words in place. False with err set if what they say cannot be.
bool gin_seat_newmatch(GinSeat *seat, char *rest, Error *err);
bool gin_seat_newdeal(GinSeat *seat, char *rest, Error *err);
bool gin_seat_hand(GinSeat *seat, char *rest, Error *err);
bool gin_seat_event(GinSeat *seat, char *rest, Error *err); // events it does not know are ignored

// It is this seat's turn, or a sentence why not.
bool gin_seat_may_act(const GinSeat *seat, Error *err);

// What the seat may know. Borrows from `seat`, good until the next line.
static inline GinView gin_seat_view(const GinSeat *seat) { return gin_view(&seat->state, &seat->history, seat->seat); }

#endif
