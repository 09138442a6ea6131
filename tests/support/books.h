// SPDX-License-Identifier: MIT
// Books kept beside the referee of gin: what a game adds up to, counted again from its hands.
#ifndef DEADWOOD_TESTS_BOOKS_H
#define DEADWOOD_TESTS_BOOKS_H

#include "gin/players/list/players.h"
#include "gin/table.h"

typedef struct Book {
    const GinGamePlan *plan;
    Seat starter;
    uint32_t hands, cancelled;
    int score[2], rounds[2];
    GinSeatStats seat[2];
    bool over;
    int winner;
    Fault fault;
    GinAction refused;
} Book;

// Rules by their text; what cannot be read fails the test.
GinRules rules_of(const char *text);

// Plays a game with the books kept, compares them with the result, and returns it.
GinGameResult play_with_books(const GinRules *rules, const GinPlayer players[2], uint64_t deal, Book *book);

#endif
