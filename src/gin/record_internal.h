// SPDX-License-Identifier: MIT
// What the printer, the parser and the player-through of records share.
#ifndef DEADWOOD_GIN_RECORD_INTERNAL_H
#define DEADWOOD_GIN_RECORD_INTERNAL_H

#include <string.h>

#include "gin/record.h"

// ---- Printed, and compared with when parsing ----

enum { RECORD_PART = 64 }; // room for each of these

// The values of `result=` and `over=`, ended by a NUL.
void gin_record_print_result(const GinRecord *record, char text[RECORD_PART]);
void gin_record_print_over(const GinRecord *record, char text[RECORD_PART]);

// The name of a cause in a record: gin_forfeit_name without its space.
void gin_record_print_cause(GinForfeit cause, char text[RECORD_PART]);

// ---- Parsing ----

// A piece of the line.
typedef struct Span {
    const char *at, *end;
} Span;

static inline size_t span_size(Span span) { return (size_t)(span.end - span.at); }

static inline bool span_is(Span span, const char *text) {
    return span_size(span) == strlen(text) && memcmp(span.at, text, span_size(span)) == 0;
}

// Takes the part before `separator` (or all there is) off the front; false if nothing is left.
static inline bool span_next(Span *rest, char separator, Span *part) {
    if (!rest->at) return false;
    const char *cut = memchr(rest->at, separator, span_size(*rest));
    *part = (Span){rest->at, cut ? cut : rest->end};
    *rest = cut ? (Span){cut + 1, rest->end} : (Span){NULL, NULL};
    return true;
}

// A piece for messages: short, and without bytes that would upset a terminal.
typedef struct Quote {
    char text[44];
} Quote;

Quote gin_record_quote(Span span);

// Reads the card of two characters at `at`, as records write it.
bool gin_record_card(const char *at, const char *end, Card *card);

// What is read, and the state it has led to.
typedef struct Reading {
    GinRecord record;
    GinState state;
    bool refused; // the play ended with an action that was refused
} Reading;

// Reads `play=`: deals, and plays action by action into reading->state.
bool gin_record_read_play(Reading *reading, Span text, Error *err);

// Sets err to what the seat to act may do. Returns false.
bool gin_record_expect(const GinState *state, Error *err);

#endif
