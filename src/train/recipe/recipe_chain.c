// SPDX-License-Identifier: MIT
// Work in several recipes, one after the other: what each has settled (players found by a search, weights made) is kept
// in FOLDER/steps.txt, its examples beside it, so that nothing that is done is done again.
#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/threads/progress.h"
#include "gin/players/list/players.h"
#include "report/lab.h"
#include "train/recipe/recipe_internal.h"

#define NEW_GAMES (UINT64_C(1) << 40) // number of the first game to evaluate with

// ---- What is settled ----

typedef struct Steps {
    Text path;
    Text text; // the file: a line that says which work it is, then what is settled
    size_t head;
} Steps;

static void steps_free(Steps *steps) {
    text_free(&steps->path);
    text_free(&steps->text);
}

// Everything that changes what comes out, models from before included.
static void describe_chain(const RecipeRun *run, const RecipeChain *chain, Text *text) {
    const Recipe *r = run->recipe;
    const TrainPlan *p = &r->plan;
    text_addf(text, "%s | mix %s | tries %d match %" PRIu64 " | %s %s loss %d", r->name, r->mix, r->tries, r->match,
              r->examples->name, r->net, (int)p->loss);
    text_addf(text, " optimiser %d rate %.17g momentum %.17g clip %.17g schedule %d %.17g %d", (int)p->optimiser,
              p->rate, p->momentum, p->clip, (int)p->schedule, p->factor, p->every);
    text_addf(text, " batch %d epochs %d validation %.17g patience %d best %d seed %" PRIu64, p->batch, p->epochs,
              p->validation, p->patience, (int)p->keep_best, p->seed);
    for (int i = 0; i < r->named_count; i++)
        text_addf(text, " | %s %s %s", r->named[i].name, r->named[i].spec, r->named[i].tune);
    if (chain->models) text_addf(text, " | after %.16s", chain->model[chain->models - 1].sha256);
    text_add(text, "\n");
}

static bool steps_open(Steps *steps, const RecipeRun *run, const RecipeChain *chain, Error *err) {
    Text head = {0};
    describe_chain(run, chain, &head);
    text_addf(&steps->path, "%s/steps.txt", run->folder);
    bool there = access(steps->path.data, F_OK) == 0;
    bool good = !there || text_read_file(&steps->text, steps->path.data, 1 << 20, err);
    if (good && !there) text_add(&steps->text, head.data);
    if (good && (!steps->text.data || strncmp(steps->text.data, head.data, head.size) != 0))
        good = error_set(err,
                         "%s belongs to other work than the recipe %s now asks for; `deadwood train %s --fresh`"
                         " begins it again",
                         steps->path.data, run->recipe->name, run->recipe->name);
    steps->head = head.size;
    text_free(&head);
    return good;
}

// What stands after `what` and a blank at the beginning of a line; false if there is no such line.
static bool steps_find(const Steps *steps, const char *what, char *value, size_t room) {
    size_t size = strlen(what);
    const char *line = steps->text.data + steps->head;
    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        if (length <= size || strncmp(line, what, size) != 0 || line[size] != ' ') continue;
        length -= size + 1;
        if (length >= room) return false;
        memcpy(value, line + size + 1, length);
        value[length] = '\0';
        return true;
    }
    return false;
}

static bool steps_add(Steps *steps, const char *what, const char *value, Error *err) {
    text_addf(&steps->text, "%s %s\n", what, value);
    return text_write_file(steps->path.data, steps->text.data, steps->text.size, err);
}

// ---- Players ----

static int find_player(const RecipeChain *chain, const char *name) {
    for (int i = 0; i < chain->players; i++)
        if (strcmp(chain->player[i].name, name) == 0) return i;
    return -1;
}

static bool wrong_in(const RecipeRun *run, int line, Error *err) {
    return error_prefix(err, "%s: line %d", run->recipe->path, line);
}

bool recipe_put_models(const RecipeChain *chain, const char *spec, char *to, size_t room, Error *err) {
    Text text = {0};
    bool good = true;
    while (good && *spec) {
        size_t plain = strcspn(spec, "{");
        text_add_bytes(&text, spec, plain);
        spec += plain;
        if (!*spec) break;
        size_t size = strcspn(spec + 1, "}");
        int found = -1;
        for (int i = 0; i < chain->models; i++)
            if (strlen(chain->model[i].recipe) == size && strncmp(chain->model[i].recipe, spec + 1, size) == 0)
                found = i;
        good = (found >= 0 && spec[1 + size]) ||
               error_set(err, "{%.*s} is no recipe that goes before this one", (int)size, spec + 1);
        if (good) text_addf(&text, "%s%s", strchr(chain->model[found].path, '/') ? "" : "./", chain->model[found].path);
        spec += size + 2;
    }
    good = good && (text_copy(to, room, text.data ? text.data : "") || error_set(err, "'%.40s...' is too long", to));
    text_free(&text);
    return good;
}

static bool tune_player(const RecipeRun *run, const RecipeChain *chain, const RecipePlayer *player, char spec[MIX_SPEC],
                        bool *interrupted, Error *err) {
    const Recipe *recipe = run->recipe;
    Text ranking = {0};
    text_addf(&ranking, "%s/tune-%s.txt", run->folder, player->name);
    TunePlan tune = {.player = spec,
                     .axes = player->tune,
                     .tries = recipe->tries,
                     .games = recipe->match,
                     .seed = rng_fold(recipe->plan.seed, (uint64_t)chain->players),
                     .threads = run->threads,
                     .quiet = run->quiet,
                     .ranking = ranking.data};
    for (int i = 0; i < chain->players && i < RACE_MAX_FIELD - 1; i++)
        tune.field[tune.field_count++] = chain->player[i].spec;
    tune.field[tune.field_count++] = "simple";
    char best[RACE_SPEC];
    bool done = tune_run(&tune, best, interrupted, err);
    if (done && !*interrupted) {
        text_copy(spec, MIX_SPEC, best);
        if (!run->quiet) fprintf(stderr, "%s is now %s (%s)\n", player->name, best, ranking.data);
    }
    text_free(&ranking);
    return done;
}

static bool name_player(const RecipeRun *run, RecipeChain *chain, Steps *steps, const RecipePlayer *player,
                        bool *interrupted, Error *err) {
    char what[64], spec[MIX_SPEC];
    if (find_player(chain, player->name) >= 0)
        return error_set(err, "%s: line %d: an earlier recipe has a player '%s'", run->recipe->path, player->line,
                         player->name);
    if (chain->players == CHAIN_PLAYERS)
        return error_set(err, "%s: more than %d players with names", run->recipe->path, CHAIN_PLAYERS);
    snprintf(what, sizeof what, "player %s", player->name);
    if (!steps_find(steps, what, spec, sizeof spec)) {
        GinPlayer opened;
        if (!recipe_put_models(chain, player->spec, spec, sizeof spec, err) || !gin_player_open(spec, &opened, err))
            return wrong_in(run, player->line, err);
        gin_player_close(&opened);
        if (*player->tune && !tune_player(run, chain, player, spec, interrupted, err))
            return wrong_in(run, player->tune_line, err);
        if (*interrupted) return true;
        if (*player->tune && !steps_add(steps, what, spec, err)) return false;
    }
    text_copy(chain->player[chain->players].name, sizeof chain->player[0].name, player->name);
    text_copy(chain->player[chain->players].spec, sizeof chain->player[0].spec, spec);
    chain->players++;
    return true;
}

// ---- Who plays whom ----

static uint64_t hash_name(const char *name) {
    uint64_t hash = 0;
    for (; *name; name++) hash = rng_fold(hash, (unsigned char)*name);
    return hash;
}

static bool set_player(const RecipeChain *chain, const char *name, char spec[MIX_SPEC], Error *err) {
    int known = find_player(chain, name);
    if (!text_copy(spec, MIX_SPEC, known >= 0 ? chain->player[known].spec : name))
        return error_set(err, "the player '%.40s...' is too long", name);
    GinPlayer player;
    if (!gin_player_open(spec, &player, err))
        return known >= 0 ? false : error_prefix(err, "'%.40s' is neither a named player nor a spec", name);
    gin_player_close(&player);
    return true;
}

// "24000000 one other".
static bool add_chain_line(const RecipeRun *run, RecipeChain *chain, char *text, Error *err) {
    char *words[4] = {NULL, NULL, NULL, NULL}, *rest = text;
    int count = 0;
    int64_t rows;
    for (char *word; (word = strsep(&rest, " \t")) != NULL;)
        if (*word && count < 4) words[count++] = word;
    if (count != 3) return error_set(err, "write EXAMPLES PLAYER PLAYER + EXAMPLES PLAYER PLAYER ...");
    if (chain->lines == CHAIN_LINES) return error_set(err, "more than %d pairs of players", CHAIN_LINES);
    MixLine *line = &chain->line[chain->lines];
    *line = (MixLine){.rows = 0};
    int number = chain->lines - chain->before + 1;
    if (!text_to_int(words[0], "examples", 1, UINT32_MAX, &rows, err)) return false;
    for (int i = 0; i < 2; i++)
        if (!set_player(chain, words[1 + i], line->player[i], err)) return false;
    line->rows = (uint64_t)rows;
    if (chain->models) text_copy(line->model, sizeof line->model, chain->model[chain->models - 1].sha256);
    line->seed = rng_key(run->recipe->plan.seed, hash_name(run->recipe->name), (uint64_t)number);
    int size =
        snprintf(line->path, sizeof line->path, "%s/%d-%.30s-%.30s.rows", run->folder, number, words[1], words[2]);
    for (char *at = line->path + strlen(run->folder) + 1; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '.') *at = '-';
    if (size < 0 || (size_t)size >= sizeof line->path) return error_set(err, "%s: the name is too long", run->folder);
    chain->lines++;
    return true;
}

static bool add_chain_lines(const RecipeRun *run, RecipeChain *chain, Error *err) {
    char copy[sizeof run->recipe->mix], *rest = copy;
    text_copy(copy, sizeof copy, run->recipe->mix);
    chain->before = chain->lines;
    if (!*copy) return true;
    for (char *part; (part = strsep(&rest, "+")) != NULL;) {
        if (add_chain_line(run, chain, part, err)) continue;
        Text place = {0};
        recipe_place(run->recipe, "mix", &place);
        error_prefix(err, "%s: mix", place.data);
        text_free(&place);
        return false;
    }
    return true;
}

// ---- What goes before ----

static bool earlier_set(RecipeEarlier *earlier, const RecipeRun *run, const char *name, Error *err) {
    const Recipe *recipe = run->recipe;
    if (!recipe_load(name, &earlier->recipe, err)) return error_prefix(err, "%s: after", recipe->path);
    if (recipe->kind == RECIPE_LEAGUE ? earlier->recipe.kind != RECIPE_LEAGUE : !recipe_is_step(&earlier->recipe))
        return error_set(err, "%s: after: %s %s", recipe->path, earlier->recipe.path,
                         recipe->kind == RECIPE_LEAGUE ? "is no league" : "has no mix");
    if (strcmp(earlier->recipe.name, recipe->name) == 0)
        return error_set(err, "%s: after: a recipe cannot go before itself", recipe->path);
    if (run->scale > 0) recipe_scale(&earlier->recipe, run->scale);
    bool seeded = earlier->recipe.plan.seed != recipe->plan.seed;
    earlier->recipe.plan.seed = recipe->plan.seed;
    earlier->recipe.loop_epochs = recipe->loop_epochs;
    if (recipe->loop_epochs) earlier->recipe.plan.epochs = recipe->loop_epochs;
    const char *slash = strrchr(run->folder, '/');
    text_addf(&earlier->folder, "%.*s%s", slash ? (int)(slash + 1 - run->folder) : 0, run->folder,
              earlier->recipe.name);
    text_addf(&earlier->out, "%s/%s", earlier->folder.data, earlier->recipe.output);
    text_addf(&earlier->command, "deadwood train %s", earlier->recipe.name);
    if (run->scale > 0) text_addf(&earlier->command, " --scale %g", run->scale);
    if (recipe->loop_epochs) text_addf(&earlier->command, " --epochs %d", recipe->loop_epochs);
    if (seeded) text_addf(&earlier->command, " --seed %" PRIu64, recipe->plan.seed);
    if (run->device == TRAIN_CUDA) text_add(&earlier->command, " --device cuda");
    earlier->run = *run;
    earlier->run.recipe = &earlier->recipe;
    earlier->run.folder = earlier->folder.data;
    earlier->run.out = earlier->out.data;
    earlier->run.command = earlier->command.data;
    earlier->run.fresh = false;
    return true;
}

RecipeEarlier *recipe_earlier_open(const RecipeRun *run, const char *name, Error *err) {
    RecipeEarlier *earlier = calloc(1, sizeof *earlier);
    if (!earlier) {
        error_set(err, "out of memory");
    } else if (!earlier_set(earlier, run, name, err)) {
        recipe_earlier_close(earlier);
        return NULL;
    }
    return earlier;
}

void recipe_earlier_close(RecipeEarlier *earlier) {
    if (!earlier) return;
    text_free(&earlier->folder);
    text_free(&earlier->out);
    text_free(&earlier->command);
    free(earlier);
}

// The model of a recipe that is done: "done SHA256 PATH" in its steps. False if it is not, or if its file is gone.
static bool find_model(const RecipeRun *run, RecipeChain *chain, bool *done, Error *err) {
    Steps steps = {.head = 0};
    char value[MIX_PATH + SHA256_DIGITS + 2];
    bool good = steps_open(&steps, run, chain, err);
    *done = good && steps_find(&steps, "done", value, sizeof value) && strlen(value) > SHA256_DIGITS + 1 &&
            access(value + SHA256_DIGITS + 1, R_OK) == 0;
    if (*done && chain->models == CHAIN_MODELS) good = error_set(err, "more than %d recipes in a row", CHAIN_MODELS);
    if (good && *done) {
        text_copy(chain->model[chain->models].recipe, sizeof chain->model[0].recipe, run->recipe->name);
        text_copy(chain->model[chain->models].path, sizeof chain->model[0].path, value + SHA256_DIGITS + 1);
        value[SHA256_DIGITS] = '\0';
        text_copy(chain->model[chain->models].sha256, sizeof chain->model[0].sha256, value);
        chain->models++;
    }
    steps_free(&steps);
    return good;
}

static bool train_what_comes_before(const RecipeRun *run, RecipeChain *chain, bool *interrupted, Error *err) {
    RecipeEarlier *earlier = recipe_earlier_open(run, run->recipe->after, err);
    bool done = false, good = earlier != NULL;
    good = good && recipe_chain(&earlier->run, chain, interrupted, err);
    good = good && (*interrupted || find_model(&earlier->run, chain, &done, err));
    if (good && !*interrupted && !done) {
        if (!run->quiet) fprintf(stderr, "%s: first %s\n", run->recipe->name, earlier->recipe.name);
        good = recipe_run(&earlier->run, &earlier->result, err);
        *interrupted = good && earlier->result.interrupted;
        if (good && !*interrupted && !run->quiet)
            fprintf(stderr, "%s: %s\n", earlier->recipe.name, earlier->result.quality);
        good = good && (*interrupted || find_model(&earlier->run, chain, &done, err));
    }
    recipe_earlier_close(earlier);
    return good;
}

// ---- The whole ----

bool recipe_chain(const RecipeRun *run, RecipeChain *chain, bool *interrupted, Error *err) {
    const Recipe *recipe = run->recipe;
    Steps steps = {.head = 0};
    if (*recipe->after && (!train_what_comes_before(run, chain, interrupted, err) || *interrupted)) return *interrupted;
    bool good = lab_make_folder(run->folder, err) && steps_open(&steps, run, chain, err);
    for (int i = 0; good && i < recipe->named_count && !*interrupted; i++)
        good = name_player(run, chain, &steps, &recipe->named[i], interrupted, err);
    steps_free(&steps);
    return good && (*interrupted || add_chain_lines(run, chain, err));
}

bool recipe_chain_done(const RecipeRun *run, const RecipeChain *chain, const char *sha256, Error *err) {
    Steps steps = {.head = 0};
    Text value = {0};
    bool good = steps_open(&steps, run, chain, err);
    if (good) {
        char *before = strstr(steps.text.data, "\ndone "); // of an earlier run
        if (before) steps.text.size = (size_t)(before + 1 - steps.text.data);
        text_addf(&value, "%s %s", sha256, run->out);
        good = steps_add(&steps, "done", value.data, err);
    }
    text_free(&value);
    steps_free(&steps);
    return good;
}

void recipe_chain_forget(const RecipeRun *run) {
    DIR *folder = opendir(run->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        const char *ending = strrchr(entry->d_name, '.');
        if (strcmp(entry->d_name, "steps.txt") != 0 && (!ending || strcmp(ending, ".rows") != 0)) continue;
        Text path = {0};
        text_addf(&path, "%s/%s", run->folder, entry->d_name);
        unlink(path.data);
        text_free(&path);
    }
    if (folder) closedir(folder);
}

// ---- Examples ----

// The same pairs in other games, so many in all, each pair by its share.
static bool new_lines(const RecipeRun *run, const RecipeChain *chain, MixLine lines[CHAIN_LINES], Error *err) {
    uint64_t total = 0, seen = 0, wanted = run->recipe->evaluation;
    for (int i = 0; i < chain->lines; i++) total += chain->line[i].rows;
    for (int i = 0; i < chain->lines; i++) {
        lines[i] = chain->line[i];
        double before = (double)seen / (double)total, after = (double)(seen + lines[i].rows) / (double)total;
        seen += lines[i].rows;
        lines[i].rows = (uint64_t)((double)wanted * after) - (uint64_t)((double)wanted * before);
        lines[i].first = NEW_GAMES;
        int size = snprintf(lines[i].path, sizeof lines[i].path, "%s/new-%d.rows", run->folder, i + 1);
        if (size < 0 || (size_t)size >= sizeof lines[i].path)
            return error_set(err, "%s: the name is too long", run->folder);
    }
    return true;
}

bool recipe_chain_examples(const RecipeRun *run, const RecipeChain *chain, bool new, SparseRows *rows,
                           bool *interrupted, Error *err) {
    const Recipe *recipe = run->recipe;
    MixLine *lines = calloc(CHAIN_LINES, sizeof *lines);
    bool good = lines || error_set(err, "out of memory");
    if (good && new) good = new_lines(run, chain, lines, err);
    if (good && !new) memcpy(lines, chain->line, sizeof chain->line);
    // Those of earlier recipes too: their files are large, and whoever deleted them gets them again.
    for (int i = 0; good && i < chain->lines && !*interrupted; i++) {
        good = mix_make(&lines[i], recipe->examples, run->threads, run->quiet, err);
        *interrupted = progress_interrupted();
    }
    rows->shape = dataset_shape(recipe->examples);
    if (good && !*interrupted) good = mix_read(rows, lines, chain->lines, new ? 0 : recipe->plan.validation, err);
    free(lines);
    return good;
}
