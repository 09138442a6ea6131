// SPDX-License-Identifier: MIT
// What learners of Hearts see and say: atoms against an oracle that reads their names, the paper's counts, outputs,
// values, the features of the whole game, and files.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/td/td.h"
#include "support/atom_oracle.h"
#include "support/folder.h"
#include "support/learners.h"
#include "support/random.h"

// ---- Features ----

static void atoms_are_what_their_names_say(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_FULL);
    Rng rng = test_rng(1);
    for (int i = 0; i < effort(3000, 200); i++) {
        HeartsState state = some_state(&rules, &rng, 0);
        HeartsPosition position = hearts_position(&state);
        for (Seat seat = 0; seat < 4; seat++) {
            HeartsAtoms atoms = hearts_atoms(&position, seat);
            for (int task = 0; task < HEARTS_TASKS; task++) {
                uint8_t list[HEARTS_MOST_ACTIVE];
                int count = hearts_task_atoms((HeartsTask)task, &atoms, list), at = 0;
                int all = task == HEARTS_TASK_QUEEN ? 60 : 88;
                for (int atom = 0; atom < all; atom++) {
                    const char *name = hearts_atom_name((HeartsTask)task, atom);
                    bool truth = at < count && list[at] == atom;
                    at += truth;
                    if (truth != oracle_atom(&state, seat, name)) fail_msg("'%s' is not %d", name, truth);
                }
                assert_int_equal(at, count);
            }
        }
    }
}

static void names_differ(void **context) {
    (void)context;
    for (int task = 0; task < HEARTS_TASKS; task++) {
        HeartsFeatures features = hearts_features((HeartsTask)task, 1);
        for (int a = 0; a < features.atoms; a++)
            for (int b = 0; b < a; b++)
                assert_string_not_equal(hearts_atom_name((HeartsTask)task, a), hearts_atom_name((HeartsTask)task, b));
    }
}

static void there_are_as_many_features_as_the_paper_counts(void **context) {
    (void)context;
    static const struct {
        HeartsTask task;
        int combine, count;
    } cases[] = {
        {HEARTS_TASK_QUEEN, 1, 60},      {HEARTS_TASK_QUEEN, 2, 1830}, {HEARTS_TASK_QUEEN, 3, 34280},
        {HEARTS_TASK_QUEEN, 4, 523685},  {HEARTS_TASK_HEARTS, 1, 88},  {HEARTS_TASK_HEARTS, 2, 3916},
        {HEARTS_TASK_HEARTS, 3, 109824},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HeartsFeatures features = hearts_features(cases[i].task, cases[i].combine);
        assert_int_equal(features.count, cases[i].count);
        int step = features.count > 10000 ? 37 : 1;
        for (int32_t index = 0; index < features.count; index += step) {
            uint8_t atoms[HEARTS_COMBINE];
            int count = hearts_feature_atoms(&features, index, atoms);
            for (int k = 1; k < count; k++) assert_true(atoms[k - 1] < atoms[k]);
            assert_true(atoms[count - 1] < features.atoms);
            assert_int_equal(hearts_feature_index(&features, atoms, count), index);
        }
    }
}

static void a_feature_has_a_name_to_read(void **context) {
    (void)context;
    HeartsFeatures features = hearts_features(HEARTS_TASK_QUEEN, 4);
    uint8_t atoms[3] = {0, 4, 33};
    Text name = {0};
    hearts_feature_name(&features, hearts_feature_index(&features, atoms, 3), &name);
    assert_string_equal(name.data, "we have QS & 1 spades besides AKQ & we have lead");
    text_free(&name);
}

// ---- Values ----

static bool is_true(const HeartsFeatures *features, int32_t index, const uint8_t *list, int count) {
    uint8_t atoms[HEARTS_COMBINE];
    int size = hearts_feature_atoms(features, index, atoms), found = 0;
    for (int k = 0; k < size; k++)
        for (int i = 0; i < count; i++) found += list[i] == atoms[k];
    return found == size;
}

// Sums the weights of all true features, one after the other.
static double slow_output(const HeartsPerceptron *net, HeartsTask task, const HeartsAtoms *atoms, int *active) {
    HeartsFeatures features = hearts_perceptron_features(net, task);
    uint8_t list[HEARTS_MOST_ACTIVE];
    int count = hearts_task_atoms(task, atoms, list);
    double sum = 0;
    *active = 0;
    for (int32_t index = 0; index < features.count; index++)
        if (is_true(&features, index, list, count)) {
            sum += (double)hearts_perceptron_look(net)[index];
            ++*active;
        }
    return sum;
}

static void an_output_is_the_sum_of_the_weights_of_true_features(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_FULL);
    for (int task = 0; task < HEARTS_TASKS; task++)
        for (int combine = 1; combine <= (task == HEARTS_TASK_QUEEN ? 4 : 3); combine++) {
            HeartsPerceptron *net = random_net((HeartsTask)task, combine, 0.1, (uint64_t)combine);
            Rng rng = test_rng(9);
            for (int i = 0; i < (combine < 3 ? 40 : 3); i++) {
                HeartsState state = some_state(&rules, &rng, 0);
                HeartsPosition position = hearts_position(&state);
                HeartsAtoms atoms = hearts_atoms(&position, 2), key = hearts_perceptron_key(net, atoms);
                int active;
                double slow = slow_output(net, (HeartsTask)task, &atoms, &active);
                assert_true(fabs(slow - (double)hearts_perceptron_output(net, &key)) < 1e-3);
                assert_int_equal(hearts_perceptron_active(net, &key), active);
                hearts_perceptron_add(net, &key, 0.5f); // to each of them, and to no other
                assert_true(fabs(slow + 0.5 * active - slow_output(net, (HeartsTask)task, &atoms, &active)) < 1e-2);
                assert_true(fabs(slow + 0.5 * active - (double)hearts_perceptron_output(net, &key)) < 1e-2);
                hearts_perceptron_add(net, &key, -0.5f);
            }
            hearts_perceptron_close(net);
        }
}

static void first_weights_are_small_and_differ_by_run(void **context) {
    (void)context;
    Rng one = hearts_td_weights_rng(1, 0), two = hearts_td_weights_rng(1, 1);
    HeartsPerceptron *a = hearts_perceptron_make(HEARTS_TASK_QUEEN, 2, &one);
    HeartsPerceptron *b = hearts_perceptron_make(HEARTS_TASK_QUEEN, 2, &two);
    int equal = 0;
    for (int i = 0; i < 1830; i++) {
        assert_true(fabs((double)hearts_perceptron_look(a)[i]) <= 1 / 1830.0);
        equal += hearts_perceptron_look(a)[i] == hearts_perceptron_look(b)[i];
    }
    assert_true(equal < 10);
    hearts_perceptron_close(a);
    hearts_perceptron_close(b);
}

static void values_are_exact_once_the_points_are_gone_and_inside_before(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_FULL);
    HeartsPerceptron *net = random_net(HEARTS_TASK_QUEEN, 2, 3, 4);
    Rng rng = test_rng(5);
    int decided = 0, cut = 0;
    for (int i = 0; i < 2000; i++) {
        HeartsState state = some_state(&rules, &rng, 0);
        HeartsPosition position = hearts_position(&state);
        for (Seat seat = 0; seat < 4; seat++) {
            float value = hearts_perceptron_value(net, &position, seat);
            bool gone = position.queen >= 0;
            assert_int_equal(gone, hearts_perceptron_decided(net, &position));
            if (gone) assert_true(value == (position.queen == seat ? 13.0f : 0.0f));
            if (!gone) assert_true(value > 0 && value < 13);
            decided += gone;
            cut += !gone && (value < 0.01f || value > 12.99f);
        }
    }
    assert_true(decided > 100 && cut > 100);
    hearts_perceptron_close(net);
}

// ---- The whole game ----

static void the_largest_weights_are_chosen(void **context) {
    (void)context;
    HeartsPerceptron *net = random_net(HEARTS_TASK_QUEEN, 1, 1, 3);
    float *weights = hearts_perceptron_weights(net);
    for (int i = 0; i < 60; i++) weights[i] = (float)((i * 7 % 60) - 30);
    int32_t top[3];
    hearts_perceptron_top(net, 0, 3, top);
    assert_true(weights[top[0]] == -30 && fabsf(weights[top[1]]) == 29 && fabsf(weights[top[2]]) == 29);
    assert_true(top[1] < top[2]);
    hearts_perceptron_top(net, 1, 2, top);
    assert_true(weights[top[0]] == 29 && weights[top[1]] == 28);
    hearts_perceptron_top(net, -1, 2, top);
    assert_true(weights[top[0]] == -30 && weights[top[1]] == -29);
    hearts_perceptron_close(net);
}

// With all features chosen and the same weights, the whole game's output is the sum of the parts' while both are out.
static void the_whole_game_adds_up_its_parts(void **context) {
    (void)context;
    HeartsRules rules = hearts_td_rules(HEARTS_LEARN_FULL);
    HeartsPerceptron *q = random_net(HEARTS_TASK_QUEEN, 2, 0.1, 31), *h = random_net(HEARTS_TASK_HEARTS, 2, 0.1, 32);
    Rng rng = test_rng(33);
    HeartsPerceptron *net = hearts_perceptron_join(q, 1830, h, 3916, &rng);
    memcpy(hearts_perceptron_weights(net), hearts_perceptron_look(q), 1830 * sizeof(float));
    memcpy(hearts_perceptron_weights(net) + 1830, hearts_perceptron_look(h), 3916 * sizeof(float));
    int both = 0, one = 0;
    for (int i = 0; i < 1000; i++) {
        HeartsState state = some_state(&rules, &rng, 0);
        HeartsPosition position = hearts_position(&state);
        HeartsAtoms atoms = hearts_atoms(&position, 1);
        HeartsAtoms keys[3] = {hearts_perceptron_key(net, atoms), hearts_perceptron_key(q, atoms),
                               hearts_perceptron_key(h, atoms)};
        bool hearts_out = position.hearts[0] + position.hearts[1] + position.hearts[2] + position.hearts[3] < 13;
        double sum = 0;
        int active = 0;
        if (position.queen < 0) sum += (double)hearts_perceptron_output(q, &keys[1]);
        if (position.queen < 0) active += hearts_perceptron_active(q, &keys[1]);
        if (hearts_out) sum += (double)hearts_perceptron_output(h, &keys[2]);
        if (hearts_out) active += hearts_perceptron_active(h, &keys[2]);
        assert_true(fabs(sum - (double)hearts_perceptron_output(net, &keys[0])) < 1e-3);
        assert_int_equal(hearts_perceptron_active(net, &keys[0]), active);
        both += position.queen < 0 && hearts_out;
        one += position.queen >= 0 && hearts_out;
    }
    assert_true(both > 100 && one > 100);
    hearts_perceptron_close(q);
    hearts_perceptron_close(h);
    hearts_perceptron_close(net);
}

// ---- Files ----

static void what_is_saved_is_read_back(void **context) {
    (void)context;
    HeartsPerceptron *nets[3] = {random_net(HEARTS_TASK_QUEEN, 3, 1, 80), random_net(HEARTS_TASK_HEARTS, 2, 1, 81),
                                 some_full(400, 100)};
    Error err = {{0}};
    for (int i = 0; i < 3; i++) {
        WeightsFact fact = {"seed", "5"};
        if (!hearts_perceptron_save(nets[i], file("net.safetensors"), NULL, 0, &fact, 1, &err))
            fail_msg("%s", err.text);
        HeartsPerceptron *read = hearts_perceptron_load(file("net.safetensors"), &err);
        if (!read) fail_msg("%s", err.text);
        assert_int_equal(hearts_perceptron_goal(read), i);
        assert_int_equal(hearts_perceptron_count(read), hearts_perceptron_count(nets[i]));
        assert_memory_equal(hearts_perceptron_look(read), hearts_perceptron_look(nets[i]),
                            (size_t)hearts_perceptron_count(read) * sizeof(float));
        Text a = {0}, b = {0};
        hearts_perceptron_name(read, 37, &a);
        hearts_perceptron_name(nets[i], 37, &b);
        assert_string_equal(a.data, b.data);
        text_free(&a);
        text_free(&b);
        hearts_perceptron_close(read);
        hearts_perceptron_close(nets[i]);
    }
}

static void files_that_do_not_fit_are_refused(void **context) {
    (void)context;
    float numbers[60] = {0}, order[2] = {7, 7}, halves[2] = {1, 2.5f}, high[2] = {1, 60};
    const struct {
        const char *facts[8]; // names and values
        int weights, features;
        const float *list;
        const char *says;
    } cases[] = {
        {{"task", "queen"}, 60, 0, NULL, "no weights of a Hearts learner"},
        {{"learn", "td"}, 60, 0, NULL, "no weights of a Hearts learner"},
        {{"learn", "td", "task", "spades"}, 60, 0, NULL, "'spades' is none of queen, hearts, full"},
        {{"learn", "td", "task", "queen"}, 60, 0, NULL, "the fact 'combine' is missing"},
        {{"learn", "td", "task", "queen", "combine", "5"}, 60, 0, NULL, "combine"},
        {{"learn", "td", "task", "queen", "combine", "1"}, 59, 0, NULL, "weights"},
        {{"learn", "td", "task", "full", "combine_queen", "1", "combine_hearts", "1"}, 4, 0, NULL, "queen_features"},
        {{"learn", "td", "task", "full", "combine_queen", "1", "combine_hearts", "1"}, 4, 2, order, "not in order"},
        {{"learn", "td", "task", "full", "combine_queen", "1", "combine_hearts", "1"}, 4, 2, halves, "no feature's"},
        {{"learn", "td", "task", "full", "combine_queen", "1", "combine_hearts", "1"}, 4, 2, high, "do not exist"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        WeightsTensor tensors[3] = {
            {.name = "weights", .rank = 1, .shape = {(size_t)cases[i].weights}, .data = numbers},
            {.name = "queen_features", .rank = 1, .shape = {(size_t)cases[i].features}, .data = cases[i].list},
            {.name = "hearts_features", .rank = 1, .shape = {(size_t)cases[i].features}, .data = cases[i].list},
        };
        WeightsFact facts[4];
        int count = 0;
        for (; count < 4 && cases[i].facts[2 * count]; count++)
            facts[count] = (WeightsFact){cases[i].facts[2 * count], cases[i].facts[2 * count + 1]};
        Error err = {{0}};
        assert_true(weights_save(file("bad.safetensors"), tensors, cases[i].list ? 3 : 1, facts, count, &err));
        assert_null(hearts_perceptron_load(file("bad.safetensors"), &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' instead of '%s'", err.text, cases[i].says);
    }
    HeartsEvaluation evaluation = {0};
    Error err = {{0}};
    assert_false(hearts_evaluation_open_td("td-nobody", &evaluation, &err));
    assert_non_null(strstr(err.text, "td-nobody.safetensors"));
    assert_null(evaluation.self);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atoms_are_what_their_names_say),
        cmocka_unit_test(names_differ),
        cmocka_unit_test(there_are_as_many_features_as_the_paper_counts),
        cmocka_unit_test(a_feature_has_a_name_to_read),
        cmocka_unit_test(an_output_is_the_sum_of_the_weights_of_true_features),
        cmocka_unit_test(first_weights_are_small_and_differ_by_run),
        cmocka_unit_test(values_are_exact_once_the_points_are_gone_and_inside_before),
        cmocka_unit_test(the_largest_weights_are_chosen),
        cmocka_unit_test(the_whole_game_adds_up_its_parts),
        cmocka_unit_test(what_is_saved_is_read_back),
        cmocka_unit_test(files_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
