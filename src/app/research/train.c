// SPDX-License-Identifier: MIT
#include <ftw.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "base/text/json.h"
#include "base/threads/progress.h"
#include "learn/files/models.h"
#include "learn/files/weights.h"
#include "learn/ppo/ppo.h"
#include "report/lab.h"
#include "train/exploit/exploits.h"

static const AppOption OPTIONS[] = {
    {"--games", "N", "so many games, instead of the recipe's"},
    {"--records", "FILE", "games that `deadwood match --records` recorded, instead of playing the recipe's"},
    {"--scale", "X", "so large a mix, with its searches, or league, with its games, and those before it"},
    {"--from", "FILE", "weights a league begins with, instead of the recipe's"},
    {"--epochs", "N", "so many epochs, instead of the recipe's"},
    {"--seed", "S", "where all chance comes from, instead of the recipe's"},
    {"--out", "FILE", "where the weights go (out/train/NAME/ and the recipe's output)"},
    {"--device", "D", "cpu or cuda (cpu)"},
    {"--mpi", NULL, "one of the processes that mpirun started: together they train the net that one alone would"},
    {"--check-device", NULL, "compares what the GPU learns in a few steps with the processor, and no more"},
    {"--threads", "T", "worker threads (all cores)"},
    {"--fresh", NULL, "begin again, even if there is a checkpoint"},
    {"--json", NULL, "print one JSON object"},
    {"--quiet", NULL, "show no progress"},
    {NULL, NULL, NULL},
};

// ---- Listing ----

static void json_recipe(Json *json, const char *name, const Recipe *recipe, const char *wrong) {
    json_object(json, NULL);
    json_string(json, "name", name);
    if (wrong) {
        json_string(json, "error", wrong);
    } else {
        json_string(json, "file", recipe->path);
        json_string(json, "about", recipe->about);
        json_string(json, "output", recipe->output);
    }
    json_end(json);
}

static int list_recipes(const AppArgs *args) {
    Text names = {0}, text = {0};
    int count = recipe_names(&names);
    Recipe *recipe = malloc(sizeof *recipe);
    Error err = {{0}};
    if (!recipe || count == 0) {
        bool found = count > 0 || recipe_load("", recipe, &err); // says where they were looked for
        free(recipe);
        text_free(&names);
        if (found) error_set(&err, "out of memory");
        return app_fail(APP_FAILED, &err);
    }
    bool as_json = app_switch(args, "--json");
    Json json = json_into(&text, true);
    if (as_json) {
        json_object(&json, NULL);
        json_array(&json, "recipes");
    }
    const char *at = names.data;
    for (int i = 0; i < count; i++, at += strlen(at) + 1) {
        bool good = recipe_load(at, recipe, &err);
        if (as_json)
            json_recipe(&json, at, recipe, good ? NULL : err.text);
        else
            text_addf(&text, "  %-18s %s\n", at, good ? recipe->about : err.text);
    }
    if (as_json) {
        json_end_array(&json);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        text_add(&text, "\nA recipe is a short text: copy one, change it, `deadwood train FILE`. Its keys:\n\n");
        recipe_print_keys(&text);
    }
    int code = app_print(&text);
    free(recipe);
    text_free(&names);
    text_free(&text);
    return code;
}

// ---- Running ----

static bool train_read_records(const AppArgs *args, Recipe *recipe, Text *command, Error *err) {
    const char *records = app_option(args, "--records");
    if (recipe->kind == RECIPE_LEAGUE && (records || app_option(args, "--games")))
        return error_set(err, "%s plays as many games as its league does; --scale 0.01 plays fewer", recipe->name);
    if (records && (recipe->kind == RECIPE_TD || recipe->kind == RECIPE_RUMMY))
        return error_set(err, "--records: %s learns while it plays", recipe->name);
    if (records && recipe->kind == RECIPE_LOOPED)
        return error_set(err, "--records: a closed loop learns from games of its own");
    if (records && !text_copy(recipe->records, sizeof recipe->records, records))
        return error_set(err, "--records: the name is too long");
    if (recipe_is_step(recipe) && (records || app_option(args, "--games")))
        return error_set(err, "%s makes its examples by its mix; --scale 0.01 makes fewer of them", recipe->name);
    if (*recipe->records && app_option(args, "--games"))
        return error_set(err, "--games is for games that are played; those of %.200s are recorded", recipe->records);
    if (!records) return true;
    recipe->players[0] = '\0';
    recipe->evaluation = 0;
    text_addf(command, " --records %s", records);
    return true;
}

static bool read_scale(const AppArgs *args, Recipe *recipe, RecipeRun *run, Text *command, Error *err) {
    const char *scale = app_option(args, "--scale");
    if (!scale) return true;
    if (!recipe_is_step(recipe) && recipe->kind != RECIPE_LEAGUE)
        return error_set(err, "--scale is for recipes with a mix or a league; --games for this one");
    if (!text_to_double(scale, "--scale", 1e-6, 100, &run->scale, err)) return false;
    recipe_scale(recipe, run->scale);
    text_addf(command, " --scale %s", scale);
    return true;
}

// Those before a league may take hours: what it begins with is looked at first.
static bool check_weights(const char *name, Error *err) {
    Text path = {0};
    Weights *weights = model_path(name, &path, err) ? weights_load(path.data, err) : NULL;
    bool good = weights != NULL || error_prefix(err, "--from");
    weights_close(weights);
    text_free(&path);
    return good;
}

static bool read_from(const AppArgs *args, Recipe *recipe, Text *command, Error *err) {
    const char *from = app_option(args, "--from");
    if (!from) return true;
    if (recipe->kind != RECIPE_LEAGUE) return error_set(err, "--from is for leagues");
    if (!check_weights(from, err)) return false;
    if (!text_copy(recipe->from, sizeof recipe->from, from)) return error_set(err, "--from: the name is too long");
    text_addf(command, " --from %s", from);
    return true;
}

// By name or file; or "exploit:TARGET", a league against that player alone.
static bool load_recipe(const AppArgs *args, Recipe *recipe, Error *err) {
    static const char exploit[] = "exploit:";
    const char *name = args->words[0];
    if (strncmp(name, exploit, sizeof exploit - 1) != 0) return recipe_load(name, recipe, err);
    return exploit_recipe(recipe, name + sizeof exploit - 1, app_option(args, "--from"), err);
}

static bool train_read_options(const AppArgs *args, Recipe *recipe, RecipeRun *run, Text *command, Error *err) {
    int64_t games, epochs;
    const char *seed = app_option(args, "--seed"), *device = app_option(args, "--device");
    if (!app_number(args, "--games", 1, INT64_C(1000000000), 0, &games, err)) return false;
    if (!app_number(args, "--epochs", 1, 1 << 20, 0, &epochs, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &recipe->plan.seed, err)) return false;
    if (device && strcmp(device, "cpu") != 0 && strcmp(device, "cuda") != 0)
        return error_set(err, "--device '%.40s' is neither cpu nor cuda", device);
    run->device = device && strcmp(device, "cuda") == 0 ? TRAIN_CUDA : TRAIN_CPU;
    run->fresh = app_switch(args, "--fresh");
    run->quiet = app_switch(args, "--quiet");
    text_addf(command, "deadwood train %s", args->words[0]);
    if (!train_read_records(args, recipe, command, err) || !read_scale(args, recipe, run, command, err) ||
        !read_from(args, recipe, command, err))
        return false;
    if (games) text_addf(command, " --games %" PRId64, games);
    if (epochs) text_addf(command, " --epochs %" PRId64, epochs);
    if (seed) text_addf(command, " --seed %s", seed);
    if (run->device == TRAIN_CUDA) text_add(command, " --device cuda");
    if (games) {
        recipe->games = (uint64_t)games;
        recipe->evaluation = 0;
    }
    if (epochs) recipe->plan.epochs = recipe->loop_epochs = (int)epochs;
    return app_threads(args, &run->threads, err);
}

static int train_print_result(const AppArgs *args, const RecipeRun *run, const RecipeResult *result) {
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        recipe_json(run, result, &json);
        text_add(&text, "\n");
    } else if (!result->interrupted) {
        recipe_table(run, result, &text);
        text_add(&text, "\nIts line of models/MANIFEST:\n");
        recipe_manifest(run, result, &text);
    }
    int code = text.size ? app_print(&text) : APP_DONE;
    text_free(&text);
    return code;
}

// ---- Several processes ----

// Where processes but the first put what only the first may write: a folder of its own for each, removed at the end.
typedef struct Aside {
    char folder[40];
    Text place, out; // for this recipe in it, beside those that go before
} Aside;

static bool step_aside(RecipeRun *run, Aside *aside, Error *err) {
    text_copy(aside->folder, sizeof aside->folder, "/tmp/deadwood-peer-XXXXXX");
    if (!mkdtemp(aside->folder)) return error_set(err, "no folder for temporary files can be made in /tmp");
    text_addf(&aside->place, "%s/%s", aside->folder, run->recipe->name);
    text_addf(&aside->out, "%s/out.safetensors", aside->place.data);
    if (!lab_make_folder(aside->place.data, err)) return false;
    run->folder = aside->place.data;
    run->out = aside->out.data;
    run->quiet = true;
    return true;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

// Weights that are there may be found done by the first process alone, while the others would wait for it.
static bool join_peers(const AppArgs *args, RecipeRun *run, Aside *aside, Error *err) {
    if (!app_switch(args, "--mpi")) return true;
    const Recipe *recipe = run->recipe;
    bool one_net = recipe->kind == RECIPE_MODEL && !recipe_is_step(recipe) && recipe->examples->inputs;
    if (!one_net && recipe->kind != RECIPE_LEAGUE)
        return error_set(err,
                         "--mpi is for leagues, and for recipes that train one net on games of their own; %s is "
                         "another kind",
                         recipe->name);
    if (run->device == TRAIN_CUDA) return error_set(err, "--mpi trains on processors; leave out --device cuda");
    run->peers = peers_open(err);
    if (!run->peers) return false;
    return peers_rank(run->peers) == 0 || step_aside(run, aside, err);
}

static void leave_peers(RecipeRun *run, Aside *aside, int code) {
    if (*aside->folder) nftw(aside->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    text_free(&aside->place);
    text_free(&aside->out);
    if (code == APP_FAILED) peers_abort(run->peers);
    peers_close(run->peers);
}

static void tell_peers(const RecipeRun *run, const RecipeResult *result) {
    if (!run->peers || run->quiet || !result->updates) return;
    app_tell("%d processes; this one sent %.0f bytes an update, in %" PRIu64 " of them", peers_count(run->peers),
             (double)result->sent / (double)result->updates, result->updates);
}

static int train_recipe(const AppArgs *args, const RecipeRun *run) {
    Error err = {{0}};
    RecipeResult *result = calloc(1, sizeof *result);
    if (!result) {
        error_set(&err, "out of memory");
        return app_fail(APP_FAILED, &err);
    }
    progress_catch_interrupt();
    int code = APP_FAILED;
    if (recipe_run(run, result, &err))
        code = peers_rank(run->peers) > 0 ? APP_DONE : train_print_result(args, run, result);
    else
        app_fail(APP_FAILED, &err);
    if (code == APP_DONE && result->done)
        app_tell("deadwood: %s was done already; --fresh makes it again", run->recipe->name);
    if (code == APP_DONE && *result->missing) app_tell("deadwood: %s", result->missing);
    if (code == APP_DONE) tell_peers(run, result);
    if (code == APP_DONE && result->interrupted && peers_rank(run->peers) > 0) {
        code = APP_INTERRUPTED;
    } else if (code == APP_DONE && result->interrupted) {
        fprintf(stderr, "deadwood: interrupted; the same command goes on where it stopped\n");
        code = APP_INTERRUPTED;
    }
    free(result);
    return code;
}

// What the GPU and the processor make of the same work may differ by rounding alone.
static bool check_same(bool (*compare)(double *difference, Error *err), const char *what, Text *text, Error *err) {
    enum { MOST = 2 }; // in units of 1e-4
    double difference;
    if (!compare(&difference, err)) return false;
    if (!(difference < MOST * 1e-4)) {
        return error_set(err, "%s: the GPU is off by %.3g, more than %d in 10,000", what, difference, MOST);
    }
    text_addf(text, "%s: the GPU learns the same as the processor, they differ by at most %.3g\n", what, difference);
    return true;
}

static int check_device(void) {
    Error err = {{0}};
    Text text = {0};
    bool good = check_same(train_compare, "ten steps of nets", &text, &err) &&
                check_same(ppo_compare, "three iterations of PPO", &text, &err);
    int code = good ? app_print(&text) : app_fail(APP_FAILED, &err);
    text_free(&text);
    return code;
}

static int run_train(const AppArgs *args) {
    if (app_switch(args, "--check-device")) return check_device();
    if (args->count == 0) return list_recipes(args);
    Error err = {{0}};
    Recipe *recipe = malloc(sizeof *recipe);
    RecipeRun plan = {.recipe = recipe};
    Text command = {0}, folder = {0}, out = {0};
    bool good = recipe || error_set(&err, "out of memory");
    good = good && load_recipe(args, recipe, &err) && train_read_options(args, recipe, &plan, &command, &err);
    int code = APP_USAGE;
    if (good) {
        text_addf(&folder, "out/train/%s", recipe->name);
        if (app_option(args, "--out"))
            text_add(&out, app_option(args, "--out"));
        else
            text_addf(&out, "%s/%s", folder.data, recipe->output);
        plan.out = out.data;
        plan.folder = folder.data;
        plan.command = command.data;
        Aside aside = {.folder = ""};
        code = join_peers(args, &plan, &aside, &err) ? train_recipe(args, &plan) : app_fail(APP_USAGE, &err);
        leave_peers(&plan, &aside, code);
    } else {
        app_fail(APP_USAGE, &err);
    }
    text_free(&command);
    text_free(&folder);
    text_free(&out);
    free(recipe);
    return code;
}

const AppCommand app_train = {
    .name = "train",
    .words = "[NAME|FILE|exploit:TARGET]",
    .summary = "makes a model by a recipe: games, examples, training, evaluation, weights",
    .details =
        "Without a name it lists the recipes and the keys they are made of. The weights go to\n"
        "out/train/NAME/ unless --out says otherwise; the losses, and their curve as SVG and PNG, to\n"
        "data/ and figures/ there. Ctrl-C (exit code 130) or a kill leaves a checkpoint beside the\n"
        "weights: the same command goes on from it and makes the same file, to the bit. The number of\n"
        "threads changes nothing in it.\n"
        "--mpi: `mpirun -n 4 deadwood train NAME --mpi` cuts every batch among four processes, of a net or of a league; the\n"
        "file is the same to the bit for any number of them (docs/SCALE.md).\n"
        "exploit:TARGET trains a network against one player, or weights file, and reports what it wins: the\n"
        "least that player can be made to lose. `deadwood lab exploitability` puts all of them in one table.",
    .options = OPTIONS,
    .least = 0,
    .most = 1,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood train", "deadwood train knock-nguyen --games 100 --epochs 1"},
    .run = run_train,
};
