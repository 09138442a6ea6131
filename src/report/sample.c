// SPDX-License-Identifier: MIT
#include "report/sample.h"

#include <math.h>

void lab_sample_add(LabSample *sample, double value) {
    if (sample->count < LAB_SAMPLE_PARTS) sample->value[sample->count++] = value;
}

double lab_sample_mean(const LabSample *sample) {
    double sum = 0;
    for (int i = 0; i < sample->count; i++) sum += sample->value[i];
    return sample->count ? sum / sample->count : (double)NAN;
}

double lab_sample_half(const LabSample *sample) {
    static const double t[LAB_SAMPLE_PARTS] = {0,     12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                               2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131};
    double mean = lab_sample_mean(sample), squares = 0;
    if (sample->count < 2) return (double)NAN;
    for (int i = 0; i < sample->count; i++) squares += (sample->value[i] - mean) * (sample->value[i] - mean);
    return t[sample->count - 1] * sqrt(squares / (sample->count - 1) / sample->count);
}

// One part alone says nothing about chance, so that it is no number to compare.
void lab_sample_claim(const LabSample *sample, LabClaim *claim, uint64_t count, const char *counted) {
    double half = lab_sample_half(sample);
    claim->ours = sample->count > 1 ? lab_sample_mean(sample) : (double)NAN;
    claim->low = claim->ours - half;
    claim->high = claim->ours + half;
    claim->count = count;
    text_copy(claim->counted, sizeof claim->counted, counted);
}

uint64_t lab_part_games(uint64_t games, int part) {
    uint64_t at = (uint64_t)part;
    return (at + 1) * games / LAB_SAMPLE_PARTS - at * games / LAB_SAMPLE_PARTS;
}
