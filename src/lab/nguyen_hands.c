// SPDX-License-Identifier: MIT
// Table 4 of Nguyen, Doan & Neller: how well estimators know the opponent's hand. All that we have are measured on the
// same games, whether the paper has them or not.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/progress.h"
#include "gin/players/estimator_score.h"
#include "lab/nguyen_internal.h"

enum { ESTIMATORS = 5, UNIFORM = 0, PROGNOSIS, BAYES, ANN, LSTM };

static const struct {
    const char *spec, *name, *colour;
    double categorical, binary; // Table 4, in %; 0 where the paper has none
} ROWS[ESTIMATORS] = {
    {"uniform", "uniform", "grey", 0, 0},     {"prognosis", "prognosis", "orange", 0, 0},
    {"bayes", "Bayes", "blue", 82.30, 61.54}, {"ann", "ANN", "green", 69.38, 60.85},
    {"lstm", "LSTM", "red", 81.07, 80.24},
};

// What one estimator came to.
typedef struct Measured {
    EstimatorScore score;
    LabSample all, last; // categorical accuracy, %: all turns, the last turn of each hand
    LabSample binary, binary_last;
    uint64_t turns;
    char missing[240]; // why it was not measured, or empty
} Measured;

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

static void add_part(Measured *measured, const EstimatorScore *score) {
    if (!score->all.count) return;
    lab_sample_add(&measured->all, 100 * metrics_closeness(&score->all));
    lab_sample_add(&measured->last, 100 * metrics_closeness(&score->last));
    lab_sample_add(&measured->binary, 100 * metrics_accuracy(&score->all));
    lab_sample_add(&measured->binary_last, 100 * metrics_accuracy(&score->last));
    estimator_score_merge(&measured->score, score);
    measured->turns += score->all.rows;
}

static bool measure_parts(const LabRun *run, const GinPart *estimator, Measured *measured, Error *err) {
    static const char *const pair[1][2] = {{"simple", "simple"}};
    uint64_t games = lab_size(run, 320, 2000), first = 0;
    EstimatorScore *score = malloc(sizeof *score);
    bool done = score || error_set(err, "out of memory");
    for (int part = 0; done && part < NGUYEN_PARTS && !progress_interrupted(); part++) {
        *score = (EstimatorScore){.to_find = 0};
        GinSelfPlay plan = {.pairs = pair,
                            .pair_count = 1,
                            .rules = &run->rules,
                            .seed = run->seed,
                            .first = first,
                            .games = nguyen_part_games(games, part),
                            .threads = run->threads};
        first += plan.games;
        done = estimator_score(score, estimator, &plan, err);
        if (done) add_part(measured, score);
    }
    free(score);
    return done;
}

// An estimator whose model is not there is left out, with its sentence in the report.
static bool measure(const LabRun *run, int which, Measured *measured, Error *err) {
    GinPart estimator;
    Error missing = {{0}};
    if (!gin_estimator_open(ROWS[which].spec, &estimator, &missing)) {
        snprintf(measured->missing, sizeof measured->missing, "%s", missing.text);
        return true;
    }
    bool done = measure_parts(run, &estimator, measured, err);
    gin_part_close(&estimator);
    return done;
}

// ---- Claims ----

typedef struct Reading {
    const char *text;
    const LabSample *sample;
} Reading;

static void add_readings(LabRun *run, const Measured *measured, const char *text, double published,
                         const Reading readings[2], const char *note) {
    for (int i = 0; i < (*measured->missing ? 1 : 2); i++) {
        LabClaim *claim = lab_claim(run, "Table 4", "%", "%s", text);
        claim->published = published;
        claim->rounding = 0.005;
        claim->ours = NAN;
        if (!*measured->missing) {
            lab_claim_reading(claim, "%s", readings[i].text);
            lab_sample_claim(readings[i].sample, claim, measured->turns, "turns");
        }
        if (i == 1 || *measured->missing) lab_claim_note(claim, "%s", note);
    }
}

static void add_accuracies(LabRun *run, int which, const Measured *measured) {
    char text[64], note[440];
    const EstimatorScore *score = &measured->score;
    Reading categorical[] = {{"all turns", &measured->all}, {"the last turn of a hand", &measured->last}};
    Reading binary[] = {{"all turns", &measured->binary}, {"the last turn of a hand", &measured->binary_last}};
    if (*measured->missing)
        snprintf(note, sizeof note, "Not measured: %s", measured->missing);
    else
        snprintf(note, sizeof note,
                 "With each of turns 1 to %d counting alike, however few hands come so far (%" PRIu64 " of %" PRIu64
                 " to the last): %.1f%%.",
                 PLAIN_TURNS, score->turn[PLAIN_TURNS - 1].rows, score->turn[0].rows, 100 * plain_mean(score));
    snprintf(text, sizeof text, "%s: categorical accuracy, Equations 4, 5", ROWS[which].name);
    add_readings(run, measured, text, ROWS[which].categorical, categorical, note);
    if (which == BAYES)
        snprintf(
            note, sizeof note,
            "61.54%% is 32/52 to the last digit printed: 20 of 52 cards wrong. A mean over many turns would hardly "
            "come out as one turn's fraction.");
    else
        snprintf(note, sizeof note, "%s", *measured->missing ? "Not measured, as above." : "");
    snprintf(text, sizeof text, "%s: binary accuracy, Equations 6, 7", ROWS[which].name);
    add_readings(run, measured, text, ROWS[which].binary, binary, note);
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

static void add_statements(LabRun *run, const Measured measured[ESTIMATORS]) {
    LabClaim *claim = lab_claim(run, "Table 4", "", "Bayes is better than the LSTM by categorical accuracy");
    claim->kind = LAB_STATEMENT;
    claim->holds = above(&measured[BAYES].all, &measured[LSTM].all);
    if (*measured[LSTM].missing) lab_claim_note(claim, "Undecided while the LSTM is not there.");
    claim = lab_claim(run, "Table 4", "", "The LSTM is best in the last turn of a hand");
    claim->kind = LAB_STATEMENT;
    claim->holds = above(&measured[LSTM].last, &measured[LSTM].all);
}

// ---- The table of all ----

static void add_table(LabRun *run, const Measured measured[ESTIMATORS]) {
    LabTable *table = lab_table(run, "Estimators of the opponent's hand",
                                "estimator\tcategorical\tbinary\tlast turn\tlog loss\tcalibration\ttop 10\ttop 15\ttop "
                                "20\ttop 25");
    lab_table_about(table,
                    "Simple against itself. Accuracies in %% over all 52 cards. Log loss (nats a card) and expected "
                    "calibration error (%%) over cards whose place is unknown only. Top k: of the opponent's cards, "
                    "the %% among the k most probable.");
    for (int i = 0; i < ESTIMATORS; i++) {
        const EstimatorScore *score = &measured[i].score;
        if (*measured[i].missing) {
            text_addf(&table->rows, "%s\tno model\n", ROWS[i].spec);
            continue;
        }
        text_addf(&table->rows, "%s\t%.1f\t%.1f\t%.1f\t%.3f\t%.1f", ROWS[i].spec, 100 * metrics_closeness(&score->all),
                  100 * metrics_accuracy(&score->all), 100 * metrics_closeness(&score->last),
                  metrics_log_loss(&score->unknown), 100 * metrics_calibration(&score->unknown));
        for (int top = 0; top < ESTIMATOR_TOPS; top++)
            text_addf(&table->rows, "\t%.1f", 100 * estimator_score_top(score, top));
        text_add(&table->rows, "\n");
    }
}

// ---- Figures ----

// Turns that enough hands came to for a point that means something.
enum { ENOUGH = 30 };

static void print_turns(const Measured measured[ESTIMATORS], Text *data) {
    text_add(data, "# estimator turn categorical_% binary_% turns_seen\n");
    for (int i = 0; i < ESTIMATORS; i++) {
        if (*measured[i].missing) continue;
        text_addf(data, "# %s\n", ROWS[i].spec);
        for (int turn = 0; turn + 1 < ESTIMATOR_TURNS; turn++) {
            const Metrics *metrics = &measured[i].score.turn[turn];
            if (metrics->rows >= ENOUGH)
                text_addf(data, "%s %d %.3f %.3f %" PRIu64 "\n", ROWS[i].spec, turn + 1,
                          100 * metrics_closeness(metrics), 100 * metrics_accuracy(metrics), metrics->rows);
        }
        text_add(data, "\n\n");
    }
}

// One curve an estimator: blocks of the data file, in the order of those that were measured.
static void plot_curves(const Measured measured[ESTIMATORS], const char *what, const char *how, Text *script) {
    int block = 0;
    for (int i = 0; i < ESTIMATORS; i++) {
        if (*measured[i].missing) continue;
        text_addf(script, "%sdata index %d using %s with %s lw 2 lc rgb %s title \"%s\"",
                  block ? ", \\\n     " : "plot ", block, what, how, ROWS[i].colour, ROWS[i].name);
        block++;
    }
    text_add(script, "\n");
}

static void add_caption(const Measured measured[ESTIMATORS], LabFigure *figure, const char *caption) {
    Text text = {0};
    text_add(&text, caption);
    for (int i = 0; i < ESTIMATORS; i++)
        if (*measured[i].missing) text_addf(&text, " %s is left out: its model is not there.", ROWS[i].name);
    lab_figure_caption(figure, "%s", text.data);
    text_free(&text);
}

// The paper's number of each of its estimators as a dashed line across.
static void mark_paper(Text *script, bool binary) {
    for (int i = BAYES; i < ESTIMATORS; i++) {
        double at = binary ? ROWS[i].binary : ROWS[i].categorical;
        bool below = i == LSTM || (binary && i == ANN); // beside another line or curve
        text_addf(script,
                  "set arrow %d from graph 0, first %.2f to graph 1, first %.2f nohead dt (8,8) lw 1 lc rgb %s\n", i,
                  at, at, ROWS[i].colour);
        text_addf(script,
                  "set label %d \"paper's %s\" at graph 0.02, first %.2f left offset 0,%s font \",11\" tc rgb %s\n", i,
                  ROWS[i].name, at, below ? "-0.6" : "0.5", ROWS[i].colour);
    }
}

static void add_turns_figure(LabRun *run, const Measured measured[ESTIMATORS]) {
    LabFigure *figure = lab_figure(run, "nguyen-table-4", "Table 4", 900, 440, "Accuracy by the opponent's turn");
    print_turns(measured, &figure->data);
    add_caption(
        measured, figure,
        "How near the estimates come to the opponent's hand after each of its turns, Equation 5 on the left and "
        "Equation 7 on the right. Open cards are known and count as right, which is why all curves rise: most "
        "of the rise is the growing pile. Dashed: the numbers of Table 4.");
    Text *script = &figure->script;
    text_add(script, "set multiplot layout 1,2 margins 0.07,0.98,0.19,0.91 spacing 0.08\n"
                     "set xlabel \"the opponent's turn\"; set xrange [0.5:*]; set yrange [55:100]\n"
                     "set key top left Left reverse samplen 1.5\n"
                     "set title \"categorical accuracy, %\"\n");
    mark_paper(script, false);
    plot_curves(measured, "2:3", "linespoints pt 7 ps 0.5", script);
    text_add(script, "set title \"binary accuracy, %\"; unset key\n");
    mark_paper(script, true);
    plot_curves(measured, "2:4", "linespoints pt 7 ps 0.5", script);
    text_add(script, "unset multiplot\n");
}

static void add_reliability_figure(LabRun *run, const Measured measured[ESTIMATORS]) {
    LabFigure *figure = lab_figure(run, "nguyen-reliability", "Reliability", 900, 520, "Said, and true");
    text_add(&figure->data, "# estimator predicted actual cards\n");
    for (int i = 0; i < ESTIMATORS; i++) {
        if (*measured[i].missing) continue;
        text_addf(&figure->data, "# %s\n", ROWS[i].spec);
        for (int bin = 0; bin < METRICS_BINS; bin++) {
            const MetricsBin *at = &measured[i].score.unknown.bins[bin];
            if (at->count >= ENOUGH)
                text_addf(&figure->data, "%s %.5f %.5f %" PRIu64 "\n", ROWS[i].spec, at->predicted / (double)at->count,
                          at->actual / (double)at->count, at->count);
        }
        text_add(&figure->data, "\n\n");
    }
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
    add_caption(measured, figure, caption);
    text_add(&figure->script, "set size ratio 0.55; set xrange [0:1]; set yrange [0:1]\n"
                              "set xlabel \"probability given\"; set ylabel \"share of cards held\"\n"
                              "set key top left Left reverse samplen 1.5\n"
                              "set arrow from 0,0 to 1,1 nohead dt 3 lc rgb ink\n");
    plot_curves(measured, "2:3:(0.25+0.22*log10($4))", "linespoints pt 7 ps variable", &figure->script);
}

bool nguyen_hands(LabRun *run, Error *err) {
    Measured *measured = calloc(ESTIMATORS, sizeof *measured);
    bool done = measured || error_set(err, "out of memory for the scores of %d estimators", ESTIMATORS);
    for (int i = 0; done && i < ESTIMATORS && !progress_interrupted(); i++) done = measure(run, i, &measured[i], err);
    if (done && !progress_interrupted()) {
        for (int i = BAYES; i < ESTIMATORS; i++) add_accuracies(run, i, &measured[i]);
        add_statements(run, measured);
        add_turns_figure(run, measured);
        add_reliability_figure(run, measured);
        add_table(run, measured);
    }
    free(measured);
    return done;
}
