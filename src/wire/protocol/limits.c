// SPDX-License-Identifier: MIT
#include "wire/protocol/limits.h"

#include <string.h>

#include "base/clock.h"
#include "base/text/text.h"

static const double SECOND = 1e9;

WireLimits wire_limits_default(void) {
    return (WireLimits){
        .clock = {.game = INT64_C(30000000000), .start = INT64_C(10000000000)},
        .memory_mib = 2048,
        .processes = 256,
    };
}

void wire_table_reset(WireTable *table, const WireClock *clock) {
    for (int seat = 0; seat < 4; seat++) table->left[seat] = clock->game;
}

int64_t wire_now(void) { return clock_now(); }

// A day is as long as anybody waits; a thousandth of a second is what the protocol can say.
static bool read_seconds(const char *text, int64_t *time, Error *err) {
    double seconds;
    if (!text_to_double(text, "--clock", 0.001, 86400, &seconds, err)) return false;
    *time = (int64_t)(seconds * SECOND);
    return true;
}

static bool read_game_clock(char *part, WireClock *clock, Error *err) {
    char *plus = strchr(part, '+');
    clock->increment = 0;
    if (plus) *plus++ = '\0';
    return read_seconds(part, &clock->game, err) && (!plus || read_seconds(plus, &clock->increment, err));
}

bool wire_clock_parse(const char *text, WireClock *clock, Error *err) {
    char copy[128];
    if (!text_copy(copy, sizeof copy, text))
        return error_set(err, "--clock '%.20s...' is too long; write 30, 30+0.1 or move=0.5", text);
    WireClock read = {.start = clock->start};
    char *rest = copy;
    for (char *part; (part = strsep(&rest, ",")) != NULL;) {
        bool good;
        if (strncmp(part, "move=", 5) == 0)
            good = read_seconds(part + 5, &read.move, err);
        else if (strncmp(part, "start=", 6) == 0)
            good = read_seconds(part + 6, &read.start, err);
        else if (strcmp(part, "none") == 0)
            good = true;
        else if (part[0] >= '0' && part[0] <= '9')
            good = read_game_clock(part, &read, err);
        else
            good = error_set(err,
                             "--clock: '%.40s' is no clock; write 30 (seconds a game), 30+0.1 (with an increment), "
                             "move=0.5, start=10 (for the handshake), none, or several with commas",
                             part);
        if (!good) return false;
    }
    bool only_start = !read.move && !read.game && !strstr(text, "none");
    if (only_start) read.game = clock->game, read.increment = clock->increment, read.move = clock->move;
    *clock = read;
    return true;
}
