// SPDX-License-Identifier: MIT
// A game record: one text line a hand, exact enough to play it again move by move. docs/FORMATS.md has the
// grammar.
//
//   gin/1 rules=contest players=simple|greedy game=5 hand=2 starter=0 score=40,25 deal=<104 characters>
//       play=p,p,s-KD,u-9C,...,s!KH:AC2C3C/7D7H7S,=4S5S6S result=knock,0,12,3,15 over=no
//
// (in one line). `deal` is the deck in dealing order, or seed:SEED.MATCH.DEAL.HAND. Names are percent-encoded
// where they hold spaces, control characters, '|', '%' or non-ASCII.
#ifndef DEADWOOD_GIN_RECORD_H
#define DEADWOOD_GIN_RECORD_H

#include "base/text/text.h"
#include "gin/past.h"
#include "gin/table.h"

enum { GIN_MAX_ACTIONS = GIN_LOG_SIZE, GIN_NAME_TEXT = 640 };

// A record: the deal, and the actions in order with the melds that were shown.
typedef struct GinRecord {
    GinRules rules;
    char player[2][GIN_NAME_TEXT]; // in seat order; longer names are cut
    uint64_t game;
    uint32_t hand; // in the game, from 0
    Seat starter;
    uint16_t score[2]; // before the hand
    Card deck[CARD_COUNT];
    int actions;
    GinAction action[GIN_MAX_ACTIONS]; // the legal ones; melds all zero mean the best split, as in gin.h
    bool unfinished;                   // the record ends before the hand does, and nobody forfeited
    int faulty;                        // or -1
    Fault fault;
    // With FAULT_ILLEGAL, the refused action as far as text can express it: an invalid card becomes CARD_NONE (in
    // melds, its bit), an invalid move becomes GIN_RESIGN without a cause.
    GinAction refused;
    GinResult result;        // all zero in a forfeited or unfinished hand
    bool game_over;          // the game ended with this hand
    int game_winner;         // if so: the seat, or -1 for a drawn game; -1 while it goes on
    const GinPastHand *past; // the game's hand before it, borrowed, or NULL; not in the line: see gin_record_link
} GinRecord;

// Makes the record of a hand that the referee reports or that is still in progress; it is unfinished if the hand is not
// over and nobody forfeited. `names` in seat order.
void gin_record_make(GinRecord *record, const GinHandRecord *hand, const GinRules *rules, const char *const names[2],
                     uint64_t game);

// Appends the record's line, with its newline; gin_record_parse of it gives an equal record.
void gin_record_print(Text *text, const GinRecord *record);

// Both in one: appends the line of a hand the referee reports.
void gin_record_write(Text *text, const GinHandRecord *hand, const GinRules *rules, const char *const names[2],
                      uint64_t game);

// Reads a line, with or without its newline, and plays it through: every action must be legal and the result
// the one the rules give. The message says which field or action is wrong and what would be right; *record is
// then untouched.
bool gin_record_parse(const char *line, GinRecord *record, Error *err);

// Sets up the record's deal; gin_apply with record->action[0], [1], ... then replays it. The state borrows
// the record's rules, the history (which may be NULL) its past.
void gin_record_deal(const GinRecord *record, GinState *state, GinHistory *history);

// True unless `next` claims to be the hand after `before` in the same game (the same number, players and
// rules, the next hand) while its score or starter does not follow, or that hand is unfinished.
bool gin_record_follows(const GinRecord *before, const GinRecord *next, Error *err);

// Sets the past of `next`, which `past` owns: adds `before` if that is the previous hand of the same game, else begins
// another game. Call it for each hand, in order, when you read records and want views of them.
void gin_record_link(const GinRecord *before, GinRecord *next, GinPast *past);

#endif
