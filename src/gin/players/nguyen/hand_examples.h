// SPDX-License-Identifier: MIT
// Training examples for an auto-encoder of hands (Nguyen, Doan & Neller 2021, Future Work).
#ifndef DEADWOOD_GIN_PLAYERS_NGUYEN_HAND_EXAMPLES_H
#define DEADWOOD_GIN_PLAYERS_NGUYEN_HAND_EXAMPLES_H

#include "gin/players/nguyen/nguyen_examples.h"

// The ten cards a player holds after each of its discards.
typedef struct HandRow {
    CardSet hand;
} HandRow;

void hand_rows(Examples *rows, const GinHandRecord *hand);

// 52 inputs by card_index, 1 for a card of the hand; the targets are the same.
TrainData hand_data(const Examples *rows);

#endif
