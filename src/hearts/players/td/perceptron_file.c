// SPDX-License-Identifier: MIT
// Learned weights as files: `weights` [features]; for the whole game also `queen_features` and `hearts_features`, the
// numbers of the features that were chosen (features.h). Facts say which: `learn` = td, `task`, `combine`, or for the
// whole game `combine_queen`, `combine_hearts`, and `moon` where it counts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hearts/players/td/perceptron_internal.h"
#include "learn/files/models.h"

enum { MORE_TENSORS = 16, MORE_FACTS = 32 };

static WeightsTensor perceptron_tensor(const char *name, size_t size, const float *data) {
    WeightsTensor tensor = {.type = WEIGHTS_F32, .rank = 1, .shape = {size}, .data = data};
    text_copy(tensor.name, sizeof tensor.name, name);
    return tensor;
}

static const char *const LIST_NAMES[HEARTS_TASKS] = {"queen_features", "hearts_features"};
static const char *const COMBINE_NAMES[HEARTS_TASKS] = {"combine_queen", "combine_hearts"};

bool hearts_perceptron_save(const HeartsPerceptron *net, const char *path, const WeightsTensor *tensors,
                            int tensor_count, const WeightsFact *facts, int fact_count, Error *err) {
    WeightsTensor all[MORE_TENSORS + 3];
    WeightsFact known[MORE_FACTS + 6];
    int count = 0, said = 0;
    char numbers[HEARTS_TASKS][8];
    float *lists = net->list ? malloc(((size_t)net->count + 1) * sizeof *lists) : NULL;
    if (net->list && !lists) return error_set(err, "out of memory");
    known[said++] = (WeightsFact){"learn", "td"};
    known[said++] = (WeightsFact){"task", hearts_goal_name(net->goal)};
    if (net->moon) known[said++] = (WeightsFact){"moon", "1"};
    all[count++] = perceptron_tensor("weights", (size_t)net->count, net->weights);
    for (int32_t i = 0; lists && i < net->count; i++) lists[i] = (float)net->list[i];
    for (int task = 0, at = 0; task < HEARTS_TASKS; at += net->chosen[task++]) {
        if (!lists && task != (int)net->goal) continue;
        snprintf(numbers[task], sizeof numbers[0], "%d", net->features[task].combine);
        known[said++] = (WeightsFact){lists ? COMBINE_NAMES[task] : "combine", numbers[task]};
        if (lists) all[count++] = perceptron_tensor(LIST_NAMES[task], (size_t)net->chosen[task], lists + at);
    }
    for (int i = 0; i < tensor_count && i < MORE_TENSORS; i++) all[count++] = tensors[i];
    for (int i = 0; i < fact_count && i < MORE_FACTS; i++) known[said++] = facts[i];
    bool saved = weights_save(path, all, count, known, said, err);
    free(lists);
    return saved;
}

// ---- Reading ----

static bool read_combine(const Weights *weights, const char *name, int64_t *combine, Error *err) {
    const char *fact = weights_fact(weights, name);
    return fact ? text_to_int(fact, name, 1, HEARTS_COMBINE, combine, err)
                : error_set(err, "the fact '%s' is missing", name);
}

static HeartsPerceptron *parse_part(const Weights *weights, HeartsTask task, Error *err) {
    int64_t combine;
    if (!read_combine(weights, "combine", &combine, err)) return NULL;
    HeartsPerceptron *net = hearts_perceptron_blank(task, (int)combine);
    if (!net) {
        error_set(err, "out of memory");
        return NULL;
    }
    size_t shape[1] = {(size_t)net->count};
    if (weights_floats(weights, "weights", 1, shape, net->weights, err)) return net;
    hearts_perceptron_close(net);
    return NULL;
}

// Appends the numbers of one task's features, which are whole ones.
static bool read_list(const Weights *weights, HeartsTask task, int32_t **list, int32_t had, int32_t *count,
                      Error *err) {
    const WeightsTensor *tensor = weights_find(weights, LIST_NAMES[task]);
    if (!tensor || tensor->rank != 1) return error_set(err, "it has no list '%s'", LIST_NAMES[task]);
    size_t size = tensor->shape[0];
    float *numbers = malloc((size + 1) * sizeof *numbers);
    int32_t *longer = realloc(*list, ((size_t)had + size + 1) * sizeof **list);
    if (longer) *list = longer;
    bool good = (numbers && longer) || error_set(err, "out of memory");
    good = good && weights_floats(weights, LIST_NAMES[task], 1, &size, numbers, err);
    for (size_t i = 0; good && i < size; i++) {
        bool whole = numbers[i] >= 0 && numbers[i] < 0x1p24f && numbers[i] == (float)(int32_t)numbers[i];
        good = whole || error_set(err, "%s holds what is no feature's number", LIST_NAMES[task]);
        if (good) (*list)[(size_t)had + i] = (int32_t)numbers[i];
    }
    *count = (int32_t)size;
    free(numbers);
    return good;
}

static HeartsPerceptron *parse_full(const Weights *weights, Error *err) {
    HeartsFeatures features[HEARTS_TASKS];
    int32_t chosen[HEARTS_TASKS] = {0}, *list = NULL, had = 0;
    bool good = true;
    for (int task = 0; good && task < HEARTS_TASKS; had += chosen[task++]) {
        int64_t combine = 1;
        good = read_combine(weights, COMBINE_NAMES[task], &combine, err) &&
               read_list(weights, (HeartsTask)task, &list, had, &chosen[task], err);
        features[task] = hearts_features((HeartsTask)task, (int)combine);
    }
    HeartsPerceptron *net = good ? hearts_perceptron_of(features, chosen, list, err) : NULL;
    free(list);
    if (!net) return NULL;
    net->moon = weights_fact(weights, "moon") != NULL;
    size_t shape[1] = {(size_t)net->count};
    if (weights_floats(weights, "weights", 1, shape, net->weights, err)) return net;
    hearts_perceptron_close(net);
    return NULL;
}

HeartsPerceptron *hearts_perceptron_parse(const Weights *weights, Error *err) {
    const char *learn = weights_fact(weights, "learn"), *task = weights_fact(weights, "task");
    if (!learn || strcmp(learn, "td") != 0 || !task) {
        error_set(err, "these are no weights of a Hearts learner (`learn` = td, `task` = queen, hearts or full)");
        return NULL;
    }
    for (int goal = 0; goal < HEARTS_LEARN_GOALS; goal++)
        if (strcmp(task, hearts_goal_name((HeartsGoal)goal)) == 0)
            return goal == HEARTS_LEARN_FULL ? parse_full(weights, err) : parse_part(weights, (HeartsTask)goal, err);
    error_set(err, "its task '%.40s' is none of queen, hearts, full", task);
    return NULL;
}

HeartsPerceptron *hearts_perceptron_load(const char *path, Error *err) {
    Weights *weights = weights_load(path, err);
    if (!weights) return NULL;
    HeartsPerceptron *net = hearts_perceptron_parse(weights, err);
    if (!net) error_prefix(err, "%s", path);
    weights_close(weights);
    return net;
}

bool hearts_perceptron_path(const char *model, Text *path, Error *err) {
    static const char ending[] = ".safetensors";
    size_t size = strlen(model), room = strlen(ending);
    bool whole = size > room && strcmp(model + size - room, ending) == 0;
    Text name = {0};
    text_addf(&name, "%s%s", model, whole ? "" : ending);
    bool found = model_path(name.data, path, err);
    text_free(&name);
    return found;
}

// Puts the weights it had after so many games in place of the last ones.
static bool go_back(HeartsPerceptron *net, const Weights *weights, const char *games, Error *err) {
    const WeightsTensor *kept = weights_find(weights, "snapshots");
    const char *every = weights_fact(weights, "snapshot");
    int64_t at, step = 0;
    size_t features = (size_t)net->count;
    bool good = kept && kept->rank == 2 && every && text_to_int(every, "snapshot", 1, INT32_MAX, &step, NULL);
    if (!good) return error_set(err, "it keeps no networks from the way, so that there is none '@%.20s'", games);
    if (!text_to_int(games, "@", step, step * (int64_t)kept->shape[0], &at, err)) return false;
    if (at % step) return error_set(err, "it keeps a network every %d games, not one after %.20s", (int)step, games);
    float *all = malloc(kept->shape[0] * features * sizeof *all);
    size_t shape[2] = {kept->shape[0], features};
    good = (all || error_set(err, "out of memory")) && weights_floats(weights, "snapshots", 2, shape, all, err);
    if (good) memcpy(net->weights, all + (size_t)(at / step - 1) * features, features * sizeof *all);
    free(all);
    return good;
}

HeartsPerceptron *hearts_perceptron_open(const char *model, Error *err) {
    char name[1024];
    if (!text_copy(name, sizeof name, model)) {
        error_set(err, "the name of the model is too long");
        return NULL;
    }
    char *games = strrchr(name, '@');
    if (games) *games++ = '\0';
    Text path = {0};
    Weights *weights = hearts_perceptron_path(name, &path, err) ? weights_load(path.data, err) : NULL;
    HeartsPerceptron *net = weights ? hearts_perceptron_parse(weights, err) : NULL;
    bool good = net && (!games || go_back(net, weights, games, err));
    if (weights && !good) error_prefix(err, "%s", path.data);
    if (!good) {
        hearts_perceptron_close(net);
        net = NULL;
    }
    weights_close(weights);
    text_free(&path);
    return net;
}
