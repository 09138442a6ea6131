// SPDX-License-Identifier: MIT
// Gin's lines of the Card Game Protocol, written and read (docs/PROTOCOL.md). Writers append whole lines with their end
// unless said otherwise; readers get the rest of the line after its first word and split it into words in place.
#ifndef DEADWOOD_WIRE_GIN_GIN_LINES_H
#define DEADWOOD_WIRE_GIN_GIN_LINES_H

#include "gin/past.h"
#include "gin/table.h"
#include "wire/protocol/protocol.h"

// ---- Melds and moves ----

void gin_lines_add_melds(Text *text, const GinSplit *melds); // "AC2C3C/7D7H7S", "-" for none

// Accepts any well-formed text; whether the melds are legal is for the referee to judge.
bool gin_lines_parse_melds(const char *text, GinSplit *melds, Error *err);

// " pass draw:up": the words behind `legal`, each with a space in front, no line end.
void gin_lines_add_legal(Text *text, const GinLegal *legal);

// "knock KD melds AC2C3C/7D7H7S", without a line end; melds that are all zero are left out.
void gin_lines_add_move(Text *text, const GinAction *action);

// Reads what gin_lines_add_move writes, also with `:` for spaces. `resign` gives GIN_RESIGN with FAULT_RESIGN.
bool gin_lines_parse_move(char *rest, GinAction *action, Error *err);

// ---- A match and its deals ----

void gin_lines_newmatch(Text *text, const GinRules *rules, Seat you);
bool gin_lines_parse_newmatch(char *rest, GinRules *rules, Seat *you, Error *err); // behind "newmatch gin"

typedef struct GinNewDeal {
    uint32_t deal;
    Seat starter;
    uint16_t score[2];
} GinNewDeal;

void gin_lines_newdeal(Text *text, const GinNewDeal *deal);
bool gin_lines_parse_newdeal(char *rest, GinNewDeal *deal, Error *err);

// What `ev` lines say; the first seven are the events of a GinLog.
typedef enum {
    GIN_LINE_PASS = GIN_EVENT_PASS,
    GIN_LINE_TAKE = GIN_EVENT_TAKE,
    GIN_LINE_STOCK = GIN_EVENT_STOCK,
    GIN_LINE_DISCARD = GIN_EVENT_DISCARD,
    GIN_LINE_KNOCK = GIN_EVENT_KNOCK,
    GIN_LINE_BIG_GIN = GIN_EVENT_BIG_GIN,
    GIN_LINE_MELDS = GIN_EVENT_MELDS,
    GIN_LINE_UPCARD, // no seat
    GIN_LINE_DREW,   // "ev you draw CARD": no seat
    GIN_LINE_LAYOFF,
    GIN_LINE_HAND,
    GIN_LINE_OTHER, // unknown: a bot ignores it
} GinLineKind;

typedef struct GinLineEvent {
    GinLineKind kind;
    Seat seat;
    Card card;      // else CARD_NONE
    GinSplit melds; // of KNOCK, BIG_GIN and MELDS; of LAYOFF the one meld, as it was before
    CardSet cards;  // loose ones of KNOCK and MELDS; all of HAND
} GinLineEvent;

void gin_lines_event(Text *text, const GinLineEvent *event);
bool gin_lines_parse_event(char *rest, GinLineEvent *event, Error *err);

// One line for each card laid off, in an order and on melds that make each of them legal.
void gin_lines_layoffs(Text *text, const GinState *over);

typedef struct GinEndDeal {
    GinResult result; // without knocker and layoffs
    uint16_t score[2];
} GinEndDeal;

void gin_lines_enddeal(Text *text, const GinEndDeal *end);
bool gin_lines_parse_enddeal(char *rest, GinEndDeal *end, Error *err);

// `totals` NULL: none. `winner` -1: drawn. `faulty` -1: nobody.
void gin_lines_endmatch(Text *text, int winner, const uint16_t score[2], const int32_t totals[2], int faulty,
                        Fault fault);

void gin_lines_add_end(Text *text, const GinResult *result); // "knock winner 0 points 35 deadwood 9 44", no line end

// A deal's events in one word: "p,u-8H,s-JS,s!KH,=", or `-` for none. Parsing returns the number of steps, -1 on an
// error; their order says who acts.
typedef struct GinLineStep {
    GinEventKind kind;
    Seat seat;
    Card card; // of discards and knocks, else CARD_NONE
} GinLineStep;
void gin_lines_add_play(Text *text, const GinEvent *event, int count);
int gin_lines_parse_play(const char *play, Seat starter, GinLineStep step[GIN_LOG_SIZE]);

// ---- Deals that are over (gin_lines_past.c) ----

// A line for each deal of a past, the first one first.
void gin_lines_past(Text *text, const GinPastHand *last);

// Adds the deal of such a line to a past. Lines come in order; number 0 starts a new past. False with err set, and
// nothing added, if the rules do not allow the deal.
bool gin_lines_parse_past(char *rest, const GinRules *rules, GinPast *past, Error *err);

// ---- All at once ----

// Everything a seat knows, in one line.
void gin_lines_view(Text *text, const GinView *view, uint32_t deal);

#endif
