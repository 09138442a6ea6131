// SPDX-License-Identifier: MIT
// The parts of the study of Mishra & Aggarwal (mishra.c).
#ifndef DEADWOOD_PAPERS_MISHRA_MISHRA_INTERNAL_H
#define DEADWOOD_PAPERS_MISHRA_MISHRA_INTERNAL_H

#include "report/lab.h"

bool mishra_hands(LabRun *run, Error *err);       // Table 1, and all estimators of all papers side by side
bool mishra_example(LabRun *run, Error *err);     // Figure 2: one discard explained
bool mishra_games(LabRun *run, Error *err);       // Performance: the final agent's games
bool mishra_future_work(LabRun *run, Error *err); // Future Work, measured

// The ids of the claims that each measures.
void mishra_hands_measures(Text *ids);
void mishra_example_measures(Text *ids);

#endif
