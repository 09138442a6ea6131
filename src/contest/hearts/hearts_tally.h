// SPDX-License-Identifier: MIT
// The indices of a Hearts match's tallies in the arena; hearts_stats.c has a row for each.
#ifndef DEADWOOD_CONTEST_HEARTS_HEARTS_TALLY_H
#define DEADWOOD_CONTEST_HEARTS_HEARTS_TALLY_H

#include "hearts/table.h"

typedef enum {
    HEARTS_TALLY_HANDS,
    HEARTS_TALLY_MOONS,                       // hands with one
    HEARTS_TALLY_SHARED,                      // ---- from here on once for each player
    HEARTS_TALLY_SEATS = HEARTS_TALLY_SHARED, // seats it had, counted once a hand
    HEARTS_TALLY_GAME_SEATS,                  // and once a game
    HEARTS_TALLY_POINTS,
    HEARTS_TALLY_FIRST, // seats that were in front alone when a game ended
    HEARTS_TALLY_QUEENS,
    HEARTS_TALLY_SHOT,
    HEARTS_TALLY_CONCEDED,
    HEARTS_TALLY_DECISIONS, // timed ones
    HEARTS_TALLY_NANOSECONDS,
    HEARTS_TALLY_FAULTS, // one for each cause after FAULT_NONE
    HEARTS_TALLY_OWN = HEARTS_TALLY_FAULTS + FAULT_KINDS - 1 - HEARTS_TALLY_SHARED,
} HeartsTally;

static inline int hearts_tally_at(int player, HeartsTally own) { return (int)own + player * HEARTS_TALLY_OWN; }

// The weight of a player's points in the arena, so that both players have equally many: one seat against three counts
// three times.
static inline int hearts_tally_weight(bool one_seat, int player) { return one_seat && player == 0 ? 3 : 1; }

#endif
