// SPDX-License-Identifier: MIT
// Simple against itself, turn by turn: what Figures 1 and 2 of the Heisenbot study share.
#ifndef DEADWOOD_PAPERS_HEISENBOT_HEISENBOT_ROUNDS_INTERNAL_H
#define DEADWOOD_PAPERS_HEISENBOT_HEISENBOT_ROUNDS_INTERNAL_H

#include "contest/gin/gin_match.h"
#include "papers/heisenbot/heisenbot_internal.h"
#include "papers/heisenbot/rounds.h"

enum {
    FEWEST = 50,       // values a turn must have to be drawn
    LAST_TURN = 40,    // of Figure 1
    LONGEST_WAIT = 10, // of Figure 2
    LONG_TARGET = 250, // where the paper's 25 rounds a game would fit
};

typedef struct HeisenbotStudy {
    LabRounds rounds[LAB_READINGS];
    MatchResult waiting[LONGEST_WAIT + 1]; // waiting so many own turns, against Simple
    LabRounds long_games;                  // at once, to LONG_TARGET points
    int waits;                             // of them played
} HeisenbotStudy;

// A claim on a mean that the paper prints or that can be read off its figure.
LabClaim *heisenbot_mean(LabRun *run, const char *id, const LabMean *mean, const char *counted);

// A number of a figure's data, or NaN where there is none.
void heisenbot_number(Text *data, bool there, double number);

// Figure 2: whether it pays to wait with a knock.
void heisenbot_waits(LabRun *run, const HeisenbotStudy *study);
void heisenbot_waits_measures(Text *ids);

#endif
