// SPDX-License-Identifier: MIT
// The three bots at a person's Hearts table: built-in players and programs.
//
// A failing program does not spoil the game: SITTING_BOT finishes the hand for it, and the program is started again in
// the next hand. Programs know only what they were told; when that is no longer true (a card taken back, a game left)
// they are restarted and get the hand from its beginning with their next decision.
#ifndef DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_BOTS_H
#define DEADWOOD_APP_HEARTS_PLAY_PLAY_HEARTS_BOTS_H

#include "hearts/table.h"
#include "wire/protocol/limits.h"

#define SITTING_BOT "solver" // answers in some milliseconds

// Programs point into it: it must stay where it was opened.
typedef struct SittingBots {
    HeartsPlayer player[HEARTS_SEATS]; // but the person's, seat 0
    HeartsPlayer stand_in;             // who plays on
    bool out[HEARTS_SEATS];            // failed in this hand
    bool heard[HEARTS_SEATS];          // a program that has been asked before, and so was started
    Error *notice;                     // the table's, by seat: what a bot did wrong
    WireLimits limits;
    WireTable clocks;
} SittingBots;

// Opens the bots of west, north and east by their specs in place of those that are there (at first none: all zero).
// False with err set and nothing changed. The caller ends them with sitting_bots_close.
bool sitting_bots_open(SittingBots *bots, const char *const specs[3], Error *err);
void sitting_bots_close(SittingBots *bots);

// Lets programs begin anew.
void sitting_bots_restart(SittingBots *bots, const char *const specs[3]);

// A legal action for the seat to act, which is a bot's.
HeartsAction sitting_bots_choose(SittingBots *bots, const HeartsState *state, const HeartsLog *log, Rng *rng);

// Tells programs how a hand ended, and whether the game did.
void sitting_bots_watch(SittingBots *bots, const HeartsHandRecord *record);

#endif
