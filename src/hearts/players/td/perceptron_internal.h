// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_HEARTS_PLAYERS_TD_PERCEPTRON_INTERNAL_H
#define DEADWOOD_HEARTS_PLAYERS_TD_PERCEPTRON_INTERNAL_H

#include "hearts/players/td/perceptron.h"

// Selected features as a trie: a path of true atoms, in ascending order, is a feature if its last node has a weight.
// The children of a node are adjacent, in the order of their atoms.
typedef struct FeatureNode {
    uint64_t children[2]; // a bit for each atom (numbered over both tasks)
    int32_t first;        // child
    int32_t weight;       // or -1
} FeatureNode;

struct HeartsPerceptron {
    HeartsGoal goal;
    bool moon;                             // all points taken by one seat count for the others
    HeartsFeatures features[HEARTS_TASKS]; // of a part task, only its own
    int32_t chosen[HEARTS_TASKS];          // of the whole game: how many of each
    int32_t *list;                         // and their numbers, ascending, those of the queen first; otherwise NULL
    FeatureNode *nodes;                    // their tree; the roots of the two tasks come first
    int32_t node_count;
    int32_t count;
    float *weights;
    int32_t choose[HEARTS_COMBINE + 1][HEARTS_ATOMS_HEARTS + 1]; // [k][n]: n over k
};

// One for the whole game with these features, ascending in each task, and all weights 0. NULL with err set when memory
// is short or the numbers are not features.
HeartsPerceptron *hearts_perceptron_of(const HeartsFeatures features[HEARTS_TASKS], const int32_t chosen[HEARTS_TASKS],
                                       const int32_t *list, Error *err);
HeartsPerceptron *hearts_perceptron_blank(HeartsTask task, int combine);

#endif
