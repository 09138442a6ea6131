// SPDX-License-Identifier: MIT
// The linear perceptron of Sturtevant and White: the expected points of a seat as a weighted sum of features.
//
// One for a part task (queen or hearts) has a weight for every feature of features.h, in one array. One for the whole
// game has the features with the largest weights of two others; queen features count while the queen is out, heart
// features while hearts are out, and points already taken are added exactly.
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
// number); its weights are drawn afresh. At most as many as the others have.
HeartsPerceptron *hearts_perceptron_join(const HeartsPerceptron *queen, int queen_features,
                                         const HeartsPerceptron *hearts, int hearts_features, Rng *rng);
HeartsPerceptron *hearts_perceptron_copy(const HeartsPerceptron *net);
void hearts_perceptron_close(HeartsPerceptron *net); // NULL is fine

HeartsGoal hearts_perceptron_goal(const HeartsPerceptron *net);
const char *hearts_goal_name(HeartsGoal goal); // "queen", "hearts", "full"
int hearts_goal_points(HeartsGoal goal);       // 13, 13, 26

// For the whole game only: true if shooting the moon gives 0 to the shooter and 26 to the others. Initially false.
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

// The atoms that this net looks at; positions with equal keys have equal outputs.
HeartsAtoms hearts_perceptron_key(const HeartsPerceptron *net, HeartsAtoms atoms);

// The raw weighted sum: not clamped, without points already taken.
float hearts_perceptron_output(const HeartsPerceptron *net, const HeartsAtoms *key);

// The points a seat will have taken at the end: exact once all are taken, otherwise strictly between 0 and all points
// ("so that the search can always tell states where we expect to take the queen from those where we have").
float hearts_perceptron_value(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat);

// True, with the exact value, if all is decided; and the value from a known output, for callers that cache outputs.
bool hearts_perceptron_decided(const HeartsPerceptron *net, const HeartsPosition *position);
float hearts_perceptron_exact(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat);
float hearts_perceptron_cut(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat, float output);

// How many features are true, and adding to the weights of all of them.
int hearts_perceptron_active(const HeartsPerceptron *net, const HeartsAtoms *key);
void hearts_perceptron_add(HeartsPerceptron *net, const HeartsAtoms *key, float step);

// As an evaluation for any search; `net` is borrowed.
HeartsEvaluation hearts_perceptron_evaluation(HeartsPerceptron *net);

// ---- Files (perceptron_file.c) ----

// Saves a perceptron's tensors and facts together with the caller's (at most 16 tensors and 32 facts).
bool hearts_perceptron_save(const HeartsPerceptron *net, const char *path, const WeightsTensor *tensors,
                            int tensor_count, const WeightsFact *facts, int fact_count, Error *err);

// NULL with err set if the file is not a perceptron or is inconsistent.
HeartsPerceptron *hearts_perceptron_parse(const Weights *weights, Error *err);
HeartsPerceptron *hearts_perceptron_load(const char *path, Error *err);

// Finds a model by name ("td-queen-3"), file name or path. A suffix @N means the weights after N games, if the file
// keeps them ("td-full-self@10000").
bool hearts_perceptron_path(const char *model, Text *path, Error *err);
HeartsPerceptron *hearts_perceptron_open(const char *model, Error *err);

#endif
