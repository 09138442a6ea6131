// SPDX-License-Identifier: MIT
// Limits of a bot: time, memory, processes, files, the network.
#ifndef DEADWOOD_WIRE_PROTOCOL_LIMITS_H
#define DEADWOOD_WIRE_PROTOCOL_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

// Nanoseconds; 0: no such limit.
typedef struct WireClock {
    int64_t game;      // for all decisions of a game
    int64_t increment; // given back after each of them
    int64_t move;      // for one decision
    int64_t start;     // for the handshake, for a pong, and for a decision where no clock runs
} WireClock;

enum { WIRE_HIDDEN = 8 };

typedef struct WireLimits {
    WireClock clock;
    uint32_t memory_mib; // of the bot and all its processes together
    bool hard_memory;    // also as a limit the system sets on each process, so that it is refused rather than killed
    uint32_t processes;  // at once
    bool sandbox;        // sandbox.h says what it is
    const char *write;   // there: a folder that bots may write, or NULL
    const char
        *hidden[WIRE_HIDDEN + 1]; // there: files and folders of the host that lie where a bot may look, up to NULL
    const char *logs;             // a folder for what bots write to stderr, or NULL
    const char *log_as; // what files there are called: NAME.1.log, NAME.2.log, ...; NULL: like the program's file
} WireLimits;

// The clocks of one table, all shown to each bot: nanoseconds left, by seat.
typedef struct WireTable {
    int64_t left[4];
} WireTable;

// Sets all clocks for a game about to begin.
void wire_table_reset(WireTable *table, const WireClock *clock);

// 30 s a game, 10 s to start, 2 GiB, 256 processes.
WireLimits wire_limits_default(void);

// Reads "30", "30+0.1", "move=0.5", "30,move=2,start=5": seconds for a game, increment, for a move, to start. "none":
// no clock but the host's patience. Fields that are not named keep what *clock has, but naming only a move's limit
// takes that of the game away.
bool wire_clock_parse(const char *text, WireClock *clock, Error *err);

// Nanoseconds on a clock that never goes back.
int64_t wire_now(void);

#endif
