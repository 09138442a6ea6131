// SPDX-License-Identifier: MIT
// One hand of Hearts between the bot under test and three built-in players, with oddities mixed in.
#ifndef DEADWOOD_WIRE_HEARTS_CHECK_HAND_INTERNAL_H
#define DEADWOOD_WIRE_HEARTS_CHECK_HAND_INTERNAL_H

#include "wire/check/check_play_internal.h"
#include "wire/hearts/hearts_tell.h"

// What happened in a hand, besides the bits of every game.
enum {
    HAND_LEFT = 1 << 0, // cards were passed to the left
    HAND_RIGHT = 1 << 1,
    HAND_ACROSS = 1 << 2,
    HAND_HOLD = 1 << 3,       // nothing was passed
    HAND_TWO = 1 << 4,        // we had to lead the two of clubs
    HAND_FREE_FIRST = 1 << 5, // we led the first trick with any card
    HAND_NO_POINTS = 1 << 6,  // points in hand that may not fall on the first trick
    HAND_ALL_POINTS = 1 << 7, // nothing but points on the first trick
    HAND_FOLLOW = 1 << 8,     // the suit led, and others we may not play
    HAND_VOID = 1 << 9,       // nothing of the suit led
    HAND_UNBROKEN = 1 << 10,  // we lead, and hearts we hold may not be led
    HAND_BROKEN = 1 << 11,    // we lead, and hearts may be led, as other cards may
    HAND_HEARTS = 1 << 12,    // we lead hearts that are not broken, having nothing else
    HAND_MOON = 1 << 13,      // somebody else shot it
    HAND_OWN_MOON = 1 << 14,  // we did
    HAND_BELOW = 1 << 15,     // a score below zero was told
};

typedef struct CheckHand {
    CheckPlay play;
    HeartsRules rules;
    HeartsPlayer rival; // in the other three seats
    HeartsTeller teller;
    int16_t score[HEARTS_SEATS]; // of the match, kept up
    HeartsState state;
    HeartsLog log;
    HeartsAction action; // the bot's last
} CheckHand;

// Why the rules refuse an action, as part of a sentence; returns the kind of reason, a constant (check_hand_why.c).
const char *check_hand_why(const HeartsState *state, const HeartsAction *action, Text *why);

// Announces a new match to the bot.
void check_hand_match(CheckHand *hand, uint64_t seed);

// Plays hand number play.number to its end. False if the bot did something that ends a match, or the hand was cut.
bool check_hand_play(CheckHand *hand, const Card deck[CARD_COUNT]);

#endif
