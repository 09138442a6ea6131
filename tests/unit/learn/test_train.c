// SPDX-License-Identifier: MIT
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/text/text.h"
#include "base/threads/progress.h"
#include "learn/train/train_internal.h"

// Tasks.

static void fill_xor(void *context, const uint32_t *indices, int count, float *inputs, float *targets, float *weights) {
    (void)context;
    for (int i = 0; i < count; i++) {
        weights[i] = 1;
        uint32_t a = indices[i] & 1, b = indices[i] >> 1 & 1;
        inputs[2 * i] = (float)a;
        inputs[2 * i + 1] = (float)b;
        targets[i] = (float)(a ^ b);
    }
}

// Eight inputs, three outputs, a rule with noise. The context, if any, counts how often each example was asked for.
static void fill_rule(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                      float *weights) {
    atomic_uint *seen = context;
    for (int i = 0; i < count; i++) {
        weights[i] = 1;
        Rng rng = rng_for(11, indices[i], 0, 0);
        float *x = inputs + 8 * i, *t = targets + 3 * i;
        for (int k = 0; k < 8; k++) x[k] = (float)(2 * rng_unit(&rng) - 1);
        t[0] = x[0] * x[1];
        t[1] = x[2] > 0 ? x[3] : -x[3];
        t[2] = 0.5f * x[4] + 0.3f * x[5] + (float)(0.1 * rng_unit(&rng));
        if (seen) atomic_fetch_add(&seen[indices[i]], 1);
    }
}

enum { STEPS = 8, SYMBOLS = 4 };

// The first symbol must be told when the sequence ends, after 4 to 8 steps.
static void fill_memory(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                        float *weights) {
    (void)context;
    for (int i = 0; i < count; i++) {
        Rng rng = rng_for(12, indices[i], 0, 0);
        int length = 4 + (int)rng_below(&rng, 5), first = 0;
        for (int step = 0; step < STEPS; step++) {
            int row = i * STEPS + step, symbol = (int)rng_below(&rng, SYMBOLS);
            if (step == 0) first = symbol;
            inputs[row * SYMBOLS + symbol] = 1;
            targets[row * SYMBOLS + first] = 1;
            weights[row] = step + 1 == length;
        }
    }
}

static void must(bool good, const Error *err) {
    if (!good) fail_msg("%s", err->text);
}

static double final_loss(const char *architecture, const TrainPlan *plan, const TrainData *data) {
    Error err = {0};
    Net *net = net_make(architecture, 2, &err);
    TrainReport report;
    must(net != NULL, &err);
    must(train(net, plan, data, &report, &err), &err);
    double loss = report.history[report.epochs - 1].training;
    train_report_free(&report);
    net_close(net);
    return loss;
}

static TrainPlan quiet_plan(TrainLoss loss) {
    TrainPlan plan = train_plan(loss);
    plan.quiet = true;
    plan.seed = 4;
    return plan;
}

static void every_optimiser_learns_xor(void **state) {
    (void)state;
    TrainData data = {.count = 64, .steps = 1, .fill = fill_xor};
    for (int optimiser = TRAIN_SGD; optimiser <= TRAIN_ADAM; optimiser++) {
        TrainPlan plan = quiet_plan(TRAIN_BINARY);
        plan.optimiser = (TrainOptimiser)optimiser;
        plan.rate = optimiser == TRAIN_SGD ? 0.2 : 0.02;
        plan.decay = optimiser == TRAIN_RMSPROP ? 0.9 : 0.999;
        plan.batch = 16;
        plan.epochs = 200;
        plan.validation = 0;
        double loss = final_loss("2 16t 1s", &plan, &data);
        if (!(loss < 0.05)) fail_msg("optimiser %d ends at %g", optimiser, loss);
    }
}

static void a_rule_with_noise_is_learned_down_to_the_noise(void **state) {
    (void)state;
    TrainData data = {.count = 8000, .steps = 1, .fill = fill_rule};
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    plan.epochs = 25;
    plan.batch = 100;
    plan.schedule = TRAIN_COSINE;
    plan.factor = 0.05;
    plan.rate = 0.005;
    static const char *const nets[] = {"8 64r 32r 3l", "8 48r 48n+ 48n+ 3l"}; // norm first would forget inputs' size
    for (int i = 0; i < 2; i++) {
        double loss = final_loss(nets[i], &plan, &data);
        if (!(loss < 0.01)) fail_msg("%s ends at %g", nets[i], loss);
    }
}

static void an_lstm_remembers_the_first_symbol(void **state) {
    (void)state;
    TrainData data = {.count = 2000, .steps = STEPS, .fill = fill_memory};
    TrainPlan plan = quiet_plan(TRAIN_CATEGORICAL);
    plan.epochs = 15;
    plan.batch = 50;
    plan.rate = 0.01;
    plan.clip = 1;
    double loss = final_loss("4 lstm1x16 4m", &plan, &data);
    if (!(loss < 0.1)) fail_msg("ends at %g", loss);
}

// Sameness.

static Net *trained(const TrainPlan *plan, const TrainData *data, const char *architecture, TrainReport *report) {
    Error err = {0};
    Net *net = net_make(architecture, 9, &err);
    must(train(net, plan, data, report, &err), &err);
    return net;
}

static void assert_same(const Net *a, const Net *b) {
    assert_memory_equal(net_weights(a), net_weights(b), sizeof(float) * net_parameters(a));
}

static void weights_do_not_depend_on_the_number_of_threads(void **state) {
    (void)state;
    static const char *const nets[] = {"8 300r 40n 40n+ 40t+ 3l", "4 lstm2x8 4m"};
    TrainData data[] = {{.count = 3000, .steps = 1, .fill = fill_rule},
                        {.count = 500, .steps = STEPS, .fill = fill_memory}};
    for (int k = 0; k < 2; k++) {
        TrainPlan plan = quiet_plan(k ? TRAIN_CATEGORICAL : TRAIN_MSE);
        plan.batch = k ? 70 : 700;
        plan.epochs = 2;
        plan.clip = 0.5;
        plan.threads = 1;
        TrainReport one, other;
        Net *net = trained(&plan, &data[k], nets[k], &one);
        for (plan.threads = 2; plan.threads <= 4; plan.threads += 2) {
            Net *same = trained(&plan, &data[k], nets[k], &other);
            assert_same(net, same);
            assert_true(one.history[1].training == other.history[1].training);
            assert_true(one.history[1].validation == other.history[1].validation);
            train_report_free(&other);
            net_close(same);
        }
        train_report_free(&one);
        net_close(net);
    }
}

static void check_same_history(const TrainReport *a, const TrainReport *b) {
    assert_int_equal(a->epochs, b->epochs);
    assert_int_equal(a->best_epoch, b->best_epoch);
    for (int i = 0; i < a->epochs; i++) {
        assert_true(a->history[i].training == b->history[i].training);
        assert_true(a->history[i].validation == b->history[i].validation);
        assert_true(a->history[i].rate == b->history[i].rate);
    }
}

static void training_goes_on_from_a_checkpoint_as_if_it_had_never_stopped(void **state) {
    (void)state;
    TrainData data = {.count = 1000, .steps = 1, .fill = fill_rule};
    for (int optimiser = TRAIN_SGD; optimiser <= TRAIN_ADAM; optimiser++) {
        TrainPlan plan = quiet_plan(TRAIN_MSE);
        plan.optimiser = (TrainOptimiser)optimiser;
        plan.schedule = TRAIN_EXPONENTIAL;
        plan.factor = 0.8;
        plan.epochs = 5;
        plan.keep_best = true;
        TrainReport whole, part;
        Net *net = trained(&plan, &data, "8 20r 3l", &whole);
        plan.checkpoint = "train.checkpoint";
        for (plan.epochs = 2; plan.epochs <= 5; plan.epochs += 3) {
            Net *again = trained(&plan, &data, "8 20r 3l", &part); // starts from fresh weights each time
            assert_int_equal(part.resumed, plan.epochs == 5);
            if (plan.epochs == 5) {
                check_same_history(&whole, &part);
                assert_same(net, again);
            }
            train_report_free(&part);
            net_close(again);
        }
        unlink(plan.checkpoint);
        train_report_free(&whole);
        net_close(net);
    }
}

// Sends itself Ctrl-C in the middle of an epoch.
static void fill_and_interrupt(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                               float *weights) {
    int *calls = context;
    fill_rule(NULL, indices, count, inputs, targets, weights);
    if (++*calls == 13) raise(SIGINT);
}

static void interrupted_training_goes_on_in_the_middle_of_an_epoch(void **state) {
    (void)state;
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    plan.epochs = 3;
    plan.batch = 100;
    TrainReport whole, rest;
    TrainData data = {.count = 1000, .steps = 1, .fill = fill_rule};
    Net *net = trained(&plan, &data, "8 20r 3l", &whole);
    plan.checkpoint = "middle.checkpoint";
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int calls = 0;
        TrainReport report = {0};
        TrainData stops = {.context = &calls, .count = 1000, .steps = 1, .fill = fill_and_interrupt};
        progress_catch_interrupt();
        Net *mine = net_make("8 20r 3l", 9, NULL);
        bool good = train(mine, &plan, &stops, &report, NULL);
        _exit(good && report.interrupted && !report.stopped_early && report.epochs == 1 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    Net *again = trained(&plan, &data, "8 20r 3l", &rest);
    assert_true(rest.resumed);
    assert_true(rest.rows < whole.rows - 900);
    check_same_history(&whole, &rest);
    assert_same(net, again);
    unlink(plan.checkpoint);
    train_report_free(&whole);
    train_report_free(&rest);
    net_close(net);
    net_close(again);
}

static void checkpoints_of_other_work_or_damaged_ones_are_refused(void **state) {
    (void)state;
    TrainData data = {.count = 200, .steps = 1, .fill = fill_rule};
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    plan.epochs = 1;
    plan.checkpoint = "other.checkpoint";
    TrainReport report;
    net_close(trained(&plan, &data, "8 4r 3l", &report));
    train_report_free(&report);
    Net *net = net_make("8 4r 3l", 1, NULL), *wide = net_make("8 5r 3l", 1, NULL), *copy = net_copy(net);
    Error err = {0};
    assert_false(train(wide, &plan, &data, NULL, &err));
    assert_non_null(strstr(err.text, "other.checkpoint: a checkpoint of the net"));
    plan.rate = 0.5;
    assert_false(train(net, &plan, &data, NULL, &err));
    assert_non_null(strstr(err.text, "other work"));
    plan.rate = 0.001;
    Text file = {0};
    assert_true(text_read_file(&file, plan.checkpoint, 1 << 20, NULL));
    file.data[file.size - 100] ^= 1;
    assert_true(text_write_file(plan.checkpoint, file.data, file.size, NULL));
    assert_false(train(net, &plan, &data, NULL, &err));
    assert_non_null(strstr(err.text, "damaged"));
    assert_same(net, copy);
    text_free(&file);
    unlink(plan.checkpoint);
    net_close(net);
    net_close(wide);
    net_close(copy);
}

// The loop.

static void training_stops_early_and_keeps_the_best_weights(void **state) {
    (void)state;
    TrainData data = {.count = 60, .steps = 1, .fill = fill_rule}; // few examples: soon learned by heart
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    plan.epochs = 500;
    plan.batch = 10;
    plan.rate = 0.01;
    plan.validation = 0.5;
    plan.patience = 10;
    plan.keep_best = true;
    TrainReport report;
    Net *net = trained(&plan, &data, "8 64t 3l", &report);
    assert_true(report.stopped_early);
    assert_true(report.epochs < 500);
    assert_int_equal(report.epochs, report.best_epoch + 10);
    double best = INFINITY, loss;
    for (int i = 0; i < report.epochs; i++) best = fmin(best, report.history[i].validation);
    assert_true(best == report.best && best == report.history[report.best_epoch - 1].validation);
    assert_true(train_evaluate(net, TRAIN_MSE, &data, 30, 30, 2, &loss, NULL));
    assert_true(fabs(loss - best) < 1e-6);
    assert_true(train_save_history(&report, "history.txt", NULL));
    unlink("history.txt");
    train_report_free(&report);
    net_close(net);
}

static void each_epoch_sees_each_example_once_and_validation_apart(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    static atomic_uint seen[COUNT];
    TrainData data = {.context = seen, .count = COUNT, .steps = 1, .fill = fill_rule};
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    plan.epochs = 3;
    plan.batch = 64;
    plan.shards = 3;
    plan.threads = 2;
    plan.validation = 0.25;
    TrainReport report;
    net_close(trained(&plan, &data, "8 4r 3l", &report));
    for (int i = 0; i < COUNT; i++) assert_int_equal(seen[i], 3);
    assert_int_equal(report.rows, 3 * 750);
    train_report_free(&report);
}

static void the_order_of_examples_is_a_permutation(void **state) {
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 100, 1000, 4097};
    unsigned char seen[5000];
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        for (uint64_t key = 0; key < 5; key++) {
            memset(seen, 0, sizeof seen);
            for (uint32_t i = 0; i < sizes[k]; i++) {
                uint32_t x = train_shuffle(key, sizes[k], i);
                assert_true(x < sizes[k] && !seen[x]);
                seen[x] = 1;
            }
        }
    }
    uint32_t fixed = 0; // a random permutation has one fixed point on average
    for (uint64_t key = 100; key < 300; key++) {
        for (uint32_t i = 0; i < 100; i++) fixed += train_shuffle(rng_mix(key), 100, i) == i;
    }
    assert_in_range(fixed, 130, 270);
    assert_true(train_shuffle(1, UINT32_MAX, UINT32_MAX - 1) < UINT32_MAX);
}

static void learning_rates_follow_their_schedule(void **state) {
    (void)state;
    TrainPlan plan = {.rate = 0.1, .factor = 0.5, .every = 3, .epochs = 10};
    static const struct {
        TrainSchedule schedule;
        double epochs, rate;
    } cases[] = {
        {TRAIN_CONSTANT, 7, 0.1},    {TRAIN_STEP, 2.9, 0.1},        {TRAIN_STEP, 3, 0.05},  {TRAIN_STEP, 9.5, 0.0125},
        {TRAIN_EXPONENTIAL, 0, 0.1}, {TRAIN_EXPONENTIAL, 2, 0.025}, {TRAIN_COSINE, 0, 0.1}, {TRAIN_COSINE, 5, 0.075},
        {TRAIN_COSINE, 10, 0.05},    {TRAIN_COSINE, 11, 0.05},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        plan.schedule = cases[i].schedule;
        assert_true(fabs(train_rate(&plan, cases[i].epochs) - cases[i].rate) < 1e-12);
    }
}

static void optimisers_follow_their_formulas(void **state) {
    (void)state;
    const double rate = 0.1, g[] = {0.5, -0.25};
    double w = 1, m = 0, v = 0;
    float weight = 1, first = 0, second = 0;
    TrainPlan plan = {.optimiser = TRAIN_SGD, .momentum = 0.9, .decay = 0.99, .epsilon = 1e-7};
    for (uint64_t step = 1; step <= 2; step++) {
        float gradient = (float)g[step - 1];
        m = 0.9 * m - rate * g[step - 1];
        w += m;
        train_step(&plan, rate, step, 1, &gradient, &weight, &first, &second);
    }
    assert_true(fabs((double)weight - w) < 1e-6);
    w = 1, v = 0, weight = 1, second = 0;
    plan.optimiser = TRAIN_RMSPROP;
    for (uint64_t step = 1; step <= 2; step++) {
        float gradient = (float)g[step - 1];
        v = 0.99 * v + 0.01 * g[step - 1] * g[step - 1];
        w -= rate * g[step - 1] / (sqrt(v) + 1e-7);
        train_step(&plan, rate, step, 1, &gradient, &weight, &first, &second);
    }
    assert_true(fabs((double)weight - w) < 1e-6);
    w = 1, m = 0, v = 0, weight = 1, first = second = 0;
    plan.optimiser = TRAIN_ADAM;
    for (uint64_t step = 1; step <= 2; step++) {
        float gradient = (float)g[step - 1];
        m = 0.9 * m + 0.1 * g[step - 1];
        v = 0.99 * v + 0.01 * g[step - 1] * g[step - 1];
        double mean = m / (1 - pow(0.9, (double)step)), square = v / (1 - pow(0.99, (double)step));
        w -= rate * mean / (sqrt(square) + 1e-7);
        train_step(&plan, rate, step, 1, &gradient, &weight, &first, &second);
    }
    assert_true(fabs((double)weight - w) < 1e-6);
}

// One step of plain descent moves the weights by rate times the gradient's length, at most the clip.
static double moved(double clip) {
    TrainData data = {.count = 32, .steps = 1, .fill = fill_rule};
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    plan.optimiser = TRAIN_SGD;
    plan.momentum = 0;
    plan.rate = 1;
    plan.batch = 32;
    plan.epochs = 1;
    plan.validation = 0;
    plan.clip = clip;
    Net *before = net_make("8 5t 3l", 9, NULL);
    TrainReport report;
    Net *after = trained(&plan, &data, "8 5t 3l", &report);
    train_report_free(&report);
    double square = 0;
    for (size_t i = 0; i < net_parameters(before); i++) {
        square += pow((double)(net_weights(after)[i] - net_weights(before)[i]), 2);
    }
    net_close(before);
    net_close(after);
    return sqrt(square);
}

static void long_gradients_are_clipped_and_short_ones_left(void **state) {
    (void)state;
    double length = moved(0);
    assert_true(length > 0.01);
    assert_true(fabs(moved(length / 2) - length / 2) < 1e-5);
    assert_true(fabs(moved(length * 2) - length) < 1e-5);
}

static void fill_nonsense(void *context, const uint32_t *indices, int count, float *inputs, float *targets,
                          float *weights) {
    fill_rule(context, indices, count, inputs, targets, weights);
    targets[0] = NAN;
}

static void a_loss_that_is_no_number_leaves_the_net_as_it_was(void **state) {
    (void)state;
    TrainData data = {.count = 100, .steps = 1, .fill = fill_nonsense};
    TrainPlan plan = quiet_plan(TRAIN_MSE);
    Net *net = net_make("8 4r 3l", 1, NULL), *copy = net_copy(net);
    Error err = {0};
    assert_false(train(net, &plan, &data, NULL, &err));
    assert_non_null(strstr(err.text, "no number"));
    data.fill = fill_rule;
    plan.optimiser = TRAIN_SGD;
    plan.rate = 1e5;
    plan.epochs = 60;
    assert_false(train(net, &plan, &data, NULL, &err));
    assert_same(net, copy);
    net_close(net);
    net_close(copy);
}

static void plans_that_make_no_sense_are_refused(void **state) {
    (void)state;
    TrainData data = {.count = 100, .steps = 1, .fill = fill_rule}, none = {.count = 0, .steps = 1, .fill = fill_rule};
    Net *net = net_make("8 3l", 1, NULL);
    for (int i = 0; i < 13; i++) {
        TrainPlan plan = quiet_plan(TRAIN_MSE);
        Error err = {0};
        if (i == 0) plan.loss = TRAIN_BINARY; // of linear outputs
        if (i == 1) plan.rate = 0;
        if (i == 2) plan.batch = 0;
        if (i == 3) plan.epochs = 0;
        if (i == 4) plan.validation = 1;
        if (i == 5) plan.threads = 10000;
        if (i == 6) plan.momentum = 1;
        if (i == 7) plan.clip = -1;
        if (i == 8) plan.schedule = TRAIN_STEP, plan.every = 0;
        if (i == 9) plan.decay = NAN;
        if (i == 10) plan.checkpoint = "no-such-folder/checkpoint", plan.epochs = 1;
        if (i == 11) plan.shards = -1;
        if (train(net, &plan, i == 12 ? &none : &data, NULL, &err)) fail_msg("plan %d was run", i);
        assert_true(strlen(err.text) > 10);
    }
    net_close(net);
}

// Skipped where there is no GPU.
static void a_gpu_takes_the_same_first_steps(void **state) {
    (void)state;
    static const char *const nets[] = {"8 300r 40n 40n+ 40t+ 3l", "4 lstm2x8 16n+ 4m", "4 6r lstm2x4 lstm1x5 9t 4s"};
    TrainData data[] = {{.count = 640, .steps = 1, .fill = fill_rule},
                        {.count = 640, .steps = STEPS, .fill = fill_memory},
                        {.count = 640, .steps = STEPS, .fill = fill_memory}};
    bool run = false;
    for (int k = 0; k < 9; k++) {
        TrainPlan plan = quiet_plan(k % 3 ? TRAIN_CATEGORICAL : TRAIN_MSE);
        plan.optimiser = (TrainOptimiser)(k / 3);
        plan.batch = 64;
        plan.epochs = 1; // ten steps
        plan.clip = 0.5;
        plan.validation = 0;
        Error err = {0};
        TrainReport report;
        Net *expected = trained(&plan, &data[k % 3], nets[k % 3], &report), *net = net_make(nets[k % 3], 9, NULL);
        train_report_free(&report);
        plan.device = TRAIN_CUDA;
        if (train(net, &plan, &data[k % 3], NULL, &err)) {
            run = true;
            for (size_t i = 0; i < net_parameters(net); i++) {
                assert_true(fabs((double)(net_weights(net)[i] - net_weights(expected)[i])) < 2e-4);
            }
        } else {
            assert_non_null(strstr(err.text, "processor")); // says what to do instead
        }
        net_close(net);
        net_close(expected);
    }
    if (!run) skip();
}

static void a_gpu_draws_and_expands_packed_rows_itself(void **state) {
    (void)state;
    double difference = 0;
    Error err = {0};
    if (!train_compare(&difference, &err)) {
        assert_non_null(strstr(err.text, "processor"));
        skip();
    }
    assert_true(difference < 2e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_optimiser_learns_xor),
        cmocka_unit_test(a_rule_with_noise_is_learned_down_to_the_noise),
        cmocka_unit_test(an_lstm_remembers_the_first_symbol),
        cmocka_unit_test(weights_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(training_goes_on_from_a_checkpoint_as_if_it_had_never_stopped),
        cmocka_unit_test(interrupted_training_goes_on_in_the_middle_of_an_epoch),
        cmocka_unit_test(checkpoints_of_other_work_or_damaged_ones_are_refused),
        cmocka_unit_test(training_stops_early_and_keeps_the_best_weights),
        cmocka_unit_test(each_epoch_sees_each_example_once_and_validation_apart),
        cmocka_unit_test(the_order_of_examples_is_a_permutation),
        cmocka_unit_test(learning_rates_follow_their_schedule),
        cmocka_unit_test(optimisers_follow_their_formulas),
        cmocka_unit_test(long_gradients_are_clipped_and_short_ones_left),
        cmocka_unit_test(a_loss_that_is_no_number_leaves_the_net_as_it_was),
        cmocka_unit_test(plans_that_make_no_sense_are_refused),
        cmocka_unit_test(a_gpu_takes_the_same_first_steps),
        cmocka_unit_test(a_gpu_draws_and_expands_packed_rows_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
