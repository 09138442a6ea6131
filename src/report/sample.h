// SPDX-License-Identifier: MIT
// A quantity measured in several independent parts, each on its own games (batch means): mean and 95% interval by
// Student's t, valid whatever the dependence within a part.
#ifndef DEADWOOD_REPORT_SAMPLE_H
#define DEADWOOD_REPORT_SAMPLE_H

#include "report/lab.h"

enum { LAB_SAMPLE_PARTS = 16 };

typedef struct LabSample {
    int count;
    double value[LAB_SAMPLE_PARTS];
} LabSample;

void lab_sample_add(LabSample *sample, double value);
double lab_sample_mean(const LabSample *sample); // NAN while empty
double lab_sample_half(const LabSample *sample); // half the 95% interval of the mean; NAN for less than two parts
void lab_sample_claim(const LabSample *sample, LabClaim *claim, uint64_t count, const char *counted);

// So many games in part `part` of all of them.
uint64_t lab_part_games(uint64_t games, int part);

#endif
