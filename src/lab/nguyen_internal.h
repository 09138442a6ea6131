// SPDX-License-Identifier: MIT
// The parts of the study of Nguyen, Doan & Neller (nguyen.c).
#ifndef DEADWOOD_LAB_NGUYEN_INTERNAL_H
#define DEADWOOD_LAB_NGUYEN_INTERNAL_H

#include "lab/lab.h"
#include "lab/sample.h"

bool nguyen_draws(LabRun *run, Error *err);      // Tables 1 to 3
bool nguyen_hands(LabRun *run, Error *err);      // Table 4
bool nguyen_knocking(LabRun *run, Error *err);   // Table 5
bool nguyen_tournament(LabRun *run, Error *err); // Table 6 and what is said about it

enum { NGUYEN_PARTS = LAB_SAMPLE_PARTS };

// So many games in part `part` of all of them.
uint64_t nguyen_part_games(uint64_t games, int part);

#endif
