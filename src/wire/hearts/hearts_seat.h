// SPDX-License-Identifier: MIT
// A hand of Hearts as one seat sees it, rebuilt from the lines a host sends: the bot's side of hearts_lines.h.
//
// It runs the referee's rules on a state without the hidden cards, so its view equals the referee's view, field by
// field. An impossible event (a card in two places, a move out of turn) is refused with err set, and the seat is
// unusable until the next deal.
#ifndef DEADWOOD_WIRE_HEARTS_HEARTS_SEAT_H
#define DEADWOOD_WIRE_HEARTS_HEARTS_SEAT_H

#include "hearts/hearts.h"
#include "wire/hearts/hearts_lines.h"

// What the host has sent so far.
typedef enum {
    HEARTS_SEAT_IDLE,     // nothing yet
    HEARTS_SEAT_MATCH,    // newmatch
    HEARTS_SEAT_DEAL,     // newdeal
    HEARTS_SEAT_PASSES,   // hand; cards are to be passed
    HEARTS_SEAT_RECEIVES, // ours went; which ones come is next
    HEARTS_SEAT_WAITS,    // for who leads the two of clubs
    HEARTS_SEAT_PLAY,
    HEARTS_SEAT_BROKEN, // an impossible event
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
// they say is impossible. Events unknown to version 1 of the protocol are ignored.
bool hearts_seat_newmatch(HeartsSeat *seat, char *rest, Error *err);
bool hearts_seat_newdeal(HeartsSeat *seat, char *rest, Error *err);
bool hearts_seat_hand(HeartsSeat *seat, char *rest, Error *err);
bool hearts_seat_event(HeartsSeat *seat, char *rest, Error *err);

// A `view` line behind its game: replaces everything sent about the deal so far.
bool hearts_seat_view_line(HeartsSeat *seat, char *rest, Error *err);

// True if it is this seat's turn; else err says why not.
bool hearts_seat_may_act(const HeartsSeat *seat, Error *err);

// What the seat may know. Borrows from `seat`, good until the next line.
static inline HeartsView hearts_seat_view(const HeartsSeat *seat) {
    return hearts_view(&seat->state, &seat->log, seat->seat);
}

#endif
