// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LAB_RECIPE_INTERNAL_H
#define DEADWOOD_LAB_RECIPE_INTERNAL_H

#include "lab/recipe.h"

// A closed loop, for recipe_run.
bool recipe_loop(const RecipeRun *run, RecipeResult *result, Error *err);

// Size and hash of the weights file, for the result.
bool recipe_hash(const RecipeRun *run, RecipeResult *result, Error *err);

// Makes the folder a file lies in.
bool recipe_make_place(const char *path, Error *err);

#endif
