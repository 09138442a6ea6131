// SPDX-License-Identifier: MIT
// Tables 1 and 2 of Sturtevant & White: the features that best predict taking the queen of spades or not, of the
// four-wise learner, ours beside the paper's.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "papers/hearts/hearts_internal.h"

enum { SHOWN = 10, LISTED = 11 };

// The paper's rows in the words of our atoms.
static const struct {
    const char *where;
    int rank;
    double weight;
    const char *atoms[4];
} PAPER[LISTED] = {
    {"Table 1", 1, -0.103, {"1 spades besides AKQ", "we have lead", "QS player has 0 backers"}},
    {"Table 1",
     2,
     -0.097,
     {"1 spades besides AKQ", "currently short hearts", "we have lead", "QS player has 0 backers"}},
    {"Table 1", 3, -0.096, {"we have KS", "2 spades besides AKQ", "QS player has 2 backers"}},
    {"Table 1",
     4,
     -0.093,
     {"1 spades besides AKQ", "currently short clubs", "we have lead", "QS player has 0 backers"}},
    {"Table 1",
     5,
     -0.090,
     {"1 spades besides AKQ", "currently short diamonds", "we have lead", "QS player has 0 backers"}},
    {"Table 1", 148, -0.040, {"we have QS", "1 spades besides AKQ", "leader short spades"}},
    {"Table 2", 1, 0.125, {"we have QS", "1 spades besides AKQ", "we have lead"}},
    {"Table 2", 2, 0.123, {"we have QS", "1 spades besides AKQ"}},
    {"Table 2", 3, 0.117, {"we have QS", "currently short clubs", "currently short hearts", "we have lead"}},
    {"Table 2", 4, 0.116, {"0 spades besides AKQ", "we have lead"}},
    {"Table 2",
     5,
     0.112,
     {"we have QS", "currently short diamonds", "currently short clubs", "currently short hearts"}},
};

// Of each of them a row for its weight and one for its rank.
static const char *const NUMBERS[2] = {"weight", "rank"};
static const char MIRRORED[] = "table-2.mirrored";

static void listed_id(int row, int number, Text *id) {
    text_addf(id, "table-%c.%d.%s", PAPER[row].where[strlen("Table ")], PAPER[row].rank, NUMBERS[number]);
}

static const char *const LISTED_IDS[2] = {"table-1.listed", "table-2.listed"};
static const char *const PAIR_IDS[2] = {"pair.lower", "pair.raise"};

void hearts_tables_measures(Text *ids) {
    for (int i = 0; i < 2; i++) text_addf(ids, "%s\n%s\n", LISTED_IDS[i], PAIR_IDS[i]);
    for (int i = 0; i < 2 * LISTED; i++) {
        listed_id(i / 2, i % 2, ids);
        text_add(ids, "\n");
    }
    text_addf(ids, "%s\n", MIRRORED);
}

static int by_number(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

static int32_t feature_of(const HeartsFeatures *features, const char *const names[4]) {
    uint8_t atoms[HEARTS_COMBINE] = {0};
    int count = 0;
    for (; count < HEARTS_COMBINE && names[count]; count++)
        for (int atom = 0; atom < features->atoms; atom++)
            if (strcmp(hearts_atom_name(features->task, atom), names[count]) == 0) atoms[count] = (uint8_t)atom;
    qsort(atoms, (size_t)count, 1, by_number);
    return hearts_feature_index(features, atoms, count);
}

// Where a weight stands among those of its sign, from 1.
static int32_t rank_of(const HeartsPerceptron *net, int32_t index) {
    const float *weights = hearts_perceptron_look(net);
    int32_t before = 0;
    for (int32_t i = 0; i < hearts_perceptron_count(net); i++)
        before += weights[index] > 0 ? weights[i] > weights[index] : weights[i] < weights[index];
    return before + 1;
}

static void add_own(LabRun *run, const HeartsModel *model, int sign) {
    int32_t top[SHOWN];
    LabTable *table = lab_table(run,
                                sign < 0 ? "Our features that best predict not taking the queen (Table 1)"
                                         : "Our features that best predict taking the queen (Table 2)",
                                "feature\tweight");
    lab_table_about(table, "The first run of `%s`.", weights_fact(model->weights, "command"));
    hearts_perceptron_top(model->net, sign, SHOWN, top);
    for (int i = 0; i < SHOWN; i++) {
        Text name = {0};
        hearts_perceptron_name(model->net, top[i], &name);
        text_addf(&table->rows, "%s\t%+.3f\n", name.data, (double)hearts_perceptron_look(model->net)[top[i]]);
        text_free(&name);
    }
}

static void add_number(LabRun *run, int row, int number, double ours) {
    Text id = {0};
    listed_id(row, number, &id);
    LabClaim *claim = lab_claim(run, "%s", id.data);
    claim->ours = claim->low = claim->high = ours;
    claim->count = 1;
    text_copy(claim->counted, sizeof claim->counted, "run");
    text_free(&id);
}

// "Mirrored versions of the features from table 1 ... (eg. we have a single queen and the player to lead has spades)".
static void add_mirrored(LabRun *run, const HeartsModel *model) {
    static const char *const mirrored[4] = {"we have single QS", "leader not short spades"};
    HeartsFeatures features = hearts_perceptron_features(model->net, HEARTS_TASK_QUEEN);
    int32_t index = feature_of(&features, mirrored), rank = rank_of(model->net, index);
    bool raises = hearts_perceptron_look(model->net)[index] > 0;
    LabClaim *claim = hearts_statement(run, MIRRORED, raises && rank > 5 && rank <= 300 ? LAB_HOLDS : LAB_FAILS);
    char text[LAB_NUMBER_TEXT];
    lab_claim_note(claim, "It is number %s of those that %s the expected points.",
                   lab_print_count((uint64_t)rank, text), raises ? "raise" : "lower");
}

static void add_listed(LabRun *run, const HeartsModel *model) {
    HeartsFeatures features = hearts_perceptron_features(model->net, HEARTS_TASK_QUEEN);
    LabTable *table = lab_table(run, "The features the paper lists, as we learned them",
                                "feature\tpaper's rank\tweight\tour rank\tweight");
    int signs[2] = {0, 0}, listed[2] = {0, 0};
    lab_table_about(table, "Ranks are among features of the same sign, of %d in all.", features.count);
    for (int i = 0; i < LISTED; i++) {
        int32_t index = feature_of(&features, PAPER[i].atoms);
        double weight = (double)hearts_perceptron_look(model->net)[index];
        Text name = {0};
        char rank[LAB_NUMBER_TEXT];
        hearts_perceptron_name(model->net, index, &name);
        text_addf(&table->rows, "%s\t%d\t%+.3f\t%s\t%+.3f\n", name.data, PAPER[i].rank, PAPER[i].weight,
                  lab_print_count((uint64_t)rank_of(model->net, index), rank), weight);
        text_free(&name);
        bool second = strcmp(PAPER[i].where, "Table 2") == 0;
        listed[second]++;
        signs[second] += weight * PAPER[i].weight > 0;
        add_number(run, i, 0, weight);
        add_number(run, i, 1, rank_of(model->net, index));
    }
    for (int t = 0; t < 2; t++) {
        LabClaim *claim = lab_claim(run, "%s", LISTED_IDS[t]);
        claim->ours = claim->low = claim->high = signs[t];
        claim->count = (uint64_t)listed[t];
        text_copy(claim->counted, sizeof claim->counted, "features");
    }
}

// "These two atomic features appear 259 times in the top 20,000 features": the queen and one other spade.
static void add_pair(LabRun *run, const HeartsModel *model) {
    enum { TOP = 20000 };
    static const char *const pair[2] = {"we have QS", "1 spades besides AKQ"};
    HeartsFeatures features = hearts_perceptron_features(model->net, HEARTS_TASK_QUEEN);
    int32_t *top = malloc(TOP * sizeof *top);
    if (!top || hearts_perceptron_count(model->net) < TOP) {
        free(top);
        return;
    }
    int counts[2] = {0, 0};
    hearts_perceptron_top(model->net, 0, TOP, top);
    for (int i = 0; i < TOP; i++) {
        uint8_t atoms[HEARTS_COMBINE];
        int count = hearts_feature_atoms(&features, top[i], atoms), found = 0;
        for (int k = 0; k < count; k++)
            for (int j = 0; j < 2; j++) found += strcmp(hearts_atom_name(HEARTS_TASK_QUEEN, atoms[k]), pair[j]) == 0;
        if (found == 2) counts[hearts_perceptron_look(model->net)[top[i]] > 0]++;
    }
    free(top);
    for (int raise = 0; raise < 2; raise++) {
        LabClaim *claim = lab_claim(run, "%s", PAIR_IDS[raise]);
        claim->ours = claim->low = claim->high = counts[raise];
        claim->count = TOP;
        text_copy(claim->counted, sizeof claim->counted, "features");
        lab_claim_note(claim,
                       "One run each, here and in the paper: which features grow depends on the order of the games.");
    }
}

bool hearts_tables(LabRun *run, Error *err) {
    HeartsModel model;
    if (!hearts_model_open("td-queen-4", &model, err)) return false;
    add_own(run, &model, -1);
    add_own(run, &model, 1);
    add_listed(run, &model);
    add_mirrored(run, &model);
    add_pair(run, &model);
    hearts_model_close(&model);
    return true;
}
