// SPDX-License-Identifier: MIT
// External programs in a match: their limits, their faults, and their suspension.
#ifndef DEADWOOD_CONTEST_PROGRAMS_H
#define DEADWOOD_CONTEST_PROGRAMS_H

#include <pthread.h>

#include "contest/match.h"
#include "contest/program_pool.h"

// Shared by all workers of a match. It must stay where it is while the match is played.
struct MatchPrograms {
    const char *players[2];
    WireLimits limits;
    ProgramPool pool[2]; // of the players that are programs
    int faults[2];       // where the tallies of each player's faults begin
    MatchResult *result; // where suspensions and first faults go
    BotHealth own_health[2], *health[2];
    pthread_mutex_t lock; // of the result's first faults
};

void match_programs_open(MatchPrograms *programs, const MatchSetup *setup, MatchResult *result);

// Creates the folder for the programs' logs if it is wanted and missing: the last step before they start.
bool match_programs_make_logs(const MatchPrograms *programs, Error *err);

// Ends the programs.
void match_programs_close(MatchPrograms *programs);

// For ArenaPlan.enough: NULL if no program plays.
typedef bool MatchEnough(void *programs, const ArenaGame *games, int group);
MatchEnough *match_programs_enough(const MatchPrograms *programs);

// Records a program's fault and the last lines of its stderr, keeping those of the earliest game; "" is no fault.
void match_programs_note(MatchPrograms *programs, int player, uint64_t game, const char *text, const Text *last_words);

#endif
