// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LAB_SAMPLE_H
#define DEADWOOD_LAB_SAMPLE_H

#include "lab/lab.h"

// Something measured several times over, each time on games of its own: mean and 95% interval by Student's t, whatever
// the dependence between the hands of one game.
enum { LAB_PARTS = 16 };

typedef struct LabSample {
    int count;
    double value[LAB_PARTS];
} LabSample;

void lab_sample_add(LabSample *sample, double value);
double lab_sample_mean(const LabSample *sample); // NAN while empty
void lab_sample_claim(const LabSample *sample, LabClaim *claim, uint64_t count, const char *counted);

// So many games in part `part` of all of them.
uint64_t lab_part_games(uint64_t games, int part);

#endif
