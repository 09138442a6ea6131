// SPDX-License-Identifier: MIT
// One gin deal between the bot under test and a built-in player, with oddities mixed in.
#ifndef DEADWOOD_WIRE_GIN_CHECK_DEAL_INTERNAL_H
#define DEADWOOD_WIRE_GIN_CHECK_DEAL_INTERNAL_H

#include "wire/check/check_play_internal.h"
#include "wire/gin/gin_tell.h"

// What happened in a deal, besides the bits of every game.
enum {
    SAW_FIRST_OFFER = 1 << 0,
    SAW_SECOND_OFFER = 1 << 1,
    SAW_FORCED = 1 << 2,  // both passed: only the stock
    SAW_DRAW = 1 << 3,    // upcard or stock
    SAW_TAKEN = 1 << 4,   // a discard after taking the upcard
    SAW_KNOCK = 1 << 5,   // a knock was legal
    SAW_GIN = 1 << 6,     // gin was
    SAW_BIG_GIN = 1 << 7, // and big gin
    SAW_DEFEND = 1 << 8,  // the opponent knocked
    SAW_LAYOFFS = 1 << 9, // and cards could be laid off
    SAW_GINNED = 1 << 10, // the opponent had gin
    SAW_CANCELLED = 1 << 11,
};

typedef struct CheckDeal {
    CheckPlay play;
    GinRules rules;
    GinPlayer rival;
    GinTeller teller;
    uint16_t score[2]; // of the match, kept up
    GinPast past;      // the match's deals that are over
    GinState state;
    GinHistory history;
    GinAction action; // the bot's last
} CheckDeal;

// Why the rules refuse an action, as part of a sentence; returns the kind of reason, a constant (check_why.c).
const char *check_why(const GinState *state, const GinAction *action, Text *why);

// Announces a new match to the bot. With ODD_BEGUN some deals are already over: `starter` started the first, and the
// opponent's player played both seats. Returns who starts the next.
Seat check_deal_match(CheckDeal *deal, uint64_t seed, Seat starter);

// Plays a deal to its end. False if the bot did something that ends a match, or the deal was cut.
bool check_deal_play(CheckDeal *deal, Seat starter, const Card deck[CARD_COUNT]);

#endif
