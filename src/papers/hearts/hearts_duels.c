// SPDX-License-Identifier: MIT
// Figures 3 and 4 of Sturtevant & White: the networks that were kept while the whole game was learned, by playing
// itself and by playing the expert, against the expert and against each other.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "papers/hearts/hearts_internal.h"

// The paper has 1,400 hands a point, 100 deals. Our differences are smaller than its one point, and so need more.
enum { SELF, TAUGHT, QUICK_DEALS = 40, FULL_DEALS = 600, POINTS = 64 };
static const double BREAK_EVEN = 6.5;
static const char *const NAMES[2] = {"td-full-self", "td-full-expert"};
#define EXPERT HEARTS_PAPER_EXPERT

typedef struct Point {
    uint64_t games;
    HeartsDuelResult expert[2]; // each against the expert
    HeartsDuelResult other;     // self-trained against expert-trained
} Point;

typedef struct Study {
    HeartsModel model[2];
    uint64_t every; // games between two networks
    int kept;
    uint64_t deals;
    Point points[POINTS];
    int count;
} Study;

static bool open_study(Study *study, Error *err) {
    int kept[2];
    for (int i = 0; i < 2; i++) {
        if (!hearts_model_open(NAMES[i], &study->model[i], err)) return false;
        const WeightsTensor *nets = weights_find(study->model[i].weights, "snapshots");
        const char *every = weights_fact(study->model[i].weights, "snapshot");
        uint64_t step = 0;
        if (!nets || !every || !text_to_uint64(every, "snapshot", &step, err) || !step || (i && step != study->every))
            return error_set(err, "%s keeps no networks, or others than %s", NAMES[i], NAMES[0]);
        study->every = step;
        kept[i] = (int)nets->shape[0];
    }
    study->kept = kept[0] < kept[1] ? kept[0] : kept[1];
    return true;
}

static bool play_point(const LabRun *run, const Study *study, Point *point, Error *err) {
    HeartsPerceptron *nets[2] = {NULL, NULL};
    bool good = true;
    for (int i = 0; good && i < 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s@%" PRIu64, NAMES[i], point->games);
        good = (nets[i] = hearts_perceptron_open(name, err)) != NULL;
    }
    HeartsDuel duel = {.rules = hearts_td_rules(HEARTS_LEARN_FULL), .seed = run->seed, .deals = study->deals};
    for (int i = 0; good && i < 2 && !progress_interrupted(); i++) {
        duel.side[0] = (HeartsSide){.net = nets[i]};
        duel.side[1] = (HeartsSide){.player = EXPERT};
        good = hearts_duel(run, &duel, &point->expert[i], err);
    }
    duel.side[0] = (HeartsSide){.net = nets[SELF]};
    duel.side[1] = (HeartsSide){.net = nets[TAUGHT]};
    good = good && (progress_interrupted() || hearts_duel(run, &duel, &point->other, err));
    for (int i = 0; i < 2; i++) hearts_perceptron_close(nets[i]);
    return good;
}

// All networks, or a few, the last among them.
static bool play_points(const LabRun *run, Study *study, Error *err) {
    int step = lab_full(run) || study->kept <= 5 ? 1 : study->kept / 5;
    for (int i = step; i <= study->kept && study->count < POINTS && !progress_interrupted(); i += step) {
        Point *point = &study->points[study->count];
        point->games = (uint64_t)i * study->every;
        if (!play_point(run, study, point, err)) return false;
        study->count += !progress_interrupted();
    }
    return true;
}

// ---- Figures ----

static void add_duel_figures(LabRun *run, const Study *study) {
    LabFigure *three =
        lab_figure(run, "hearts-figure-3", "Figure 3", 760, 420, "Self-trained and expert-trained against the expert");
    LabFigure *figure = lab_figure(run, "hearts-figure-4", "Figure 4", 760, 420, "Self-trained against expert-trained");
    text_add(&three->data, "# games self error expert-trained error\n");
    text_add(&figure->data, "# games self error expert-trained error\n");
    for (int i = 0; i < study->count; i++) {
        const Point *point = &study->points[i];
        text_addf(&three->data, "%" PRIu64 " %.4f %.4f %.4f %.4f\n", point->games, point->expert[SELF].points,
                  point->expert[SELF].error, point->expert[TAUGHT].points, point->expert[TAUGHT].error);
        text_addf(&figure->data, "%" PRIu64 " %.4f %.4f %.4f %.4f\n", point->games, point->other.points,
                  point->other.error, 2 * BREAK_EVEN - point->other.points, point->other.error);
    }
    static const char axes[] = "set xlabel \"thousand games learned from\"\nset ylabel \"points a hand\"\n"
                               "set key outside top center horizontal\n";
    text_addf(&three->script,
              "%splot %g lw 1.5 lc rgb ink title \"break-even\", "
              "data using ($1/1000-0.6):2 with lines lw 2 lc rgb blue title \"self-trained\", "
              "data using ($1/1000-0.6):2:(1.96*$3) with yerrorbars pt 7 ps 0.5 lc rgb blue notitle, "
              "data using ($1/1000+0.6):4 with lines lw 2 lc rgb orange title \"expert-trained\", "
              "data using ($1/1000+0.6):4:(1.96*$5) with yerrorbars pt 7 ps 0.5 lc rgb orange notitle\n",
              axes, BREAK_EVEN);
    text_addf(&figure->script,
              "%splot %g lw 1.5 lc rgb ink title \"break-even\", "
              "data using ($1/1000):2 with lines lw 2 lc rgb blue title \"self-trained\", "
              "data using ($1/1000):2:(1.96*$3) with yerrorbars pt 7 ps 0.5 lc rgb blue notitle, "
              "data using ($1/1000):4 with lines lw 2 lc rgb orange title \"expert-trained\", "
              "data using ($1/1000):4:(1.96*$5) with yerrorbars pt 7 ps 0.5 lc rgb orange notitle\n",
              axes, BREAK_EVEN);
    lab_figure_caption(three,
                       "Each point: %" PRIu64 " deals over the 14 mixed seatings, all cards open, against `%s`, "
                       "the expert of all figures; 95%% intervals over deals. The paper's points are 1,400 hands.",
                       study->deals, EXPERT);
    lab_figure_caption(figure,
                       "Networks learned for the same number of games; %" PRIu64 " deals over the 14 mixed seatings, "
                       "all cards open.",
                       study->deals);
}

// ---- Claims ----

// Of each margin two: who wins, and by how much. The self-trained and the expert-trained player against the expert,
// then against each other.
enum { MARGINS = 3 };
static const char *const MARGIN_IDS[MARGINS] = {"figure-3.self", "figure-3.expert", "figure-4.self"};
static const char *const KINDS[2] = {"beats", "margin"};
static const char SAME[] = "figure-3.same";

void hearts_duels_measures(Text *ids) {
    for (int i = 0; i < 2 * MARGINS; i++) text_addf(ids, "%s.%s\n", MARGIN_IDS[i / 2], KINDS[i % 2]);
    text_addf(ids, "%s\n", SAME);
}

// All points of the second half of learning together: the same deals, so that their errors do not average out.
static void add_margin(LabRun *run, const Study *study, int which, const char *id, const char *other) {
    double gain = 0, error = 0;
    uint64_t hands = 0;
    int used = 0;
    for (int i = study->count / 2; i < study->count; i++) {
        const HeartsDuelResult *result = which < 2 ? &study->points[i].expert[which] : &study->points[i].other;
        gain += 2 * (BREAK_EVEN - result->points);
        error += 2 * result->error;
        hands += 14 * result->deals;
        used++;
    }
    if (!used) return;
    gain /= used;
    error /= used;
    LabAnswer beats = gain > 1.96 * error ? LAB_HOLDS : gain < -1.96 * error ? LAB_FAILS : LAB_UNDECIDED;
    Text command = {0};
    text_addf(&command, "deadwood match --game hearts %s %s --open --rules paper --games %" PRIu64 " --seed %" PRIu64,
              NAMES[which < 2 ? which : SELF], other, study->deals, run->seed);
    for (int kind = 0; kind < 2; kind++) {
        LabClaim *claim = lab_claim(run, "%s.%s", id, KINDS[kind]);
        if (!kind) claim->holds = beats;
        if (kind) {
            claim->ours = gain;
            claim->low = gain - 1.96 * error;
            claim->high = gain + 1.96 * error;
        }
        claim->count = hands;
        text_copy(claim->counted, sizeof claim->counted, "hands");
        lab_claim_note(claim,
                       "Mean of the networks of the second half of learning: %.2f points a hand (the other has %.2f). "
                       "The command plays the last network.",
                       BREAK_EVEN - gain / 2, BREAK_EVEN + gain / 2);
        lab_claim_command(claim, "%s", command.data);
    }
    text_free(&command);
}

// "By the same rate": the margins of both over the expert are less than half a point apart. Their errors are joined as
// if the deals were not the same, which makes the interval rather too wide.
static void add_same_rate(LabRun *run, const Study *study) {
    double gap = 0, error = 0;
    int used = 0;
    for (int i = study->count / 2; i < study->count; i++, used++) {
        const HeartsDuelResult *expert = study->points[i].expert;
        gap += 2 * (expert[TAUGHT].points - expert[SELF].points);
        error += 2 * hypot(expert[TAUGHT].error, expert[SELF].error);
    }
    if (!used) return;
    gap = fabs(gap / used);
    double half = 1.96 * error / used, limit = 0.5;
    LabAnswer same = gap + half < limit ? LAB_HOLDS : gap - half > limit ? LAB_FAILS : LAB_UNDECIDED;
    LabClaim *claim = hearts_statement(run, SAME, same);
    lab_claim_note(claim, "The margins are %.2f +- %.2f points apart; \"the same\" is taken as less than %.1f.", gap,
                   half, limit);
}

// ---- Other opponents ----

// How much a learner wins depends on whom it meets: the paper's expert is not public, and ours is one of many.
static bool add_other_duels(LabRun *run, const Study *study, Error *err) {
    static const char *const others[] = {"ducker",
                                         "search:algo=maxn,eval=zero",
                                         "search:algo=maxn,eval=zero,solve=4",
                                         "search:algo=maxn,eval=zero,solve=6",
                                         "expert",
                                         "expert:solve=6"};
    size_t count = sizeof others / sizeof *others - (lab_full(run) ? 0 : 2); // the last ones think longest
    LabTable *table =
        lab_table(run, "The learned players against others than the expert", "opponent\tself-trained\texpert-trained");
    lab_table_about(table,
                    "Points a hand of the last networks, %" PRIu64 " deals x 14 seatings, all cards open; below 6.5 "
                    "they are ahead, and by twice what they are below. eval=zero: max^n to the end of the trick that "
                    "knows only the points taken. expert: the same with a hand-made evaluation.",
                    study->deals);
    HeartsDuel duel = {.rules = hearts_td_rules(HEARTS_LEARN_FULL), .seed = run->seed, .deals = study->deals};
    for (size_t i = 0; i < count && !progress_interrupted(); i++) {
        text_add(&table->rows, others[i]);
        for (int who = SELF; who <= TAUGHT; who++) {
            HeartsDuelResult result;
            duel.side[0] = (HeartsSide){.net = study->model[who].net};
            duel.side[1] = (HeartsSide){.player = others[i]};
            if (!hearts_duel(run, &duel, &result, err)) return false;
            text_addf(&table->rows, "\t%.2f +- %.2f", result.points, 1.96 * result.error);
        }
        text_add(&table->rows, "\n");
    }
    return true;
}

bool hearts_duels(LabRun *run, Error *err) {
    Study *study = calloc(1, sizeof *study);
    if (!study) return error_set(err, "out of memory");
    study->deals = lab_size(run, QUICK_DEALS, FULL_DEALS);
    bool good = open_study(study, err) && play_points(run, study, err);
    if (good && study->count) {
        add_duel_figures(run, study);
        for (int i = 0; i < MARGINS; i++) add_margin(run, study, i, MARGIN_IDS[i], i == 2 ? NAMES[TAUGHT] : EXPERT);
        add_same_rate(run, study);
        good = add_other_duels(run, study, err);
    }
    for (int i = 0; i < 2; i++) hearts_model_close(&study->model[i]);
    free(study);
    return good;
}
