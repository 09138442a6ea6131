// SPDX-License-Identifier: MIT
// Positions of gin for tests, and a judge of them; what cannot be had fails the test.
#ifndef DEADWOOD_TESTS_POSITIONS_H
#define DEADWOOD_TESTS_POSITIONS_H

#include "gin/players/judge/judge.h"

// "AC 7H TD" as a set; "" is none.
CardSet cards(const char *text);
Card card(const char *text); // one

// A player by its spec. The caller ends it with gin_player_close.
GinPlayer opened(const char *spec);

// A hand dealt and played on at random for a while. False where somebody has knocked; true: the seat to act has a
// choice.
bool some_position(Rng *rng, const GinRules *rules, GinState *state, GinHistory *history);

// Hand number `hand` of a seed, dealt and played to its end, without a forfeit.
GinState played_hand(const GinRules *rules, const GinPlayer players[2], Seat starter, const uint16_t score[2],
                     uint64_t seed, uint32_t hand, GinHistory *history);

// A judge with the usual player. The caller ends it with gin_judge_close.
GinJudge judge_opened(const char *estimator, int worlds);

#endif
