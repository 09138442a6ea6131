// SPDX-License-Identifier: MIT
// The indices of a gin match's tallies in the arena; gin_stats.c has a row for each.
#ifndef DEADWOOD_CONTEST_GIN_GIN_TALLY_H
#define DEADWOOD_CONTEST_GIN_GIN_TALLY_H

#include "gin/table.h"

typedef enum {
    GIN_TALLY_HANDS,
    GIN_TALLY_CANCELLED,
    GIN_TALLY_STARTER_WINS,              // games won by the player who started the first hand
    GIN_TALLY_DECIDED,                   // games with a winner
    GIN_TALLY_SHARED,                    // ---- from here on once for each player
    GIN_TALLY_ROUNDS = GIN_TALLY_SHARED, // rounds won
    GIN_TALLY_ROUND_POINTS,
    GIN_TALLY_ROUND_POINTS_SQUARED,
    GIN_TALLY_KNOCKS,
    GIN_TALLY_KNOCK_DEADWOOD,
    GIN_TALLY_GINS,
    GIN_TALLY_UNDERCUTS,
    GIN_TALLY_TURNS,
    GIN_TALLY_TAKES,
    GIN_TALLY_DECISIONS, // timed ones
    GIN_TALLY_NANOSECONDS,
    GIN_TALLY_FAULTS, // one for each cause after FAULT_NONE
    GIN_TALLY_OWN = GIN_TALLY_FAULTS + FAULT_KINDS - 1 - GIN_TALLY_SHARED,
} GinTally;

static inline int gin_tally_at(int player, GinTally own) { return (int)own + player * GIN_TALLY_OWN; }

#endif
