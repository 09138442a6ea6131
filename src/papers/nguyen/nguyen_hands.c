// SPDX-License-Identifier: MIT
// Table 4 of Nguyen, Doan & Neller: how well estimators know the opponent's hand. All that we have are measured on the
// same games, whether the paper has them or not.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/threads/progress.h"
#include "papers/estimators.h"
#include "papers/nguyen/nguyen_internal.h"
#include "report/claims.h"

enum { UNIFORM, PROGNOSIS, BAYES, ANN, LSTM, SHOWN, ANN_RAW = SHOWN, LSTM_RAW, ESTIMATORS };

static const struct {
    const char *spec, *name, *colour;
} ROWS[ESTIMATORS] = {
    {"uniform", "uniform", "grey"},
    {"prognosis", "prognosis", "orange"},
    {"bayes", "Bayes", "blue"},
    {"ann", "ANN", "green"},
    {"lstm", "LSTM", "red"},
    {"ann:raw=1", "ANN, raw", "green"},
    {"lstm:raw=1", "LSTM, raw", "red"},
};

// Table 4 has those from Bayes on.
#define ACCURACY "table-4.%s.%s"
static const char *const KINDS[2] = {"categorical", "binary"};
static const char BAYES_BEST[] = "table-4.bayes-best", LAST_TURN[] = "table-4.last-turn", LSTM_LOSS[] = "lstm.loss";

void nguyen_hands_measures(Text *ids) {
    for (int i = BAYES; i < SHOWN; i++)
        for (int kind = 0; kind < 2; kind++) text_addf(ids, ACCURACY "\n", ROWS[i].spec, KINDS[kind]);
    text_addf(ids, "%s\n%s\n%s\n", BAYES_BEST, LAST_TURN, LSTM_LOSS);
}

enum { PLAIN_TURNS = 16 };

// The turns' accuracies, each counting as much as another however many hands came so far.
static double plain_mean(const EstimatorScore *score) {
    double sum = 0;
    int turns = 0;
    for (int i = 0; i < PLAIN_TURNS; i++) {
        if (!score->turn[i].count) continue;
        sum += metrics_closeness(&score->turn[i]);
        turns++;
    }
    return turns ? sum / turns : 0;
}

// ---- Claims ----

typedef struct Reading {
    const char *text;
    const LabSample *sample;
} Reading;

static void add_readings(LabRun *run, const char *spec, const LabEstimator *measured, const char *kind,
                         const Reading readings[2], const char *note) {
    for (int i = 0; i < (*measured->missing ? 1 : 2); i++) {
        LabClaim *claim = lab_claim(run, ACCURACY, spec, kind);
        claim->ours = NAN;
        if (!*measured->missing) {
            lab_claim_reading(claim, "%s", readings[i].text);
            lab_sample_claim(readings[i].sample, claim, measured->turns, "turns");
        }
        if (i == 1 || *measured->missing) lab_claim_note(claim, "%s", note);
    }
}

static void note_plain_mean(const LabEstimator *measured, char *note, size_t size) {
    const EstimatorScore *score = &measured->score;
    snprintf(note, size,
             "With each of turns 1 to %d counting alike, however few hands come so far (%" PRIu64 " of %" PRIu64
             " to the last): %.1f%%.",
             PLAIN_TURNS, score->turn[PLAIN_TURNS - 1].rows, score->turn[0].rows, 100 * plain_mean(score));
}

// The estimator as the players use it, then the network's raw outputs, if it is one.
static void add_accuracies(LabRun *run, int which, const LabEstimator list[ESTIMATORS]) {
    static const int raw_of[ESTIMATORS] = {[ANN] = ANN_RAW, [LSTM] = LSTM_RAW};
    const LabEstimator *measured = &list[which], *raw = &list[raw_of[which]];
    char note[440];
    if (*measured->missing)
        snprintf(note, sizeof note, "Not measured: %s", measured->missing);
    else
        note_plain_mean(measured, note, sizeof note);
    for (int binary = 0; binary < 2; binary++) {
        Reading used[] = {{"all turns", binary ? &measured->binary : &measured->all},
                          {"the last turn of a hand", binary ? &measured->binary_last : &measured->last}};
        Reading plain[] = {{"raw outputs, all turns", binary ? &raw->binary : &raw->all},
                           {"raw outputs, the last turn of a hand", binary ? &raw->binary_last : &raw->last}};
        if (binary) snprintf(note, sizeof note, "%s", *measured->missing ? "Not measured, as above." : "");
        if (binary && which == BAYES)
            snprintf(note, sizeof note,
                     "61.54%% is 32/52 to the last digit printed: 20 of 52 cards wrong. A mean over many turns would "
                     "hardly come out as one turn's fraction.");
        add_readings(run, ROWS[which].spec, measured, KINDS[binary], used, note);
        if (raw_of[which] && !*raw->missing) add_readings(run, ROWS[which].spec, raw, KINDS[binary], plain, "");
    }
}

// Of the raw outputs, for losses are what a network is trained by.
static void add_lstm_loss(LabRun *run, const LabEstimator *raw) {
    for (int square = 0; square < (*raw->missing ? 1 : 2); square++) {
        LabClaim *claim = lab_claim(run, "%s", LSTM_LOSS);
        claim->ours = NAN;
        if (*raw->missing) {
            lab_claim_note(claim, "Not measured: %s", raw->missing);
            continue;
        }
        lab_claim_reading(claim, square ? "mean square error of a card" : "binary cross-entropy of a card");
        lab_sample_claim(square ? &raw->square : &raw->log_loss, claim, raw->turns, "turns");
        if (!square)
            lab_claim_note(claim, "Categorical cross-entropy, which the paper names, is at least 10 ln 10 = 23 for ten "
                                  "cards of a hand; our network's is 33.7 on games it did not learn from.");
    }
}

// Is `a` surely above `b`?
static LabAnswer above(const LabSample *a, const LabSample *b) {
    LabClaim one = {.count = 0}, other = {.count = 0};
    if (!a->count || !b->count) return LAB_UNDECIDED;
    lab_sample_claim(a, &one, 0, "");
    lab_sample_claim(b, &other, 0, "");
    double reach = hypot(one.high - one.ours, other.high - other.ours), ahead = one.ours - other.ours;
    return ahead > reach ? LAB_HOLDS : ahead < -reach ? LAB_FAILS : LAB_UNDECIDED;
}

static void add_hands_statements(LabRun *run, const LabEstimator measured[ESTIMATORS]) {
    for (int raw = 0; raw < 2; raw++) {
        LabClaim *claim = lab_claim(run, "%s", BAYES_BEST);
        lab_claim_reading(claim, "%s", raw ? "the LSTM's raw outputs" : "the LSTM as the players use it");
        claim->holds = above(&measured[BAYES].all, &measured[raw ? LSTM_RAW : LSTM].all);
        if (*measured[LSTM].missing) lab_claim_note(claim, "Undecided while the LSTM is not there.");
    }
    LabClaim *claim = lab_claim(run, "%s", LAST_TURN);
    claim->holds = above(&measured[LSTM].last, &measured[LSTM].all);
}

// ---- Figures ----

// The paper's number of each of its estimators as a dashed line across.
static void mark_paper(const LabRun *run, Text *script, bool binary) {
    for (int i = BAYES; i < SHOWN; i++) {
        char id[64];
        snprintf(id, sizeof id, ACCURACY, ROWS[i].spec, KINDS[binary]);
        const LabSaid *said = lab_said(run, id);
        double at = said ? said->published : 0;
        bool below = i == LSTM || (binary && i == ANN); // beside another line or curve
        text_addf(script,
                  "set arrow %d from graph 0, first %.2f to graph 1, first %.2f nohead dt (8,8) lw 1 lc rgb %s\n", i,
                  at, at, ROWS[i].colour);
        text_addf(script,
                  "set label %d \"paper's %s\" at graph 0.02, first %.2f left offset 0,%s font \",11\" tc rgb %s\n", i,
                  ROWS[i].name, at, below ? "-0.6" : "0.5", ROWS[i].colour);
    }
}

static void add_nguyen_turns_figure(LabRun *run, const LabEstimator measured[ESTIMATORS]) {
    LabFigure *figure = lab_figure(run, "nguyen-table-4", "Table 4", 900, 440, "Accuracy by the opponent's turn");
    lab_estimators_print_turns(measured, SHOWN, &figure->data);
    lab_estimators_caption(
        measured, SHOWN, figure,
        "How near the estimates come to the opponent's hand after each of its turns, Equation 5 on the left and "
        "Equation 7 on the right. Open cards are known and count as right, which is why all curves rise: most "
        "of the rise is the growing pile. Dashed: the numbers of Table 4.");
    Text *script = &figure->script;
    text_add(script, "set multiplot layout 1,2 margins 0.07,0.98,0.19,0.91 spacing 0.08\n"
                     "set xlabel \"the opponent's turn\"; set xrange [0.5:*]; set yrange [55:100]\n"
                     "set key top left Left reverse samplen 1.5\n"
                     "set title \"categorical accuracy, %\"\n");
    mark_paper(run, script, false);
    lab_estimators_plot(measured, SHOWN, "2:3", "linespoints pt 7 ps 0.5", script);
    text_add(script, "set title \"binary accuracy, %\"; unset key\n");
    mark_paper(run, script, true);
    lab_estimators_plot(measured, SHOWN, "2:4", "linespoints pt 7 ps 0.5", script);
    text_add(script, "unset multiplot\n");
}

static void add_reliability_figure(LabRun *run, const LabEstimator measured[ESTIMATORS]) {
    const Metrics *bayes = &measured[BAYES].score.unknown;
    const MetricsBin *sure = &bayes->bins[METRICS_BINS - 1];
    char caption[560];
    snprintf(
        caption, sizeof caption,
        "Of the unknown cards given such a probability, how many the opponent held; on the dotted line an estimator "
        "means what it says. A point grows with the number of cards. Bayes is overconfident, since it multiplies "
        "turns as if they were independent: of cards it gives 95%% or more, %.0f%% were held, and its log loss of "
        "%.3f is worse than the %.3f of calling all unknown cards alike.",
        sure->count ? 100 * sure->actual / (double)sure->count : 0, metrics_log_loss(bayes),
        metrics_log_loss(&measured[UNIFORM].score.unknown));
    lab_estimators_reliability(run, measured, SHOWN, "nguyen-reliability", caption);
}

bool nguyen_hands(LabRun *run, Error *err) {
    static const char *const pair[1][2] = {{"simple", "simple"}};
    LabEstimator *measured = calloc(ESTIMATORS, sizeof *measured);
    if (!measured) return error_set(err, "out of memory for the scores of %d estimators", ESTIMATORS);
    for (int i = 0; i < ESTIMATORS; i++)
        measured[i].spec = ROWS[i].spec, measured[i].name = ROWS[i].name, measured[i].colour = ROWS[i].colour;
    bool done = lab_estimators_measure(run, measured, ESTIMATORS, pair, 1, lab_size(run, 320, 2000), err);
    if (done && !progress_interrupted()) {
        for (int i = BAYES; i < SHOWN; i++) add_accuracies(run, i, measured);
        add_hands_statements(run, measured);
        add_lstm_loss(run, &measured[LSTM_RAW]); // another section of the page
        add_nguyen_turns_figure(run, measured);
        add_reliability_figure(run, measured);
        lab_estimators_table(run, measured, ESTIMATORS, "Simple against itself");
    }
    free(measured);
    return done;
}
