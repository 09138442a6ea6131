// SPDX-License-Identifier: MIT
// Nets against a slow reference in double precision, gradients against differences of it.
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

#include "base/rng.h"
#include "base/text/text.h"
#include "learn/net/activation_internal.h"
#include "learn/net/loss_internal.h"
#include "learn/net/norm_internal.h"
#include "learn/net/pass_internal.h"

// The reference: one sequence at a time, written after the formulas.

static double ref_sigmoid(double x) { return 1 / (1 + exp(-x)); }

static void ref_activate(NetActivation activation, double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (activation == NET_RELU) v[i] = v[i] > 0 ? v[i] : 0;
        if (activation == NET_SIGMOID) v[i] = ref_sigmoid(v[i]);
        if (activation == NET_TANH) v[i] = tanh(v[i]);
        if (activation == NET_SOFTMAX) sum += v[i] = exp(v[i]);
    }
    for (int i = 0; i < n && activation == NET_SOFTMAX; i++) v[i] /= sum;
}

static void ref_norm(double *z, const double *gain, const double *bias, int n) {
    double mean = 0, variance = 0;
    for (int i = 0; i < n; i++) mean += z[i] / n;
    for (int i = 0; i < n; i++) variance += (z[i] - mean) * (z[i] - mean) / n;
    for (int i = 0; i < n; i++) {
        double y = gain[i] * (z[i] - mean) / sqrt(variance + 1e-5) + bias[i];
        z[i] = y > 0 ? y : 0;
    }
}

static void ref_product(const double *weights, const double *x, int in, int out, double *sums) {
    for (int i = 0; i < in; i++) {
        for (int j = 0; j < out; j++) sums[j] += x[i] * weights[i * out + j];
    }
}

static void ref_lstm(const NetLayer *layer, const double *block, double *memory, const double *x, double *y) {
    double *h = memory + layer->memory, *c = h + layer->outputs;
    for (int p = 0; p < layer->parts; p++) {
        NetCell cell = net_cell(layer, p);
        int n = cell.outputs;
        double z[256];
        memcpy(z, block + cell.bias, sizeof(double) * 4 * (size_t)n);
        ref_product(block + cell.kernel, x + p * cell.inputs, cell.inputs, 4 * n, z);
        ref_product(block + cell.recurrent, h + p * n, n, 4 * n, z);
        for (int i = 0; i < n; i++) {
            double *at = &c[p * n + i];
            *at = ref_sigmoid(z[n + i]) * *at + ref_sigmoid(z[i]) * tanh(z[2 * n + i]);
            y[p * n + i] = ref_sigmoid(z[3 * n + i]) * tanh(*at);
        }
    }
    memcpy(h, y, sizeof(double) * (size_t)layer->outputs);
}

static void ref_apply(const Net *net, const double *block, double *memory, const double *input, double *output) {
    double a[512], b[512];
    memcpy(a, input, sizeof(double) * (size_t)net_inputs(net));
    for (int k = 0; k < net_layers(net); k++) {
        const NetLayer *layer = net_layer(net, k);
        if (layer->parts) {
            ref_lstm(layer, block, memory, a, b);
        } else {
            bool norm = layer->activation == NET_NORM;
            for (int i = 0; i < layer->outputs; i++) b[i] = norm ? 0 : block[layer->bias + (size_t)i];
            ref_product(block + layer->weights, a, layer->inputs, layer->outputs, b);
            if (norm) ref_norm(b, block + layer->gain, block + layer->bias, layer->outputs);
            if (!norm) ref_activate(layer->activation, b, layer->outputs);
            for (int i = 0; layer->residual && i < layer->outputs; i++) b[i] += a[i];
        }
        memcpy(a, b, sizeof a);
    }
    memcpy(output, a, sizeof(double) * (size_t)net_outputs(net));
}

static double ref_loss(TrainLoss loss, const double *p, const double *t, int n) {
    double sum = 0, total = 0;
    for (int i = 0; i < n; i++) total += p[i];
    for (int i = 0; i < n; i++) {
        if (loss == TRAIN_MSE) sum += (p[i] - t[i]) * (p[i] - t[i]) / n;
        if (loss == TRAIN_BINARY) sum -= (t[i] * log(p[i]) + (1 - t[i]) * log(1 - p[i])) / n;
        if (loss == TRAIN_CATEGORICAL) sum -= t[i] * log(p[i] / total);
    }
    return sum;
}

// A little problem: sequences with weights.

enum { SEQUENCES = 5, STEPS = 4 };

typedef struct Problem {
    Net *net;
    TrainLoss loss;
    int steps, rows;
    double *inputs, *targets, weights[SEQUENCES * STEPS], *block;
} Problem;

static Problem make_problem(const char *architecture, TrainLoss loss, int steps) {
    Error err;
    Problem p = {.net = net_make(architecture, 7, &err), .loss = loss, .steps = steps, .rows = SEQUENCES * steps};
    if (!p.net) fail_msg("%s", err.text);
    Rng rng = rng_for(3, 1, 4, 1);
    size_t rows = (size_t)p.rows, in = rows * (size_t)net_inputs(p.net), out = rows * (size_t)net_outputs(p.net);
    p.inputs = malloc(sizeof(double) * in);
    p.targets = malloc(sizeof(double) * out);
    p.block = malloc(sizeof(double) * net_parameters(p.net));
    for (size_t i = 0; i < in; i++) p.inputs[i] = rng_below(&rng, 3) == 0 ? 0 : (double)(float)(2 * rng_unit(&rng) - 1);
    for (size_t i = 0; i < out; i++) p.targets[i] = (double)(float)rng_unit(&rng);
    for (int i = 0; i < p.rows; i++) p.weights[i] = i % 7 == 3 ? 0 : 1 + (i & 1);
    float *block = net_block(p.net);
    for (size_t i = 0; i < net_parameters(p.net); i++) {
        block[i] += (float)(0.2 * rng_unit(&rng) - 0.1); // biases too
        p.block[i] = (double)block[i];
    }
    return p;
}

static void end_problem(Problem *p) {
    net_close(p->net);
    free(p->inputs);
    free(p->targets);
    free(p->block);
}

static double problem_loss(const Problem *p) {
    double sum = 0, memory[512], output[64];
    for (int r = 0; r < p->rows; r++) {
        if (r % p->steps == 0) memset(memory, 0, sizeof memory);
        ref_apply(p->net, p->block, memory, p->inputs + r * net_inputs(p->net), output);
        sum += p->weights[r] * ref_loss(p->loss, output, p->targets + r * net_outputs(p->net), net_outputs(p->net));
    }
    return sum;
}

// Loss and gradient by the code under test.
static double tested_loss(const Problem *p, float *gradient) {
    Pass pass;
    int in = net_inputs(p->net), out = net_outputs(p->net), layers = net_layers(p->net);
    assert_true(pass_open(&pass, p->net, SEQUENCES, p->steps, true, NULL));
    for (int i = 0; i < p->rows * in; i++) pass.values[0][i] = (float)p->inputs[i];
    pass_forward(&pass, SEQUENCES);
    double sum = 0;
    for (int r = 0; r < p->rows; r++) {
        float targets[64];
        for (int i = 0; i < out; i++) targets[i] = (float)p->targets[r * out + i];
        sum +=
            p->weights[r] * loss_row(p->loss, net_layer(p->net, layers - 1)->activation, pass.values[layers] + r * out,
                                     targets, out, (float)p->weights[r], pass.delta + r * out);
    }
    pass_backward(&pass, SEQUENCES, gradient);
    pass_close(&pass);
    return sum;
}

static void check_gradient(const char *architecture, TrainLoss loss, int steps) {
    Problem p = make_problem(architecture, loss, steps);
    size_t count = net_parameters(p.net);
    float *gradient = malloc(sizeof(float) * count);
    memset(gradient, 0x7F, sizeof(float) * count); // all of it must be written
    double tested = tested_loss(&p, gradient), expected = problem_loss(&p);
    if (!(fabs(tested - expected) < 1e-5 * fabs(expected))) fail_msg("%s: %g %g", architecture, tested, expected);
    for (size_t i = 0; i < count; i++) {
        double keep = p.block[i], h = 1e-6;
        p.block[i] = keep + h;
        double above = problem_loss(&p);
        p.block[i] = keep - h;
        double below = problem_loss(&p);
        p.block[i] = keep;
        double slope = (above - below) / (2 * h);
        if (!(fabs(slope - (double)gradient[i]) < 2e-5 + 2e-4 * fabs(slope))) {
            fail_msg("%s, loss %d, parameter %zu: %g, differences say %g", architecture, loss, i, (double)gradient[i],
                     slope);
        }
    }
    free(gradient);
    end_problem(&p);
}

static void gradients_agree_with_differences_for_every_activation(void **state) {
    (void)state;
    check_gradient("5 7r 4r 3l", TRAIN_MSE, 1);
    check_gradient("5 7s 4s 3s", TRAIN_MSE, 1);
    check_gradient("5 7t 4t 3t", TRAIN_MSE, 1);
    check_gradient("5 7l 4m 3m", TRAIN_MSE, 1);
    check_gradient("3 40r 33t 17r 2r", TRAIN_MSE, 1);
}

static void gradients_agree_with_differences_for_every_loss(void **state) {
    (void)state;
    check_gradient("4 6t 3s", TRAIN_BINARY, 1);
    check_gradient("4 6t 3m", TRAIN_BINARY, 1);
    check_gradient("4 6t 3m", TRAIN_CATEGORICAL, 1);
    check_gradient("4 6t 3s", TRAIN_CATEGORICAL, 1);
    check_gradient("4 1s", TRAIN_BINARY, 1);
}

static void gradients_agree_with_differences_through_time(void **state) {
    (void)state;
    check_gradient("4 lstm1x3 2s", TRAIN_BINARY, STEPS);
    check_gradient("6 lstm3x2 5r 2l", TRAIN_MSE, STEPS);
    check_gradient("6 lstm2x4 lstm1x3 2m", TRAIN_CATEGORICAL, STEPS);
    check_gradient("4 6r lstm2x2 3t 2s", TRAIN_CATEGORICAL, STEPS);
    check_gradient("4 lstm2x3 2s", TRAIN_MSE, 1);
}

static void gradients_agree_with_differences_through_norms_and_sums(void **state) {
    (void)state;
    check_gradient("5 7n 3l", TRAIN_MSE, 1);
    check_gradient("5 40n 40n 3l", TRAIN_MSE, 1);
    check_gradient("5 7n 7n+ 7n+ 2l", TRAIN_MSE, 1);
    check_gradient("6 6n+ 6r+ 6l+ 6s+ 6t+ 3m", TRAIN_CATEGORICAL, 1);
    check_gradient("6 6r+ 4s 4t+ 3s", TRAIN_BINARY, 1);
    check_gradient("6 lstm3x2 6n+ lstm2x3 6t+ 2l", TRAIN_MSE, STEPS);
}

// A warp of a GPU put together lane by lane: what the processor does with whole rows, to the bit.

static float add_warp(const float *lanes) {
    float now[NORM_LANES], next[NORM_LANES];
    memcpy(now, lanes, sizeof now);
    for (int apart = NORM_LANES / 2; apart > 0; apart /= 2) { // as shuffles do, all lanes at once
        for (int i = 0; i < NORM_LANES; i++) next[i] = now[i] + now[i ^ apart];
        memcpy(now, next, sizeof now);
    }
    for (int i = 1; i < NORM_LANES; i++) assert_memory_equal(&now[i], &now[0], sizeof now[0]);
    return now[0];
}

static void warp_forward(const float *sums, int n, const float *gain, const float *bias, const float *added,
                         float *norms, float *outputs, float *scale) {
    float lanes[NORM_LANES];
    for (int i = 0; i < NORM_LANES; i++) lanes[i] = norm_lane_sum(sums, n, i);
    float mean = add_warp(lanes) / (float)n;
    for (int i = 0; i < NORM_LANES; i++) lanes[i] = norm_lane_squares(sums, n, i, mean);
    *scale = norm_scale(add_warp(lanes), n);
    for (int i = 0; i < NORM_LANES; i++) norm_lane_outputs(sums, n, i, mean, *scale, gain, bias, added, norms, outputs);
}

static void warp_backward(float *delta, const float *norms, int n, float scale, const float *gain, const float *bias) {
    float plain[NORM_LANES], crossed[NORM_LANES];
    for (int i = 0; i < NORM_LANES; i++) norm_lane_means(delta, norms, n, i, gain, bias, &plain[i], &crossed[i]);
    float mean = add_warp(plain) / (float)n, cross = add_warp(crossed) / (float)n;
    for (int i = 0; i < NORM_LANES; i++) norm_lane_backward(delta, norms, n, i, scale, gain, bias, mean, cross, delta);
}

static void lanes_of_a_warp_and_whole_rows_agree_to_the_bit(void **state) {
    (void)state;
    enum { MOST = 530 };
    static const int widths[] = {1, 2, 31, 32, 33, 64, 100, 512, MOST};
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        int n = widths[w];
        size_t bytes = sizeof(float) * (size_t)n;
        Rng rng = rng_for(8, w, 0, 0);
        float sums[MOST], gain[MOST], bias[MOST], added[MOST], delta[2][MOST], norms[2][MOST], outputs[2][MOST];
        for (int i = 0; i < n; i++) {
            sums[i] = (float)(10 * rng_unit(&rng) - 3);
            gain[i] = (float)(2 * rng_unit(&rng) - 0.5);
            bias[i] = (float)(rng_unit(&rng) - 0.5);
            added[i] = (float)rng_unit(&rng);
            delta[0][i] = delta[1][i] = (float)(rng_unit(&rng) - 0.5);
        }
        float scale, gain_gradient[MOST] = {0}, bias_gradient[MOST] = {0};
        warp_forward(sums, n, gain, bias, added, norms[0], outputs[0], &scale);
        memcpy(norms[1], sums, bytes);
        float expected = norm_center(norms[1], n);
        memcpy(outputs[1], norms[1], bytes);
        norm_gain(outputs[1], gain, bias, n);
        for (int i = 0; i < n; i++) outputs[1][i] += added[i];
        assert_memory_equal(&scale, &expected, sizeof scale);
        assert_memory_equal(norms[0], norms[1], bytes);
        assert_memory_equal(outputs[0], outputs[1], bytes);
        warp_backward(delta[0], norms[0], n, scale, gain, bias);
        norm_backward(delta[1], norms[1], scale, gain, bias, n, gain_gradient, bias_gradient);
        assert_memory_equal(delta[0], delta[1], bytes);
    }
}

static void check_answers(const char *architecture, int steps) {
    Problem p = make_problem(architecture, TRAIN_MSE, steps);
    int in = net_inputs(p.net), out = net_outputs(p.net);
    float *inputs = malloc(sizeof(float) * (size_t)(p.rows * in)),
          *many = malloc(sizeof(float) * (size_t)(p.rows * out));
    float memory[512], one[64];
    double ref_memory[512], expected[64];
    for (int i = 0; i < p.rows * in; i++) inputs[i] = (float)p.inputs[i];
    net_apply_many(p.net, SEQUENCES, steps, inputs, many);
    for (int r = 0; r < p.rows; r++) {
        if (r % steps == 0) {
            memset(memory, 0, sizeof memory);
            memset(ref_memory, 0, sizeof ref_memory);
        }
        net_apply(p.net, memory, inputs + r * in, one);
        ref_apply(p.net, p.block, ref_memory, p.inputs + r * in, expected);
        for (int i = 0; i < out; i++) {
            assert_true(fabs((double)one[i] - expected[i]) < 1e-5);
            assert_true(fabs((double)many[r * out + i] - expected[i]) < 1e-5);
        }
    }
    free(inputs);
    free(many);
    end_problem(&p);
}

static void one_input_and_many_agree_with_the_reference(void **state) {
    (void)state;
    check_answers("5 128r 64r 32r 1s", 1);
    check_answers("104 300r 200t 52s", 1);
    check_answers("7 9l 33m", 1);
    check_answers("16 lstm4x32 48r 20s", STEPS);
    check_answers("9 lstm3x5 lstm5x2 4t", STEPS);
    check_answers("104 300n 300n+ 300r+ 100n 52l", 1);
    check_answers("16 16l+ lstm4x8 32n+ 20s", STEPS);
}

static void inputs_of_ones_may_be_given_by_number(void **state) {
    (void)state;
    static const char *const nets[] = {"208 50r 10s", "208 lstm4x8 10s"};
    for (size_t k = 0; k < 2; k++) {
        Net *net = net_make(nets[k], 5, NULL);
        int ones[] = {0, 3, 51, 52, 53, 54, 100, 103, 104, 150, 207};
        float input[208] = {0}, memory[2][64] = {{0}}, output[2][10];
        for (size_t i = 0; i < 11; i++) input[ones[i]] = 1;
        for (int step = 0; step < 3; step++) {
            net_apply(net, memory[0], input, output[0]);
            net_apply_ones(net, memory[1], ones, 11, output[1]);
            assert_memory_equal(output[0], output[1], sizeof output[0]);
        }
        net_close(net);
    }
}

static void bytes_are_parts_of_128(void **state) {
    (void)state;
    static const char *const nets[] = {"203 50r 10s", "203 40n 40n+ 40n+ 10l", "5 3t 10m", "8 10l"};
    for (size_t k = 0; k < sizeof nets / sizeof nets[0]; k++) {
        Net *net = net_make(nets[k], 5, NULL);
        Rng rng = rng_for(2, k, 0, 0);
        for (int row = 0; row < 50; row++) {
            uint8_t bytes[203];
            float input[203], output[2][10];
            for (int i = 0; i < net_inputs(net); i++) {
                bytes[i] = rng_below(&rng, 50) < (uint32_t)row ? (uint8_t)rng_below(&rng, 256) : 0;
                input[i] = (float)bytes[i] / 128;
            }
            net_apply(net, NULL, input, output[0]);
            net_apply_bytes(net, bytes, output[1]);
            assert_memory_equal(output[0], output[1], sizeof output[0]);
        }
        net_close(net);
    }
}

static void a_last_layer_may_start_small(void **state) {
    (void)state;
    Net *net = net_make("6 8n 8n+ 5l", 3, NULL), *small = net_copy(net);
    float input[6] = {1, 0, 2, 0, -1, 0.5f}, outputs[2][5];
    net_scale_last(small, 0.125f); // a power of two: nothing is rounded
    net_apply(net, NULL, input, outputs[0]);
    net_apply(small, NULL, input, outputs[1]);
    for (int i = 0; i < 5; i++) assert_true(outputs[1][i] == 0.125f * outputs[0][i]);
    net_close(net);
    net_close(small);
}

static void architectures_are_read_and_printed(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed;
        size_t parameters, memory;
    } good[] = {
        {"5 128r 64r 32r 1s", "5 128r 64r 32r 1s", 5 * 128 + 128 + 128 * 64 + 64 + 64 * 32 + 32 + 33, 0},
        {"  2   1l ", "2 1l", 3, 0},
        {"208 lstm4x128 52s", "208 lstm4x128 52s", 4 * (52 + 128 + 1) * 512 + 512 * 52 + 52, 1024},
        {"4096 4096m", "4096 4096m", 4096 * 4097, 0},
        {"896 512n  512n+ 106l", "896 512n 512n+ 106l", 896 * 512 + 1024 + 512 * 512 + 1024 + 512 * 106 + 106, 0},
        {"4 4r+ 4s+ 4t+ 4l+ 1l", "4 4r+ 4s+ 4t+ 4l+ 1l", 85, 0},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        Net *net = net_make(good[i].text, 1, NULL);
        assert_non_null(net);
        assert_string_equal(net_architecture(net), good[i].printed);
        assert_int_equal(net_parameters(net), good[i].parameters);
        assert_int_equal(net_memory(net), good[i].memory);
        net_close(net);
    }
    static const char *const bad[] = {"",
                                      "5",
                                      "5 ",
                                      "x 1s",
                                      "0 1s",
                                      "5 0r",
                                      "5 1",
                                      "5 1q",
                                      "5 -1r",
                                      "5 4097r",
                                      "5 99999999999r",
                                      "5 1rr",
                                      "5 05r",
                                      "5 lstm1x3",
                                      "5 lstm2x3 1s",
                                      "6 lstmx3 1s",
                                      "6 lstm2x 1s",
                                      "6 lstm2x2r 1s",
                                      "6 lstm4096x2 1s",
                                      "5 5m+ 1s",
                                      "5 4n+ 1s",
                                      "5 5n",
                                      "5 5r 5l+",
                                      "5 5n++ 1s",
                                      "5 5+n 1s",
                                      "4 lstm2x2+ 1s",
                                      "1 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r 1r"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Error err = {0};
        if (net_make(bad[i], 1, &err)) fail_msg("'%s' should be no architecture", bad[i]);
        assert_true(strlen(err.text) > 10);
    }
}

static void the_seed_decides_the_first_weights(void **state) {
    (void)state;
    Net *a = net_make("6 lstm2x5 4r 2s", 1, NULL), *b = net_make("6 lstm2x5 4r 2s", 1, NULL), *copy = net_copy(a);
    Net *c = net_make("6 lstm2x5 4r 2s", 2, NULL);
    size_t size = sizeof(float) * net_parameters(a);
    assert_memory_equal(net_weights(a), net_weights(b), size);
    assert_memory_equal(net_weights(a), net_weights(copy), size);
    assert_memory_not_equal(net_weights(a), net_weights(c), size);
    NetCell cell = net_cell(net_layer(a, 0), 1);
    const float *rows = net_weights(a) + cell.recurrent;
    for (int i = 0; i < 5; i++) { // recurrent kernels have rows of length 1 at right angles
        for (int j = 0; j <= i; j++) {
            double dot = 0;
            for (int k = 0; k < 20; k++) dot += (double)rows[i * 20 + k] * (double)rows[j * 20 + k];
            assert_true(fabs(dot - (i == j)) < 1e-5);
        }
    }
    net_close(a);
    net_close(b);
    net_close(c);
    net_close(copy);
}

static void activations_are_accurate_to_the_last_bits(void **state) {
    (void)state;
    for (int i = -400000; i <= 400000; i++) {
        float x = (float)i * 2.5e-4f;
        double e = exp((double)x), s = 1 / (1 + exp(-(double)x)), t = tanh((double)x);
        if (x >= -87 && x <= 88) assert_true(fabs((double)act_exp(x) - e) <= 2.5e-7 * e);
        assert_true(fabs((double)act_sigmoid(x) - s) <= 3e-7 * s + 1e-37);
        assert_true(fabs((double)act_tanh(x) - t) <= 3e-7 * fabs(t));
    }
    assert_true(act_sigmoid(INFINITY) == 1 && act_sigmoid(-INFINITY) < 1e-37f && act_tanh(INFINITY) == 1);
}

// The bits of answers, which every compiler and processor must give alike: weights and inputs are made by whole-number
// arithmetic, the answers are in a file.
static void print_answers(const char *architecture, Text *to) {
    Net *net = net_make(architecture, 1, NULL);
    float *block = net_block(net), input[256], output[64], memory[512] = {0};
    Rng rng = rng_for(1, 2, 3, 4);
    for (size_t i = 0; i < net_parameters(net); i++) block[i] = (float)((int)rng_below(&rng, 4001) - 2000) / 8000.0f;
    text_addf(to, "%s\n", architecture);
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < net_inputs(net); i++) {
            input[i] = rng_below(&rng, 2) ? 0 : (float)((int)rng_below(&rng, 2001) - 1000) / 900.0f;
        }
        net_apply(net, memory, input, output);
        for (int i = 0; i < net_outputs(net); i++) {
            uint32_t bits;
            memcpy(&bits, &output[i], sizeof bits);
            text_addf(to, "%s%08x", i ? " " : "", (unsigned)bits);
        }
        text_add(to, "\n");
    }
    net_close(net);
}

static void answers_have_the_same_bits_everywhere(void **state) {
    (void)state;
    static const char *const nets[] = {"5 128r 64r 32r 1s", "208 100r 60r 52s",   "20 30t 7m",
                                       "9 33s 5l",          "40 lstm4x19 33r 8s", "100 70n 70n+ 70n+ 33n 33r+ 20l"};
    Text answers = {0}, golden = {0};
    for (size_t i = 0; i < sizeof nets / sizeof nets[0]; i++) print_answers(nets[i], &answers);
    char path[4096];
    const char *source = getenv("SRC");
    if (!source) skip();
    snprintf(path, sizeof path, "%s/tests/golden/net_apply.txt", source);
    Error err = {0};
    bool read = text_read_file(&golden, path, 1 << 20, &err);
    if (!read || strcmp(golden.data, answers.data) != 0) {
        fputs(answers.data, stdout);
        fail_msg("%s: answers differ from the file; those above are this machine's. %s", path, err.text);
    }
    text_free(&answers);
    text_free(&golden);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_agree_with_differences_for_every_activation),
        cmocka_unit_test(gradients_agree_with_differences_for_every_loss),
        cmocka_unit_test(gradients_agree_with_differences_through_time),
        cmocka_unit_test(gradients_agree_with_differences_through_norms_and_sums),
        cmocka_unit_test(lanes_of_a_warp_and_whole_rows_agree_to_the_bit),
        cmocka_unit_test(one_input_and_many_agree_with_the_reference),
        cmocka_unit_test(inputs_of_ones_may_be_given_by_number),
        cmocka_unit_test(bytes_are_parts_of_128),
        cmocka_unit_test(a_last_layer_may_start_small),
        cmocka_unit_test(architectures_are_read_and_printed),
        cmocka_unit_test(the_seed_decides_the_first_weights),
        cmocka_unit_test(activations_are_accurate_to_the_last_bits),
        cmocka_unit_test(answers_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
