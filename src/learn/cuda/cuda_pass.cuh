// SPDX-License-Identifier: MIT
// Nets on an NVIDIA GPU: the arrays and steps of pass.c and optimiser.c, for as many rows as there is memory. For the
// *.cu files alone. Everything is put into a stream and nothing waits unless it says so; every sum has a fixed order,
// so that the same work repeats to the bit on the same device. (cuBLAS does so with a handle for each stream: each pass
// has its own.)
//
// Functions without an Error leave what went wrong to be found by cuda_healthy or cuda_pass_healthy.
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

// The gradient by what went into an activation (not norm), of the gradient d by its output y. `mean` is softmax's: the
// sum over the row of y d.
__device__ static inline float cuda_by_sum(NetActivation activation, float y, float d, float mean) {
    return activation == NET_RELU      ? (y > 0 ? d : 0)
           : activation == NET_SIGMOID ? d * (y * (1 - y))
           : activation == NET_TANH    ? d * (1 - y * y)
           : activation == NET_SOFTMAX ? y * (d - mean)
                                       : d;
}

// Arrays that are parts of one room are laid out twice with the same code: first to count (no room yet), then to hand
// out. A multiple of 256 bytes each.
static inline float *cuda_take(float *room, size_t *used, size_t count) {
    size_t at = *used;
    *used += (count + 63) / 64 * 64;
    return room ? room + at : NULL;
}

// Is there a GPU? And has everything so far gone well, as far as is known without waiting? False with err set if not.
bool cuda_present(Error *err);
bool cuda_healthy(Error *err);

// The length of a gradient as an optimiser's step found it, before clipping; on the device. `total` adds them up until
// someone clears it: cudaMemsetAsync(net->clip, 0, sizeof *net->clip, stream).
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

// Copies the net's parameters there; the optimiser's memories are zero. Waits. False with err set, and nothing to
// close, if there is no GPU or not enough of it.
bool cuda_net_open(CudaNet *to, const Net *net, bool learns, Error *err);
void cuda_net_close(CudaNet *net); // one that was never opened (all zero) is fine

// Copies parameters and memories there and back; NULL: not these. Going there they may be read until the stream has
// come so far if they are pinned, and no longer than the call if not; coming back, it waits.
bool cuda_net_put(CudaNet *net, const float *block, const float *first, const float *second, cudaStream_t stream,
                  Error *err);
bool cuda_net_get(const CudaNet *net, float *block, float *first, float *second, cudaStream_t stream, Error *err);

// One step of an optimiser. The gradient is multiplied by `scale` first and then, if `clip` is not 0, shortened to that
// length. All on the device.
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

// Room for passes of up to `sequences` of `steps` (1 where nothing is remembered) through a net. `tf32`: products are
// rounded as TF32 does. The stream is borrowed. False with err set, and nothing to close, if memory is short.
bool cuda_pass_open(CudaPass *pass, CudaNet *weights, int sequences, int steps, bool learns, bool tf32,
                    cudaStream_t stream, Error *err);
void cuda_pass_close(CudaPass *pass); // one that was never opened (all zero) is fine

// Takes another net, of any architecture, into the same room, which grows if it must (that waits for the device, and
// all is lost). Otherwise values[0] stays where it is, with what is in it.
bool cuda_pass_use(CudaPass *pass, CudaNet *weights, Error *err);

// From values[0] to values[layers].
void cuda_pass_forward(CudaPass *pass, int sequences);

// From `delta`, the loss by what went into the last activation, to weights->gradient, which is overwritten. Uses what
// the forward pass before it left.
void cuda_pass_backward(CudaPass *pass, int sequences);

bool cuda_pass_healthy(const CudaPass *pass, Error *err);

// Where the last layer's outputs are, [rows][outputs].
static inline float *cuda_pass_outputs(const CudaPass *pass) { return pass->values[pass->weights->net->layer_count]; }

#endif
