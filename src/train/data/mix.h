// SPDX-License-Identifier: MIT
// A mix of training examples from chosen pairs of players. They take too long to make again after a kill, so each
// pair's examples are kept in a file of packed rows (learn/files/sparse.h).
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

// Resumes playing until the file holds the line's rows. Rows are in the order of the games, regardless of threads and
// interruptions. After Ctrl-C it returns true with what was played in the file.
bool mix_make(const MixLine *line, const DatasetKind *kind, int threads, bool quiet, Error *err);

// All rows of the lines' files together, ended with sparse_free. The last `validation` of each file come last, so that
// TrainPlan.validation holds out a share of every pair. False with err set on failure.
bool mix_read(SparseRows *rows, const MixLine *lines, int count, double validation, Error *err);

#endif
