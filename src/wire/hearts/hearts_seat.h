// SPDX-License-Identifier: MIT
// A hand of Hearts as one seat sees it, rebuilt from the lines a host sends: the bot's side of hearts_lines.h.
//
// It runs the referee's own rules on a state in which everything hidden is left out, so that the view it gives is the
// referee's view, field by field. An event that cannot have happened (a card in two places, a move out of turn) is
// refused with a sentence; then the seat is good for nothing until the next deal.
#ifndef DEADWOOD_WIRE_HEARTS_HEARTS_SEAT_H
#define DEADWOOD_WIRE_HEARTS_HEARTS_SEAT_H

#include "hearts/hearts.h"
#include "wire/hearts/hearts_lines.h"

// How far the host has told of a match.
typedef enum {
    HEARTS_SEAT_IDLE,     // nothing yet
    HEARTS_SEAT_MATCH,    // newmatch
    HEARTS_SEAT_DEAL,     // newdeal
    HEARTS_SEAT_PASSES,   // hand; cards are to be passed
    HEARTS_SEAT_RECEIVES, // ours went; which ones come is next
    HEARTS_SEAT_WAITS,    // for who leads the two of clubs
    HEARTS_SEAT_PLAY,
    HEARTS_SEAT_BROKEN, // something that cannot be
} HeartsSeatStage;

typedef struct HeartsSeat {
    HeartsSeatStage stage;
    Seat seat;
    HeartsRules rules;
    HeartsNewDeal deal;
    HeartsState state; // hidden cards left out: others hold what they are known to hold
    HeartsLog log;
} HeartsSeat;

// The lines, each behind its first word (newmatch behind its game), cut into words in place. False with err set if what
// they say cannot be. Events the protocol's version 1 does not have are ignored.
bool hearts_seat_newmatch(HeartsSeat *seat, char *rest, Error *err);
bool hearts_seat_newdeal(HeartsSeat *seat, char *rest, Error *err);
bool hearts_seat_hand(HeartsSeat *seat, char *rest, Error *err);
bool hearts_seat_event(HeartsSeat *seat, char *rest, Error *err);

// A `view` line behind its game: everything up to now in one line, whatever was told of the deal before.
bool hearts_seat_view_line(HeartsSeat *seat, char *rest, Error *err);

// It is this seat's turn, or a sentence why not.
bool hearts_seat_may_act(const HeartsSeat *seat, Error *err);

// What the seat may know. Borrows from `seat`, good until the next line.
static inline HeartsView hearts_seat_view(const HeartsSeat *seat) {
    return hearts_view(&seat->state, &seat->log, seat->seat);
}

#endif
