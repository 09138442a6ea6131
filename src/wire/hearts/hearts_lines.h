// SPDX-License-Identifier: MIT
// The lines of Hearts in the Card Game Protocol, written and read (docs/PROTOCOL.md). Writers append whole lines with
// their end unless said otherwise; readers get the rest of the line after its first word and split it into words in
// place.
#ifndef DEADWOOD_WIRE_HEARTS_HEARTS_LINES_H
#define DEADWOOD_WIRE_HEARTS_HEARTS_LINES_H

#include "hearts/table.h"
#include "wire/protocol/protocol.h"

// ---- Moves ----

// " pass3", or " play:2C play:KC": the words behind `legal` of the seat whose turn it is, each with a space in front,
// no line end.
void hearts_lines_add_legal(Text *text, const HeartsView *view);

// "pass QS KS AH", "play QS", without a line end.
void hearts_lines_add_move(Text *text, const HeartsAction *action);

// Reads what hearts_lines_add_move writes, also with `:` for spaces. `resign` gives HEARTS_RESIGN with
// FAULT_RESIGN. How many cards are passed is for the referee to judge.
bool hearts_lines_parse_move(char *rest, HeartsAction *action, Error *err);

// ---- A match and its deals ----

void hearts_lines_newmatch(Text *text, const HeartsRules *rules, Seat you);
bool hearts_lines_parse_newmatch(char *rest, HeartsRules *rules, Seat *you, Error *err); // behind "newmatch hearts"

typedef struct HeartsNewDeal {
    uint32_t deal;
    HeartsPass pass;
    int16_t score[HEARTS_SEATS];
} HeartsNewDeal;

void hearts_lines_newdeal(Text *text, const HeartsNewDeal *deal);
bool hearts_lines_parse_newdeal(char *rest, HeartsNewDeal *deal, Error *err);

// Parts of these lines, as the view line has them too. Of scores the first word was read already.
const char *hearts_lines_pass(HeartsPass pass); // "left"
bool hearts_lines_read_pass(const char *word, HeartsPass *pass);
bool hearts_lines_read_scores(const char *first, char **rest, int16_t score[HEARTS_SEATS]);

// What `ev` lines say.
typedef enum {
    HEARTS_LINE_GAVE,     // "ev you pass CARD...": no seat
    HEARTS_LINE_RECEIVED, // no seat
    HEARTS_LINE_PLAY,
    HEARTS_LINE_TRICK,
    HEARTS_LINE_OTHER, // unknown: a bot ignores it
} HeartsLineKind;

typedef struct HeartsLineEvent {
    HeartsLineKind kind;
    Seat seat;      // who played, or took the trick
    Card card;      // of PLAY, else CARD_NONE
    CardSet cards;  // of GAVE and RECEIVED
    int16_t points; // of TRICK, plain ones
} HeartsLineEvent;

void hearts_lines_event(Text *text, const HeartsLineEvent *event);
bool hearts_lines_parse_event(char *rest, HeartsLineEvent *event, Error *err);

// `over` is the hand's last state, `score` the game's with it.
void hearts_lines_enddeal(Text *text, const HeartsState *over, const int16_t score[HEARTS_SEATS]);

// All seats with the lowest score have won.
void hearts_lines_endmatch(Text *text, const int16_t score[HEARTS_SEATS]);

// Everything a seat knows, in one line.
void hearts_lines_view(Text *text, const HeartsView *view);

#endif
