// SPDX-License-Identifier: MIT
// What writes files when memory runs out at any allocation: a match with a store and packed records, a model trained by
// its recipe. An error with a sentence, or the very same result.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "support/failing_malloc.h"

#include "arena/store.h"
#include "base/memory.h"
#include "contest/gin/gin_match.h"
#include "support/folder.h"
#include "train/recipe/recipe.h"

static bool told(const Error *err, char *error) {
    snprintf(error, MEMORY_ERROR, "%s", err->text);
    return false;
}

static void remove_all(const char *const *names) {
    for (; *names; names++) unlink(file(*names));
}

// ---- A match ----

static bool play_stored(Store *store, uint64_t games, char *result, Error *err) {
    GinMatchPlan plan = {
        .common = {.players = {"simple", "heisenbot"}, .seed = 3, .games = games, .threads = 1, .quiet = true},
        .rules = gin_rules_default(),
        .duplicate = true,
    };
    char records[500];
    snprintf(records, sizeof records, "%s", file("games.zst"));
    plan.common.store = store;
    plan.common.records = records;
    plan.common.resume = true;
    MatchResult played;
    if (!gin_match_run(&plan, &played, err)) return false;
    snprintf(result, MEMORY_RESULT, "%llu games, digest %llx", (unsigned long long)played.totals.games,
             (unsigned long long)played.totals.digest);
    return true;
}

static bool match_kept(char *result, char *error) {
    static const char *const files[] = {"games.db", "games.db-wal", "games.db-shm", "games.zst", NULL};
    Error err = {{0}};
    Store *store = store_open(file("games.db"), &err);
    bool done = store && play_stored(store, 4, result, &err) && play_stored(store, 8, result, &err);
    if (store) store_close(store);
    memory_was_short(); // closing has no Error, and nothing was asked for any more
    remove_all(files);
    return done || told(&err, error);
}

// ---- A model ----

static const char RECIPE[] = "about = small\n"
                             "examples = knocks\n"
                             "games = 10\n"
                             "net = 5 4r 1s\n"
                             "loss = binary\n"
                             "batch = 16\n"
                             "epochs = 2\n"
                             "keep = best\n"
                             "seed = 7\n"
                             "output = small.safetensors\n";

// Both learners of gin's value network.
static const char BY_TD[] = "about = small\n"
                            "learn = rummy\n"
                            "by = td\n"
                            "hidden = 2\n"
                            "games = 4\n"
                            "batch = 2\n"
                            "evaluation = 2\n"
                            "output = small.safetensors\n";

static const char BY_EVOLUTION[] = "about = small\n"
                                   "learn = rummy\n"
                                   "by = evolution\n"
                                   "hidden = 2\n"
                                   "games = 4\n"
                                   "population = 2\n"
                                   "parents = 1\n"
                                   "pairs = 1\n"
                                   "evaluation = 2\n"
                                   "output = small.safetensors\n";

static bool make_model(const char *text, char *result, char *error) {
    static const char *const files[] = {"small.safetensors", "small.safetensors.checkpoint", "small.json", NULL};
    Error err = {{0}};
    static Recipe recipe;
    static RecipeResult made;
    char out[500];
    snprintf(out, sizeof out, "%s", file("small.safetensors"));
    RecipeRun run = {
        .recipe = &recipe, .out = out, .folder = folder_path(), .command = "test", .threads = 1, .quiet = true};
    bool done = recipe_parse(text, "small", "small.recipe", &recipe, &err) && recipe_run(&run, &made, &err);
    snprintf(result, MEMORY_RESULT, "%s", made.sha256);
    remove_all(files);
    return done || told(&err, error);
}

static bool model(char *result, char *error) { return make_model(RECIPE, result, error); }
static bool model_by_td(char *result, char *error) { return make_model(BY_TD, result, error); }
static bool model_by_evolution(char *result, char *error) { return make_model(BY_EVOLUTION, result, error); }

static void a_match_that_is_kept(void **state) {
    (void)state;
    memory_try_all("match with store and records", match_kept, 1);
}

static void a_model_that_is_trained(void **state) {
    (void)state;
    memory_try_all("model", model, 1);
    memory_try_all("model by td", model_by_td, 1);
    memory_try_all("model by evolution", model_by_evolution, 1);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_that_is_kept),
        cmocka_unit_test(a_model_that_is_trained),
    };
    if (!MEMORY_CAN_FAIL) return 77;
    if (access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 1); // where fsync takes no time
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
