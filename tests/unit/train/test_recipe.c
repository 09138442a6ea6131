// SPDX-License-Identifier: MIT
// Recipes: what they may say, what is answered to mistakes, and that what they make is the same however it was made.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gin/players/nguyen/hand_examples.h"
#include "support/folder.h"
#include "train/recipe/recipe.h"
#include "unit/train/recipes.h"

static const char GOOD[] = "# a comment\n"
                           "about = small  # and another\n"
                           "examples = knocks\n"
                           "games = 40\n"
                           "net = 5 8r 1s\n"
                           "loss = binary\n"
                           "schedule = step 0.5 3\n"
                           "batch = 32\n"
                           "epochs = 3\n"
                           "keep = best\n"
                           "seed = 7\n"
                           "output = small.safetensors\n";

static Recipe parsed(const char *text) {
    static Recipe recipe;
    Error err = {{0}};
    if (!recipe_parse(text, "small", "small.recipe", &recipe, &err)) fail_msg("%s", err.text);
    return recipe;
}

static void a_recipe_says_what_stands_in_it_and_the_rest_is_usual(void **state) {
    (void)state;
    Recipe recipe = parsed(GOOD);
    assert_string_equal(recipe.name, "small");
    assert_string_equal(recipe.about, "small");
    assert_string_equal(recipe.examples->name, "knocks");
    assert_string_equal(recipe.players, recipe.examples->players);
    assert_int_equal(recipe.games, 40);
    assert_string_equal(recipe.net, "5 8r 1s");
    assert_int_equal(recipe.plan.loss, TRAIN_BINARY);
    assert_int_equal(recipe.plan.optimiser, TRAIN_ADAM);
    assert_int_equal(recipe.plan.schedule, TRAIN_STEP);
    assert_true(recipe.plan.factor == 0.5 && recipe.plan.every == 3 && recipe.plan.rate == 1e-3);
    assert_true(recipe.plan.batch == 32 && recipe.plan.epochs == 3 && recipe.plan.seed == 7);
    assert_true(recipe.plan.keep_best && recipe.plan.validation == 0.1 && recipe.kind == RECIPE_MODEL);
}

static void a_recipe_is_of_one_kind_wherever_the_line_stands_that_says_so(void **state) {
    (void)state;
    Recipe recipe = parsed("runs = 3\ncombine = 2\ngames = 9\ntask = hearts\noutput = a.safetensors\nlearn = td\n");
    assert_true(recipe.kind == RECIPE_TD && recipe.td.runs == 3 && recipe.td.combine == 2);
    assert_true(recipe.td.goal == HEARTS_LEARN_HEARTS);
    assert_string_equal(recipe.td.opponent, "self");
    recipe = parsed("generations = 4\nplayer = knocking\ngames = 9\noutput = a\nloop = knock-nguyen # again\n");
    assert_true(recipe.kind == RECIPE_LOOPED && recipe.loop.generations == 4);
    assert_string_equal(recipe.loop.recipes, "knock-nguyen");
    recipe = parsed(
        "win = 3\ngames = 9\ndecisions = 900\nopponents = self 1\noutput = a\nrate = 0.1..0.01\nlearn = league\n");
    assert_true(recipe.kind == RECIPE_LEAGUE && recipe.league.plan.win == 3 && recipe.league.plan.floor == 0.3);
    assert_true(recipe.plan.rate == 0.1 && recipe.league.plan.rate[1] == 0.01);
    assert_true(recipe.league.plan.ppo.value_weight == ppo_plan().value_weight);
    recipe = parsed("spread = 0.2..0.1\nby = evolution\npairs = 3\ngames = 9\noutput = a\nlearn = rummy\n");
    assert_true(recipe.kind == RECIPE_RUMMY && recipe.rummy.evolves && recipe.rummy.pairs == 3);
    assert_true(recipe.rummy.spread[0] == 0.2 && recipe.rummy.spread[1] == 0.1 && recipe.rummy.population == 32);
}

// A recipe with one line changed, or one more.
static void mistakes_are_answered_with_line_and_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *old, *new, *says;
    } cases[] = {
        {"epochs = 3", "epoch = 3", "bad.recipe: line 9: there is no key 'epoch'; did you mean 'epochs'?"},
        {"epochs = 3", "zzzzzz = 3", "line 9: there is no key 'zzzzzz'; `deadwood help train` lists them"},
        {"epochs = 3", "epochs", "line 9: 'epochs' is not `key = value`"},
        {"epochs = 3", "epochs =", "line 9: epochs has no value"},
        {"epochs = 3", "epochs = 0", "line 9: epochs"},
        {"epochs = 3", "epochs = many", "line 9: epochs"},
        {"epochs = 3", "batch = 3", "line 9: batch stands there already, in line 8"},
        {"loss = binary", "loss = huber", "line 6: loss: 'huber' is none of mse, binary, categorical"},
        {"keep = best", "keep = all", "line 10: keep: 'all' is none of last, best"},
        {"keep = best", "optimiser = adams", "none of sgd, rmsprop, adam"},
        {"step 0.5 3", "step 0.5", "line 7: schedule: write constant, step FACTOR EPOCHS"},
        {"step 0.5 3", "cosine 2", "line 7: schedule: factor"},
        {"step 0.5 3", "saw 2", "none of constant, step, exponential, cosine"},
        {"examples = knocks", "examples = knock",
         "line 3: examples: there are no examples 'knock'; did you mean 'knocks'?"},
        {"examples = knocks", "", "bad.recipe: the key 'examples' is missing"},
        {"net = 5 8r 1s", "", "bad.recipe: the key 'net' is missing"},
        {"loss = binary", "", "bad.recipe: the key 'loss' is missing: mse, binary or categorical"},
        {"output = small.safetensors", "", "the key 'output' is missing"},
        {"output = small.safetensors", "output = ../small", "line 12: output: '../small' is no plain file name"},
        {"5 8r 1s", "5 8r 1x", "line 5: layer '1x'"},
        {"5 8r 1s", "3 8r 1s", "line 5: net has 3 inputs and 1 outputs; knocks have 5 and 1"},
        {"5 8r 1s", "5 lstm1x4 1s", "line 5: a net with lstm needs examples = sequences"},
        {"keep = best", "map = 5 2l 1s", "line 10: map is for examples = hands"},
        {"keep = best", "match = 3",
         "line 10: match is for closed loops and searches; 'loop' or 'tune.NAME' is missing"},
        {"keep = best", "tries = 3", "line 10: tries is for searches"},
        {"keep = best", "player.one = simple", "a player with a name is for a mix; the key 'mix' is missing"},
        {"keep = best", "player.o ne = simple", "line 10: 'o ne' is no name for a player"},
        {"keep = best", "tune.one = limit", "line 10: tune.one: 'limit' is not key=lo..hi"},
        {"keep = best", "precision = half", "line 10: precision: 'half' is none of float32, tf32"},
        {"keep = best", "mix = 5 simple simple", "line 4: games is for other recipes; here 'mix' and 'after' say"},
        {"games = 40", "mix = 5 simple simple", "line 3: knocks cannot be mixed; estimates and completions can"},
        {"keep = best", "generations = 3", "line 10: generations is for closed loops; 'loop' is missing"},
        {"examples = knocks", "examples = counts", "line 5: net is not for counts, where nothing is trained"},
        {"keep = best", "records = g.rec.zst", "line 4: games is for games that are played; with 'records' they come"},
        {"games = 40", "", "the key 'games' is missing"},
        {"keep = best", "loop = knock-nguyen", "line 3: examples belongs to the recipes of the loop"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        recipe_must_refuse(GOOD, cases[i].old, cases[i].new, cases[i].says);
}

static void every_shipped_recipe_can_be_read(void **state) {
    (void)state;
    Text names = {0};
    int count = recipe_names(&names);
    assert_true(count >= 7);
    const char *at = names.data;
    for (int i = 0; i < count; i++, at += strlen(at) + 1) {
        static Recipe recipe;
        Error err = {{0}};
        if (!recipe_load(at, &recipe, &err)) fail_msg("%s", err.text);
        assert_string_equal(recipe.name, at);
        assert_true(*recipe.about && *recipe.output);
    }
    text_free(&names);
}

static void a_range_in_a_player_stands_for_many(void **state) {
    (void)state;
    Error err = {{0}};
    assert_true(dataset_check_players("simple greedy:limit=2..4", &err));
    assert_false(dataset_check_players("greedy:limit=9..11", &err)); // 11 is no limit
    assert_non_null(strstr(err.text, "limit"));
    assert_false(dataset_check_players("greedy:limit=4..2", &err));
    assert_false(dataset_check_players("greedy:limit=1..999999", &err));
    assert_false(dataset_check_players(" ", &err));
    // The shipped players of the knock network are those the paper's reading names, in the same order.
    Dataset ours;
    Examples theirs = {.size = sizeof(NguyenKnockRow)};
    const DatasetKind *kind = dataset_find("knocks", &err);
    DatasetGames games = {.players = kind->players, .seed = 3, .games = 150, .threads = 2, .quiet = true};
    GinSelfPlay plan = {.pairs = nguyen_knock_pairs, .pair_count = NGUYEN_KNOCK_PAIRS, .seed = 3, .games = 150};
    assert_true(dataset_open(&ours, kind, 1, &games, &err));
    assert_true(examples_collect(&theirs, &plan, nguyen_knock_rows, &err));
    assert_int_equal(ours.rows.count, theirs.count);
    assert_memory_equal(ours.rows.data, theirs.data, (size_t)theirs.count * theirs.size);
    dataset_close(&ours);
    examples_free(&theirs);
}

static void hands_are_ten_cards_and_their_own_targets(void **state) {
    (void)state;
    Dataset set;
    Error err = {{0}};
    DatasetGames games = {.players = "simple", .seed = 1, .games = 5, .threads = 1, .quiet = true};
    assert_true(dataset_open(&set, dataset_find("hands", &err), 1, &games, &err));
    assert_true(set.data.count > 100);
    for (uint32_t i = 0; i < set.data.count; i++) {
        float inputs[CARD_COUNT] = {0}, targets[CARD_COUNT] = {0}, weight = 1;
        float sum = 0;
        set.data.fill(set.data.context, &i, 1, inputs, targets, &weight);
        assert_memory_equal(inputs, targets, sizeof inputs);
        for (int c = 0; c < CARD_COUNT; c++) sum += inputs[c];
        assert_true(sum == 10);
    }
    dataset_close(&set);
}

static void read_whole(const char *path, Text *text) {
    Error err = {{0}};
    if (!text_read_file(text, path, 1 << 24, &err)) fail_msg("%s", err.text);
}

static void threads_change_nothing_in_the_weights_file(void **state) {
    (void)state;
    Recipe recipe = parsed(GOOD);
    Text files[2] = {{0}, {0}};
    char out[2][512], folder[512];
    snprintf(folder, sizeof folder, "%s/run", folder_path());
    for (int i = 0; i < 2; i++) {
        Error err = {{0}};
        static RecipeResult result;
        snprintf(out[i], sizeof out[i], "%s/%d.safetensors", folder_path(), i);
        RecipeRun run = {
            .recipe = &recipe, .out = out[i], .folder = folder, .command = "test", .threads = 1 + 2 * i, .quiet = true};
        if (!recipe_run(&run, &result, &err)) fail_msg("%s", err.text);
        assert_true(result.epochs == 3 && result.rows > 400 && result.new_rows > 20 && !result.resumed);
        assert_true(result.probable && isfinite(result.loss) && isfinite(result.validation) && *result.quality);
        assert_int_equal(strlen(result.sha256), SHA256_DIGITS);
        read_whole(out[i], &files[i]);
        char checkpoint[600];
        snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", out[i]);
        assert_int_not_equal(access(checkpoint, F_OK), 0);
    }
    assert_int_equal(files[0].size, files[1].size);
    assert_memory_equal(files[0].data, files[1].data, files[0].size);
    text_free(&files[0]);
    text_free(&files[1]);
}

// As docs/FORMATS.md tells people who train elsewhere: the header, then the numbers; no facts but the architecture.
static void weights_written_by_another_tool_load_back(void **state) {
    (void)state;
    static const char header[] = "{\"__metadata__\":{\"architecture\":\"2 1l\"},"
                                 "\"layers.0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]},"
                                 "\"layers.0.bias\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8,12]}}";
    const float numbers[3] = {2, 3, 5};
    unsigned char size[8] = {(unsigned char)(sizeof header - 1)};
    FILE *to = fopen(file("theirs.safetensors"), "wb");
    assert_non_null(to);
    assert_true(sizeof header - 1 < 256);
    fwrite(size, 1, sizeof size, to);
    fwrite(header, 1, sizeof header - 1, to);
    fwrite(numbers, sizeof numbers[0], 3, to);
    fclose(to);
    Error err = {{0}};
    Net *net = net_load(file("theirs.safetensors"), &err);
    if (!net) fail_msg("%s", err.text);
    const float input[2] = {10, 100};
    float output;
    net_apply(net, NULL, input, &output);
    assert_true(output == 2 * 10 + 3 * 100 + 5);
    net_close(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recipe_says_what_stands_in_it_and_the_rest_is_usual),
        cmocka_unit_test(a_recipe_is_of_one_kind_wherever_the_line_stands_that_says_so),
        cmocka_unit_test(mistakes_are_answered_with_line_and_what_would_be_right),
        cmocka_unit_test(every_shipped_recipe_can_be_read),
        cmocka_unit_test(a_range_in_a_player_stands_for_many),
        cmocka_unit_test(hands_are_ten_cards_and_their_own_targets),
        cmocka_unit_test(threads_change_nothing_in_the_weights_file),
        cmocka_unit_test(weights_written_by_another_tool_load_back),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
