// SPDX-License-Identifier: MIT
// The layout of the inputs of observe.h: observe.c writes them, observe_names.c names them. Seats are relative to the
// viewer: itself, left (next clockwise), across, right.
#ifndef DEADWOOD_HEARTS_PLAYERS_ENV_OBSERVE_INTERNAL_H
#define DEADWOOD_HEARTS_PLAYERS_ENV_OBSERVE_INTERNAL_H

#include "hearts/players/env/observe.h"

// Planes, a byte a card.
typedef enum {
    HEARTS_PLANE_HAND,                                       // own cards, the picked ones among them
    HEARTS_PLANE_PICKED,                                     // own cards picked to be passed
    HEARTS_PLANE_GIVEN,                                      // own cards that were passed on
    HEARTS_PLANE_RECEIVED,                                   // cards that were passed to us
    HEARTS_PLANE_PLAYED,                                     // by each of four seats, those on the table too
    HEARTS_PLANE_TABLE = HEARTS_PLANE_PLAYED + HEARTS_SEATS, // the trick on the table
    HEARTS_PLANE_BEST,                                       // the card that takes it as it lies
    HEARTS_PLANE_LED,                                        // cards that began a trick
    HEARTS_PLANE_OFF,                                        // cards that did not follow the suit led
    HEARTS_PLANE_WHEN,                                       // the trick a card was played in, HEARTS_WHEN each
    HEARTS_PLANE_MAY, // cards each of the others may hold, by what it passed, got from us, and is out of
    HEARTS_PLANE_TAKES = HEARTS_PLANE_MAY + HEARTS_SEATS - 1, // own cards that would take the trick as it lies
    HEARTS_PLANE_HIGHER,                                      // own cards: unseen ones of the suit above it, 10 each
    HEARTS_PLANE_LOWER,                                       // and below it
    HEARTS_PLANE_END,
} HeartsPlane;

enum {
    HEARTS_RULE_PASS,                        // cards passed, 4 are one
    HEARTS_RULE_HOLD,                        //
    HEARTS_RULE_TWO_LEADS,                   //
    HEARTS_RULE_SAFE_FIRST,                  //
    HEARTS_RULE_BREAK,                       // hearts have to be broken
    HEARTS_RULE_QUEEN_BREAKS,                //
    HEARTS_RULE_HEART,                       // points of a heart, 128/12 are one
    HEARTS_RULE_QUEEN,                       // points of the queen, 16 are one
    HEARTS_RULE_MOON,                        // each of HeartsMoon
    HEARTS_RULE_JACK = HEARTS_RULE_MOON + 4, // points off, 16 are one
    HEARTS_RULE_TRICKLESS,                   //
    HEARTS_RULE_TARGET,                      // 200 are one
    HEARTS_RULE_ONE_HAND,                    // one hand is a game
    HEARTS_RULES_SHOWN,
};

enum { HEARTS_OWN_SUIT_STEPS = 7, HEARTS_WHERE = 3 + HEARTS_SEATS };

// Single numbers, counted from the first after the planes.
enum {
    HEARTS_AT_PHASE = 0,                                      // passing, playing
    HEARTS_AT_DIRECTION = HEARTS_AT_PHASE + 2,                // each of HeartsPass
    HEARTS_AT_PICKS = HEARTS_AT_DIRECTION + 4,                // cards picked so far: 0 to 3
    HEARTS_AT_TRICK = HEARTS_AT_PICKS + HEARTS_MAX_PASS,      // the number of the trick
    HEARTS_AT_PLACE = HEARTS_AT_TRICK + HEARTS_TRICKS,        // cards on the table: 0 to 3
    HEARTS_AT_LEADER = HEARTS_AT_PLACE + HEARTS_SEATS,        // who led the trick, or leads it
    HEARTS_AT_TAKING = HEARTS_AT_LEADER + HEARTS_SEATS,       // who takes it as it lies
    HEARTS_AT_TABLE_POINTS = HEARTS_AT_TAKING + HEARTS_SEATS, // points in it, those of the deck are one
    HEARTS_AT_QUEEN = HEARTS_AT_TABLE_POINTS + 1,             // own, unseen, on the table, taken by whom
    HEARTS_AT_JACK = HEARTS_AT_QUEEN + HEARTS_WHERE,          // the same of the jack of diamonds
    HEARTS_AT_BROKEN = HEARTS_AT_JACK + HEARTS_WHERE,         //
    HEARTS_AT_POINTS = HEARTS_AT_BROKEN + 1,                  // taken by each seat, those of the deck are one
    HEARTS_AT_TRICKS = HEARTS_AT_POINTS + HEARTS_SEATS,       // taken by each seat, 9 a trick
    HEARTS_AT_ALONE = HEARTS_AT_TRICKS + HEARTS_SEATS,        // who alone has taken points; then: several have
    HEARTS_AT_SUITS = HEARTS_AT_ALONE + HEARTS_SEATS + 1,     // own cards of each suit, 9 a card
    HEARTS_AT_SUIT_STEP = HEARTS_AT_SUITS + CARD_SUITS,       // 0 to 5, more; suit by suit
    HEARTS_AT_UNSEEN = HEARTS_AT_SUIT_STEP + HEARTS_OWN_SUIT_STEPS * CARD_SUITS, // unseen cards of each suit, 9 a card
    HEARTS_AT_VOID = HEARTS_AT_UNSEEN + CARD_SUITS,                              // suits each of the others is out of
    HEARTS_AT_SCORE = HEARTS_AT_VOID + 3 * CARD_SUITS,    // of each seat, the target (or 100) is one
    HEARTS_AT_BELOW = HEARTS_AT_SCORE + HEARTS_SEATS,     // how far each is below zero
    HEARTS_AT_LEAD = HEARTS_AT_BELOW + HEARTS_SEATS,      // ahead of the best other one, behind it
    HEARTS_AT_RANK = HEARTS_AT_LEAD + 2,                  // how many of the others have less: 0 to 3
    HEARTS_AT_NEAR = HEARTS_AT_RANK + HEARTS_SEATS,       // each seat: the deck's points would end the game
    HEARTS_AT_HIGHEST = HEARTS_AT_NEAR + HEARTS_SEATS,    // score of the four
    HEARTS_AT_SCORE_STEP = HEARTS_AT_HIGHEST + 1,         // own score in tenths of the target
    HEARTS_AT_HANDS = HEARTS_AT_SCORE_STEP + 10,          // earlier hands of the game, 16 are one
    HEARTS_AT_RULES = HEARTS_AT_HANDS + 1,                //
    HEARTS_AT_END = HEARTS_AT_RULES + HEARTS_RULES_SHOWN, // the rest is 0
};

_Static_assert((int)HEARTS_AT_END <= (int)HEARTS_SCALARS, "the numbers fit");
_Static_assert((int)HEARTS_PLANE_END == (int)HEARTS_PLANES, "as many planes as observe.h says");

// Secrets: planes of the hands of the three others and of the cards that are on their way to us (passed, but not yet
// seen), then numbers.
enum {
    HEARTS_SECRET_INCOMING = 3,                                    // its plane
    HEARTS_SECRET_SUITS = 0,                                       // cards of each suit of each of the others, 9 each
    HEARTS_SECRET_QUEEN = HEARTS_SECRET_SUITS + 3 * CARD_SUITS,    // which of the others holds it
    HEARTS_SECRET_JACK = HEARTS_SECRET_QUEEN + 3,                  //
    HEARTS_SECRET_HIGHEST = HEARTS_SECRET_JACK + 3,                // which holds the highest of a suit there still is
    HEARTS_SECRET_LOWEST = HEARTS_SECRET_HIGHEST + 3 * CARD_SUITS, // and the lowest
    HEARTS_SECRET_END = HEARTS_SECRET_LOWEST + 3 * CARD_SUITS,     // the rest is 0
};

_Static_assert(HEARTS_SECRET_PLANES *CARD_COUNT + (int)HEARTS_SECRET_END <= (int)HEARTS_SECRETS, "the secrets fit");

#endif
