// SPDX-License-Identifier: MIT
// Shared by the CPU and GPU versions: rows on the host, whose turn it is, which rows to learn from, reports.
#include "learn/ppo/ppo.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "learn/ppo/ppo_internal.h"

// Opening and closing.

static void *host_memory(const PpoPlan *plan, size_t bytes, Error *err) {
    if (plan->device == TRAIN_CUDA) return ppo_cuda_pin(bytes, err);
    void *memory = calloc(1, bytes);
    if (!memory) error_set(err, "not enough memory for rollouts of %d games x %d steps", plan->games, plan->steps);
    return memory;
}

static void free_host(const PpoPlan *plan, void *memory) {
    if (plan->device == TRAIN_CUDA) {
        ppo_cuda_unpin(memory);
    } else {
        free(memory);
    }
}

// Rewards first: they want alignment.
static void lay_out_rows(Ppo *ppo) {
    const PpoPlan *plan = &ppo->plan;
    size_t rows = ppo_all_rows(plan);
    uint8_t *at = ppo->block;
    ppo->slots.reward = (float *)(void *)at;
    at += rows * sizeof(float);
    ppo->slots.inputs = at;
    at += rows * (size_t)plan->inputs;
    ppo->slots.secrets = at;
    at += rows * (size_t)plan->secrets;
    ppo->slots.legal = at;
    at += rows * (size_t)ppo_legal_bytes(plan);
    ppo->slots.brain = at;
    ppo->slots.seat = at + rows;
    ppo->slots.ended = at + 2 * rows;
}

static bool ppo_open_rows(Ppo *ppo, Error *err) {
    const PpoPlan *plan = &ppo->plan;
    size_t row = sizeof(float) + (size_t)(plan->inputs + plan->secrets + ppo_legal_bytes(plan)) + 3;
    size_t games = (size_t)plan->games;
    ppo->block = host_memory(plan, ppo_all_rows(plan) * row, err);
    ppo->learned = ppo->block ? host_memory(plan, sizeof *ppo->learned * (games * (size_t)plan->steps + 1), err) : NULL;
    if (!ppo->learned) return false;
    lay_out_rows(ppo);
    for (int i = 0; i < PPO_LANES; i++) {
        ppo->lanes[i].choices = host_memory(plan, games, err);
        ppo->lanes[i].order = ppo->lanes[i].choices ? host_memory(plan, sizeof(uint32_t) * games, err) : NULL;
        if (!ppo->lanes[i].order) return false;
    }
    ppo->known = malloc(games);
    return ppo->known || error_set(err, "not enough memory for %d games", plan->games);
}

static bool ppo_open_net(PpoNet *to, const Net *from, Error *err) {
    size_t bytes = sizeof(float) * net_parameters(from);
    to->net = net_copy(from);
    to->first = net_floats(net_parameters(from));
    to->second = net_floats(net_parameters(from));
    if (!to->net || !to->first || !to->second) return error_set(err, "not enough memory for the nets");
    memset(to->first, 0, bytes);
    memset(to->second, 0, bytes);
    return true;
}

static bool ppo_open_all(Ppo *ppo, const Net *actor, const Net *critic, Error *err) {
    if (!ppo_open_net(&ppo->nets[PPO_ACTOR], actor, err) || !ppo_open_net(&ppo->nets[PPO_CRITIC], critic, err))
        return false;
    if (!ppo_open_rows(ppo, err)) return false;
    if (ppo->plan.device == TRAIN_CPU) return ppo_worker_open(ppo, err);
    ppo->cuda = ppo_cuda_open(ppo, err);
    return ppo->cuda != NULL;
}

Ppo *ppo_open(const PpoPlan *plan, const Net *actor, const Net *critic, Error *err) {
    if (!ppo_check(plan, actor, critic, err)) return NULL;
    Ppo *ppo = calloc(1, sizeof *ppo);
    if (!ppo) {
        error_set(err, "not enough memory");
        return NULL;
    }
    ppo->plan = *plan;
    if (ppo_open_all(ppo, actor, critic, err)) return ppo;
    ppo_close(ppo);
    return NULL;
}

void ppo_close(Ppo *ppo) {
    if (!ppo) return;
    if (ppo->plan.device == TRAIN_CUDA) {
        ppo_cuda_close(ppo->cuda);
    } else {
        ppo_worker_close(ppo);
    }
    for (int i = 0; i < PPO_LANES; i++) {
        free_host(&ppo->plan, ppo->lanes[i].choices);
        free_host(&ppo->plan, ppo->lanes[i].order);
    }
    free_host(&ppo->plan, ppo->learned);
    free_host(&ppo->plan, ppo->block);
    free(ppo->known);
    for (int i = 0; i < PPO_MAX_BRAINS; i++) net_close(ppo->frozen[i]);
    for (int i = 0; i < PPO_NETS; i++) {
        net_close(ppo->nets[i].net);
        free(ppo->nets[i].first);
        free(ppo->nets[i].second);
    }
    free(ppo);
}

bool ppo_freeze(Ppo *ppo, int brain, const Net *actor, Error *err) {
    assert(brain >= 1 && brain < ppo->plan.brains);
    if (actor && !ppo_check_actor(&ppo->plan, actor, err)) return false;
    Net *copy = actor ? net_copy(actor) : NULL, *old = ppo->frozen[brain];
    if (actor && !copy) return error_set(err, "not enough memory for another net");
    ppo->frozen[brain] = copy;
    bool good = ppo->cuda ? ppo_cuda_freeze(ppo, brain, err) : ppo_worker_freeze(ppo, brain, err);
    net_close(old);
    if (good) return true;
    net_close(copy);
    ppo->frozen[brain] = NULL;
    return false;
}

PpoRows ppo_rows(Ppo *ppo, int step) {
    const PpoPlan *plan = &ppo->plan;
    assert(step >= 0 && step <= plan->steps);
    size_t row = ppo_row_at(ppo, step, 0);
    PpoRows rows = ppo->slots;
    rows.inputs += row * (size_t)plan->inputs;
    rows.secrets += row * (size_t)plan->secrets;
    rows.legal += row * (size_t)ppo_legal_bytes(plan);
    rows.brain += row;
    rows.seat += row;
    rows.ended += row;
    rows.reward += row;
    return rows;
}

// Choosing.

bool ppo_sort_lane(const Ppo *ppo, PpoLane *lane, Error *err) {
    const uint8_t *brain = ppo->slots.brain + ppo_row_at(ppo, lane->step, lane->first);
    int next[PPO_MAX_BRAINS], total = 0, counts[UINT8_MAX + 1] = {0};
    for (int i = 0; i < lane->count; i++) counts[brain[i]]++;
    for (int b = 0; b <= UINT8_MAX; b++) {
        if (counts[b] && (b >= ppo->plan.brains || (b > 0 && !ppo->frozen[b]))) {
            return error_set(err, "a row of step %d asks brain %d, which has no network", lane->step, b);
        }
        if (b >= PPO_MAX_BRAINS) continue;
        lane->starts[b] = next[b] = total;
        total += counts[b];
    }
    lane->starts[PPO_MAX_BRAINS] = total;
    for (int i = 0; i < lane->count; i++) lane->order[next[brain[i]]++] = (uint32_t)(lane->first + i);
    return true;
}

bool ppo_choose_begin(Ppo *ppo, int lane, int step, int first, int count, Error *err) {
    assert(lane >= 0 && lane < PPO_LANES && !ppo->lanes[lane].busy);
    assert(step >= 0 && step < ppo->plan.steps && first >= 0 && count > 0 && first + count <= ppo->plan.games);
    PpoLane *range = &ppo->lanes[lane];
    range->step = step;
    range->first = first;
    range->count = count;
    if (!ppo_sort_lane(ppo, range, err)) return false;
    if (!ppo->cuda && !ppo_worker_choose(ppo, range, err)) return false;
    if (ppo->cuda && !ppo_cuda_begin(ppo, lane, err)) return false;
    range->busy = true;
    return true;
}

bool ppo_choose_end(Ppo *ppo, int lane, uint8_t *choices, Error *err) {
    PpoLane *range = &ppo->lanes[lane];
    assert(range->busy);
    range->busy = false;
    if (ppo->cuda && !ppo_cuda_end(ppo, lane, err)) return false;
    const uint8_t *bad = memchr(range->choices, PPO_NONE, (size_t)range->count);
    if (bad) {
        return error_set(err,
                         "game %d at step %d: no choice is legal, or a network's outputs are no numbers any more; "
                         "try a smaller learning rate",
                         range->first + (int)(bad - range->choices), range->step);
    }
    memcpy(choices, range->choices, (size_t)range->count);
    return true;
}

// Learning.

// Branch-free compaction: a row that is not taken is overwritten.
void ppo_list_learned(Ppo *ppo) {
    const PpoPlan *plan = &ppo->plan;
    uint32_t count = 0;
    memset(ppo->known, 0, (size_t)plan->games);
    for (int step = plan->steps; step >= 0; step--) {
        uint32_t row = ppo_row_at(ppo, step, 0);
        const uint8_t *brain = ppo->slots.brain + row;
        const uint8_t *ended = step < plan->steps ? ppo->slots.ended + ppo_row_at(ppo, step + 1, 0) : NULL;
        for (uint32_t game = 0; game < (uint32_t)plan->games; game++) {
            unsigned mine = brain[game] == 0, known = ppo->known[game] | (ended && ended[game]);
            ppo->learned[count] = row + game;
            count += mine & known;
            ppo->known[game] = (uint8_t)(mine | known);
        }
    }
    ppo->learned_count = count;
}

uint64_t ppo_order_key(const Ppo *ppo, int epoch) { // streams of steps end where those of epochs begin
    return rng_key(ppo->plan.seed, ppo->iteration, (UINT64_C(1) << 32) + (uint64_t)epoch);
}

uint32_t ppo_parts(const Ppo *ppo) {
    uint32_t most = (uint32_t)ppo->plan.minibatch;
    return (ppo->learned_count + most - 1) / most;
}

void ppo_part(uint32_t rows, uint32_t parts, uint32_t index, uint32_t *first, uint32_t *count) {
    *first = (uint32_t)((uint64_t)rows * index / parts);
    *count = (uint32_t)((uint64_t)rows * (index + 1) / parts) - *first;
}

void ppo_normal(const Ppo *ppo, const double moments[PPO_MOMENTS], double *mean, double *deviation) {
    double n = ppo->learned_count;
    *mean = moments[0] / n;
    *deviation = sqrt(fmax(moments[1] / n - *mean * *mean, 0)) + 1e-8;
}

static double variance(double n, double sum, double squares) { return squares / n - sum / n * (sum / n); }

bool ppo_fill_report(const Ppo *ppo, const PpoSums *sums, double steps, const double norms[PPO_NETS],
                     const double moments[PPO_MOMENTS], PpoReport *report, Error *err) {
    double n = ppo->learned_count, rows = sums->rows, spread = variance(n, moments[2], moments[3]);
    *report = (PpoReport){.rows = ppo->learned_count,
                          .policy = sums->policy / rows,
                          .value = sums->value / rows,
                          .entropy = sums->entropy / rows,
                          .divergence = sums->divergence / rows,
                          .clipped = sums->clipped / rows,
                          .explained = spread > 0 ? 1 - variance(n, moments[0], moments[1]) / spread : 0,
                          .actor_norm = norms[PPO_ACTOR] / steps,
                          .critic_norm = norms[PPO_CRITIC] / steps};
    return (isfinite(report->policy) && isfinite(report->value) && isfinite(report->entropy) &&
            isfinite(report->actor_norm) && isfinite(report->critic_norm)) ||
           error_set(err, "iteration %llu: the loss is no number any more; try a smaller learning rate",
                     (unsigned long long)ppo->iteration + 1);
}

bool ppo_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err) {
    assert(!ppo->lanes[0].busy && !ppo->lanes[1].busy);
    PpoReport own = {0}, *told = report ? report : &own;
    *told = (PpoReport){0};
    if (ppo->cuda) ppo_cuda_look(ppo); // it goes on with that while we list
    ppo_list_learned(ppo);
    bool good = (ppo->cuda ? ppo_cuda_learn : ppo_worker_learn)(ppo, rate, entropy, told, err);
    ppo->base = (ppo->base + ppo->plan.steps) % (ppo->plan.steps + 1);
    ppo->iteration++;
    return good;
}

static void copy_weights(const Net *from, Net *to) {
    assert(net_parameters(from) == net_parameters(to));
    memcpy(net_block(to), net_weights(from), sizeof(float) * net_parameters(from));
}

void ppo_traffic(const Ppo *ppo, uint64_t *updates, uint64_t *bytes) {
    *updates = ppo->worker.updates;
    *bytes = ppo->worker.bytes;
}

bool ppo_fetch(Ppo *ppo, Net *actor, Net *critic, Error *err) {
    if (ppo->cuda && !ppo_cuda_pull(ppo, err)) return false;
    if (actor) copy_weights(ppo->nets[PPO_ACTOR].net, actor);
    if (critic) copy_weights(ppo->nets[PPO_CRITIC].net, critic);
    return true;
}
