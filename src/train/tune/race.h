// SPDX-License-Identifier: MIT
// Successive halving: many contenders against one field, with games spent where the ranking is still open. All
// contenders meet an opponent on the same deals, so that they differ by their play and not by their luck.
#ifndef DEADWOOD_TRAIN_TUNE_RACE_H
#define DEADWOOD_TRAIN_TUNE_RACE_H

#include "arena/arena.h"
#include "base/text/json.h"
#include "gin/gin.h"

enum { RACE_SPEC = 512, RACE_MAX_FIELD = 16, RACE_MAX_ENTRIES = 20000 };

typedef struct RaceEntry {
    char spec[RACE_SPEC];
    double score;                // mean win rate over the field
    double error;                // its standard error
    double distance;             // root mean square difference from the target, in win rate; 0 without one
    double cell[RACE_MAX_FIELD]; // win rate against each opponent
    uint64_t games;              // against each
    int rounds;                  // it took part in
    ArenaTotals totals[RACE_MAX_FIELD];
} RaceEntry;

typedef struct RacePlan {
    const char *field[RACE_MAX_FIELD];
    int field_count;
    const double *target; // win rates to come close to, instead of high ones; or NULL
    GinRules rules;
    uint64_t seed;
    int threads;
    uint64_t first_games, most_games; // an opponent, in the first round and in all; even
    int keep;                         // contenders that play to the end
    Store *store;                     // or NULL
    bool quiet;
} RacePlan;

// Runs the race and sorts the entries, best first: those of the last round, then those that left in the round before,
// and so on. After every round the worse half leaves, but for those whose 95% interval still reaches the last that
// stays. Where the store holds a part (store_is_part), the race ends with the first round that it does not know
// all of (store_lacking). *interrupted: Ctrl-C came, and the ranking is what it was by then. False with err set on
// failure.
bool race_run(RaceEntry *entries, int count, const RacePlan *plan, bool *interrupted, Error *err);

void race_print(Text *text, const RaceEntry *entries, int count, const RacePlan *plan, int most);
void race_json(Json *json, const RaceEntry *entries, int count, const RacePlan *plan);

#endif
