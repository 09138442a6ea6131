// SPDX-License-Identifier: MIT
// One input through the net. Vectors run across the outputs, and each output adds its terms in the order of the inputs
// whatever the vector width, so every machine gets the same bits. Zero inputs are skipped: about half after a ReLU
// layer, nearly all card inputs.
#include <assert.h>
#include <string.h>

#include "learn/net/activation_internal.h"
#include "learn/net/net_internal.h"
#include "learn/net/norm_internal.h"

static void gather(const float *input, int n, NetSparse *sparse) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        sparse->index[count] = i;
        sparse->value[count] = input[i];
        count += input[i] != 0;
    }
    sparse->count = count;
}

// sums += value * row, for eight rows in turn: one pass over the sums for eight over the weights.
static void add_eight(const float *weights, int columns, const int *index, const float *value, float *restrict sums) {
    const float *restrict w[8];
    for (int k = 0; k < 8; k++) w[k] = weights + (size_t)index[k] * (size_t)columns; // NOLINT(clang-analyzer-*)
    float v0 = value[0], v1 = value[1], v2 = value[2], v3 = value[3];
    float v4 = value[4], v5 = value[5], v6 = value[6], v7 = value[7];
    const float *restrict w0 = w[0], *restrict w1 = w[1], *restrict w2 = w[2], *restrict w3 = w[3];
    const float *restrict w4 = w[4], *restrict w5 = w[5], *restrict w6 = w[6], *restrict w7 = w[7];
    for (int j = 0; j < columns; j++) {
        float sum = sums[j];
        sum += v0 * w0[j];
        sum += v1 * w1[j];
        sum += v2 * w2[j];
        sum += v3 * w3[j];
        sum += v4 * w4[j];
        sum += v5 * w5[j];
        sum += v6 * w6[j];
        sum += v7 * w7[j];
        sums[j] = sum;
    }
}

static void add_one_input(const float *restrict row, int columns, float value, float *restrict sums) {
    for (int j = 0; j < columns; j++) sums[j] += value * row[j];
}

void net_add_products(const float *weights, int columns, const NetSparse *sparse, float *sums) {
    int i = 0;
    for (; i + 8 <= sparse->count; i += 8) {
        add_eight(weights, columns, sparse->index + i, sparse->value + i, sums);
    }
    for (; i < sparse->count; i++) {
        const float *row = weights + (size_t)sparse->index[i] * (size_t)columns; // NOLINT(clang-analyzer-*)
        add_one_input(row, columns, sparse->value[i], sums);
    }
}

static void apply_dense(const Net *net, const NetLayer *layer, const NetSparse *input, float *output) {
    const float *block = net->block;
    size_t bytes = sizeof(float) * (size_t)layer->outputs;
    bool norm = layer->activation == NET_NORM;
    if (norm) {
        memset(output, 0, bytes);
    } else {
        memcpy(output, block + layer->bias, bytes);
    }
    net_add_products(block + layer->weights, layer->outputs, input, output);
    if (norm) {
        norm_center(output, layer->outputs);
        norm_gain(output, block + layer->gain, block + layer->bias, layer->outputs);
    } else {
        act_apply(layer->activation, output, layer->outputs);
    }
    for (int i = 0; layer->residual && i < input->count; i++) {
        output[input->index[i]] += input->value[i]; // NOLINT(clang-analyzer-*)
    }
}

// The part of a sparse input that belongs to one cell, numbered from 0.
static void cut(const NetSparse *input, int first, int width, NetSparse *part) {
    part->count = 0;
    for (int i = 0; i < input->count; i++) {
        int index = input->index[i] - first; // NOLINT(clang-analyzer-*)
        if (index < 0 || index >= width) continue;
        part->index[part->count] = index;
        part->value[part->count++] = input->value[i];
    }
}

static void apply_lstm(const Net *net, const NetLayer *layer, const NetSparse *input, float *memory, float *output) {
    float *h = memory + layer->memory, *c = h + layer->outputs;
    NetSparse part;
    float gates[4 * NET_MAX_WIDTH];
    for (int p = 0; p < layer->parts; p++) {
        NetCell cell = net_cell(layer, p);
        int n = cell.outputs;
        memcpy(gates, net->block + cell.bias, sizeof(float) * 4 * (size_t)n);
        cut(input, p * cell.inputs, cell.inputs, &part);
        net_add_products(net->block + cell.kernel, 4 * n, &part, gates);
        gather(h + p * n, n, &part);
        net_add_products(net->block + cell.recurrent, 4 * n, &part, gates);
        act_lstm(n, gates, c + p * n, c + p * n, h + p * n);
    }
    memcpy(output, h, sizeof(float) * (size_t)layer->outputs);
}

static void apply_sparse(const Net *net, float *memory, NetSparse *sparse, float *output) {
    float values[NET_MAX_WIDTH];
    assert(memory || net->memory == 0);
    for (int i = 0; i < net->layer_count; i++) {
        const NetLayer *layer = &net->layers[i];
        bool last = i + 1 == net->layer_count;
        float *to = last ? output : values;
        if (layer->parts) {
            apply_lstm(net, layer, sparse, memory, to);
        } else {
            apply_dense(net, layer, sparse, to);
        }
        if (!last) gather(values, layer->outputs, sparse);
    }
}

void net_apply(const Net *net, float *memory, const float *input, float *output) {
    NetSparse sparse;
    gather(input, net_inputs(net), &sparse);
    apply_sparse(net, memory, &sparse, output);
}

// Most bytes are zero: eight at a time are passed over, or looked at.
void net_gather_bytes(const uint8_t *bytes, int n, NetSparse *sparse) {
    int count = 0;
    for (int i = 0; i < n; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, n - i < 8 ? (size_t)(n - i) : 8);
        if (word == 0) continue;
        for (int k = i; k < i + 8 && k < n; k++) {
            sparse->index[count] = k;
            sparse->value[count] = (float)bytes[k] / 128.0f;
            count += bytes[k] != 0;
        }
    }
    sparse->count = count;
}

void net_apply_bytes(const Net *net, const uint8_t *bytes, float *output) {
    NetSparse sparse;
    net_gather_bytes(bytes, net_inputs(net), &sparse);
    apply_sparse(net, NULL, &sparse, output);
}

void net_apply_ones(const Net *net, float *memory, const int *indices, int ones, float *output) {
    NetSparse sparse;
    assert(ones <= net_inputs(net));
    for (int i = 0; i < ones; i++) {
        assert(indices[i] >= 0 && indices[i] < net_inputs(net));
        sparse.index[i] = indices[i];
        sparse.value[i] = 1;
    }
    sparse.count = ones;
    apply_sparse(net, memory, &sparse, output);
}
