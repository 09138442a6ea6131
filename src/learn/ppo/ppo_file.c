// SPDX-License-Identifier: MIT
// A checkpoint is a weights file with the nets, the optimiser's memories, how far it is, and a line that says which
// work it belongs to.
#include <stdlib.h>
#include <string.h>

#include "base/text/text.h"
#include "learn/ppo/ppo_internal.h"

enum { POSITION = 2, TENSORS = 1 + 3 * PPO_NETS };

static const char *const names[PPO_NETS][3] = {{"actor", "actor.first", "actor.second"},
                                               {"critic", "critic.first", "critic.second"}};

// All that changes the result. Frozen nets come and go, and rates are told each time.
static void describe_ppo_plan(const PpoPlan *p, Text *to) {
    text_addf(to, "games %d steps %d inputs %d secrets %d choices %d minibatch %d epochs %d", p->games, p->steps,
              p->inputs, p->secrets, p->choices, p->minibatch, p->epochs);
    text_addf(to, " gamma %.17g lambda %.17g clip %.17g value-clip %.17g value-weight %.17g gradient-clip %.17g",
              p->gamma, p->lambda, p->clip, p->value_clip, p->value_weight, p->gradient_clip);
    text_addf(to, " momentum %.17g decay %.17g epsilon %.17g seed %llu", p->momentum, p->decay, p->epsilon,
              (unsigned long long)p->seed);
    if (p->tf32 && p->device == TRAIN_CUDA) text_add(to, " tf32");
}

bool ppo_save(Ppo *ppo, const char *path, Error *err) {
    if (ppo->cuda && !ppo_cuda_pull(ppo, err)) return false;
    double position[POSITION] = {(double)ppo->iteration, (double)ppo->step};
    WeightsTensor tensors[TENSORS] = {
        {.name = "position", .type = WEIGHTS_F64, .rank = 1, .shape = {POSITION}, .data = position}};
    for (int i = 0; i < PPO_NETS; i++) {
        const float *data[] = {net_weights(ppo->nets[i].net), ppo->nets[i].first, ppo->nets[i].second};
        for (int k = 0; k < 3; k++) {
            WeightsTensor *tensor = &tensors[1 + 3 * i + k];
            *tensor = (WeightsTensor){
                .type = WEIGHTS_F32, .rank = 1, .shape = {net_parameters(ppo->nets[i].net)}, .data = data[k]};
            text_copy(tensor->name, sizeof tensor->name, names[i][k]);
        }
    }
    Text work = {0};
    describe_ppo_plan(&ppo->plan, &work);
    WeightsFact facts[] = {{"actor", net_architecture(ppo->nets[PPO_ACTOR].net)},
                           {"critic", net_architecture(ppo->nets[PPO_CRITIC].net)},
                           {"ppo", work.data}};
    bool saved = weights_save(path, tensors, TENSORS, facts, sizeof facts / sizeof *facts, err);
    text_free(&work);
    return saved;
}

static bool ppo_same_work(const Ppo *ppo, const Weights *file, Error *err) {
    const char *work = weights_fact(file, "ppo");
    if (!work) return error_set(err, "this is no checkpoint of PPO");
    static const char *const facts[PPO_NETS] = {"actor", "critic"};
    for (int i = 0; i < PPO_NETS; i++) {
        const char *theirs = weights_fact(file, facts[i]), *ours = net_architecture(ppo->nets[i].net);
        if (theirs && strcmp(theirs, ours) == 0) continue;
        return error_set(err, "a checkpoint with the %s '%.100s', not '%.100s'; remove it to start afresh", facts[i],
                         theirs ? theirs : "?", ours);
    }
    Text ours = {0};
    describe_ppo_plan(&ppo->plan, &ours);
    bool same = strcmp(ours.data, work) == 0;
    text_free(&ours);
    return same || error_set(err, "a checkpoint of other work (%.300s); remove it to start afresh", work);
}

// Everything into memory of its own first, so that a bad file changes nothing.
static bool ppo_read_arrays(const Ppo *ppo, const Weights *file, float *arrays[PPO_NETS][3], Error *err) {
    for (int i = 0; i < PPO_NETS; i++) {
        size_t size[] = {net_parameters(ppo->nets[i].net)};
        for (int k = 0; k < 3; k++) {
            arrays[i][k] = net_floats(size[0]);
            if (!arrays[i][k]) return error_set(err, "not enough memory");
            if (!weights_floats(file, names[i][k], 1, size, arrays[i][k], err)) return false;
        }
    }
    return true;
}

static void take_arrays(Ppo *ppo, float *arrays[PPO_NETS][3]) {
    for (int i = 0; i < PPO_NETS; i++) {
        size_t bytes = sizeof(float) * net_parameters(ppo->nets[i].net);
        memcpy(net_block(ppo->nets[i].net), arrays[i][0], bytes);
        memcpy(ppo->nets[i].first, arrays[i][1], bytes);
        memcpy(ppo->nets[i].second, arrays[i][2], bytes);
    }
}

static bool ppo_load_file(Ppo *ppo, const Weights *file, Error *err) {
    double position[POSITION];
    size_t shape[] = {POSITION};
    if (!ppo_same_work(ppo, file, err) || !weights_doubles(file, "position", 1, shape, position, err)) return false;
    for (int i = 0; i < POSITION; i++) {
        if (!(position[i] >= 0 && position[i] <= 1e15)) return error_set(err, "the position makes no sense");
    }
    float *arrays[PPO_NETS][3] = {{NULL}};
    bool good = ppo_read_arrays(ppo, file, arrays, err);
    if (good) {
        take_arrays(ppo, arrays);
        ppo->iteration = (uint64_t)position[0];
        ppo->step = (uint64_t)position[1];
        // The ring stands where it would: rows are judged in groups of it, and a group's place changes the rounding.
        ppo->base = (int)(ppo->iteration * (uint64_t)ppo->plan.steps % (uint64_t)(ppo->plan.steps + 1));
    }
    for (int i = 0; i < 3 * PPO_NETS; i++) free(arrays[i / 3][i % 3]);
    return good && (!ppo->cuda || ppo_cuda_push(ppo, err));
}

bool ppo_load(Ppo *ppo, const char *path, Error *err) {
    Weights *file = weights_load(path, err);
    if (!file) return false;
    bool good = ppo_load_file(ppo, file, err);
    weights_close(file);
    return good || error_prefix(err, "%s", path);
}
