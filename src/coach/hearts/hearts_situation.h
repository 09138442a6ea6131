// SPDX-License-Identifier: MIT
// A decision of Hearts as a person describes it: the cards still held, the tricks so far, which way cards were passed,
// the score. Seat 0 is the person's, the others follow clockwise: left, across, right.
//
// Tricks are given as the cards fell. Who played which is worked out backwards: whoever leads now won the last trick,
// which gives that trick's leader, and so on back to the first.
#ifndef DEADWOOD_COACH_HEARTS_HEARTS_SITUATION_H
#define DEADWOOD_COACH_HEARTS_HEARTS_SITUATION_H

#include "hearts/hearts.h"

// As text; NULL where nothing was said.
typedef struct HeartsTold {
    const char *hand;     // cards still held
    const char *trick;    // the trick on the table so far: none to three cards as they fell
    const char *seen;     // all tricks before it, four cards each as they fell
    const char *way;      // which way this hand passes: left (where the rules pass), right, across, hold
    const char *given;    // cards passed on
    const char *received; // cards that came in exchange
    const char *score;    // "12-30-5-40" before this hand, own score first, then clockwise
} HeartsTold;

// With thirteen cards, nothing seen and nothing given, cards are to be passed, unless the hand is held.
typedef struct HeartsSituation {
    HeartsRules rules;
    HeartsState state; // borrows the rules; the hands of the others are any that could be
    HeartsLog log;
} HeartsSituation;

// Reads what was told, under `situation->rules`, which are set already. Seat 0 is to act. False with err set when a
// card is twice, a trick incomplete, a suit not followed that was held, and so on.
bool hearts_situation_read(const HeartsTold *told, HeartsSituation *situation, Error *err);

#endif
