// SPDX-License-Identifier: MIT
// PPO on the CPU: values and advantages, and the updates. The formulas are those of ppo_row_internal.h. A minibatch is
// cut into shards, whatever the number of threads, and all that is summed has a fixed order.
#include <math.h>
#include <string.h>

#include "learn/ppo/ppo_internal.h"

// If stopped half way there is no result: tasks skip their work, and nothing reads it.
static bool stopped(const Ppo *ppo) { return ppo->plan.stop && ppo->plan.stop(ppo->plan.stop_context); }

// Values, advantages.

// The learner's rows of a part of a step, in the ring's order of slots.
static void value_task(void *context, int index, int member) {
    Ppo *ppo = context;
    PpoWorker *worker = &ppo->worker;
    Pass *pass = &worker->critic.passes[member];
    size_t inputs = (size_t)net_inputs(pass->net), all = ppo_all_rows(&ppo->plan);
    size_t begin = (size_t)(worker->first_task + index) * PPO_AT_ONCE;
    size_t end = begin + PPO_AT_ONCE < all ? begin + PPO_AT_ONCE : all;
    int count = 0;
    if (stopped(ppo)) return;
    for (size_t row = begin; row < end; row++) {
        if (ppo->slots.brain[row] == 0)
            ppo_expand(ppo, (uint32_t)row, true, pass->values[0] + inputs * (size_t)count++);
    }
    if (count == 0) return;
    pass_forward(pass, count);
    const float *values = pass->values[net_layers(pass->net)];
    for (size_t row = begin; row < end; row++) {
        if (ppo->slots.brain[row] == 0) worker->value[row] = *values++;
    }
}

static PpoRollout ppo_rollout_of(const Ppo *ppo) {
    const PpoWorker *worker = &ppo->worker;
    return (PpoRollout){.games = ppo->plan.games,
                        .steps = ppo->plan.steps,
                        .base = ppo->base,
                        .brain = ppo->slots.brain,
                        .seat = ppo->slots.seat,
                        .ended = ppo->slots.ended,
                        .reward = ppo->slots.reward,
                        .value = worker->value,
                        .advantage = worker->advantage,
                        .target = worker->target,
                        .gamma = ppo->plan.gamma,
                        .lambda = ppo->plan.lambda};
}

static void advantage_task(void *context, int index, int member) {
    const Ppo *ppo = context;
    PpoRollout rollout = ppo_rollout_of(ppo);
    int begin = index * PPO_AT_ONCE,
        end = begin + PPO_AT_ONCE < ppo->plan.games ? begin + PPO_AT_ONCE : ppo->plan.games;
    (void)member;
    for (int game = begin; game < end; game++) ppo_advantages(&rollout, game);
}

static void moments_task(void *context, int index, int member) {
    const Ppo *ppo = context;
    const PpoWorker *worker = &ppo->worker;
    uint32_t begin = (uint32_t)index * PPO_AT_ONCE, left = ppo->learned_count - begin;
    double sums[PPO_MOMENTS] = {0};
    (void)member;
    for (uint32_t i = 0; i < PPO_AT_ONCE && i < left; i++) {
        uint32_t row = ppo->learned[begin + i];
        double advantage = (double)worker->advantage[row], target = (double)worker->target[row];
        sums[0] += advantage;
        sums[1] += advantage * advantage;
        sums[2] += target;
        sums[3] += target * target;
    }
    memcpy(worker->moments[index], sums, sizeof sums);
}

static int tasks_of(size_t count) { return (int)((count + PPO_AT_ONCE - 1) / PPO_AT_ONCE); }

// What all rows are worth to the critic, of whom each process asks a part.
static void value_rows(Ppo *ppo) {
    PpoWorker *worker = &ppo->worker;
    Peers *peers = ppo->plan.peers;
    size_t all = ppo_all_rows(&ppo->plan);
    int tasks = tasks_of(all), end;
    peers_shards(peers, tasks, &worker->first_task, &end);
    team_run(worker->team, end - worker->first_task, value_task, ppo);
    for (int rank = 0; rank <= peers_count(peers); rank++) {
        size_t begin = (size_t)peers_first(peers, rank, tasks) * PPO_AT_ONCE;
        worker->cuts[rank] = (int)(begin < all ? begin : all);
    }
    peers_share(peers, worker->cuts, sizeof *worker->value, worker->value);
}

void ppo_worker_judge(Ppo *ppo, double moments[PPO_MOMENTS]) {
    PpoWorker *worker = &ppo->worker;
    value_rows(ppo);
    team_run(worker->team, tasks_of((size_t)ppo->plan.games), advantage_task, ppo);
    int tasks = tasks_of(ppo->learned_count);
    team_run(worker->team, tasks, moments_task, ppo);
    memset(moments, 0, sizeof(double) * PPO_MOMENTS);
    for (int i = 0; i < tasks; i++) {
        for (int k = 0; k < PPO_MOMENTS; k++) moments[k] += worker->moments[i][k];
    }
    ppo_normal(ppo, moments, &worker->mean, &worker->deviation);
}

// Minibatches.

static void judge_actor(const Ppo *ppo, Pass *pass, const uint32_t *rows, int count, PpoSums *sums) {
    const PpoWorker *worker = &ppo->worker;
    int choices = ppo->plan.choices, bytes = ppo_legal_bytes(&ppo->plan);
    for (int i = 0; i < count; i++) {
        size_t row = rows[i], at = (size_t)i * (size_t)choices;
        float advantage = (float)(((double)worker->advantage[row] - worker->mean) / worker->deviation);
        PpoLoss loss =
            ppo_judge(pass->values[net_layers(pass->net)] + at, ppo->slots.legal + row * (size_t)bytes, choices,
                      worker->choice[row], worker->log_before[row], advantage, worker->pull, pass->delta + at);
        sums->rows++;
        sums->policy += (double)loss.policy;
        sums->entropy += (double)loss.entropy;
        sums->divergence += (double)loss.divergence;
        sums->clipped += (double)loss.clipped;
    }
}

static void judge_critic(const Ppo *ppo, Pass *pass, const uint32_t *rows, int count, PpoSums *sums) {
    const PpoWorker *worker = &ppo->worker;
    const float *values = pass->values[net_layers(pass->net)];
    for (int i = 0; i < count; i++) {
        uint32_t row = rows[i];
        sums->value +=
            (double)ppo_judge_value(values[i], worker->value[row], worker->target[row], worker->pull, &pass->delta[i]);
    }
}

// Rows of the shuffled order through one of the nets and back; their gradient is written.
static void learn_rows(const Ppo *ppo, int which, uint32_t first, int count, int member, float *gradient,
                       PpoSums *sums) {
    const PpoWorker *worker = &ppo->worker;
    Pass *pass = which == PPO_ACTOR ? &worker->rooms[0].passes[member] : &worker->critic.passes[member];
    uint32_t rows[PPO_AT_ONCE];
    pass->net = ppo->nets[which].net;
    for (int i = 0; i < count; i++) {
        rows[i] = ppo->learned[chance_shuffle(worker->key, ppo->learned_count, first + (uint32_t)i)];
        ppo_expand(ppo, rows[i], which == PPO_CRITIC, pass->values[0] + (size_t)i * (size_t)net_inputs(pass->net));
    }
    pass_forward(pass, count);
    (which == PPO_ACTOR ? judge_actor : judge_critic)(ppo, pass, rows, count, sums);
    pass_backward(pass, count, gradient);
}

// One shard of one net: all of the actor's, then all of the critic's.
static void learn_task(void *context, int index, int member) {
    Ppo *ppo = context;
    PpoWorker *worker = &ppo->worker;
    int shares = worker->own_shards, which = index / shares, shard = worker->first_task + index % shares;
    size_t stride = worker->stride[which], parameters = net_parameters(ppo->nets[which].net);
    float *gradient = worker->gradients[which] + (size_t)shard * stride;
    float *scratch = worker->scratch + (size_t)member * worker->scratch_stride;
    uint32_t first, count;
    ppo_part(worker->count, (uint32_t)worker->shards, (uint32_t)shard, &first, &count);
    PpoSums *sums = &worker->sums[which][shard];
    *sums = (PpoSums){0};
    for (uint32_t done = 0; done < count && !stopped(ppo); done += PPO_AT_ONCE) {
        uint32_t left = count - done;
        learn_rows(ppo, which, worker->first + first + done, (int)(left < PPO_AT_ONCE ? left : PPO_AT_ONCE), member,
                   done ? scratch : gradient, sums);
        for (size_t i = 0; done && i < parameters; i++) gradient[i] += scratch[i];
    }
    worker->weights[which][2 * shard] = 0;
    worker->weights[which][2 * shard + 1] = count;
}

static void add_sums(PpoSums *to, const PpoSums *from) {
    to->rows += from->rows;
    to->policy += from->policy;
    to->entropy += from->entropy;
    to->divergence += from->divergence;
    to->clipped += from->clipped;
    to->value += from->value;
}

static void share_sums(Ppo *ppo) {
    PpoWorker *worker = &ppo->worker;
    Peers *peers = ppo->plan.peers;
    for (int rank = 0; rank <= peers_count(peers); rank++)
        worker->cuts[rank] = peers_first(peers, rank, worker->shards);
    for (int i = 0; i < PPO_NETS; i++) peers_share(peers, worker->cuts, sizeof(PpoSums), worker->sums[i]);
}

void ppo_worker_minibatch(Ppo *ppo, uint32_t first, uint32_t count, PpoSums *sums) {
    PpoWorker *worker = &ppo->worker;
    int shards = tasks_of(count);
    worker->shards = shards < PPO_MOST_SHARDS ? shards : PPO_MOST_SHARDS;
    worker->first = first;
    worker->count = count;
    int end;
    peers_shards(ppo->plan.peers, worker->shards, &worker->first_task, &end);
    worker->own_shards = end - worker->first_task;
    team_run(worker->team, PPO_NETS * worker->own_shards, learn_task, ppo);
    share_sums(ppo);
    for (int i = 0; i < PPO_NETS * worker->shards; i++) {
        add_sums(sums, &worker->sums[i / worker->shards][i % worker->shards]);
    }
}

// Of peers' gradients everybody has the sum afterwards, in the first shard.
static bool move_net(Ppo *ppo, int which, double rate, double *norm, Error *err) {
    PpoWorker *worker = &ppo->worker;
    PpoNet *net = &ppo->nets[which];
    Peers *peers = ppo->plan.peers;
    bool alone = peers_count(peers) == 1;
    TrainPlan optimiser = ppo_optimiser(&ppo->plan);
    if (!alone && !peers_add_gradients(peers, worker->shards, worker->stride[which], net_parameters(net->net),
                                       worker->weights[which], worker->gradients[which], err))
        return false;
    Descent descent = {.plan = &optimiser,
                       .parameters = net_parameters(net->net),
                       .shards = alone ? worker->shards : 1,
                       .stride = worker->stride[which],
                       .gradients = worker->gradients[which],
                       .weights = worker->weights[which],
                       .block = net_block(net->net),
                       .first = net->first,
                       .second = net->second,
                       .squares = worker->squares,
                       .rate = rate,
                       .step = ppo->step};
    *norm += descent_move(&descent, worker->team, worker->count);
    return true;
}

// Weights of all shards; and whether anybody stops, as then all do, behind the same minibatch.
static bool all_stopped(Ppo *ppo) {
    PpoWorker *worker = &ppo->worker;
    bool stop = stopped(ppo);
    for (int i = 0; i < PPO_NETS; i++) peers_share_sums(ppo->plan.peers, worker->shards, worker->weights[i], &stop);
    return stop;
}

static bool learn_minibatch(Ppo *ppo, uint32_t part, double rate, double norms[PPO_NETS], PpoSums *sums, bool *stop,
                            Error *err) {
    PpoWorker *worker = &ppo->worker;
    uint64_t sent = peers_bytes(ppo->plan.peers);
    uint32_t first, count;
    ppo_part(ppo->learned_count, ppo_parts(ppo), part, &first, &count);
    ppo_worker_minibatch(ppo, first, count, sums);
    *stop = all_stopped(ppo);
    if (*stop) return true;
    ppo->step++;
    if (!move_net(ppo, PPO_ACTOR, rate, &norms[PPO_ACTOR], err) ||
        !move_net(ppo, PPO_CRITIC, rate * ppo->plan.value_weight, &norms[PPO_CRITIC], err))
        return false;
    worker->updates++;
    worker->bytes += peers_bytes(ppo->plan.peers) - sent;
    return true;
}

void ppo_worker_order(Ppo *ppo, int epoch, double entropy) {
    PpoWorker *worker = &ppo->worker;
    worker->key = ppo_order_key(ppo, epoch);
    worker->pull = (PpoPull){(float)ppo->plan.clip, (float)entropy, (float)ppo->plan.value_clip};
}

bool ppo_worker_learn(Ppo *ppo, double rate, double entropy, PpoReport *report, Error *err) {
    double moments[PPO_MOMENTS], norms[PPO_NETS] = {0}, steps = 0;
    PpoSums sums = {0};
    uint32_t parts = ppo_parts(ppo);
    if (parts == 0) return true;
    ppo_worker_judge(ppo, moments);
    for (int epoch = 0; epoch < ppo->plan.epochs; epoch++) {
        bool good = true;
        ppo_worker_order(ppo, epoch, entropy);
        for (uint32_t part = 0; good && part < parts; part++) {
            if (!learn_minibatch(ppo, part, rate, norms, &sums, &report->stopped, err)) return false;
            if (report->stopped) return true;
            steps++;
            good = isfinite(norms[PPO_ACTOR]) && isfinite(norms[PPO_CRITIC]);
        }
        if (!good) break;
    }
    return ppo_fill_report(ppo, &sums, steps, norms, moments, report, err);
}
