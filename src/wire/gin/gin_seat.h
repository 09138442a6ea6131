// SPDX-License-Identifier: MIT
// A gin deal as one seat sees it, rebuilt from the lines a host sends: the bot's side of gin_lines.h.
//
// It runs the referee's own rules on a state in which everything hidden is left out, so that the view it gives is the
// referee's view, field by field. An event that cannot have happened (a card in two places, a move out of turn) is
// refused with a sentence; then the seat is good for nothing until the next deal.
#ifndef DEADWOOD_WIRE_GIN_GIN_SEAT_H
#define DEADWOOD_WIRE_GIN_GIN_SEAT_H

#include "gin/gin.h"
#include "wire/gin/gin_lines.h"

// How far the host has told of a match.
typedef enum {
    GIN_SEAT_IDLE,   // nothing yet
    GIN_SEAT_MATCH,  // newmatch
    GIN_SEAT_DEAL,   // newdeal
    GIN_SEAT_HAND,   // hand
    GIN_SEAT_PLAY,   // ev upcard, and on from there
    GIN_SEAT_DRAWS,  // we drew from the stock; which card comes next
    GIN_SEAT_BROKEN, // something that cannot be
} GinSeatStage;

typedef struct GinSeat {
    GinSeatStage stage;
    Seat seat;
    GinRules rules;
    GinNewDeal deal;
    CardSet dealt;      // own ten cards
    GinPast past;       // the match's earlier deals
    GinState state;     // hidden cards left out: the opponent's hand holds what it is known to hold
    GinHistory history; // likewise: the opponent's draws from the stock are CARD_NONE
} GinSeat;

// Frees what a seat keeps; all zero it begins, and has nothing. It can be told of another match then.
void gin_seat_close(GinSeat *seat);

// The lines, each behind its first word (newmatch behind its game), cut into words in place. False with err set if what
// they say cannot be. Events the protocol's version 1 does not have are ignored.
bool gin_seat_newmatch(GinSeat *seat, char *rest, Error *err);
bool gin_seat_newdeal(GinSeat *seat, char *rest, Error *err);
bool gin_seat_hand(GinSeat *seat, char *rest, Error *err);
bool gin_seat_event(GinSeat *seat, char *rest, Error *err);

// A `past` line: a deal that was played before this seat came, or before a view.
bool gin_seat_past(GinSeat *seat, char *rest, Error *err);

// A `view` line behind its game: everything up to now in one line, whatever was told of the deal before.
bool gin_seat_view_line(GinSeat *seat, char *rest, Error *err);

// It is this seat's turn, or a sentence why not.
bool gin_seat_may_act(const GinSeat *seat, Error *err);

// What the seat may know. Borrows from `seat`, good until the next line.
static inline GinView gin_seat_view(const GinSeat *seat) { return gin_view(&seat->state, &seat->history, seat->seat); }

#endif
