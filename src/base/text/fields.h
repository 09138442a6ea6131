// SPDX-License-Identifier: MIT
// Lines of records: `name=value` fields in a fixed order, with strict readers and fast writers. Each game defines its
// own fields.
#ifndef DEADWOOD_BASE_TEXT_FIELDS_H
#define DEADWOOD_BASE_TEXT_FIELDS_H

#include <string.h>

#include "base/card.h"
#include "base/error.h"
#include "base/fault.h"

// ---- Reading ----

// A piece of the line, borrowed.
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
    const char *cut = (const char *)memchr(rest->at, separator, span_size(*rest));
    *part = (Span){rest->at, cut ? cut : rest->end};
    *rest = cut ? (Span){cut + 1, rest->end} : (Span){NULL, NULL};
    return true;
}

// A piece for messages: short, and without bytes that would upset a terminal.
typedef struct Quote {
    char text[44];
} Quote;

Quote span_quote(Span span);

// A whole number: digits only, no leading zeros, so that every number has exactly one spelling.
bool span_number(Span text, uint64_t most, uint64_t *number, Error *err);

// The card of two characters at `at`, as records write it: capitals alone.
bool span_card(const char *at, const char *end, Card *card);

// A fault as line_fault writes it; FAULT_NONE is refused.
bool span_fault(Span text, Fault *fault, Error *err);

// `count` names with | between them, each of at most `room` - 1 bytes, percent-encoded as line_name writes them. Name i
// goes to names + i * room.
bool span_names(Span text, int count, char *names, size_t room, Error *err);

// Copies the text of rules, ready to parse. Paths are refused: a record must not read files on the machine of whoever
// opens it. `example` is a valid text, for the message.
bool span_rules(Span text, char *copy, size_t room, const char *example, Error *err);

// A deck as 104 characters, or seed:SEED.MATCH.DEAL.HAND, of which `shuffled` makes the deck.
bool span_deck(Span text,
               void (*shuffled)(uint64_t seed, uint64_t match, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]),
               Card deck[CARD_COUNT], Error *err);

// A field and the function that reads its value into `context`.
typedef struct Field {
    const char *name;
    bool (*read)(void *context, Span value, Error *err);
} Field;

// Reads a line, with or without its newline: the word `begins` (of "a record of a WHAT"), then every field in its place
// and nothing more.
bool fields_read(const char *line, const char *begins, const char *what, const Field *fields, int count, void *context,
                 Error *err);

// ---- Writing: each puts text at `at` and returns its end ----

char *line_put(char *at, const char *text);
char *line_number(char *at, uint64_t number);
char *line_card(char *at, Card card); // CARD_NONE as "--"
char *line_cards(char *at, CardSet cards);
char *line_deck(char *at, const Card deck[CARD_COUNT]);

// Spaces, control characters, '|', '%' and all that is not ASCII percent-encoded: up to three characters a byte.
char *line_name(char *at, const char *name);

// A fault's name with '-' for spaces, as in "illegal-move".
char *line_fault(char *at, Fault fault);

#endif
