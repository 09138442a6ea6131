// SPDX-License-Identifier: MIT
// Sends a seat the lines of a gin deal that it may see, each once.
#ifndef DEADWOOD_WIRE_GIN_GIN_TELL_H
#define DEADWOOD_WIRE_GIN_GIN_TELL_H

#include "gin/table.h"
#include "wire/gin/gin_lines.h"

typedef struct GinTeller {
    Seat seat;  // who is told
    int events; // of the log, told
    int draws;  // own, told
} GinTeller;

// The beginning of a deal: newdeal, hand, ev upcard. `view` is that of the seat before it drew anything; it may have
// been passed or knocked on already.
void gin_tell_deal(GinTeller *teller, Text *text, const GinView *view, uint32_t deal);

// All events since the last time that a view has: the opponent's cards are open once it has knocked.
void gin_tell_events(GinTeller *teller, Text *text, const GinView *view);

// The rest of a deal that is over: events, layoffs, both hands, enddeal. Gives the new score.
void gin_tell_end(GinTeller *teller, Text *text, const GinState *over, const GinHistory *history, uint16_t score[2]);

#endif
