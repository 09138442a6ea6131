// SPDX-License-Identifier: MIT
// A player of ours on the bot's side of the Card Game Protocol: lines in, answers out. It ignores lines it does not
// know; a host that tells what cannot be is an error.
#ifndef DEADWOOD_WIRE_BOT_H
#define DEADWOOD_WIRE_BOT_H

#include <stdio.h>

#include "gin/table.h"
#include "wire/gin_seat.h"

typedef struct Bot {
    const char *name; // for `id name`
    GinPlayer player;
    Rng rng; // of the match: set anew by the option Seed
    GinSeat gin;
    bool over; // the host said quit
} Bot;

// Borrows name and player.
Bot bot_make(const char *name, const GinPlayer *player, uint64_t seed);

// Obeys one line (without its end, cut into words in place) and adds what there is to answer. False with err set if the
// host says what cannot be; answers to go lines are then missing.
bool bot_obey(Bot *bot, char *line, Text *answer, Error *err);

// Obeys all lines of `in` until quit or its end, answering on `out`.
bool bot_run(Bot *bot, FILE *in, FILE *out, Error *err);

#endif
