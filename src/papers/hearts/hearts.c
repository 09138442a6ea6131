// SPDX-License-Identifier: MIT
// Sturtevant & White, "Learning to Play Hearts" (2006).
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/scope.h"
#include "base/threads/progress.h"
#include "papers/hearts/hearts_internal.h"
#include "papers/papers.h"
#include "train/recipe/recipe.h"

// Those of the whole game come last: they are made from others.
static const char *const MODELS[] = {"td-queen-1",  "td-queen-2",  "td-queen-3",   "td-queen-4",    "td-hearts-1",
                                     "td-hearts-2", "td-hearts-3", "td-full-self", "td-full-expert"};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

// A model that an earlier run of the same command finished is kept: the study goes on where it was stopped.
static bool is_made(const char *path, const char *command) {
    if (access(path, F_OK) != 0) return false;
    Weights *weights = weights_load(path, NULL);
    const char *fact = weights ? weights_fact(weights, "command") : NULL;
    bool same = fact && strcmp(fact, command) == 0;
    weights_close(weights);
    return same;
}

// As the recipes have it; --games makes all of them small, to see that everything goes together.
static bool train_model(const LabRun *run, const char *name, const char *folder, Recipe *recipe, Error *err) {
    if (!recipe_load(name, recipe, err)) return false;
    if (run->games) {
        recipe->games = run->games;
        recipe->snapshot = recipe->snapshot ? (run->games + 1) / 2 : 0;
    }
    Text out = {0}, command = {0};
    text_addf(&out, "%s/%s", folder, recipe->output);
    text_add(&command, "deadwood reproduce hearts --train");
    if (run->games) text_addf(&command, " --games %llu", (unsigned long long)run->games);
    text_addf(&command, " # %s", name);
    RecipeRun work = {.recipe = recipe,
                      .out = out.data,
                      .folder = run->folder,
                      .command = command.data,
                      .threads = run->threads,
                      .quiet = run->quiet};
    RecipeResult *result = calloc(1, sizeof *result);
    bool done = result || error_set(err, "out of memory");
    if (done && !is_made(out.data, command.data)) done = recipe_run(&work, result, err);
    free(result);
    text_free(&out);
    text_free(&command);
    return done;
}

static bool train_models(const LabRun *run, const char *folder, Error *err) {
    Recipe *recipe = malloc(sizeof *recipe);
    bool done = recipe || error_set(err, "out of memory");
    Scope scope = {.folder = {[SCOPE_MODELS] = folder}}; // one model is learned against another
    const Scope *before = scope_set(&scope);
    for (int i = 0; done && i < MODEL_COUNT && !progress_interrupted(); i++)
        done = train_model(run, MODELS[i], folder, recipe, err);
    scope_set(before);
    free(recipe);
    return done;
}

static bool study(LabRun *run, Error *err) {
    bool (*const parts[])(LabRun *, Error *) = {hearts_curves, hearts_tables, hearts_duels, hearts_further};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !progress_interrupted(); i++)
        if (!parts[i](run, err)) return false;
    return true;
}

static void measures(Text *ids) {
    hearts_curves_measures(ids);
    hearts_tables_measures(ids);
    hearts_duels_measures(ids);
}

const LabPaper lab_hearts = {
    .name = "hearts",
    .title = "Learning to Play Hearts",
    .source = "N. R. Sturtevant, A. M. White, CG 2006",
    .claims = lab_claims_hearts,
    .measures = measures,
    .run = study,
    .train = train_models,
    .about = "docs/papers/hearts.md",
};
