// SPDX-License-Identifier: MIT
// Batches, losses and validation of train.c on the device: loss.c and train_rows.c there. Everything runs in the
// default stream and every sum has a fixed order, so that a run repeats to the bit on the same device.
#include "learn/cuda/cuda_pass.cuh"

#include <stdlib.h>

extern "C" {
#include "learn/cuda/cuda_internal.h"
#include "learn/files/sparse.h"
}

#include "learn/cuda/cuda_sparse.cuh"

struct Cuda {
    TrainLoss loss;
    CudaNet net;
    CudaPass pass;
    float *room; // of these three, on the device
    float *targets, *row_weights, *row_losses;
    float *host_inputs, *host_targets, *host_weights, *host_losses; // pinned
    PackedRows packed;                                              // its data NULL: rows come from the host
    double *total; // losses of packed rows: of this epoch, and of validation
};

// Kernels.

// By one thread: there are few rows, and what they need is in doubles.
__device__ static void backward_row(NetActivation activation, const float *outputs, float *gradients, int n) {
    float mean = 0;
    for (int i = 0; activation == NET_SOFTMAX && i < n; i++) mean += gradients[i] * outputs[i];
    for (int i = 0; i < n; i++) gradients[i] = cuda_by_sum(activation, outputs[i], gradients[i], mean);
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

// Host.

static size_t cuda_lay_out(Cuda *cuda, size_t rows) {
    size_t used = 0;
    cuda->targets = cuda_take(cuda->room, &used, rows * net_outputs(cuda->net.net));
    cuda->row_weights = cuda_take(cuda->room, &used, rows);
    cuda->row_losses = cuda_take(cuda->room, &used, rows);
    return used;
}

static bool upload_packed(const TrainRun *run, Cuda *cuda, Error *err) {
    const SparseRows *rows = run->data->sparse;
    const double totals[2] = {run->at.loss, 0};
    if (!rows) return true;
    cuda->packed.shape = rows->shape;
    cudaMalloc((void **)&cuda->packed.data, rows->size);
    cudaMalloc((void **)&cuda->packed.at, sizeof *rows->at * rows->count);
    cudaMalloc((void **)&cuda->total, sizeof totals);
    if (!cuda_healthy(err)) return error_prefix(err, "%zu bytes of packed rows", rows->size);
    cudaMemcpy(cuda->packed.data, rows->data, rows->size, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->packed.at, rows->at, sizeof *rows->at * rows->count, cudaMemcpyHostToDevice);
    cudaMemcpy(cuda->total, totals, sizeof totals, cudaMemcpyHostToDevice);
    return cuda_healthy(err);
}

static bool cuda_open_rows(Cuda *cuda, size_t rows, Error *err) {
    size_t inputs = net_inputs(cuda->net.net), outputs = net_outputs(cuda->net.net);
    cudaMalloc((void **)&cuda->room, sizeof(float) * cuda_lay_out(cuda, rows));
    cudaMallocHost((void **)&cuda->host_inputs, sizeof(float) * rows * inputs);
    cudaMallocHost((void **)&cuda->host_targets, sizeof(float) * rows * outputs);
    cudaMallocHost((void **)&cuda->host_weights, sizeof(float) * rows);
    cudaMallocHost((void **)&cuda->host_losses, sizeof(float) * rows);
    cuda_lay_out(cuda, rows);
    return cuda_healthy(err);
}

extern "C" Cuda *cuda_open(const TrainRun *run, Error *err) {
    const TrainPlan *plan = run->plan;
    int steps = run->data->steps;
    Cuda *cuda = (Cuda *)calloc(1, sizeof *cuda);
    if (!cuda) {
        error_set(err, "not enough memory");
        return NULL;
    }
    cuda->loss = run->loss;
    if (cuda_net_open(&cuda->net, run->net, true, err) &&
        cuda_pass_open(&cuda->pass, &cuda->net, plan->batch, steps, true, plan->tf32, 0, err) &&
        cuda_net_put(&cuda->net, NULL, run->first_memory, run->second_memory, 0, err) &&
        cuda_open_rows(cuda, (size_t)plan->batch * steps, err) && upload_packed(run, cuda, err)) {
        return cuda;
    }
    cuda_close(cuda);
    return NULL;
}

extern "C" void cuda_close(Cuda *cuda) {
    if (!cuda) return;
    cuda_pass_close(&cuda->pass);
    cuda_net_close(&cuda->net);
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

// Losses of the rows and the gradients of their outputs. Few threads a block: there are few rows, and a row is long
// work.
static void forward_and_judge(Cuda *cuda, int count) {
    const Net *net = cuda->net.net;
    int rows = count * cuda->pass.steps;
    cuda_pass_forward(&cuda->pass, count);
    loss_rows<<<(rows + CUDA_WARP - 1) / CUDA_WARP, CUDA_WARP>>>(
        cuda->loss, net->layers[net->layer_count - 1].activation, cuda_pass_outputs(&cuda->pass), cuda->targets,
        cuda->row_weights, rows, net_outputs(net), cuda->pass.delta, cuda->row_losses);
}

extern "C" bool cuda_learn(Cuda *cuda, int count, double *loss, double *weight, Error *err) {
    const Net *net = cuda->net.net;
    int rows = count * cuda->pass.steps, outputs = net_outputs(net);
    size_t floats = sizeof(float) * rows;
    cudaMemcpyAsync(cuda->pass.values[0], cuda->host_inputs, floats * net_inputs(net), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(cuda->targets, cuda->host_targets, floats * outputs, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(cuda->row_weights, cuda->host_weights, floats, cudaMemcpyHostToDevice);
    forward_and_judge(cuda, count);
    cuda_pass_backward(&cuda->pass, count);
    cudaMemcpy(cuda->host_losses, cuda->row_losses, floats, cudaMemcpyDeviceToHost);
    *loss = *weight = 0;
    for (int i = 0; i < rows; i++) {
        *loss += (double)cuda->host_weights[i] * cuda->host_losses[i];
        *weight += cuda->host_weights[i];
    }
    return cuda_pass_healthy(&cuda->pass, err);
}

static void judge_packed(Cuda *cuda, PackedOrder order, int count, double *total) {
    cuda_expand_rows<<<cuda_row_blocks(count), CUDA_THREADS>>>(cuda->packed, order, count, cuda->pass.values[0],
                                                               cuda->targets, cuda->row_weights);
    forward_and_judge(cuda, count);
    cuda_add_losses<<<1, ADDERS>>>(cuda->row_losses, count, total);
}

extern "C" bool cuda_learn_packed(Cuda *cuda, const TrainRun *run, uint64_t key, Error *err) {
    PackedOrder order = {key, run->learn_count, run->batch_first};
    int count = (int)run->batch_size;
    if (run->at.batch == 0) cudaMemsetAsync(cuda->total, 0, sizeof *cuda->total);
    judge_packed(cuda, order, count, cuda->total);
    cuda_pass_backward(&cuda->pass, count);
    return cuda_pass_healthy(&cuda->pass, err);
}

extern "C" bool cuda_losses(Cuda *cuda, double *loss, Error *err) {
    cudaMemcpy(loss, cuda->total, sizeof *loss, cudaMemcpyDeviceToHost);
    return cuda_healthy(err);
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
    return cuda_pass_healthy(&cuda->pass, err);
}

extern "C" bool cuda_move(Cuda *cuda, const TrainRun *run, double weight, Error *err) {
    const TrainPlan *plan = run->plan;
    CudaStep step = {plan->optimiser, run->at.step,   1 / weight,  plan->clip,
                     run->rate,       plan->momentum, plan->decay, plan->epsilon};
    cuda_net_step(&cuda->net, &step, 0);
    return cuda_pass_healthy(&cuda->pass, err);
}

extern "C" bool cuda_fetch(Cuda *cuda, TrainRun *run, Error *err) {
    return cuda_net_get(&cuda->net, run->learner->block, run->first_memory, run->second_memory, 0, err);
}
