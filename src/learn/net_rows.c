// SPDX-License-Identifier: MIT
// The first layer's inputs are bytes and mostly zero: there, each row adds up the weights of what is not. Of the other
// layers a tile of a few rows and columns stays in registers while all inputs pass by. Every sum has the order of its
// inputs, as in net_apply.c; what is zero is added here and left out there, which changes no sum.
#include "learn/net_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "learn/activation_internal.h"
#include "learn/net_internal.h"
#include "learn/norm_internal.h"

#if defined(__AVX512F__)
enum { LANES = 16, TILE_ROWS = 12 };
#elif defined(__AVX__)
enum { LANES = 8, TILE_ROWS = 6 };
#else
enum { LANES = 4, TILE_ROWS = 4 };
#endif
enum { TILE_COLUMNS = 2 * LANES, BLOCK = 48 }; // rows that go through the net together: a multiple of every TILE_ROWS

typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef float LooseLanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

// sums [TILE_ROWS][stride] += inputs [TILE_ROWS][n] * weights [n][stride], for two vectors of columns.
static void add_tile(const float *restrict weights, size_t stride, const float *restrict inputs, int n,
                     float *restrict sums) {
    Lanes low[TILE_ROWS], high[TILE_ROWS];
    for (int r = 0; r < TILE_ROWS; r++) {
        low[r] = *(const LooseLanes *)(sums + (size_t)r * stride);
        high[r] = *(const LooseLanes *)(sums + (size_t)r * stride + LANES);
    }
    for (int i = 0; i < n; i++) {
        Lanes first = *(const LooseLanes *)(weights + (size_t)i * stride);
        Lanes second = *(const LooseLanes *)(weights + (size_t)i * stride + LANES);
        for (int r = 0; r < TILE_ROWS; r++) {
            float value = inputs[(size_t)r * (size_t)n + (size_t)i];
            low[r] += value * first;
            high[r] += value * second;
        }
    }
    for (int r = 0; r < TILE_ROWS; r++) {
        *(LooseLanes *)(sums + (size_t)r * stride) = low[r];
        *(LooseLanes *)(sums + (size_t)r * stride + LANES) = high[r];
    }
}

// The same for what is left of the columns, one by one.
static void add_columns(const float *weights, size_t stride, int columns, const float *inputs, int n, float *sums) {
    for (int r = 0; r < TILE_ROWS; r++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < columns; j++)
                sums[(size_t)r * stride + (size_t)j] +=
                    inputs[(size_t)r * (size_t)n + (size_t)i] * weights[(size_t)i * stride + (size_t)j];
}

// A block's rows are filled up to whole tiles; what they add up to in those nobody reads.
static void add_dense(const float *weights, int inputs, int outputs, int rows, const float *from, float *sums) {
    size_t stride = (size_t)outputs;
    for (int j = 0; j < outputs; j += TILE_COLUMNS)
        for (int r = 0; r < rows; r += TILE_ROWS) {
            const float *x = from + (size_t)r * (size_t)inputs;
            float *y = sums + (size_t)r * stride + j;
            if (j + TILE_COLUMNS <= outputs)
                add_tile(weights + j, stride, x, inputs, y);
            else
                add_columns(weights + j, stride, outputs - j, x, inputs, y);
        }
}

static void begin_sums(const Net *net, const NetLayer *layer, int rows, float *sums) {
    size_t bytes = sizeof(float) * (size_t)layer->outputs;
    for (int r = 0; r < rows; r++) {
        float *row = sums + (size_t)r * (size_t)layer->outputs;
        if (layer->activation == NET_NORM)
            memset(row, 0, bytes);
        else
            memcpy(row, net->block + layer->bias, bytes);
    }
}

static void finish_row(const Net *net, const NetLayer *layer, const float *input, float *row) {
    const float *block = net->block;
    if (layer->activation == NET_NORM) {
        norm_center(row, layer->outputs);
        norm_gain(row, block + layer->gain, block + layer->bias, layer->outputs);
    } else {
        act_apply(layer->activation, row, layer->outputs);
    }
    for (int i = 0; layer->residual && i < layer->inputs; i++) row[i] += input[i];
}

// The first layer of one row; its inputs go to `input` where the layer is residual.
static void add_first(const Net *net, const uint8_t *bytes, float *input, float *sums) {
    const NetLayer *layer = &net->layers[0];
    NetSparse sparse;
    net_gather_bytes(bytes, layer->inputs, &sparse);
    net_add_products(net->block + layer->weights, layer->outputs, &sparse, sums);
    for (int i = 0; layer->residual && i < layer->inputs; i++) input[i] = (float)bytes[i] / 128.0f;
}

// `from` and `to` hold BLOCK rows of the net's greatest width, and are both used up.
static void apply_block(const Net *net, int rows, const uint8_t *bytes, float *from, float *to, float *outputs) {
    for (int l = 0; l < net->layer_count; l++) {
        const NetLayer *layer = &net->layers[l];
        begin_sums(net, layer, rows, to);
        for (int r = 0; l == 0 && r < rows; r++)
            add_first(net, bytes + (size_t)r * (size_t)layer->inputs, from + (size_t)r * (size_t)layer->inputs,
                      to + (size_t)r * (size_t)layer->outputs);
        if (l > 0) add_dense(net->block + layer->weights, layer->inputs, layer->outputs, rows, from, to);
        for (int r = 0; r < rows; r++)
            finish_row(net, layer, from + (size_t)r * (size_t)layer->inputs, to + (size_t)r * (size_t)layer->outputs);
        float *swap = from;
        from = to;
        to = swap;
    }
    memcpy(outputs, from, sizeof(float) * (size_t)rows * (size_t)net_outputs(net));
}

void net_apply_rows(const Net *net, int rows, const uint8_t *bytes, float *outputs) {
    assert(net->memory == 0);
    size_t widest = (size_t)net_inputs(net);
    for (int l = 0; l < net->layer_count; l++) {
        size_t width = (size_t)net->layers[l].outputs;
        widest = width > widest ? width : widest;
    }
    float *work = rows > 1 ? net_floats(2 * BLOCK * widest) : NULL;
    if (!work) {
        for (int r = 0; r < rows; r++)
            net_apply_bytes(net, bytes + (size_t)r * (size_t)net_inputs(net),
                            outputs + (size_t)r * (size_t)net_outputs(net));
        return;
    }
    memset(work, 0, 2 * BLOCK * widest * sizeof *work);
    for (int first = 0; first < rows; first += BLOCK)
        apply_block(net, rows - first < BLOCK ? rows - first : BLOCK, bytes + (size_t)first * (size_t)net_inputs(net),
                    work, work + BLOCK * widest, outputs + (size_t)first * (size_t)net_outputs(net));
    free(work);
}
