// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_TRAIN_RECIPE_RECIPE_LEAGUE_INTERNAL_H
#define DEADWOOD_TRAIN_RECIPE_RECIPE_LEAGUE_INTERNAL_H

#include "train/recipe/recipe_internal.h"

int recipe_league_iterations(const Recipe *recipe);

// A fresh net of the recipe's layers: the actor's, or the critic's.
Net *recipe_league_net(const Recipe *recipe, bool critic, uint64_t seed, Error *err);

// The opponents, with the files that earlier recipes made; without a chain any name of one passes for a file.
bool recipe_league_members(const Recipe *recipe, const RecipeChain *chain, LeagueMember members[LEAGUE_MEMBERS],
                           int *count, Error *err);

// Runs the recipes of `after` where needed and adds their weights to the chain.
bool recipe_league_before(const RecipeRun *run, RecipeChain *chain, bool *interrupted, Error *err);

// Whether the weights are there already, made by these settings: result->done, and what is known of them. False with
// err set if they, or those of a recipe of `after` that are there, belong to other work. What is missing before them
// does not matter.
bool recipe_league_done(const RecipeRun *run, RecipeResult *result, Error *err);

// Everything in the recipe that changes what comes out, as one line: a fact of the weights, by which they are known to
// be done.
void recipe_league_describe(const Recipe *recipe, Text *text);

// The curve as a file and as figures.
bool recipe_league_draw(const RecipeRun *run, const LeaguePlan *plan, const LeagueResult *played, RecipeResult *result,
                        Error *err);

#endif
