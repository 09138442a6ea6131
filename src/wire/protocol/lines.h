// SPDX-License-Identifier: MIT
// Non-blocking reads of whole lines of bounded length from a pipe.
#ifndef DEADWOOD_WIRE_PROTOCOL_LINES_H
#define DEADWOOD_WIRE_PROTOCOL_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/protocol/protocol.h"

typedef struct WireLines {
    char data[4 * CGP_LINE];
    size_t begin, end; // bytes read but not yet returned
    size_t seen;       // no line end before this place
} WireLines;

typedef enum {
    WIRE_LINE,      // there is one
    WIRE_NO_LINE,   // not yet
    WIRE_LONG_LINE, // it is longer than the protocol allows; nothing is read any more
    WIRE_BAD_LINE,  // it holds a NUL
} WireLineKind;

// The next line of those read, without its end and ended by a NUL; good until the next fill.
WireLineKind wire_lines_next(WireLines *lines, char **line);

// Reads what the file has. Returns the bytes, 0 at the end of the file, -1 when there is nothing now.
int wire_lines_fill(WireLines *lines, int file);

// True if a line has begun and not ended.
bool wire_lines_partial(const WireLines *lines);

#endif
