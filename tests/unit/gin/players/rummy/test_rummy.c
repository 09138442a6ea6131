// SPDX-License-Identifier: MIT
// The value network of td-rummy and evo-rummy: what it sees, how it chooses, how it learns.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/rummy/rummy_learn.h"
#include "support/policies.h"

static Net *some_net(uint64_t seed) {
    Error err = {{0}};
    Net *net = rummy_make(16, seed, &err);
    if (!net) fail_msg("%s", err.text);
    return net;
}

static double value_at(const Net *net, const RummyTrail *trail, int step) {
    int ones[RUMMY_ONES], count = 0;
    float value;
    for (int i = trail->begin[step]; i < trail->begin[step + 1]; i++) ones[count++] = trail->ones[i];
    net_apply_ones(net, NULL, ones, count, &value);
    return (double)value;
}

// Plays a hand of two nets and keeps the first one's afterstates.
static int play_kept(const Net *first, const Net *second, uint64_t number, bool swapped, RummyTrail *trail) {
    GinRules rules = gin_rules_default();
    RummyDeal deal = {.rules = &rules, .seed = 5, .number = number, .swapped = swapped};
    RummySeat seats[GIN_SEATS] = {{.net = first, .chance = 0.3, .trail = trail}, {.net = second, .chance = 0.3}};
    return rummy_play(&deal, seats);
}

static void inputs_rise_and_hold_ten_cards_of_the_hand(void **state) {
    (void)state;
    Net *net = some_net(1);
    RummyTrail trail = {.steps = 0};
    for (uint64_t hand = 0; hand < 200; hand++) {
        play_kept(net, net, hand, hand & 1, &trail);
        for (int step = 0; step < trail.steps; step++) {
            int cards = 0;
            for (int i = trail.begin[step]; i < trail.begin[step + 1]; i++) {
                assert_true(trail.ones[i] < RUMMY_INPUTS);
                assert_true(i == trail.begin[step] || trail.ones[i] > trail.ones[i - 1]);
                cards += trail.ones[i] < CARD_COUNT;
            }
            assert_int_equal(cards, GIN_HAND_SIZE);
            assert_true(trail.begin[step + 1] - trail.begin[step] <= RUMMY_ONES);
        }
    }
    rummy_trail_free(&trail);
    net_close(net);
}

static void a_deal_from_the_other_side_is_the_same_hand_for_equal_players(void **state) {
    (void)state;
    Net *net = some_net(2);
    int scored = 0;
    for (uint64_t hand = 0; hand < 100; hand++) {
        RummyTrail one = {.steps = 0}, other = {.steps = 0};
        int points = play_kept(net, net, hand, false, &one);
        assert_int_equal(points, -play_kept(net, net, hand, true, &other));
        assert_int_equal(one.points, points);
        scored += points != 0;
        rummy_trail_free(&one);
        rummy_trail_free(&other);
    }
    assert_true(scored > 0);
    net_close(net);
}

// Finite differences of the net's own answers say how far a small step moves the value.
static void a_step_of_learning_follows_the_gradient(void **state) {
    (void)state;
    Net *net = some_net(3), *moved = net_copy(net);
    RummyTrail trail = {.steps = 0};
    play_kept(net, net, 1, false, &trail);
    trail.steps = 1;
    trail.points = 40;
    double value = value_at(net, &trail, 0), gap = 40 / RUMMY_POINTS - value, rate = 1e-3, slope = 0;
    assert_true(fabs(rummy_learn(moved, &trail, 0.5, rate) - gap * gap) < 1e-6);
    for (size_t i = 0; i < net_parameters(net); i++) {
        float *weight = &net_block(net)[i], before = *weight, after = net_weights(moved)[i];
        *weight = before + 0.01F;
        double derivative = (value_at(net, &trail, 0) - value) / 0.01;
        *weight = before;
        slope += derivative * derivative;
        if (fabs((double)(after - before) - rate * gap * derivative) > 1e-5)
            fail_msg("weight %zu moved by %g, the gradient says %g", i, (double)(after - before),
                     rate * gap * derivative);
    }
    assert_true(slope > 1);
    rummy_trail_free(&trail);
    net_close(moved);
    net_close(net);
}

// With lambda 1 every afterstate learns the points themselves, with 0 what the next one says.
static void lambda_weighs_the_end_against_the_next_value(void **state) {
    (void)state;
    for (int lambda = 0; lambda <= 1; lambda++) {
        Net *net = some_net(4);
        RummyTrail trail = {.steps = 0};
        for (uint64_t hand = 0; trail.steps < 3; hand++) play_kept(net, net, hand, false, &trail);
        trail.points = 100;
        for (int round = 0; round < (lambda ? 300 : 3); round++) rummy_learn(net, &trail, lambda, 0.003);
        double first = value_at(net, &trail, 0), target = trail.points / RUMMY_POINTS;
        if (lambda && fabs(first - target) > 0.1) fail_msg("%g instead of %g", first, target);
        if (!lambda && first > target / 2) fail_msg("%g: the end reaches the beginning at once", first);
        rummy_trail_free(&trail);
        net_close(net);
    }
}

static void a_little_learning_beats_none(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    Net *learner = some_net(6), *beginner = net_copy(learner);
    RummyTrail trail[GIN_SEATS] = {{.steps = 0}, {.steps = 0}};
    for (uint64_t hand = 0; hand < 400; hand++) {
        RummyDeal deal = {.rules = &rules, .seed = 7, .number = hand};
        RummySeat seats[GIN_SEATS] = {{.net = learner, .trail = &trail[0]}, {.net = learner, .trail = &trail[1]}};
        rummy_play(&deal, seats);
        for (int seat = 0; seat < GIN_SEATS; seat++) rummy_learn(learner, &trail[seat], 0.7, 0.004);
    }
    int points = 0;
    for (uint64_t hand = 0; hand < 40; hand++) {
        RummyDeal deal = {.rules = &rules, .seed = 8, .number = hand / 2, .swapped = hand & 1};
        RummySeat seats[GIN_SEATS] = {{.net = learner}, {.net = beginner}};
        points += rummy_play(&deal, seats);
    }
    assert_true(points > 0);
    for (int seat = 0; seat < GIN_SEATS; seat++) rummy_trail_free(&trail[seat]);
    net_close(learner);
    net_close(beginner);
}

static void mutants_differ_by_the_spread_and_come_from_their_number(void **state) {
    (void)state;
    Net *champion = some_net(9), *one = net_copy(champion), *same = net_copy(champion), *other = net_copy(champion);
    size_t size = net_parameters(champion), bytes = size * sizeof(float);
    double sum = 0, square = 0;
    rummy_mutate(champion, 0.1, 1, 2, one);
    rummy_mutate(champion, 0.1, 1, 2, same);
    rummy_mutate(champion, 0.1, 1, 3, other);
    assert_memory_equal(net_weights(one), net_weights(same), bytes);
    assert_true(memcmp(net_weights(one), net_weights(other), bytes) != 0);
    for (size_t i = 0; i < size; i++) {
        double gap = (double)(net_weights(one)[i] - net_weights(champion)[i]);
        sum += gap;
        square += gap * gap;
    }
    assert_true(fabs(sum / (double)size) < 0.01 && fabs(sqrt(square / (double)size) - 0.1) < 0.01);
    net_close(champion);
    net_close(one);
    net_close(same);
    net_close(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_rise_and_hold_ten_cards_of_the_hand),
        cmocka_unit_test(a_deal_from_the_other_side_is_the_same_hand_for_equal_players),
        cmocka_unit_test(a_step_of_learning_follows_the_gradient),
        cmocka_unit_test(lambda_weighs_the_end_against_the_next_value),
        cmocka_unit_test(a_little_learning_beats_none),
        cmocka_unit_test(mutants_differ_by_the_spread_and_come_from_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
