// SPDX-License-Identifier: MIT
#include "papers/estimators.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/threads/progress.h"

static void add_estimator_part(LabEstimator *measured, const EstimatorScore *score) {
    if (!score->all.count) return;
    lab_sample_add(&measured->all, 100 * metrics_closeness(&score->all));
    lab_sample_add(&measured->last, 100 * metrics_closeness(&score->last));
    lab_sample_add(&measured->binary, 100 * metrics_accuracy(&score->all));
    lab_sample_add(&measured->binary_last, 100 * metrics_accuracy(&score->last));
    lab_sample_add(&measured->log_loss, metrics_log_loss(&score->all));
    lab_sample_add(&measured->square, metrics_brier(&score->all));
    for (int top = 0; top < ESTIMATOR_TOPS; top++) {
        lab_sample_add(&measured->top[top], 100 * estimator_score_top(score, top));
        lab_sample_add(&measured->first[top], 100 * estimator_score_first(score, top));
    }
    estimator_score_merge(&measured->score, score);
    measured->turns += score->all.rows;
}

// All estimators look at the same games, which are played once: some players are slower than all estimators together.
typedef struct Watcher {
    const GinPart *estimators;
    EstimatorScore *scores;
    int count;
} Watcher;

static void watch_estimates(void *collector, const GinHandRecord *hand) {
    const Watcher *self = collector;
    for (int i = 0; i < self->count; i++) estimator_score_hand(&self->scores[i], &self->estimators[i], hand);
}

// One part of the games: what each estimator came to is added to the list, in the order of `which`.
static bool measure_part(const GinPart *estimators, LabEstimator *const *which, int count, const GinSelfPlay *plan,
                         Error *err) {
    EstimatorScore *scores = calloc((size_t)GIN_SELFPLAY_SLICES * (size_t)count, sizeof *scores);
    if (!scores) return error_set(err, "out of memory for the scores of %d estimators", count);
    Watcher watchers[GIN_SELFPLAY_SLICES];
    void *collectors[GIN_SELFPLAY_SLICES];
    for (int slice = 0; slice < GIN_SELFPLAY_SLICES; slice++) {
        watchers[slice] = (Watcher){estimators, &scores[slice * count], count};
        collectors[slice] = &watchers[slice];
    }
    bool done = gin_selfplay(plan, GIN_SELFPLAY_SLICES, collectors, watch_estimates, err);
    for (int i = 0; done && i < count; i++) {
        for (int slice = 1; slice < GIN_SELFPLAY_SLICES; slice++)
            estimator_score_merge(&scores[i], &scores[slice * count + i]);
        add_estimator_part(which[i], &scores[i]);
    }
    free(scores);
    return done;
}

bool lab_estimators_measure(const LabRun *run, LabEstimator *list, int count, const char *const (*pairs)[2],
                            int pair_count, uint64_t games, Error *err) {
    if (lab_plays_part(run)) return true; // seconds to minutes, and no sums: it is done where the parts are merged
    GinPart estimators[LAB_MAX_ESTIMATORS];
    LabEstimator *which[LAB_MAX_ESTIMATORS];
    int open = 0;
    for (int i = 0; i < count; i++) {
        Error missing = {{0}};
        if (gin_estimator_open(list[i].spec, &estimators[open], &missing))
            which[open++] = &list[i];
        else
            snprintf(list[i].missing, sizeof list[i].missing, "%s", missing.text);
    }
    GinSelfPlay plan = {
        .pairs = pairs, .pair_count = pair_count, .rules = &run->rules, .seed = run->seed, .threads = run->threads};
    bool done = true;
    for (int part = 0; open > 0 && done && part < LAB_SAMPLE_PARTS && !progress_interrupted(); part++) {
        plan.games = lab_part_games(games, part);
        done = measure_part(estimators, which, open, &plan, err);
        plan.first += plan.games;
    }
    for (int i = 0; i < open; i++) gin_part_close(&estimators[i]);
    return done;
}

void lab_estimators_table(LabRun *run, const LabEstimator *list, int count, const char *whose) {
    LabTable *table = lab_table(run, "Estimators of the opponent's hand",
                                "estimator\tcategorical\tbinary\tlast turn\tlog loss\tcalibration\ttop 10\ttop 15\ttop "
                                "20\ttop 25");
    lab_table_about(table,
                    "%s. Accuracies in %% over all 52 cards. Log loss (nats a card) and expected calibration error "
                    "(%%) over cards whose place is unknown only. Top k: of the opponent's cards, the %% among the k "
                    "most probable.",
                    whose);
    for (int i = 0; i < count; i++) {
        const EstimatorScore *score = &list[i].score;
        if (*list[i].missing) {
            text_addf(&table->rows, "%s\tno model\n", list[i].spec);
            continue;
        }
        text_addf(&table->rows, "%s\t%.1f\t%.1f\t%.1f\t%.3f\t%.1f", list[i].spec, 100 * metrics_closeness(&score->all),
                  100 * metrics_accuracy(&score->all), 100 * metrics_closeness(&score->last),
                  metrics_log_loss(&score->unknown), 100 * metrics_calibration(&score->unknown));
        for (int top = 0; top < ESTIMATOR_TOPS; top++)
            text_addf(&table->rows, "\t%.1f", 100 * estimator_score_top(score, top));
        text_add(&table->rows, "\n");
    }
}

// Turns that enough hands came to for a point that means something.
enum { ENOUGH = 30 };

void lab_estimators_print_turns(const LabEstimator *list, int count, Text *data) {
    text_add(data, "# estimator turn categorical_% binary_% turns_seen log_loss_unknown calibration_unknown_%\n");
    for (int i = 0; i < count; i++) {
        if (*list[i].missing) continue;
        text_addf(data, "# %s\n", list[i].spec);
        for (int turn = 0; turn + 1 < ESTIMATOR_TURNS; turn++) {
            const Metrics *all = &list[i].score.turn[turn], *unknown = &list[i].score.turn_unknown[turn];
            if (all->rows >= ENOUGH)
                text_addf(data, "%s %d %.3f %.3f %" PRIu64 " %.5f %.3f\n", list[i].spec, turn + 1,
                          100 * metrics_closeness(all), 100 * metrics_accuracy(all), all->rows,
                          metrics_log_loss(unknown), 100 * metrics_calibration(unknown));
        }
        text_add(data, "\n\n");
    }
}

void lab_estimators_plot(const LabEstimator *list, int count, const char *what, const char *how, Text *script) {
    int block = 0;
    for (int i = 0; i < count; i++) {
        if (*list[i].missing) continue;
        text_addf(script, "%sdata index %d using %s with %s lw 2 lc rgb %s title \"%s\"",
                  block ? ", \\\n     " : "plot ", block, what, how, list[i].colour, list[i].name);
        block++;
    }
    text_add(script, "\n");
}

void lab_estimators_caption(const LabEstimator *list, int count, LabFigure *figure, const char *caption) {
    Text text = {0};
    text_add(&text, caption);
    for (int i = 0; i < count; i++)
        if (*list[i].missing) text_addf(&text, " %s is left out: its model is not there.", list[i].name);
    lab_figure_caption(figure, "%s", text.data);
    text_free(&text);
}

void lab_estimators_reliability(LabRun *run, const LabEstimator *list, int count, const char *name,
                                const char *caption) {
    LabFigure *figure = lab_figure(run, name, "Reliability", 900, 520, "Reliability: predicted and observed");
    text_add(&figure->data, "# estimator predicted actual cards\n");
    for (int i = 0; i < count; i++) {
        if (*list[i].missing) continue;
        text_addf(&figure->data, "# %s\n", list[i].spec);
        for (int bin = 0; bin < METRICS_BINS; bin++) {
            const MetricsBin *at = &list[i].score.unknown.bins[bin];
            if (at->count >= ENOUGH)
                text_addf(&figure->data, "%s %.5f %.5f %" PRIu64 "\n", list[i].spec, at->predicted / (double)at->count,
                          at->actual / (double)at->count, at->count);
        }
        text_add(&figure->data, "\n\n");
    }
    lab_estimators_caption(list, count, figure, caption);
    text_add(&figure->script, "set size ratio 0.55; set xrange [0:1]; set yrange [0:1]\n"
                              "set xlabel \"probability given\"; set ylabel \"share of cards held\"\n"
                              "set key top left Left reverse samplen 1.5\n"
                              "set arrow from 0,0 to 1,1 nohead dt 3 lc rgb ink\n");
    lab_estimators_plot(list, count, "2:3:(0.25+0.22*log10($4))", "linespoints pt 7 ps variable", &figure->script);
}
