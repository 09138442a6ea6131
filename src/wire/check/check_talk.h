// SPDX-License-Identifier: MIT
// The checker's conversation with a bot: lines out, lines in, and a transcript of the last ones.
#ifndef DEADWOOD_WIRE_CHECK_CHECK_TALK_H
#define DEADWOOD_WIRE_CHECK_CHECK_TALK_H

#include <stdio.h>

#include "wire/process/process.h"
#include "wire/protocol/lines.h"
#include "wire/protocol/protocol.h"

enum { TALK_KEPT = 16 }; // lines of the transcript

typedef struct Talk {
    WireCommand *command;
    WireLimits *limits;
    WireProcess *process; // NULL while none runs
    FILE *copy;           // where every line is written, or NULL
    bool crlf;            // end our lines with CR LF
    Text out;             // lines to be sent
    WireLines in;         // bytes that came
    Text kept[TALK_KEPT]; // a ring: line n lies at n % TALK_KEPT, "> ..." or "< ..."
    unsigned lines;       // in all
} Talk;

// Starts the bot; ends the previous process first.
bool talk_start(Talk *talk, Error *err);
void talk_stop(Talk *talk);
void talk_free(Talk *talk);

// Adds lines (each with its end) to what talk_send sends.
void talk_say(Talk *talk, const char *lines);

typedef enum {
    TALK_LINE,   // a line is there
    TALK_LATE,   // nothing came in time
    TALK_ENDED,  // the bot's output is at its end
    TALK_LONG,   // a line of more bytes than the protocol allows
    TALK_BINARY, // a line with a NUL byte
} TalkEnd;

// Sends all queued lines, until `deadline` (wire_now). TALK_LINE: done; TALK_LATE: the bot does not read; TALK_ENDED:
// it is gone.
TalkEnd talk_send(Talk *talk, int64_t deadline);

// Waits for the next line. On TALK_LONG and TALK_BINARY `line` holds how it begins.
TalkEnd talk_hear(Talk *talk, int64_t deadline, char line[CGP_LINE + 1]);

// The last lines said by either side, oldest first.
void talk_transcript(const Talk *talk, Text *text);

#endif
