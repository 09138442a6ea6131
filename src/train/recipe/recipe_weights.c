// SPDX-License-Identifier: MIT
// The weights file of a recipe: the net, and the facts of how it was made, its learning curve among them.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "train/recipe/recipe_internal.h"

typedef struct Facts {
    WeightsFact list[16];
    char texts[16][40];
    int count;
} Facts;

static void add_fact(Facts *facts, const char *name, const char *value) {
    facts->list[facts->count++] = (WeightsFact){name, value};
}

static void add_count(Facts *facts, const char *name, uint64_t value) {
    snprintf(facts->texts[facts->count], sizeof facts->texts[0], "%" PRIu64, value);
    add_fact(facts, name, facts->texts[facts->count]);
}

static void add_loss(Facts *facts, const char *name, double value) {
    snprintf(facts->texts[facts->count], sizeof facts->texts[0], "%.6g", value);
    if (!isnan(value)) add_fact(facts, name, facts->texts[facts->count]);
}

// Losses of all epochs, "training/validation" or "training" where nothing was kept apart, with blanks between them.
static void print_training_curve(const TrainReport *report, Text *text) {
    for (int i = 0; i < report->epochs; i++) {
        const TrainEpoch *epoch = &report->history[i];
        text_addf(text, "%s%.6g", i ? " " : "", epoch->training);
        if (!isnan(epoch->validation)) text_addf(text, "/%.6g", epoch->validation);
    }
}

bool recipe_save_net(const RecipeRun *run, const RecipeResult *result, const TrainReport *report, const Net *net,
                     const char *path, const char *quality, Error *err) {
    const Recipe *recipe = run->recipe;
    Facts facts = {.count = 0};
    Text curve = {0};
    print_training_curve(report, &curve);
    add_fact(&facts, "recipe", recipe->name);
    add_fact(&facts, "command", run->command);
    add_fact(&facts, "examples", recipe->examples->name);
    if (recipe_is_step(recipe))
        add_fact(&facts, *recipe->mix ? "mix" : "after", recipe_source(recipe));
    else
        add_fact(&facts, *recipe->records ? "records" : "players", recipe_source(recipe));
    if (result->games) add_count(&facts, "games", result->games);
    add_count(&facts, "rows", result->rows);
    add_count(&facts, "epochs", (uint64_t)result->epochs);
    add_count(&facts, "seed", recipe->plan.seed);
    if (quality) {
        add_loss(&facts, "training_loss", result->training);
        add_loss(&facts, "validation_loss", result->validation);
        add_fact(&facts, "quality", quality);
        if (curve.size) add_fact(&facts, "curve", curve.data);
    }
    bool saved = net_save(net, facts.list, facts.count, path, err);
    text_free(&curve);
    return saved;
}

bool recipe_hash(const RecipeRun *run, RecipeResult *result, Error *err) {
    Text file = {0};
    bool read = text_read_file(&file, run->out, SIZE_MAX, err);
    Sha256 hash = sha256_begin();
    if (read) sha256_add(&hash, file.data, file.size);
    sha256_end(&hash, result->sha256);
    result->bytes = file.size;
    text_free(&file);
    return read;
}
