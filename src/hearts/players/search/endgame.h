// SPDX-License-Identifier: MIT
// An exact max^n solver for the last tricks of a hand, for rules in which only points count. Gives the values of
// search.h for a search to the end, ties to the first card, at least ten times as fast. A position is four sets and the
// leader, and the values of all seats are packed into one number. The tricks to come do not depend on what was taken,
// so the transposition table serves later decisions and hands too.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_ENDGAME_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_ENDGAME_H

#include "hearts/hearts.h"

typedef struct HeartsEndgames HeartsEndgames; // the solver's table; for one thread

// NULL when memory is short; the caller ends it with hearts_endgames_close.
HeartsEndgames *hearts_endgames_open(void);
void hearts_endgames_close(HeartsEndgames *endgames);

// True if it can solve this state: only points count, any card may be led, and the first trick is over.
bool hearts_endgame_fits(const HeartsState *state);

// The points that each seat still takes if all play max^n. Needs hearts_endgame_fits. After Ctrl-C the numbers mean
// nothing.
void hearts_endgame_solve(HeartsEndgames *endgames, const HeartsState *state, int to_come[HEARTS_SEATS]);

#endif
