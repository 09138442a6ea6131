// SPDX-License-Identifier: MIT
#include "learn/net/pass_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learn/net/activation_internal.h"
#include "learn/net/gemm.h"
#include "learn/net/norm_internal.h"

// Arena allocation: the same code lays out the arrays twice, first to measure (no room yet), then to hand out.
static float *take_floats(const float *room, size_t *used, size_t count) {
    size_t at = *used;
    *used += (count + 15) / 16 * 16;
    return room ? (float *)(uintptr_t)(room + at) : NULL;
}

static size_t pass_widest_layer(const Net *net) {
    int widest = 0;
    for (int i = 0; i < net->layer_count; i++) {
        int width = net->layers[i].outputs > net->layers[i].inputs ? net->layers[i].outputs : net->layers[i].inputs;
        widest = width > widest ? width : widest;
    }
    return (size_t)widest;
}

static bool pass_has_inner(const NetLayer *layer) { return layer->activation == NET_NORM || layer->residual; }

static size_t pass_lay_out(Pass *pass, int sequences, bool learns) {
    const Net *net = pass->net;
    size_t rows = (size_t)sequences * (size_t)pass->steps, used = 0, widest = pass_widest_layer(net);
    pass->work = take_floats(pass->room, &used, GEMM_WORK);
    pass->values[0] = take_floats(pass->room, &used, rows * (size_t)net_inputs(net));
    for (int i = 0; i < net->layer_count; i++) {
        const NetLayer *layer = &net->layers[i];
        size_t size = rows * (size_t)layer->outputs;
        pass->values[i + 1] = take_floats(pass->room, &used, size);
        if (pass_has_inner(layer)) {
            pass->inner[i] = take_floats(pass->room, &used, size);
            pass->scales[i] = take_floats(pass->room, &used, rows);
        }
        if (!layer->parts) continue;
        pass->gates[i] = take_floats(pass->room, &used, 4 * size);
        pass->cells[i] = take_floats(pass->room, &used, size);
        pass->before[i] = take_floats(pass->room, &used, size);
        pass->before_cells[i] = take_floats(pass->room, &used, size);
    }
    pass->targets = take_floats(pass->room, &used, rows * (size_t)net_outputs(net));
    pass->row_weights = take_floats(pass->room, &used, rows);
    if (learns) {
        pass->delta = take_floats(pass->room, &used, rows * widest);
        pass->other_delta = take_floats(pass->room, &used, rows * widest);
        pass->carry = take_floats(pass->room, &used, (size_t)sequences * widest);
    }
    return used;
}

bool pass_open(Pass *pass, const Net *net, int sequences, int steps, bool learns, Error *err) {
    *pass = (Pass){.net = net, .steps = steps};
    size_t size = pass_lay_out(pass, sequences, learns);
    pass->room = net_floats(size);
    if (!pass->room) return error_set(err, "not enough memory for %d sequences of %d steps", sequences, steps);
    pass_lay_out(pass, sequences, learns);
    return true;
}

void pass_close(Pass *pass) {
    free(pass->room);
    *pass = (Pass){0};
}

static void pass_fill_rows(const float *row, int columns, int rows, float *to, size_t stride) {
    for (int i = 0; i < rows; i++) memcpy(to + (size_t)i * stride, row, sizeof(float) * (size_t)columns);
}

// From what is inside a layer to its outputs.
static void finish_inner(Pass *pass, int index, int rows) {
    const NetLayer *layer = &pass->net->layers[index];
    const float *block = pass->net->block;
    int n = layer->outputs;
    for (int i = 0; i < rows; i++) {
        size_t at = (size_t)i * (size_t)n;
        float *restrict to = pass->values[index + 1] + at;
        memcpy(to, pass->inner[index] + at, sizeof(float) * (size_t)n);
        if (layer->activation == NET_NORM) norm_gain(to, block + layer->gain, block + layer->bias, n);
        const float *restrict added = layer->residual ? pass->values[index] + at : NULL; // inputs are as many
        for (int j = 0; added && j < n; j++) to[j] += added[j];
    }
}

static void pass_forward_dense(Pass *pass, int index, int rows) {
    const NetLayer *layer = &pass->net->layers[index];
    const float *block = pass->net->block;
    bool norm = layer->activation == NET_NORM;
    float *to = pass_has_inner(layer) ? pass->inner[index] : pass->values[index + 1];
    if (!norm) pass_fill_rows(block + layer->bias, layer->outputs, rows, to, (size_t)layer->outputs);
    GemmMatrix input = {pass->values[index], layer->inputs, false},
               weights = {block + layer->weights, layer->outputs, false};
    gemm(rows, layer->outputs, layer->inputs, input, weights, !norm, to, layer->outputs, pass->work);
    for (int i = 0; i < rows; i++) {
        float *row = to + (size_t)i * (size_t)layer->outputs;
        if (norm) {
            pass->scales[index][i] = norm_center(row, layer->outputs);
        } else {
            act_apply(layer->activation, row, layer->outputs);
        }
    }
    if (pass_has_inner(layer)) finish_inner(pass, index, rows);
}

// Step `step` of one cell for every sequence: the recurrent product, then the gates.
static void forward_step(Pass *pass, int index, int part, int sequences, int step) {
    const NetLayer *layer = &pass->net->layers[index];
    NetCell cell = net_cell(layer, part);
    int n = cell.outputs, wide = layer->outputs, steps = pass->steps;
    size_t at = (size_t)step * (size_t)wide + (size_t)part * (size_t)n; // of this step in the first sequence
    float *gates = pass->gates[index] + 4 * at;
    if (step > 0) {
        GemmMatrix before = {pass->before[index] + at, steps * wide, false};
        GemmMatrix recurrent = {pass->net->block + cell.recurrent, 4 * n, false};
        gemm(sequences, 4 * n, n, before, recurrent, true, gates, 4 * steps * wide, pass->work);
    }
    for (int s = 0; s < sequences; s++) {
        size_t here = at + (size_t)s * (size_t)steps * (size_t)wide;
        float *cells = pass->cells[index] + here, *output = pass->values[index + 1] + here;
        act_lstm(n, pass->gates[index] + 4 * here, pass->before_cells[index] + here, cells, output);
        if (step + 1 == steps) continue;
        memcpy(pass->before[index] + here + wide, output, sizeof(float) * (size_t)n);
        memcpy(pass->before_cells[index] + here + wide, cells, sizeof(float) * (size_t)n);
    }
}

static void forward_lstm(Pass *pass, int index, int sequences) {
    const NetLayer *layer = &pass->net->layers[index];
    int rows = sequences * pass->steps, wide = layer->outputs;
    for (int s = 0; s < sequences; s++) { // before the first step there is nothing
        size_t first = (size_t)s * (size_t)pass->steps * (size_t)wide;
        memset(pass->before[index] + first, 0, sizeof(float) * (size_t)wide);
        memset(pass->before_cells[index] + first, 0, sizeof(float) * (size_t)wide);
    }
    for (int part = 0; part < layer->parts; part++) {
        NetCell cell = net_cell(layer, part);
        const float *block = pass->net->block;
        int n4 = 4 * cell.outputs;
        float *gates = pass->gates[index] + (size_t)part * (size_t)n4;
        pass_fill_rows(block + cell.bias, n4, rows, gates, 4 * (size_t)wide);
        GemmMatrix input = {pass->values[index] + part * cell.inputs, layer->inputs, false};
        gemm(rows, n4, cell.inputs, input, (GemmMatrix){block + cell.kernel, n4, false}, true, gates, 4 * wide,
             pass->work);
        for (int step = 0; step < pass->steps; step++) forward_step(pass, index, part, sequences, step);
    }
}

void pass_forward(Pass *pass, int sequences) {
    for (int i = 0; i < pass->net->layer_count; i++) {
        if (pass->net->layers[i].parts) {
            forward_lstm(pass, i, sequences);
        } else {
            pass_forward_dense(pass, i, sequences * pass->steps);
        }
    }
}

// to [columns] = the sum of all rows.
static void pass_sum_rows(const float *from, size_t stride, int rows, int columns, float *to) {
    memset(to, 0, sizeof(float) * (size_t)columns);
    for (int i = 0; i < rows; i++) {
        const float *row = from + (size_t)i * stride;
        for (int j = 0; j < columns; j++) to[j] += row[j];
    }
}

// delta is by the layer's outputs and becomes by its sums.
static void pass_backward_activation(Pass *pass, int index, int rows, float *gradient) {
    const NetLayer *layer = &pass->net->layers[index];
    const float *block = pass->net->block, *from = pass_has_inner(layer) ? pass->inner[index] : pass->values[index + 1];
    int n = layer->outputs;
    for (int r = 0; r < rows; r++) {
        size_t at = (size_t)r * (size_t)n;
        if (layer->activation == NET_NORM) {
            norm_backward(pass->delta + at, from + at, pass->scales[index][r], block + layer->gain, block + layer->bias,
                          n, gradient + layer->gain, gradient + layer->bias);
        } else {
            act_backward(layer->activation, from + at, pass->delta + at, n);
        }
    }
}

// delta is by the layer's outputs, the last layer's by its sums; afterwards other_delta is by its inputs.
static void pass_backward_dense(Pass *pass, int index, int rows, float *gradient) {
    const NetLayer *layer = &pass->net->layers[index];
    int in = layer->inputs, out = layer->outputs;
    size_t bytes = sizeof(float) * (size_t)out;
    if (layer->residual) memcpy(pass->other_delta, pass->delta, (size_t)rows * bytes);
    if (layer->activation == NET_NORM) memset(gradient + layer->bias, 0, 2 * bytes); // and gain, behind it
    if (index + 1 < pass->net->layer_count) pass_backward_activation(pass, index, rows, gradient);
    GemmMatrix delta = {pass->delta, out, false}, weights = {pass->net->block + layer->weights, out, true};
    gemm(in, out, rows, (GemmMatrix){pass->values[index], in, true}, delta, false, gradient + layer->weights, out,
         pass->work);
    if (layer->activation != NET_NORM) pass_sum_rows(pass->delta, (size_t)out, rows, out, gradient + layer->bias);
    if (index > 0) gemm(rows, in, out, delta, weights, layer->residual, pass->other_delta, in, pass->work);
}

// Step `step` of one cell backwards: delta [rows][outputs] holds the loss by the outputs, to which this adds, one step
// earlier, what reaches them through the recurrence. The gates become gradients by their sums.
static void backward_step(Pass *pass, int index, int part, int sequences, int step) {
    const NetLayer *layer = &pass->net->layers[index];
    NetCell cell = net_cell(layer, part);
    int n = cell.outputs, wide = layer->outputs, steps = pass->steps;
    size_t at = (size_t)step * (size_t)wide + (size_t)part * (size_t)n;
    for (int s = 0; s < sequences; s++) {
        size_t here = at + (size_t)s * (size_t)steps * (size_t)wide;
        act_lstm_backward(n, pass->gates[index] + 4 * here, pass->before_cells[index] + here, pass->cells[index] + here,
                          pass->delta + here, pass->carry + (size_t)s * (size_t)n);
    }
    if (step == 0) return;
    GemmMatrix gates = {pass->gates[index] + 4 * at, 4 * steps * wide, false};
    GemmMatrix recurrent = {pass->net->block + cell.recurrent, 4 * n, true};
    gemm(sequences, n, 4 * n, gates, recurrent, true, pass->delta + at - wide, steps * wide, pass->work);
}

static void pass_backward_lstm(Pass *pass, int index, int sequences, float *gradient) {
    const NetLayer *layer = &pass->net->layers[index];
    int rows = sequences * pass->steps, wide = layer->outputs, in = layer->inputs;
    for (int part = 0; part < layer->parts; part++) {
        NetCell cell = net_cell(layer, part);
        int n = cell.outputs;
        memset(pass->carry, 0, sizeof(float) * (size_t)sequences * (size_t)n);
        for (int step = pass->steps - 1; step >= 0; step--) backward_step(pass, index, part, sequences, step);
        GemmMatrix gates = {pass->gates[index] + 4 * (size_t)part * (size_t)n, 4 * wide, false};
        GemmMatrix input = {pass->values[index] + part * cell.inputs, in, true};
        GemmMatrix before = {pass->before[index] + part * n, wide, true};
        gemm(cell.inputs, 4 * n, rows, input, gates, false, gradient + cell.kernel, 4 * n, pass->work);
        gemm(n, 4 * n, rows, before, gates, false, gradient + cell.recurrent, 4 * n, pass->work);
        pass_sum_rows(gates.data, 4 * (size_t)wide, rows, 4 * n, gradient + cell.bias);
        if (index == 0) continue;
        GemmMatrix kernel = {pass->net->block + cell.kernel, 4 * n, true};
        gemm(rows, cell.inputs, 4 * n, gates, kernel, false, pass->other_delta + part * cell.inputs, in, pass->work);
    }
}

void pass_backward(Pass *pass, int sequences, float *gradient) {
    int rows = sequences * pass->steps;
    for (int i = pass->net->layer_count - 1; i >= 0; i--) {
        if (pass->net->layers[i].parts) {
            pass_backward_lstm(pass, i, sequences, gradient);
        } else {
            pass_backward_dense(pass, i, rows, gradient);
        }
        float *swap = pass->delta;
        pass->delta = pass->other_delta;
        pass->other_delta = swap;
    }
}

void net_apply_many(const Net *net, int rows, int steps, const float *inputs, float *outputs) {
    enum { AT_ONCE = 256 };
    Pass pass;
    int most = AT_ONCE / steps > 0 ? AT_ONCE / steps : 1;
    size_t in = (size_t)steps * (size_t)net_inputs(net), out = (size_t)steps * (size_t)net_outputs(net);
    bool opened = pass_open(&pass, net, most < rows ? most : rows, steps, false, NULL);
    if (!opened) {
        memory_note_short();
        memset(outputs, 0, sizeof(float) * (size_t)rows * out);
        return;
    }
    for (int row = 0; row < rows; row += most) {
        int count = rows - row < most ? rows - row : most;
        memcpy(pass.values[0], inputs + (size_t)row * in, sizeof(float) * (size_t)count * in);
        pass_forward(&pass, count);
        memcpy(outputs + (size_t)row * out, pass.values[net->layer_count], sizeof(float) * (size_t)count * out);
    }
    pass_close(&pass);
}
