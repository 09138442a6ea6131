// SPDX-License-Identifier: MIT
// Nguyen, Doan & Neller (papers/nguyen): the order of the study, its players by Table 7, and the models it used.
#include <string.h>

#include "base/threads/progress.h"
#include "gin/players/list/players.h"
#include "papers/models.h"
#include "papers/nguyen/nguyen_internal.h"
#include "papers/papers.h"

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
static const char PLAYERS_ID[] = "table-7.players";

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
    LabClaim *claim = lab_claim(run, "%s", PLAYERS_ID);
    claim->holds = holds ? LAB_HOLDS : LAB_FAILS;
    claim->count = PLAYERS;
    text_copy(claim->counted, sizeof claim->counted, "players");
    lab_claim_command(claim, "deadwood players");
    lab_claim_note(claim, "The card value model takes part in draws only. With discards by value as well, which the "
                          "paper's words ask for, Table 6 does not come out (docs/papers/nguyen.md).");
}

// ---- Models ----

static const char *const MODELS[] = {"knock-nguyen", "card-nguyen", "bayes-nguyen", "ann-nguyen", "lstm-nguyen"};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

static bool train_nguyen_models(const LabRun *run, const char *folder, Error *err) {
    return lab_models_train(run, MODELS, MODEL_COUNT, folder, err);
}

static bool study_nguyen(LabRun *run, Error *err) {
    bool (*const parts[])(LabRun *, Error *) = {nguyen_draws, nguyen_hands, nguyen_knocking, nguyen_tournament};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !progress_interrupted(); i++)
        if (!parts[i](run, err)) return false;
    add_truth_table(run);
    lab_models_table(run, MODELS, MODEL_COUNT);
    return true;
}

static void nguyen_measures(Text *ids) {
    nguyen_draws_measures(ids);
    nguyen_hands_measures(ids);
    nguyen_knocking_measures(ids);
    nguyen_tournament_measures(ids);
    text_addf(ids, "%s\n", PLAYERS_ID);
}

const LabPaper lab_nguyen = {
    .name = "nguyen",
    .title = "A Deterministic Neural Network Approach to Playing Gin Rummy",
    .source = "V. D. Nguyen, D. Doan, T. W. Neller, EAAI 2021",
    .claims = lab_claims_nguyen,
    .measures = nguyen_measures,
    .run = study_nguyen,
    .train = train_nguyen_models,
    .brief = true,
    .about = "docs/papers/nguyen.md",
};
