// SPDX-License-Identifier: MIT
// Bradley-Terry ratings on the Elo scale for a field of players from the games they won against each other.
#ifndef DEADWOOD_ARENA_RATING_H
#define DEADWOOD_ARENA_RATING_H

#include "base/error.h"

enum { RATING_MAX_PLAYERS = 256 };

typedef struct Rating {
    double elo;   // the field's mean is 0
    double error; // half the width of the 95% interval
} Rating;

// `score[i*players + j]` is what i won against j (a draw is half to each). A prior of half a drawn game for every pair
// that met keeps a player who lost or won everything at a finite rating. Fails if the field splits into groups that
// never met.
bool rating_fit(int players, const double *score, Rating *ratings, Error *err);

#endif
