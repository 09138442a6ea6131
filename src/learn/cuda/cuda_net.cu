// SPDX-License-Identifier: MIT
// Parameters on the device and the optimisers' steps: optimiser.c and the clipping of train.c there.
#include "learn/cuda/cuda_pass.cuh"

#include <math.h>

enum { PARTS = 256 }; // of a gradient's length: a block each

bool cuda_present(Error *err) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) return true;
    cudaGetLastError();
    return error_set(err, "there is no GPU that CUDA can use here; train on the processor instead");
}

bool cuda_healthy(Error *err) {
    cudaError_t code = cudaGetLastError();
    return code == cudaSuccess || error_set(err, "the GPU: %s", cudaGetErrorString(code));
}

static size_t cuda_net_lay_out(CudaNet *net, bool learns) {
    size_t used = 0, size = net->net->parameters;
    net->block = cuda_take(net->room, &used, size);
    if (!learns) return used;
    net->gradient = cuda_take(net->room, &used, size);
    net->first = cuda_take(net->room, &used, size);
    net->second = cuda_take(net->room, &used, size);
    net->squares = (double *)cuda_take(net->room, &used, PARTS * sizeof(double) / sizeof(float));
    net->clip = (CudaClip *)cuda_take(net->room, &used, sizeof(CudaClip) / sizeof(float));
    return used;
}

bool cuda_net_open(CudaNet *to, const Net *net, bool learns, Error *err) {
    CudaNet opened = {};
    opened.net = net;
    *to = CudaNet{};
    if (!cuda_present(err)) return false;
    size_t size = cuda_net_lay_out(&opened, learns);
    cudaMalloc((void **)&opened.room, sizeof(float) * size);
    if (!cuda_healthy(err)) return error_prefix(err, "%zu parameters", net->parameters);
    cuda_net_lay_out(&opened, learns);
    cudaMemset(opened.room, 0, sizeof(float) * size);
    cudaMemcpy(opened.block, net->block, sizeof(float) * net->parameters, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize(); // other streams do not wait for what these two leave to be done
    if (cuda_healthy(err)) {
        *to = opened;
        return true;
    }
    cudaFree(opened.room);
    return false;
}

void cuda_net_close(CudaNet *net) {
    cudaFree(net->room);
    *net = CudaNet{};
}

bool cuda_net_put(CudaNet *net, const float *block, const float *first, const float *second, cudaStream_t stream,
                  Error *err) {
    size_t bytes = sizeof(float) * net->net->parameters;
    if (block) cudaMemcpyAsync(net->block, block, bytes, cudaMemcpyHostToDevice, stream);
    if (first) cudaMemcpyAsync(net->first, first, bytes, cudaMemcpyHostToDevice, stream);
    if (second) cudaMemcpyAsync(net->second, second, bytes, cudaMemcpyHostToDevice, stream);
    return cuda_healthy(err);
}

bool cuda_net_get(const CudaNet *net, float *block, float *first, float *second, cudaStream_t stream, Error *err) {
    size_t bytes = sizeof(float) * net->net->parameters;
    if (block) cudaMemcpyAsync(block, net->block, bytes, cudaMemcpyDeviceToHost, stream);
    if (first) cudaMemcpyAsync(first, net->first, bytes, cudaMemcpyDeviceToHost, stream);
    if (second) cudaMemcpyAsync(second, net->second, bytes, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    return cuda_healthy(err);
}

// The sum of what the threads of a block bring, for thread 0.
__device__ static double cuda_net_block_sum(double value) {
    __shared__ double sums[CUDA_THREADS];
    sums[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = CUDA_THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    return sums[0];
}

__global__ static void add_squares(const float *gradient, size_t count, double *squares) {
    double sum = 0;
    for (size_t i = (size_t)blockIdx.x * CUDA_THREADS + threadIdx.x; i < count; i += (size_t)PARTS * CUDA_THREADS) {
        sum += (double)gradient[i] * gradient[i];
    }
    sum = cuda_net_block_sum(sum);
    if (threadIdx.x == 0) squares[blockIdx.x] = sum;
}

// One block.
__global__ static void judge_length(const double *squares, double scale, double most, CudaClip *clip) {
    double sum = cuda_net_block_sum(threadIdx.x < PARTS ? squares[threadIdx.x] : 0);
    if (threadIdx.x != 0) return;
    double length = sqrt(sum) * scale;
    clip->length = length;
    clip->total += length;
    clip->factor = (float)(length > most ? scale * most / length : scale);
}

static_assert((int)PARTS <= (int)CUDA_THREADS, "a thread for each part");

struct Step {
    TrainOptimiser optimiser;
    float scale, rate, keep, take, keep2, take2, least; // as in optimiser.c
};

// `clip`: NULL if the gradient is not clipped.
__global__ static void cuda_move_weights(Step step, const CudaClip *clip, size_t count, const float *gradient,
                                         float *weights, float *first, float *second) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float g = gradient[i] * (clip ? clip->factor : step.scale);
    if (step.optimiser == TRAIN_SGD) {
        first[i] = step.keep * first[i] - step.rate * g;
        weights[i] += first[i];
        return;
    }
    second[i] = step.keep2 * second[i] + step.take2 * g * g;
    if (step.optimiser == TRAIN_ADAM) g = first[i] = step.keep * first[i] + step.take * g;
    weights[i] -= step.rate * g / (sqrtf(second[i]) + step.least);
}

void cuda_net_step(CudaNet *net, const CudaStep *how, cudaStream_t stream) {
    size_t count = net->net->parameters;
    double rate = how->rate, step = (double)how->step;
    if (how->clip > 0) {
        add_squares<<<PARTS, CUDA_THREADS, 0, stream>>>(net->gradient, count, net->squares);
        judge_length<<<1, CUDA_THREADS, 0, stream>>>(net->squares, how->scale, how->clip, net->clip);
    }
    if (how->optimiser == TRAIN_ADAM) rate *= sqrt(1 - pow(how->decay, step)) / (1 - pow(how->momentum, step));
    Step in_floats = {how->optimiser,          (float)how->scale,          (float)rate,
                      (float)how->momentum,    (float)(1 - how->momentum), (float)how->decay,
                      (float)(1 - how->decay), (float)how->epsilon};
    cuda_move_weights<<<cuda_blocks(count), CUDA_THREADS, 0, stream>>>(
        in_floats, how->clip > 0 ? net->clip : NULL, count, net->gradient, net->block, net->first, net->second);
}
