// SPDX-License-Identifier: MIT
// Running a recipe with `learn = rummy`: hands of self-play, many at a time by the same weights, then a step of
// learning (temporal differences) or a generation (evolution); now and then points against Simple, and a checkpoint.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/stats.h"
#include "base/threads/progress.h"
#include "base/threads/team.h"
#include "gin/players/list/players.h"
#include "gin/players/rummy/rummy_learn.h"
#include "report/lab.h"
#include "train/recipe/recipe_internal.h"

enum { POINTS = 20, FINAL = 5 };               // of the curve; how many times as many deals as one of them at the end
enum { MEASURED = 2, SEED_MEASURED = 0x5e1f }; // hands to measure with are other hands than those to learn from

typedef struct RummyWork {
    const RecipeRun *run;
    const Recipe *recipe;
    RecipeResult *result;
    GinRules rules;
    GinPlayer simple;
    Net *net;
    uint64_t done; // hands
    int measured;  // points of the curve
    double curve[POINTS];
    Team *team;
    RummyTrail (*trails)[GIN_SEATS]; // td: [batch]
    Net **challengers;               // evolution: [population]
    int *scores;                     // of challengers, or of deals against Simple
    Progress progress;
} RummyWork;

static uint64_t hands_a_round(const Recipe *recipe) {
    const RecipeRummy *rummy = &recipe->rummy;
    return rummy->evolves ? (uint64_t)rummy->population * (uint64_t)rummy->pairs * 2 : (uint64_t)recipe->plan.batch;
}

// A number that goes from one value to another in a straight line over the run; 0: it stays.
static double on_the_way(const RummyWork *work, double from, double to) {
    double share = (double)work->done / (double)work->recipe->games;
    return to > 0 ? from + (to - from) * share : from;
}

// ---- Temporal differences ----

static void play_to_learn(void *context, int index, int member) {
    RummyWork *work = context;
    (void)member;
    if (progress_interrupted()) return;
    RummyDeal deal = {.rules = &work->rules, .seed = work->recipe->plan.seed, .number = work->done + (uint64_t)index};
    RummySeat seats[GIN_SEATS];
    for (int i = 0; i < GIN_SEATS; i++)
        seats[i] =
            (RummySeat){.net = work->net, .chance = work->recipe->rummy.chance, .trail = &work->trails[index][i]};
    rummy_play(&deal, seats);
}

static uint64_t learn_round(RummyWork *work) {
    const Recipe *recipe = work->recipe;
    uint64_t left = recipe->games - work->done, hands = hands_a_round(recipe);
    int count = (int)(left < hands ? left : hands);
    double rate = on_the_way(work, recipe->plan.rate, recipe->rate_end);
    team_run(work->team, count, play_to_learn, work);
    if (progress_interrupted()) return 0;
    for (int i = 0; i < count; i++)
        for (int seat = 0; seat < GIN_SEATS; seat++)
            rummy_learn(work->net, &work->trails[i][seat], recipe->lambda, rate);
    return (uint64_t)count;
}

// ---- Evolution ----

// Every challenger of a generation meets the champion on the same deals.
static void challenge(void *context, int index, int member) {
    RummyWork *work = context;
    const RecipeRummy *rummy = &work->recipe->rummy;
    uint64_t generation = work->done / hands_a_round(work->recipe), seed = work->recipe->plan.seed;
    (void)member;
    rummy_mutate(work->net, on_the_way(work, rummy->spread[0], rummy->spread[1]), seed,
                 generation * (uint64_t)rummy->population + (uint64_t)index, work->challengers[index]);
    work->scores[index] = 0;
    for (int i = 0; i < 2 * rummy->pairs && !progress_interrupted(); i++) {
        RummyDeal deal = {.rules = &work->rules,
                          .seed = seed,
                          .number = generation * (uint64_t)rummy->pairs + (uint64_t)(i / 2),
                          .swapped = i % 2};
        RummySeat seats[GIN_SEATS] = {{.net = work->challengers[index]}, {.net = work->net}};
        work->scores[index] += rummy_play(&deal, seats);
    }
}

// The challenger with the most points that is not among those taken; the first of equals.
static int best_left(const RummyWork *work, const bool taken[]) {
    int best = -1;
    for (int i = 0; i < work->recipe->rummy.population; i++)
        if (!taken[i] && (best < 0 || work->scores[i] > work->scores[best])) best = i;
    return best;
}

// The champion becomes the mean of the best challengers.
static uint64_t evolve_round(RummyWork *work) {
    const RecipeRummy *rummy = &work->recipe->rummy;
    bool taken[1024] = {false};
    team_run(work->team, rummy->population, challenge, work);
    if (progress_interrupted()) return 0;
    float *block = net_block(work->net);
    size_t size = net_parameters(work->net);
    memset(block, 0, size * sizeof *block);
    for (int i = 0; i < rummy->parents; i++) {
        int best = best_left(work, taken);
        const float *parent = net_weights(work->challengers[best]);
        taken[best] = true;
        for (size_t w = 0; w < size; w++) block[w] += parent[w] / (float)rummy->parents;
    }
    return hands_a_round(work->recipe);
}

// ---- Against Simple ----

static void meet_simple(void *context, int index, int member) {
    RummyWork *work = context;
    (void)member;
    work->scores[index] = 0;
    for (int swapped = 0; swapped < 2 && !progress_interrupted(); swapped++) {
        RummyDeal deal = {.rules = &work->rules,
                          .seed = rng_fold(work->recipe->plan.seed, SEED_MEASURED),
                          .number = (uint64_t)index,
                          .swapped = swapped};
        RummySeat seats[GIN_SEATS] = {{.net = work->net}, {.player = &work->simple}};
        work->scores[index] += rummy_play(&deal, seats);
    }
}

// Points a hand over so many deals, each from both seats. False after Ctrl-C.
static bool measure(RummyWork *work, int deals, double *mean, double *error) {
    int64_t sum = 0, squared = 0;
    team_run(work->team, deals, meet_simple, work);
    if (progress_interrupted()) return false;
    for (int i = 0; i < deals; i++) {
        sum += work->scores[i];
        squared += (int64_t)work->scores[i] * work->scores[i];
    }
    *mean = stats_mean(deals, sum) / MEASURED;
    *error = stats_standard_error(deals, sum, squared) / MEASURED;
    return true;
}

static int deals_of(const Recipe *recipe) { return recipe->evaluation ? (int)recipe->evaluation : 1000; }

// ---- Checkpoints ----

// All that changes the result.
static void describe_rummy(const RummyWork *work, Text *text) {
    const Recipe *recipe = work->recipe;
    const RecipeRummy *rummy = &recipe->rummy;
    text_addf(text, "rummy " RUMMY_INPUTS_VERSION " by %d hidden %d seed %" PRIu64 " games %" PRIu64 " rules %s",
              rummy->evolves, rummy->hidden, recipe->plan.seed, recipe->games, recipe->rules);
    text_addf(text, " chance %.17g rate %.17g %.17g lambda %.17g batch %d", rummy->chance, recipe->plan.rate,
              recipe->rate_end, recipe->lambda, recipe->plan.batch);
    text_addf(text, " population %d parents %d pairs %d spread %.17g %.17g deals %d", rummy->population, rummy->parents,
              rummy->pairs, rummy->spread[0], rummy->spread[1], deals_of(recipe));
}

static void rummy_checkpoint_path(const RummyWork *work, Text *path) {
    text_addf(path, "%s.checkpoint", work->run->out);
}

static bool save_rummy_checkpoint(const RummyWork *work, Error *err) {
    Text path = {0}, what = {0};
    double at[2] = {(double)work->done, work->measured};
    rummy_checkpoint_path(work, &path);
    describe_rummy(work, &what);
    WeightsTensor tensors[] = {
        {.name = "weights", .type = WEIGHTS_F32, .rank = 1, .shape = {net_parameters(work->net)}},
        {.name = "games", .type = WEIGHTS_F64, .rank = 1, .shape = {2}},
        {.name = "curve", .type = WEIGHTS_F64, .rank = 1, .shape = {POINTS}},
    };
    tensors[0].data = net_weights(work->net);
    tensors[1].data = at;
    tensors[2].data = work->curve;
    WeightsFact fact = {"work", what.data};
    bool saved = weights_save(path.data, tensors, 3, &fact, 1, err);
    text_free(&path);
    text_free(&what);
    return saved;
}

static bool read_rummy_checkpoint(RummyWork *work, const Weights *weights, Error *err) {
    Text what = {0};
    describe_rummy(work, &what);
    const char *fact = weights_fact(weights, "work");
    bool same = fact && strcmp(fact, what.data) == 0;
    text_free(&what);
    if (!same) return error_set(err, "it belongs to other work");
    size_t size = net_parameters(work->net), two = 2, points = POINTS;
    double at[2], most = (double)(work->recipe->games + hands_a_round(work->recipe));
    if (!weights_floats(weights, "weights", 1, &size, net_block(work->net), err) ||
        !weights_doubles(weights, "games", 1, &two, at, err) ||
        !weights_doubles(weights, "curve", 1, &points, work->curve, err))
        return false;
    if (!(at[0] >= 0 && at[0] <= most && at[1] >= 0 && at[1] <= POINTS))
        return error_set(err, "it has played too many hands");
    work->done = (uint64_t)at[0];
    work->measured = (int)at[1];
    work->result->resumed = true;
    return true;
}

static bool load_rummy_checkpoint(RummyWork *work, Error *err) {
    Text path = {0};
    rummy_checkpoint_path(work, &path);
    if (work->run->fresh) unlink(path.data);
    bool good = true;
    if (access(path.data, F_OK) == 0) {
        Weights *weights = weights_load(path.data, err);
        good = weights && read_rummy_checkpoint(work, weights, err);
        weights_close(weights);
        if (!good) {
            Error reason = err ? *err : (Error){{0}};
            error_set(err, "the checkpoint %.200s cannot be used: %.200s; --fresh begins again", path.data,
                      reason.text);
        }
    }
    text_free(&path);
    return good;
}

static void remove_rummy_checkpoint(const RummyWork *work) {
    Text path = {0};
    rummy_checkpoint_path(work, &path);
    unlink(path.data);
    text_free(&path);
}

// ---- The run ----

// Points of the curve that are due and not measured yet. What is due twice, in a small run, is measured once.
static bool measure_curve(RummyWork *work) {
    double mean, error;
    int due = (int)(work->done * POINTS / work->recipe->games);
    if (due > POINTS) due = POINTS;
    if (due <= work->measured) return true;
    if (!measure(work, deals_of(work->recipe), &mean, &error)) return false;
    while (work->measured < due) work->curve[work->measured++] = mean;
    return true;
}

// Ends early after Ctrl-C, with a checkpoint of what is whole.
static bool play_rounds(RummyWork *work, Error *err) {
    const Recipe *recipe = work->recipe;
    double saved = progress_clock();
    while (measure_curve(work) && work->done < recipe->games) {
        uint64_t hands = recipe->rummy.evolves ? evolve_round(work) : learn_round(work);
        if (!hands) break;
        work->done += hands;
        progress_update(&work->progress, work->done);
        if (progress_clock() - saved < recipe->plan.checkpoint_seconds) continue;
        if (!save_rummy_checkpoint(work, err)) return false;
        saved = progress_clock();
    }
    work->result->interrupted = progress_interrupted();
    return !work->result->interrupted || save_rummy_checkpoint(work, err);
}

static bool draw_rummy_curve(const RummyWork *work, Error *err) {
    LabRun *lab = lab_open(err);
    char name[48];
    if (!lab) return false;
    lab->folder = work->run->folder;
    snprintf(name, sizeof name, "%.40s-curve", work->recipe->name);
    LabFigure *figure = lab_figure(lab, name, "", 720, 420, "Points a hand against Simple while learning");
    text_add(&figure->data, "# hands points\n");
    for (int i = 0; i < POINTS; i++)
        text_addf(&figure->data, "%.0f %.5f\n", (double)work->recipe->games * (i + 1) / POINTS, work->curve[i]);
    text_addf(&figure->script,
              "set title \"%s\" noenhanced\nset xlabel \"hands\"\nset ylabel \"points a hand against Simple\"\n"
              "plot data using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb blue notitle, 0 lc rgb grey lw 1 notitle\n",
              work->recipe->name);
    bool done = lab_figure_draw(lab, figure, err);
    text_copy(work->result->missing, sizeof work->result->missing, lab->missing);
    lab_close(lab);
    return done;
}

static bool save_rummy(const RummyWork *work, Error *err) {
    const Recipe *recipe = work->recipe;
    char hands[32], seed[32];
    Text curve = {0};
    for (int i = 0; i < POINTS; i++) text_addf(&curve, "%s%.3f", i ? " " : "", work->curve[i]);
    snprintf(hands, sizeof hands, "%" PRIu64, work->done);
    snprintf(seed, sizeof seed, "%" PRIu64, recipe->plan.seed);
    WeightsFact facts[] = {
        {RUMMY_FACT, RUMMY_INPUTS_VERSION},
        {"recipe", recipe->name},
        {"command", work->run->command},
        {"by", recipe->rummy.evolves ? "evolution" : "td"},
        {"hands", hands},
        {"seed", seed},
        {"quality", work->result->quality},
        {"curve", curve.data},
    };
    bool saved = net_save(work->net, facts, (int)(sizeof facts / sizeof *facts), work->run->out, err);
    text_free(&curve);
    return saved;
}

static bool finish_rummy(RummyWork *work, Error *err) {
    RecipeResult *result = work->result;
    int deals = FINAL * deals_of(work->recipe);
    double error;
    if (!measure(work, deals, &result->loss, &error)) {
        result->interrupted = true;
        return save_rummy_checkpoint(work, err);
    }
    result->games = work->done;
    result->training = result->validation = (double)NAN;
    result->parameters = net_parameters(work->net);
    snprintf(result->quality, sizeof result->quality,
             "%+.2f +- %.2f points a hand against Simple (%d deals, each from both seats)", result->loss, 1.96 * error,
             deals);
    if (!save_rummy(work, err) || !recipe_hash(work->run, result, err) || !draw_rummy_curve(work, err)) return false;
    remove_rummy_checkpoint(work);
    return true;
}

static bool open_rummy_work(RummyWork *work, Error *err) {
    const Recipe *recipe = work->recipe;
    int deals = FINAL * deals_of(recipe), population = recipe->rummy.population;
    work->rules = gin_rules_default();
    if (*recipe->rules && !gin_rules_parse(recipe->rules, &work->rules, err)) return error_prefix(err, "rules");
    if (!gin_player_open("simple", &work->simple, err)) return false;
    work->net = rummy_make(recipe->rummy.hidden, recipe->plan.seed, err);
    if (!work->net) return false;
    work->team = team_open(work->run->threads);
    work->trails = calloc((size_t)recipe->plan.batch, sizeof *work->trails);
    work->challengers = calloc((size_t)population, sizeof(Net *));
    work->scores = calloc((size_t)(deals > population ? deals : population), sizeof *work->scores);
    bool good = work->team && work->trails && work->challengers && work->scores;
    for (int i = 0; good && recipe->rummy.evolves && i < population; i++)
        good = (work->challengers[i] = net_copy(work->net)) != NULL;
    return good || error_set(err, "out of memory");
}

static void close_rummy_work(RummyWork *work) {
    const Recipe *recipe = work->recipe;
    for (int i = 0; work->trails && i < recipe->plan.batch; i++)
        for (int seat = 0; seat < GIN_SEATS; seat++) rummy_trail_free(&work->trails[i][seat]);
    for (int i = 0; work->challengers && i < recipe->rummy.population; i++) net_close(work->challengers[i]);
    free(work->trails);
    free(work->challengers);
    free(work->scores);
    team_close(work->team);
    net_close(work->net);
    gin_player_close(&work->simple);
}

bool recipe_rummy(const RecipeRun *run, RecipeResult *result, Error *err) {
    RummyWork work = {.run = run, .recipe = run->recipe, .result = result};
    bool done = open_rummy_work(&work, err) && load_rummy_checkpoint(&work, err);
    if (done) {
        work.progress = progress_start(run->recipe->name, "hands", run->recipe->games, work.done, run->quiet);
        done = play_rounds(&work, err);
        progress_end(&work.progress, work.done);
    }
    if (done && !result->interrupted) done = finish_rummy(&work, err);
    close_rummy_work(&work);
    return done;
}
