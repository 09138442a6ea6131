// SPDX-License-Identifier: MIT
// pass.c on the device; read that first. Products are cuBLAS's; all else is a warp a row, or a thread an output of an
// LSTM cell.
#include "learn/cuda/cuda_pass.cuh"

extern "C" {
#include "learn/net/norm_internal.h"
}

static_assert((int)NORM_LANES == (int)CUDA_WARP, "a lane is a lane");

// Kernels. Rows are warps: all lanes of one do the same, and leave together where there is no row.

__device__ static int warp_row() { return (int)((blockIdx.x * blockDim.x + threadIdx.x) / CUDA_WARP); }
__device__ static int warp_lane() { return (int)(threadIdx.x % CUDA_WARP); }

__device__ static float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

__device__ static float activated(NetActivation activation, float x) {
    return activation == NET_RELU      ? (x > 0 ? x : 0)
           : activation == NET_SIGMOID ? sigmoid(x)
           : activation == NET_TANH    ? tanhf(x)
                                       : x;
}

// Of layers without norm: sums become outputs, `inner` (may be `sums`) before and `outputs` (may be `sums` where
// nothing is added) after `added` is added; NULL: not there.
__global__ static void finish_rows(NetActivation activation, const float *sums, const float *bias, const float *added,
                                   int rows, int n, float *inner, float *outputs) {
    int row = warp_row();
    if (row >= rows) return;
    size_t at = (size_t)row * n;
    for (int i = warp_lane(); i < n; i += CUDA_WARP) {
        float y = activated(activation, sums[at + i] + bias[i]);
        if (inner) inner[at + i] = y;
        outputs[at + i] = added ? y + added[at + i] : y;
    }
}

__global__ static void softmax_rows(float *values, int rows, int n) {
    int row = warp_row(), lane = warp_lane();
    if (row >= rows) return;
    float *v = values + (size_t)row * n, top = -INFINITY, sum = 0;
    for (int i = lane; i < n; i += CUDA_WARP) top = fmaxf(top, v[i]);
    top = cuda_warp_max(top);
    for (int i = lane; i < n; i += CUDA_WARP) sum += v[i] = expf(v[i] - top);
    sum = cuda_warp_sum(sum);
    for (int i = lane; i < n; i += CUDA_WARP) v[i] /= sum;
}

// Of layers with norm; `norms` (may be `sums`) and `scales` are NULL where nobody learns.
__global__ static void norm_rows(const float *sums, const float *gain, const float *bias, const float *added, int rows,
                                 int n, float *norms, float *scales, float *outputs) {
    int row = warp_row(), lane = warp_lane();
    if (row >= rows) return;
    size_t at = (size_t)row * n;
    float mean = cuda_warp_sum(norm_lane_sum(sums + at, n, lane)) / (float)n;
    float scale = norm_scale(cuda_warp_sum(norm_lane_squares(sums + at, n, lane, mean)), n);
    norm_lane_outputs(sums + at, n, lane, mean, scale, gain, bias, added ? added + at : NULL, norms ? norms + at : NULL,
                      outputs + at);
    if (scales && lane == 0) scales[row] = scale;
}

enum { NORM_ROWS = 32 }; // of a block

// Gradients by outputs (`delta`) become gradients by sums (`to`, may be `delta`), and each block adds up those by bias
// and gain over its rows: partial [blocks][2][n]. Columns go first: they need what rows overwrite.
__global__ static void norm_rows_backward(const float *delta, const float *norms, const float *scales,
                                          const float *gain, const float *bias, int rows, int n, float *to,
                                          float *partial) {
    int first = (int)blockIdx.x * NORM_ROWS, end = first + NORM_ROWS < rows ? first + NORM_ROWS : rows;
    for (int i = (int)threadIdx.x; i < n; i += CUDA_THREADS) {
        float by_bias = 0, by_gain = 0, g = gain[i], b = bias[i];
        for (int row = first; row < end; row++) {
            float norm = norms[(size_t)row * n + i], by_shifted = norm_alive(delta[(size_t)row * n + i], norm, g, b);
            by_bias += by_shifted;
            by_gain += by_shifted * norm;
        }
        partial[(size_t)blockIdx.x * 2 * n + i] = by_bias;
        partial[(size_t)blockIdx.x * 2 * n + n + i] = by_gain;
    }
    __syncthreads();
    int lane = warp_lane();
    for (int row = first + (int)threadIdx.x / CUDA_WARP; row < end; row += CUDA_THREADS / CUDA_WARP) {
        size_t at = (size_t)row * n;
        float plain, crossed;
        norm_lane_means(delta + at, norms + at, n, lane, gain, bias, &plain, &crossed);
        plain = cuda_warp_sum(plain) / (float)n;
        crossed = cuda_warp_sum(crossed) / (float)n;
        norm_lane_backward(delta + at, norms + at, n, lane, scales[row], gain, bias, plain, crossed, to + at);
    }
}

// Of layers without norm: gradients by outputs (`delta`) become gradients by sums (`to`, may be `delta`). `outputs` are
// those before anything was added.
__global__ static void backward_rows(NetActivation activation, const float *outputs, const float *delta, int rows,
                                     int n, float *to) {
    int row = warp_row(), lane = warp_lane();
    if (row >= rows) return;
    size_t at = (size_t)row * n;
    float mean = 0;
    for (int i = lane; activation == NET_SOFTMAX && i < n; i += CUDA_WARP) mean += delta[at + i] * outputs[at + i];
    mean = cuda_warp_sum(mean);
    for (int i = lane; i < n; i += CUDA_WARP) {
        to[at + i] = cuda_by_sum(activation, outputs[at + i], delta[at + i], mean);
    }
}

enum { SUM_SIDE = 32 }; // blocks of 32 columns by 32 adders

// to [chunks][columns] = the sums of `chunk` rows each; blockIdx.y is the chunk.
__global__ static void sum_columns(const float *from, size_t stride, int rows, int columns, int chunk, float *to) {
    __shared__ float sums[SUM_SIDE][SUM_SIDE];
    int column = (int)(blockIdx.x * SUM_SIDE + threadIdx.x), adder = (int)threadIdx.y;
    int first = (int)blockIdx.y * chunk, end = rows - first < chunk ? rows : first + chunk;
    float sum = 0;
    for (int row = first + adder; column < columns && row < end; row += SUM_SIDE) sum += from[row * stride + column];
    sums[adder][threadIdx.x] = sum;
    __syncthreads();
    for (int half = SUM_SIDE / 2; half > 0; half /= 2) {
        if (adder < half) sums[adder][threadIdx.x] += sums[adder + half][threadIdx.x];
        __syncthreads();
    }
    if (adder == 0 && column < columns) to[(size_t)blockIdx.y * columns + column] = sums[0][threadIdx.x];
}

// One row into all: a bias before a cell's products.
__global__ static void cuda_fill_rows(const float *row, int columns, size_t count, float *to, size_t stride) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i / columns * stride + i % columns] = row[i % columns];
}

// Step `step` of one cell, part of a layer `wide` wide; one thread an output.
__global__ static void lstm_forward(int sequences, int steps, int step, int wide, int part, int n, float *gates,
                                    float *before_cells, float *cells, float *outputs, float *before) {
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
    before[here + wide + i] = output;
    before_cells[here + wide + i] = cell;
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

// Room.

static bool cuda_has_inner(const NetLayer *layer) { return layer->activation == NET_NORM || layer->residual; }

static size_t cuda_widest_layer(const Net *net) {
    int widest = net_inputs(net);
    for (int i = 0; i < net->layer_count; i++) {
        if (net->layers[i].outputs > widest) widest = net->layers[i].outputs;
    }
    return (size_t)widest;
}

static size_t chunks_of(size_t rows, size_t chunk) { return (rows + chunk - 1) / chunk; }

enum { SUM_ROWS = 1024 }; // more rows are added up in two stages

// What only a backward pass needs. Partial sums are of two columns a unit, or of an LSTM's four.
static void lay_out_learning(CudaPass *pass, size_t rows, size_t widest, size_t *used) {
    size_t norms = chunks_of(rows, NORM_ROWS) * 2 * widest, sums = chunks_of(rows, SUM_ROWS) * 4 * widest;
    pass->delta = cuda_take(pass->room, used, rows * widest);
    pass->other_delta = cuda_take(pass->room, used, rows * widest);
    pass->carry = cuda_take(pass->room, used, (size_t)pass->sequences * widest);
    pass->partial = cuda_take(pass->room, used, norms > sums ? norms : sums);
}

// Values[0] comes first, so that it is at the same place for every net. Where nobody learns, layers write in turn into
// two arrays, and all work inside a third.
static size_t cuda_pass_lay_out(CudaPass *pass) {
    const Net *net = pass->weights->net;
    size_t rows = (size_t)pass->sequences * pass->steps, used = 0, widest = cuda_widest_layer(net);
    pass->values[0] = cuda_take(pass->room, &used, rows * net_inputs(net));
    float *shared[3] = {};
    for (int i = 0; i < 3 && !pass->learns; i++) shared[i] = cuda_take(pass->room, &used, rows * widest);
    for (int i = 0; i < net->layer_count; i++) {
        const NetLayer *layer = &net->layers[i];
        size_t size = rows * layer->outputs;
        pass->values[i + 1] = pass->learns ? cuda_take(pass->room, &used, size) : shared[i % 2];
        pass->inner[i] = pass->scales[i] = NULL;
        if (cuda_has_inner(layer)) pass->inner[i] = pass->learns ? cuda_take(pass->room, &used, size) : shared[2];
        if (layer->activation == NET_NORM && pass->learns) pass->scales[i] = cuda_take(pass->room, &used, rows);
        if (!layer->parts) continue;
        pass->gates[i] = cuda_take(pass->room, &used, 4 * size);
        pass->cells[i] = cuda_take(pass->room, &used, size);
        pass->before[i] = cuda_take(pass->room, &used, size);
        pass->before_cells[i] = cuda_take(pass->room, &used, size);
    }
    if (pass->learns) lay_out_learning(pass, rows, widest, &used);
    return used;
}

bool cuda_pass_use(CudaPass *pass, CudaNet *weights, Error *err) {
    float *room = pass->room;
    pass->weights = weights;
    pass->room = NULL;
    size_t size = cuda_pass_lay_out(pass);
    if (size > pass->room_size) {
        cudaFree(room);
        room = NULL;
        pass->room_size = 0;
        cudaMalloc((void **)&room, sizeof(float) * size);
        if (!cuda_healthy(err)) {
            return error_prefix(err, "%zu MiB for %d rows", sizeof(float) * size >> 20, pass->sequences * pass->steps);
        }
        pass->room_size = size;
    }
    pass->room = room;
    cuda_pass_lay_out(pass);
    return true;
}

bool cuda_pass_open(CudaPass *pass, CudaNet *weights, int sequences, int steps, bool learns, bool tf32,
                    cudaStream_t stream, Error *err) {
    *pass = CudaPass{};
    pass->sequences = sequences;
    pass->steps = steps;
    pass->learns = learns;
    pass->stream = stream;
    pass->blas_status = CUBLAS_STATUS_SUCCESS;
    bool opened = cublasCreate(&pass->blas) == CUBLAS_STATUS_SUCCESS || error_set(err, "cuBLAS does not start");
    if (opened) cublasSetStream(pass->blas, stream);
    if (opened && tf32) cublasSetMathMode(pass->blas, CUBLAS_TF32_TENSOR_OP_MATH);
    if (opened && cuda_pass_use(pass, weights, err)) return true;
    cuda_pass_close(pass);
    return false;
}

void cuda_pass_close(CudaPass *pass) {
    if (pass->blas) cublasDestroy(pass->blas);
    cudaFree(pass->room);
    *pass = CudaPass{};
}

bool cuda_pass_healthy(const CudaPass *pass, Error *err) {
    if (pass->blas_status == CUBLAS_STATUS_SUCCESS) return cuda_healthy(err);
    return error_set(err, "the GPU: a product failed: %s", cublasGetStatusString(pass->blas_status));
}

// Steps.

// c = a * b by rows, which is c' = b' * a' by columns. `ta`, `tb`: used as transposes.
static void product(CudaPass *pass, int rows, int columns, int inner, const float *a, int a_stride, bool ta,
                    const float *b, int b_stride, bool tb, bool add, float *c, int stride) {
    float one = 1, keep = add ? 1.0f : 0.0f;
    cublasStatus_t status = cublasSgemm(pass->blas, tb ? CUBLAS_OP_T : CUBLAS_OP_N, ta ? CUBLAS_OP_T : CUBLAS_OP_N,
                                        columns, rows, inner, &one, b, b_stride, a, a_stride, &keep, c, stride);
    if (pass->blas_status == CUBLAS_STATUS_SUCCESS) pass->blas_status = status;
}

// to [columns] = the sum of all rows.
static void sum_at_once(CudaPass *pass, const float *from, int stride, int rows, int columns, float *to) {
    dim3 block(SUM_SIDE, SUM_SIDE), grid((unsigned)chunks_of(columns, SUM_SIDE));
    sum_columns<<<grid, block, 0, pass->stream>>>(from, stride, rows, columns, rows, to);
}

static void cuda_sum_rows(CudaPass *pass, const float *from, int stride, int rows, int columns, float *to) {
    int chunks = (int)chunks_of(rows, SUM_ROWS);
    if (chunks > 1) {
        dim3 block(SUM_SIDE, SUM_SIDE), grid((unsigned)chunks_of(columns, SUM_SIDE), (unsigned)chunks);
        sum_columns<<<grid, block, 0, pass->stream>>>(from, stride, rows, columns, SUM_ROWS, pass->partial);
        sum_at_once(pass, pass->partial, columns, chunks, columns, to);
    } else {
        sum_at_once(pass, from, stride, rows, columns, to);
    }
}

static void cuda_forward_dense(CudaPass *pass, int index, int rows) {
    const NetLayer *layer = &pass->weights->net->layers[index];
    const float *block = pass->weights->block, *gain = block + layer->gain, *bias = block + layer->bias;
    int in = layer->inputs, out = layer->outputs;
    float *inputs = pass->values[index], *to = pass->values[index + 1],
          *sums = cuda_has_inner(layer) ? pass->inner[index] : to;
    const float *added = layer->residual ? inputs : NULL;
    float *kept = pass->learns ? pass->inner[index] : NULL;
    unsigned blocks = cuda_row_blocks(rows);
    product(pass, rows, out, in, inputs, in, false, block + layer->weights, out, false, false, sums, out);
    if (layer->activation == NET_NORM) {
        norm_rows<<<blocks, CUDA_THREADS, 0, pass->stream>>>(sums, gain, bias, added, rows, out, kept,
                                                             pass->scales[index], to);
    } else {
        finish_rows<<<blocks, CUDA_THREADS, 0, pass->stream>>>(layer->activation, sums, bias, added, rows, out, kept,
                                                               to);
    }
    if (layer->activation == NET_SOFTMAX) softmax_rows<<<blocks, CUDA_THREADS, 0, pass->stream>>>(to, rows, out);
}

static void forward_cell(CudaPass *pass, int index, int part, int sequences) {
    const NetLayer *layer = &pass->weights->net->layers[index];
    const float *block = pass->weights->block;
    NetCell cell = net_cell(layer, part);
    int n = cell.outputs, wide = layer->outputs, steps = pass->steps, rows = sequences * steps;
    float *gates = pass->gates[index] + (size_t)part * 4 * n;
    size_t count = (size_t)rows * 4 * n;
    cuda_fill_rows<<<cuda_blocks(count), CUDA_THREADS, 0, pass->stream>>>(block + cell.bias, 4 * n, count, gates,
                                                                          (size_t)4 * wide);
    product(pass, rows, 4 * n, cell.inputs, pass->values[index] + part * cell.inputs, layer->inputs, false,
            block + cell.kernel, 4 * n, false, true, gates, 4 * wide);
    for (int step = 0; step < steps; step++) {
        size_t at = (size_t)step * wide + (size_t)part * n;
        if (step > 0) {
            product(pass, sequences, 4 * n, n, pass->before[index] + at, steps * wide, false, block + cell.recurrent,
                    4 * n, false, true, pass->gates[index] + 4 * at, 4 * steps * wide);
        }
        lstm_forward<<<cuda_blocks((size_t)sequences * n), CUDA_THREADS, 0, pass->stream>>>(
            sequences, steps, step, wide, part, n, pass->gates[index], pass->before_cells[index], pass->cells[index],
            pass->values[index + 1], pass->before[index]);
    }
}

void cuda_pass_forward(CudaPass *pass, int sequences) {
    const Net *net = pass->weights->net;
    for (int i = 0; i < net->layer_count; i++) {
        const NetLayer *layer = &net->layers[i];
        if (!layer->parts) {
            cuda_forward_dense(pass, i, sequences * pass->steps);
            continue;
        }
        size_t bytes = sizeof(float) * (size_t)sequences * pass->steps * layer->outputs;
        cudaMemsetAsync(pass->before[i], 0, bytes, pass->stream); // only first steps need it, but they are scattered
        cudaMemsetAsync(pass->before_cells[i], 0, bytes, pass->stream);
        for (int part = 0; part < layer->parts; part++) forward_cell(pass, i, part, sequences);
    }
}

// `delta`, by the outputs, becomes `to`, by the sums.
static void cuda_backward_activation(CudaPass *pass, int index, int rows, float *to) {
    const NetLayer *layer = &pass->weights->net->layers[index];
    const float *block = pass->weights->block, *gain = block + layer->gain, *bias = block + layer->bias;
    const float *outputs = cuda_has_inner(layer) ? pass->inner[index] : pass->values[index + 1];
    int n = layer->outputs;
    if (layer->activation == NET_NORM) {
        unsigned blocks = (unsigned)chunks_of(rows, NORM_ROWS);
        norm_rows_backward<<<blocks, CUDA_THREADS, 0, pass->stream>>>(pass->delta, outputs, pass->scales[index], gain,
                                                                      bias, rows, n, to, pass->partial);
        sum_at_once(pass, pass->partial, 2 * n, (int)blocks, 2 * n, pass->weights->gradient + layer->bias);
    } else if (layer->activation != NET_LINEAR || to != pass->delta) {
        backward_rows<<<cuda_row_blocks(rows), CUDA_THREADS, 0, pass->stream>>>(layer->activation, outputs, pass->delta,
                                                                                rows, n, to);
    }
}

// `delta` is by the layer's outputs, the last layer's by its sums; afterwards it is by its inputs. Where the inputs
// were added to the outputs, `delta` stays and gets the products added; otherwise they are written beside it.
static void cuda_backward_dense(CudaPass *pass, int index, int rows) {
    const Net *net = pass->weights->net;
    const NetLayer *layer = &net->layers[index];
    float *gradient = pass->weights->gradient, *block = pass->weights->block;
    float *by_sums = layer->residual ? pass->other_delta : pass->delta;
    float *by_inputs = layer->residual ? pass->delta : pass->other_delta;
    int in = layer->inputs, out = layer->outputs;
    if (index + 1 < net->layer_count) cuda_backward_activation(pass, index, rows, by_sums);
    product(pass, in, out, rows, pass->values[index], in, true, by_sums, out, false, false, gradient + layer->weights,
            out);
    if (layer->activation != NET_NORM) cuda_sum_rows(pass, by_sums, out, rows, out, gradient + layer->bias);
    if (index > 0) {
        product(pass, rows, in, out, by_sums, out, false, block + layer->weights, out, true, layer->residual, by_inputs,
                in);
    }
    pass->delta = by_inputs;
    pass->other_delta = by_sums;
}

static void backward_cell(CudaPass *pass, int index, int part, int sequences) {
    const NetLayer *layer = &pass->weights->net->layers[index];
    float *block = pass->weights->block, *gradient = pass->weights->gradient;
    NetCell cell = net_cell(layer, part);
    int n = cell.outputs, wide = layer->outputs, steps = pass->steps, rows = sequences * steps, in = layer->inputs;
    float *gates = pass->gates[index] + (size_t)part * 4 * n;
    cudaMemsetAsync(pass->carry, 0, sizeof(float) * (size_t)sequences * n, pass->stream);
    for (int step = steps - 1; step >= 0; step--) {
        size_t at = (size_t)step * wide + (size_t)part * n;
        lstm_backward<<<cuda_blocks((size_t)sequences * n), CUDA_THREADS, 0, pass->stream>>>(
            sequences, steps, step, wide, part, n, pass->gates[index], pass->before_cells[index], pass->cells[index],
            pass->delta, pass->carry);
        if (step == 0) break;
        product(pass, sequences, n, 4 * n, pass->gates[index] + 4 * at, 4 * steps * wide, false, block + cell.recurrent,
                4 * n, true, true, pass->delta + at - wide, steps * wide);
    }
    product(pass, cell.inputs, 4 * n, rows, pass->values[index] + part * cell.inputs, in, true, gates, 4 * wide, false,
            false, gradient + cell.kernel, 4 * n);
    product(pass, n, 4 * n, rows, pass->before[index] + part * n, wide, true, gates, 4 * wide, false, false,
            gradient + cell.recurrent, 4 * n);
    cuda_sum_rows(pass, gates, 4 * wide, rows, 4 * n, gradient + cell.bias);
    if (index == 0) return;
    product(pass, rows, cell.inputs, 4 * n, gates, 4 * wide, false, block + cell.kernel, 4 * n, true, false,
            pass->other_delta + part * cell.inputs, in);
}

static void cuda_backward_lstm(CudaPass *pass, int index, int sequences) {
    int parts = pass->weights->net->layers[index].parts;
    for (int part = 0; part < parts; part++) backward_cell(pass, index, part, sequences);
    float *swap = pass->delta;
    pass->delta = pass->other_delta;
    pass->other_delta = swap;
}

void cuda_pass_backward(CudaPass *pass, int sequences) {
    const Net *net = pass->weights->net;
    float *delta = pass->delta, *other = pass->other_delta;
    for (int i = net->layer_count - 1; i >= 0; i--) {
        if (net->layers[i].parts) {
            cuda_backward_lstm(pass, i, sequences);
        } else {
            cuda_backward_dense(pass, i, sequences * pass->steps);
        }
    }
    pass->delta = delta;
    pass->other_delta = other;
}
