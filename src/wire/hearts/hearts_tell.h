// SPDX-License-Identifier: MIT
// Sends a seat the lines of a hand of Hearts that it may see, each once.
#ifndef DEADWOOD_WIRE_HEARTS_HEARTS_TELL_H
#define DEADWOOD_WIRE_HEARTS_HEARTS_TELL_H

#include "hearts/table.h"
#include "wire/hearts/hearts_lines.h"

typedef struct HeartsTeller {
    bool passed; // the pass, told
    int cards;   // of the log, told
} HeartsTeller;

// The beginning of a deal: newdeal, hand. The seat may have passed already.
void hearts_tell_deal(HeartsTeller *teller, Text *text, const HeartsView *view);

// All events since the last time.
void hearts_tell_events(HeartsTeller *teller, Text *text, const HeartsView *view);

// The rest of a hand that is over, as `seat` sees it: events, enddeal. Gives the new score.
void hearts_tell_end(HeartsTeller *teller, Text *text, const HeartsState *over, const HeartsLog *log, Seat seat,
                     int16_t score[HEARTS_SEATS]);

#endif
