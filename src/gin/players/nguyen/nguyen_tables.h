// SPDX-License-Identifier: MIT
// The statistics of Tables 1 to 3 of Nguyen, Doan & Neller (2021): face-up draws, melds and deadwood of a player in its
// games against another.
#ifndef DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_TABLES_H
#define DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_TABLES_H

#include "gin/players/env/selfplay.h"

typedef struct NguyenSide {
    uint64_t wins;     // games
    uint64_t takes;    // cards drawn face up
    uint64_t hits;     // those that were hitting cards: not part of a meld at once, but of one to be had
    uint64_t melds;    // held at the ends of hands
    uint64_t deadwood; // left at the ends of hands, after layoffs
} NguyenSide;

// `{0}` is empty.
typedef struct NguyenTally {
    uint64_t games, hands, cancelled;
    NguyenSide side[2]; // the player, its opponent
} NguyenTally;

// Plays `games` games, half of them with the same cards and seats swapped, and adds the counts. Rules NULL: the
// default.
bool nguyen_measure(NguyenTally *tally, const char *player, const char *opponent, const GinRules *rules, uint64_t games,
                    uint64_t seed, int threads, Error *err);

// Adds one hand; the player sat in seat `swapped`.
void nguyen_tally_hand(NguyenTally *tally, int swapped, const GinHandRecord *hand);

#endif
