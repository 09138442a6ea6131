// SPDX-License-Identifier: MIT
// Nguyen, Doan & Neller (papers/nguyen): the order of the study, its players by Table 7, and the models it used.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "gin/players/players.h"
#include "lab/nguyen_internal.h"
#include "lab/papers.h"
#include "lab/recipe.h"
#include "learn/models.h"
#include "learn/weights.h"

uint64_t nguyen_part_games(uint64_t games, int part) {
    uint64_t at = (uint64_t)part;
    return (at + 1) * games / NGUYEN_PARTS - at * games / NGUYEN_PARTS;
}

// ---- Table 7 ----

static const struct {
    bool value, estimate, knock;
    const char *player;
} TRUTH[] = {
    {false, false, false, "simple"},  {false, false, true, "knocking"}, {false, true, false, "estimating"},
    {false, true, true, "medium-ek"}, {true, false, false, "hitting"},  {true, false, true, "medium-kh"},
    {true, true, false, "medium-he"}, {true, true, true, "advanced"},
};
enum { PLAYERS = sizeof TRUTH / sizeof *TRUTH };

static const GinPlayerRow *row_of(const char *name) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}

static bool has(const GinPlayerRow *row, GinColumn column, bool used, const char *model, const char *otherwise) {
    return strcmp(row->column[column], used ? model : otherwise) == 0;
}

static void add_truth_table(LabRun *run) {
    bool holds = true;
    for (int i = 0; i < PLAYERS; i++) {
        const GinPlayerRow *row = row_of(TRUTH[i].player);
        holds = holds && row && has(row, GIN_COLUMN_DRAW, TRUTH[i].value, "card-value", "meld-only") &&
                has(row, GIN_COLUMN_DISCARD, TRUTH[i].estimate, "estimated", "max-deadwood") &&
                has(row, GIN_COLUMN_ESTIMATOR, TRUTH[i].estimate, "bayes", "none") &&
                has(row, GIN_COLUMN_KNOCK, TRUTH[i].knock, "knock-net", "at-once");
    }
    LabClaim *claim = lab_claim(run, "Table 7", "", "Eight players, each Simple with the models its row marks");
    claim->kind = LAB_STATEMENT;
    claim->holds = holds ? LAB_HOLDS : LAB_FAILS;
    claim->count = PLAYERS;
    text_copy(claim->counted, sizeof claim->counted, "players");
    lab_claim_command(claim, "deadwood players");
    lab_claim_note(claim, "The card value model takes part in draws only. With discards by value as well, which the "
                          "paper's words ask for, Table 6 does not come out (docs/papers/nguyen.md).");
}

// ---- Models ----

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

static const char *const MODELS[] = {"knock-nguyen", "card-nguyen", "bayes-nguyen", "ann-nguyen", "lstm-nguyen"};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

static void add_models(LabRun *run) {
    LabTable *table = lab_table(run, "Models used", "model\tarchitecture\tseed\trows\tsha256");
    if (run->train)
        lab_table_about(table, "Made anew for this run, by their recipes.");
    else
        lab_table_about(table, "Trained beforehand and read from files; --train makes them anew first.");
    for (int i = 0; i < MODEL_COUNT; i++) add_model(table, MODELS[i]);
}

// As the recipes have it; --games makes all of them small, to see that everything goes together.
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

static bool train_models(const LabRun *run, const char *folder, Error *err) {
    Recipe *recipe = malloc(sizeof *recipe);
    bool done = recipe || error_set(err, "out of memory");
    for (int i = 0; done && i < MODEL_COUNT && !progress_interrupted(); i++)
        done = train_model(run, MODELS[i], folder, recipe, err);
    free(recipe);
    return done;
}

static bool study(LabRun *run, Error *err) {
    bool (*const parts[])(LabRun *, Error *) = {nguyen_draws, nguyen_hands, nguyen_knocking, nguyen_tournament};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !progress_interrupted(); i++)
        if (!parts[i](run, err)) return false;
    add_truth_table(run);
    add_models(run);
    return true;
}

const LabPaper lab_nguyen = {
    .name = "nguyen",
    .title = "A Deterministic Neural Network Approach to Playing Gin Rummy",
    .source = "V. D. Nguyen, D. Doan, T. W. Neller, EAAI 2021",
    .run = study,
    .train = train_models,
};
