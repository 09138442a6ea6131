// SPDX-License-Identifier: MIT
#include "lab/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "lab/recipe.h"
#include "learn/models.h"
#include "learn/weights.h"

static void add_model(LabTable *table, const char *name) {
    static const char *const facts[] = {"architecture", "seed", "rows", "sha256"};
    Error err = {{0}};
    Text path = {0};
    char file[64];
    snprintf(file, sizeof file, "%s.safetensors", name);
    Weights *weights = model_path(file, &path, &err) ? weights_load(path.data, &err) : NULL;
    text_addf(&table->rows, "%s", name);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *fact = weights ? weights_fact(weights, facts[i]) : NULL;
        text_addf(&table->rows, "\t%.*s", strcmp(facts[i], "sha256") == 0 ? 12 : 40,
                  fact      ? fact
                  : weights ? "-"
                            : "missing");
    }
    text_add(&table->rows, "\n");
    weights_close(weights);
    text_free(&path);
}

void lab_models_table(LabRun *run, const char *const *names, int count) {
    LabTable *table = lab_table(run, "Models used", "model\tarchitecture\tseed\trows\tsha256");
    if (run->train)
        lab_table_about(table, "Made anew for this run, by their recipes.");
    else
        lab_table_about(table, "Trained beforehand and read from files; --train makes them anew first.");
    for (int i = 0; i < count; i++) add_model(table, names[i]);
}

static bool train_model(const LabRun *run, const char *name, const char *folder, Recipe *recipe, Error *err) {
    if (!recipe_load(name, recipe, err)) return false;
    if (run->games) {
        recipe->games = run->games;
        recipe->evaluation = run->games;
        recipe->plan.epochs = 1;
    }
    Text out = {0}, command = {0};
    text_addf(&out, "%s/%s", folder, recipe->output);
    lab_command(run, run->paper, &command);
    RecipeRun work = {.recipe = recipe,
                      .out = out.data,
                      .folder = run->folder,
                      .command = command.data,
                      .threads = run->threads,
                      .quiet = run->quiet};
    RecipeResult *result = calloc(1, sizeof *result);
    bool done = result ? recipe_run(&work, result, err) : error_set(err, "out of memory");
    free(result);
    text_free(&out);
    text_free(&command);
    return done;
}

bool lab_models_train(const LabRun *run, const char *const *names, int count, const char *folder, Error *err) {
    Recipe *recipe = malloc(sizeof *recipe);
    bool done = recipe || error_set(err, "out of memory");
    for (int i = 0; done && i < count && !progress_interrupted(); i++)
        done = train_model(run, names[i], folder, recipe, err);
    free(recipe);
    return done;
}
