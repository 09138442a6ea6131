// SPDX-License-Identifier: MIT
// PPO as a whole; its rows are unit.ppo_rows, what it learns unit.ppo_games.
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

#include "base/text/text.h"
#include "learn/ppo/ppo_internal.h"
#include "support/folder.h"
#include "support/toys.h"

static void must(bool good, const Error *err) {
    if (!good) fail_msg("%s", err->text);
}

static const char *const actor_text = TOY_ACTOR, *const critic_text = TOY_CRITIC;

static Net *net_of(const char *text, uint64_t seed) {
    Error err = {{0}};
    Net *net = net_make(text, seed, &err);
    must(net != NULL, &err);
    return net;
}

static Ppo *open_ppo(const PpoPlan *plan, const char *actor, const char *critic) {
    Error err = {{0}};
    Ppo *ppo = toy_ppo(plan, actor, critic, &err);
    must(ppo != NULL, &err);
    return ppo;
}

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

// Is it known what follows the row: the end of a hand, or another row of the learner?
static bool has_successor(Ppo *ppo, const PpoPlan *plan, int step, int game) {
    for (int next = step + 1; next <= plan->steps; next++) {
        if (ppo_rows(ppo, next).ended[game] || ppo_rows(ppo, next).brain[game] == 0) return true;
    }
    return false;
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
        for (int i = 0; i < plan.games * plan.steps; i++) {
            int step = i / plan.games, game = i % plan.games;
            bool listed = false;
            for (uint32_t k = 0; k < ppo->learned_count; k++)
                listed = listed || ppo->learned[k] == ppo_row_at(ppo, step, game);
            bool learned = ppo_rows(ppo, step).brain[game] == 0 && has_successor(ppo, &plan, step, game);
            assert_int_equal(learned, listed);
            expected += learned;
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

// All that a report says; behind its last word lies what the compiler left there.
static void same_reports(const PpoReport *a, const PpoReport *b) {
    assert_memory_equal(a, b, offsetof(PpoReport, stopped));
    assert_int_equal(a->stopped, b->stopped);
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
        ppos[i] = open_ppo(&plan, "12 32n 32n+ 4l", "15 40n 40t+ 1l");
        assert_true(ppo_freeze(ppos[i], 1, other, NULL));
        ToyBatch batch = toy_open(&toy_pennies, plan.games, 1, 1);
        reports[i] = iterate(ppos[i], &batch, &plan, 2, 5);
        toy_close(&batch);
    }
    for (int i = 1; i < 3; i++) {
        same_weights(ppos[0], ppos[i]);
        same_reports(&reports[0], &reports[i]);
        ppo_close(ppos[i]);
    }
    ppo_close(ppos[0]);
    net_close(other);
}

static void a_resumed_run_equals_an_uninterrupted_one(void **state) {
    (void)state;
    PpoPlan plan = toy_plan(90, 7); // no multiple of the rows that are judged together
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
    same_reports(&a, &b);
    toy_close(&batch);
    toy_close(&copy);
    ppo_close(whole);
    ppo_close(rest);
}

static void a_gpu_does_the_same(void **state) {
    (void)state;
    double difference;
    Error err = {{0}};
    if (!ppo_compare(&difference, &err)) {
        assert_true(*err.text);
        skip();
    }
    if (!(difference < 2e-4)) fail_msg("off by %g", difference);
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
        cmocka_unit_test(rows_to_learn_from_are_those_whose_successor_is_known),
        cmocka_unit_test(gradients_of_both_nets_are_those_of_the_loss),
        cmocka_unit_test(advantages_are_normal_and_values_are_the_critics),
        cmocka_unit_test(weights_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(a_resumed_run_equals_an_uninterrupted_one),
        cmocka_unit_test(plans_and_nets_that_do_not_fit_are_refused),
        cmocka_unit_test(rows_without_a_net_or_a_legal_choice_are_refused),
        cmocka_unit_test(what_is_no_number_is_noticed),
        cmocka_unit_test(a_rollout_without_the_learner_teaches_nothing),
        cmocka_unit_test(nets_may_come_and_go),
        cmocka_unit_test(checkpoints_of_other_work_or_damaged_ones_are_refused),
        cmocka_unit_test(a_gpu_does_the_same),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
