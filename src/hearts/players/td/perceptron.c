// SPDX-License-Identifier: MIT
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hearts/players/td/perceptron_internal.h"

enum { QUEEN_POINTS = 13, HEART_POINTS = 13, QUEEN_BACKERS = 49, NONE_LEFT = 88 };
static const float HAIR = 0.001f; // the paper's epsilon, in points

#define QUEEN_OUT (UINT64_C(1) | UINT64_C(15) << QUEEN_BACKERS) // one of these atoms is true while the queen is out

// ---- Making ----

static void fill_choose(HeartsPerceptron *net) {
    for (int k = 0; k <= HEARTS_COMBINE; k++)
        for (int n = 0; n <= HEARTS_ATOMS_HEARTS; n++) net->choose[k][n] = hearts_choose(n, k);
}

HeartsPerceptron *hearts_perceptron_blank(HeartsTask task, int combine) {
    HeartsPerceptron *net = calloc(1, sizeof *net);
    if (!net) return NULL;
    net->goal = task == HEARTS_TASK_QUEEN ? HEARTS_LEARN_QUEEN : HEARTS_LEARN_HEARTS;
    net->features[task] = hearts_features(task, combine);
    net->count = net->features[task].count;
    net->weights = calloc((size_t)net->count, sizeof *net->weights);
    fill_choose(net);
    if (net->weights) return net;
    free(net);
    return NULL;
}

static void draw_weights(HeartsPerceptron *net, Rng *rng) {
    for (int32_t i = 0; i < net->count; i++) net->weights[i] = (float)((2 * rng_unit(rng) - 1) / net->count);
}

HeartsPerceptron *hearts_perceptron_make(HeartsTask task, int combine, Rng *rng) {
    HeartsPerceptron *net = hearts_perceptron_blank(task, combine);
    if (net) draw_weights(net, rng);
    return net;
}

void hearts_perceptron_close(HeartsPerceptron *net) {
    if (!net) return;
    free(net->list);
    free(net->nodes);
    free(net->weights);
    free(net);
}

// ---- Chosen features ----

static int global_atom(HeartsTask task, int atom) {
    bool moved = task == HEARTS_TASK_HEARTS && atom >= HEARTS_ATOMS_SHARED;
    return moved ? atom + HEARTS_ATOMS_QUEEN - HEARTS_ATOMS_SHARED : atom;
}

// A feature on its way into the tree.
typedef struct Path {
    uint8_t atoms[HEARTS_COMBINE]; // over both tasks
    int8_t size;
    int32_t weight;
} Path;

static int by_atoms(const void *a, const void *b) {
    const Path *one = a, *other = b;
    int least = one->size < other->size ? one->size : other->size;
    int order = memcmp(one->atoms, other->atoms, (size_t)least);
    return order ? order : one->size - other->size;
}

// Builds the node of the paths that begin alike up to `depth`, children side by side; paths are in order. Nodes after
// `*used` are free, and there are enough of them: no more than atoms in all paths.
static void build(FeatureNode *nodes, int32_t at, int32_t *used, const Path *paths, int32_t count, int depth) {
    FeatureNode node = {.weight = -1};
    if (count && paths->size == depth) {
        node.weight = paths->weight;
        paths++;
        count--;
    }
    node.first = *used;
    if (depth == HEARTS_COMBINE) count = 0; // no feature goes on
    for (int32_t i = 0; i < count; i++)
        if (i == 0 || paths[i].atoms[depth] != paths[i - 1].atoms[depth]) {
            node.children[paths[i].atoms[depth] / 64] |= UINT64_C(1) << paths[i].atoms[depth] % 64;
            ++*used;
        }
    nodes[at] = node;
    int32_t child = node.first;
    for (int32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && paths[end].atoms[depth] == paths[i].atoms[depth];) end++;
        build(nodes, child++, used, paths + i, end - i, depth + 1);
    }
}

static bool build_tree(HeartsPerceptron *net) {
    Path *paths = calloc((size_t)net->count + 1, sizeof *paths);
    net->nodes = calloc((size_t)net->count * HEARTS_COMBINE + 2, sizeof *net->nodes);
    if (!paths || !net->nodes) {
        free(paths);
        return false;
    }
    for (int32_t i = 0; i < net->count; i++) {
        HeartsTask task = i < net->chosen[HEARTS_TASK_QUEEN] ? HEARTS_TASK_QUEEN : HEARTS_TASK_HEARTS;
        paths[i].weight = i;
        paths[i].size = (int8_t)hearts_feature_atoms(&net->features[task], net->list[i], paths[i].atoms);
        for (int k = 0; k < paths[i].size; k++) paths[i].atoms[k] = (uint8_t)global_atom(task, paths[i].atoms[k]);
    }
    int32_t used = 2, first = net->chosen[HEARTS_TASK_QUEEN];
    qsort(paths, (size_t)first, sizeof *paths, by_atoms);
    qsort(paths + first, (size_t)(net->count - first), sizeof *paths, by_atoms);
    build(net->nodes, 0, &used, paths, first, 0);
    build(net->nodes, 1, &used, paths + first, net->count - first, 0);
    net->node_count = used;
    free(paths);
    return true;
}

static bool are_features(const HeartsFeatures *features, const int32_t *list, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (list[i] < 0 || list[i] >= features->count || (i && list[i] <= list[i - 1])) return false;
    return true;
}

HeartsPerceptron *hearts_perceptron_of(const HeartsFeatures features[HEARTS_TASKS], const int32_t chosen[HEARTS_TASKS],
                                       const int32_t *list, Error *err) {
    if (!are_features(&features[0], list, chosen[0]) || !are_features(&features[1], list + chosen[0], chosen[1])) {
        error_set(err, "its list of features is not in order or names features that do not exist");
        return NULL;
    }
    HeartsPerceptron *net = calloc(1, sizeof *net);
    if (net) {
        net->goal = HEARTS_LEARN_FULL;
        memcpy(net->features, features, sizeof net->features);
        memcpy(net->chosen, chosen, sizeof net->chosen);
        net->count = chosen[0] + chosen[1];
        net->list = malloc(((size_t)net->count + 1) * sizeof *net->list);
        net->weights = calloc((size_t)net->count + 1, sizeof *net->weights);
        fill_choose(net);
    }
    bool made = net && net->list && net->weights;
    if (made && net->count) memcpy(net->list, list, (size_t)net->count * sizeof *list);
    if (made && build_tree(net)) return net;
    hearts_perceptron_close(net);
    error_set(err, "out of memory");
    return NULL;
}

// ---- The largest weights ----

typedef struct Ranked {
    float key;
    int32_t index;
} Ranked;

static int by_key(const void *a, const void *b) {
    const Ranked *one = a, *other = b;
    if (one->key != other->key) return one->key > other->key ? -1 : 1;
    return one->index < other->index ? -1 : one->index > other->index;
}

void hearts_perceptron_top(const HeartsPerceptron *net, int sign, int count, int32_t *indices) {
    assert(count <= net->count);
    Ranked *all = malloc((size_t)net->count * sizeof *all);
    assert(all);
    for (int32_t i = 0; i < net->count; i++) {
        float weight = net->weights[i];
        all[i] = (Ranked){sign > 0 ? weight : sign < 0 ? -weight : weight < 0 ? -weight : weight, i};
    }
    qsort(all, (size_t)net->count, sizeof *all, by_key);
    for (int i = 0; i < count; i++) indices[i] = all[i].index;
    free(all);
}

static int ascending(const void *a, const void *b) {
    int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
    return one < other ? -1 : one > other;
}

HeartsPerceptron *hearts_perceptron_join(const HeartsPerceptron *queen, int queen_features,
                                         const HeartsPerceptron *hearts, int hearts_features, Rng *rng) {
    assert(queen->goal == HEARTS_LEARN_QUEEN && hearts->goal == HEARTS_LEARN_HEARTS);
    int32_t chosen[HEARTS_TASKS] = {queen_features < queen->count ? queen_features : queen->count,
                                    hearts_features < hearts->count ? hearts_features : hearts->count};
    int32_t *list = malloc((size_t)(chosen[0] + chosen[1] + 1) * sizeof *list);
    if (!list) return NULL;
    hearts_perceptron_top(queen, 0, chosen[0], list);
    hearts_perceptron_top(hearts, 0, chosen[1], list + chosen[0]);
    qsort(list, (size_t)chosen[0], sizeof *list, ascending);
    qsort(list + chosen[0], (size_t)chosen[1], sizeof *list, ascending);
    HeartsFeatures features[HEARTS_TASKS] = {queen->features[0], hearts->features[1]};
    HeartsPerceptron *net = hearts_perceptron_of(features, chosen, list, NULL);
    free(list);
    if (net) draw_weights(net, rng);
    return net;
}

HeartsPerceptron *hearts_perceptron_copy(const HeartsPerceptron *net) {
    HeartsPerceptron *copy = net->goal == HEARTS_LEARN_FULL
                                 ? hearts_perceptron_of(net->features, net->chosen, net->list, NULL)
                                 : hearts_perceptron_blank((HeartsTask)net->goal, net->features[net->goal].combine);
    if (copy) copy->moon = net->moon;
    if (copy) memcpy(copy->weights, net->weights, (size_t)net->count * sizeof *net->weights);
    return copy;
}

// ---- What it is ----

HeartsGoal hearts_perceptron_goal(const HeartsPerceptron *net) { return net->goal; }

const char *hearts_goal_name(HeartsGoal goal) {
    static const char *const names[HEARTS_LEARN_GOALS] = {"queen", "hearts", "full"};
    return names[goal];
}

int hearts_goal_points(HeartsGoal goal) {
    return goal == HEARTS_LEARN_QUEEN ? QUEEN_POINTS : goal == HEARTS_LEARN_HEARTS ? HEART_POINTS : 26;
}

void hearts_perceptron_set_moon(HeartsPerceptron *net, bool moon) {
    net->moon = moon && net->goal == HEARTS_LEARN_FULL;
}
bool hearts_perceptron_moon(const HeartsPerceptron *net) { return net->moon; }

int32_t hearts_perceptron_count(const HeartsPerceptron *net) { return net->count; }
float *hearts_perceptron_weights(HeartsPerceptron *net) { return net->weights; }
const float *hearts_perceptron_look(const HeartsPerceptron *net) { return net->weights; }

HeartsFeatures hearts_perceptron_features(const HeartsPerceptron *net, HeartsTask task) { return net->features[task]; }

void hearts_perceptron_name(const HeartsPerceptron *net, int32_t index, Text *name) {
    if (!net->list) {
        hearts_feature_name(&net->features[net->goal], index, name);
    } else {
        HeartsTask task = index < net->chosen[HEARTS_TASK_QUEEN] ? HEARTS_TASK_QUEEN : HEARTS_TASK_HEARTS;
        text_addf(name, "%s: ", hearts_task_name(task));
        hearts_feature_name(&net->features[task], net->list[index], name);
    }
}

// ---- Walking the true features ----

static inline float sum_run(const float *weights, const uint8_t *list, int count) {
    float a = 0, b = 0, c = 0, d = 0; // four chains of additions, always in this order
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        a += weights[list[i]];
        b += weights[list[i + 1]];
        c += weights[list[i + 2]];
        d += weights[list[i + 3]];
    }
    for (; i < count; i++) a += weights[list[i]];
    return (a + b) + (c + d);
}

static inline float touch_run(float *weights, const uint8_t *list, int count, float step, bool adding) {
    if (!adding) return sum_run(weights, list, count);
    for (int i = 0; i < count; i++) weights[list[i]] += step;
    return 0;
}

// The features of k true atoms, their last ones given by `base` and the others among the first `count` of the list:
// numbers grow by n over k with each atom (features.c), so that the innermost atoms are a run in memory.
static inline float touch_pairs(const HeartsPerceptron *net, float *weights, const uint8_t *list, int count, float step,
                                bool adding) {
    float sum = 0;
    for (int b = 1; b < count; b++) sum += touch_run(weights + net->choose[2][list[b]], list, b, step, adding);
    return sum;
}

static inline float touch_triples(const HeartsPerceptron *net, float *weights, const uint8_t *list, int count,
                                  float step, bool adding) {
    float sum = 0;
    for (int c = 2; c < count; c++) sum += touch_pairs(net, weights + net->choose[3][list[c]], list, c, step, adding);
    return sum;
}

static inline float touch_all(const HeartsPerceptron *net, const HeartsAtoms *key, float step, bool adding) {
    const HeartsFeatures *features = &net->features[net->goal];
    uint8_t list[HEARTS_MOST_ACTIVE];
    int count = hearts_task_atoms(features->task, key, list);
    float sum = touch_run(net->weights, list, count, step, adding);
    if (features->first[2] >= 0) sum += touch_pairs(net, net->weights + features->first[2], list, count, step, adding);
    if (features->first[3] >= 0)
        sum += touch_triples(net, net->weights + features->first[3], list, count, step, adding);
    for (int d = 3; features->first[4] >= 0 && d < count; d++) {
        float *from = net->weights + features->first[4] + net->choose[4][list[d]];
        sum += touch_triples(net, from, list, d, step, adding);
    }
    return sum;
}

typedef struct Walk {
    const FeatureNode *nodes;
    const HeartsAtoms *key;
    float *weights;
    float step, sum;
    int count;
} Walk;

// Every feature below a node whose atoms are true.
static void walk_tree(Walk *walk, const FeatureNode *node) {
    const FeatureNode *child = walk->nodes + node->first;
    for (int word = 0; word < 2; word++) {
        uint64_t all = node->children[word];
        for (uint64_t rest = all & walk->key->word[word]; rest; rest &= rest - 1) {
            const FeatureNode *next = child + __builtin_popcountll(all & ((rest & -rest) - 1));
            if (next->weight >= 0) {
                if (walk->step != 0) walk->weights[next->weight] += walk->step; // or many threads may be reading
                walk->sum += walk->weights[next->weight];
                walk->count++;
            }
            if (next->children[0] | next->children[1]) walk_tree(walk, next);
        }
        child += __builtin_popcountll(all);
    }
}

static Walk walk_chosen(const HeartsPerceptron *net, const HeartsAtoms *key, float step) {
    Walk walk = {.nodes = net->nodes, .key = key, .weights = net->weights, .step = step};
    bool out[HEARTS_TASKS] = {(key->word[0] & QUEEN_OUT) != 0, !(key->word[1] >> (NONE_LEFT - 64) & 1)};
    for (int task = 0; task < HEARTS_TASKS; task++)
        if (out[task]) walk_tree(&walk, &net->nodes[task]);
    return walk;
}

// ---- Values ----

HeartsAtoms hearts_perceptron_key(const HeartsPerceptron *net, HeartsAtoms atoms) {
    if (net->goal == HEARTS_LEARN_QUEEN) return (HeartsAtoms){{atoms.word[0] & ~(UINT64_C(15) << 60), 0}};
    if (net->goal == HEARTS_LEARN_HEARTS) atoms.word[0] &= ~(UINT64_C(0x3FFF) << HEARTS_ATOMS_SHARED);
    return atoms;
}

float hearts_perceptron_output(const HeartsPerceptron *net, const HeartsAtoms *key) {
    return net->list ? walk_chosen(net, key, 0).sum : touch_all(net, key, 0, false);
}

int hearts_perceptron_active(const HeartsPerceptron *net, const HeartsAtoms *key) {
    if (net->list) return walk_chosen(net, key, 0).count;
    const HeartsFeatures *features = &net->features[net->goal];
    uint8_t list[HEARTS_MOST_ACTIVE];
    int count = hearts_task_atoms(features->task, key, list), active = 0;
    for (int size = 1; size <= HEARTS_COMBINE; size++)
        if (features->first[size] >= 0) active += net->choose[size][count];
    return active;
}

void hearts_perceptron_add(HeartsPerceptron *net, const HeartsAtoms *key, float step) {
    if (step == 0) return;
    if (net->list)
        walk_chosen(net, key, step);
    else
        touch_all(net, key, step, true);
}

static int hearts_gone(const HeartsPosition *position) {
    return position->hearts[0] + position->hearts[1] + position->hearts[2] + position->hearts[3];
}

bool hearts_perceptron_decided(const HeartsPerceptron *net, const HeartsPosition *position) {
    bool queen = net->goal == HEARTS_LEARN_HEARTS || position->queen >= 0;
    return queen && (net->goal == HEARTS_LEARN_QUEEN || hearts_gone(position) == HEART_POINTS);
}

float hearts_perceptron_exact(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat) {
    if (net->moon && position->queen >= 0 && position->hearts[position->queen] == HEART_POINTS)
        return position->queen == seat ? 0 : QUEEN_POINTS + HEART_POINTS;
    int queen = net->goal == HEARTS_LEARN_HEARTS || position->queen != seat ? 0 : QUEEN_POINTS;
    return (float)(queen + (net->goal == HEARTS_LEARN_QUEEN ? 0 : position->hearts[seat]));
}

float hearts_perceptron_cut(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat, float output) {
    float most = (float)hearts_goal_points(net->goal) - HAIR;
    if (net->goal == HEARTS_LEARN_FULL) { // what one part has decided is not learned
        if (position->queen == seat) output += QUEEN_POINTS;
        if (hearts_gone(position) == HEART_POINTS) output += (float)position->hearts[seat];
    }
    return output < HAIR ? HAIR : output > most ? most : output;
}

float hearts_perceptron_value(const HeartsPerceptron *net, const HeartsPosition *position, Seat seat) {
    if (hearts_perceptron_decided(net, position)) return hearts_perceptron_exact(net, position, seat);
    HeartsAtoms key = hearts_perceptron_key(net, hearts_atoms(position, seat));
    return hearts_perceptron_cut(net, position, seat, hearts_perceptron_output(net, &key));
}

// ---- As an evaluation ----

static void perceptron_evaluate(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    HeartsPosition position = hearts_position(state);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = hearts_perceptron_value(self, &position, (Seat)seat);
}

static void close_evaluation(void *self) { hearts_perceptron_close(self); }

HeartsEvaluation hearts_perceptron_evaluation(HeartsPerceptron *net) {
    return (HeartsEvaluation){.self = net, .value = perceptron_evaluate};
}

bool hearts_evaluation_open_td(const char *model, HeartsEvaluation *evaluation, Error *err) {
    HeartsPerceptron *net = hearts_perceptron_open(model, err);
    if (!net) return false;
    *evaluation = hearts_perceptron_evaluation(net);
    evaluation->close = close_evaluation;
    return true;
}
