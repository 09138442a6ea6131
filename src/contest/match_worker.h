// SPDX-License-Identifier: MIT
// A worker of a match: its players, and who sits at its table in the current game.
#ifndef DEADWOOD_CONTEST_MATCH_WORKER_H
#define DEADWOOD_CONTEST_MATCH_WORKER_H

#include "contest/programs.h"

typedef struct MatchWorker {
    const MatchSetup *setup;
    void *own[2];          // built-in players in the order of the match, who may have several seats; NULL for a program
    ProgramGroup group[2]; // which of a program's processes have seen the deal
    int player[CGP_SEATS]; // who sits in each seat
    void *at[CGP_SEATS];   // the player in each seat; a program has one process per seat
    WireTable table;
    Text *record; // where the game in progress is written, or NULL
    uint64_t game;
} MatchWorker;

// The functions of an ArenaContest whose config is a MatchSetup.
void *match_worker_open(const void *setup, Error *err);
void match_worker_close(void *worker);
bool match_worker_play(void *worker, uint64_t game, ArenaGame *result, Text *record, Error *err);

// Records the first fault of the program in a seat, if there is one.
void match_worker_note(const MatchWorker *worker, int seat);

#endif
