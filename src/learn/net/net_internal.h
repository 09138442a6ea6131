// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_LEARN_NET_NET_INTERNAL_H
#define DEADWOOD_LEARN_NET_NET_INTERNAL_H

#include "learn/net/net.h"

struct Net {
    int layer_count;
    NetLayer layers[NET_MAX_LAYERS];
    size_t parameters;
    size_t memory;
    char architecture[NET_MAX_LAYERS * 20];
    float *block; // aligned to 64 bytes
};

// Parses an architecture: fills everything but the block. False with err set if the text is none.
bool net_parse(const char *architecture, Net *net, Error *err);

// A net of that shape whose parameters are all zero; NULL with err set when memory is short.
Net *net_blank(const char *architecture, Error *err);

// The k-th array of parameters of a net, in the block's order: its name in files, shape (rank 1 or 2), and place.
typedef struct NetArray {
    char name[WEIGHTS_NAME];
    int rank;
    size_t shape[2];
    size_t offset;
} NetArray;
bool net_array(const Net *net, int k, NetArray *array); // false after the last

// The first parameter of a cell of an LSTM layer, and of its three arrays.
typedef struct NetCell {
    int inputs, outputs; // of one cell
    size_t kernel, recurrent, bias;
} NetCell;
NetCell net_cell(const NetLayer *layer, int part);

// The nonzero elements of a layer's input, in ascending order (net_apply.c): the first `count` of each array. The rest
// stays uninitialised, since clearing it would cost more than a small layer. (clang's analyser cannot follow this:
// hence the NOLINTs.)
typedef struct NetSparse {
    int count;
    int index[NET_MAX_WIDTH];
    float value[NET_MAX_WIDTH];
} NetSparse;

// Input i is bytes[i]/128.
void net_gather_bytes(const uint8_t *bytes, int n, NetSparse *sparse);

// sums [columns] += input * weights [inputs][columns], input by input.
void net_add_products(const float *weights, int columns, const NetSparse *sparse, float *sums);

// Cache-aligned memory, not cleared; ended with free. NULL if memory runs out.
float *net_floats(size_t count);

#endif
