// SPDX-License-Identifier: MIT
// Lines said to a bot in the same process, of whatever game; every function fails the test where the bot does not do
// what it must.
#ifndef DEADWOOD_TESTS_BOT_LINES_H
#define DEADWOOD_TESTS_BOT_LINES_H

#include "wire/host/bot.h"

// Says a line, or all lines of a text one by one, which is then empty. Behind each comes one of a later version, which
// does no harm.
void bot_must_obey(Bot *bot, const char *line, Text *answer);
void bot_must_obey_all(Bot *bot, Text *lines, Text *answer);

// Says the go line of decision `id` and returns the move that comes, in `answer`.
char *bot_must_answer(Bot *bot, uint32_t id, const char *go, Text *answer);

// Lines the last of which cannot be, and words of the sentence that says so.
typedef struct BotRefusal {
    const char *lines, *words;
} BotRefusal;

// Says each case's lines to a copy of `fresh`.
void bot_must_refuse(const Bot *fresh, const BotRefusal *cases, size_t count);

// Says lines made of `pieces` by chance, every eighth time behind `deal`, whole lines that are all right.
void bot_must_survive(Bot *bot, uint64_t seed, const char *deal, const char *const *pieces, uint32_t count);

#endif
