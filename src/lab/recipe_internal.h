// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LAB_RECIPE_INTERNAL_H
#define DEADWOOD_LAB_RECIPE_INTERNAL_H

#include "lab/recipe.h"

// A closed loop, for recipe_run.
bool recipe_loop(const RecipeRun *run, RecipeResult *result, Error *err);

// A learner of Hearts, for recipe_run.
bool recipe_td(const RecipeRun *run, RecipeResult *result, Error *err);

// Size and hash of the weights file, for the result.
bool recipe_hash(const RecipeRun *run, RecipeResult *result, Error *err);

// Whose games, or the file they were recorded in.
static inline const char *recipe_source(const Recipe *recipe) {
    return *recipe->records ? recipe->records : recipe->players;
}

// Makes the folder a file lies in.
bool recipe_make_place(const char *path, Error *err);

#endif
