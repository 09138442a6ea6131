// SPDX-License-Identifier: MIT
// Table 1 of Mishra & Aggarwal, and the estimators of all papers on the same hands: how sharp, how honest, how soon.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/threads/progress.h"
#include "papers/estimators.h"
#include "papers/mishra/mishra_internal.h"

enum { ESTIMATORS = 7, NET = 5 };

static const struct {
    const char *spec, *name, *colour;
} ROWS[ESTIMATORS] = {
    {"uniform", "uniform", "grey"},
    {"prognosis", "prognosis", "orange"},
    {"bayes", "Bayes", "blue"},
    {"ann", "ANN", "green"},
    {"lstm", "LSTM", "red"},
    {"mishra-net", "208-500-500-52", "ink"},
    {"mishra-pairs", "completing", "purple"},
};

#define TOP_ID "table-1.%d"

void mishra_hands_measures(Text *ids) {
    for (int top = 0; top < ESTIMATOR_TOPS; top++) text_addf(ids, TOP_ID "\n", estimator_tops[top]);
}

// The paper describes its measure in words that fit all cards of the hand. Its name is that of a library function made
// for single answers, which given a hand looks for the first card of it alone: the paper's numbers rise as that one's.
// The paper's matrices are 13 x 4, so the first card is the lowest.
static void add_mishra_table_1(LabRun *run, const LabEstimator *net) {
    for (int top = 0; top < ESTIMATOR_TOPS; top++)
        for (int first = 0; first < (*net->missing ? 1 : 2); first++) {
            LabClaim *claim = lab_claim(run, TOP_ID, estimator_tops[top]);
            lab_claim_reading(claim, first ? "the lowest card of the hand alone, see note"
                                           : "all cards of the hand, as the words say");
            lab_sample_claim(first ? &net->first[top] : &net->top[top], claim, net->turns, "turns");
            if (first && top == 0)
                lab_claim_note(claim,
                               "The measure is called like a library function for single answers. Given a hand of ten "
                               "it looks for the first of them only. The paper's matrices are 13 x 4, rank by rank, so "
                               "that is the lowest card. Only that rises with K as the paper's numbers do.");
            if (*net->missing) lab_claim_note(claim, "Not measured: %s", net->missing);
        }
}

static void add_mishra_turns_figure(LabRun *run, const LabEstimator *list) {
    LabFigure *figure = lab_figure(run, "mishra-turns", "Table 1", 900, 440, "Estimators by the opponent's turn");
    lab_estimators_print_turns(list, ESTIMATORS, &figure->data);
    lab_estimators_caption(
        list, ESTIMATORS, figure,
        "Only cards whose place is unknown. Left: log loss, nats a card; right: expected calibration "
        "error, % of probability. Lower is better in both.");
    Text *script = &figure->script;
    text_add(script, "set multiplot layout 1,2 margins 0.07,0.98,0.19,0.91 spacing 0.08\n"
                     "set xlabel \"the opponent's turn\"; set xrange [0.5:*]\n"
                     "set title \"log loss\"; set yrange [0.4:1]; set key top left Left reverse samplen 1.5\n");
    lab_estimators_plot(list, ESTIMATORS, "2:6", "linespoints pt 7 ps 0.5", script);
    text_add(script, "set title \"calibration error, %\"; set yrange [0:*]; unset key\n");
    lab_estimators_plot(list, ESTIMATORS, "2:7", "linespoints pt 7 ps 0.5", script);
    text_add(script, "unset multiplot\n");
}

bool mishra_hands(LabRun *run, Error *err) {
    // The mixture of the paper's test set: "roughly the same distribution of agents used in the training data".
    static const char *const pairs[][2] = {
        {"mishra", "mishra"},       {"mishra", "mishra-blind"},       {"mishra-blind", "mishra"},
        {"simple", "mishra-blind"}, {"mishra-blind", "mishra-blind"},
    };
    LabEstimator *list = calloc(ESTIMATORS, sizeof *list);
    if (!list) return error_set(err, "out of memory for the scores of %d estimators", ESTIMATORS);
    for (int i = 0; i < ESTIMATORS; i++)
        list[i].spec = ROWS[i].spec, list[i].name = ROWS[i].name, list[i].colour = ROWS[i].colour;
    bool done = lab_estimators_measure(run, list, ESTIMATORS, pairs, sizeof pairs / sizeof *pairs,
                                       lab_size(run, 80, 2000), err);
    if (done && !progress_interrupted()) {
        add_mishra_table_1(run, &list[NET]);
        add_mishra_turns_figure(run, list);
        lab_estimators_reliability(run, list, ESTIMATORS, "mishra-reliability",
                                   "Of the unknown cards given such a probability, how many the opponent held; on the "
                                   "dotted line an estimator means what it says.");
        lab_estimators_table(run, list, ESTIMATORS, "The final agent, its blind twin and Simple, mixed");
    }
    free(list);
    return done;
}
