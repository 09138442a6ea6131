// SPDX-License-Identifier: MIT
// Sections 2.3 and 2.4 of Sturtevant & White: how many features there are, Figures 1 and 2, and how much slower a game
// with four-wise features is. The curves were recorded when the models were learned and lie in their files; here they
// are drawn, and the beginning of each is played again to show that the recipe gives what was recorded.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "hearts/players/players.h"
#include "papers/hearts/hearts_internal.h"

enum { MOST = 4 };
static const double BREAK_EVEN = 3.25;
static const double LATE = 0.8; // what is said about the end of learning is about the last fifth of the games

// ---- Counts ----

static void add_counts(LabRun *run) {
    static const struct {
        HeartsTask task;
        int combine, published;
        const char *where, *text;
    } rows[] = {
        {HEARTS_TASK_QUEEN, 1, 60, "Section 2.3", "Atomic features for the queen"},
        {HEARTS_TASK_QUEEN, 2, 1830, "Section 2.3", "Features, pair-wise"},
        {HEARTS_TASK_QUEEN, 3, 34280, "Section 2.3", "Features, three-wise"},
        {HEARTS_TASK_QUEEN, 4, 523685, "Section 2.3", "Features, four-wise"},
        {HEARTS_TASK_HEARTS, 1, 88, "Section 2.4", "Atomic features for hearts"},
        {HEARTS_TASK_HEARTS, 2, 3916, "Section 2.4", "Features for hearts, pair-wise"},
        {HEARTS_TASK_HEARTS, 3, 109824, "Section 2.4", "Features for hearts, three-wise"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        LabClaim *claim = lab_claim(run, rows[i].where, "", "%s", rows[i].text);
        claim->published = rows[i].published;
        claim->ours = claim->low = claim->high = hearts_features(rows[i].task, rows[i].combine).count;
        if (i == 2) lab_claim_note(claim, "Atoms and triples without the pairs, as only that gives the number.");
    }
}

// ---- Curves ----

static void add_figure(LabRun *run, const char *name, const char *where, const char *title, const HeartsModel *models,
                       int count) {
    static const char *const colours[MOST] = {"grey", "orange", "blue", "green"};
    static const char *const names[MOST] = {"atoms", "pair-wise", "three-wise", "four-wise"};
    LabFigure *figure = lab_figure(run, name, where, 760, 460, title);
    text_add(&figure->data, "# games, then points a hand of each, mean of its runs\n");
    int windows = models[0].windows;
    for (int i = 1; i < count; i++) windows = models[i].windows < windows ? models[i].windows : windows;
    for (int window = 0; window < windows; window++) {
        text_addf(&figure->data, "%" PRIu64, (uint64_t)(window + 1) * models[0].window);
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int k = 0; k < models[i].runs; k++) sum += (double)models[i].curve[k * models[i].windows + window];
            text_addf(&figure->data, " %.4f", sum / models[i].runs);
        }
        text_add(&figure->data, "\n");
    }
    text_addf(&figure->script,
              "set xlabel \"thousand games\"\nset ylabel \"points a hand of the learner\"\n"
              "set key outside top center horizontal\nplot %g lw 1.5 lc rgb ink title \"break-even\"",
              BREAK_EVEN);
    for (int i = 0; i < count; i++)
        text_addf(&figure->script, ", data using ($1/1000):%d with lines lw 2 lc rgb %s title \"%s\"", i + 2,
                  colours[i], names[i]);
    text_add(&figure->script, "\n");
    char runs[LAB_NUMBER_TEXT], games[LAB_NUMBER_TEXT];
    lab_figure_caption(
        figure,
        "Mean of %s runs of %s games against %s, in windows of %" PRIu64 " games, recorded by `%s` and the "
        "like. Below the line the learner takes fewer points than three experts do.",
        lab_print_count((uint64_t)models[0].runs, runs), lab_print_count(models[0].games, games),
        weights_fact(models[0].weights, "opponent"), models[0].window, weights_fact(models[0].weights, "command"));
}

// What a statement rests on: the level of one model at the end, or of two.
static void rest_on(LabClaim *claim, const HeartsModel *a, const HeartsModel *b, double from, double to) {
    LabSample one = hearts_model_level(a, from, to);
    claim->count = a->games * (uint64_t)a->runs;
    text_copy(claim->counted, sizeof claim->counted, "games");
    lab_claim_command(claim, "%s", weights_fact(a->weights, "command"));
    if (!b) {
        lab_claim_note(claim, "%.3f +- %.3f points a hand in the last fifth of the games.", lab_sample_mean(&one),
                       lab_sample_half(&one));
        return;
    }
    LabSample two = hearts_model_level(b, from, to);
    lab_claim_note(claim, "%s %.3f +- %.3f, %s %.3f +- %.3f points a hand from game %.0f to %.0f.", a->name,
                   lab_sample_mean(&one), lab_sample_half(&one), b->name, lab_sample_mean(&two), lab_sample_half(&two),
                   from * (double)a->games, to * (double)a->games);
}

static void add_level(LabRun *run, const HeartsModel *model, bool below, const char *text) {
    LabSample level = hearts_model_level(model, LATE, 1);
    LabAnswer answer = hearts_below(&level, BREAK_EVEN);
    rest_on(hearts_statement(run, "Figure 1", below ? answer : hearts_not(answer), text), model, NULL, LATE, 1);
}

static void add_order(LabRun *run, const char *where, const HeartsModel *better, const HeartsModel *worse, double from,
                      double to, const char *text) {
    LabSample a = hearts_model_level(better, from, to), b = hearts_model_level(worse, from, to);
    rest_on(hearts_statement(run, where, hearts_lower(&a, &b), text), better, worse, from, to);
}

static void add_queen(LabRun *run, const HeartsModel *models) {
    add_figure(run, "hearts-figure-1", "Figure 1", "Learning not to take the queen of spades", models, 4);
    add_level(run, &models[0], false, "Atomic features alone do not suffice against the expert");
    add_level(run, &models[1], false, "Pair-wise features do not suffice either");
    add_level(run, &models[2], true, "Three-wise features suffice to beat the expert");
    add_level(run, &models[3], true, "Four-wise features suffice to beat the expert");
    add_order(run, "Figure 1", &models[1], &models[0], LATE, 1, "Pair-wise features are better than atoms alone");
    add_order(run, "Figure 1", &models[2], &models[1], LATE, 1, "Three-wise features are better than pair-wise ones");
    add_order(run, "Figure 1", &models[3], &models[2], LATE, 1,
              "Four-wise features are generally better than three-wise");
}

static void add_hearts(LabRun *run, const HeartsModel *models) {
    add_figure(run, "hearts-figure-2", "Figure 2", "Learning not to take hearts", models, 3);
    add_order(run, "Figure 2", &models[1], &models[2], 0, 0.05,
              "Hearts: three-wise learns more slowly per game than pair-wise");
    add_order(run, "Figure 2", &models[1], &models[0], LATE, 1,
              "Hearts: pair-wise features are better than atoms alone");
}

// ---- The same again ----

// Learns so many games of run 1 as the recipe does, or by self-play; mean points, and seconds a game.
static bool play_again(const HeartsModel *model, bool self, uint64_t games, double *points, double *seconds,
                       Error *err) {
    const char *opponent_name = weights_fact(model->weights, "opponent"), *seed = weights_fact(model->weights, "seed");
    HeartsGoal goal = hearts_perceptron_goal(model->net);
    HeartsPlayer opponent = {0};
    HeartsTdPlan plan = {.rules = hearts_td_rules(goal), .opponent = self ? NULL : &opponent, .lambda = 0.75};
    if (!opponent_name || !seed || !text_to_uint64(seed, "seed", &plan.seed, err)) return error_set(err, "no facts");
    if (!hearts_player_open(opponent_name, &opponent, err)) return false;
    Rng rng = hearts_td_weights_rng(plan.seed, 0);
    HeartsFeatures features = hearts_perceptron_features(model->net, (HeartsTask)goal);
    HeartsPerceptron *net = hearts_perceptron_make((HeartsTask)goal, features.combine, &rng);
    HeartsTd *td = net ? hearts_td_open(&plan, net) : NULL;
    double started = progress_clock(), sum = 0;
    uint64_t done = 0;
    for (; td && done < games && !progress_interrupted(); done++) sum += hearts_td_game(td, done);
    *points = sum / (double)done;
    *seconds = (progress_clock() - started) / (double)done;
    hearts_td_close(td);
    hearts_perceptron_close(net);
    hearts_player_close(&opponent);
    return td || error_set(err, "out of memory");
}

static bool add_repeats(LabRun *run, const HeartsModel *models, int count, double seconds[], Error *err) {
    LabTable *table =
        lab_table(run, "The beginning of each recorded curve, played again", "model\trecorded\tagain\tgames\tsame");
    lab_table_about(table,
                    "Mean points of the first window of run 1, as its file has it and as it comes out now. Where they "
                    "are the same, the file's weights are what its recipe gives with this program.");
    for (int i = 0; i < count && !progress_interrupted(); i++) {
        const HeartsModel *model = &models[i];
        double points;
        if (!play_again(model, false, model->window, &points, &seconds[i], err)) return false;
        if (progress_interrupted()) return true;
        bool same = fabs(points - (double)model->curve[0]) < 1e-5;
        text_addf(&table->rows, "%s\t%.4f\t%.4f\t%" PRIu64 "\t%s\n", model->name, (double)model->curve[0], points,
                  model->window, same ? "yes" : "no");
    }
    return true;
}

static void add_speed(LabRun *run, const char *reading, uint64_t games, double slow, double quick) {
    LabClaim *claim =
        lab_claim(run, "Section 2.3", "times", "A four-wise game is roughly ten times slower than a three-wise one");
    lab_claim_reading(claim, "%s", reading);
    claim->published = 10;
    claim->rounding = 5;
    claim->ours = claim->low = claim->high = slow / quick;
    claim->count = games;
    text_copy(claim->counted, sizeof claim->counted, "games each");
    lab_claim_note(claim,
                   "A measured time, which changes from run to run. Outputs are remembered by atoms within a game, so "
                   "that much of it goes into looking ahead, which costs the same for both.");
}

static bool add_speeds(LabRun *run, const HeartsModel *three, const HeartsModel *four, double slow, double quick,
                       Error *err) {
    uint64_t games = four->window < 2000 ? four->window : 2000;
    double points;
    add_speed(run, "against our expert, whose thinking is part of it", four->window, slow, quick);
    if (!play_again(three, true, games, &points, &quick, err) || !play_again(four, true, games, &points, &slow, err))
        return false;
    if (!progress_interrupted()) add_speed(run, "by self-play", games, slow, quick);
    return true;
}

bool hearts_curves(LabRun *run, Error *err) {
    static const char *const names[2 * MOST - 1] = {"td-queen-1",  "td-queen-2",  "td-queen-3", "td-queen-4",
                                                    "td-hearts-1", "td-hearts-2", "td-hearts-3"};
    enum { ALL = sizeof names / sizeof *names };
    HeartsModel models[ALL] = {{.runs = 0}};
    double seconds[ALL] = {0};
    add_counts(run);
    bool good = true;
    for (int i = 0; good && i < ALL; i++) good = hearts_model_open(names[i], &models[i], err);
    if (good) {
        add_queen(run, models);
        add_hearts(run, models + MOST);
        good = add_repeats(run, models, ALL, seconds, err);
        if (good && !progress_interrupted())
            good = add_speeds(run, &models[2], &models[3], seconds[3], seconds[2], err);
    }
    for (int i = 0; i < ALL; i++) hearts_model_close(&models[i]);
    return good;
}
