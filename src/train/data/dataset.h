// SPDX-License-Identifier: MIT
// Kinds of training examples by name, for recipes and `deadwood export`. A new kind is one row of the table in
// dataset.c.
#ifndef DEADWOOD_TRAIN_DATA_DATASET_H
#define DEADWOOD_TRAIN_DATA_DATASET_H

#include "gin/players/list/estimator_score.h"
#include "gin/players/nguyen/nguyen_bayes.h"
#include "gin/players/nguyen/nguyen_examples.h"
#include "learn/files/sparse.h"

typedef struct DatasetKind {
    const char *name;
    const char *about;
    const char *players; // whose games they are usually made from
    int inputs, outputs; // 0: counts, which are no rows
    int steps;           // most steps of an example, or 1
    uint32_t size;       // bytes of a packed row
    ExamplesMake *make;
    TrainData (*data)(const Examples *rows);                          // NULL: sequences of turns, or packed rows
    void (*make_packed)(SparseRows *rows, const GinHandRecord *hand); // instead of `make`, or NULL
    int shown_at;                                                     // of packed rows (sparse.h)
} DatasetKind;

const DatasetKind *dataset_kinds(int *count);
const DatasetKind *dataset_find(const char *name, Error *err);
SparseShape dataset_shape(const DatasetKind *kind); // of packed rows

enum { DATASET_PLAYERS_TEXT = 2048, DATASET_MAX_PLAYERS = 64 };

// The games. `players` are specs with blanks between them; every pair of them plays, in both seatings and each with
// itself, game after game. "=0..10" in a spec stands for eleven of them. With `records` nothing is played: the games
// are those of that file (recorded.h), whoever played them.
typedef struct DatasetGames {
    const char *players;
    const char *records;         // or NULL
    uint64_t seed, first, games; // games 0: all that were recorded
    int threads;
    bool quiet;
    const char *label; // for the progress line, or NULL
} DatasetGames;

// False with err set if the text names no players, or too many.
bool dataset_check_players(const char *players, Error *err);

// All examples of the games, packed. It must stay where it is: `data` points into it. Ended with dataset_close. After
// Ctrl-C what was played is there.
typedef struct Dataset {
    const DatasetKind *kind;
    Examples rows;     // or ...
    SparseRows packed; // ... where the kind makes packed rows
    NguyenSequences sequences;
    TrainData data;
} Dataset;

bool dataset_open(Dataset *set, const DatasetKind *kind, int steps, const DatasetGames *games, Error *err);
void dataset_close(Dataset *set);

// Plays the games of the plan and adds the packed rows that a kind makes of them, in the order of the games. After
// Ctrl-C some games are missing.
bool dataset_collect_packed(SparseRows *rows, const DatasetKind *kind, const GinSelfPlay *plan, Error *err);

// The counts of the Bayes estimator over the games, added to `counts`.
bool dataset_count(BayesCounts *counts, const DatasetGames *games, Error *err);

// Adds an estimator's predictions of the opponent's hand in the games to `score`.
bool dataset_score(EstimatorScore *score, const GinPart *estimator, const DatasetGames *games, Error *err);

// Writes inputs.npy and targets.npy, and weights.npy for sequences, into a folder that is there. False with err set,
// and nothing written, on failure; also after Ctrl-C, without a sentence.
bool dataset_export(const Dataset *set, const char *folder, bool quiet, Error *err);

#endif
