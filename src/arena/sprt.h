// SPDX-License-Identifier: MIT
// The sequential probability ratio test: is A stronger than B by elo1 (H1) or only by elo0 (H0)? Checks the match as it
// grows and stops as soon as one hypothesis can be accepted at the given error rates.
#ifndef DEADWOOD_ARENA_SPRT_H
#define DEADWOOD_ARENA_SPRT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

typedef struct Sprt {
    double elo0, elo1;  // elo0 < elo1, logistic
    double alpha, beta; // chance to accept H1 though H0 holds, and the reverse
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

// Reads "elo0,elo1" or "elo0,elo1,alpha,beta"; alpha and beta are 0.05 when not given.
bool sprt_parse(const char *text, Sprt *sprt, Error *err);

// The expected score (share of games won, draws half) of a player `elo` stronger, and back. sprt_elo(0 or 1)
// is +-inf.
double sprt_score(double elo);
double sprt_elo(double score);

// The log-likelihood ratio of H1 to H0 after `groups` groups of `group` games each, in which A made `half_wins`
// half-wins (win 2, draw 1) in all, with the squares of each group's half-wins summed. Exact for single games without
// draws; otherwise the generalised SPRT with the variance over groups, so that duplicate pairs keep their smaller
// variance. A prior of one imaginary group of independent games keeps that variance above 0, so a match in which every
// group ends alike is decided too. 0 before the first group.
double sprt_ratio(const Sprt *sprt, int group, uint64_t groups, int64_t half_wins, int64_t half_wins_squared);

SprtVerdict sprt_verdict(const Sprt *sprt, double ratio);

#endif
