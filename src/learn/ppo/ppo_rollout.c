// SPDX-License-Identifier: MIT
// PPO on the processor: memory, frozen nets, choices.
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "learn/net/gemm.h"
#include "learn/ppo/ppo_internal.h"

// Rooms.

static void close_room(const PpoWorker *worker, PpoRoom *room) {
    for (int i = 0; room->passes && i < team_size(worker->team); i++) pass_close(&room->passes[i]);
    free(room->passes);
    free(room->architecture);
    *room = (PpoRoom){0};
}

static bool open_room(const PpoWorker *worker, PpoRoom *room, const Net *net, bool learns, Error *err) {
    int members = team_size(worker->team);
    room->architecture = strdup(net_architecture(net));
    room->passes = calloc((size_t)members, sizeof *room->passes);
    bool good = (room->architecture && room->passes) || error_set(err, "not enough memory for another net");
    for (int i = 0; good && i < members; i++) good = pass_open(&room->passes[i], net, PPO_AT_ONCE, 1, learns, err);
    if (!good) close_room(worker, room);
    return good;
}

// A room for the brain's net: one where nets of its kind work already, or one that no net needs any more. The learner's
// is the first. There are as many rooms as brains.
bool ppo_worker_freeze(Ppo *ppo, int brain, Error *err) {
    PpoWorker *worker = &ppo->worker;
    const Net *net = ppo->frozen[brain];
    worker->room_of[brain] = -1;
    if (!net) return true;
    bool used[PPO_MAX_BRAINS] = {true};
    for (int b = 1; b < PPO_MAX_BRAINS; b++) {
        if (ppo->frozen[b] && worker->room_of[b] >= 0) used[worker->room_of[b]] = true;
    }
    int spare = -1;
    for (int i = PPO_MAX_BRAINS - 1; i >= 0; i--) {
        const PpoRoom *room = &worker->rooms[i];
        if (room->architecture && strcmp(room->architecture, net_architecture(net)) == 0) {
            worker->room_of[brain] = i;
            return true;
        }
        if (!used[i]) spare = i;
    }
    close_room(worker, &worker->rooms[spare]);
    if (!open_room(worker, &worker->rooms[spare], net, false, err)) return false;
    worker->room_of[brain] = spare;
    return true;
}

static size_t round_up(size_t count) { return (count + 15) / 16 * 16; }

static bool ppo_open_arrays(Ppo *ppo, Error *err) {
    PpoWorker *worker = &ppo->worker;
    size_t rows = ppo_all_rows(&ppo->plan), most = 0, members = (size_t)team_size(worker->team);
    bool good = true;
    for (int i = 0; i < PPO_NETS; i++) {
        worker->stride[i] = round_up(net_parameters(ppo->nets[i].net));
        worker->gradients[i] = net_floats(PPO_MOST_SHARDS * worker->stride[i]);
        most = worker->stride[i] > most ? worker->stride[i] : most;
        good = good && worker->gradients[i];
    }
    worker->choice = calloc(rows, 1);
    worker->log_before = calloc(rows, sizeof(float));
    worker->value = calloc(rows, sizeof(float));
    worker->advantage = calloc(rows, sizeof(float));
    worker->target = calloc(rows, sizeof(float));
    worker->scratch = net_floats(members * most);
    worker->scratch_stride = most;
    worker->squares = malloc(sizeof(double) * descent_chunks(most));
    worker->moments = calloc(rows / PPO_AT_ONCE + 1, sizeof *worker->moments);
    worker->cuts = calloc((size_t)peers_count(ppo->plan.peers) + 1, sizeof *worker->cuts);
    good = good && worker->cuts && worker->choice && worker->log_before && worker->value && worker->advantage &&
           worker->target && worker->scratch && worker->squares && worker->moments;
    return good || error_set(err, "not enough memory to learn from %zu rows", rows);
}

bool ppo_worker_open(Ppo *ppo, Error *err) {
    PpoWorker *worker = &ppo->worker;
    gemm_setup();
    worker->team = team_open(ppo->plan.threads);
    if (!worker->team) return error_set(err, "not enough memory for %d threads", ppo->plan.threads);
    return open_room(worker, &worker->rooms[0], ppo->nets[PPO_ACTOR].net, true, err) &&
           open_room(worker, &worker->critic, ppo->nets[PPO_CRITIC].net, true, err) && ppo_open_arrays(ppo, err);
}

void ppo_worker_close(Ppo *ppo) {
    PpoWorker *worker = &ppo->worker;
    if (!worker->team) return;
    for (int i = 0; i < PPO_MAX_BRAINS; i++) close_room(worker, &worker->rooms[i]);
    close_room(worker, &worker->critic);
    for (int i = 0; i < PPO_NETS; i++) free(worker->gradients[i]);
    free(worker->choice);
    free(worker->log_before);
    free(worker->value);
    free(worker->advantage);
    free(worker->target);
    free(worker->scratch);
    free(worker->squares);
    free(worker->moments);
    free(worker->cuts);
    team_close(worker->team);
}

// Choices.

static void expand(const uint8_t *bytes, int count, float *to) {
    for (int i = 0; i < count; i++) to[i] = (float)bytes[i] * (1.0f / PPO_ONE);
}

void ppo_expand(const Ppo *ppo, uint32_t row, bool secrets, float *to) {
    int inputs = ppo->plan.inputs, hidden = ppo->plan.secrets;
    expand(ppo->slots.inputs + (size_t)row * (size_t)inputs, inputs, to);
    if (secrets) expand(ppo->slots.secrets + (size_t)row * (size_t)hidden, hidden, to + inputs);
}

// Rows `games` of the lane's step through the brain's net.
static void ppo_choose_rows(Ppo *ppo, const PpoLane *lane, int brain, const uint32_t *games, int count, int member) {
    PpoWorker *worker = &ppo->worker;
    const Net *net = brain ? ppo->frozen[brain] : ppo->nets[PPO_ACTOR].net;
    Pass *pass = &worker->rooms[brain ? worker->room_of[brain] : 0].passes[member];
    uint64_t key = rng_key(ppo->plan.seed, ppo->iteration, (uint64_t)lane->step);
    int choices = ppo->plan.choices, bytes = ppo_legal_bytes(&ppo->plan);
    pass->net = net;
    for (int i = 0; i < count; i++) {
        ppo_expand(ppo, ppo_row_at(ppo, lane->step, (int)games[i]), false,
                   pass->values[0] + (size_t)i * (size_t)ppo->plan.inputs);
    }
    pass_forward(pass, count);
    for (int i = 0; i < count; i++) {
        uint32_t row = ppo_row_at(ppo, lane->step, (int)games[i]);
        const float *outputs = pass->values[net_layers(net)] + (size_t)i * (size_t)choices;
        worker->choice[row] = ppo_draw(outputs, ppo->slots.legal + (size_t)row * (size_t)bytes, choices,
                                       ppo_chance(key, games[i]), &worker->log_before[row]);
        lane->choices[games[i] - (uint32_t)lane->first] = worker->choice[row];
    }
}

static int parts_of(const PpoLane *lane, int brain) {
    return (lane->starts[brain + 1] - lane->starts[brain] + PPO_AT_ONCE - 1) / PPO_AT_ONCE;
}

static void choose_task(void *context, int index, int member) {
    Ppo *ppo = context;
    const PpoLane *lane = ppo->worker.lane;
    int brain = 0;
    index += ppo->worker.first_task;
    while (index >= parts_of(lane, brain)) index -= parts_of(lane, brain++);
    int begin = lane->starts[brain] + index * PPO_AT_ONCE, left = lane->starts[brain + 1] - begin;
    ppo_choose_rows(ppo, lane, brain, lane->order + begin, left < PPO_AT_ONCE ? left : PPO_AT_ONCE, member);
}

// Where a task's games begin in the lane's order.
static int begin_of_task(const PpoLane *lane, int task) {
    int brain = 0;
    while (brain < PPO_MAX_BRAINS && task >= parts_of(lane, brain)) task -= parts_of(lane, brain++);
    return brain < PPO_MAX_BRAINS ? lane->starts[brain] + task * PPO_AT_ONCE : lane->count;
}

// Each process has chosen for its own tasks; now all have all choices.
static bool share_choices(Ppo *ppo, PpoLane *lane, int tasks, Error *err) {
    typedef struct Chosen {
        float log_before;
        uint8_t choice;
    } Chosen;
    PpoWorker *worker = &ppo->worker;
    Peers *peers = ppo->plan.peers;
    Chosen *chosen = calloc((size_t)lane->count, sizeof *chosen); // with its padding, which is sent
    if (!chosen) return error_set(err, "not enough memory for %d choices", lane->count);
    for (int rank = 0; rank <= peers_count(peers); rank++)
        worker->cuts[rank] = begin_of_task(lane, peers_first(peers, rank, tasks));
    for (int i = 0; i < lane->count; i++) {
        uint32_t row = ppo_row_at(ppo, lane->step, (int)lane->order[i]);
        chosen[i].log_before = worker->log_before[row];
        chosen[i].choice = worker->choice[row];
    }
    peers_share(peers, worker->cuts, sizeof *chosen, chosen);
    for (int i = 0; i < lane->count; i++) {
        uint32_t row = ppo_row_at(ppo, lane->step, (int)lane->order[i]);
        worker->log_before[row] = chosen[i].log_before;
        worker->choice[row] = lane->choices[lane->order[i] - (uint32_t)lane->first] = chosen[i].choice;
    }
    free(chosen);
    return true;
}

bool ppo_worker_choose(Ppo *ppo, PpoLane *lane, Error *err) {
    PpoWorker *worker = &ppo->worker;
    int tasks = 0, end;
    for (int brain = 0; brain < PPO_MAX_BRAINS; brain++) tasks += parts_of(lane, brain);
    worker->lane = lane;
    peers_shards(ppo->plan.peers, tasks, &worker->first_task, &end);
    team_run(worker->team, end - worker->first_task, choose_task, ppo);
    return peers_count(ppo->plan.peers) == 1 || share_choices(ppo, lane, tasks, err);
}
