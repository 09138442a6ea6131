// SPDX-License-Identifier: MIT
// A gin deal as one seat sees it, rebuilt from the lines a host sends: the bot's side of gin_lines.h.
//
// It runs the referee's rules on a state without the hidden cards, so its view equals the referee's view, field by
// field. An impossible event (a card in two places, a move out of turn) is refused with err set, and the seat is
// unusable until the next deal.
#ifndef DEADWOOD_WIRE_GIN_GIN_SEAT_H
#define DEADWOOD_WIRE_GIN_GIN_SEAT_H

#include "gin/gin.h"
#include "wire/gin/gin_lines.h"

// What the host has sent so far.
typedef enum {
    GIN_SEAT_IDLE,   // nothing yet
    GIN_SEAT_MATCH,  // newmatch
    GIN_SEAT_DEAL,   // newdeal
    GIN_SEAT_HAND,   // hand
    GIN_SEAT_PLAY,   // ev upcard, and on from there
    GIN_SEAT_DRAWS,  // we drew from the stock; which card comes next
    GIN_SEAT_BROKEN, // an impossible event
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

// Frees what a seat owns, after which it can follow another match. All zero is a new seat.
void gin_seat_close(GinSeat *seat);

// The lines, each behind its first word (newmatch behind its game), cut into words in place. False with err set if what
// they say is impossible. Events unknown to version 1 of the protocol are ignored.
bool gin_seat_newmatch(GinSeat *seat, char *rest, Error *err);
bool gin_seat_newdeal(GinSeat *seat, char *rest, Error *err);
bool gin_seat_hand(GinSeat *seat, char *rest, Error *err);
bool gin_seat_event(GinSeat *seat, char *rest, Error *err);

// A `past` line: a deal that was played before this seat came, or before a view.
bool gin_seat_past(GinSeat *seat, char *rest, Error *err);

// A `view` line behind its game: replaces everything sent about the deal so far.
bool gin_seat_view_line(GinSeat *seat, char *rest, Error *err);

// True if it is this seat's turn; else err says why not.
bool gin_seat_may_act(const GinSeat *seat, Error *err);

// What the seat may know. Borrows from `seat`, good until the next line.
static inline GinView gin_seat_view(const GinSeat *seat) { return gin_view(&seat->state, &seat->history, seat->seat); }

#endif
