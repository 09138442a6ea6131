// SPDX-License-Identifier: MIT
// The axes of a parameter search: numbers from ranges, or words.
#ifndef DEADWOOD_TRAIN_TUNE_SEARCH_H
#define DEADWOOD_TRAIN_TUNE_SEARCH_H

#include "base/rng.h"
#include "base/text/text.h"

enum { SEARCH_MOST_KEYS = 12, SEARCH_MOST_VALUES = 1001, SEARCH_MOST_WORDS = 32 };

typedef struct SearchAxis {
    char key[64];
    double low, high;
    int steps;                           // values on the grid
    bool whole;                          // range of whole numbers
    char words[512];                     // "a|b|c" cut at the bars
    const char *word[SEARCH_MOST_WORDS]; // or none; the axis must stay where it is
} SearchAxis;

// Reads "key=lo..hi" (whole numbers: each of them; others: 11 steps), "key=lo..hi/steps" or "key=a|b|c".
bool search_read(SearchAxis *axis, const char *text, Error *err);

// Values: the number itself, or the word's.
double search_grid(const SearchAxis *axis, int step);
double search_random(const SearchAxis *axis, Rng *rng);

// A grid around a setting, one axis at a time: number n, from 0 to 2 * count - 1, goes one step of the axis' grid down
// (even) or up (odd) along axis n / 2, not beyond its range; words go round.
void search_beside(const SearchAxis *axes, int count, const double *centre, int n, double *at);

// The player with one value of every axis added to its spec. Their order is free: policies are set before parameters.
void search_spec(Text *spec, const char *player, const SearchAxis *axes, int count, const double *at);

// True if setting `n` equals an earlier one.
bool search_repeats(double (*tried)[SEARCH_MOST_KEYS], int64_t n, int count);

#endif
