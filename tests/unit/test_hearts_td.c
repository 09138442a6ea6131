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

#include "contest/hearts_match.h"
#include "hearts/players/ducker.h"
#include "hearts/players/search.h"
#include "hearts/players/td.h"
#include "lab/hearts_internal.h"
#include "lab/recipe.h"
#include "support/atom_oracle.h"
#include "support/folder.h"
#include "support/random.h"

// A random deal played at random to the beginning of a trick (or, with `on_table`, into it).
static HeartsState some_state(const HeartsRules *rules, Rng *rng, int on_table) {
    static const int16_t score[HEARTS_SEATS] = {0};
    HeartsState state;
    Card deck[CARD_COUNT];
    rng_deck(rng, deck);
    hearts_deal_deck(&state, NULL, rules, rng_below(rng, 4), score, deck);
    while (state.table.phase == HEARTS_PASSING) {
        CardSet hand = state.hand[state.table.to_act];
        HeartsAction give = {.move = HEARTS_GIVE, .give = some_cards(rng, hand, rules->pass_count)};
        hearts_apply(&state, NULL, &give);
    }
    int plays = 4 * (int)rng_below(rng, 13) + on_table;
    for (int i = 0; i < plays; i++) hearts_play_card(&state, rng_card(rng, hearts_legal(&state)));
    return state;
}

static Rng test_rng(uint64_t number) { return rng_for(6, 6, number, 0); }

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

static HeartsPerceptron *random_net(HeartsTask task, int combine, double scale, uint64_t number) {
    Rng rng = test_rng(number);
    HeartsPerceptron *net = hearts_perceptron_make(task, combine, &rng);
    assert_non_null(net);
    for (int32_t i = 0; i < hearts_perceptron_count(net); i++)
        hearts_perceptron_weights(net)[i] = (float)(scale * (rng_unit(&rng) - 0.45));
    return net;
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

static HeartsPerceptron *some_full(int queen, int hearts) {
    HeartsPerceptron *q = random_net(HEARTS_TASK_QUEEN, 4, 0.02, 21), *h = random_net(HEARTS_TASK_HEARTS, 2, 0.05, 22);
    Rng rng = test_rng(23);
    HeartsPerceptron *net = hearts_perceptron_join(q, queen, h, hearts, &rng);
    assert_non_null(net);
    hearts_perceptron_close(q);
    hearts_perceptron_close(h);
    return net;
}

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

static double learn(HeartsGoal goal, int combine, const HeartsPlayer *opponent, HeartsTrickAlgorithm algorithm,
                    int games, HeartsPerceptron **end) {
    Rng rng = hearts_td_weights_rng(8, 3);
    HeartsPerceptron *net = hearts_perceptron_make((HeartsTask)goal, combine, &rng);
    HeartsTdPlan plan = {.rules = hearts_td_rules(goal),
                         .opponent = opponent,
                         .algorithm = algorithm,
                         .lambda = 0.75,
                         .seed = 8,
                         .run = 3};
    HeartsTd *td = hearts_td_open(&plan, net);
    double late = 0;
    for (int game = 0; game < games; game++) {
        int points = hearts_td_game(td, (uint64_t)game);
        assert_in_range(points, 0, hearts_goal_points(goal));
        if (game >= games / 2) late += points;
    }
    hearts_td_close(td);
    if (end)
        *end = net;
    else
        hearts_perceptron_close(net);
    return late / (games - games / 2);
}

static void learners_learn_to_beat_who_does_not(void **context) {
    (void)context;
    HeartsPlayer opponent = hearts_random_player();
    int games = effort(3000, 1500);
    assert_true(learn(HEARTS_LEARN_QUEEN, 2, &opponent, HEARTS_TRICK_MAXN, games, NULL) < 2.2);
    assert_true(learn(HEARTS_LEARN_HEARTS, 2, &opponent, HEARTS_TRICK_MAXN, games, NULL) < 2.2);
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
    int games = effort(3000, 1500);
    double late = 0;
    for (int game = 0; game < games; game++) {
        int points = hearts_td_game(td, (uint64_t)game);
        if (game >= games / 2) late += points;
    }
    assert_true(late / (games - games / 2) < 2.9);
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
    HeartsMatchPlan plan = {.players = {spec.data, "ducker"},
                            .rules = hearts_td_rules(HEARTS_LEARN_HEARTS),
                            .open = true,
                            .seed = 4,
                            .deals = DEALS,
                            .threads = 1,
                            .quiet = true};
    if (!hearts_match_run(&plan, &played, &err)) fail_msg("%s", err.text);
    HeartsMatchStats stats = hearts_match_stats(&played.totals, HEARTS_SEATING_MIXED);
    LabRun *run = lab_open();
    run->threads = 2;
    run->quiet = true;
    HeartsDuel duel = {.side = {{.net = net}, {.player = "ducker"}}, .rules = plan.rules, .seed = 4, .deals = DEALS};
    HeartsDuelResult result;
    assert_true(hearts_duel(run, &duel, &result, &err));
    assert_int_equal(result.deals, DEALS);
    assert_true(fabs(result.points - stats.player[0].points_per_hand) < 1e-9);
    assert_true(fabs(2 * result.error - stats.standard_error) < 1e-9);
    lab_close(run);
    text_free(&spec);
    hearts_perceptron_close(net);
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
        cmocka_unit_test(the_quick_search_sees_what_the_general_one_sees),
        cmocka_unit_test(a_trick_of_copies_is_played_as_expected),
        cmocka_unit_test(under_any_rules_what_is_tried_is_what_is_legal),
        cmocka_unit_test(a_moon_counts_for_the_others),
        cmocka_unit_test(an_update_is_what_the_paper_says),
        cmocka_unit_test(learners_learn_to_beat_who_does_not),
        cmocka_unit_test(the_same_seed_gives_the_same_weights),
        cmocka_unit_test(the_hidden_game_is_learned_from_what_is_seen),
        cmocka_unit_test(versions_of_a_position_share_the_step),
        cmocka_unit_test(what_is_saved_is_read_back),
        cmocka_unit_test(files_that_do_not_fit_are_refused),
        cmocka_unit_test(mistakes_in_recipes_are_answered),
        cmocka_unit_test(a_recipe_gives_the_same_file_on_any_number_of_threads),
        cmocka_unit_test(the_whole_game_is_made_from_two_models),
        cmocka_unit_test(a_duel_is_the_match_of_the_same_players),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
