// SPDX-License-Identifier: MIT
// A built-in player on the bot's side of the Card Game Protocol: lines in, answers out. It ignores unknown lines;
// impossible events from the host are an error. A bot plays one game.
#ifndef DEADWOOD_WIRE_HOST_BOT_H
#define DEADWOOD_WIRE_HOST_BOT_H

#include <stdio.h>

#include "gin/table.h"
#include "hearts/table.h"
#include "wire/gin/gin_seat.h"
#include "wire/hearts/hearts_seat.h"

typedef struct Bot Bot;

// The functions that a game provides for bots.
typedef struct BotGame {
    const char *name; // "gin"
    // Opens and closes our player of that spec.
    bool (*open)(Bot *bot, const char *spec, Error *err);
    void (*close)(Bot *bot);
    // Follows a line of a match, a deal or a view; `rest` stands behind the words that say what it is, and which game.
    bool (*follow)(Bot *bot, CgpTells kind, char *rest, Error *err);
    // Adds the move that the player chooses.
    bool (*choose)(Bot *bot, Text *move, Error *err);
    // Adds the option lines for options that the player uses; frees what the host told. Both may be NULL.
    void (*declare)(const Bot *bot, Text *lines);
    void (*forget)(Bot *bot);
} BotGame;

extern const BotGame bot_of_gin, bot_of_hearts;

struct Bot {
    const char *name; // for `id name`
    const BotGame *game;
    union { // of its game
        struct {
            GinPlayer player;
            GinSeat seat;
        } gin;
        struct {
            HeartsPlayer player;
            HeartsSeat seat;
        } hearts;
    };
    Rng rng;   // of the match: set anew by the option Seed
    bool over; // the host said quit
};

// A bot of a player of ours, which it opens: the caller ends it with game->close. The name is borrowed.
bool bot_open(Bot *bot, const BotGame *game, const char *spec, uint64_t seed, Error *err);

// Both borrow name and player. The caller ends them with bot_forget.
Bot bot_make(const char *name, const GinPlayer *player, uint64_t seed);
Bot bot_make_hearts(const char *name, const HeartsPlayer *player, uint64_t seed);

// Executes one line (without its end, split in place) and appends the answer, if any. False with err set if the host
// said something impossible; go lines then get no answer.
bool bot_obey(Bot *bot, char *line, Text *answer, Error *err);

// Executes all lines of `in` until quit or its end, answering on `out`.
bool bot_run(Bot *bot, FILE *in, FILE *out, Error *err);

// Frees what it knows of a match. game->close does so too.
void bot_forget(Bot *bot);

#endif
