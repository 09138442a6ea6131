// SPDX-License-Identifier: MIT
// Compares estimators of the opponent's hand on the same games: one table, accuracy by turn, and calibration.
#ifndef DEADWOOD_PAPERS_ESTIMATORS_H
#define DEADWOOD_PAPERS_ESTIMATORS_H

#include "gin/players/list/estimator_score.h"
#include "report/sample.h"

enum { LAB_MAX_ESTIMATORS = 16 };

// What one estimator came to. The first three are given, the rest starts as zero.
typedef struct LabEstimator {
    const char *spec, *name, *colour;
    EstimatorScore score;
    LabSample all, last;           // categorical accuracy, %: all turns, the last turn of each hand
    LabSample binary, binary_last; // binary accuracy, likewise
    LabSample log_loss, square;    // cross-entropy and square error of a card, all 52 and all turns
    LabSample top[ESTIMATOR_TOPS], first[ESTIMATOR_TOPS]; // %: estimator_score_top, estimator_score_first
    uint64_t turns;
    char missing[240]; // why it was not measured, or empty
} LabEstimator;

// Games between these pairs, in turn. An estimator whose model is not there is left out, with the sentence in
// `missing`. After Ctrl-C the list is incomplete.
bool lab_estimators_measure(const LabRun *run, LabEstimator *list, int count, const char *const (*pairs)[2],
                            int pair_count, uint64_t games, Error *err);

// Accuracies, log loss, calibration and top k of all of them; `whose` names the games: "Simple against itself".
void lab_estimators_table(LabRun *run, const LabEstimator *list, int count, const char *whose);

// Data by the opponent's turn, one block an estimator that was measured: categorical and binary accuracy of all cards,
// log loss and calibration error of the unknown ones.
void lab_estimators_print_turns(const LabEstimator *list, int count, Text *data);

// One curve an estimator: blocks of the data file, in the order of those that were measured.
void lab_estimators_plot(const LabEstimator *list, int count, const char *what, const char *how, Text *script);

// The caption, with what had to be left out.
void lab_estimators_caption(const LabEstimator *list, int count, LabFigure *figure, const char *caption);

// A reliability diagram of the unknown cards.
void lab_estimators_reliability(LabRun *run, const LabEstimator *list, int count, const char *name,
                                const char *caption);

#endif
