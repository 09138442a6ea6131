// SPDX-License-Identifier: MIT
// Hearts a second time, slowly and in words: no sets, no running totals; every question is answered from the list of
// what happened. Shares with the engine the struct of rules and how cards are numbered, nothing else.
#ifndef DEADWOOD_TESTS_HEARTS_ORACLE_H
#define DEADWOOD_TESTS_HEARTS_ORACLE_H

#include "hearts/hearts.h"

typedef struct HeartsOracle {
    HeartsRules rules;
    unsigned deal;
    int score[4];      // of the game before the hand
    int hand[4][13];   // cards as 0..51, suit by suit, ace first; -1: gone
    int passed[4][13]; // cards each has passed on, -1 behind the last
    int passers;       // seats that have passed, 0 first
    bool fault[4];     // seats taken out of the hand
    int plays;         // cards played
    int card[52], seat[52];
} HeartsOracle;

void hearts_oracle_deal(HeartsOracle *oracle, const HeartsRules *rules, unsigned deal, const int16_t score[4],
                        const Card deck[CARD_COUNT]);

bool hearts_oracle_passes(const HeartsOracle *oracle); // cards are still to be passed
bool hearts_oracle_over(const HeartsOracle *oracle);
int hearts_oracle_to_act(const HeartsOracle *oracle);

// A pass of any cards, as a list; cards that repeat or are not held are not allowed.
bool hearts_oracle_may_give(const HeartsOracle *oracle, const int *cards, int count);
void hearts_oracle_give(HeartsOracle *oracle, const int *cards, int count);

bool hearts_oracle_may_play(const HeartsOracle *oracle, int card);
void hearts_oracle_play(HeartsOracle *oracle, int card);

bool hearts_oracle_holds(const HeartsOracle *oracle, int seat, int card);

// Of the tricks so far, and of a hand that is over with all that goes with it. *moon is a seat or -1.
void hearts_oracle_taken(const HeartsOracle *oracle, int points[4], int tricks[4]);
void hearts_oracle_result(const HeartsOracle *oracle, int points[4], int *moon);

#endif
