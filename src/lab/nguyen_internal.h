// SPDX-License-Identifier: MIT
// The parts of the study of Nguyen, Doan & Neller (nguyen.c).
#ifndef DEADWOOD_LAB_NGUYEN_INTERNAL_H
#define DEADWOOD_LAB_NGUYEN_INTERNAL_H

#include "lab/lab.h"

bool nguyen_draws(LabRun *run, Error *err);      // Tables 1 to 3
bool nguyen_hands(LabRun *run, Error *err);      // Table 4
bool nguyen_knocking(LabRun *run, Error *err);   // Table 5
bool nguyen_tournament(LabRun *run, Error *err); // Table 6 and what is said about it

// Something measured several times over, each time on games of its own: mean and 95% interval by Student's t, whatever
// the dependence between the hands of one game.
enum { NGUYEN_PARTS = 16 };

typedef struct NguyenSample {
    int count;
    double value[NGUYEN_PARTS];
} NguyenSample;

void nguyen_sample_add(NguyenSample *sample, double value);
double nguyen_sample_mean(const NguyenSample *sample); // NAN while empty
void nguyen_sample_claim(const NguyenSample *sample, LabClaim *claim, uint64_t count, const char *counted);

// So many games in part `part` of all of them.
uint64_t nguyen_part_games(uint64_t games, int part);

#endif
