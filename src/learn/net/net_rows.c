// SPDX-License-Identifier: MIT
// The first layer's inputs are bytes and mostly zero, so each row adds the weights of its nonzero inputs. The other
// layers are register-tiled: a few rows and columns stay in registers over all inputs; remaining rows use smaller
// tiles, remaining columns padded copies of their weights. Every sum is in the order of its inputs, as in net_apply.c;
// zeros are added here and skipped there, which changes no sum.
#include "learn/net/net_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "learn/net/activation_internal.h"
#include "learn/net/net_internal.h"
#include "learn/net/norm_internal.h"

#if defined(__AVX512F__)
enum { LANES = 16, TILE_ROWS = 12 };
#elif defined(__AVX__)
enum { LANES = 8, TILE_ROWS = 6 };
#else
enum { LANES = 4, TILE_ROWS = 6 };
#endif
enum {
    TILE_VECTORS = 2,
    TILE_COLUMNS = TILE_VECTORS * LANES,
    FEW_ROWS = TILE_ROWS / 3, // rows are filled up to a multiple of this
    BLOCK = 48                // rows that go through the net together: a multiple of every TILE_ROWS
};

typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef float LooseLanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

// Rows of floats, some way apart.
typedef struct Grid {
    float *at;
    size_t stride;
} Grid;

static Grid grid_from(Grid grid, int row, int column) {
    return (Grid){grid.at + (size_t)row * grid.stride + column, grid.stride};
}

// sums [rows][vectors] += inputs [rows][n] * weights [n][vectors]. Rows and vectors are constants wherever it is
// called.
static inline __attribute__((always_inline)) void add_tile(int rows, int vectors, const float *restrict weights,
                                                           size_t stride, Grid inputs, int n, Grid sums) {
    Lanes sum[TILE_ROWS][TILE_VECTORS];
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++) sum[r][v] = *(const LooseLanes *)grid_from(sums, r, v * LANES).at;
    for (int i = 0; i < n; i++) {
        Lanes weight[TILE_VECTORS];
        for (int v = 0; v < vectors; v++)
            weight[v] = *(const LooseLanes *)(weights + (size_t)i * stride + (size_t)(v * LANES));
        for (int r = 0; r < rows; r++) {
            float value = inputs.at[(size_t)r * inputs.stride + (size_t)i];
            for (int v = 0; v < vectors; v++) sum[r][v] += value * weight[v];
        }
    }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++) *(LooseLanes *)grid_from(sums, r, v * LANES).at = sum[r][v];
}

// All rows of some columns: whole tiles, then a smaller one.
static inline __attribute__((always_inline)) void add_columns(int vectors, const float *restrict weights, size_t stride,
                                                              Grid inputs, int n, int rows, Grid sums) {
    int r = 0;
    for (; r + TILE_ROWS <= rows; r += TILE_ROWS)
        add_tile(TILE_ROWS, vectors, weights, stride, grid_from(inputs, r, 0), n, grid_from(sums, r, 0));
    if (rows - r > FEW_ROWS)
        add_tile(2 * FEW_ROWS, vectors, weights, stride, grid_from(inputs, r, 0), n, grid_from(sums, r, 0));
    else if (rows > r)
        add_tile(FEW_ROWS, vectors, weights, stride, grid_from(inputs, r, 0), n, grid_from(sums, r, 0));
}

// What is left of the columns: `spare` [n][TILE_COLUMNS] is for their weights.
static void add_last(const float *weights, size_t stride, int columns, Grid inputs, int n, int rows, Grid sums,
                     float *spare) {
    memset(spare, 0, sizeof(float) * TILE_COLUMNS * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            spare[(size_t)i * TILE_COLUMNS + (size_t)j] = weights[(size_t)i * stride + (size_t)j];
    if (columns > LANES)
        add_columns(TILE_VECTORS, spare, TILE_COLUMNS, inputs, n, rows, sums);
    else
        add_columns(1, spare, TILE_COLUMNS, inputs, n, rows, sums);
}

static void add_dense(const float *weights, int inputs, int outputs, int rows, Grid from, Grid sums, float *spare) {
    size_t stride = (size_t)outputs;
    int j = 0;
    for (; j + TILE_COLUMNS <= outputs; j += TILE_COLUMNS)
        add_columns(TILE_VECTORS, weights + j, stride, from, inputs, rows, grid_from(sums, 0, j));
    if (j < outputs) add_last(weights + j, stride, outputs - j, from, inputs, rows, grid_from(sums, 0, j), spare);
}

// Those of rows that only fill up begin as well: nobody reads what they add up to, but it is made of numbers.
static void begin_sums(const Net *net, const NetLayer *layer, int rows, Grid sums) {
    size_t outputs = (size_t)layer->outputs;
    for (int r = 0; r < rows; r++) {
        float *row = grid_from(sums, r, 0).at;
        if (layer->activation == NET_NORM)
            memset(row, 0, sizeof(float) * outputs);
        else
            memcpy(row, net->block + layer->bias, sizeof(float) * outputs);
        memset(row + outputs, 0, sizeof(float) * (sums.stride - outputs));
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

static size_t widened(int columns) { return (size_t)(columns + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS; }

// `from` and `to` hold BLOCK rows of the net's greatest width, and are both used up.
static void apply_block(const Net *net, int rows, const uint8_t *bytes, float *from, float *to, float *spare,
                        float *outputs) {
    int filled = (rows + FEW_ROWS - 1) / FEW_ROWS * FEW_ROWS;
    for (int l = 0; l < net->layer_count; l++) {
        const NetLayer *layer = &net->layers[l];
        Grid inputs = {from, widened(layer->inputs)}, sums = {to, widened(layer->outputs)};
        begin_sums(net, layer, filled, sums);
        for (int r = 0; l == 0 && r < rows; r++)
            add_first(net, bytes + (size_t)r * (size_t)layer->inputs, grid_from(inputs, r, 0).at,
                      grid_from(sums, r, 0).at);
        if (l > 0) add_dense(net->block + layer->weights, layer->inputs, layer->outputs, filled, inputs, sums, spare);
        for (int r = 0; r < rows; r++) finish_row(net, layer, grid_from(inputs, r, 0).at, grid_from(sums, r, 0).at);
        from = sums.at;
        to = inputs.at;
    }
    size_t width = (size_t)net_outputs(net);
    for (size_t r = 0; r < (size_t)rows; r++)
        memcpy(outputs + r * width, from + r * widened(net_outputs(net)), sizeof(float) * width);
}

void net_apply_rows(const Net *net, int rows, const uint8_t *bytes, float *outputs) {
    assert(net->memory == 0);
    size_t widest = widened(net_inputs(net));
    for (int l = 0; l < net->layer_count; l++) {
        size_t width = widened(net->layers[l].outputs);
        widest = width > widest ? width : widest;
    }
    float *work = rows > 1 ? net_floats(2 * BLOCK * widest + widest * TILE_COLUMNS) : NULL;
    if (!work) {
        for (int r = 0; r < rows; r++)
            net_apply_bytes(net, bytes + (size_t)r * (size_t)net_inputs(net),
                            outputs + (size_t)r * (size_t)net_outputs(net));
        return;
    }
    float *other = work + BLOCK * widest, *spare = other + BLOCK * widest;
    for (int first = 0; first < rows; first += BLOCK)
        apply_block(net, rows - first < BLOCK ? rows - first : BLOCK, bytes + (size_t)first * (size_t)net_inputs(net),
                    work, other, spare, outputs + (size_t)first * (size_t)net_outputs(net));
    free(work);
}
