// SPDX-License-Identifier: MIT
// The hand-estimation network of Mishra & Aggarwal (2021) as an estimator.
#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "gin/players/mishra/mishra_examples.h"
#include "learn/files/models.h"
#include "learn/net/net.h"

static void *open_mishra_net(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    (void)params;
    Text path = {0};
    Net *net = model_path(model, &path, err) ? net_load(path.data, err) : NULL;
    if (net && (net_inputs(net) != MISHRA_INPUTS || net_outputs(net) != CARD_COUNT || net_memory(net) > 0)) {
        error_set(err, "%s is a network '%s', not one of %d inputs and %d outputs without LSTM layers", path.data,
                  net_architecture(net), MISHRA_INPUTS, CARD_COUNT);
        net_close(net);
        net = NULL;
    }
    text_free(&path);
    return net;
}

static void close_net(void *model) { net_close(model); }

// Nearly all inputs are zero, and the first layer a tenth of the work: it is not worth keeping it from turn to turn.
static void estimate_net(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    GinKnowledge known = gin_knowledge(view);
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    if (known.missing > 0) {
        SparseInput sparse[MISHRA_INPUTS];
        float inputs[MISHRA_INPUTS] = {0};
        MishraMoves moves = mishra_moves(view);
        int count = mishra_inputs(&moves, view->hand, gin_open_cards(view) & ~view->hand, sparse);
        for (int i = 0; i < count; i++) inputs[sparse[i].index] = sparse[i].value;
        net_apply(mind->model, NULL, inputs, probability);
    }
    gin_probabilities(&known, probability);
}

const GinPolicy gin_estimator_mishra_net = {
    .name = "mishra-net",
    .source = "Mishra, Model Design",
    .about = "a feed-forward network shown own hand, pile and all the opponent took, discarded and declined",
    .estimate = estimate_net,
    .file = "mishra.safetensors",
    .open = open_mishra_net,
    .close = close_net,
};
