// SPDX-License-Identifier: MIT
// Batched forward and backward passes through a net, by one thread.
#ifndef DEADWOOD_LEARN_NET_PASS_INTERNAL_H
#define DEADWOOD_LEARN_NET_PASS_INTERNAL_H

#include "learn/net/net_internal.h"

// The numbers of one pass. A row is one step of one sequence: [sequences][steps], so that layers without memory see
// plain rows. All arrays are parts of `room`.
typedef struct Pass {
    const Net *net;
    int steps;
    float *room;
    float *values[NET_MAX_LAYERS + 1];   // [rows][width]: the inputs, then each layer's outputs
    float *inner[NET_MAX_LAYERS];        // [rows][outputs]: norms of layers with norm, outputs before + of the others
    float *scales[NET_MAX_LAYERS];       // layers with norm: [rows], inverse deviations
    float *gates[NET_MAX_LAYERS];        // LSTM layers: [rows][parts][4N]
    float *cells[NET_MAX_LAYERS];        // [rows][outputs], after each step
    float *before[NET_MAX_LAYERS];       // [rows][outputs]: the outputs one step earlier
    float *before_cells[NET_MAX_LAYERS]; // the cells one step earlier
    float *targets;                      // [rows][net outputs]
    float *row_weights;                  // [rows]
    float *delta, *other_delta;          // [rows][widest layer]
    float *carry;                        // [sequences][widest LSTM layer]: gradients by the cells
    float *work;                         // of gemm
} Pass;

// Makes room for `sequences` of `steps`. Without `learns` the arrays that only training needs are left out. The net is
// borrowed. False with err set when memory is short.
bool pass_open(Pass *pass, const Net *net, int sequences, int steps, bool learns, Error *err);
void pass_close(Pass *pass);

// From values[0] to the last values.
void pass_forward(Pass *pass, int sequences);

// Backpropagates `delta`, the gradient with respect to the last activation's input, and overwrites `gradient`
// [parameters].
void pass_backward(Pass *pass, int sequences, float *gradient);

#endif
