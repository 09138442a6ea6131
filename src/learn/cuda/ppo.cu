// SPDX-License-Identifier: MIT
// PPO on an NVIDIA GPU. Rows are written on the host, into pinned memory, and copied range by range as choices are
// asked; they stay on the device until they are learned from. Two lanes are two streams; in learning each net has one,
// so that the products of the one fill the gaps of the other. Streams wait for each other on the device, the host for
// choices and, once an iteration, for the report.
//
// Read ppo_rollout.c and ppo_learn.c first: this does the same. It differs in when values are worked out: at once,
// after the choices of a range are on their way, while the host plays them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/cuda/ppo_kernels.cuh"

extern "C" {
#include "base/rng.h"
}

enum { LANE_ROWS = 32768 }; // that go through a net together, at most

struct CudaLane {
    cudaStream_t stream;
    cudaEvent_t chosen, done; // the choices are on the host; values are known as well
    CudaPass actor, critic;   // the first for all brains
    uint32_t *order;          // [games]
    uint8_t *answers;         // [games]
};

struct PpoCuda {
    CudaNet nets[PPO_NETS], frozen[PPO_MAX_BRAINS];
    CudaLane lanes[PPO_LANES];
    int lane_rows, batch_rows;                      // at once: of a lane, of a minibatch
    uint8_t *block;                                 // the rows, laid out as on the host
    uint8_t *choice;                                // by row
    float *log_before, *value, *advantage, *target; // by row
    cudaStream_t streams[PPO_NETS];                 // of learning
    cudaEvent_t judged;                             // advantages are known
    CudaPass passes[PPO_NETS];
    uint32_t *learned;          // [games * steps]
    uint32_t *places[PPO_NETS]; // [batch_rows]: the rows of the net's minibatch
    PpoLoss *losses;            // [batch_rows]
    float *value_losses;        // [batch_rows]
    double *parts;              // of moments
    PpoHeard *heard;
};

// Memory.

extern "C" void *ppo_cuda_pin(size_t bytes, Error *err) {
    void *memory = NULL;
    if (!cuda_present(err)) return NULL;
    cudaMallocHost(&memory, bytes);
    if (cuda_healthy(err)) return memory;
    error_prefix(err, "%zu bytes of the host's memory", bytes);
    return NULL;
}

extern "C" void ppo_cuda_unpin(void *memory) {
    if (memory) cudaFreeHost(memory);
}

static bool device_memory(void **to, size_t bytes, Error *err) {
    cudaMalloc(to, bytes);
    return cuda_healthy(err) || error_prefix(err, "%zu bytes of the GPU's memory", bytes);
}

// Where an array of the host's rows is on the device.
template <typename T> static T *there(const Ppo *ppo, const T *here) {
    return (T *)(ppo->cuda->block + ((const uint8_t *)here - ppo->block));
}

static PpoBytes bytes_of(const Ppo *ppo) {
    const PpoPlan *plan = &ppo->plan;
    PpoBytes bytes = {there(ppo, ppo->slots.inputs),
                      there(ppo, ppo->slots.secrets),
                      there(ppo, ppo->slots.legal),
                      plan->inputs,
                      plan->secrets,
                      ppo_legal_bytes(plan)};
    return bytes;
}

static bool ppo_cuda_open_rows(const Ppo *ppo, PpoCuda *cuda, Error *err) {
    const PpoPlan *plan = &ppo->plan;
    size_t rows = ppo_all_rows(plan), floats = sizeof(float) * rows, batch = (size_t)cuda->batch_rows;
    size_t row = sizeof(float) + (size_t)(plan->inputs + plan->secrets + ppo_legal_bytes(plan)) + 3;
    const struct {
        void *to;
        size_t bytes;
    } arrays[] = {
        {&cuda->block, rows * row},
        {&cuda->choice, rows},
        {&cuda->log_before, floats},
        {&cuda->value, floats},
        {&cuda->advantage, floats},
        {&cuda->target, floats},
        {&cuda->learned, sizeof(uint32_t) * rows},
        {&cuda->places[PPO_ACTOR], sizeof(uint32_t) * batch},
        {&cuda->places[PPO_CRITIC], sizeof(uint32_t) * batch},
        {&cuda->losses, sizeof(PpoLoss) * batch},
        {&cuda->value_losses, sizeof(float) * batch},
        {&cuda->parts, sizeof(double) * PPO_MOMENTS * SUM_PARTS},
        {&cuda->heard, sizeof(PpoHeard)},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        if (!device_memory((void **)arrays[i].to, arrays[i].bytes, err)) return false;
    }
    return true;
}

static bool open_lane(const Ppo *ppo, PpoCuda *cuda, CudaLane *lane, Error *err) {
    const PpoPlan *plan = &ppo->plan;
    cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&lane->chosen, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&lane->done, cudaEventDisableTiming);
    size_t games = (size_t)plan->games;
    return cuda_healthy(err) && device_memory((void **)&lane->order, sizeof(uint32_t) * games, err) &&
           device_memory((void **)&lane->answers, games, err) &&
           cuda_pass_open(&lane->actor, &cuda->nets[PPO_ACTOR], cuda->lane_rows, 1, false, plan->tf32, lane->stream,
                          err) &&
           cuda_pass_open(&lane->critic, &cuda->nets[PPO_CRITIC], cuda->lane_rows, 1, false, plan->tf32, lane->stream,
                          err);
}

static bool ppo_cuda_open_all(const Ppo *ppo, PpoCuda *cuda, Error *err) {
    const PpoPlan *plan = &ppo->plan;
    int rows = plan->games * plan->steps; // ppo_check has seen to it that they can be counted
    cuda->lane_rows = plan->games < LANE_ROWS ? plan->games : LANE_ROWS;
    cuda->batch_rows = plan->minibatch < rows ? plan->minibatch : rows;
    cudaEventCreateWithFlags(&cuda->judged, cudaEventDisableTiming);
    for (int i = 0; i < PPO_NETS; i++) cudaStreamCreateWithFlags(&cuda->streams[i], cudaStreamNonBlocking);
    if (!cuda_healthy(err) || !ppo_cuda_open_rows(ppo, cuda, err)) return false;
    for (int i = 0; i < PPO_NETS; i++) {
        if (!cuda_net_open(&cuda->nets[i], ppo->nets[i].net, true, err) ||
            !cuda_pass_open(&cuda->passes[i], &cuda->nets[i], cuda->batch_rows, 1, true, plan->tf32, cuda->streams[i],
                            err))
            return false;
    }
    for (int i = 0; i < PPO_LANES; i++) {
        if (!open_lane(ppo, cuda, &cuda->lanes[i], err)) return false;
    }
    return true;
}

extern "C" PpoCuda *ppo_cuda_open(Ppo *ppo, Error *err) {
    if (!cuda_present(err)) return NULL;
    PpoCuda *cuda = (PpoCuda *)calloc(1, sizeof *cuda);
    if (!cuda) {
        error_set(err, "not enough memory");
        return NULL;
    }
    if (ppo_cuda_open_all(ppo, cuda, err)) return cuda;
    ppo_cuda_close(cuda);
    return NULL;
}

static void close_lane(CudaLane *lane) {
    cuda_pass_close(&lane->actor);
    cuda_pass_close(&lane->critic);
    cudaFree(lane->order);
    cudaFree(lane->answers);
    if (lane->chosen) cudaEventDestroy(lane->chosen);
    if (lane->done) cudaEventDestroy(lane->done);
    if (lane->stream) cudaStreamDestroy(lane->stream);
}

extern "C" void ppo_cuda_close(PpoCuda *cuda) {
    if (!cuda) return;
    cudaDeviceSynchronize();
    for (int i = 0; i < PPO_LANES; i++) close_lane(&cuda->lanes[i]);
    for (int i = 0; i < PPO_NETS; i++) {
        cuda_pass_close(&cuda->passes[i]);
        cuda_net_close(&cuda->nets[i]);
    }
    for (int i = 0; i < PPO_MAX_BRAINS; i++) cuda_net_close(&cuda->frozen[i]);
    void *arrays[] = {cuda->block,     cuda->choice,       cuda->log_before, cuda->value,
                      cuda->advantage, cuda->target,       cuda->learned,    cuda->places[PPO_ACTOR],
                      cuda->losses,    cuda->value_losses, cuda->parts,      cuda->places[PPO_CRITIC],
                      cuda->heard};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) cudaFree(arrays[i]);
    for (int i = 0; i < PPO_NETS; i++) {
        if (cuda->streams[i]) cudaStreamDestroy(cuda->streams[i]);
    }
    if (cuda->judged) cudaEventDestroy(cuda->judged);
    cudaGetLastError(); // what went wrong has been said
    free(cuda);
}

// Passes are made to grow now, while nothing is under way.
extern "C" bool ppo_cuda_freeze(Ppo *ppo, int brain, Error *err) {
    PpoCuda *cuda = ppo->cuda;
    CudaNet *net = &cuda->frozen[brain];
    cudaDeviceSynchronize();
    cuda_net_close(net);
    if (!ppo->frozen[brain]) return cuda_healthy(err);
    bool good = cuda_net_open(net, ppo->frozen[brain], false, err);
    for (int i = 0; i < PPO_LANES; i++) {
        CudaPass *pass = &cuda->lanes[i].actor;
        good = good && cuda_pass_use(pass, net, err) && cuda_pass_use(pass, &cuda->nets[PPO_ACTOR], err);
    }
    if (!good) cuda_net_close(net);
    return good;
}

// Choosing.

template <typename T>
static void upload(const Ppo *ppo, const T *from, size_t width, uint32_t row, size_t rows, cudaStream_t stream) {
    if (width == 0) return;
    cudaMemcpyAsync(there(ppo, from + row * width), from + row * width, sizeof(T) * width * rows,
                    cudaMemcpyHostToDevice, stream);
}

static void upload_rows(const Ppo *ppo, uint32_t row, int count, cudaStream_t stream) {
    const PpoPlan *plan = &ppo->plan;
    size_t rows = (size_t)count;
    upload(ppo, ppo->slots.inputs, (size_t)plan->inputs, row, rows, stream);
    upload(ppo, ppo->slots.secrets, (size_t)plan->secrets, row, rows, stream);
    upload(ppo, ppo->slots.legal, (size_t)ppo_legal_bytes(plan), row, rows, stream);
    upload(ppo, ppo->slots.brain, 1, row, rows, stream);
    upload(ppo, ppo->slots.seat, 1, row, rows, stream);
    upload(ppo, ppo->slots.ended, 1, row, rows, stream);
    upload(ppo, ppo->slots.reward, 1, row, rows, stream);
}

// The games of one brain, `count` of them from `first` on in the lane's order.
static void ppo_cuda_choose_rows(const Ppo *ppo, const PpoLane *range, CudaLane *lane, int first, int count) {
    const PpoPlan *plan = &ppo->plan;
    PpoCuda *cuda = ppo->cuda;
    PpoBytes bytes = bytes_of(ppo);
    PpoOrder order = {lane->order, 0, 0, (uint32_t)first, ppo_row_at(ppo, range->step, 0)};
    uint64_t key = rng_key(plan->seed, ppo->iteration, (uint64_t)range->step);
    ppo_expand_rows<<<cuda_row_blocks(count), CUDA_THREADS, 0, lane->stream>>>(bytes, order, count, false,
                                                                               lane->actor.values[0], NULL);
    cuda_pass_forward(&lane->actor, count);
    draw_rows<<<(count + TILE_ROWS - 1) / TILE_ROWS, TILE_ROWS, tile_size(plan->choices), lane->stream>>>(
        cuda_pass_outputs(&lane->actor), bytes, order, count, plan->choices, key, (uint32_t)range->first, cuda->choice,
        cuda->log_before, lane->answers);
}

// What the critic makes of rows, by a pass of `room` rows.
static void value_rows(const Ppo *ppo, CudaPass *pass, int room, PpoOrder order, int count) {
    for (int done = 0; done < count; done += room) {
        int some = count - done < room ? count - done : room;
        PpoOrder part = order;
        part.first += (uint32_t)done;
        ppo_expand_rows<<<cuda_row_blocks(some), CUDA_THREADS, 0, pass->stream>>>(bytes_of(ppo), part, some, true,
                                                                                  pass->values[0], NULL);
        cuda_pass_forward(pass, some);
        keep_values<<<cuda_blocks((size_t)some), CUDA_THREADS, 0, pass->stream>>>(cuda_pass_outputs(pass), part, some,
                                                                                  ppo->cuda->value);
    }
}

static bool choose_brain(const Ppo *ppo, const PpoLane *range, CudaLane *lane, int brain, Error *err) {
    int first = range->starts[brain], end = range->starts[brain + 1], room = ppo->cuda->lane_rows;
    CudaNet *net = brain ? &ppo->cuda->frozen[brain] : &ppo->cuda->nets[PPO_ACTOR];
    if (first == end) return true;
    if (!cuda_pass_use(&lane->actor, net, err)) return false;
    for (; first < end; first += room)
        ppo_cuda_choose_rows(ppo, range, lane, first, end - first < room ? end - first : room);
    return true;
}

extern "C" bool ppo_cuda_begin(Ppo *ppo, int index, Error *err) {
    const PpoLane *range = &ppo->lanes[index];
    CudaLane *lane = &ppo->cuda->lanes[index];
    size_t count = (size_t)range->count;
    upload_rows(ppo, ppo_row_at(ppo, range->step, range->first), range->count, lane->stream);
    cudaMemcpyAsync(lane->order, range->order, sizeof(uint32_t) * count, cudaMemcpyHostToDevice, lane->stream);
    for (int brain = 0; brain < PPO_MAX_BRAINS; brain++) {
        if (!choose_brain(ppo, range, lane, brain, err)) return false;
    }
    cudaMemcpyAsync(range->choices, lane->answers, count, cudaMemcpyDeviceToHost, lane->stream);
    cudaEventRecord(lane->chosen, lane->stream);
    PpoOrder mine = {lane->order, 0, 0, 0, ppo_row_at(ppo, range->step, 0)};
    value_rows(ppo, &lane->critic, ppo->cuda->lane_rows, mine, range->starts[1]);
    cudaEventRecord(lane->done, lane->stream);
    return cuda_pass_healthy(&lane->actor, err) && cuda_pass_healthy(&lane->critic, err) && cuda_healthy(err);
}

extern "C" bool ppo_cuda_end(Ppo *ppo, int index, Error *err) {
    cudaEventSynchronize(ppo->cuda->lanes[index].chosen);
    return cuda_healthy(err);
}

// Learning.

static PpoRollout ppo_cuda_rollout_of(const Ppo *ppo) {
    PpoCuda *cuda = ppo->cuda;
    PpoRollout rollout = {ppo->plan.games,
                          ppo->plan.steps,
                          ppo->base,
                          there(ppo, ppo->slots.brain),
                          there(ppo, ppo->slots.seat),
                          there(ppo, ppo->slots.ended),
                          there(ppo, ppo->slots.reward),
                          cuda->value,
                          cuda->advantage,
                          cuda->target,
                          ppo->plan.gamma,
                          ppo->plan.lambda};
    return rollout;
}

// All rows of the last step are valued: few are others'.
extern "C" void ppo_cuda_look(Ppo *ppo) {
    uint32_t last = ppo_row_at(ppo, ppo->plan.steps, 0);
    PpoOrder all = {NULL, 0, 0, 0, last};
    upload_rows(ppo, last, ppo->plan.games, ppo->cuda->streams[PPO_CRITIC]);
    value_rows(ppo, &ppo->cuda->passes[PPO_CRITIC], ppo->cuda->batch_rows, all, ppo->plan.games);
}

// Advantages, their mean and deviation; goes on where ppo_cuda_look ended. The actor waits for it.
static void judge_rollout(const Ppo *ppo) {
    PpoCuda *cuda = ppo->cuda;
    cudaStream_t stream = cuda->streams[PPO_CRITIC];
    size_t games = (size_t)ppo->plan.games;
    cudaMemsetAsync(cuda->heard, 0, sizeof *cuda->heard, stream);
    for (int i = 0; i < PPO_NETS; i++) cudaMemsetAsync(cuda->nets[i].clip, 0, sizeof(CudaClip), stream);
    cudaMemcpyAsync(cuda->learned, ppo->learned, sizeof(uint32_t) * ppo->learned_count, cudaMemcpyHostToDevice, stream);
    for (int i = 0; i < PPO_LANES; i++) cudaStreamWaitEvent(stream, cuda->lanes[i].done, 0);
    advantages_of_games<<<cuda_blocks(games), CUDA_THREADS, 0, stream>>>(ppo_cuda_rollout_of(ppo));
    sum_moments<<<SUM_PARTS, CUDA_THREADS, 0, stream>>>(cuda->learned, ppo->learned_count, cuda->advantage,
                                                        cuda->target, cuda->parts);
    judge_moments<<<1, CUDA_THREADS, 0, stream>>>(cuda->parts, ppo->learned_count, cuda->heard);
    cudaEventRecord(cuda->judged, stream);
    cudaStreamWaitEvent(cuda->streams[PPO_ACTOR], cuda->judged, 0);
}

static void step_net(const Ppo *ppo, int which, int count, double rate) {
    TrainPlan optimiser = ppo_optimiser(&ppo->plan);
    CudaStep step = {optimiser.optimiser, ppo->step,       1.0 / count,      optimiser.clip, rate,
                     optimiser.momentum,  optimiser.decay, optimiser.epsilon};
    cuda_net_step(&ppo->cuda->nets[which], &step, ppo->cuda->streams[which]);
}

static PpoLearned learned_of(const PpoCuda *cuda) {
    PpoLearned learned = {cuda->choice, cuda->log_before, cuda->value, cuda->advantage, cuda->target};
    return learned;
}

// A minibatch of the actor: forward, judged, back, one step.
static void learn_actor(const Ppo *ppo, PpoOrder order, int count, PpoPull pull, double rate) {
    PpoCuda *cuda = ppo->cuda;
    CudaPass *pass = &cuda->passes[PPO_ACTOR];
    PpoBytes bytes = bytes_of(ppo);
    uint32_t *places = cuda->places[PPO_ACTOR];
    int choices = ppo->plan.choices;
    unsigned tiles = (unsigned)((count + TILE_ROWS - 1) / TILE_ROWS);
    ppo_expand_rows<<<cuda_row_blocks(count), CUDA_THREADS, 0, pass->stream>>>(bytes, order, count, false,
                                                                               pass->values[0], places);
    cuda_pass_forward(pass, count);
    judge_rows<<<tiles, TILE_ROWS, 2 * tile_size(choices), pass->stream>>>(
        cuda_pass_outputs(pass), bytes, places, count, choices, learned_of(cuda), cuda->heard, pull, pass->delta,
        cuda->losses);
    cuda_pass_backward(pass, count);
    step_net(ppo, PPO_ACTOR, count, rate);
    ppo_add_losses<<<1, CUDA_THREADS, 0, pass->stream>>>(cuda->losses, count, cuda->heard);
}

static void learn_critic(const Ppo *ppo, PpoOrder order, int count, PpoPull pull, double rate) {
    PpoCuda *cuda = ppo->cuda;
    CudaPass *pass = &cuda->passes[PPO_CRITIC];
    uint32_t *places = cuda->places[PPO_CRITIC];
    ppo_expand_rows<<<cuda_row_blocks(count), CUDA_THREADS, 0, pass->stream>>>(bytes_of(ppo), order, count, true,
                                                                               pass->values[0], places);
    cuda_pass_forward(pass, count);
    judge_values<<<cuda_blocks((size_t)count), CUDA_THREADS, 0, pass->stream>>>(
        cuda_pass_outputs(pass), places, count, learned_of(cuda), pull, pass->delta, cuda->value_losses);
    cuda_pass_backward(pass, count);
    step_net(ppo, PPO_CRITIC, count, rate);
    add_value_losses<<<1, CUDA_THREADS, 0, pass->stream>>>(cuda->value_losses, count, cuda->heard);
}

// Waits for all of it.
static bool ppo_cuda_hear(const Ppo *ppo, double steps, PpoReport *report, Error *err) {
    PpoCuda *cuda = ppo->cuda;
    PpoHeard heard;
    double norms[PPO_NETS];
    for (int i = 0; i < PPO_NETS; i++) cudaStreamSynchronize(cuda->streams[i]);
    cudaMemcpy(&heard, cuda->heard, sizeof heard, cudaMemcpyDeviceToHost);
    for (int i = 0; i < PPO_NETS; i++) {
        CudaClip clip;
        cudaMemcpy(&clip, cuda->nets[i].clip, sizeof clip, cudaMemcpyDeviceToHost);
        norms[i] = clip.total;
        if (!cuda_pass_healthy(&cuda->passes[i], err)) return false;
    }
    return cuda_healthy(err) && ppo_fill_report(ppo, &heard.sums, steps, norms, heard.moments, report, err);
}

extern "C" bool ppo_cuda_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err) {
    PpoCuda *cuda = ppo->cuda;
    PpoPull pull = {(float)ppo->plan.clip, (float)entropy, (float)ppo->plan.value_clip};
    uint32_t parts = ppo_parts(ppo);
    if (parts == 0) { // what was looked at must be over before the host writes there again
        cudaStreamSynchronize(cuda->streams[PPO_CRITIC]);
        return cuda_healthy(err);
    }
    judge_rollout(ppo);
    for (int epoch = 0; epoch < ppo->plan.epochs; epoch++) {
        for (uint32_t part = 0; part < parts; part++) {
            uint32_t first, count;
            ppo_part(ppo->learned_count, parts, part, &first, &count);
            PpoOrder order = {cuda->learned, ppo_order_key(ppo, epoch), ppo->learned_count, first, 0};
            ppo->step++;
            learn_actor(ppo, order, (int)count, pull, rate);
            learn_critic(ppo, order, (int)count, pull, rate * ppo->plan.value_weight);
        }
    }
    return ppo_cuda_hear(ppo, (double)parts * ppo->plan.epochs, report, err);
}

// Weights.

extern "C" bool ppo_cuda_pull(Ppo *ppo, Error *err) {
    for (int i = 0; i < PPO_NETS; i++) {
        PpoNet *net = &ppo->nets[i];
        if (!cuda_net_get(&ppo->cuda->nets[i], net_block(net->net), net->first, net->second, ppo->cuda->streams[i],
                          err))
            return false;
    }
    return true;
}

extern "C" bool ppo_cuda_push(Ppo *ppo, Error *err) {
    for (int i = 0; i < PPO_NETS; i++) {
        const PpoNet *net = &ppo->nets[i];
        if (!cuda_net_put(&ppo->cuda->nets[i], net_weights(net->net), net->first, net->second, ppo->cuda->streams[i],
                          err))
            return false;
    }
    cudaDeviceSynchronize(); // the lanes do not wait for it
    return cuda_healthy(err);
}

extern "C" bool ppo_cuda_peek(Ppo *ppo, uint8_t *choice, float *log_before, float *value, float *advantage,
                              Error *err) {
    PpoCuda *cuda = ppo->cuda;
    size_t rows = ppo_all_rows(&ppo->plan), floats = sizeof(float) * rows;
    cudaDeviceSynchronize();
    cudaMemcpy(choice, cuda->choice, rows, cudaMemcpyDeviceToHost);
    cudaMemcpy(log_before, cuda->log_before, floats, cudaMemcpyDeviceToHost);
    cudaMemcpy(value, cuda->value, floats, cudaMemcpyDeviceToHost);
    cudaMemcpy(advantage, cuda->advantage, floats, cudaMemcpyDeviceToHost);
    return cuda_healthy(err);
}
