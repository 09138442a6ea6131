// SPDX-License-Identifier: MIT
// A player of ours on the bot's side of the Card Game Protocol: lines in, answers out. It ignores lines it does not
// know; a host that tells what cannot be is an error. A bot plays one game, gin or Hearts.
#ifndef DEADWOOD_WIRE_HOST_BOT_H
#define DEADWOOD_WIRE_HOST_BOT_H

#include <stdio.h>

#include "gin/table.h"
#include "hearts/table.h"
#include "wire/gin/gin_seat.h"
#include "wire/hearts/hearts_seat.h"

typedef struct Bot {
    const char *name;  // for `id name`
    const char *game;  // "gin" or "hearts": which player and seat below are meant
    GinPlayer player;  // of gin
    HeartsPlayer four; // of Hearts
    Rng rng;           // of the match: set anew by the option Seed
    GinSeat gin;
    HeartsSeat hearts;
    bool over; // the host said quit
} Bot;

// Both borrow name and player.
Bot bot_make(const char *name, const GinPlayer *player, uint64_t seed);
Bot bot_make_hearts(const char *name, const HeartsPlayer *player, uint64_t seed);

// Obeys one line (without its end, cut into words in place) and adds what there is to answer. False with err set if the
// host says what cannot be; answers to go lines are then missing.
bool bot_obey(Bot *bot, char *line, Text *answer, Error *err);

// Obeys all lines of `in` until quit or its end, answering on `out`.
bool bot_run(Bot *bot, FILE *in, FILE *out, Error *err);

#endif
