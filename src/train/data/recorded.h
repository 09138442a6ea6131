// SPDX-License-Identifier: MIT
// Training games from a file that `deadwood match --records` wrote, in its order.
#ifndef DEADWOOD_TRAIN_DATA_RECORDED_H
#define DEADWOOD_TRAIN_DATA_RECORDED_H

#include "train/data/dataset.h"

// watch(collector, hand) sees each hand of games->records that was not forfeited, of `games` games (0: all) from the
// first on; they are numbered as they stand in the file, from 0. One line at a time is in memory. False with err set,
// by file and line, if what is read is damaged or no record. Stops early, without an error, on Ctrl-C.
bool recorded_hands(const DatasetGames *games, void *collector,
                    void (*watch)(void *collector, const GinHandRecord *hand), Error *err);

// Reads all of a file and counts its games.
bool recorded_games(const char *path, bool quiet, uint64_t *count, Error *err);

#endif
