// SPDX-License-Identifier: MIT
// Batches of gin games for tests: opened, their rows, and networks made up that choose; what cannot be had fails the
// test.
#ifndef DEADWOOD_TESTS_BATCHES_H
#define DEADWOOD_TESTS_BATCHES_H

#include "gin/players/env/batch_internal.h"
#include "support/rows.h"

GinRules rules_parsed(const char *text);
GinBatch *batch_of(const GinBatchPlan *plan, Team *team);

// How the networks of these tests choose: by a hash of what they see, more often what looks good, so that hands end in
// all ways. Brains differ.
int batch_choose(const uint8_t *inputs, const uint8_t *legal, int brain);

// A player whose choices hang on every event of the game's earlier hands.
GinPlayer batch_player_that_looks_back(void);

// Rows of all games of a batch, and a choice for each.
typedef struct Block {
    int games;
    GinBatchRows rows;
    uint8_t *choices;
} Block;

Block block_of(int games);
void block_free(Block *block);

// The rows from a game on.
GinBatchRows rows_from(const Block *block, int first);

// Chooses for all games; and plays that.
void choose_all(const Block *block);
void step_all(GinBatch *batch, const Block *block);

void assert_same_rows(const Block *a, const Block *b);

#endif
