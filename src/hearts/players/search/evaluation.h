// SPDX-License-Identifier: MIT
// An evaluation predicts the points with which each seat ends the hand, from a state of perfect information. Searches
// (search.h) call it at their leaves; expert.c is the hand-made one, perceptron.c the learned ones.
#ifndef DEADWOOD_HEARTS_PLAYERS_SEARCH_EVALUATION_H
#define DEADWOOD_HEARTS_PLAYERS_SEARCH_EVALUATION_H

#include "hearts/hearts.h"

typedef struct HeartsEvaluation {
    void *self;
    // Expected points of the hand for each seat (those already taken included; lower is better), where no card lies on
    // the table. Exact once all points are gone. Safe from many threads at once.
    void (*value)(const void *self, const HeartsState *state, float points[HEARTS_SEATS]);
    void (*close)(void *self); // may be NULL
} HeartsEvaluation;

static inline void hearts_evaluation_close(HeartsEvaluation *evaluation) {
    if (evaluation->close) evaluation->close(evaluation->self);
    *evaluation = (HeartsEvaluation){0};
}

// By spec: "expert", "td:model=td-full-self", "zero" (points taken so far). False with err set, and *evaluation
// untouched, when there is none of that name or its weights cannot be loaded. (evaluation.c)
bool hearts_evaluation_open(const char *spec, HeartsEvaluation *evaluation, Error *err);

// The learned one, from a weights file (perceptron.c).
bool hearts_evaluation_open_td(const char *model, HeartsEvaluation *evaluation, Error *err);

#endif
