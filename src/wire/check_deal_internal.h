// SPDX-License-Identifier: MIT
// One gin deal between the bot that is checked and a player of ours, with odd things thrown in.
#ifndef DEADWOOD_WIRE_CHECK_DEAL_INTERNAL_H
#define DEADWOOD_WIRE_CHECK_DEAL_INTERNAL_H

#include "wire/check_internal.h"
#include "wire/gin_tell.h"

// What came up in a deal, for knowing whether a situation was reached.
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
    SAW_END = 1 << 12, // the deal was played to its end, or ended by endmatch
    SAW_CUT = 1 << 13, // it was left in the middle, without a word
};

typedef struct CheckDeal {
    GinRules rules;
    Seat bot;
    GinPlayer rival;
    Rng rival_rng;
    unsigned odd, saw;
    uint64_t hash; // of the bot's moves
    GinTeller teller;
    bool told; // the deal's beginning
    uint32_t number;
    uint16_t score[2]; // of the match, kept up
    GinPast past;      // likewise
    GinState state;
    GinHistory history;
    int decisions;    // the bot's in this deal
    GinAction action; // the last of them
} CheckDeal;

// Why the rules refuse an action, as part of a sentence; returns the kind of reason, a constant (check_why.c).
const char *check_why(const GinState *state, const GinAction *action, Text *why);

// Tells the bot of a new match.
void check_deal_match(Check *check, CheckDeal *deal, uint64_t seed);

// Plays a deal to its end. False if the bot did something that ends a match, or the deal was cut.
bool check_deal_play(Check *check, CheckDeal *deal, Seat starter, const Card deck[CARD_COUNT]);

#endif
