// SPDX-License-Identifier: MIT
// The linear perceptron of Sturtevant and White: the expected points of a seat as a weighted sum of features.
//
// One for a part task (queen or hearts) has a weight for every feature of features.h, in one array. One for the whole
// game has the features with the largest weights of two others; those of the queen count while the queen is out, those
// of hearts while hearts are out, and what has been decided is added as it is.
#ifndef DEADWOOD_HEARTS_PLAYERS_TD_PERCEPTRON_H
#define DEADWOOD_HEARTS_PLAYERS_TD_PERCEPTRON_H

#include "hearts/players/search/evaluation.h"
#include "hearts/players/td/features.h"
#include "learn/files/weights.h"

typedef enum { HEARTS_LEARN_QUEEN, HEARTS_LEARN_HEARTS, HEARTS_LEARN_FULL, HEARTS_LEARN_GOALS } HeartsGoal;

typedef struct HeartsPerceptron HeartsPerceptron;

// A new one for a part task with weights drawn from +-1/features. The caller ends it with hearts_perceptron_close.
HeartsPerceptron *hearts_perceptron_make(HeartsTask task, int combine, Rng *rng);

// A new one for the whole game, with the features of the largest weights, by size, of two others (ties go to the lower
// number); its own weights are drawn anew. At most as many as the others have.
HeartsPerceptron *hearts_perceptron_join(const HeartsPerceptron *queen, int queen_features,
                                         const HeartsPerceptron *hearts, int hearts_features, Rng *rng);
HeartsPerceptron *hearts_perceptron_copy(const HeartsPerceptron *net);
void hearts_perceptron_close(HeartsPerceptron *net); // NULL is fine

HeartsGoal hearts_perceptron_goal(const HeartsPerceptron *net);
const char *hearts_goal_name(HeartsGoal goal); // "queen", "hearts", "full"
int hearts_goal_points(HeartsGoal goal);       // 13, 13, 26

// For the whole game only: does who takes all 26 points end with none, and everybody else with 26? Not at first.
void hearts_perceptron_set_moon(HeartsPerceptron *net, bool moon);
bool hearts_perceptron_moon(const HeartsPerceptron *net);

int32_t hearts_perceptron_count(const HeartsPerceptron *net);
float *hearts_perceptron_weights(HeartsPerceptron *net); // hearts_perceptron_count of them
const float *hearts_perceptron_look(const HeartsPerceptron *net);

// The features of one task; all of them, or where net is for the whole game, those it was made from.
HeartsFeatures hearts_perceptron_features(const HeartsPerceptron *net, HeartsTask task);
void hearts_perceptron_name(const HeartsPerceptron *net, int32_t index, Text *name); // of one weight

// The `count` weights that are the largest (sign 1) or smallest (-1), or the largest by size (0), in that order.
void hearts_perceptron_top(const HeartsPerceptron *net, int sign, int count, int32_t *indices);

// ---- Values ----

// The atoms that make a difference to this one; the outputs of positions with the same are the same.
HeartsAtoms hearts_perceptron_key(const HeartsPerceptron *net, HeartsAtoms atoms);

// The weighted sum, neither cut nor with points that have been taken.
float hearts_perceptron_output(const HeartsPerceptron *net, const HeartsAtoms *key);

// What a seat will have taken at the end: exact when all points have been, otherwise between 0 and all points, both
// left out ("so that the search can always tell states where we expect to take the queen from those where we have").
float hearts_perceptron_value(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat);

// The same where the output is known, for those that remember it; and whether it is asked for at all.
bool hearts_perceptron_decided(const HeartsPerceptron *net, const HeartsPosition *position);
float hearts_perceptron_exact(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat);
float hearts_perceptron_cut(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat, float output);

// How many features are true, and adding to the weights of all of them.
int hearts_perceptron_active(const HeartsPerceptron *net, const HeartsAtoms *key);
void hearts_perceptron_add(HeartsPerceptron *net, const HeartsAtoms *key, float step);

// As an evaluation for any search; `net` is borrowed.
HeartsEvaluation hearts_perceptron_evaluation(HeartsPerceptron *net);

// ---- Files (perceptron_file.c) ----

// Tensors and facts of one, and beside them what the caller has (at most 16 tensors and 32 facts).
bool hearts_perceptron_save(const HeartsPerceptron *net, const char *path, const WeightsTensor *tensors,
                            int tensor_count, const WeightsFact *facts, int fact_count, Error *err);

// NULL with err set if the file is none or does not fit together.
HeartsPerceptron *hearts_perceptron_parse(const Weights *weights, Error *err);
HeartsPerceptron *hearts_perceptron_load(const char *path, Error *err);

// By name ("td-queen-3"), file name or path, from where models lie; with @N behind it, as it was after N games, if the
// file keeps that ("td-full-self@10000").
bool hearts_perceptron_path(const char *model, Text *path, Error *err);
HeartsPerceptron *hearts_perceptron_open(const char *model, Error *err);

#endif
