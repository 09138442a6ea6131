// SPDX-License-Identifier: MIT
// Examples of chosen opponents in chosen numbers, too many to be made again after a kill: they are kept in files of
// packed rows (learn/files/sparse.h), one for each pair of players.
#ifndef DEADWOOD_TRAIN_DATA_MIX_H
#define DEADWOOD_TRAIN_DATA_MIX_H

#include "train/data/dataset.h"

enum { MIX_SPEC = 512, MIX_PATH = 1024 };

// Two players, in both seatings game by game, until there are `rows` examples of what each saw of the other.
typedef struct MixLine {
    char path[MIX_PATH]; // of the file
    char player[2][MIX_SPEC];
    char model[17]; // the beginning of the hash of a model they use, or empty: another one makes other games
    uint64_t rows;
    uint64_t seed;  // of its games
    uint64_t first; // number of the first of them
} MixLine;

// Plays until the file holds the line's rows, from where it was left. The rows are those of the games in their order,
// whatever the threads and interruptions. After Ctrl-C it returns true with what was played in the file.
bool mix_make(const MixLine *line, const DatasetKind *kind, int threads, bool quiet, Error *err);

// All rows of the lines' files together, ended with sparse_free. The last `validation` of each file come last, so that
// a share of all kinds is kept apart by TrainPlan.validation. False with err set on failure.
bool mix_read(SparseRows *rows, const MixLine *lines, int count, double validation, Error *err);

#endif
