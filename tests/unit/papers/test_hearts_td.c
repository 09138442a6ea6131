// SPDX-License-Identifier: MIT
// Learners of Hearts: atoms against an oracle that reads their names, the paper's counts, values and updates by hand,
// the quick search against the general one, files, and that chance comes from the seed alone.
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

#include "contest/hearts/hearts_match.h"
#include "hearts/players/search/search.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/td/td.h"
#include "papers/hearts/hearts_internal.h"
#include "support/folder.h"
#include "support/learners.h"
#include "support/random.h"
#include "train/recipe/recipe.h"

// ---- Looking ahead ----

static void the_quick_search_sees_what_the_general_one_sees(void **context) {
    (void)context;
    for (int goal = 0; goal < HEARTS_LEARN_GOALS; goal++) {
        HeartsRules rules = hearts_td_rules((HeartsGoal)goal);
        HeartsPerceptron *net =
            goal == HEARTS_LEARN_FULL ? some_full(500, 300) : random_net((HeartsTask)goal, 2, 0.5, (uint64_t)goal + 40);
        HeartsEvaluation evaluation = hearts_perceptron_evaluation(net);
        HeartsTrickSearch *quick = hearts_trick_open(net, HEARTS_TRICK_MAXN);
        HeartsSearch slow = {.algorithm = HEARTS_MAXN, .tie = HEARTS_TIE_FIRST, .depth = 1, .evaluation = &evaluation};
        Rng rng = test_rng(50);
        for (int i = 0; i < effort(300, 40); i++) {
            HeartsState state = some_state(&rules, &rng, i & 3);
            if (state.table.phase == HEARTS_OVER) continue;
            Card cards[HEARTS_SEATS];
            HeartsValues values;
            hearts_search(&slow, &state, &rng, &values);
            float value = hearts_trick_search(quick, &state, cards), least = 1e9f;
            for (CardSet rest = values.legal; rest; rest = set_rest(rest))
                least = fminf(least, values.cost[card_index(set_first(rest))]);
            assert_true(set_has(values.legal, cards[state.table.to_act]));
            assert_true(fabsf(value - least) < 1e-4f);
            assert_true(fabsf(values.cost[card_index(cards[state.table.to_act])] - least) < 1e-4f);
        }
        hearts_trick_close(quick);
        hearts_perceptron_close(net);
    }
}

// Whoever plays later in the trick looks again and finds what was expected of it.
static void a_trick_of_copies_is_played_as_expected(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_HEARTS);
    HeartsPerceptron *net = random_net(HEARTS_TASK_HEARTS, 2, 0.5, 60);
    HeartsTrickSearch *search = hearts_trick_open(net, HEARTS_TRICK_MAXN);
    Rng rng = test_rng(61);
    for (int i = 0; i < effort(200, 20); i++) {
        HeartsState state = some_state(&rules, &rng, 0);
        Card all[HEARTS_SEATS], again[HEARTS_SEATS];
        hearts_trick_search(search, &state, all);
        for (int k = 0; k < 4; k++) {
            hearts_trick_search(search, &state, again);
            assert_int_equal(again[state.table.to_act], all[state.table.to_act]);
            hearts_play_card(&state, all[state.table.to_act]);
        }
    }
    hearts_trick_close(search);
    hearts_perceptron_close(net);
}

static void under_any_rules_what_is_tried_is_what_is_legal(void **context) {
    (void)context;
    HeartsRules rules;
    assert_true(hearts_rules_parse("standard", &rules, NULL));
    HeartsPerceptron *net = some_full(200, 100);
    HeartsTrickSearch *search = hearts_trick_open(net, HEARTS_TRICK_MAXN);
    Rng rng = test_rng(65);
    for (int i = 0; i < effort(1000, 100); i++) {
        HeartsState state = some_state(&rules, &rng, i & 3);
        float values[CARD_COUNT];
        CardSet tried = 0;
        for (int k = 0; k < CARD_COUNT; k++) values[k] = -1;
        hearts_trick_values(search, &state, values);
        for (int k = 0; k < CARD_COUNT; k++) tried |= values[k] >= 0 ? set_of(card_from_index(k)) : 0;
        assert_true(tried == hearts_legal(&state));
        Card cards[HEARTS_SEATS];
        hearts_trick_search(search, &state, cards);
        for (int k = i & 3; k < 4; k++) {
            assert_true(set_has(hearts_legal(&state), cards[state.table.to_act]));
            hearts_play_card(&state, cards[state.table.to_act]);
        }
    }
    hearts_trick_close(search);
    hearts_perceptron_close(net);
}

static void a_moon_counts_for_the_others(void **context) {
    (void)context;
    HeartsPerceptron *net = some_full(200, 100);
    HeartsPosition moon = {.hearts = {0, 0, 13, 0}, .queen = 2}, none = {.hearts = {0, 1, 12, 0}, .queen = 2};
    assert_true(hearts_perceptron_value(net, &moon, 2) == 26 && hearts_perceptron_value(net, &moon, 1) == 0);
    hearts_perceptron_set_moon(net, true);
    HeartsPerceptron *copy = hearts_perceptron_copy(net);
    assert_true(hearts_perceptron_moon(copy));
    assert_true(hearts_perceptron_value(copy, &moon, 2) == 0 && hearts_perceptron_value(copy, &moon, 1) == 26);
    assert_true(hearts_perceptron_value(copy, &none, 2) == 25 && hearts_perceptron_value(copy, &none, 1) == 1);
    // And it is learned with passing, hearts that must be broken, and all.
    HeartsTdPlan plan = {.lambda = 0.75, .seed = 4};
    assert_true(hearts_rules_parse("standard", &plan.rules, NULL));
    HeartsTd *td = hearts_td_open(&plan, copy);
    int sum = 0;
    for (uint64_t game = 0; game < 60; game++) {
        int points = hearts_td_game(td, game);
        assert_in_range(points, 0, 26);
        sum += points;
    }
    assert_true(sum > 0);
    hearts_td_close(td);
    hearts_perceptron_close(copy);
    hearts_perceptron_close(net);
}

// ---- Learning ----

// Two positions, lambda 0.75: T = 0.25 V2 + 0.75 R, then T = 0.25 V1 + 0.75 T, each moving its output by (T - V) / 13.
static void an_update_is_what_the_paper_says(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_QUEEN);
    HeartsPerceptron *net = random_net(HEARTS_TASK_QUEEN, 1, 0, 70);
    for (int i = 0; i < 60; i++) hearts_perceptron_weights(net)[i] = 0.25f;
    static const int16_t score[HEARTS_SEATS] = {0};
    HeartsState state;
    Card deck[CARD_COUNT];
    Rng rng = test_rng(71);
    rng_deck(&rng, deck);
    hearts_deal_deck(&state, NULL, &rules, 0, score, deck);
    HeartsPosition positions[2] = {hearts_position(&state), hearts_position(&state)};
    HeartsAtoms key = hearts_perceptron_key(net, hearts_atoms(&positions[0], 0));
    int active = hearts_perceptron_active(net, &key);
    double second = 0.25 * active;
    assert_true(fabs((double)hearts_perceptron_output(net, &key) - second) < 1e-5);
    hearts_td_learn(net, positions, 2, 1, 0, 0.75, 13);
    double target = 0.25 * second + 0.75 * 13;
    double first = second + (target - second) / 13; // the same position, after the later one has been learned from
    target = 0.25 * first + 0.75 * target;
    double end = first + (target - first) / 13;
    assert_true(fabs((double)hearts_perceptron_output(net, &key) - end) < 1e-4);
    for (int i = 0; i < 60; i++) {
        double weight = (double)hearts_perceptron_look(net)[i];
        bool moved = key.word[0] >> i & 1;
        assert_true(fabs(weight - (moved ? end / active : 0.25)) < 1e-5);
    }
    hearts_perceptron_close(net);
}

// TDLeaf learns from where tricks end: where nothing is left to win, the reward passes through and no weight moves.
static void a_leaf_with_nothing_left_teaches_nothing(void **context) {
    (void)context;
    HeartsPerceptron *net = random_net(HEARTS_TASK_QUEEN, 2, 0, 72), *copy = hearts_perceptron_copy(net);
    HeartsPosition decided = {.queen = 2};
    hearts_td_learn(net, &decided, 1, 1, 0, 0.75, 0);
    size_t size = (size_t)hearts_perceptron_count(net) * sizeof(float);
    assert_memory_equal(hearts_perceptron_look(net), hearts_perceptron_look(copy), size);
    hearts_perceptron_close(net);
    hearts_perceptron_close(copy);
}

static double learn_by(HeartsGoal goal, int combine, const HeartsPlayer *opponent, HeartsTrickAlgorithm algorithm,
                       bool leaf, int games, HeartsPerceptron **end) {
    Rng rng = hearts_td_weights_rng(8, 3);
    HeartsPerceptron *net = hearts_perceptron_make((HeartsTask)goal, combine, &rng);
    HeartsTdPlan plan = {.rules = hearts_td_rules(goal),
                         .opponent = opponent,
                         .algorithm = algorithm,
                         .lambda = 0.75,
                         .leaf = leaf,
                         .seed = 8,
                         .run = 3};
    HeartsTd *td = hearts_td_open(&plan, net);
    double late = 0;
    int half = games / 2;
    for (int game = 0; game < games; game++) {
        int points = hearts_td_game(td, (uint64_t)game);
        assert_in_range(points, 0, hearts_goal_points(goal));
        if (game >= half) late += points;
    }
    hearts_td_close(td);
    if (end)
        *end = net;
    else
        hearts_perceptron_close(net);
    return late / (games - half);
}

static double learn(HeartsGoal goal, int combine, const HeartsPlayer *opponent, HeartsTrickAlgorithm algorithm,
                    int games, HeartsPerceptron **end) {
    return learn_by(goal, combine, opponent, algorithm, false, games, end);
}

static void learners_learn_to_beat_who_does_not(void **context) {
    (void)context;
    HeartsPlayer opponent = hearts_random_player();
    int games = effort(3000, 1500);
    assert_true(learn(HEARTS_LEARN_QUEEN, 2, &opponent, HEARTS_TRICK_MAXN, games, NULL) < 2.2);
    assert_true(learn(HEARTS_LEARN_HEARTS, 2, &opponent, HEARTS_TRICK_MAXN, games, NULL) < 2.2);
    assert_true(learn_by(HEARTS_LEARN_QUEEN, 2, &opponent, HEARTS_TRICK_MAXN, true, games, NULL) < 2.2);
    assert_true(learn(HEARTS_LEARN_QUEEN, 2, &opponent, HEARTS_TRICK_PARANOID, games, NULL) < 2.6);
    assert_true(learn(HEARTS_LEARN_QUEEN, 1, &opponent, HEARTS_TRICK_SOFT, games, NULL) < 2.6);
}

static void the_same_seed_gives_the_same_weights(void **context) {
    (void)context;
    for (int algorithm = 0; algorithm < HEARTS_TRICK_ALGORITHMS; algorithm++) {
        HeartsPerceptron *a, *b;
        learn(HEARTS_LEARN_QUEEN, 3, NULL, (HeartsTrickAlgorithm)algorithm, 40, &a);
        learn(HEARTS_LEARN_QUEEN, 3, NULL, (HeartsTrickAlgorithm)algorithm, 40, &b);
        assert_memory_equal(hearts_perceptron_look(a), hearts_perceptron_look(b),
                            (size_t)hearts_perceptron_count(a) * sizeof(float));
        hearts_perceptron_close(a);
        hearts_perceptron_close(b);
    }
}

// With less to see it still beats who plays by chance.
static void the_hidden_game_is_learned_from_what_is_seen(void **context) {
    (void)context;
    HeartsPlayer opponent = hearts_random_player();
    Rng rng = hearts_td_weights_rng(8, 3);
    HeartsPerceptron *net = hearts_perceptron_make(HEARTS_TASK_QUEEN, 2, &rng);
    HeartsTdPlan plan = {
        .rules = hearts_td_rules(HEARTS_LEARN_QUEEN), .opponent = &opponent, .lambda = 0.75, .worlds = 4, .seed = 8};
    HeartsTd *td = hearts_td_open(&plan, net);
    int games = effort(3000, 1500), half = games / 2;
    double late = 0;
    for (int game = 0; game < games; game++) {
        int points = hearts_td_game(td, (uint64_t)game);
        if (game >= half) late += points;
    }
    assert_true(late / (games - half) < 2.9);
    hearts_td_close(td);
    hearts_perceptron_close(net);
}

// A position in two versions moves the mean of their values by (T - V) / 13 when they share no feature, half of it
// each.
static void versions_of_a_position_share_the_step(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_QUEEN);
    HeartsPerceptron *net = random_net(HEARTS_TASK_QUEEN, 1, 0, 75);
    for (int i = 0; i < 60; i++) hearts_perceptron_weights(net)[i] = 0.25f;
    Rng rng = test_rng(76);
    HeartsState states[2] = {some_state(&rules, &rng, 0), some_state(&rules, &rng, 0)};
    HeartsPosition versions[2] = {hearts_position(&states[0]), hearts_position(&states[1])};
    versions[0].queen = versions[1].queen = -1;
    HeartsAtoms keys[2];
    double value = 0;
    for (int w = 0; w < 2; w++) {
        keys[w] = hearts_perceptron_key(net, hearts_atoms(&versions[w], 0));
        value += (double)hearts_perceptron_output(net, &keys[w]) / 2;
    }
    int active[2] = {hearts_perceptron_active(net, &keys[0]), hearts_perceptron_active(net, &keys[1])};
    hearts_td_learn(net, versions, 1, 2, 0, 0.75, 0);
    double step = (0.25 * value - value) / 26;
    for (int i = 0; i < 60; i++) {
        double expected = 0.25;
        for (int w = 0; w < 2; w++) expected += keys[w].word[0] >> i & 1 ? step / active[w] : 0;
        assert_true(fabs((double)hearts_perceptron_look(net)[i] - expected) < 1e-5);
    }
    hearts_perceptron_close(net);
}

// ---- Recipes ----

static Recipe parsed(const char *text) {
    static Recipe recipe;
    Error err = {{0}};
    if (!recipe_parse(text, "small", "small.recipe", &recipe, &err)) fail_msg("%s", err.text);
    return recipe;
}

static const char SMALL[] = "learn = td\ntask = queen\ncombine = 2\nopponent = random\ngames = 300\nruns = 3\n"
                            "snapshot = 100\nseed = 5\noutput = small.safetensors\n";

static void mistakes_in_recipes_are_answered(void **context) {
    (void)context;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"learn = mcts\n", "line 1: learn: 'mcts' is none of td"},
        {"learn = td\ntask = spades\n", "line 2: task: 'spades' is none of queen, hearts, full"},
        {"learn = td\ngames = 3\noutput = a\n", "the key 'task' is missing: queen, hearts or full"},
        {"learn = td\ntask = queen\ngames = 3\noutput = a\n", "the key 'combine' is missing: 1 to 4"},
        {"learn = td\ntask = queen\ncombine = 5\n", "line 3: combine"},
        {"learn = td\ntask = full\ngames = 3\noutput = a\n", "the key 'from' is missing"},
        {"learn = td\ntask = queen\ncombine = 2\ngames = 3\noutput = a\nfrom = b c\n",
         "line 6: from is for task = full"},
        {"learn = td\ntask = queen\ncombine = 2\ngames = 3\noutput = a\nnet = 5 1s\n",
         "line 6: net is not for learn = td"},
        {"task = queen\nexamples = knocks\n", "line 1: task is for learners of Hearts; 'learn = td' is missing"},
        {"learn = td\ntask = queen\ncombine = 2\ngames = 3\noutput = a\nrules = standard\n",
         "rules is for task = full"},
        {"learn = td\nalgorithm = minimax\n", "none of maxn, paranoid, soft-maxn"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static Recipe recipe;
        Error err = {{0}};
        assert_false(recipe_parse(cases[i].text, "bad", "bad.recipe", &recipe, &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' instead of '%s'", err.text, cases[i].says);
    }
}

static void run_recipe(const char *text, const char *out, int threads, RecipeResult *result) {
    Recipe recipe = parsed(text);
    Error err = {{0}};
    RecipeRun run = {
        .recipe = &recipe, .out = out, .folder = folder_path(), .command = "test", .threads = threads, .quiet = true};
    if (!recipe_run(&run, result, &err)) fail_msg("%s", err.text);
}

static void a_recipe_gives_the_same_file_on_any_number_of_threads(void **context) {
    (void)context;
    static RecipeResult one, three;
    run_recipe(SMALL, file("one.safetensors"), 1, &one);
    run_recipe(SMALL, file("three.safetensors"), 3, &three);
    assert_string_equal(one.sha256, three.sha256);
    assert_int_equal(one.parameters, 1830);
    assert_true(one.loss > 0 && one.loss < 13);
    Error err = {{0}};
    Weights *weights = weights_load(file("one.safetensors"), &err);
    assert_non_null(weights);
    const WeightsTensor *curve = weights_find(weights, "curve"), *kept = weights_find(weights, "snapshots");
    assert_true(curve && curve->shape[0] == 3 && curve->shape[1] == 1);
    assert_true(kept && kept->shape[0] == 3 && kept->shape[1] == 1830);
    // The last network kept is the one put out.
    static float all[3 * 1830], last[1830];
    size_t shape[2] = {3, 1830};
    assert_true(weights_floats(weights, "snapshots", 2, shape, all, &err));
    assert_true(weights_floats(weights, "weights", 1, &shape[1], last, &err));
    assert_memory_equal(all + 2 * 1830, last, sizeof last);
    weights_close(weights);
}

static void the_whole_game_is_made_from_two_models(void **context) {
    (void)context;
    static RecipeResult result;
    Text text = {0};
    run_recipe(SMALL, file("queen.safetensors"), 2, &result);
    run_recipe("learn = td\ntask = hearts\ncombine = 1\ngames = 50\noutput = h.safetensors\n",
               file("hearts.safetensors"), 1, &result);
    text_addf(&text, "learn = td\ntask = full\nfrom = %s ", file("queen.safetensors"));
    text_addf(&text, "%s\nqueen_features = 200\nhearts_features = 40\ngames = 60\noutput = f.safetensors\n",
              file("hearts.safetensors"));
    run_recipe(text.data, file("full.safetensors"), 1, &result);
    assert_int_equal(result.parameters, 240);
    Error err = {{0}};
    HeartsEvaluation evaluation;
    assert_true(hearts_evaluation_open_td(file("full.safetensors"), &evaluation, &err));
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_FULL);
    Rng rng = test_rng(90);
    HeartsState state = some_state(&rules, &rng, 0);
    float points[4];
    evaluation.value(evaluation.self, &state, points);
    for (int seat = 0; seat < 4; seat++) assert_true(points[seat] >= 0 && points[seat] <= 26);
    hearts_evaluation_close(&evaluation);
    // Other way round it is refused.
    text_clear(&text);
    text_addf(&text, "learn = td\ntask = full\nfrom = %s ", file("hearts.safetensors"));
    text_addf(&text, "%s\ngames = 60\noutput = f.safetensors\n", file("queen.safetensors"));
    Recipe recipe = parsed(text.data);
    RecipeRun run = {.recipe = &recipe,
                     .out = file("no.safetensors"),
                     .folder = folder_path(),
                     .command = "t",
                     .threads = 1,
                     .quiet = true};
    assert_false(recipe_run(&run, &result, &err));
    assert_non_null(strstr(err.text, "queen first"));
    text_free(&text);
}

// ---- Matches ----

static void a_duel_is_the_match_of_the_same_players(void **context) {
    (void)context;
    enum { DEALS = 3 };
    static MatchResult played;
    Error err = {{0}};
    HeartsPerceptron *net = random_net(HEARTS_TASK_HEARTS, 1, 0.4, 95);
    assert_true(hearts_perceptron_save(net, file("duel.safetensors"), NULL, 0, NULL, 0, &err));
    Text spec = {0};
    text_addf(&spec, "search:algo=maxn,prune=0,equals=0,eval=td:model=%s", file("duel.safetensors"));
    HeartsMatchPlan plan = {
        .common = {.players = {spec.data, "ducker"}, .seed = 4, .games = DEALS, .threads = 1, .quiet = true},
        .rules = hearts_td_rules(HEARTS_LEARN_HEARTS),
        .open = true};
    if (!hearts_match_run(&plan, &played, &err)) fail_msg("%s", err.text);
    HeartsDifference difference = hearts_match_difference(&played.totals, HEARTS_SEATING_MIXED);
    LabRun *run = lab_open(NULL);
    run->threads = 2;
    run->quiet = true;
    HeartsDuel duel = {.side = {{.net = net}, {.player = "ducker"}}, .rules = plan.rules, .seed = 4, .deals = DEALS};
    HeartsDuelResult result;
    assert_true(hearts_duel(run, &duel, &result, &err));
    assert_int_equal(result.deals, DEALS);
    assert_true(fabs(result.points - hearts_match_stat(&played.totals, 0, "points_per_hand")) < 1e-9);
    assert_true(fabs(2 * result.error - difference.standard_error) < 1e-9);
    lab_close(run);
    text_free(&spec);
    hearts_perceptron_close(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_quick_search_sees_what_the_general_one_sees),
        cmocka_unit_test(a_trick_of_copies_is_played_as_expected),
        cmocka_unit_test(under_any_rules_what_is_tried_is_what_is_legal),
        cmocka_unit_test(a_moon_counts_for_the_others),
        cmocka_unit_test(an_update_is_what_the_paper_says),
        cmocka_unit_test(a_leaf_with_nothing_left_teaches_nothing),
        cmocka_unit_test(learners_learn_to_beat_who_does_not),
        cmocka_unit_test(the_same_seed_gives_the_same_weights),
        cmocka_unit_test(the_hidden_game_is_learned_from_what_is_seen),
        cmocka_unit_test(versions_of_a_position_share_the_step),
        cmocka_unit_test(mistakes_in_recipes_are_answered),
        cmocka_unit_test(a_recipe_gives_the_same_file_on_any_number_of_threads),
        cmocka_unit_test(the_whole_game_is_made_from_two_models),
        cmocka_unit_test(a_duel_is_the_match_of_the_same_players),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
