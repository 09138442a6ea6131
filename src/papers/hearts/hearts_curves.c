// SPDX-License-Identifier: MIT
// Sections 2.3 and 2.4 of Sturtevant & White: how many features there are, Figures 1 and 2, and how much slower a game
// with four-wise features is. The curves were recorded when the models were learned and lie in their files; here they
// are drawn, and the beginning of each is played again to show that the recipe gives what was recorded.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "hearts/players/list/players.h"
#include "papers/hearts/hearts_internal.h"

enum { MOST = 4 };
static const double BREAK_EVEN = 3.25;
#define LATE 0.8 // what is said about the end of learning is about the last fifth of the games

// ---- Counts ----

static const struct {
    HeartsTask task;
    int combine;
    const char *id;
} COUNTS[] = {
    {HEARTS_TASK_QUEEN, 1, "features.queen.1"},   {HEARTS_TASK_QUEEN, 2, "features.queen.2"},
    {HEARTS_TASK_QUEEN, 3, "features.queen.3"},   {HEARTS_TASK_QUEEN, 4, "features.queen.4"},
    {HEARTS_TASK_HEARTS, 1, "features.hearts.1"}, {HEARTS_TASK_HEARTS, 2, "features.hearts.2"},
    {HEARTS_TASK_HEARTS, 3, "features.hearts.3"},
};
enum { COUNT_CLAIMS = sizeof COUNTS / sizeof *COUNTS };

static void add_training_counts(LabRun *run) {
    for (int i = 0; i < COUNT_CLAIMS; i++) {
        LabClaim *claim = lab_claim(run, "%s", COUNTS[i].id);
        claim->ours = claim->low = claim->high = hearts_features(COUNTS[i].task, COUNTS[i].combine).count;
        if (i == 2) lab_claim_note(claim, "Atoms and triples without the pairs, as only that gives the number.");
    }
}

// ---- Curves ----

static void add_curve_figure(LabRun *run, const char *name, const char *where, const char *title,
                             const HeartsModel *models, int count) {
    static const char *const colours[MOST] = {"grey", "orange", "blue", "green"};
    static const char *const names[MOST] = {"atoms", "pair-wise", "three-wise", "four-wise"};
    LabFigure *figure = lab_figure(run, name, where, 760, 460, title);
    text_add(&figure->data, "# games, then of each: points a hand, mean of its runs, the least and the most of them\n");
    int windows = models[0].windows;
    for (int i = 1; i < count; i++) windows = models[i].windows < windows ? models[i].windows : windows;
    for (int window = 0; window < windows; window++) {
        text_addf(&figure->data, "%" PRIu64, (uint64_t)(window + 1) * models[0].window);
        for (int i = 0; i < count; i++) {
            double sum = 0, least = INFINITY, most = -INFINITY;
            for (int k = 0; k < models[i].runs; k++) {
                double points = (double)models[i].curve[k * models[i].windows + window];
                sum += points;
                least = fmin(least, points);
                most = fmax(most, points);
            }
            text_addf(&figure->data, " %.4f %.4f %.4f", sum / models[i].runs, least, most);
        }
        text_add(&figure->data, "\n");
    }
    text_addf(&figure->script,
              "set xlabel \"thousand games\"\nset ylabel \"points a hand of the learner\"\n"
              "set key outside top center horizontal\nplot %g lw 1.5 lc rgb ink title \"break-even\"",
              BREAK_EVEN);
    for (int i = 0; i < count; i++)
        text_addf(&figure->script,
                  ", data using ($1/1000):%d:%d with filledcurves fs transparent solid 0.18 noborder lc rgb %s notitle"
                  ", data using ($1/1000):%d with lines lw 2 lc rgb %s title \"%s\"",
                  3 * i + 3, 3 * i + 4, colours[i], 3 * i + 2, colours[i], names[i]);
    text_add(&figure->script, "\n");
    char runs[LAB_NUMBER_TEXT], games[LAB_NUMBER_TEXT];
    lab_figure_caption(
        figure,
        "Mean and range of %s runs of %s games against %s, in windows of %" PRIu64 " games, recorded by `%s` and the "
        "like. Below the line the learner takes fewer points than the three experts do.",
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

// What is said about levels at the end of learning, and about which of two learns better from one share of its games to
// another; a model is a place in the list of hearts_curves.
enum { QUEEN_1, QUEEN_2, QUEEN_3, QUEEN_4, HEARTS_1, HEARTS_2, HEARTS_3, MODELS };

static const struct {
    const char *id;
    int model;
    bool below; // the break-even line
} LEVELS[] = {{"figure-1.atoms", QUEEN_1, false},
              {"figure-1.pairs", QUEEN_2, false},
              {"figure-1.threes", QUEEN_3, true},
              {"figure-1.fours", QUEEN_4, true}};

static const struct {
    const char *id;
    int better, worse;
    double from, to;
} ORDERS[] = {
    {"figure-1.pairs-better", QUEEN_2, QUEEN_1, LATE, 1},   {"figure-1.threes-better", QUEEN_3, QUEEN_2, LATE, 1},
    {"figure-1.fours-better", QUEEN_4, QUEEN_3, LATE, 1},   {"figure-2.slower", HEARTS_2, HEARTS_3, 0, 0.05},
    {"figure-2.pairs-better", HEARTS_2, HEARTS_1, LATE, 1}, {"figure-2.easier", HEARTS_2, QUEEN_2, LATE, 1}};
enum { LEVEL_CLAIMS = sizeof LEVELS / sizeof *LEVELS, ORDER_CLAIMS = sizeof ORDERS / sizeof *ORDERS, ORDERS_1 = 3 };

static const char SPEED[] = "speed.fours";

void hearts_curves_measures(Text *ids) {
    for (int i = 0; i < COUNT_CLAIMS; i++) text_addf(ids, "%s\n", COUNTS[i].id);
    for (int i = 0; i < LEVEL_CLAIMS; i++) text_addf(ids, "%s\n", LEVELS[i].id);
    for (int i = 0; i < ORDER_CLAIMS; i++) text_addf(ids, "%s\n", ORDERS[i].id);
    text_addf(ids, "%s\n", SPEED);
}

static void add_level(LabRun *run, const HeartsModel *models, int which) {
    const HeartsModel *model = &models[LEVELS[which].model];
    LabSample level = hearts_model_level(model, LATE, 1);
    LabAnswer answer = hearts_below(&level, BREAK_EVEN);
    if (!LEVELS[which].below) answer = hearts_not(answer);
    rest_on(hearts_statement(run, LEVELS[which].id, answer), model, NULL, LATE, 1);
}

static void add_order(LabRun *run, const HeartsModel *models, int which) {
    const HeartsModel *better = &models[ORDERS[which].better], *worse = &models[ORDERS[which].worse];
    double from = ORDERS[which].from, to = ORDERS[which].to;
    LabSample a = hearts_model_level(better, from, to), b = hearts_model_level(worse, from, to);
    rest_on(hearts_statement(run, ORDERS[which].id, hearts_lower(&a, &b)), better, worse, from, to);
}

static void add_queen(LabRun *run, const HeartsModel *models) {
    add_curve_figure(run, "hearts-figure-1", "Figure 1", "Learning not to take the queen of spades", models, MOST);
    for (int i = 0; i < LEVEL_CLAIMS; i++) add_level(run, models, i);
    for (int i = 0; i < ORDERS_1; i++) add_order(run, models, i);
}

// With pair-wise features, of which both games have a curve; 13 points a hand either way, and the same expert.
static void add_hearts(LabRun *run, const HeartsModel *models) {
    add_curve_figure(run, "hearts-figure-2", "Figure 2", "Learning not to take hearts", models + HEARTS_1,
                     MODELS - HEARTS_1);
    for (int i = ORDERS_1; i < ORDER_CLAIMS; i++) add_order(run, models, i);
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
    for (; td && done < games && !progress_interrupted(); done++) {
        int reward = hearts_td_game(td, done);
        if (reward == HEARTS_TD_GIVEN_UP) break;
        sum += reward;
    }
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
    LabClaim *claim = lab_claim(run, "%s", SPEED);
    lab_claim_reading(claim, "%s", reading);
    claim->ours = claim->low = claim->high = slow / quick;
    claim->count = games;
    text_copy(claim->counted, sizeof claim->counted, "games each");
    lab_claim_note(claim,
                   "A measured time, which changes from run to run. Outputs are remembered by atoms within a game, so "
                   "that much of it goes into looking ahead, which costs the same for both.");
}

static bool add_speeds(LabRun *run, const HeartsModel *td_3, const HeartsModel *td_4, double slow, double quick,
                       Error *err) {
    uint64_t games = td_4->window < 2000 ? td_4->window : 2000;
    double points;
    add_speed(run, "against our expert, whose thinking is part of it", td_4->window, slow, quick);
    if (!play_again(td_3, true, games, &points, &quick, err) || !play_again(td_4, true, games, &points, &slow, err))
        return false;
    if (!progress_interrupted()) add_speed(run, "by self-play", games, slow, quick);
    return true;
}

bool hearts_curves(LabRun *run, Error *err) {
    static const char *const names[MODELS] = {"td-queen-1",  "td-queen-2",  "td-queen-3", "td-queen-4",
                                              "td-hearts-1", "td-hearts-2", "td-hearts-3"};
    HeartsModel models[MODELS] = {{.runs = 0}};
    double seconds[MODELS] = {0};
    add_training_counts(run);
    bool good = true;
    for (int i = 0; good && i < MODELS; i++) good = hearts_model_open(names[i], &models[i], err);
    if (good) {
        add_queen(run, models);
        add_hearts(run, models);
        good = add_repeats(run, models, MODELS, seconds, err);
        if (good && !progress_interrupted())
            good = add_speeds(run, &models[QUEEN_3], &models[QUEEN_4], seconds[QUEEN_4], seconds[QUEEN_3], err);
    }
    for (int i = 0; i < MODELS; i++) hearts_model_close(&models[i]);
    return good;
}
