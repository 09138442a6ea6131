// SPDX-License-Identifier: MIT
// The closed loop that Nguyen, Doan & Neller (2021) propose: the models are made again from the games of the player
// that uses them, generation after generation, and each generation plays the one before and Simple.
//
// What is done is kept in FOLDER/loop.txt, line by line, so that a loop that was cut short goes on with the next step.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "gin/players/list/players.h"
#include "report/lab.h"
#include "train/recipe/recipe_internal.h"

typedef struct Model {
    Recipe recipe;
    char key[32]; // the player's setting that takes it: "knock.model"
} Model;

typedef struct Loop {
    const RecipeRun *run;
    const Recipe *recipe;
    RecipeResult *result;
    Model *models;
    int count;
    Text done;                                           // loop.txt
    Text path;                                           // its path
    bool made[RECIPE_MOST_GENERATIONS + 1][RECIPE_LOOP]; // what it says is done
    bool played[RECIPE_MOST_GENERATIONS + 1];
} Loop;

// ---- What the player takes ----

static const GinPlayerRow *find_player_row(const char *name) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}

static const GinPolicy *find_policy(GinColumn column, const char *name) {
    int count;
    const GinPolicy *const *policies = gin_policies(column, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(policies[i]->name, name) == 0) return policies[i];
    return NULL;
}

static bool find_model_key(const Recipe *recipe, Model *model, Error *err) {
    const GinPlayerRow *row = find_player_row(recipe->loop.player);
    if (!row)
        return error_set(err, "%s: player '%.60s' is no row of `deadwood players`", recipe->path, recipe->loop.player);
    for (int column = 0; column < GIN_COLUMNS; column++) {
        const GinPolicy *policy = find_policy((GinColumn)column, gin_row_column(row, (GinColumn)column));
        if (!policy || !policy->file || strcmp(policy->file, model->recipe.output) != 0) continue;
        snprintf(model->key, sizeof model->key, "%s.model", gin_column_name((GinColumn)column));
        return true;
    }
    return error_set(err, "%s: player %s uses no %s, which the recipe %s makes", recipe->path, recipe->loop.player,
                     model->recipe.output, model->recipe.name);
}

static bool open_models(Loop *loop, Error *err) {
    char names[sizeof loop->recipe->loop.recipes];
    text_copy(names, sizeof names, loop->recipe->loop.recipes);
    char *rest = names;
    for (char *name; (name = strsep(&rest, " \t")) != NULL;) {
        if (!*name) continue;
        if (loop->count == RECIPE_LOOP) return error_set(err, "a loop of more than %d recipes", RECIPE_LOOP);
        Model *model = &loop->models[loop->count++];
        if (!recipe_load(name, &model->recipe, err)) return error_prefix(err, "%s", loop->recipe->path);
        if (model->recipe.kind == RECIPE_LOOPED) return error_set(err, "%s: a loop of loops", loop->recipe->path);
        if (model->recipe.kind != RECIPE_MODEL)
            return error_set(err, "%s: %s learns while it plays", loop->recipe->path, name);
        if (!find_model_key(loop->recipe, model, err)) return false;
    }
    return loop->count > 0 || error_set(err, "%s: loop names no recipe", loop->recipe->path);
}

static void loop_model_path(const Loop *loop, int generation, int model, Text *path) {
    const char *folder = loop->run->folder;
    text_addf(path, "%s%s/g%d/%s", strchr(folder, '/') ? "" : "./", folder, generation,
              loop->models[model].recipe.output);
}

// Does a setting such as "knock=limit,limit=3" put another policy where `key`, "knock.model", belongs? Then it cannot
// be given beside it.
static bool replaces(const char *setting, const char *key) {
    size_t column = strcspn(key, ".");
    return setting && strncmp(setting, key, column) == 0 && setting[column] == '=';
}

// The player of a generation; 0 is the one with the models it came with. `also` is one more setting, or NULL.
static void loop_player(const Loop *loop, int generation, const char *also, Text *spec) {
    const char *next = ":";
    text_add(spec, loop->recipe->loop.player);
    for (int i = 0; generation > 0 && i < loop->count; i++) {
        if (replaces(also, loop->models[i].key)) continue;
        text_addf(spec, "%s%s=", next, loop->models[i].key);
        loop_model_path(loop, generation, i, spec);
        next = ",";
    }
    const char *choice = loop->result->generation[generation].choice;
    if (*choice && !replaces(also, choice)) {
        text_addf(spec, "%s%s", next, choice);
        next = ",";
    }
    if (also) text_addf(spec, "%s%s", next, also);
}

// Those that play to be learned from: one for each setting to vary. Counts are of the player as it is.
static void players_of(const Loop *loop, int generation, bool varied, Text *players) {
    char settings[sizeof loop->recipe->loop.vary];
    text_copy(settings, sizeof settings, loop->recipe->loop.vary);
    char *rest = settings;
    for (char *setting; varied && (setting = strsep(&rest, " \t")) != NULL;) {
        if (!*setting) continue;
        if (players->size) text_add(players, " ");
        loop_player(loop, generation, setting, players);
    }
    if (!players->size) loop_player(loop, generation, NULL, players);
}

// ---- What is done ----

static void describe_loop(const Loop *loop, Text *text) {
    const Recipe *recipe = loop->recipe;
    text_addf(text,
              "loop %s | player %s | vary %s | choose %s | games %" PRIu64 " | match %" PRIu64 " | seed %" PRIu64
              " | epochs %d\n",
              recipe->loop.recipes, recipe->loop.player, recipe->loop.vary, recipe->loop.choose, recipe->games,
              recipe->match, recipe->plan.seed, recipe->loop_epochs);
}

static bool keep_generation(Loop *loop, Error *err) {
    return text_write_file(loop->path.data, loop->done.data, loop->done.size, err);
}

static bool read_done(Loop *loop, const char *line) {
    int generation = 0, model = 0;
    double a, b, c, d;
    char choice[64];
    if (sscanf(line, "choice %d %63s", &generation, choice) == 2) {
        if (generation < 0 || generation > RECIPE_MOST_GENERATIONS) return false;
        text_copy(loop->result->generation[generation].choice, sizeof choice, choice);
        return true;
    }
    if (sscanf(line, "model %d %d %lf", &generation, &model, &a) == 3) {
        if (generation < 1 || generation > RECIPE_MOST_GENERATIONS || model < 0 || model >= loop->count) return false;
        loop->made[generation][model] = true;
        if (generation <= loop->recipe->loop.generations) loop->result->generation[generation].quality[model] = a;
        return true;
    }
    if (sscanf(line, "match %d %lf %lf %lf %lf", &generation, &a, &b, &c, &d) != 5) return false;
    if (generation < 0 || generation > RECIPE_MOST_GENERATIONS) return false;
    loop->played[generation] = true;
    if (generation <= loop->recipe->loop.generations) {
        RecipeGeneration *result = &loop->result->generation[generation];
        result->previous = a, result->previous_error = b, result->simple = c, result->simple_error = d;
    }
    return true;
}

static bool open_done(Loop *loop, Error *err) {
    Text head = {0}, file = {0};
    describe_loop(loop, &head);
    text_addf(&loop->path, "%s/loop.txt", loop->run->folder);
    if (loop->run->fresh) unlink(loop->path.data);
    bool there = access(loop->path.data, F_OK) == 0, good = true;
    if (there) good = text_read_file(&file, loop->path.data, 1 << 20, err);
    if (there && good && (!file.data || strncmp(file.data, head.data, head.size) != 0))
        good = error_set(err, "%s belongs to another loop; --fresh begins again", loop->path.data);
    text_add(&loop->done, there && good ? file.data : head.data);
    char *rest = there && good ? file.data + head.size : NULL;
    for (char *line; good && (line = strsep(&rest, "\n")) != NULL;)
        if (*line && !read_done(loop, line))
            good = error_set(err, "%s is damaged at '%.40s'; --fresh begins again", loop->path.data, line);
    loop->result->resumed = there;
    text_free(&head);
    text_free(&file);
    return good;
}

// ---- Steps ----

static bool make_model(Loop *loop, int generation, int index, Error *err) {
    Recipe *recipe = malloc(sizeof *recipe);
    RecipeResult *result = malloc(sizeof *result);
    Text players = {0}, path = {0}, folder = {0};
    bool done = (recipe && result) || error_set(err, "out of memory");
    if (done) {
        *recipe = loop->models[index].recipe;
        recipe->games = loop->recipe->games;
        recipe->evaluation = 0;
        recipe->records[0] = '\0'; // a loop learns from its own games
        recipe->plan.seed = loop->recipe->plan.seed + (uint64_t)generation;
        if (loop->recipe->loop_epochs && recipe->examples->inputs) recipe->plan.epochs = loop->recipe->loop_epochs;
        players_of(loop, generation - 1, recipe->examples->inputs > 0, &players);
        done = text_copy(recipe->players, sizeof recipe->players, players.data) ||
               error_set(err, "the players' names are too long together: '%.80s...'", players.data);
    }
    if (done) {
        loop_model_path(loop, generation, index, &path);
        text_addf(&folder, "%s/g%d", loop->run->folder, generation);
        RecipeRun run = *loop->run;
        run.recipe = recipe;
        run.out = path.data;
        run.folder = folder.data;
        done = recipe_run(&run, result, err) || error_prefix(err, "generation %d", generation);
        loop->result->interrupted = done && result->interrupted;
    }
    if (done && !result->interrupted) {
        loop->result->generation[generation].quality[index] = result->loss;
        text_addf(&loop->done, "model %d %d %.17g\n", generation, index, result->loss);
        done = keep_generation(loop, err);
    }
    text_free(&players);
    text_free(&path);
    text_free(&folder);
    free(recipe);
    free(result);
    return done;
}

static bool play_loop_match(Loop *loop, const char *player, const char *other, uint64_t match_number, double *share,
                            double *error, Error *err) {
    GinMatchPlan plan = {.common = {.players = {player, other},
                                    .seed = loop->recipe->plan.seed,
                                    .match = match_number,
                                    .games = loop->recipe->match + loop->recipe->match % 2,
                                    .threads = loop->run->threads,
                                    .quiet = loop->run->quiet},
                         .rules = gin_rules_default(),
                         .duplicate = true};
    MatchResult match;
    if (!gin_match_run(&plan, &match, err)) return false;
    MatchStrength stats = match_strength(&match.totals, 2);
    loop->result->interrupted = match.end == ARENA_INTERRUPTED;
    *share = stats.player[0].win_rate;
    *error = stats.score_error;
    return true;
}

static bool play_loop_matches(Loop *loop, int generation, Error *err) {
    RecipeGeneration *result = &loop->result->generation[generation];
    Text player = {0}, before = {0};
    loop_player(loop, generation, NULL, &player);
    loop_player(loop, generation > 0 ? generation - 1 : 0, NULL, &before);
    bool done = play_loop_match(loop, player.data, "simple", 0, &result->simple, &result->simple_error, err);
    result->previous = 0.5;
    if (done && generation > 0 && !loop->result->interrupted)
        done = play_loop_match(loop, player.data, before.data, 0, &result->previous, &result->previous_error, err);
    if (done && !loop->result->interrupted) {
        text_addf(&loop->done, "match %d %.17g %.17g %.17g %.17g\n", generation, result->previous,
                  result->previous_error, result->simple, result->simple_error);
        done = keep_generation(loop, err);
    }
    text_free(&player);
    text_free(&before);
    return done;
}

// Takes the setting that wins most against Simple, on other cards than the matches that are reported: the best of
// several on the same ones would look better than it is.
static bool choose_generation(Loop *loop, int generation, Error *err) {
    RecipeGeneration *result = &loop->result->generation[generation];
    char settings[sizeof loop->recipe->loop.choose];
    text_copy(settings, sizeof settings, loop->recipe->loop.choose);
    char *rest = settings;
    const char *best = NULL;
    double most = -1;
    for (char *setting; (setting = strsep(&rest, " \t")) != NULL;) {
        if (!*setting) continue;
        Text player = {0};
        double share = 0, error;
        loop_player(loop, generation, setting, &player);
        bool done = play_loop_match(loop, player.data, "simple", 1, &share, &error, err);
        text_free(&player);
        if (!done || loop->result->interrupted) return done;
        if (share > most) most = share, best = setting;
    }
    if (!best) return true;
    if (!text_copy(result->choice, sizeof result->choice, best))
        return error_set(err, "%s: the setting '%.40s...' is too long", loop->recipe->path, best);
    text_addf(&loop->done, "choice %d %s\n", generation, best);
    return keep_generation(loop, err);
}

static void say_generation(const Loop *loop, int generation) {
    const RecipeGeneration *result = &loop->result->generation[generation];
    if (loop->run->quiet) return;
    fprintf(stderr, "generation %d: %.1f%% against Simple", generation, 100 * result->simple);
    if (*result->choice) fprintf(stderr, " (%s)", result->choice);
    if (generation) fprintf(stderr, ", %.1f%% against generation %d", 100 * result->previous, generation - 1);
    fprintf(stderr, "\n");
}

static bool make_generation(Loop *loop, int generation, Error *err) {
    for (int i = 0; generation > 0 && i < loop->count && !loop->result->interrupted; i++)
        if (!loop->made[generation][i] && !make_model(loop, generation, i, err)) return false;
    if (loop->result->interrupted) return true;
    if (!*loop->result->generation[generation].choice && !choose_generation(loop, generation, err)) return false;
    if (loop->result->interrupted) return true;
    if (!loop->played[generation] && !play_loop_matches(loop, generation, err)) return false;
    if (loop->result->interrupted) return true;
    loop->result->generations = generation;
    say_generation(loop, generation);
    return true;
}

// ---- Report ----

// Does strength rise? Two standard errors of the difference decide.
static void judge_loop(const Loop *loop) {
    RecipeResult *result = loop->result;
    const RecipeGeneration *first = &result->generation[0], *last = &result->generation[result->generations];
    double gain = last->simple - first->simple, error = hypot(last->simple_error, first->simple_error);
    const char *verdict = gain > 2 * error    ? "strength rises"
                          : gain < -2 * error ? "strength falls"
                                              : "no difference beyond chance";
    snprintf(result->quality, sizeof result->quality,
             "%.1f%% against Simple before, %.1f%% after %d generations (difference %+.1f +- %.1f points): %s",
             100 * first->simple, 100 * last->simple, result->generations, 100 * gain, 196 * error, verdict);
    result->loss = last->quality[0];
    result->training = result->validation = (double)NAN;
}

static bool draw_loop_figure(const Loop *loop, Error *err) {
    LabRun *lab = lab_open(err);
    if (!lab) return false;
    lab->folder = loop->run->folder;
    LabFigure *figure = lab_figure(lab, loop->recipe->name, "", 720, 420, "Strength by generation");
    text_add(&figure->data, "# generation simple simple_error previous previous_error losses\n");
    for (int g = 0; g <= loop->result->generations; g++) {
        const RecipeGeneration *result = &loop->result->generation[g];
        text_addf(&figure->data, "%d %.5f %.5f %.5f %.5f", g, 100 * result->simple, 100 * result->simple_error,
                  100 * result->previous, 100 * result->previous_error);
        for (int i = 0; i < loop->count; i++) text_addf(&figure->data, " %.6f", result->quality[i]);
        text_add(&figure->data, "\n");
    }
    text_addf(&figure->script,
              "set title \"%s\" noenhanced\nset xlabel \"generation\"\nset ylabel \"games won, %%\"\nset xtics 1\n"
              "set key outside top center horizontal\n"
              "set xrange [-0.5:%d.5]\n"
              "plot data using 1:2 with linespoints pt 7 lw 2 lc rgb blue title \"against Simple\", "
              "data using 1:($2-2*$3):(0):(4*$3) with vectors heads size 0.05,90 lc rgb blue, "
              "data using 1:($1>0?$4:NaN) with linespoints pt 7 lw 2 lc rgb orange title \"against the one before\"\n",
              loop->recipe->name, loop->result->generations);
    bool done = lab_figure_draw(lab, figure, err);
    text_copy(loop->result->missing, sizeof loop->result->missing, lab->missing);
    lab_close(lab);
    return done;
}

// The last generation's first model is what the recipe puts out.
static bool put_out(const Loop *loop, Error *err) {
    Text path = {0}, file = {0};
    loop_model_path(loop, loop->recipe->loop.generations, 0, &path);
    bool done = text_read_file(&file, path.data, SIZE_MAX, err) &&
                text_write_file(loop->run->out, file.data, file.size, err) && recipe_hash(loop->run, loop->result, err);
    text_free(&path);
    text_free(&file);
    return done;
}

static bool run_generations(Loop *loop, Error *err) {
    if (!open_models(loop, err) || !open_done(loop, err)) return false;
    for (int generation = 0; generation <= loop->recipe->loop.generations; generation++) {
        if (!make_generation(loop, generation, err)) return false;
        if (loop->result->interrupted) return true;
    }
    judge_loop(loop);
    if (!draw_loop_figure(loop, err) || !put_out(loop, err)) return false;
    unlink(loop->path.data);
    return true;
}

bool recipe_loop(const RecipeRun *run, RecipeResult *result, Error *err) {
    Loop *loop = calloc(1, sizeof *loop);
    Model *models = calloc(RECIPE_LOOP, sizeof *models);
    bool done = (loop && models) || error_set(err, "out of memory");
    if (done) {
        loop->run = run;
        loop->recipe = run->recipe;
        loop->result = result;
        loop->models = models;
        done = run_generations(loop, err);
        text_free(&loop->done);
        text_free(&loop->path);
    }
    free(models);
    free(loop);
    return done;
}
