// SPDX-License-Identifier: MIT
#include "papers/models.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "learn/files/models.h"
#include "learn/files/weights.h"
#include "train/recipe/recipe.h"

static Weights *load_weights(const char *name) {
    Error err = {{0}};
    Text path = {0};
    char file[64];
    snprintf(file, sizeof file, "%s.safetensors", name);
    Weights *weights = model_path(file, &path, &err) ? weights_load(path.data, &err) : NULL;
    text_free(&path);
    return weights;
}

static void add_model_row(LabTable *table, const char *name) {
    static const char *const facts[] = {"architecture", "seed", "rows", "sha256"};
    Weights *weights = load_weights(name);
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
}

void lab_models_table(LabRun *run, const char *const *names, int count) {
    LabTable *table = lab_table(run, "Models used", "model\tarchitecture\tseed\trows\tsha256");
    if (run->train)
        lab_table_about(table, "Made anew for this run, by their recipes.");
    else
        lab_table_about(table, "Trained beforehand and read from files; --train makes them anew first.");
    for (int i = 0; i < count; i++) add_model_row(table, names[i]);
}

// ---- Curves ----

// "training/validation training/validation ..." as lines "epoch training validation"; how many there are.
static int print_model_curve(const char *curve, const char *name, Text *data) {
    int epochs = 0;
    text_addf(data, "# %s: epoch training validation\n", name);
    for (char *end; *curve; curve = end) {
        double training = strtod(curve, &end);
        if (end == curve) break;
        text_addf(data, "%d %.6g", ++epochs, training);
        if (*end == '/') text_addf(data, " %.6g", strtod(end + 1, &end));
        text_add(data, "\n");
        while (*end == ' ') end++;
    }
    text_add(data, "\n\n");
    return epochs;
}

void lab_models_curves(LabRun *run, const char *const *names, int count, const char *name) {
    Text data = {0}, plots = {0};
    int drawn = 0;
    for (int i = 0; i < count; i++) {
        Weights *weights = load_weights(names[i]);
        const char *curve = weights ? weights_fact(weights, "curve") : NULL;
        if (curve && print_model_curve(curve, names[i], &data) > 0) {
            text_addf(&plots,
                      "set title \"%s\" noenhanced\n"
                      "plot data index %d using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb blue title \"training\", "
                      "data index %d using 1:3 with linespoints pt 7 ps 0.4 lw 2 lc rgb orange title \"validation\"\n",
                      names[i], drawn, drawn);
            drawn++;
        }
        weights_close(weights);
    }
    if (drawn) {
        LabFigure *figure = lab_figure(run, name, "Training", 460 * drawn, 380, "Loss by epoch");
        lab_figure_caption(figure,
                           "As the recipes noted it in the models' files when they were made; on a share of the "
                           "examples kept apart for validation.");
        text_add(&figure->data, data.data);
        text_addf(&figure->script,
                  "set multiplot layout 1,%d margins 0.1,0.98,0.15,0.87 spacing 0.1\nset xlabel \"epoch\"; set "
                  "xrange [0.5:*]; set key top right\n%sunset multiplot\n",
                  drawn, plots.data);
    }
    text_free(&data);
    text_free(&plots);
}

// ---- Made anew ----

// --games N in small: so many games, or, of a recipe that mixes examples, a millionth of them for each game.
static double make_small(Recipe *recipe, uint64_t games) {
    double scale = recipe_is_step(recipe) ? fmin(1, (double)games * 1e-6) : 0;
    if (recipe_is_step(recipe)) {
        recipe_scale(recipe, scale);
    } else {
        recipe->games = games;
        recipe->evaluation = games;
        recipe->plan.epochs = 1;
    }
    return scale;
}

static bool train_paper_model(const LabRun *run, const char *name, const char *folder, Recipe *recipe, Error *err) {
    if (!recipe_load(name, recipe, err)) return false;
    double scale = run->games ? make_small(recipe, run->games) : 0;
    Text out = {0}, command = {0}, place = {0};
    text_addf(&out, "%s/%s", folder, recipe->output);
    text_add(&place, run->folder);
    if (recipe_is_step(recipe)) text_addf(&place, "/train/%s", name); // it keeps examples beside those before it
    lab_command(run, run->paper, &command);
    RecipeRun work = {.recipe = recipe,
                      .out = out.data,
                      .folder = place.data,
                      .command = command.data,
                      .threads = run->threads,
                      .scale = scale,
                      .quiet = run->quiet};
    RecipeResult *result = calloc(1, sizeof *result);
    bool done = result ? recipe_run(&work, result, err) : error_set(err, "out of memory");
    free(result);
    text_free(&out);
    text_free(&command);
    text_free(&place);
    return done;
}

bool lab_models_train(const LabRun *run, const char *const *names, int count, const char *folder, Error *err) {
    Recipe *recipe = malloc(sizeof *recipe);
    bool done = recipe || error_set(err, "out of memory");
    for (int i = 0; done && i < count && !progress_interrupted(); i++)
        done = train_paper_model(run, names[i], folder, recipe, err);
    free(recipe);
    return done;
}
