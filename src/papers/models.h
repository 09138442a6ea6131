// SPDX-License-Identifier: MIT
// The models a paper used: a table of them, and training them again.
#ifndef DEADWOOD_PAPERS_MODELS_H
#define DEADWOOD_PAPERS_MODELS_H

#include "report/lab.h"

// A table of the weights files by these names: architecture, seed, rows, hash.
void lab_models_table(LabRun *run, const char *const *names, int count);

// A figure of that name with the learning curve of each, side by side, as their files keep it (`curve`, written by
// recipes). Nothing where no file has one.
void lab_models_curves(LabRun *run, const char *const *names, int count, const char *name);

// Makes them by the recipes of the same names, in a folder that is there. --games makes all of them small, to see that
// everything goes together.
bool lab_models_train(const LabRun *run, const char *const *names, int count, const char *folder, Error *err);

#endif
