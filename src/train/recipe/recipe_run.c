// SPDX-License-Identifier: MIT
// Running a recipe: games, examples, training, evaluation on new games, weights, curve.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/threads/progress.h"
#include "gin/players/nguyen/hand_examples.h"
#include "report/lab.h"
#include "train/data/recorded.h"
#include "train/recipe/recipe_internal.h"

typedef struct Work {
    const RecipeRun *run;
    const Recipe *recipe;
    RecipeResult *result;
    uint64_t evaluation; // games; those to learn from are result->games
    LabRun *lab;         // for the figures
    RecipeChain *chain;  // of a recipe with a mix, or NULL
    Dataset learn, new;  // to learn from and validate with; to evaluate with
} Work;

// ---- Files ----

bool recipe_make_place(const char *path, Error *err) {
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path) return true;
    Text folder = {0};
    text_add_bytes(&folder, path, (size_t)(slash - path));
    bool made = lab_make_folder(folder.data, err);
    text_free(&folder);
    return made;
}

static void run_checkpoint_path(const RecipeRun *run, const char *kind, Text *path) {
    text_addf(path, "%s.%scheckpoint", run->out, kind);
}

static void remove_checkpoint(const RecipeRun *run, const char *kind) {
    Text path = {0};
    run_checkpoint_path(run, kind, &path);
    unlink(path.data);
    text_free(&path);
}

// ---- Games ----

static DatasetGames games_of_recipe(const Work *work, bool new) {
    const Recipe *recipe = work->recipe;
    uint64_t games = work->result->games;
    return (DatasetGames){.players = recipe->players,
                          .records = *recipe->records ? recipe->records : NULL,
                          .seed = recipe->plan.seed,
                          .first = new ? games : 0,
                          .games = new ? work->evaluation : games,
                          .threads = work->run->threads,
                          .quiet = work->run->quiet,
                          .label = new ? "new games" : "games"};
}

static bool open_examples(Work *work, bool new, Error *err) {
    const Recipe *recipe = work->recipe;
    Dataset *set = new ? &work->new : &work->learn;
    DatasetGames games = games_of_recipe(work, new);
    if (!work->chain) return dataset_open(set, recipe->examples, recipe->steps, &games, err);
    bool interrupted = false;
    set->kind = recipe->examples;
    if (!recipe_chain_examples(work->run, work->chain, new, &set->packed, &interrupted, err)) return false;
    set->data = sparse_data(&set->packed);
    return true;
}

// How many games there are to learn from and to evaluate with: all that were recorded, the last ones to evaluate with.
static bool count_recipe_games(Work *work, Error *err) {
    const Recipe *recipe = work->recipe;
    uint64_t games = recipe->games;
    if (recipe_is_step(recipe) || recipe->kind == RECIPE_LEAGUE) return true; // as many as its examples take
    if (*recipe->records) {
        if (strcmp(recipe->records, "-") == 0) return error_set(err, "recorded games are read twice; give a file");
        if (!recorded_games(recipe->records, work->run->quiet, &games, err)) return false;
    }
    uint64_t tenth = games / 10 ? games / 10 : 1;
    work->evaluation = recipe->evaluation ? recipe->evaluation : tenth;
    work->result->games = games;
    if (!*recipe->records || progress_interrupted()) return true;
    if (games <= work->evaluation)
        return error_set(err, "%s: too few games (%" PRIu64 ") to keep %" PRIu64 " apart to evaluate with",
                         recipe->records, games, work->evaluation);
    work->result->games = games - work->evaluation;
    return true;
}

static bool check_recipe_players(const Recipe *recipe, Error *err) {
    if (*recipe->records || dataset_check_players(recipe->players, err)) return true;
    Text place = {0};
    recipe_place(recipe, "players", &place);
    error_prefix(err, "%s: players", place.data);
    text_free(&place);
    return false;
}

// ---- Training ----

static void show_epoch(void *context, int epoch, const TrainEpoch *result) {
    const Work *work = context;
    bool terminal = isatty(STDERR_FILENO) != 0;
    fprintf(stderr, "%sepoch %d of %d: loss %.5f", terminal ? "\r\033[K" : "", epoch, work->recipe->plan.epochs,
            result->training);
    if (!isnan(result->validation)) fprintf(stderr, ", validation %.5f", result->validation);
    fprintf(stderr, " (%.1f s)\n", result->seconds);
}

// Trains a net of those layers, from its checkpoint if there is one. The caller ends net and report.
static bool train_net(Work *work, const char *layers, const char *kind, Net **net, TrainReport *report, Error *err) {
    TrainPlan plan = work->recipe->plan;
    Text checkpoint = {0};
    run_checkpoint_path(work->run, kind, &checkpoint);
    plan.checkpoint = checkpoint.data;
    plan.threads = work->run->threads;
    plan.device = work->run->device;
    plan.peers = work->run->peers;
    plan.quiet = work->run->quiet;
    plan.on_epoch = work->run->quiet ? NULL : show_epoch;
    plan.on_epoch_context = work;
    bool there = access(checkpoint.data, F_OK) == 0;
    *net = net_make(layers, plan.seed, err);
    bool done = *net && train(*net, &plan, &work->learn.data, report, err);
    if (!done && there && err && strstr(err->text, "checkpoint")) {
        Error reason = *err;
        error_set(err, "%.400s; --fresh begins again", reason.text);
    }
    if (!done) {
        net_close(*net);
        *net = NULL;
    }
    text_free(&checkpoint);
    return done;
}

static void note_training(Work *work, const Net *net, const TrainReport *report) {
    RecipeResult *result = work->result;
    result->rows = work->learn.data.count;
    result->parameters = net_parameters(net);
    result->epochs = report->epochs;
    result->best_epoch = report->best_epoch;
    result->resumed = result->resumed || report->resumed;
    result->interrupted = report->interrupted;
    result->sent = report->bytes;
    result->updates = report->updates;
    int shown = work->recipe->plan.keep_best ? report->best_epoch : report->epochs;
    result->training = shown ? report->history[shown - 1].training : (double)NAN;
    result->validation = shown ? report->history[shown - 1].validation : (double)NAN;
}

// ---- Evaluation ----

static void describe_run(const Work *work) {
    RecipeResult *result = work->result;
    const Metrics *m = &result->metrics;
    char *to = result->quality;
    size_t room = sizeof result->quality;
    if (!result->probable)
        snprintf(to, room, "loss %.4f on new games", result->loss);
    else if (strcmp(work->recipe->examples->name, "hands") == 0)
        snprintf(to, room, "loss %.4f, %.1f%% of the cards of new hands recovered", result->loss, 100 * metrics_top(m));
    else if (work->chain)
        snprintf(to, room, "log loss %.4f, top 10/15/20/25: %.2f/%.2f/%.2f/%.2f%% of the cards, %u new examples",
                 metrics_log_loss(m), 100 * result->top[0], 100 * result->top[1], 100 * result->top[2],
                 100 * result->top[3], result->new_rows);
    else if (work->recipe->examples->outputs > 1)
        snprintf(to, room, "log loss %.4f, accuracy %.2f%%, %.1f%% of the cards among the ten likeliest, new games",
                 metrics_log_loss(m), 100 * metrics_accuracy(m), 100 * metrics_top(m));
    else
        snprintf(to, room, "log loss %.4f, accuracy %.2f%% on new games", metrics_log_loss(m),
                 100 * metrics_accuracy(m));
}

static bool evaluate_net(Work *work, const Net *net, Error *err) {
    const Recipe *recipe = work->recipe;
    RecipeResult *result = work->result;
    NetActivation last = net_layer(net, net_layers(net) - 1)->activation;
    if (!open_examples(work, true, err)) return false;
    result->interrupted = progress_interrupted();
    if (result->interrupted) return true;
    result->new_rows = work->new.data.count;
    result->probable = (last == NET_SIGMOID || last == NET_SOFTMAX) && !recipe->examples->shown_at;
    result->metrics = (Metrics){0};
    if (!train_evaluate(net, recipe->plan.loss, &work->new.data, 0, work->new.data.count, work->run->threads,
                        &result->loss, err))
        return false;
    if (result->probable && !recipe_measure(work->run, net, &work->new.data, result, err)) return false;
    describe_run(work);
    const char *marginals =
        work->chain && work->chain->models ? work->chain->model[work->chain->models - 1].path : NULL;
    if (recipe->examples->shown_at && last == NET_SOFTMAX &&
        !recipe_judge_hands(work->run, net, marginals, &work->new.packed, result, err))
        return false;
    result->interrupted = progress_interrupted();
    return true;
}

// ---- Figures ----

static bool draw_losses(Work *work, const TrainReport *report, Error *err) {
    const Recipe *recipe = work->recipe;
    char name[48];
    snprintf(name, sizeof name, "%.40s-loss", recipe->name);
    LabFigure *figure = lab_figure(work->lab, name, "", 720, 420, "Loss by epoch");
    bool validated = report->epochs && !isnan(report->history[0].validation);
    text_add(&figure->data, "# epoch training validation rate seconds\n");
    for (int i = 0; i < report->epochs; i++) {
        const TrainEpoch *epoch = &report->history[i];
        text_addf(&figure->data, "%d %.9g %.9g %.9g %.3f\n", i + 1, epoch->training, epoch->validation, epoch->rate,
                  epoch->seconds);
    }
    text_addf(&figure->script,
              "set title \"%s\" noenhanced\nset xlabel \"epoch\"\nset ylabel \"loss\"\nset xrange [0.5:%d.5]\n"
              "plot data using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb blue title \"training\"",
              recipe->name, report->epochs > 1 ? report->epochs : 1);
    if (validated)
        text_add(&figure->script,
                 ", data using 1:3 with linespoints pt 7 ps 0.4 lw 2 lc rgb orange title \"validation\"");
    text_add(&figure->script, "\n");
    return report->epochs == 0 || lab_figure_draw(work->lab, figure, err);
}

// ---- The map of hands ----

// The layers up to the first one of two units, as a net of their own.
static Net *encoder_of(const Net *net, Error *err) {
    char layers[256];
    int at = 0;
    while (net_layer(net, at)->outputs != 2) at++;
    text_copy(layers, sizeof layers, net_architecture(net));
    char *end = layers + strcspn(layers, " ");
    for (int i = 0; i <= at; i++) end += 1 + strcspn(end + 1, " ");
    *end = '\0';
    Net *encoder = net_make(layers, 1, err);
    if (encoder) memcpy(net_block(encoder), net_weights(net), net_parameters(encoder) * sizeof(float));
    return encoder;
}

static bool draw_map(Work *work, const Net *net, Error *err) {
    enum { MOST = 4000 };
    Net *encoder = encoder_of(net, err);
    if (!encoder) return false;
    char name[48];
    snprintf(name, sizeof name, "%.40s-map", work->recipe->name);
    LabFigure *figure = lab_figure(work->lab, name, "", 720, 600, "Hands as two numbers");
    text_add(&figure->data, "# first second deadwood hand\n");
    uint32_t count = work->new.data.count, every = count / MOST + 1;
    for (uint32_t i = 0; i < count; i += every) {
        float input[CARD_COUNT] = {0}, target[CARD_COUNT] = {0}, weight = 1, at[2];
        work->new.data.fill(work->new.data.context, &i, 1, input, target, &weight);
        net_apply(encoder, NULL, input, at);
        CardSet hand = 0;
        for (int c = 0; c < CARD_COUNT; c++)
            if (input[c] > 0) hand |= set_of(card_from_index(c));
        char cards[SET_TEXT];
        set_print(hand, ',', cards);
        text_addf(&figure->data, "%.6g %.6g %d %s\n", (double)at[0], (double)at[1], gin_deadwood(hand), cards);
    }
    text_add(&figure->script,
             "set title \"Hands, coloured by deadwood\"\nset cblabel \"deadwood\"\n"
             "set palette defined (0 \"#009E73\", 15 \"#56B4E9\", 35 \"#0072B2\", 60 \"#E69F00\", 100 \"#D55E00\")\n"
             "set xlabel \"first unit\"\nset ylabel \"second unit\"\n"
             "plot data using 1:2:3 with points pt 7 ps 0.4 lc palette\n");
    net_close(encoder);
    return lab_figure_draw(work->lab, figure, err);
}

static bool make_map(Work *work, Error *err) {
    Net *net = NULL;
    TrainReport report = {0};
    Text path = {0};
    size_t size = strlen(work->run->out), ending = strlen(".safetensors");
    bool known = size > ending && strcmp(work->run->out + size - ending, ".safetensors") == 0;
    text_addf(&path, "%.*s-map.safetensors", (int)(known ? size - ending : size), work->run->out);
    bool done = train_net(work, work->recipe->map, "map.", &net, &report, err);
    work->result->interrupted = done && report.interrupted;
    if (done && !report.interrupted)
        done = recipe_save_net(work->run, work->result, &report, net, path.data, NULL, err) && draw_map(work, net, err);
    train_report_free(&report);
    net_close(net);
    text_free(&path);
    return done;
}

// ---- The two kinds of recipes ----

static bool finish_net(Work *work, const Net *net, const TrainReport *report, Error *err) {
    RecipeResult *result = work->result;
    if (!evaluate_net(work, net, err)) return false;
    if (result->interrupted) return true;
    if (!recipe_save_net(work->run, result, report, net, work->run->out, result->quality, err)) return false;
    if (!recipe_hash(work->run, result, err) || !draw_losses(work, report, err)) return false;
    if (*work->recipe->map && !make_map(work, err)) return false;
    if (result->interrupted) return true;
    remove_checkpoint(work->run, "");
    remove_checkpoint(work->run, "map.");
    return !work->chain || recipe_chain_done(work->run, work->chain, result->sha256, err);
}

static bool run_net(Work *work, Error *err) {
    const Recipe *recipe = work->recipe;
    if (work->run->fresh) {
        remove_checkpoint(work->run, "");
        remove_checkpoint(work->run, "map.");
    }
    if (!open_examples(work, false, err)) return false;
    work->result->interrupted = progress_interrupted();
    if (work->result->interrupted) return true;
    Net *net = NULL;
    TrainReport report = {0};
    bool done = train_net(work, recipe->net, "", &net, &report, err);
    if (done) note_training(work, net, &report);
    if (done && !report.interrupted) done = finish_net(work, net, &report, err);
    train_report_free(&report);
    net_close(net);
    return done;
}

// What the counts say about new games, as the estimator that uses them.
static bool evaluate_counts(Work *work, Error *err) {
    RecipeResult *result = work->result;
    GinPart estimator;
    EstimatorScore *score = calloc(1, sizeof *score);
    DatasetGames games = games_of_recipe(work, true);
    Text spec = {0};
    text_addf(&spec, "bayes:model=%s%s", strchr(work->run->out, '/') ? "" : "./", work->run->out);
    bool done = (score || error_set(err, "out of memory")) && gin_estimator_open(spec.data, &estimator, err);
    if (done) {
        done = dataset_score(score, &estimator, &games, err);
        gin_part_close(&estimator);
    }
    if (done) {
        result->metrics = score->all;
        result->probable = true;
        result->new_rows = (uint32_t)score->all.rows;
        result->loss = metrics_log_loss(&score->unknown);
        result->interrupted = progress_interrupted();
        snprintf(result->quality, sizeof result->quality,
                 "log loss %.4f of unknown cards, accuracy %.2f%% of all on new games", result->loss,
                 100 * metrics_accuracy(&score->all));
    }
    text_free(&spec);
    free(score);
    return done;
}

static bool run_counts(Work *work, Error *err) {
    BayesCounts *counts = calloc(1, sizeof *counts);
    DatasetGames games = games_of_recipe(work, false);
    bool done = (counts || error_set(err, "out of memory")) && dataset_count(counts, &games, err);
    work->result->interrupted = progress_interrupted();
    if (done && !work->result->interrupted) {
        work->result->rows = (uint32_t)counts->turns;
        work->result->parameters = (size_t)BAYES_EVENTS * BAYES_CELLS;
        work->result->training = work->result->validation = (double)NAN;
        done = bayes_save(counts, recipe_source(work->recipe), work->run->out, err) && evaluate_counts(work, err) &&
               recipe_hash(work->run, work->result, err);
    }
    free(counts);
    return done;
}

// A recipe with a mix: first what goes before it, then the same as any other.
static bool run_step(Work *work, Error *err) {
    work->chain = calloc(1, sizeof *work->chain);
    if (!work->chain) return error_set(err, "out of memory");
    if (work->run->fresh) recipe_chain_forget(work->run);
    if (!recipe_chain(work->run, work->chain, &work->result->interrupted, err)) return false;
    return work->result->interrupted || run_net(work, err);
}

static bool run_games(Work *work, Error *err) {
    if (!check_recipe_players(work->recipe, err)) return false;
    return work->recipe->examples->inputs ? run_net(work, err) : run_counts(work, err);
}

// What lay there before a run, and what to tidy up if it fails before it wrote anything.
typedef struct Place {
    Text folder[4];
    size_t there[4];
} Place;

static Place look_at_place(const RecipeRun *run) {
    Place place = {.there = {0}};
    const char *slash = strrchr(run->out, '/');
    text_addf(&place.folder[0], "%s/data", run->folder);
    text_addf(&place.folder[1], "%s/figures", run->folder);
    text_add(&place.folder[2], run->folder);
    text_add_bytes(&place.folder[3], run->out, slash ? (size_t)(slash - run->out) : 0);
    for (int i = 0; i < 4; i++) place.there[i] = lab_folder_there(place.folder[i].data);
    return place;
}

static void leave_place(Place *place, bool done) {
    for (int i = 0; i < 4; i++) {
        if (!done) lab_remove_folder(place->folder[i].data, place->there[i]);
        text_free(&place->folder[i]);
    }
}

bool recipe_run(const RecipeRun *run, RecipeResult *result, Error *err) {
    Place place = look_at_place(run);
    double started = progress_clock();
    *result = (RecipeResult){.epochs = 0};
    Work work = {.run = run, .recipe = run->recipe, .result = result, .lab = lab_open(err)};
    if (!work.lab) {
        leave_place(&place, false);
        return false;
    }
    work.lab->folder = run->folder;
    bool done = count_recipe_games(&work, err) && lab_make_folders(work.lab, err) && recipe_make_place(run->out, err);
    if (done && run->recipe->kind == RECIPE_LOOPED) {
        done = recipe_loop(run, result, err);
    } else if (done && run->recipe->kind == RECIPE_TD) {
        done = recipe_td(run, result, err);
    } else if (done && run->recipe->kind == RECIPE_LEAGUE) {
        done = recipe_league(run, result, err);
    } else if (done && run->recipe->kind == RECIPE_RUMMY) {
        done = recipe_rummy(run, result, err);
    } else {
        done = done && (recipe_is_step(run->recipe) ? run_step(&work, err) : run_games(&work, err));
        text_copy(result->missing, sizeof result->missing, work.lab->missing);
    }
    done = memory_sufficed(err) && done;
    leave_place(&place, done);
    dataset_close(&work.learn);
    dataset_close(&work.new);
    free(work.chain);
    lab_close(work.lab);
    result->seconds = progress_clock() - started;
    return done;
}
