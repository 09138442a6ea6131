// SPDX-License-Identifier: MIT
// A player that asks the judge (judge.h) before every move: slower than the listed ones by four orders of magnitude and
// stronger than the player it rolls out with. People play against it.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_ROLLOUT_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_ROLLOUT_H

#include "gin/players/judge/judge.h"

// Samples at most `worlds` worlds before a move; player and estimator as in gin_judge_open. Not thread-safe: it solves
// the game again when the rules change. The caller ends it with gin_player_close. False with err set and *player
// untouched.
bool gin_rollout_open(const char *judge, const char *estimator, int worlds, GinPlayer *player, Error *err);

#endif
