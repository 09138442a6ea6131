// SPDX-License-Identifier: MIT
// The same arrays and steps as pass.c, loss.c and optimiser.c, on the device; read those first. Everything runs in one
// stream and every sum has a fixed order, so that a run repeats to the bit on the same device.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

extern "C" {
#include "learn/cuda_internal.h"
#include "learn/sparse.h"
}

#include "learn/cuda_sparse.cuh"

enum { THREADS = 256 };

struct Cuda {
    const Net *net;
    int steps;
    TrainLoss loss;
    cublasHandle_t blas;
    float *room; // all device arrays are parts of it
    float *block, *gradient, *first, *second;
    float *values[NET_MAX_LAYERS + 1], *gates[NET_MAX_LAYERS], *cells[NET_MAX_LAYERS], *before[NET_MAX_LAYERS],
        *before_cells[NET_MAX_LAYERS];
    float *targets, *row_weights, *row_losses, *delta, *other_delta, *carry, *ones;
    float *host_inputs, *host_targets, *host_weights, *host_losses; // pinned
    PackedRows packed;                                              // its data NULL: rows come from the host
    double *total; // losses of packed rows: of this epoch, and of validation
};

// Kernels.

__device__ static float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

__global__ static void fill_rows(const float *row, int columns, size_t count, float *to, size_t stride) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i / columns * stride + i % columns] = row[i % columns];
}

__global__ static void activate(NetActivation activation, float *values, size_t count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = values[i];
    if (activation == NET_RELU) values[i] = x > 0 ? x : 0;
    if (activation == NET_SIGMOID) values[i] = sigmoid(x);
    if (activation == NET_TANH) values[i] = tanhf(x);
}

__global__ static void softmax_rows(float *values, int rows, int n) {
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= rows) return;
    float *v = values + (size_t)row * n, top = v[0], sum = 0;
    for (int i = 1; i < n; i++) top = fmaxf(top, v[i]);
    for (int i = 0; i < n; i++) sum += v[i] = expf(v[i] - top);
    for (int i = 0; i < n; i++) v[i] /= sum;
}

__device__ static void backward_row(NetActivation activation, const float *outputs, float *gradients, int n) {
    float mean = 0;
    for (int i = 0; activation == NET_SOFTMAX && i < n; i++) mean += gradients[i] * outputs[i];
    for (int i = 0; i < n; i++) {
        float y = outputs[i];
        if (activation == NET_RELU) gradients[i] = y > 0 ? gradients[i] : 0;
        if (activation == NET_SIGMOID) gradients[i] *= y * (1 - y);
        if (activation == NET_TANH) gradients[i] *= 1 - y * y;
        if (activation == NET_SOFTMAX) gradients[i] = y * (gradients[i] - mean);
    }
}

// `width` values a thread: a whole row for softmax, one value otherwise.
__global__ static void backward_values(NetActivation activation, const float *outputs, float *gradients, size_t count,
                                       int width) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) backward_row(activation, outputs + i * width, gradients + i * width, width);
}

__device__ static double bounded(double p) { return p < 1e-7 ? 1e-7 : p > 1 - 1e-7 ? 1 - 1e-7 : p; }

__device__ static double loss_squared(const float *p, const float *t, int n, float *delta) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double off = (double)p[i] - t[i];
        sum += off * off;
        delta[i] = (float)(2 * off / n);
    }
    return sum / n;
}

__device__ static double loss_binary(const float *p, const float *t, int n, float *delta, bool matched) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double safe = bounded(p[i]);
        if (t[i] > 0) sum -= t[i] * log(safe);
        if (t[i] < 1) sum -= (1 - (double)t[i]) * log(bounded(1 - (double)p[i]));
        delta[i] = matched ? (p[i] - t[i]) / (float)n : (float)((safe - t[i]) / (safe * (1 - safe) * n));
    }
    return sum / n;
}

__device__ static double loss_categorical(const float *p, const float *t, int n, float *delta, bool matched) {
    double sum = 0, total = 0, mass = 0;
    for (int i = 0; i < n; i++) {
        total += p[i];
        mass += t[i];
    }
    total = total < 1e-7 ? 1e-7 : total;
    for (int i = 0; i < n; i++) {
        if (t[i] > 0) sum -= t[i] * log(bounded(p[i] / total));
        double safe = p[i] < 1e-7 * total ? 1e-7 * total : p[i];
        delta[i] = matched ? (float)(p[i] * mass - t[i]) : (float)(mass / total - t[i] / safe);
    }
    return sum;
}

__global__ static void loss_rows(TrainLoss loss, NetActivation activation, const float *outputs, const float *targets,
                                 const float *weights, int rows, int n, float *delta, float *losses) {
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= rows) return;
    const float *p = outputs + (size_t)row * n, *t = targets + (size_t)row * n;
    float *d = delta + (size_t)row * n, weight = weights[row];
    bool matched =
        (loss == TRAIN_BINARY && activation == NET_SIGMOID) || (loss == TRAIN_CATEGORICAL && activation == NET_SOFTMAX);
    double value = loss == TRAIN_MSE      ? loss_squared(p, t, n, d)
                   : loss == TRAIN_BINARY ? loss_binary(p, t, n, d, matched)
                                          : loss_categorical(p, t, n, d, matched);
    if (!matched) backward_row(activation, p, d, n);
    for (int i = 0; i < n; i++) d[i] = weight == 0 ? 0 : d[i] * weight;
    losses[row] = weight == 0 ? 0 : (float)value;
}

// Step `step` of one cell, part of a layer `wide` wide; one thread an output.
__global__ static void lstm_forward(int sequences, int steps, int step, int wide, int part, int n, float *gates,
                                    const float *before_cells, float *cells, float *outputs, float *next_before,
                                    float *next_cells) {
    int at = (int)(blockIdx.x * blockDim.x + threadIdx.x), s = at / n, i = at % n;
    if (s >= sequences) return;
    size_t here = ((size_t)s * steps + step) * wide + (size_t)part * n;
    float *g = gates + 4 * here;
    float in = sigmoid(g[i]), forget = sigmoid(g[n + i]), candidate = tanhf(g[2 * n + i]), out = sigmoid(g[3 * n + i]);
    float cell = forget * before_cells[here + i] + in * candidate, output = out * tanhf(cell);
    g[i] = in;
    g[n + i] = forget;
    g[2 * n + i] = candidate;
    g[3 * n + i] = out;
    cells[here + i] = cell;
    outputs[here + i] = output;
    if (step + 1 == steps) return;
    next_before[here + wide + i] = output;
    next_cells[here + wide + i] = cell;
}

__global__ static void lstm_backward(int sequences, int steps, int step, int wide, int part, int n, float *gates,
                                     const float *before_cells, const float *cells, const float *delta, float *carry) {
    int at = (int)(blockIdx.x * blockDim.x + threadIdx.x), s = at / n, i = at % n;
    if (s >= sequences) return;
    size_t here = ((size_t)s * steps + step) * wide + (size_t)part * n;
    float *q = gates + 4 * here, *later = carry + (size_t)s * n + i;
    float a = q[i], f = q[n + i], g = q[2 * n + i], o = q[3 * n + i], d = delta[here + i];
    float shown = tanhf(cells[here + i]), by_cell = *later + d * o * (1 - shown * shown);
    q[i] = by_cell * g * a * (1 - a);
    q[n + i] = by_cell * before_cells[here + i] * f * (1 - f);
    q[2 * n + i] = by_cell * a * (1 - g * g);
    q[3 * n + i] = d * shown * o * (1 - o);
    *later = by_cell * f;
}

typedef struct Step {
    TrainOptimiser optimiser;
    float scale, rate, keep, take, keep2, take2, least; // of the gradient; as in optimiser.c
} Step;

__global__ static void move(Step step, size_t count, const float *gradient, float *weights, float *first,
                            float *second) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float g = gradient[i] * step.scale;
    if (step.optimiser == TRAIN_SGD) {
        first[i] = step.keep * first[i] - step.rate * g;
        weights[i] += first[i];
        return;
    }
    second[i] = step.keep2 * second[i] + step.take2 * g * g;
    if (step.optimiser == TRAIN_ADAM) g = first[i] = step.keep * first[i] + step.take * g;
    weights[i] -= step.rate * g / (sqrtf(second[i]) + step.least);
}

// Host.

static unsigned blocks(size_t count) { return (unsigned)((count + THREADS - 1) / THREADS); }

static bool healthy(Error *err) {
    cudaError_t code = cudaGetLastError();
    return code == cudaSuccess || error_set(err, "the GPU: %s", cudaGetErrorString(code));
}

// c = a * b by rows, which is c' = b' * a' by columns. `ta`, `tb`: used as transposes.
static void product(Cuda *cuda, int rows, int columns, int inner, const float *a, int a_stride, bool ta, const float *b,
                    int b_stride, bool tb, bool add, float *c, int stride) {
    float one = 1, keep = add ? 1.0f : 0.0f;
    cublasSgemm(cuda->blas, tb ? CUBLAS_OP_T : CUBLAS_OP_N, ta ? CUBLAS_OP_T : CUBLAS_OP_N, columns, rows, inner, &one,
                b, b_stride, a, a_stride, &keep, c, stride);
}

// to [columns] = the sum of all rows.
static void sum_rows(Cuda *cuda, const float *from, int stride, int rows, int columns, float *to) {
    float one = 1, zero = 0;
    cublasSgemv(cuda->blas, CUBLAS_OP_N, columns, rows, &one, from, stride, cuda->ones, 1, &zero, to, 1);
}

static float *take(float *room, size_t *used, size_t count) {
    size_t at = *used;
    *used += (count + 63) / 64 * 64;
    return room ? room + at : NULL;
}

static size_t widest_layer(const Net *net) {
    int widest = net_inputs(net);
    for (int i = 0; i < net->layer_count; i++) {
        if (net->layers[i].outputs > widest) widest = net->layers[i].outputs;
    }
    return (size_t)widest;
}

static size_t lay_out(Cuda *cuda, int sequences) {
    const Net *net = cuda->net;
    size_t rows = (size_t)sequences * cuda->steps, used = 0, widest = widest_layer(net), size = net->parameters;
    cuda->block = take(cuda->room, &used, size);
    cuda->gradient = take(cuda->room, &used, size);
    cuda->first = take(cuda->room, &used, size);
    cuda->second = take(cuda->room, &used, size);
    cuda->values[0] = take(cuda->room, &used, rows * net_inputs(net));
    for (int i = 0; i < net->layer_count; i++) {
        size_t wide = rows * net->layers[i].outputs;
        cuda->values[i + 1] = take(cuda->room, &used, wide);
        if (!net->layers[i].parts) continue;
        cuda->gates[i] = take(cuda->room, &used, 4 * wide);
        cuda->cells[i] = take(cuda->room, &used, wide);
        cuda->before[i] = take(cuda->room, &used, wide);
        cuda->before_cells[i] = take(cuda->room, &used, wide);
    }
    cuda->targets = take(cuda->room, &used, rows * net_outputs(net));
    cuda->row_weights = take(cuda->room, &used, rows);
    cuda->row_losses = take(cuda->room, &used, rows);
    cuda->ones = take(cuda->room, &used, rows);
    cuda->delta = take(cuda->room, &used, rows * widest);
    cuda->other_delta = take(cuda->room, &used, rows * widest);
    cuda->carry = take(cuda->room, &used, (size_t)sequences * widest);
    return used;
}

static bool upload(const TrainRun *run, Cuda *cuda, size_t rows, Error *err) {
    size_t bytes = sizeof(float) * cuda->net->parameters;
    float *ones = (float *)malloc(sizeof(float) * rows);
    if (!ones) return error_set(err, "not enough memory for batches of %zu rows", rows);
    for (size_t i = 0; i < rows; i++) ones[i] = 1;
    cudaMemcpy(cuda->ones, ones, sizeof(float) * rows, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->block, run->net->block, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->first, run->first_memory, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->second, run->second_memory, bytes, cudaMemcpyHostToDevice);
    free(ones);
    return healthy(err);
}

static bool upload_packed(const TrainRun *run, Cuda *cuda, Error *err) {
    const SparseRows *rows = run->data->sparse;
    const double totals[2] = {run->at.loss, 0};
    if (!rows) return true;
    cuda->packed.shape = rows->shape;
    cudaMalloc((void **)&cuda->packed.data, rows->size);
    cudaMalloc((void **)&cuda->packed.at, sizeof *rows->at * rows->count);
    cudaMalloc((void **)&cuda->total, sizeof totals);
    if (!healthy(err)) return error_prefix(err, "%zu bytes of packed rows", rows->size);
    cudaMemcpy(cuda->packed.data, rows->data, rows->size, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->packed.at, rows->at, sizeof *rows->at * rows->count, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->total, totals, sizeof totals, cudaMemcpyHostToDevice);
    return healthy(err);
}

static bool open_device(const TrainRun *run, Cuda *cuda, Error *err) {
    int devices = 0, batch = run->plan->batch;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        cudaGetLastError();
        return error_set(err, "there is no GPU that CUDA can use here; train on the processor instead");
    }
    size_t rows = (size_t)batch * cuda->steps, inputs = net_inputs(cuda->net), outputs = net_outputs(cuda->net);
    cudaMalloc((void **)&cuda->room, sizeof(float) * lay_out(cuda, batch));
    cudaMallocHost((void **)&cuda->host_inputs, sizeof(float) * rows * inputs);
    cudaMallocHost((void **)&cuda->host_targets, sizeof(float) * rows * outputs);
    cudaMallocHost((void **)&cuda->host_weights, sizeof(float) * rows);
    cudaMallocHost((void **)&cuda->host_losses, sizeof(float) * rows);
    if (!healthy(err)) return false;
    lay_out(cuda, batch);
    if (cublasCreate(&cuda->blas) != CUBLAS_STATUS_SUCCESS) return error_set(err, "cuBLAS does not start");
    if (run->plan->tf32) cublasSetMathMode(cuda->blas, CUBLAS_TF32_TENSOR_OP_MATH);
    return upload(run, cuda, rows, err) && upload_packed(run, cuda, err);
}

extern "C" Cuda *cuda_open(const TrainRun *run, Error *err) {
    Cuda *cuda = (Cuda *)calloc(1, sizeof *cuda);
    if (!cuda) {
        error_set(err, "not enough memory");
        return NULL;
    }
    cuda->net = run->net;
    cuda->steps = run->data->steps;
    cuda->loss = run->loss;
    if (open_device(run, cuda, err)) return cuda;
    cuda_close(cuda);
    return NULL;
}

extern "C" void cuda_close(Cuda *cuda) {
    if (!cuda) return;
    if (cuda->blas) cublasDestroy(cuda->blas);
    cudaFree(cuda->room);
    cudaFree(cuda->packed.data);
    cudaFree(cuda->packed.at);
    cudaFree(cuda->total);
    cudaFreeHost(cuda->host_inputs);
    cudaFreeHost(cuda->host_targets);
    cudaFreeHost(cuda->host_weights);
    cudaFreeHost(cuda->host_losses);
    free(cuda);
}

extern "C" float *cuda_inputs(Cuda *cuda) { return cuda->host_inputs; }
extern "C" float *cuda_targets(Cuda *cuda) { return cuda->host_targets; }
extern "C" float *cuda_weights(Cuda *cuda) { return cuda->host_weights; }

static void forward_dense(Cuda *cuda, int index, int rows) {
    const NetLayer *layer = &cuda->net->layers[index];
    int in = layer->inputs, out = layer->outputs;
    size_t count = (size_t)rows * out;
    float *to = cuda->values[index + 1];
    fill_rows<<<blocks(count), THREADS>>>(cuda->block + layer->bias, out, count, to, out);
    product(cuda, rows, out, in, cuda->values[index], in, false, cuda->block + layer->weights, out, false, true, to,
            out);
    if (layer->activation == NET_SOFTMAX) {
        softmax_rows<<<blocks(rows), THREADS>>>(to, rows, out);
    } else if (layer->activation != NET_LINEAR) {
        activate<<<blocks(count), THREADS>>>(layer->activation, to, count);
    }
}

static void forward_cell(Cuda *cuda, int index, int part, int sequences) {
    const NetLayer *layer = &cuda->net->layers[index];
    NetCell cell = net_cell(layer, part);
    int n = cell.outputs, wide = layer->outputs, steps = cuda->steps, rows = sequences * steps;
    float *gates = cuda->gates[index] + (size_t)part * 4 * n;
    size_t count = (size_t)rows * 4 * n;
    fill_rows<<<blocks(count), THREADS>>>(cuda->block + cell.bias, 4 * n, count, gates, (size_t)4 * wide);
    product(cuda, rows, 4 * n, cell.inputs, cuda->values[index] + part * cell.inputs, layer->inputs, false,
            cuda->block + cell.kernel, 4 * n, false, true, gates, 4 * wide);
    for (int step = 0; step < steps; step++) {
        size_t at = (size_t)step * wide + (size_t)part * n;
        if (step > 0) {
            product(cuda, sequences, 4 * n, n, cuda->before[index] + at, steps * wide, false,
                    cuda->block + cell.recurrent, 4 * n, false, true, cuda->gates[index] + 4 * at, 4 * steps * wide);
        }
        lstm_forward<<<blocks((size_t)sequences * n), THREADS>>>(
            sequences, steps, step, wide, part, n, cuda->gates[index], cuda->before_cells[index], cuda->cells[index],
            cuda->values[index + 1], cuda->before[index], cuda->before_cells[index]);
    }
}

static void forward(Cuda *cuda, int sequences) {
    for (int i = 0; i < cuda->net->layer_count; i++) {
        const NetLayer *layer = &cuda->net->layers[i];
        if (!layer->parts) {
            forward_dense(cuda, i, sequences * cuda->steps);
            continue;
        }
        size_t bytes = sizeof(float) * (size_t)sequences * cuda->steps * layer->outputs;
        cudaMemsetAsync(cuda->before[i], 0, bytes); // only first steps need it, but they are scattered
        cudaMemsetAsync(cuda->before_cells[i], 0, bytes);
        for (int part = 0; part < layer->parts; part++) forward_cell(cuda, i, part, sequences);
    }
}

static void backward_dense(Cuda *cuda, int index, int rows) {
    const NetLayer *layer = &cuda->net->layers[index];
    int in = layer->inputs, out = layer->outputs;
    product(cuda, in, out, rows, cuda->values[index], in, true, cuda->delta, out, false, false,
            cuda->gradient + layer->weights, out);
    sum_rows(cuda, cuda->delta, out, rows, out, cuda->gradient + layer->bias);
    if (index == 0) return;
    product(cuda, rows, in, out, cuda->delta, out, false, cuda->block + layer->weights, out, true, false,
            cuda->other_delta, in);
}

static void backward_cell(Cuda *cuda, int index, int part, int sequences) {
    const NetLayer *layer = &cuda->net->layers[index];
    NetCell cell = net_cell(layer, part);
    int n = cell.outputs, wide = layer->outputs, steps = cuda->steps, rows = sequences * steps, in = layer->inputs;
    float *gates = cuda->gates[index] + (size_t)part * 4 * n;
    cudaMemsetAsync(cuda->carry, 0, sizeof(float) * (size_t)sequences * n);
    for (int step = steps - 1; step >= 0; step--) {
        size_t at = (size_t)step * wide + (size_t)part * n;
        lstm_backward<<<blocks((size_t)sequences * n), THREADS>>>(sequences, steps, step, wide, part, n,
                                                                  cuda->gates[index], cuda->before_cells[index],
                                                                  cuda->cells[index], cuda->delta, cuda->carry);
        if (step == 0) break;
        product(cuda, sequences, n, 4 * n, cuda->gates[index] + 4 * at, 4 * steps * wide, false,
                cuda->block + cell.recurrent, 4 * n, true, true, cuda->delta + at - wide, steps * wide);
    }
    product(cuda, cell.inputs, 4 * n, rows, cuda->values[index] + part * cell.inputs, in, true, gates, 4 * wide, false,
            false, cuda->gradient + cell.kernel, 4 * n);
    product(cuda, n, 4 * n, rows, cuda->before[index] + part * n, wide, true, gates, 4 * wide, false, false,
            cuda->gradient + cell.recurrent, 4 * n);
    sum_rows(cuda, gates, 4 * wide, rows, 4 * n, cuda->gradient + cell.bias);
    if (index == 0) return;
    product(cuda, rows, cell.inputs, 4 * n, gates, 4 * wide, false, cuda->block + cell.kernel, 4 * n, true, false,
            cuda->other_delta + part * cell.inputs, in);
}

static void backward(Cuda *cuda, int sequences) {
    int rows = sequences * cuda->steps;
    for (int i = cuda->net->layer_count - 1; i >= 0; i--) {
        const NetLayer *layer = &cuda->net->layers[i];
        if (!layer->parts) backward_dense(cuda, i, rows);
        for (int part = 0; part < layer->parts; part++) backward_cell(cuda, i, part, sequences);
        if (i == 0) return;
        float *swap = cuda->delta;
        cuda->delta = cuda->other_delta;
        cuda->other_delta = swap;
        const NetLayer *below = &cuda->net->layers[i - 1];
        if (below->parts || below->activation == NET_LINEAR) continue;
        int width = below->activation == NET_SOFTMAX ? below->outputs : 1;
        size_t count = (size_t)rows * below->outputs / width;
        backward_values<<<blocks(count), THREADS>>>(below->activation, cuda->values[i], cuda->delta, count, width);
    }
}

// Losses of the rows and the gradients of their outputs. Few threads a block: there are few rows, and a row is long
// work.
static void forward_and_judge(Cuda *cuda, int count) {
    const Net *net = cuda->net;
    int rows = count * cuda->steps, layers = net->layer_count;
    forward(cuda, count);
    loss_rows<<<(rows + WARP - 1) / WARP, WARP>>>(cuda->loss, net->layers[layers - 1].activation, cuda->values[layers],
                                                  cuda->targets, cuda->row_weights, rows, net_outputs(net), cuda->delta,
                                                  cuda->row_losses);
}

extern "C" bool cuda_learn(Cuda *cuda, int count, double *loss, double *weight, Error *err) {
    const Net *net = cuda->net;
    int rows = count * cuda->steps, outputs = net_outputs(net);
    size_t floats = sizeof(float) * rows;
    cudaMemcpyAsync(cuda->values[0], cuda->host_inputs, floats * net_inputs(net), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(cuda->targets, cuda->host_targets, floats * outputs, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(cuda->row_weights, cuda->host_weights, floats, cudaMemcpyHostToDevice);
    forward_and_judge(cuda, count);
    backward(cuda, count);
    cudaMemcpy(cuda->host_losses, cuda->row_losses, floats, cudaMemcpyDeviceToHost);
    *loss = *weight = 0;
    for (int i = 0; i < rows; i++) {
        *loss += (double)cuda->host_weights[i] * cuda->host_losses[i];
        *weight += cuda->host_weights[i];
    }
    return healthy(err);
}

static void judge_packed(Cuda *cuda, PackedOrder order, int count, double *total) {
    expand_rows<<<blocks((size_t)count * WARP), THREADS>>>(cuda->packed, order, count, cuda->values[0], cuda->targets,
                                                           cuda->row_weights);
    forward_and_judge(cuda, count);
    add_losses<<<1, ADDERS>>>(cuda->row_losses, count, total);
}

extern "C" bool cuda_learn_packed(Cuda *cuda, const TrainRun *run, uint64_t key, Error *err) {
    PackedOrder order = {key, run->learn_count, run->batch_first};
    int count = (int)run->batch_size;
    if (run->at.batch == 0) cudaMemsetAsync(cuda->total, 0, sizeof *cuda->total);
    judge_packed(cuda, order, count, cuda->total);
    backward(cuda, count);
    return healthy(err);
}

extern "C" bool cuda_losses(Cuda *cuda, double *loss, Error *err) {
    cudaMemcpy(loss, cuda->total, sizeof *loss, cudaMemcpyDeviceToHost);
    return healthy(err);
}

extern "C" bool cuda_check_packed(Cuda *cuda, const TrainRun *run, double *mean, Error *err) {
    double loss = 0, *total = cuda->total + 1;
    uint32_t batch = (uint32_t)run->plan->batch;
    cudaMemsetAsync(total, 0, sizeof *total);
    for (uint32_t done = 0; done < run->check_count; done += batch) {
        uint32_t left = run->check_count - done;
        PackedOrder order = {0, 0, run->learn_count + done};
        judge_packed(cuda, order, (int)(left < batch ? left : batch), total);
    }
    cudaMemcpy(&loss, total, sizeof loss, cudaMemcpyDeviceToHost);
    *mean = loss / run->check_count;
    return healthy(err);
}

extern "C" bool cuda_move(Cuda *cuda, const TrainRun *run, double weight, Error *err) {
    const TrainPlan *plan = run->plan;
    size_t count = cuda->net->parameters;
    double scale = 1 / weight, rate = run->rate, step = (double)run->at.step;
    if (plan->clip > 0) {
        float length = 0;
        cublasSnrm2(cuda->blas, (int)count, cuda->gradient, 1, &length);
        if (length * scale > plan->clip) scale = plan->clip / length;
    }
    if (plan->optimiser == TRAIN_ADAM) rate *= sqrt(1 - pow(plan->decay, step)) / (1 - pow(plan->momentum, step));
    Step how = {plan->optimiser,
                (float)scale,
                (float)rate,
                (float)plan->momentum,
                (float)(1 - plan->momentum),
                (float)plan->decay,
                (float)(1 - plan->decay),
                (float)plan->epsilon};
    move<<<blocks(count), THREADS>>>(how, count, cuda->gradient, cuda->block, cuda->first, cuda->second);
    return healthy(err);
}

extern "C" bool cuda_fetch(Cuda *cuda, TrainRun *run, Error *err) {
    size_t bytes = sizeof(float) * cuda->net->parameters;
    cudaMemcpy(run->learner->block, cuda->block, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(run->first_memory, cuda->first, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(run->second_memory, cuda->second, bytes, cudaMemcpyDeviceToHost);
    return healthy(err);
}
