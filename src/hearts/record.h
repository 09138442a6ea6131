// SPDX-License-Identifier: MIT
// A game record: one text line a hand, exact enough to play it again card by card. docs/FORMATS.md has the grammar.
//
//   hearts/1 rules=standard players=ducker|random|ducker|random game=5 hand=2 score=40,25,3,10 deal=<104 characters>
//       pass=3C4CAH/... play=2C5CKC3C,... faults=none result=13,0,12,1 over=no
//
// (in one line). `deal` is the deck in dealing order, or seed:SEED.MATCH.DEAL.HAND. Names are percent-encoded as in
// gin's records. The play is trick by trick in the order the cards fell; who led each follows from the rules.
#ifndef DEADWOOD_HEARTS_RECORD_H
#define DEADWOOD_HEARTS_RECORD_H

#include "base/text/text.h"
#include "hearts/table.h"

enum { HEARTS_MAX_ACTIONS = HEARTS_SEATS + CARD_COUNT, HEARTS_NAME_TEXT = 640 };

typedef struct HeartsRecord {
    HeartsRules rules;
    char player[HEARTS_SEATS][HEARTS_NAME_TEXT]; // in seat order; longer names are cut
    uint64_t game;
    uint32_t hand;               // its number as HeartsTable.deal: leader and direction of the pass come from it
    int16_t score[HEARTS_SEATS]; // before the hand
    Card deck[CARD_COUNT];
    int actions; // 52 cards, and before them, where cards were passed, one pass a seat; fewer in an unfinished hand
    HeartsAction action[HEARTS_MAX_ACTIONS];
    bool unfinished;                // the record ends before the hand does; nobody has faults or points then
    uint8_t fault[HEARTS_SEATS];    // Fault of seats taken out, else 0
    uint8_t fault_at[HEARTS_SEATS]; // and how many cards had been played then
    int16_t points[HEARTS_SEATS];   // of the hand, all included
    int8_t moon;                    // the seat that shot it, or -1
    bool game_over;                 // the game ended with this hand
    int game_winner;                // if so: the seat in front, or -1 for a drawn game; -1 while it goes on
} HeartsRecord;

// Makes the record of a hand that the referee reports or that is still in progress; it is unfinished if the hand is not
// over. `names` in seat order. Only games played to the target of their rules (plan without `hands`) can be recorded.
void hearts_record_make(HeartsRecord *record, const HeartsHandRecord *hand, const char *const names[HEARTS_SEATS],
                        uint64_t game);

// Appends the record's line, with its newline; hearts_record_parse of it gives an equal record.
void hearts_record_print(Text *text, const HeartsRecord *record);

// Both in one: appends the line of a hand the referee reports.
void hearts_record_write(Text *text, const HeartsHandRecord *hand, const char *const names[HEARTS_SEATS],
                         uint64_t game);

// Reads a line, with or without its newline, and plays it through: every pass and card must be legal and the result the
// one the rules give. The message says which field or card is wrong and what would be right; *record is then untouched.
bool hearts_record_parse(const char *line, HeartsRecord *record, Error *err);

// How many of the actions are passes: 0 or 4, or any number up to 4 in an unfinished hand.
int hearts_record_passes(const HeartsRecord *record);

// Sets up the record's deal; hearts_apply with record->action[0], [1], ... then replays it. The state borrows the
// record's rules. The log may be NULL.
void hearts_record_deal(const HeartsRecord *record, HeartsState *state, HeartsLog *log);

// True unless `next` claims to be the hand after `before` in the same game (the same number, players and rules, the
// next hand) while its score does not follow, or that hand is unfinished.
bool hearts_record_follows(const HeartsRecord *before, const HeartsRecord *next, Error *err);

#endif
