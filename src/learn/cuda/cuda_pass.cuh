// SPDX-License-Identifier: MIT
// Nets on an NVIDIA GPU: the arrays and steps of pass.c and optimiser.c, for as many rows as there is memory. For the
// *.cu files alone. Every call is asynchronous on a stream unless its comment says that it waits. Every sum has a fixed
// order, so results are bit-reproducible on the same device. (cuBLAS guarantees that with one handle per stream: each
// pass has its own.)
//
// Functions without an Error report failures later, through cuda_healthy or cuda_pass_healthy.
#ifndef DEADWOOD_LEARN_CUDA_CUDA_PASS_CUH
#define DEADWOOD_LEARN_CUDA_CUDA_PASS_CUH

#include <cublas_v2.h>
#include <cuda_runtime.h>

extern "C" {
#include "learn/net/net_internal.h"
#include "learn/train/train.h"
}

enum { CUDA_THREADS = 256, CUDA_WARP = 32 };

// Blocks of CUDA_THREADS for `count` threads, or for a warp a row.
static inline unsigned cuda_blocks(size_t count) { return (unsigned)((count + CUDA_THREADS - 1) / CUDA_THREADS); }
static inline unsigned cuda_row_blocks(int rows) { return cuda_blocks((size_t)rows * CUDA_WARP); }

// The sum over a warp's lanes, for all of them: l and l^16 first, as norm_internal.h says.
__device__ static inline float cuda_warp_sum(float value) {
    for (int apart = CUDA_WARP / 2; apart > 0; apart /= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, apart);
    return value;
}

__device__ static inline float cuda_warp_max(float value) {
    for (int apart = CUDA_WARP / 2; apart > 0; apart /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xFFFFFFFFu, value, apart));
    return value;
}

// The gradient with respect to an activation's input (not norm), from its output y and the gradient d with respect to
// y. `mean` is for softmax: the sum of y d over the row.
__device__ static inline float cuda_by_sum(NetActivation activation, float y, float d, float mean) {
    return activation == NET_RELU      ? (y > 0 ? d : 0)
           : activation == NET_SIGMOID ? d * (y * (1 - y))
           : activation == NET_TANH    ? d * (1 - y * y)
           : activation == NET_SOFTMAX ? y * (d - mean)
                                       : d;
}

// Arena allocation: the same code lays out the arrays twice, first without `room` to measure, then to hand out
// pointers. Each array takes a multiple of 256 bytes.
static inline float *cuda_take(float *room, size_t *used, size_t count) {
    size_t at = *used;
    *used += (count + 63) / 64 * 64;
    return room ? room + at : NULL;
}

// cuda_present: is there a GPU? cuda_healthy: has everything so far gone well, as far as known without waiting? False
// with err set if not.
bool cuda_present(Error *err);
bool cuda_healthy(Error *err);

// The norm of a gradient before clipping, from an optimiser step; on the device. `total` sums them until it is cleared:
// cudaMemsetAsync(net->clip, 0, sizeof *net->clip, stream).
struct CudaClip {
    double length, total;
    float factor; // by which the gradient was multiplied
};

// A net's parameters on the device.
struct CudaNet {
    const Net *net;                   // borrowed: the layout; its own block is read by cuda_net_open and never again
    float *room;                      // the arrays are parts of it
    float *block;                     // [parameters]
    float *gradient, *first, *second; // [parameters]; NULL unless it learns
    double *squares;                  // parts of the gradient's length
    CudaClip *clip;
};

// Copies the net's parameters to the device; the optimiser's moments start at zero. Waits. False with err set, and
// nothing to close, if there is no GPU or too little memory.
bool cuda_net_open(CudaNet *to, const Net *net, bool learns, Error *err);
void cuda_net_close(CudaNet *net); // one that was never opened (all zero) is fine

// Copy parameters and moments to the device and back; NULL skips an array. To the device: pinned arrays may be read
// until the stream gets there, others only during the call. Back: it waits.
bool cuda_net_put(CudaNet *net, const float *block, const float *first, const float *second, cudaStream_t stream,
                  Error *err);
bool cuda_net_get(const CudaNet *net, float *block, float *first, float *second, cudaStream_t stream, Error *err);

// One optimiser step. The gradient is multiplied by `scale`, then clipped to the norm `clip` if that is not 0. All on
// the device.
struct CudaStep {
    TrainOptimiser optimiser;
    uint64_t step; // from 1 on
    double scale, clip, rate, momentum, decay, epsilon;
};
void cuda_net_step(CudaNet *net, const CudaStep *how, cudaStream_t stream);

// The numbers of one pass, as in Pass (pass_internal.h), on the device. Rows are [sequences][steps].
struct CudaPass {
    CudaNet *weights; // borrowed
    int sequences, steps;
    bool learns;
    cudaStream_t stream;
    cublasHandle_t blas;
    cublasStatus_t blas_status; // the first that was no success
    float *room;
    size_t room_size;                  // floats
    float *values[NET_MAX_LAYERS + 1]; // without `learns`, only the first and the last outlive the pass
    float *inner[NET_MAX_LAYERS], *scales[NET_MAX_LAYERS];
    float *gates[NET_MAX_LAYERS], *cells[NET_MAX_LAYERS], *before[NET_MAX_LAYERS], *before_cells[NET_MAX_LAYERS];
    float *delta, *other_delta, *carry; // with `learns`; like values[0], delta stays where it is
    float *partial;                     // sums over some of the rows
};

// Allocates passes of up to `sequences` of `steps` (1 for nets without memory). `tf32`: products in TF32. Borrows the
// stream. False with err set, and nothing to close, if memory runs out.
bool cuda_pass_open(CudaPass *pass, CudaNet *weights, int sequences, int steps, bool learns, bool tf32,
                    cudaStream_t stream, Error *err);
void cuda_pass_close(CudaPass *pass); // one that was never opened (all zero) is fine

// Switches to another net, of any architecture, in the same memory. If that must grow, it waits for the device and the
// contents are lost; otherwise values[0] keeps its place and content.
bool cuda_pass_use(CudaPass *pass, CudaNet *weights, Error *err);

// From values[0] to values[layers].
void cuda_pass_forward(CudaPass *pass, int sequences);

// Backpropagates `delta`, the gradient with respect to the last activation's input, and overwrites weights->gradient.
// Needs the values of the preceding forward pass.
void cuda_pass_backward(CudaPass *pass, int sequences);

bool cuda_pass_healthy(const CudaPass *pass, Error *err);

// Where the last layer's outputs are, [rows][outputs].
static inline float *cuda_pass_outputs(const CudaPass *pass) { return pass->values[pass->weights->net->layer_count]; }

#endif
