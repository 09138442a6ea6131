// SPDX-License-Identifier: MIT
// Plans: what they begin as, and which make sense.
#include "base/threads/pool.h"
#include "learn/ppo/ppo_internal.h"

PpoPlan ppo_plan(void) {
    return (PpoPlan){.epochs = 1,
                     .brains = 1,
                     .gamma = 1,
                     .lambda = 0.95,
                     .clip = 0.2,
                     .value_weight = 1,
                     .gradient_clip = 1,
                     .momentum = 0.9,
                     .decay = 0.999,
                     .epsilon = 1e-5,
                     .threads = 1};
}

TrainPlan ppo_optimiser(const PpoPlan *plan) {
    return (TrainPlan){.optimiser = TRAIN_ADAM,
                       .momentum = plan->momentum,
                       .decay = plan->decay,
                       .epsilon = plan->epsilon,
                       .clip = plan->gradient_clip > 0 ? plan->gradient_clip : 1e30}; // to be told the length anyway
}

static bool check_sizes(const PpoPlan *plan, Error *err) {
    static const int most_rows = 1 << 28;
    const struct {
        const char *what;
        int value, low, high;
    } sizes[] = {
        {"games", plan->games, 1, 1 << 22},
        {"steps", plan->steps, 1, 1 << 12},
        {"inputs", plan->inputs, 1, NET_MAX_WIDTH},
        {"secrets", plan->secrets, 0, NET_MAX_WIDTH - plan->inputs},
        {"choices", plan->choices, 1, PPO_MAX_CHOICES},
        {"rows a minibatch", plan->minibatch, 1, 1 << 24},
        {"epochs", plan->epochs, 1, 1 << 10},
        {"brains", plan->brains, 1, PPO_MAX_BRAINS},
        {"threads", plan->threads, 1, POOL_MAX_THREADS},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i].value >= sizes[i].low && sizes[i].value <= sizes[i].high) continue;
        return error_set(err, "%d %s are not from %d to %d", sizes[i].value, sizes[i].what, sizes[i].low,
                         sizes[i].high);
    }
    return (int64_t)plan->games * (plan->steps + 1) <= most_rows ||
           error_set(err, "%d games x %d steps are more than %d rows", plan->games, plan->steps, most_rows);
}

static bool ppo_check_numbers(const PpoPlan *plan, Error *err) {
    const struct {
        const char *what;
        double value, low, high;
    } numbers[] = {
        {"gamma", plan->gamma, 0, 1},
        {"lambda", plan->lambda, 0, 1},
        {"clip", plan->clip, 1e-6, 1e6},
        {"value clip", plan->value_clip, 0, 1e6},
        {"value weight", plan->value_weight, 0, 1e6},
        {"gradient clip", plan->gradient_clip, 0, 1e6},
        {"momentum", plan->momentum, 0, 0.999999},
        {"decay", plan->decay, 0, 0.99999999},
        {"epsilon", plan->epsilon, 1e-30, 1},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value >= numbers[i].low && numbers[i].value <= numbers[i].high) continue;
        return error_set(err, "%s %g is not from %g to %g", numbers[i].what, numbers[i].value, numbers[i].low,
                         numbers[i].high);
    }
    return true;
}

static bool ppo_check_net(const char *what, const Net *net, int inputs, int outputs, Error *err) {
    if (net_inputs(net) != inputs || net_outputs(net) != outputs) {
        return error_set(err, "the %s '%.200s' does not fit: it must have %d inputs and %d outputs", what,
                         net_architecture(net), inputs, outputs);
    }
    if (net_layer(net, net_layers(net) - 1)->activation != NET_LINEAR) {
        return error_set(err, "the %s '%.200s' must be linear at the end (%dl)", what, net_architecture(net), outputs);
    }
    return net_memory(net) == 0 ||
           error_set(err, "the %s '%.200s' remembers, which cannot be learned here", what, net_architecture(net));
}

bool ppo_check_actor(const PpoPlan *plan, const Net *actor, Error *err) {
    return ppo_check_net("actor", actor, plan->inputs, plan->choices, err);
}

bool ppo_check(const PpoPlan *plan, const Net *actor, const Net *critic, Error *err) {
    return check_sizes(plan, err) && ppo_check_numbers(plan, err) && ppo_check_actor(plan, actor, err) &&
           ppo_check_net("critic", critic, plan->inputs + plan->secrets, 1, err);
}
