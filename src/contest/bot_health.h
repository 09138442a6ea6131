// SPDX-License-Identifier: MIT
// Counts a program's faults and decides when to suspend it: after faults in three deals in a row, or in over 1% of at
// least 200. A deal counts once, however often it is played: both games of a pair in gin, all seatings in Hearts.
#ifndef DEADWOOD_CONTEST_BOT_HEALTH_H
#define DEADWOOD_CONTEST_BOT_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

enum { BOT_FAULTS_IN_A_ROW = 3, BOT_DEALS_TO_JUDGE = 200, BOT_FAULTS_PERCENT = 1 };

// Of one player, over all matches of a tournament; {0} is a healthy one.
typedef struct BotHealth {
    uint64_t deals, faults;
    uint32_t in_a_row;
    bool suspended;
} BotHealth;

// Adds a deal. True once the player is suspended.
static inline bool bot_health_add(BotHealth *health, bool fault) {
    health->deals++;
    health->faults += fault;
    health->in_a_row = fault ? health->in_a_row + 1 : 0;
    if (health->in_a_row >= BOT_FAULTS_IN_A_ROW) health->suspended = true;
    if (health->deals >= BOT_DEALS_TO_JUDGE && 100 * health->faults > BOT_FAULTS_PERCENT * health->deals)
        health->suspended = true;
    return health->suspended;
}

#endif
