// SPDX-License-Identifier: MIT
// The functions that a game provides for `deadwood replay` (replay.c).
#ifndef DEADWOOD_APP_TEACH_REPLAY_H
#define DEADWOOD_APP_TEACH_REPLAY_H

#include <stdio.h>

#include "app/teach/cards.h"

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

// Prints it all and waits for the reader, who may want the rest at once or nothing more.
void replay_pause(ReplayPage *page);

// A game whose records can be shown. `self` is `size` bytes of its own, zero at first.
typedef struct ReplayGame {
    size_t size;
    // Reads the next record, which must follow from the one before, and says which hand it is.
    bool (*read)(void *self, const char *line, uint64_t *game, uint64_t *hand, Error *err);
    // Shows the record read last, and counts it.
    void (*show)(void *self, ReplayPage *page);
    void (*show_json)(void *self, Json *json);
    // All that was shown: a line, and the fields of an object.
    void (*summary)(void *self, Text *text);
    void (*summary_json)(void *self, Json *json);
} ReplayGame;

// The name of the player in a seat of `seats`, told apart if another has the same: "simple", "simple(0)".
void replay_add_player(Text *text, const char *const *names, int seats, int seat);

// Helpers of the JSON documents: numbers of all seats, and a seat that may be nobody.
void replay_json_numbers(Json *json, const char *key, const int *numbers, int count);
void replay_json_seat(Json *json, const char *key, int seat);

#endif
