// SPDX-License-Identifier: MIT
// A player's totals over many hands: means with standard errors.
#ifndef DEADWOOD_ANALYSIS_GIN_ANALYSIS_TOTAL_H
#define DEADWOOD_ANALYSIS_GIN_ANALYSIS_TOTAL_H

#include "analysis/gin/analysis.h"
#include "base/text/json.h"
#include "base/text/text.h"

// What is counted of every hand: cost, skill and luck in points and in the chance to win, and decisions that were no
// good (inaccuracies or worse).
typedef enum {
    FIGURE_COST,
    FIGURE_COST_WIN,
    FIGURE_ERRORS,
    FIGURE_SKILL,
    FIGURE_SKILL_WIN,
    FIGURE_LUCK,
    FIGURE_LUCK_WIN,
    FIGURES
} AnalysisFigure;

// A plain value; all zero is no hand.
typedef struct AnalysisTotal {
    AnalysisSeat sum;
    int hands; // in which the seat was judged
    double decisions_squared;
    double value[FIGURES], squared[FIGURES], by_decisions[FIGURES]; // sums over hands
} AnalysisTotal;

void analysis_total_add(AnalysisTotal *total, const AnalysisSeat *hand);

// The mean of a figure, for a hand or for a decision, and its standard error over hands (0 where there are too few).
double analysis_a_hand(const AnalysisTotal *total, AnalysisFigure figure, double *error);
double analysis_a_decision(const AnalysisTotal *total, AnalysisFigure figure, double *error);

// A table with a row for each player that was judged, and the same numbers as members of an open object.
void analysis_total_text(Text *text, const char *const *names, const AnalysisTotal *totals, int count);
void analysis_total_json(Json *json, const AnalysisTotal *total);

#endif
