// SPDX-License-Identifier: MIT
// What PPO does with one row or one game.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "learn/ppo/ppo_row_internal.h"
#include "support/random.h"

static void hashes_are_those_of_rng(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 100; i++) {
        assert_true(chance_mix(i * 977) == rng_mix(i * 977));
        assert_true(chance_fold(i, 3 * i) == rng_fold(i, 3 * i));
    }
}

static void choices_are_drawn_as_often_as_their_probability(void **state) {
    (void)state;
    const float outputs[10] = {0, 1, 2, -1, 50, 0.5f, -2, 3, 1, 0}; // 4 is not legal
    const uint8_t legal[2] = {0x6E, 0x02};                          // 1, 2, 3, 5, 6 and 9
    double sum = 0, p[10] = {0};
    int counts[10] = {0}, draws = 200000;
    for (int i = 0; i < 10; i++) sum += p[i] = ppo_is_legal(legal, i) ? exp((double)outputs[i]) : 0;
    for (int i = 0; i < draws; i++) {
        float log_p;
        int choice = ppo_draw(outputs, legal, 10, ppo_chance(rng_key(1, 2, 3), (uint32_t)i), &log_p);
        assert_true(choice < 10 && p[choice] > 0);
        assert_true(fabs((double)log_p - log(p[choice] / sum)) < 1e-5);
        counts[choice]++;
    }
    for (int i = 0; i < 10; i++) {
        double expected = draws * p[i] / sum;
        assert_true(fabs(counts[i] - expected) <= 5 * sqrt(expected + 1));
    }
}

static void extreme_outputs_and_chances_give_a_legal_choice(void **state) {
    (void)state;
    static const struct {
        float outputs[3];
        uint8_t legal;
        float chance;
        int choice;
    } cases[] = {
        {{0, 0, 0}, 1, 0.99999994f, 0},     {{0, 0, 0}, 4, 0, 2},
        {{0, 0, 0}, 7, 0.99999994f, 2},     {{-1e30f, 1e30f, 0}, 7, 0.5f, 1},
        {{-1e30f, 1e30f, 0}, 5, 0.5f, 2},   {{3, 2, 1}, 0, 0.5f, PPO_NONE},
        {{NAN, 2, 1}, 3, 0.5f, PPO_NONE},   {{NAN, 2, 1}, 2, 0.5f, 1},
        {{INFINITY, 2, 1}, 7, 0, PPO_NONE}, {{-INFINITY, 2, 1}, 7, 0, PPO_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float log_p;
        int choice = ppo_draw(cases[i].outputs, &cases[i].legal, 3, cases[i].chance, &log_p);
        if (choice != cases[i].choice) fail_msg("case %zu: %d", i, choice);
    }
}

static double row_loss(const float *outputs, uint8_t legal, int choice, float before, float advantage, PpoPull pull) {
    float delta[4];
    PpoLoss loss = ppo_judge(outputs, &legal, 4, choice, before, advantage, pull, delta);
    return (double)loss.policy - (double)(pull.entropy * loss.entropy);
}

static void gradients_of_a_row_are_those_of_its_loss(void **state) {
    (void)state;
    PpoPull pull = {.clip = 0.2f, .entropy = 0.1f};
    int clipped = 0, cases = effort(2000, 200);
    for (int k = 0; k < cases; k++) {
        Rng rng = rng_for(3, (uint64_t)k, 0, 0);
        float outputs[4], delta[4], advantage = (float)(4 * rng_unit(&rng) - 2);
        for (int i = 0; i < 4; i++) outputs[i] = (float)(4 * rng_unit(&rng) - 2);
        int choice = (int)rng_below(&rng, 4);
        uint8_t legal = (uint8_t)(rng_below(&rng, 16) | 1u << choice);
        float before = (float)(-3 * rng_unit(&rng));
        PpoLoss loss = ppo_judge(outputs, &legal, 4, choice, before, advantage, pull, delta);
        clipped += loss.clipped > 0;
        for (int i = 0; i < 4; i++) {
            const float h = 1e-2f;
            float up[4], down[4];
            memcpy(up, outputs, sizeof up);
            memcpy(down, outputs, sizeof down);
            up[i] += h;
            down[i] -= h;
            float d[4];
            bool jumps = ppo_judge(up, &legal, 4, choice, before, advantage, pull, d).clipped !=
                         ppo_judge(down, &legal, 4, choice, before, advantage, pull, d).clipped;
            if (jumps) continue;
            double slope = (row_loss(up, legal, choice, before, advantage, pull) -
                            row_loss(down, legal, choice, before, advantage, pull)) /
                           (2 * (double)h);
            if (!(fabs(slope - (double)delta[i]) < 2e-3 * (1 + fabs(slope)))) {
                fail_msg("case %d, output %d: %g, not %g", k, i, (double)delta[i], slope);
            }
            if (!ppo_is_legal(&legal, i)) assert_true(delta[i] == 0);
        }
    }
    assert_in_range(clipped, cases / 10, cases);
}

static void values_are_clipped_as_the_policy_is(void **state) {
    (void)state;
    static const struct {
        float value, before, target, clip, loss, delta;
    } cases[] = {
        {3, 0, 1, 0, 2, 2},      {3, 0, 1, 1, 2, 2},         {0.5f, 0, 1, 1, 0.125f, -0.5f},        {3, 0, 3, 1, 2, 0},
        {-2, 0, 1, 1, 4.5f, -3}, {1, 0, 1, 0.5f, 0.125f, 0}, {0.25f, 0, 1, 0.5f, 0.28125f, -0.75f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float delta, loss = ppo_judge_value(cases[i].value, cases[i].before, cases[i].target,
                                            (PpoPull){.value_clip = cases[i].clip}, &delta);
        if (loss != cases[i].loss || delta != cases[i].delta)
            fail_msg("case %zu: %g %g", i, (double)loss, (double)delta);
    }
}

// Advantages against the definition, written as it reads.

typedef struct Column {
    int steps;
    uint8_t brain[64], seat[64], ended[64];
    float reward[64], value[64];
    double gamma, lambda;
} Column;

// NAN: nothing is known of what follows.
static double oracle(const Column *c, int t) {
    double sign = c->seat[t] ? -1 : 1, worth = sign * (double)c->value[t], sum = 0;
    for (int next = t + 1; next <= c->steps; next++) {
        sum += (double)c->reward[next];
        if (c->ended[next]) return sum - worth;
        if (c->brain[next] != 0) continue;
        double next_sign = c->seat[next] ? -1 : 1, follows = oracle(c, next);
        if (isnan(follows)) follows = 0;
        return sum + c->gamma * next_sign * (double)c->value[next] - worth + c->gamma * c->lambda * follows;
    }
    return (double)NAN;
}

static void fill_column(Column *c, Rng *rng) {
    c->steps = 1 + (int)rng_below(rng, 40);
    c->gamma = 0.5 + rng_unit(rng) / 2;
    c->lambda = rng_unit(rng);
    unsigned brains = 1 + rng_below(rng, 3), ends = 1 + rng_below(rng, 10);
    for (int t = 0; t <= c->steps; t++) {
        c->brain[t] = (uint8_t)rng_below(rng, brains);
        c->seat[t] = (uint8_t)rng_below(rng, 2);
        c->ended[t] = rng_below(rng, ends) == 0;
        c->reward[t] = (float)(rng_unit(rng) - 0.5);
        c->value[t] = (float)(rng_unit(rng) - 0.5);
    }
}

static void advantages_follow_their_definition(void **state) {
    (void)state;
    enum { GAMES = 3, ROOM = GAMES * 64 };
    int known = 0, unknown = 0;
    for (int k = 0; k < effort(2000, 200); k++) {
        Rng rng = rng_for(4, (uint64_t)k, 0, 0);
        Column c;
        fill_column(&c, &rng);
        uint8_t brain[ROOM], seat[ROOM], ended[ROOM];
        float reward[ROOM], value[ROOM], advantage[ROOM], target[ROOM];
        int base = (int)rng_below(&rng, (uint32_t)c.steps + 1), game = (int)rng_below(&rng, GAMES);
        PpoRollout rollout = {GAMES,  c.steps, base,      brain,  seat,    ended,
                              reward, value,   advantage, target, c.gamma, c.lambda};
        for (int t = 0; t <= c.steps; t++) {
            uint32_t row = ppo_place(GAMES, c.steps, base, t, game);
            brain[row] = c.brain[t];
            seat[row] = c.seat[t];
            ended[row] = c.ended[t];
            reward[row] = c.reward[t];
            value[row] = c.value[t];
            advantage[row] = target[row] = 99;
        }
        ppo_advantages(&rollout, game);
        for (int t = 0; t <= c.steps; t++) {
            uint32_t row = ppo_place(GAMES, c.steps, base, t, game);
            double expected = t < c.steps ? oracle(&c, t) : (double)NAN, sign = c.seat[t] ? -1 : 1;
            bool learned = c.brain[t] == 0 && !isnan(expected);
            known += learned;
            unknown += t < c.steps && c.brain[t] == 0 && isnan(expected);
            if (!learned) {
                assert_true(advantage[row] == 99 && target[row] == 99);
                continue;
            }
            assert_true(fabs((double)advantage[row] - sign * expected) < 1e-5);
            assert_true(fabs((double)target[row] - sign * expected - (double)c.value[t]) < 1e-5);
        }
    }
    assert_true(known > 1000 && unknown > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_rng),
        cmocka_unit_test(choices_are_drawn_as_often_as_their_probability),
        cmocka_unit_test(extreme_outputs_and_chances_give_a_legal_choice),
        cmocka_unit_test(gradients_of_a_row_are_those_of_its_loss),
        cmocka_unit_test(values_are_clipped_as_the_policy_is),
        cmocka_unit_test(advantages_follow_their_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
