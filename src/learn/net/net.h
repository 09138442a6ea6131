// SPDX-License-Identifier: MIT
// Neural networks: a sequence of layers over one block of parameters. They know vectors, never cards.
//
// An architecture is a short text: the number of inputs, then the layers, each its number of outputs and a letter
// for its activation: r ReLU, s sigmoid, t tanh, l linear, m softmax, n layer norm and then ReLU. A + behind r, s, t, l
// or n adds the layer's inputs, which are as many, to its outputs. "lstmPxN" is a recurrent layer: the input is cut
// into P equal parts, each fed to an LSTM cell of its own with N outputs, and the outputs are put side by side.
//
// The last layer is dense, without norm and +.
//
//     "5 128r 64r 32r 1s"                      five inputs, three ReLU layers, one probability
//     "208 lstm4x128 768r 256r 64r 52s"        four one-hot cards a turn, 52 probabilities after each
//     "896 512n 512n+ 512n+ 106l"              a normed layer, two residual ones, 106 logits
#ifndef DEADWOOD_LEARN_NET_NET_H
#define DEADWOOD_LEARN_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "learn/files/weights.h"

enum { NET_MAX_LAYERS = 16, NET_MAX_WIDTH = 4096 };

typedef enum NetActivation { NET_LINEAR, NET_RELU, NET_SIGMOID, NET_TANH, NET_SOFTMAX, NET_NORM } NetActivation;

// One layer, and where its parameters lie in the block. A dense layer is y = f(x W + b); its weights are stored by
// inputs, so that an input of zero is a row nobody reads. With layer norm it is y = relu(g (z - m)/sqrt(v + 1e-5) + b),
// where z = x W and m and v are mean and variance of z's own elements. An LSTM cell has, in this order and as Keras
// lays them out, kernel [inputs/parts, 4N], recurrent kernel [N, 4N] and bias [4N]; the four gates are input, forget,
// candidate, output. Its parts' parameters follow one another.
typedef struct NetLayer {
    int inputs;
    int outputs; // of all parts together
    int parts;   // LSTM cells side by side; 0: a dense layer
    NetActivation activation;
    bool residual;  // y + x instead of y
    size_t weights; // offset of W [inputs, outputs], or of the first cell's kernel
    size_t bias;    // offset of b [outputs]; unused by LSTM layers
    size_t gain;    // offset of g [outputs], right behind b; of layers with norm alone
    size_t memory;  // where an LSTM's outputs h [outputs] and cells c [outputs] lie in the memory
} NetLayer;

typedef struct Net Net;

// A new net. Weights are drawn as Keras draws them: uniform of Glorot and Bengio, orthogonal recurrent kernels, zero
// biases but one for forget gates; gains are one. The caller ends it with net_close. NULL with err set if the text is
// no architecture.
Net *net_make(const char *architecture, uint64_t seed, Error *err);
Net *net_copy(const Net *net);
void net_close(Net *net); // NULL is fine

// Multiplies the last layer's weights and biases: a policy with a small last layer starts nearly uniform.
void net_scale_last(Net *net, float factor);

int net_inputs(const Net *net);
int net_outputs(const Net *net);
int net_layers(const Net *net);
const NetLayer *net_layer(const Net *net, int index);
const char *net_architecture(const Net *net); // in its shortest spelling; lives as long as the net
size_t net_parameters(const Net *net);        // floats in the block
float *net_block(Net *net);                   // all parameters, writable
const float *net_weights(const Net *net);     // the same, to read

// The recurrent state of a net (LSTM outputs and cells) between inputs: a plain array of net_memory(net) floats that
// the caller owns, copied with memcpy, all zero before the first input. 0 for a net without LSTM layers.
size_t net_memory(const Net *net);

// Evaluates the net on one input. `memory` is read and advanced; NULL for a net without one. Bit-identical on every
// compiler and processor: our own kernels, fixed order of additions, no libm. Zero inputs and dead units cost nothing.
// Thread-safe if each thread has its own memory.
void net_apply(const Net *net, float *memory, const float *input, float *output);

// The same where `ones` inputs, given by their numbers in rising order, are 1 and all others 0.
void net_apply_ones(const Net *net, float *memory, const int *indices, int ones, float *output);

// The same where input i is bytes[i]/128; for nets without a memory.
void net_apply_bytes(const Net *net, const uint8_t *bytes, float *output);

// Evaluates `rows` sequences of `steps` inputs each by matrix products: inputs [rows][steps][inputs], outputs
// [rows][steps][outputs]; steps is 1 for nets without memory. Fastest for many rows; close to net_apply, but not
// bit-identical. If allocation fails, which the thread notes (memory.h), all outputs are 0.
void net_apply_many(const Net *net, int rows, int steps, const float *inputs, float *outputs);

// Saves as safetensors (docs/LEARNING.md), atomically, with the facts given and those the net knows itself:
// architecture, code version, checksum.
bool net_save(const Net *net, const WeightsFact *facts, int fact_count, const char *path, Error *err);

// Loads what net_save or another program wrote. NULL with err set, and nothing loaded, if anything is wrong.
Net *net_load(const char *path, Error *err);
Net *net_from_weights(const Weights *weights, Error *err); // from an open file, whose facts can be asked as well

#endif
