// SPDX-License-Identifier: MIT
// The parts of the study of Nguyen, Doan & Neller (nguyen.c).
#ifndef DEADWOOD_PAPERS_NGUYEN_NGUYEN_INTERNAL_H
#define DEADWOOD_PAPERS_NGUYEN_NGUYEN_INTERNAL_H

#include "report/sample.h"

bool nguyen_draws(LabRun *run, Error *err);      // Tables 1 to 3
bool nguyen_hands(LabRun *run, Error *err);      // Table 4
bool nguyen_knocking(LabRun *run, Error *err);   // Table 5
bool nguyen_tournament(LabRun *run, Error *err); // Table 6 and what is said about it

// The ids of the claims that each measures.
void nguyen_draws_measures(Text *ids);
void nguyen_hands_measures(Text *ids);
void nguyen_knocking_measures(Text *ids);
void nguyen_tournament_measures(Text *ids);

#endif
