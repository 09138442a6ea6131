// SPDX-License-Identifier: MIT
// Batches of games of Hearts for tests: opened, their rows, and networks made up that choose; what cannot be had fails
// the test.
#ifndef DEADWOOD_TESTS_HEARTS_BATCHES_H
#define DEADWOOD_TESTS_HEARTS_BATCHES_H

#include "hearts/players/env/batch_internal.h"

HeartsBatch *hearts_batch_of(const HeartsBatchPlan *plan, Team *team);
HeartsPlayer hearts_opened(const char *spec);

// How the networks of these tests choose: by a hash of what they see. Brains differ.
int hearts_batch_choose(const uint8_t *inputs, const uint8_t *legal, int brain);

// Rows of all games of a batch, and a choice for each.
typedef struct HeartsBlock {
    int games;
    HeartsBatchRows rows;
    uint8_t *choices;
} HeartsBlock;

HeartsBlock hearts_block_of(int games);
void hearts_block_free(HeartsBlock *block);

// The rows from a game on.
HeartsBatchRows hearts_rows_from(const HeartsBlock *block, int first);

// Chooses for all games; and plays that.
void hearts_choose_all(const HeartsBlock *block);
void hearts_step_all(HeartsBatch *batch, const HeartsBlock *block);

void hearts_assert_same_rows(const HeartsBlock *a, const HeartsBlock *b);

#endif
