// SPDX-License-Identifier: MIT
// The parts of the study of Sturtevant & White (hearts.c).
#ifndef DEADWOOD_PAPERS_HEARTS_HEARTS_INTERNAL_H
#define DEADWOOD_PAPERS_HEARTS_HEARTS_INTERNAL_H

#include "hearts/players/td/td.h"
#include "report/lab.h"
#include "report/sample.h"

// The one expert. The paper's own is not public. This one searches and solves and knows nothing else; that it solves
// the last five tricks was chosen so that the break-even line of Figure 1 lies between pair-wise and three-wise
// features (docs/papers/hearts.md). All recipes of the paper's models learn against it, and Figures 3 and 4 meet it.
#define HEARTS_PAPER_EXPERT "search:algo=maxn,eval=zero,solve=5"

bool hearts_curves(LabRun *run, Error *err);  // Figures 1 and 2, and the counts of features
bool hearts_tables(LabRun *run, Error *err);  // Tables 1 and 2
bool hearts_duels(LabRun *run, Error *err);   // Figures 3 and 4
bool hearts_further(LabRun *run, Error *err); // its future work

// The ids of the claims that each measures.
void hearts_curves_measures(Text *ids);
void hearts_tables_measures(Text *ids);
void hearts_duels_measures(Text *ids);

// A learned model with what its file says about how it was learned.
typedef struct HeartsModel {
    char name[32];
    Weights *weights;
    HeartsPerceptron *net;
    int runs, windows; // of the learning curve
    uint64_t window;   // games
    uint64_t games;    // of a run
    float *curve;      // [runs][windows], points a hand
} HeartsModel;

// By name, from where models lie. False with err set, naming the command that makes it, if it is not there. Ended by
// hearts_model_close, which also takes one that was never opened.
bool hearts_model_open(const char *name, HeartsModel *model, Error *err);
void hearts_model_close(HeartsModel *model);

// Mean points of each run from one share of its games to another, as a sample of runs; of one run alone, of windows.
LabSample hearts_model_level(const HeartsModel *model, double from, double to);

// Is a sample surely below `limit`, or above? And one below the other?
LabAnswer hearts_below(const LabSample *sample, double limit);
LabAnswer hearts_lower(const LabSample *a, const LabSample *b);
LabAnswer hearts_not(LabAnswer answer);

// A row that says something in words.
LabClaim *hearts_statement(LabRun *run, const char *id, LabAnswer answer);

// Two kinds of players over the 14 mixed seatings of each deal, all cards open, as `deadwood match --game hearts
// --open` plays it but quicker. A side is a learner or else a player of that name.
typedef struct HeartsSide {
    const HeartsPerceptron *net; // or NULL
    HeartsTrickAlgorithm algorithm;
    const char *player; // spec, where there is no net
} HeartsSide;

typedef struct HeartsDuel {
    HeartsSide side[2];
    HeartsRules rules;
    uint64_t seed, deals;
} HeartsDuel;

typedef struct HeartsDuelResult {
    uint64_t deals;
    double points; // a hand, of the first side
    double error;  // standard error, over deals; that of the difference of the sides is twice this
} HeartsDuelResult;

bool hearts_duel(const LabRun *run, const HeartsDuel *duel, HeartsDuelResult *result, Error *err);

#endif
