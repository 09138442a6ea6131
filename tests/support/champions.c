// SPDX-License-Identifier: MIT
#include "support/champions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/env/observe_internal.h"

static void save(const char *path, Net *net, const char *fact, const char *value) {
    char version[GIN_INPUTS_VERSION];
    Error err = {{0}};
    gin_inputs_version(version);
    const WeightsFact facts[] = {{GIN_FACT_INPUTS, version}, {fact, value}};
    if (!net_save(net, facts, value ? 2 : 1, path, &err)) fail_msg("%s", err.text);
    net_close(net);
}

static Net *made(const char *architecture, uint64_t seed) {
    Error err = {{0}};
    Net *net = net_make(architecture, seed, &err);
    if (!net) fail_msg("%s", err.text);
    return net;
}

void save_champion(const char *path, const char *architecture, uint64_t seed, const char *rules) {
    save(path, made(architecture, seed), GIN_FACT_RULES, rules);
}

void save_critic(const char *path, const char *architecture, uint64_t seed, const char *value) {
    save(path, made(architecture, seed), GIN_FACT_VALUE, value);
}

void save_simple_champion(const char *path, float eager, float loud) {
    Net *net = made("896 106l", 1);
    float *weights = net_block(net) + net_layer(net, 0)->weights, *bias = net_block(net) + net_layer(net, 0)->bias;
    memset(weights, 0, sizeof(float) * GIN_INPUTS * GIN_CHOICES);
    memset(bias, 0, sizeof(float) * GIN_CHOICES);
    weights[(GIN_PLANES * CARD_COUNT + GIN_AT_TAKE_MELDS) * GIN_CHOICES + GIN_CHOICE_TAKE] = 2;
    bias[GIN_CHOICE_STOCK] = 1;
    for (int i = 0; i < CARD_COUNT; i++) {
        float *from = weights + (size_t)(GIN_PLANE_DEADWOOD * CARD_COUNT + i) * GIN_CHOICES;
        from[GIN_CHOICE_DROP + i] = from[GIN_CHOICE_KNOCK + i] = 20;
        bias[GIN_CHOICE_KNOCK + i] = eager;
    }
    for (size_t i = 0; i < net_parameters(net); i++) net_block(net)[i] *= loud;
    save(path, net, GIN_FACT_RULES, "contest");
}
