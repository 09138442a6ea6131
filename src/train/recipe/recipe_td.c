// SPDX-License-Identifier: MIT
// Running a recipe with `learn = td`: so many runs, each on a thread of its own, a checkpoint a run, the learning curve
// of all of them and the weights of the first in one file.
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "hearts/players/list/players.h"
#include "report/lab.h"
#include "train/recipe/recipe_internal.h"

typedef struct Learning {
    const RecipeRun *run;
    const Recipe *recipe;
    RecipeResult *result;
    HeartsPerceptron *first[RECIPE_TD_RUNS]; // nets as they begin, then as they end
    uint32_t windows;
    double *points;     // [runs][windows]: sums
    size_t snapshots;   // networks of the first run that are kept ...
    float *kept;        // ... [snapshots][features]
    atomic_int next;    // run
    atomic_ullong done; // games of all runs
    atomic_bool failed, resumed;
    Error error; // of the thread that set `failed` first
    Progress progress;
    atomic_flag showing;
} Learning;

static uint64_t window_of(const Recipe *recipe) {
    return recipe->games < RECIPE_TD_WINDOW ? recipe->games : RECIPE_TD_WINDOW;
}

// ---- Checkpoints ----

// All that changes the result.
static void describe_td(const Learning *work, int index, Text *text) {
    const RecipeTd *td = &work->recipe->td;
    text_addf(text, "task %s combine %d opponent %s from %s features %d %d algorithm %s lambda %.17g seed %" PRIu64,
              hearts_goal_name(td->goal), td->combine, td->opponent, work->recipe->from, td->queen_features,
              td->hearts_features, hearts_trick_algorithm_name(td->algorithm), work->recipe->lambda,
              work->recipe->plan.seed);
    text_addf(text, " rules %s worlds %d%s", work->recipe->rules, td->worlds, td->leaf ? " leaf" : "");
    text_addf(text, " run %d games %" PRIu64 " snapshot %" PRIu64, index, work->recipe->games, work->recipe->snapshot);
}

static void td_checkpoint_path(const Learning *work, int index, Text *path) {
    text_addf(path, "%s.run%d.checkpoint", work->run->out, index + 1);
}

static WeightsTensor td_tensor(const char *name, WeightsType type, int rank, size_t rows, size_t columns,
                               const void *data) {
    WeightsTensor tensor = {.type = type, .rank = rank, .data = data};
    text_copy(tensor.name, sizeof tensor.name, name);
    tensor.shape[0] = rows;
    if (rank > 1) tensor.shape[1] = columns;
    return tensor;
}

static bool save_checkpoint(const Learning *work, int index, const HeartsPerceptron *net, uint64_t games, Error *err) {
    Text path = {0}, what = {0};
    td_checkpoint_path(work, index, &path);
    describe_td(work, index, &what);
    double at = (double)games;
    size_t features = (size_t)hearts_perceptron_count(net);
    bool keeps = index == 0 && work->snapshots;
    WeightsTensor tensors[] = {
        td_tensor("weights", WEIGHTS_F32, 1, features, 0, hearts_perceptron_look(net)),
        td_tensor("games", WEIGHTS_F64, 1, 1, 0, &at),
        td_tensor("points", WEIGHTS_F64, 1, work->windows, 0, work->points + (size_t)index * work->windows),
        td_tensor("snapshots", WEIGHTS_F32, 2, work->snapshots, features, work->kept),
    };
    WeightsFact fact = {"work", what.data};
    bool saved = weights_save(path.data, tensors, keeps ? 4 : 3, &fact, 1, err);
    text_free(&path);
    text_free(&what);
    return saved;
}

static bool read_td_checkpoint(Learning *work, int index, const Weights *weights, HeartsPerceptron *net,
                               uint64_t *games, Error *err) {
    Text what = {0};
    describe_td(work, index, &what);
    const char *fact = weights_fact(weights, "work");
    bool same = fact && strcmp(fact, what.data) == 0;
    text_free(&what);
    if (!same) return error_set(err, "it belongs to other work");
    double at = 0;
    size_t one = 1, windows = work->windows, features = (size_t)hearts_perceptron_count(net);
    size_t shape[2] = {work->snapshots, features};
    bool keeps = index == 0 && work->snapshots;
    if (!weights_doubles(weights, "games", 1, &one, &at, err) ||
        !weights_doubles(weights, "points", 1, &windows, work->points + (size_t)index * windows, err) ||
        !weights_floats(weights, "weights", 1, &features, hearts_perceptron_weights(net), err) ||
        (keeps && !weights_floats(weights, "snapshots", 2, shape, work->kept, err)))
        return false;
    if (!(at >= 0 && at <= (double)work->recipe->games)) return error_set(err, "it has played too many games");
    *games = (uint64_t)at;
    return true;
}

static bool load_checkpoint(Learning *work, int index, HeartsPerceptron *net, uint64_t *games, Error *err) {
    Text path = {0};
    td_checkpoint_path(work, index, &path);
    bool good = true;
    if (work->run->fresh) unlink(path.data);
    if (access(path.data, F_OK) == 0) {
        Weights *weights = weights_load(path.data, err);
        good = weights && read_td_checkpoint(work, index, weights, net, games, err);
        weights_close(weights);
        if (good && *games) work->resumed = true;
        if (!good) {
            Error reason = err ? *err : (Error){{0}};
            error_set(err, "the checkpoint %.200s cannot be used: %.200s; --fresh begins again", path.data,
                      reason.text);
        }
    }
    text_free(&path);
    return good;
}

// ---- A run ----

static void show_td_progress(Learning *work) {
    if (atomic_flag_test_and_set(&work->showing)) return;
    progress_update(&work->progress, work->done);
    atomic_flag_clear(&work->showing);
}

static void keep_snapshot(Learning *work, const HeartsPerceptron *net, uint64_t games) {
    uint64_t every = work->recipe->snapshot;
    if (!work->snapshots || games % every) return;
    size_t features = (size_t)hearts_perceptron_count(net);
    memcpy(work->kept + (games / every - 1) * features, hearts_perceptron_look(net), features * sizeof *work->kept);
}

// Plays on from game `from`; a checkpoint now and then, and one when it is interrupted.
static bool play_games(Learning *work, int index, HeartsTd *td, HeartsPerceptron *net, uint64_t from, Error *err) {
    enum { BETWEEN = 100 }; // games between looks at the clock
    double *points = work->points + (size_t)index * work->windows;
    double saved = progress_clock();
    uint64_t window = window_of(work->recipe), games = from;
    while (games < work->recipe->games && !progress_interrupted() && !work->failed) {
        int reward = hearts_td_game(td, games);
        if (reward == HEARTS_TD_GIVEN_UP) break;
        points[games / window] += reward;
        games++;
        if (index == 0) keep_snapshot(work, net, games);
        if (games % BETWEEN) continue;
        work->done += BETWEEN;
        show_td_progress(work);
        if (progress_clock() - saved < work->recipe->plan.checkpoint_seconds) continue;
        if (!save_checkpoint(work, index, net, games, err)) return false;
        saved = progress_clock();
    }
    return save_checkpoint(work, index, net, games, err);
}

// The paper's, or any with its points: 26, none of them negative.
static bool rules_of(const Recipe *recipe, HeartsRules *rules, Error *err) {
    *rules = hearts_td_rules(recipe->td.goal);
    if (!*recipe->rules) return true;
    if (!hearts_rules_parse(recipe->rules, rules, err)) return error_prefix(err, "rules");
    bool fits = rules->heart_points == 1 && rules->queen_points == 13 && !rules->jack_bonus &&
                !rules->trickless_bonus && (rules->moon == HEARTS_MOON_NONE || rules->moon == HEARTS_MOON_ADD);
    return fits || error_set(err, "rules: learners know one point a heart, 13 for the queen, and a moon that adds");
}

static bool learn_run(Learning *work, int index, Error *err) {
    const RecipeTd *recipe = &work->recipe->td;
    HeartsPlayer opponent = {0};
    HeartsRules rules;
    bool self = strcmp(recipe->opponent, "self") == 0;
    if (!rules_of(work->recipe, &rules, err)) return false;
    if (!self && !hearts_player_open(recipe->opponent, &opponent, err)) return false;
    HeartsTdPlan plan = {.rules = rules,
                         .opponent = self ? NULL : &opponent,
                         .algorithm = recipe->algorithm,
                         .lambda = work->recipe->lambda,
                         .worlds = recipe->worlds,
                         .leaf = recipe->leaf,
                         .seed = work->recipe->plan.seed,
                         .run = (uint64_t)index};
    HeartsPerceptron *net = work->first[index];
    HeartsTd *td = hearts_td_open(&plan, net);
    uint64_t games = 0;
    bool done = td || error_set(err, "out of memory");
    done = done && load_checkpoint(work, index, net, &games, err);
    if (done) {
        work->done += games;
        done = play_games(work, index, td, net, games, err);
    }
    hearts_td_close(td);
    if (!self) hearts_player_close(&opponent);
    return done;
}

static void learn_runs(void *context, int thread) {
    Learning *work = context;
    (void)thread;
    for (int index; (index = atomic_fetch_add(&work->next, 1)) < work->recipe->td.runs && !progress_interrupted();) {
        Error err = {{0}};
        if (learn_run(work, index, &err)) continue;
        if (!atomic_exchange(&work->failed, true)) work->error = err;
        return;
    }
}

// ---- Networks ----

// The two models of `from`.
static bool open_sources(const Recipe *recipe, HeartsPerceptron *sources[HEARTS_TASKS], Error *err) {
    char names[sizeof recipe->from], *rest = names;
    int count = 0;
    text_copy(names, sizeof names, recipe->from);
    for (char *name; (name = strsep(&rest, " \t")) != NULL;) {
        if (!*name) continue;
        if (count < HEARTS_TASKS && !(sources[count] = hearts_perceptron_open(name, err))) return false;
        count++;
    }
    if (count != HEARTS_TASKS) return error_set(err, "from: name two models, one of the queen and one of hearts");
    for (int task = 0; task < HEARTS_TASKS; task++)
        if ((int)hearts_perceptron_goal(sources[task]) != task)
            return error_set(err, "from: name a model of the queen first and one of hearts second");
    return true;
}

static bool make_td_nets(Learning *work, Error *err) {
    const RecipeTd *td = &work->recipe->td;
    HeartsPerceptron *sources[HEARTS_TASKS] = {NULL, NULL};
    bool full = td->goal == HEARTS_LEARN_FULL;
    HeartsRules rules;
    bool good = rules_of(work->recipe, &rules, err) && (!full || open_sources(work->recipe, sources, err));
    for (int i = 0; good && i < td->runs; i++) {
        Rng rng = hearts_td_weights_rng(work->recipe->plan.seed, (uint64_t)i);
        work->first[i] =
            full ? hearts_perceptron_join(sources[0], td->queen_features, sources[1], td->hearts_features, &rng)
                 : hearts_perceptron_make((HeartsTask)td->goal, td->combine, &rng);
        good = work->first[i] || error_set(err, "out of memory");
        if (good) hearts_perceptron_set_moon(work->first[i], rules.moon != HEARTS_MOON_NONE);
    }
    for (int task = 0; task < HEARTS_TASKS; task++) hearts_perceptron_close(sources[task]);
    return good;
}

// ---- What comes out ----

// Games in a window, which the last one may have fewer of.
static double window_games(const Learning *work, uint32_t window) {
    uint64_t size = window_of(work->recipe), left = work->recipe->games - window * size;
    return (double)(left < size ? left : size);
}

static double mean_points(const Learning *work, uint32_t window) {
    double sum = 0;
    for (int i = 0; i < work->recipe->td.runs; i++) sum += work->points[(size_t)i * work->windows + window];
    return sum / (work->recipe->td.runs * window_games(work, window));
}

static bool draw_curve(const Learning *work, Error *err) {
    const Recipe *recipe = work->recipe;
    LabRun *lab = lab_open(err);
    char name[48];
    if (!lab) return false;
    lab->folder = work->run->folder;
    snprintf(name, sizeof name, "%.40s-curve", recipe->name);
    LabFigure *figure = lab_figure(lab, name, "", 720, 420, "Points a hand while learning");
    text_add(&figure->data, "# games mean, then each run\n");
    for (uint32_t window = 0; window < work->windows; window++) {
        double games = window_games(work, window);
        text_addf(&figure->data, "%.0f %.5f", (double)window * (double)window_of(recipe) + games,
                  mean_points(work, window));
        for (int i = 0; i < recipe->td.runs; i++)
            text_addf(&figure->data, " %.5f", work->points[(size_t)i * work->windows + window] / games);
        text_add(&figure->data, "\n");
    }
    text_addf(&figure->script,
              "set title \"%s\" noenhanced\nset xlabel \"games\"\nset ylabel \"points a hand\"\n"
              "plot data using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb blue title \"learner\", "
              "%g lc rgb grey lw 1 title \"break-even\"\n",
              recipe->name, hearts_goal_points(recipe->td.goal) / 4.0);
    bool done = lab_figure_draw(lab, figure, err);
    text_copy(work->result->missing, sizeof work->result->missing, lab->missing);
    lab_close(lab);
    return done;
}

static void judge_td(const Learning *work) {
    RecipeResult *result = work->result;
    const RecipeTd *td = &work->recipe->td;
    uint32_t from = work->windows > 4 ? work->windows - 4 : 0;
    double sum = 0, games = 0;
    for (uint32_t window = from; window < work->windows; window++) {
        sum += mean_points(work, window) * window_games(work, window);
        games += window_games(work, window);
    }
    result->loss = sum / games;
    result->training = result->validation = (double)NAN;
    result->parameters = (size_t)hearts_perceptron_count(work->first[0]);
    snprintf(result->quality, sizeof result->quality,
             "%.3f points a hand against %.60s over the last %.0f games of %d runs (break-even %g)", result->loss,
             td->opponent, games, td->runs, hearts_goal_points(td->goal) / 4.0);
}

static bool save_td(const Learning *work, Error *err) {
    const Recipe *recipe = work->recipe;
    const RecipeTd *td = &recipe->td;
    size_t runs = (size_t)td->runs, count = runs * work->windows;
    float *curve = malloc((count + 1) * sizeof *curve);
    if (!curve) return error_set(err, "out of memory");
    for (size_t i = 0; i < count; i++)
        curve[i] = (float)(work->points[i] / window_games(work, (uint32_t)(i % work->windows)));
    char numbers[7][32];
    snprintf(numbers[0], sizeof numbers[0], "%" PRIu64, recipe->games);
    snprintf(numbers[1], sizeof numbers[1], "%d", td->runs);
    snprintf(numbers[2], sizeof numbers[2], "%" PRIu64, recipe->plan.seed);
    snprintf(numbers[3], sizeof numbers[3], "%g", recipe->lambda);
    snprintf(numbers[4], sizeof numbers[4], "%" PRIu64, window_of(recipe));
    snprintf(numbers[5], sizeof numbers[5], "%" PRIu64, recipe->snapshot);
    snprintf(numbers[6], sizeof numbers[6], "%d", td->worlds);
    WeightsFact facts[] = {
        {"rules", *recipe->rules ? recipe->rules : "-"},
        {"worlds", numbers[6]},
        {"leaf", td->leaf ? "1" : "0"},
        {"recipe", recipe->name},
        {"command", work->run->command},
        {"opponent", td->opponent},
        {"algorithm", hearts_trick_algorithm_name(td->algorithm)},
        {"games", numbers[0]},
        {"runs", numbers[1]},
        {"seed", numbers[2]},
        {"lambda", numbers[3]},
        {"window", numbers[4]},
        {"snapshot", numbers[5]},
        {"from", *recipe->from ? recipe->from : "-"},
        {"quality", work->result->quality},
    };
    WeightsTensor tensors[] = {
        td_tensor("curve", WEIGHTS_F32, 2, runs, work->windows, curve),
        td_tensor("snapshots", WEIGHTS_F32, 2, work->snapshots, work->result->parameters, work->kept),
    };
    bool saved = hearts_perceptron_save(work->first[0], work->run->out, tensors, work->snapshots ? 2 : 1, facts,
                                        (int)(sizeof facts / sizeof *facts), err);
    free(curve);
    return saved;
}

static void remove_checkpoints(const Learning *work) {
    for (int i = 0; i < work->recipe->td.runs; i++) {
        Text path = {0};
        td_checkpoint_path(work, i, &path);
        unlink(path.data);
        text_free(&path);
    }
}

static bool learn_td(Learning *work, Error *err) {
    const Recipe *recipe = work->recipe;
    int threads = work->run->threads < recipe->td.runs ? work->run->threads : recipe->td.runs;
    if (!make_td_nets(work, err)) return error_prefix(err, "%s", recipe->path);
    work->windows = (uint32_t)((recipe->games + window_of(recipe) - 1) / window_of(recipe));
    work->snapshots = recipe->snapshot ? (size_t)(recipe->games / recipe->snapshot) : 0;
    size_t features = (size_t)hearts_perceptron_count(work->first[0]);
    work->points = calloc((size_t)recipe->td.runs * work->windows, sizeof *work->points);
    work->kept = calloc(work->snapshots * features + 1, sizeof *work->kept);
    if (!work->points || !work->kept) return error_set(err, "out of memory");
    work->progress =
        progress_start(recipe->name, "games", recipe->games * (uint64_t)recipe->td.runs, 0, work->run->quiet);
    bool ran = pool_run(threads, learn_runs, work, err);
    progress_end(&work->progress, work->done);
    if (work->failed) {
        if (err) *err = work->error;
        return false;
    }
    work->result->resumed = work->resumed;
    work->result->interrupted = progress_interrupted();
    if (!ran || work->result->interrupted) return ran;
    judge_td(work);
    if (!save_td(work, err) || !recipe_hash(work->run, work->result, err) || !draw_curve(work, err)) return false;
    remove_checkpoints(work);
    return true;
}

bool recipe_td(const RecipeRun *run, RecipeResult *result, Error *err) {
    Learning *work = calloc(1, sizeof *work);
    if (!work) return error_set(err, "out of memory");
    work->run = run;
    work->recipe = run->recipe;
    work->result = result;
    atomic_flag_clear(&work->showing);
    bool done = learn_td(work, err);
    for (int i = 0; i < RECIPE_TD_RUNS; i++) hearts_perceptron_close(work->first[i]);
    free(work->points);
    free(work->kept);
    free(work);
    return done;
}
