// SPDX-License-Identifier: MIT
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/text.h"
#include "learn/net/net_internal.h"

static const char LETTERS[] = {
    [NET_LINEAR] = 'l', [NET_RELU] = 'r', [NET_SIGMOID] = 's', [NET_TANH] = 't', [NET_SOFTMAX] = 'm', [NET_NORM] = 'n'};

float *net_floats(size_t count) {
    size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
    return aligned_alloc(64, bytes ? bytes : 64);
}

// A number from 1 to NET_MAX_WIDTH at *text, which is moved behind it; 0 if there is none.
static int read_width(const char **text) {
    int value = 0;
    const char *c = *text;
    if (*c == '0') return 0;
    for (; isdigit((unsigned char)*c) && value <= NET_MAX_WIDTH; c++) value = 10 * value + (*c - '0');
    if (value > NET_MAX_WIDTH) return 0;
    *text = c;
    return value;
}

// "lstmPxN", after "lstm". Sets the layer's parts and outputs.
static bool read_lstm(const char **text, NetLayer *layer) {
    layer->parts = read_width(text);
    if (layer->parts == 0 || **text != 'x') return false;
    (*text)++;
    int each = read_width(text);
    if (each == 0 || each * layer->parts > NET_MAX_WIDTH) return false;
    layer->outputs = each * layer->parts;
    layer->activation = NET_TANH;
    return layer->inputs % layer->parts == 0;
}

static bool read_dense(const char **text, NetLayer *layer) {
    layer->outputs = read_width(text);
    const char *letter = **text ? memchr(LETTERS, **text, sizeof LETTERS) : NULL;
    if (layer->outputs == 0 || !letter) return false;
    layer->activation = (NetActivation)(letter - LETTERS);
    (*text)++;
    if (**text != '+') return true;
    (*text)++;
    layer->residual = true;
    return layer->activation != NET_SOFTMAX && layer->inputs == layer->outputs;
}

static bool read_layer(const char *word, NetLayer *layer, Error *err) {
    const char *text = word;
    bool recurrent = strncmp(text, "lstm", 4) == 0;
    if (recurrent) text += 4;
    bool good = recurrent ? read_lstm(&text, layer) : read_dense(&text, layer);
    if (good && (*text == '\0' || *text == ' ')) return true;
    return error_set(err,
                     "layer '%.*s' after %d values is not such as 64r (outputs up to %d; r ReLU, s sigmoid, t tanh, "
                     "l linear, m softmax, n norm and ReLU; + adds the inputs, where they are as many) or lstm4x128 "
                     "(parts that divide the %d values, outputs each)",
                     (int)strcspn(word, " "), word, layer->inputs, NET_MAX_WIDTH, layer->inputs);
}

// Gives the layer its place in the block and in the memory.
static void place_layer(Net *net, NetLayer *layer) {
    layer->weights = net->parameters;
    layer->memory = net->memory;
    if (layer->parts) {
        NetCell last = net_cell(layer, layer->parts - 1);
        net->parameters = last.bias + 4 * (size_t)last.outputs;
        net->memory += 2 * (size_t)layer->outputs;
    } else {
        layer->bias = layer->weights + (size_t)layer->inputs * (size_t)layer->outputs;
        layer->gain = layer->bias + (size_t)layer->outputs;
        net->parameters = layer->gain + (layer->activation == NET_NORM ? (size_t)layer->outputs : 0);
    }
}

static void print_architecture(Net *net) {
    char *to = net->architecture;
    to += sprintf(to, "%d", net->layers[0].inputs);
    for (int i = 0; i < net->layer_count; i++) {
        const NetLayer *layer = &net->layers[i];
        if (layer->parts) {
            to += sprintf(to, " lstm%dx%d", layer->parts, layer->outputs / layer->parts);
        } else {
            to += sprintf(to, " %d%c%s", layer->outputs, LETTERS[layer->activation], layer->residual ? "+" : "");
        }
    }
}

static bool may_be_last(const NetLayer *layer) {
    return !layer->parts && !layer->residual && layer->activation != NET_NORM;
}

bool net_parse(const char *architecture, Net *net, Error *err) {
    *net = (Net){0};
    const char *text = architecture + strspn(architecture, " ");
    int width = read_width(&text);
    if (width == 0 || *text != ' ') {
        return error_set(err, "architecture '%.80s' does not begin with a number of inputs from 1 to %d", architecture,
                         NET_MAX_WIDTH);
    }
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        if (net->layer_count == NET_MAX_LAYERS) {
            return error_set(err, "architecture '%.80s' has more than %d layers", architecture, NET_MAX_LAYERS);
        }
        NetLayer *layer = &net->layers[net->layer_count++];
        *layer = (NetLayer){.inputs = width};
        if (!read_layer(text, layer, err)) return false;
        place_layer(net, layer);
        width = layer->outputs;
        text += strcspn(text, " ");
    }
    if (net->layer_count == 0 || !may_be_last(&net->layers[net->layer_count - 1])) {
        return error_set(err, "architecture '%.80s' does not end in a dense layer such as 1s, without norm and +",
                         architecture);
    }
    print_architecture(net);
    return true;
}

NetCell net_cell(const NetLayer *layer, int part) {
    NetCell cell = {.inputs = layer->inputs / layer->parts, .outputs = layer->outputs / layer->parts};
    size_t gates = 4 * (size_t)cell.outputs;
    size_t size = ((size_t)cell.inputs + (size_t)cell.outputs + 1) * gates;
    cell.kernel = layer->weights + (size_t)part * size;
    cell.recurrent = cell.kernel + (size_t)cell.inputs * gates;
    cell.bias = cell.recurrent + (size_t)cell.outputs * gates;
    return cell;
}

static void name_cell_array(const Net *net, int index, int k, NetArray *array) {
    static const char *const names[] = {"kernel", "recurrent", "bias"};
    NetCell cell = net_cell(&net->layers[index], k / 3);
    size_t offsets[] = {cell.kernel, cell.recurrent, cell.bias}, gates = 4 * (size_t)cell.outputs;
    snprintf(array->name, sizeof array->name, "layers.%d.cells.%d.%s", index, k / 3, names[k % 3]);
    array->offset = offsets[k % 3];
    array->rank = k % 3 == 2 ? 1 : 2;
    array->shape[0] = k % 3 == 2 ? gates : k % 3 == 1 ? (size_t)cell.outputs : (size_t)cell.inputs;
    array->shape[1] = gates;
}

static void name_dense_array(const Net *net, int index, int k, NetArray *array) {
    static const char *const names[] = {"weight", "bias", "gain"};
    const NetLayer *layer = &net->layers[index];
    size_t offsets[] = {layer->weights, layer->bias, layer->gain};
    snprintf(array->name, sizeof array->name, "layers.%d.%s", index, names[k]);
    array->offset = offsets[k];
    array->rank = k ? 1 : 2;
    array->shape[0] = k ? (size_t)layer->outputs : (size_t)layer->inputs;
    array->shape[1] = (size_t)layer->outputs;
}

bool net_array(const Net *net, int k, NetArray *array) {
    for (int i = 0; i < net->layer_count; i++) {
        int parts = net->layers[i].parts, here = parts ? 3 * parts : net->layers[i].activation == NET_NORM ? 3 : 2;
        if (k >= here) {
            k -= here;
        } else {
            if (parts) {
                name_cell_array(net, i, k, array);
            } else {
                name_dense_array(net, i, k, array);
            }
            return true;
        }
    }
    return false;
}

Net *net_blank(const char *architecture, Error *err) {
    Net shape;
    if (!net_parse(architecture, &shape, err)) return NULL;
    Net *net = malloc(sizeof *net);
    float *block = net_floats(shape.parameters);
    if (!net || !block) {
        free(net);
        free(block);
        error_set(err, "not enough memory for the %zu parameters of '%s'", shape.parameters, shape.architecture);
        return NULL;
    }
    *net = shape;
    net->block = block;
    memset(block, 0, sizeof(float) * net->parameters);
    return net;
}

static void draw_uniform(Rng *rng, float *to, size_t inputs, size_t outputs) {
    double limit = sqrt(6.0 / (double)(inputs + outputs));
    for (size_t i = 0; i < inputs * outputs; i++) to[i] = (float)((2 * rng_unit(rng) - 1) * limit);
}

static double draw_normal(Rng *rng) {
    double u = 1 - rng_unit(rng), v = rng_unit(rng);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

// Rows of length `width` >= `rows` at right angles to each other and of length 1: Gram and Schmidt on normal numbers,
// twice, since once leaves rounding errors.
static void draw_orthogonal(Rng *rng, float *to, int rows, int width) {
    for (int i = 0; i < rows; i++) {
        float *row = to + (size_t)i * (size_t)width;
        for (int j = 0; j < width; j++) row[j] = (float)draw_normal(rng);
        for (int k = 0; k < 2 * i; k++) {
            const float *other = to + (size_t)(k % i) * (size_t)width;
            double dot = 0;
            for (int j = 0; j < width; j++) dot += (double)row[j] * (double)other[j];
            for (int j = 0; j < width; j++) row[j] -= (float)dot * other[j];
        }
        double square = 0;
        for (int j = 0; j < width; j++) square += (double)row[j] * (double)row[j];
        for (int j = 0; j < width; j++) row[j] = (float)(row[j] / sqrt(square));
    }
}

static void draw_cell(Rng *rng, const NetCell *cell, float *block) {
    size_t n = (size_t)cell->outputs;
    draw_uniform(rng, block + cell->kernel, (size_t)cell->inputs, 4 * n);
    draw_orthogonal(rng, block + cell->recurrent, cell->outputs, 4 * cell->outputs);
    for (size_t i = n; i < 2 * n; i++) block[cell->bias + i] = 1;
}

Net *net_make(const char *architecture, uint64_t seed, Error *err) {
    Net *net = net_blank(architecture, err);
    if (!net) return NULL;
    for (int i = 0; i < net->layer_count; i++) {
        const NetLayer *layer = &net->layers[i];
        Rng rng = rng_for(seed, 0, (uint64_t)i, 0);
        for (int part = 0; part < layer->parts; part++) {
            NetCell cell = net_cell(layer, part);
            draw_cell(&rng, &cell, net->block);
        }
        if (layer->parts == 0) {
            draw_uniform(&rng, net->block + layer->weights, (size_t)layer->inputs, (size_t)layer->outputs);
        }
        float *gain = net->block + layer->gain;
        for (int k = 0; layer->activation == NET_NORM && k < layer->outputs; k++) gain[k] = 1;
    }
    return net;
}

Net *net_copy(const Net *net) {
    Net *copy = net_blank(net->architecture, NULL);
    if (copy) memcpy(copy->block, net->block, sizeof(float) * net->parameters);
    return copy;
}

void net_close(Net *net) {
    if (!net) return;
    free(net->block);
    free(net);
}

void net_scale_last(Net *net, float factor) {
    for (size_t i = net->layers[net->layer_count - 1].weights; i < net->parameters; i++) net->block[i] *= factor;
}

int net_inputs(const Net *net) { return net->layers[0].inputs; }
int net_outputs(const Net *net) { return net->layers[net->layer_count - 1].outputs; }
int net_layers(const Net *net) { return net->layer_count; }
const char *net_architecture(const Net *net) { return net->architecture; }
size_t net_parameters(const Net *net) { return net->parameters; }
float *net_block(Net *net) { return net->block; }
const float *net_weights(const Net *net) { return net->block; }
size_t net_memory(const Net *net) { return net->memory; }

const NetLayer *net_layer(const Net *net, int index) {
    assert(index >= 0 && index < net->layer_count);
    return &net->layers[index];
}
