// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_TRAIN_TUNE_TUNE_H
#define DEADWOOD_TRAIN_TUNE_TUNE_H

#include "train/tune/race.h"

// A search for the settings of a player that beat a field most: random ones, then a grid around the best of them.
typedef struct TunePlan {
    const char *player;
    const char *axes; // search.h, with blanks between them
    const char *field[RACE_MAX_FIELD];
    int field_count;
    int tries;
    uint64_t games; // against each of the field, for those that stay to the end
    uint64_t seed;
    int threads;
    bool quiet;
    const char *ranking; // file to write it to
} TunePlan;

// Races the settings, the player's current one included, and returns the best. True with *interrupted set after Ctrl-C:
// the games played are kept beside the ranking, and the same call goes on from them. False with err set on failure.
bool tune_run(const TunePlan *tune, char best[RACE_SPEC], bool *interrupted, Error *err);

// True if the text describes axes to search.
bool tune_check(const char *axes, Error *err);

#endif
