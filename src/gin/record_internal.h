// SPDX-License-Identifier: MIT
// Shared by the code that prints, parses and replays records.
#ifndef DEADWOOD_GIN_RECORD_INTERNAL_H
#define DEADWOOD_GIN_RECORD_INTERNAL_H

#include "base/text/fields.h"
#include "gin/record.h"

// ---- Printed, and compared with when parsing ----

enum { RECORD_PART = 64 }; // room for each of these

// The values of `result=` and `over=`, ended by a NUL.
void gin_record_print_result(const GinRecord *record, char text[RECORD_PART]);
void gin_record_print_over(const GinRecord *record, char text[RECORD_PART]);

// ---- Parsing ----

// The record read so far, and the state it leads to.
typedef struct Reading {
    GinRecord record;
    GinState state;
    bool refused; // the play ended with an action that was refused
} Reading;

// Reads `play=`: deals, and plays action by action into reading->state.
bool gin_record_read_play(Reading *reading, Span text, Error *err);

// Sets err to a list of what the seat to act may do. Returns false.
bool gin_record_expect(const GinState *state, Error *err);

#endif
