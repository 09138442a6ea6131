// SPDX-License-Identifier: MIT
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "learn/ppo_internal.h"
#include "learn/train_internal.h"
#include "support/folder.h"
#include "support/random.h"
#include "support/toys.h"

static void must(bool good, const Error *err) {
    if (!good) fail_msg("%s", err->text);
}

static const char *const actor_text = "12 32t 4l", *const critic_text = "15 32t 1l";

static Net *net_of(const char *text, uint64_t seed) {
    Error err = {{0}};
    Net *net = net_make(text, seed, &err);
    must(net != NULL, &err);
    return net;
}

static Ppo *open_ppo(const PpoPlan *plan, const char *actor_layers, const char *critic_layers) {
    Error err = {{0}};
    Net *actor = net_of(actor_layers, 1), *critic = net_of(critic_layers, 2);
    Ppo *ppo = ppo_open(plan, actor, critic, &err);
    must(ppo != NULL, &err);
    net_close(actor);
    net_close(critic);
    return ppo;
}

// Rows.

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
            unknown += c.brain[t] == 0 && t < c.steps && isnan(expected);
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

// The whole of it.

// Random rows in all slots; secrets, rewards and seats as well.
static void fill_rows(Ppo *ppo, const PpoPlan *plan, uint64_t seed) {
    for (int step = 0; step <= plan->steps; step++) {
        PpoRows rows = ppo_rows(ppo, step);
        for (int game = 0; game < plan->games; game++) {
            Rng rng = rng_for(seed, (uint64_t)step, (uint64_t)game, 1);
            for (int i = 0; i < TOY_INPUTS; i++)
                rows.inputs[game * TOY_INPUTS + i] = rng_below(&rng, 3) ? 0 : (uint8_t)rng_below(&rng, 256);
            for (int i = 0; i < TOY_SECRETS; i++) rows.secrets[game * TOY_SECRETS + i] = (uint8_t)rng_below(&rng, 129);
            rows.legal[game] = (uint8_t)(1 + rng_below(&rng, 15));
            rows.brain[game] = (uint8_t)(game % 5 == 4 ? rng_below(&rng, (uint32_t)plan->brains) : 0);
            rows.seat[game] = (uint8_t)rng_below(&rng, 2);
            rows.ended[game] = rng_below(&rng, 6) == 0;
            rows.reward[game] = (float)(2 * rng_unit(&rng) - 1);
        }
    }
}

static void choose_all(Ppo *ppo, const PpoPlan *plan) {
    uint8_t *choices = malloc((size_t)plan->games);
    Error err = {{0}};
    for (int step = 0; step < plan->steps; step++) {
        must(ppo_choose_begin(ppo, 0, step, 0, plan->games, &err), &err);
        must(ppo_choose_end(ppo, 0, choices, &err), &err);
        for (int i = 0; i < plan->games; i++) assert_true(ppo_is_legal(&ppo_rows(ppo, step).legal[i], choices[i]));
    }
    free(choices);
}

static void rows_to_learn_from_are_those_whose_successor_is_known(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(30, 9);
    plan.brains = 4;
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    for (uint64_t seed = 0; seed < 20; seed++) {
        fill_rows(ppo, &plan, seed);
        ppo_list_learned(ppo);
        uint32_t expected = 0;
        for (int game = 0; game < plan.games; game++) {
            Column c = {.steps = plan.steps};
            for (int t = 0; t <= plan.steps; t++) {
                c.brain[t] = ppo_rows(ppo, t).brain[game];
                c.ended[t] = ppo_rows(ppo, t).ended[game];
            }
            for (int t = 0; t < plan.steps; t++) {
                bool learned = c.brain[t] == 0 && !isnan(oracle(&c, t)), listed = false;
                uint32_t row = ppo_row_at(ppo, t, game);
                for (uint32_t i = 0; i < ppo->learned_count; i++) listed = listed || ppo->learned[i] == row;
                assert_int_equal(learned, listed);
                expected += learned;
            }
        }
        assert_int_equal(expected, ppo->learned_count);
        ppo->base = (ppo->base + plan.steps) % (plan.steps + 1);
    }
    ppo_close(ppo);
}

static double total_loss(Ppo *ppo, double entropy) {
    PpoSums sums = {0};
    ppo_worker_minibatch(ppo, 0, ppo->learned_count, &sums);
    assert_true(sums.rows == ppo->learned_count);
    return sums.policy - entropy * sums.entropy + sums.value;
}

// The change of the loss when the weights of a net move a little along a direction.
static void check_direction(Ppo *ppo, int which, const double *gradient, Rng *rng, double entropy) {
    Net *net = ppo->nets[which].net;
    size_t size = net_parameters(net);
    float *before = malloc(sizeof(float) * size), *along = malloc(sizeof(float) * size);
    const double h = 1e-3;
    double expected = 0, loss[2];
    memcpy(before, net_weights(net), sizeof(float) * size);
    for (size_t i = 0; i < size; i++) {
        along[i] = (float)(2 * rng_unit(rng) - 1);
        expected += (double)along[i] * gradient[i];
    }
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < size; i++) net_block(net)[i] = before[i] + (float)((side ? h : -h) * (double)along[i]);
        loss[side] = total_loss(ppo, entropy);
    }
    memcpy(net_block(net), before, sizeof(float) * size);
    double slope = (loss[1] - loss[0]) / (2 * h);
    if (!(fabs(slope - expected) < 0.01 * (1 + fabs(slope)))) fail_msg("net %d: %g, not %g", which, expected, slope);
    free(before);
    free(along);
}

static void gradients_of_both_nets_are_those_of_the_loss(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(100, 7);
    plan.brains = 2;
    plan.clip = 0.5;
    const double entropy = 0.05;
    Ppo *ppo = open_ppo(&plan, "12 20t 10t 4l", "15 20t 1l");
    Net *other = net_of("12 7r 4l", 3);
    assert_true(ppo_freeze(ppo, 1, other, NULL));
    net_close(other);
    fill_rows(ppo, &plan, 11);
    choose_all(ppo, &plan);
    Rng rng = rng_for(6, 0, 0, 0);
    ppo_list_learned(ppo);
    double moments[PPO_MOMENTS];
    ppo_worker_judge(ppo, moments);
    ppo_worker_order(ppo, 0, entropy);
    for (int which = 0; which < PPO_NETS; which++) { // away from where the ratio is 1
        Net *net = ppo->nets[which].net;
        for (size_t i = 0; i < net_parameters(net); i++) net_block(net)[i] += (float)(0.2 * (rng_unit(&rng) - 0.5));
    }
    total_loss(ppo, entropy);
    for (int which = 0; which < PPO_NETS; which++) {
        size_t size = net_parameters(ppo->nets[which].net);
        double *gradient = calloc(size, sizeof *gradient);
        total_loss(ppo, entropy);
        for (int shard = 0; shard < ppo->worker.shards; shard++) {
            for (size_t i = 0; i < size; i++)
                gradient[i] += (double)ppo->worker.gradients[which][(size_t)shard * ppo->worker.stride[which] + i];
        }
        for (int k = 0; k < 10; k++) check_direction(ppo, which, gradient, &rng, entropy);
        free(gradient);
    }
    ppo_close(ppo);
}

static void advantages_are_normal_and_values_are_the_critics(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(50, 8);
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    fill_rows(ppo, &plan, 2);
    ppo_list_learned(ppo);
    double moments[PPO_MOMENTS], sum = 0, squares = 0, n = ppo->learned_count;
    ppo_worker_judge(ppo, moments);
    for (uint32_t i = 0; i < ppo->learned_count; i++) {
        uint32_t row = ppo->learned[i];
        double normal = ((double)ppo->worker.advantage[row] - ppo->worker.mean) / ppo->worker.deviation;
        float inputs[TOY_INPUTS + TOY_SECRETS], value;
        ppo_expand(ppo, row, true, inputs);
        net_apply(ppo->nets[PPO_CRITIC].net, NULL, inputs, &value);
        assert_true(fabsf(value - ppo->worker.value[row]) < 1e-5f);
        sum += normal;
        squares += normal * normal;
    }
    assert_true(fabs(sum / n) < 1e-6 && fabs(squares / n - 1) < 1e-4);
    ppo_close(ppo);
}

// Sameness.

static void same_weights(Ppo *a, Ppo *b) {
    for (int i = 0; i < PPO_NETS; i++) {
        size_t bytes = sizeof(float) * net_parameters(a->nets[i].net);
        assert_memory_equal(net_weights(a->nets[i].net), net_weights(b->nets[i].net), bytes);
        assert_memory_equal(a->nets[i].first, b->nets[i].first, bytes);
        assert_memory_equal(a->nets[i].second, b->nets[i].second, bytes);
    }
}

static PpoReport iterate(Ppo *ppo, ToyBatch *batch, const PpoPlan *plan, int parts, int times) {
    PpoReport report = {0};
    Error err = {{0}};
    for (int i = 0; i < times; i++) must(toy_iterate(batch, ppo, plan, parts, 3e-3, 0.01, &report, &err), &err);
    return report;
}

static void weights_do_not_depend_on_the_number_of_threads(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(700, 6);
    plan.brains = 2;
    plan.epochs = 2;
    plan.minibatch = 1500;
    Ppo *ppos[3];
    Net *other = net_of("12 9r 4l", 3);
    PpoReport reports[3];
    for (int i = 0; i < 3; i++) {
        plan.threads = 1 + i;
        ppos[i] = open_ppo(&plan, "12 32t 16r 4l", "15 40t 1l");
        assert_true(ppo_freeze(ppos[i], 1, other, NULL));
        ToyBatch batch = toy_open(&toy_pennies, plan.games, 1, 1);
        reports[i] = iterate(ppos[i], &batch, &plan, 2, 5);
        toy_close(&batch);
    }
    for (int i = 1; i < 3; i++) {
        same_weights(ppos[0], ppos[i]);
        assert_memory_equal(&reports[0], &reports[i], sizeof *reports);
        ppo_close(ppos[i]);
    }
    ppo_close(ppos[0]);
    net_close(other);
}

static void a_resumed_run_equals_an_uninterrupted_one(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(64, 7);
    ToyBatch batch = toy_open(&toy_kuhn, plan.games, 1, 1);
    Ppo *whole = open_ppo(&plan, actor_text, critic_text), *rest = open_ppo(&plan, actor_text, critic_text);
    Error err = {{0}};
    iterate(whole, &batch, &plan, 1, 3);
    must(ppo_save(whole, file("ppo"), &err), &err);
    ToyBatch copy = toy_open(&toy_kuhn, plan.games, 1, 1);
    memcpy(copy.states, batch.states, sizeof *batch.states * (size_t)plan.games);
    memcpy(copy.rngs, batch.rngs, sizeof *batch.rngs * (size_t)plan.games);
    must(ppo_load(rest, file("ppo"), &err), &err);
    same_weights(whole, rest);
    PpoReport a = iterate(whole, &batch, &plan, 1, 4), b = iterate(rest, &copy, &plan, 1, 4);
    same_weights(whole, rest);
    assert_memory_equal(&a, &b, sizeof a);
    toy_close(&batch);
    toy_close(&copy);
    ppo_close(whole);
    ppo_close(rest);
}

// It learns.

// The learner's probabilities of a state's choices.
static void policy(Ppo *ppo, const Toy *toy, const ToyState *at, double p[TOY_CHOICES]) {
    Net *actor = net_copy(ppo->nets[PPO_ACTOR].net);
    assert_true(ppo_fetch(ppo, actor, NULL, NULL));
    float inputs[TOY_INPUTS], outputs[TOY_CHOICES];
    unsigned legal;
    double sum = 0;
    toy_inputs(toy, at, inputs, &legal);
    net_apply(actor, NULL, inputs, outputs);
    for (int i = 0; i < TOY_CHOICES; i++) sum += p[i] = legal >> i & 1 ? exp((double)outputs[i]) : 0;
    for (int i = 0; i < TOY_CHOICES; i++) p[i] /= sum;
    net_close(actor);
}

static Ppo *learn_toy(const Toy *toy, PpoPlan plan, int times, double rate, double entropy, PpoReport *report) {
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    ToyBatch batch = toy_open(toy, plan.games, 3, 0);
    Error err = {{0}};
    for (int i = 0; i < times; i++) {
        double left = 1 - (double)i / times;
        must(toy_iterate(&batch, ppo, &plan, 1, rate * left, entropy * left, report, &err), &err);
    }
    toy_close(&batch);
    return ppo;
}

static void a_bandit_with_illegal_arms_is_learned(void **state) {
    (void)state;
    PpoReport report;
    Ppo *ppo = learn_toy(&toy_bandit, toy_plan(200, 5), 60, 0.01, 0.01, &report);
    for (int card = 0; card < 3; card++) {
        double p[TOY_CHOICES];
        policy(ppo, &toy_bandit, &(ToyState){.cards = {card}}, p);
        if (!(p[toy_bandit_best(card)] > 0.95)) fail_msg("card %d: %g", card, p[toy_bandit_best(card)]);
    }
    assert_int_equal(report.rows, 1000);
    assert_true(report.explained > 0.3); // what is left is chance
    ppo_close(ppo);
}

static void what_pays_only_after_a_second_choice_is_learned(void **state) {
    (void)state;
    PpoReport report;
    Ppo *ppo = learn_toy(&toy_two, toy_plan(200, 5), 80, 0.01, 0.02, &report);
    double first[TOY_CHOICES], second[TOY_CHOICES];
    policy(ppo, &toy_two, &(ToyState){0}, first);
    policy(ppo, &toy_two, &(ToyState){.moves = 1, .history = {1}}, second);
    if (!(first[1] > 0.95 && second[2] > 0.95)) fail_msg("%g %g", first[1], second[2]);
    ppo_close(ppo);
}

static void pennies_against_oneself_stay_near_one_half(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(400, 8);
    plan.momentum = 0; // with it, two that chase each other overshoot
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    ToyBatch batch = toy_open(&toy_pennies, plan.games, 3, 0);
    Error err = {{0}};
    PpoReport report;
    for (int i = 100; i > 0; i--) must(toy_iterate(&batch, ppo, &plan, 1, 3e-5 * i, 0.3, &report, &err), &err);
    for (int seat = 0; seat < 2; seat++) {
        double p[TOY_CHOICES];
        policy(ppo, &toy_pennies, &(ToyState){.moves = seat}, p);
        if (!(fabs(p[0] - 0.5) < 0.05)) fail_msg("seat %d: %g", seat, p[0]);
    }
    assert_int_equal(report.rows, 400 * 8); // all rows are the learner's, and their successors known
    toy_close(&batch);
    ppo_close(ppo);
}

// Seat 0 wants to match, seat 1 not to.
static void a_frozen_net_that_favours_heads_is_exploited(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(200, 9);
    plan.brains = 3;
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    Net *heads = net_of("12 4l", 1);
    memset(net_block(heads), 0, sizeof(float) * net_parameters(heads));
    net_block(heads)[net_layer(heads, 0)->bias] = 1;
    Error err = {{0}};
    must(ppo_freeze(ppo, 2, heads, &err), &err);
    ToyBatch batch = toy_open(&toy_pennies, plan.games, 3, 2);
    PpoReport report;
    for (int i = 0; i < 100; i++) must(toy_iterate(&batch, ppo, &plan, 3, 5e-3, 0.01, &report, &err), &err);
    double match[TOY_CHOICES], differ[TOY_CHOICES];
    policy(ppo, &toy_pennies, &(ToyState){.moves = 0}, match);
    policy(ppo, &toy_pennies, &(ToyState){.moves = 1}, differ);
    if (!(match[0] > 0.9 && differ[1] > 0.9)) fail_msg("%g %g", match[0], differ[1]);
    assert_in_range(report.rows, 200 * 9 / 2 - 250, 200 * 9 / 2 + 50);
    toy_close(&batch);
    ppo_close(ppo);
    net_close(heads);
}

// Kuhn poker: the value of the learner's policy against the fixed player, exactly. `bets` gives the learner's chance to
// bet by card and situation.

// What a hand is worth to the learner from here on.
static double kuhn_value(double bets[3][4], const int cards[2], int mine, const int *history, int moves);

static double kuhn_end(const int cards[2], int mine, int pot) { return cards[mine] > cards[!mine] ? pot : -pot; }

// Where the learner decides: 0 first, 1 after a pass, 2 after a bet as second, 3 after pass and bet.
static double kuhn_after(double bets[3][4], const int cards[2], int mine, const int *history, int moves, int choice) {
    int next[4];
    memcpy(next, history, sizeof(int) * (size_t)moves);
    next[moves] = choice;
    return kuhn_value(bets, cards, mine, next, moves + 1);
}

static double kuhn_value(double bets[3][4], const int cards[2], int mine, const int *history, int moves) {
    int seat = moves % 2, last = moves ? history[moves - 1] : 0, before = moves > 1 ? history[moves - 2] : 0;
    if (moves >= 2 && last == 0 && before == 0) return kuhn_end(cards, mine, 1);
    if (moves >= 2 && last == 1 && before == 1) return kuhn_end(cards, mine, 2);
    if (moves >= 2 && last == 0 && before == 1) return seat == mine ? 1 : -1; // the other one passed
    double p = seat == mine ? bets[cards[mine]][moves == 0   ? 0
                                                : moves == 2 ? 3
                                                             : 1 + last]
                            : toy_kuhn_bets(cards[seat], seat, last);
    return p * kuhn_after(bets, cards, mine, history, moves, 1) +
           (1 - p) * kuhn_after(bets, cards, mine, history, moves, 0);
}

static double kuhn_worth(double bets[3][4]) {
    double sum = 0;
    int history[4];
    for (int deal = 0; deal < 12; deal++) {
        int mine = deal % 2, card = deal / 2 % 3, cards[2];
        cards[mine] = card;
        cards[!mine] = (card + 1 + deal / 6) % 3;
        sum += kuhn_value(bets, cards, mine, history, 0) / 12;
    }
    return sum;
}

// The best of all pure policies.
static double kuhn_best(void) {
    double best = -9;
    for (int code = 0; code < 1 << 12; code++) {
        double bets[3][4];
        for (int i = 0; i < 12; i++) bets[i / 4][i % 4] = code >> i & 1;
        best = fmax(best, kuhn_worth(bets));
    }
    return best;
}

static void kuhn_poker_against_a_fixed_player_reaches_the_best_answer(void **state) {
    (void)state;
    PpoReport report;
    Ppo *ppo = learn_toy(&toy_kuhn, toy_plan(1000, 8), 150, 5e-3, 0.02, &report);
    double bets[3][4], best = kuhn_best();
    for (int card = 0; card < 3; card++) {
        for (int k = 0; k < 4; k++) {
            double p[TOY_CHOICES];
            ToyState at = {.moves = k == 0 ? 0 : k == 3 ? 2 : 1, .history = {k == 2, k == 3}};
            at.cards[k == 1 || k == 2] = card;
            policy(ppo, &toy_kuhn, &at, p);
            bets[card][k] = p[1];
        }
    }
    double worth = kuhn_worth(bets);
    assert_true(worth <= best + 1e-9);
    if (!(best - worth < 0.01)) fail_msg("worth %g, the best %g", worth, best);
    ppo_close(ppo);
}

// What is wrong is said.

static void plans_and_nets_that_do_not_fit_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *actor, *critic, *words;
    } nets[] = {
        {"11 8r 4l", "15 8r 1l", "it must have 12 inputs and 4 outputs"},
        {"12 8r 5l", "15 8r 1l", "it must have 12 inputs and 4 outputs"},
        {"12 8r 4s", "15 8r 1l", "must be linear at the end (4l)"},
        {"12 8r 4l", "12 8r 1l", "the critic '12 8r 1l' does not fit: it must have 15 inputs and 1 outputs"},
        {"12 lstm1x8 4l", "15 8r 1l", "remembers"},
    };
    PpoPlan plan = toy_plan(4, 3);
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        Net *actor = net_of(nets[i].actor, 1), *critic = net_of(nets[i].critic, 1);
        Error err = {{0}};
        assert_null(ppo_open(&plan, actor, critic, &err));
        if (!strstr(err.text, nets[i].words)) fail_msg("%s", err.text);
        net_close(actor);
        net_close(critic);
    }
    Net *actor = net_of(actor_text, 1), *critic = net_of(critic_text, 1);
    PpoPlan wrong[8];
    for (int i = 0; i < 8; i++) wrong[i] = plan;
    wrong[0].games = 0;
    wrong[1].choices = 129;
    wrong[2].gamma = (double)NAN;
    wrong[3].minibatch = 0;
    wrong[4].lambda = 2;
    wrong[5].brains = 33;
    wrong[6].threads = 0;
    wrong[7].games = 1 << 22, wrong[7].steps = 1 << 12;
    for (int i = 0; i < 8; i++) {
        Error err = {{0}};
        assert_null(ppo_open(&wrong[i], actor, critic, &err));
        assert_true(*err.text);
    }
    net_close(actor);
    net_close(critic);
}

static void rows_without_a_net_or_a_legal_choice_are_refused(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(10, 2);
    plan.brains = 3;
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    Net *narrow = net_of("11 4l", 1), *fits = net_of("12 4l", 1);
    uint8_t choices[10];
    Error err = {{0}};
    assert_false(ppo_freeze(ppo, 1, narrow, &err));
    assert_non_null(strstr(err.text, "12 inputs"));
    fill_rows(ppo, &plan, 1);
    memset(ppo_rows(ppo, 0).brain, 0, 10);
    ppo_rows(ppo, 0).brain[7] = 2;
    assert_false(ppo_choose_begin(ppo, 0, 0, 0, 10, &err));
    assert_non_null(strstr(err.text, "asks brain 2, which has no network"));
    must(ppo_choose_begin(ppo, 0, 0, 0, 7, &err), &err); // nothing is under way after a refusal
    must(ppo_choose_end(ppo, 0, choices, &err), &err);
    must(ppo_freeze(ppo, 2, fits, &err), &err);
    must(ppo_choose_begin(ppo, 0, 0, 0, 10, &err), &err);
    must(ppo_choose_end(ppo, 0, choices, &err), &err);
    must(ppo_freeze(ppo, 2, NULL, &err), &err);
    assert_false(ppo_choose_begin(ppo, 0, 0, 0, 10, &err));
    ppo_rows(ppo, 0).brain[7] = 200;
    assert_false(ppo_choose_begin(ppo, 0, 0, 0, 10, &err));
    ppo_rows(ppo, 0).brain[7] = 0;
    ppo_rows(ppo, 0).legal[5] = 0;
    must(ppo_choose_begin(ppo, 1, 0, 3, 7, &err), &err);
    assert_false(ppo_choose_end(ppo, 1, choices, &err));
    assert_non_null(strstr(err.text, "game 5 at step 0: no choice is legal"));
    net_close(narrow);
    net_close(fits);
    ppo_close(ppo);
}

static void what_is_no_number_is_noticed(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(20, 4);
    for (int which = 0; which < 3; which++) {
        Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
        ToyBatch batch = toy_open(&toy_bandit, plan.games, 1, 0);
        PpoReport report;
        Error err = {{0}};
        iterate(ppo, &batch, &plan, 1, 2);
        fill_rows(ppo, &plan, 3);
        choose_all(ppo, &plan);
        if (which < 2) net_block(ppo->nets[which].net)[net_parameters(ppo->nets[which].net) - 1] = NAN;
        if (which == 2) ppo_rows(ppo, 2).reward[4] = INFINITY;
        assert_false(ppo_learn(ppo, 1e-3, 0, &report, &err));
        assert_non_null(strstr(err.text, "iteration 3: the loss is no number any more"));
        toy_close(&batch);
        ppo_close(ppo);
    }
}

static void a_rollout_without_the_learner_teaches_nothing(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(20, 4);
    plan.brains = 2;
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text), *fresh = open_ppo(&plan, actor_text, critic_text);
    Net *other = net_of(actor_text, 4);
    assert_true(ppo_freeze(ppo, 1, other, NULL));
    fill_rows(ppo, &plan, 3);
    for (int step = 0; step <= plan.steps; step++) memset(ppo_rows(ppo, step).brain, 1, 20);
    choose_all(ppo, &plan);
    PpoReport report = {.rows = 5};
    assert_true(ppo_learn(ppo, 1e-3, 0, &report, NULL));
    assert_int_equal(report.rows, 0);
    same_weights(ppo, fresh);
    net_close(other);
    ppo_close(ppo);
    ppo_close(fresh);
}

static void nets_may_come_and_go(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(64, 2);
    plan.brains = PPO_MAX_BRAINS;
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text);
    uint8_t choices[64];
    Error err = {{0}};
    for (int round = 0; round < 4; round++) {
        for (int brain = 1; brain < PPO_MAX_BRAINS; brain++) {
            char text[32];
            snprintf(text, sizeof text, "12 %dr 4l", 2 + (brain * (round + 1)) % 40);
            Net *net = brain % 7 == round ? NULL : net_of(brain % 5 ? text : actor_text, (uint64_t)brain);
            must(ppo_freeze(ppo, brain, net, &err), &err);
            net_close(net);
        }
        fill_rows(ppo, &plan, 3);
        for (int i = 0; i < 64; i++) {
            int brain = i % PPO_MAX_BRAINS;
            ppo_rows(ppo, 0).brain[i] = (uint8_t)(ppo->frozen[brain] ? brain : 0);
        }
        must(ppo_choose_begin(ppo, 0, 0, 0, 64, &err), &err);
        must(ppo_choose_end(ppo, 0, choices, &err), &err);
    }
    ppo_close(ppo);
}

static void checkpoints_of_other_work_or_damaged_ones_are_refused(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(8, 3), other_plan = plan;
    other_plan.lambda = 0.5;
    Ppo *ppo = open_ppo(&plan, actor_text, critic_text), *fresh = open_ppo(&plan, actor_text, critic_text);
    Ppo *wide = open_ppo(&plan, "12 33t 4l", critic_text), *other = open_ppo(&other_plan, actor_text, critic_text);
    ToyBatch batch = toy_open(&toy_bandit, plan.games, 1, 0);
    Error err = {{0}};
    iterate(ppo, &batch, &plan, 1, 2);
    must(ppo_save(ppo, file("good"), &err), &err);
    assert_false(ppo_load(wide, file("good"), &err));
    assert_non_null(strstr(err.text, "a checkpoint with the actor '12 32t 4l', not '12 33t 4l'"));
    assert_false(ppo_load(other, file("good"), &err));
    assert_non_null(strstr(err.text, "a checkpoint of other work"));
    assert_false(ppo_load(fresh, file("none"), &err));
    assert_false(ppo_save(fresh, file("no/such/folder"), &err));
    Net *net = net_of(actor_text, 1);
    assert_true(net_save(net, NULL, 0, file("net"), NULL));
    assert_false(ppo_load(fresh, file("net"), &err));
    assert_non_null(strstr(err.text, "this is no checkpoint of PPO"));
    Text bytes = {0};
    assert_true(text_read_file(&bytes, file("good"), 1 << 20, NULL));
    for (size_t at = 9; at < bytes.size; at += bytes.size / 23) {
        bytes.data[at] ^= 4;
        assert_true(text_write_file(file("bad"), bytes.data, bytes.size, NULL));
        assert_false(ppo_load(fresh, file("bad"), &err));
        bytes.data[at] ^= 4;
    }
    Ppo *again = open_ppo(&plan, actor_text, critic_text);
    same_weights(fresh, again); // nothing was half loaded
    assert_int_equal(fresh->iteration, 0);
    must(ppo_load(fresh, file("good"), &err), &err);
    same_weights(fresh, ppo);
    assert_int_equal(fresh->iteration, 2);
    text_free(&bytes);
    net_close(net);
    toy_close(&batch);
    Ppo *all[] = {ppo, fresh, wide, other, again};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) ppo_close(all[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_rng),
        cmocka_unit_test(choices_are_drawn_as_often_as_their_probability),
        cmocka_unit_test(extreme_outputs_and_chances_give_a_legal_choice),
        cmocka_unit_test(gradients_of_a_row_are_those_of_its_loss),
        cmocka_unit_test(values_are_clipped_as_the_policy_is),
        cmocka_unit_test(advantages_follow_their_definition),
        cmocka_unit_test(rows_to_learn_from_are_those_whose_successor_is_known),
        cmocka_unit_test(gradients_of_both_nets_are_those_of_the_loss),
        cmocka_unit_test(advantages_are_normal_and_values_are_the_critics),
        cmocka_unit_test(weights_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(a_resumed_run_equals_an_uninterrupted_one),
        cmocka_unit_test(a_bandit_with_illegal_arms_is_learned),
        cmocka_unit_test(what_pays_only_after_a_second_choice_is_learned),
        cmocka_unit_test(pennies_against_oneself_stay_near_one_half),
        cmocka_unit_test(a_frozen_net_that_favours_heads_is_exploited),
        cmocka_unit_test(kuhn_poker_against_a_fixed_player_reaches_the_best_answer),
        cmocka_unit_test(plans_and_nets_that_do_not_fit_are_refused),
        cmocka_unit_test(rows_without_a_net_or_a_legal_choice_are_refused),
        cmocka_unit_test(what_is_no_number_is_noticed),
        cmocka_unit_test(a_rollout_without_the_learner_teaches_nothing),
        cmocka_unit_test(nets_may_come_and_go),
        cmocka_unit_test(checkpoints_of_other_work_or_damaged_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
