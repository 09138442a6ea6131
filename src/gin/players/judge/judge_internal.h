// SPDX-License-Identifier: MIT
// The sample of worlds in which a judge compares candidates: judge_sample.c plays them, judge.c decides.
#ifndef DEADWOOD_GIN_PLAYERS_JUDGE_JUDGE_INTERNAL_H
#define DEADWOOD_GIN_PLAYERS_JUDGE_JUDGE_INTERNAL_H

#include "gin/players/judge/judge.h"

// Sums over worlds and pairs of candidates, for one of the two measures.
typedef struct JudgeSums {
    double sum[GIN_MAX_CANDIDATES];
    double product[GIN_MAX_CANDIDATES][GIN_MAX_CANDIDATES];
} JudgeSums;

typedef struct JudgeSample {
    const GinJudge *judge;
    const GinChances *chances;
    const GinWorlds *worlds;
    const GinAction *action; // candidates
    int active[GIN_MAX_CANDIDATES];
    int count;    // of the active ones
    uint64_t key; // of this sample's chance
    int done;     // worlds
    JudgeSums points, win;
} JudgeSample;

// Plays every active candidate in `worlds` further worlds.
void judge_play_worlds(JudgeSample *sample, int worlds);

// The mean value of candidate a, and its standard error.
GinWorth judge_worth(const JudgeSample *sample, int a);
GinWorth judge_worth_error(const JudgeSample *sample, int a);

// Standard error of a's worth minus b's; both were played in all the worlds.
GinWorth judge_gap_error(const JudgeSample *sample, int a, int b);

#endif
