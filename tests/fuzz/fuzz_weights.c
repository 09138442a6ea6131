// SPDX-License-Identifier: MIT
// Any bytes as a weights file: an error with a sentence, or a net that answers.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "learn/net/net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error err = {0};
    Weights *weights = weights_parse(data, size, &err);
    if (!weights) {
        if (err.text[0] == '\0') abort();
        return 0;
    }
    Net *net = net_from_weights(weights, &err);
    if (!net && err.text[0] == '\0') abort();
    weights_close(weights);
    if (net && net_parameters(net) < 100000) {
        static float input[NET_MAX_WIDTH], output[NET_MAX_WIDTH];
        float *memory = calloc(net_memory(net) + 1, sizeof *memory);
        if (memory) net_apply(net, memory, input, output);
        free(memory);
    }
    net_close(net);
    return 0;
}
