// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/version.h"
#include "learn/net/net_internal.h"

enum { MOST_ARRAYS = WEIGHTS_MAX_TENSORS, MOST_FACTS = WEIGHTS_MAX_FACTS };

bool net_save(const Net *net, const WeightsFact *facts, int fact_count, const char *path, Error *err) {
    WeightsTensor tensors[MOST_ARRAYS];
    WeightsFact all[MOST_FACTS];
    NetArray array = {0};
    int count = 0;
    if (fact_count + 3 > MOST_FACTS) return error_set(err, "%s: more than %d facts", path, MOST_FACTS - 3);
    for (; net_array(net, count, &array); count++) {
        if (count == MOST_ARRAYS) return error_set(err, "%s: more than %d arrays", path, MOST_ARRAYS);
        tensors[count] = (WeightsTensor){.rank = array.rank, .data = net->block + array.offset};
        memcpy(tensors[count].name, array.name, sizeof array.name);
        memcpy(tensors[count].shape, array.shape, sizeof array.shape);
    }
    all[0] = (WeightsFact){"architecture", net->architecture};
    all[1] = (WeightsFact){"version", DEADWOOD_VERSION " " DEADWOOD_REVISION};
    for (int i = 0; i < fact_count; i++) all[2 + i] = facts[i];
    return weights_save(path, tensors, count, all, 2 + fact_count, err);
}

static bool read_layer_arrays(Net *net, const Weights *weights, Error *err) {
    NetArray array = {0};
    int count = 0;
    for (; net_array(net, count, &array); count++) {
        if (!weights_floats(weights, array.name, array.rank, array.shape, net->block + array.offset, err)) return false;
    }
    if (count == weights_count(weights)) return true;
    return error_set(err, "%d tensors, %d of which belong to '%s'", weights_count(weights), count, net->architecture);
}

// How many floats the file holds: known before memory is asked for, so that a wild architecture cannot ask for much.
static size_t floats_in(const Weights *weights) {
    size_t total = 0;
    for (int i = 0; i < weights_count(weights); i++) total += weights_size(weights_tensor(weights, i));
    return total;
}

Net *net_from_weights(const Weights *weights, Error *err) {
    const char *architecture = weights_fact(weights, "architecture");
    if (!architecture) {
        error_set(err, "the metadata has no \"architecture\", such as \"5 128r 1s\"");
        return NULL;
    }
    Net shape;
    if (!net_parse(architecture, &shape, err)) return NULL;
    if (shape.parameters != floats_in(weights)) {
        error_set(err, "'%s' has %zu parameters, the file %zu numbers", shape.architecture, shape.parameters,
                  floats_in(weights));
        return NULL;
    }
    Net *net = net_blank(architecture, err);
    if (!net || read_layer_arrays(net, weights, err)) return net;
    net_close(net);
    return NULL;
}

Net *net_load(const char *path, Error *err) {
    Weights *weights = weights_load(path, err);
    if (!weights) return NULL;
    Net *net = net_from_weights(weights, err);
    weights_close(weights);
    if (!net) error_prefix(err, "%s", path);
    return net;
}
