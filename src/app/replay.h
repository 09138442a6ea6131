// SPDX-License-Identifier: MIT
// One recorded hand on the page (replay_hand.c), for `deadwood replay`.
#ifndef DEADWOOD_APP_REPLAY_H
#define DEADWOOD_APP_REPLAY_H

#include <stdio.h>

#include "app/cards.h"
#include "gin/record.h"

typedef struct ReplayPage {
    Text out; // printed when it has grown
    bool colour;
    bool step;    // wait after every turn
    FILE *keys;   // where from; NULL: nobody is there to wait for
    bool stopped; // by the reader, or stdout is gone
    int code;     // the exit code then
} ReplayPage;

// Prints what has gathered, once it is more than `most` bytes. False when the page is stopped.
bool replay_flush(ReplayPage *page, size_t most);

// The hand as text, and as an object of an array.
void replay_hand(ReplayPage *page, const GinRecord *record);
void replay_hand_json(Json *json, const GinRecord *record);

// The name of the player in a seat, told apart if both have the same: "simple", "simple(0)".
void replay_add_player(Text *text, const char *first, const char *second, int seat);

#endif
