// SPDX-License-Identifier: MIT
// Running a recipe: games, examples, training, evaluation on new games, weights, curve.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/progress.h"
#include "gin/players/hand_examples.h"
#include "lab/lab.h"
#include "lab/recipe_internal.h"
#include "lab/recorded.h"

typedef struct Work {
    const RecipeRun *run;
    const Recipe *recipe;
    RecipeResult *result;
    uint64_t evaluation; // games; those to learn from are result->games
    LabRun *lab;         // for the figures
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

bool recipe_hash(const RecipeRun *run, RecipeResult *result, Error *err) {
    Text file = {0};
    bool read = text_read_file(&file, run->out, SIZE_MAX, err);
    Sha256 hash = sha256_begin();
    if (read) sha256_add(&hash, file.data, file.size);
    sha256_end(&hash, result->sha256);
    result->bytes = file.size;
    text_free(&file);
    return read;
}

static void checkpoint_path(const RecipeRun *run, const char *kind, Text *path) {
    text_addf(path, "%s.%scheckpoint", run->out, kind);
}

static void remove_checkpoint(const RecipeRun *run, const char *kind) {
    Text path = {0};
    checkpoint_path(run, kind, &path);
    unlink(path.data);
    text_free(&path);
}

// ---- Games ----

static DatasetGames games_of(const Work *work, bool new) {
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

// How many games there are to learn from and to evaluate with: all that were recorded, the last ones to evaluate with.
static bool count_games(Work *work, Error *err) {
    const Recipe *recipe = work->recipe;
    uint64_t games = recipe->games;
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

static bool check_players(const Recipe *recipe, Error *err) {
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
    checkpoint_path(work->run, kind, &checkpoint);
    plan.checkpoint = checkpoint.data;
    plan.threads = work->run->threads;
    plan.device = work->run->device;
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
    int shown = work->recipe->plan.keep_best ? report->best_epoch : report->epochs;
    result->training = shown ? report->history[shown - 1].training : (double)NAN;
    result->validation = shown ? report->history[shown - 1].validation : (double)NAN;
}

// ---- Evaluation ----

enum { BLOCK = 128 }; // examples

// Categorical cross-entropy divides sigmoids by their sum and so leaves their size open: as probabilities, they are
// scaled to as many as are true, as the estimators do.
static void scale_answers(float *answers, const float *targets, size_t count) {
    double sum = 0, wanted = 0;
    for (size_t i = 0; i < count; i++) sum += (double)answers[i], wanted += (double)targets[i];
    for (size_t i = 0; sum > 0 && i < count; i++) answers[i] = fminf(1, (float)((double)answers[i] * wanted / sum));
}

static void measure_block(const Work *work, const Net *net, uint32_t first, uint32_t count, float *room) {
    const TrainData *data = &work->new.data;
    size_t rows = (size_t)count * (size_t)data->steps, in = (size_t)net_inputs(net), out = (size_t)net_outputs(net);
    float *inputs = room, *targets = inputs + rows * in, *answers = targets + rows * out,
          *weights = answers + rows * out;
    memset(room, 0, rows * (in + out) * sizeof *room);
    for (size_t i = 0; i < rows; i++) weights[i] = 1;
    uint32_t indices[BLOCK];
    for (uint32_t i = 0; i < count; i++) indices[i] = first + i;
    data->fill(data->context, indices, (int)count, inputs, targets, weights);
    net_apply_many(net, (int)count, data->steps, inputs, answers);
    bool scaled = work->recipe->plan.loss == TRAIN_CATEGORICAL;
    for (size_t i = 0; scaled && i < rows; i++) scale_answers(answers + i * out, targets + i * out, out);
    for (size_t i = 0; i < rows; i++)
        if (weights[i] > 0) metrics_add(&work->result->metrics, answers + i * out, targets + i * out, NULL, (int)out);
}

static bool measure(const Work *work, const Net *net, Error *err) {
    const TrainData *data = &work->new.data;
    size_t row = (size_t)net_inputs(net) + 2 * (size_t)net_outputs(net) + 1;
    float *room = malloc(BLOCK * (size_t)data->steps * row * sizeof *room);
    if (!room) return error_set(err, "out of memory");
    for (uint32_t done = 0; done < data->count && !progress_interrupted(); done += BLOCK) {
        uint32_t left = data->count - done;
        measure_block(work, net, done, left < BLOCK ? left : BLOCK, room);
    }
    free(room);
    return true;
}

static void describe(const Work *work) {
    RecipeResult *result = work->result;
    const Metrics *m = &result->metrics;
    char *to = result->quality;
    size_t room = sizeof result->quality;
    if (!result->probable)
        snprintf(to, room, "loss %.4f on new games", result->loss);
    else if (strcmp(work->recipe->examples->name, "hands") == 0)
        snprintf(to, room, "loss %.4f, %.1f%% of the cards of new hands recovered", result->loss, 100 * metrics_top(m));
    else if (work->recipe->examples->outputs > 1)
        snprintf(to, room, "log loss %.4f, accuracy %.2f%%, %.1f%% of the cards among the ten likeliest, new games",
                 metrics_log_loss(m), 100 * metrics_accuracy(m), 100 * metrics_top(m));
    else
        snprintf(to, room, "log loss %.4f, accuracy %.2f%% on new games", metrics_log_loss(m),
                 100 * metrics_accuracy(m));
}

static bool evaluate(Work *work, const Net *net, Error *err) {
    const Recipe *recipe = work->recipe;
    RecipeResult *result = work->result;
    DatasetGames games = games_of(work, true);
    NetActivation last = net_layer(net, net_layers(net) - 1)->activation;
    if (!dataset_open(&work->new, recipe->examples, recipe->steps, &games, err)) return false;
    result->interrupted = progress_interrupted();
    if (result->interrupted) return true;
    result->new_rows = work->new.data.count;
    result->probable = last == NET_SIGMOID || last == NET_SOFTMAX;
    result->metrics = (Metrics){0};
    if (!train_evaluate(net, recipe->plan.loss, &work->new.data, 0, work->new.data.count, work->run->threads,
                        &result->loss, err))
        return false;
    if (result->probable && !measure(work, net, err)) return false;
    result->interrupted = progress_interrupted();
    describe(work);
    return true;
}

// ---- Weights ----

typedef struct Facts {
    WeightsFact list[16];
    char texts[16][40];
    int count;
} Facts;

static void add_fact(Facts *facts, const char *name, const char *value) {
    facts->list[facts->count++] = (WeightsFact){name, value};
}

static void add_count(Facts *facts, const char *name, uint64_t value) {
    snprintf(facts->texts[facts->count], sizeof facts->texts[0], "%" PRIu64, value);
    add_fact(facts, name, facts->texts[facts->count]);
}

static void add_loss(Facts *facts, const char *name, double value) {
    snprintf(facts->texts[facts->count], sizeof facts->texts[0], "%.6g", value);
    if (!isnan(value)) add_fact(facts, name, facts->texts[facts->count]);
}

// Nothing that would differ from one run to the next: the same command gives the same bytes.
static bool save_net(const Work *work, const Net *net, const char *path, const char *quality, Error *err) {
    const Recipe *recipe = work->recipe;
    const RecipeResult *result = work->result;
    Facts facts = {.count = 0};
    add_fact(&facts, "recipe", recipe->name);
    add_fact(&facts, "command", work->run->command);
    add_fact(&facts, "examples", recipe->examples->name);
    if (*recipe->records)
        add_fact(&facts, "records", recipe->records);
    else
        add_fact(&facts, "players", recipe->players);
    add_count(&facts, "games", result->games);
    add_count(&facts, "rows", result->rows);
    add_count(&facts, "epochs", (uint64_t)result->epochs);
    add_count(&facts, "seed", recipe->plan.seed);
    if (quality) { // the map has none of its own
        add_loss(&facts, "training_loss", result->training);
        add_loss(&facts, "validation_loss", result->validation);
        add_fact(&facts, "quality", quality);
    }
    return net_save(net, facts.list, facts.count, path, err);
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
    if (done && !report.interrupted) done = save_net(work, net, path.data, NULL, err) && draw_map(work, net, err);
    train_report_free(&report);
    net_close(net);
    text_free(&path);
    return done;
}

// ---- The two kinds of recipes ----

static bool finish_net(Work *work, const Net *net, const TrainReport *report, Error *err) {
    RecipeResult *result = work->result;
    if (!evaluate(work, net, err)) return false;
    if (result->interrupted) return true;
    if (!save_net(work, net, work->run->out, result->quality, err)) return false;
    if (!recipe_hash(work->run, result, err) || !draw_losses(work, report, err)) return false;
    if (*work->recipe->map && !make_map(work, err)) return false;
    if (result->interrupted) return true;
    remove_checkpoint(work->run, "");
    remove_checkpoint(work->run, "map.");
    return true;
}

static bool run_net(Work *work, Error *err) {
    const Recipe *recipe = work->recipe;
    DatasetGames games = games_of(work, false);
    if (work->run->fresh) {
        remove_checkpoint(work->run, "");
        remove_checkpoint(work->run, "map.");
    }
    if (!dataset_open(&work->learn, recipe->examples, recipe->steps, &games, err)) return false;
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
    DatasetGames games = games_of(work, true);
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
    DatasetGames games = games_of(work, false);
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

bool recipe_run(const RecipeRun *run, RecipeResult *result, Error *err) {
    double started = progress_clock();
    *result = (RecipeResult){.epochs = 0};
    Work work = {.run = run, .recipe = run->recipe, .result = result, .lab = lab_open()};
    work.lab->folder = run->folder;
    bool done = count_games(&work, err) && lab_make_folders(work.lab, err) && recipe_make_place(run->out, err);
    if (done && run->recipe->generations) {
        done = recipe_loop(run, result, err);
    } else if (done && run->recipe->td.is_one) {
        done = recipe_td(run, result, err);
    } else {
        done = done && check_players(run->recipe, err);
        done = done && (run->recipe->examples->inputs ? run_net(&work, err) : run_counts(&work, err));
        text_copy(result->missing, sizeof result->missing, work.lab->missing);
    }
    dataset_close(&work.learn);
    dataset_close(&work.new);
    lab_close(work.lab);
    result->seconds = progress_clock() - started;
    return done;
}
