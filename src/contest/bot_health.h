// SPDX-License-Identifier: MIT
// How often a program has failed, and when that is too often: three games in a row, or over 1% of at least 200.
#ifndef DEADWOOD_CONTEST_BOT_HEALTH_H
#define DEADWOOD_CONTEST_BOT_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

enum { BOT_FAILURES_IN_A_ROW = 3, BOT_GAMES_TO_JUDGE = 200, BOT_FAILURES_PERCENT = 1 };

// Of one player, over all matches of a tournament; {0} is a healthy one.
typedef struct BotHealth {
    uint64_t games, failures;
    uint32_t in_a_row;
    bool suspended;
} BotHealth;

// Adds a game. True once the player is suspended.
static inline bool bot_health_add(BotHealth *health, bool failed) {
    health->games++;
    health->failures += failed;
    health->in_a_row = failed ? health->in_a_row + 1 : 0;
    if (health->in_a_row >= BOT_FAILURES_IN_A_ROW) health->suspended = true;
    if (health->games >= BOT_GAMES_TO_JUDGE && 100 * health->failures > BOT_FAILURES_PERCENT * health->games)
        health->suspended = true;
    return health->suspended;
}

#endif
