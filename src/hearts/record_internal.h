// SPDX-License-Identifier: MIT
// Shared by the printer and the parser of records.
#ifndef DEADWOOD_HEARTS_RECORD_INTERNAL_H
#define DEADWOOD_HEARTS_RECORD_INTERNAL_H

#include "base/text/fields.h"
#include "hearts/record.h"

// Four numbers with commas between them.
char *hearts_record_put_points(char *at, const int16_t points[HEARTS_SEATS]);

// The value of `over=`.
const char *hearts_record_over(const HeartsRecord *record);

// Sets game_over and game_winner from the score and points of the hand.
void hearts_record_decide(HeartsRecord *record);

#endif
