// SPDX-License-Identifier: MIT
// The networks of Nguyen, Doan & Neller (2021) that estimate the opponent's hand, `ann` and `lstm`: in a game they get
// the same inputs, turn by turn, as in training.
#ifndef DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_ESTIMATORS_H
#define DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_ESTIMATORS_H

#include "gin/players/nguyen/nguyen_examples.h"

// The opponent's turns of this hand so far as the seat saw them, oldest first, worked out from its own cards and the
// log: the rows of nguyen_turn_rows, but for `held`, which is empty. Returns how many.
int nguyen_seen_turns(const GinView *view, NguyenTurnRow rows[GIN_TURN_LIMIT]);

#endif
