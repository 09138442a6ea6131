// SPDX-License-Identifier: MIT
// The last tricks of a hand, played out exactly by max^n where only points count: what search.h gives for a search to
// the end, ties to the first card, but ten times quicker and on. A position is four sets and who leads; the values of
// all seats are one number; what is to come does not depend on what was taken, so that positions are remembered from
// one decision, and one hand, to the next.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_ENDGAME_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_ENDGAME_H

#include "hearts/hearts.h"

typedef struct HeartsEndgames HeartsEndgames; // positions remembered; of one thread

// NULL when memory is short; the caller ends it with hearts_endgames_close.
HeartsEndgames *hearts_endgames_open(void);
void hearts_endgames_close(HeartsEndgames *endgames);

// Can it solve this state? Only points count, any card may be led, and the first trick is over.
bool hearts_endgame_fits(const HeartsState *state);

// The points each seat still takes from here if all play max^n. The state fits. After Ctrl-C any number.
void hearts_endgame_solve(HeartsEndgames *endgames, const HeartsState *state, int to_come[HEARTS_SEATS]);

#endif
