// SPDX-License-Identifier: MIT
// Moves, reasons and judgements in words, for the report of an analysis and for hints at the table.
#ifndef DEADWOOD_ANALYSIS_GIN_ANALYSIS_WORDS_H
#define DEADWOOD_ANALYSIS_GIN_ANALYSIS_WORDS_H

#include "analysis/gin/analysis.h"
#include "base/text/text.h"
#include "gin/players/judge/reasons.h"

// How a card is written: as letters, as a symbol, in colour, in HTML.
typedef void (*CardWriter)(Text *text, Card card);
void card_letters(Text *text, Card card);
void card_symbol(Text *text, Card card); // "7" and a suit's symbol in UTF-8
void card_colour(Text *text, Card card); // the same, red or bold for ANSI terminals

void words_cards(Text *text, CardWriter write, CardSet cards); // by rank, spaces between
void words_hand(Text *text, CardWriter write, CardSet hand);   // [melds] first, as in `replay`

// "take 7H", "draw from the stock", "discard KD", "knock with KD".
void words_move(Text *text, CardWriter write, const GinTable *table, const GinAction *action);

// Half a sentence: "leaves 21, 9 of 33 cards help, wanted 12%": of the cards unseen 9 would join a meld, and in 12% of
// the worlds the opponent could meld the discard at once.
void words_reasons(Text *text, CardWriter write, const GinAction *action, const GinReasons *reasons);

// "; 52.1% to win, the champion plays it in 83 of 100", where the judge has a champion; else nothing.
void words_champion(Text *text, const GinCandidate *candidate);

// "no mistakes", "three mistakes and a blunder".
void words_grades(Text *text, const int grade[GRADES]);

// "+3.1" and "+3.1 +- 0.4".
void words_points(Text *text, double points);

// A sentence on a player: its mistakes, what they cost, its luck.
void words_summary(Text *text, const char *name, const AnalysisSeat *seat);

#endif
