// SPDX-License-Identifier: MIT
#include "gin/players/rummy/rummy_learn.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MUTATIONS = 400 }; // a stream of chance that no seat has

void rummy_trail_free(RummyTrail *trail) {
    free(trail->ones);
    *trail = (RummyTrail){.steps = 0};
}

// ---- A hand ----

static bool make_room(RummyTrail *trail, int more) {
    if (trail->used + more <= trail->room) return true;
    int room = 2 * trail->room + more + 1024;
    uint16_t *grown = realloc(trail->ones, (size_t)room * sizeof *grown);
    if (!grown) return false;
    trail->ones = grown;
    trail->room = room;
    return true;
}

static void keep_step(RummyTrail *trail, const RummyInput *input) {
    if (trail->steps == RUMMY_STEPS) return;
    if (!make_room(trail, input->count)) {
        memory_note_short();
        return;
    }
    trail->begin[trail->steps++] = trail->used;
    for (int i = 0; i < input->count; i++) trail->ones[trail->used++] = (uint16_t)input->ones[i];
    trail->begin[trail->steps] = trail->used;
}

static GinAction choose_in_seat(void *self, const GinView *view, Rng *rng) {
    const RummySeat *seat = self;
    RummyChoice choice;
    if (!seat->net) return seat->player->choose(seat->player->self, view, rng);
    rummy_choose(seat->net, view, NULL, seat->chance, rng, &choice);
    if (choice.settled && seat->trail) keep_step(seat->trail, &choice.input);
    return choice.action;
}

int rummy_play(const RummyDeal *deal, const RummySeat seats[GIN_SEATS]) {
    static const uint16_t score[GIN_SEATS] = {0, 0};
    uint64_t key = rng_key(deal->seed, 0, deal->number);
    Card deck[CARD_COUNT];
    GinState state;
    GinHistory history;
    Rng rng[GIN_SEATS] = {rng_of_key(key, 0), rng_of_key(key, 1)};
    GinPlayer players[GIN_SEATS];
    RummySeat at[GIN_SEATS];
    for (int i = 0; i < GIN_SEATS; i++) {
        at[i ^ deal->swapped] = seats[i];
        if (seats[i].trail) seats[i].trail->steps = seats[i].trail->used = 0;
    }
    for (int i = 0; i < GIN_SEATS; i++)
        players[i] = (GinPlayer){.self = &at[i], .choose = choose_in_seat, .forgets = true};
    rng_deal(key, 0, deck);
    gin_deal_deck(&state, &history, deal->rules, gin_first_starter(key), score, deck);
    history.past = NULL;
    Fault fault;
    GinAction refused;
    int faulty = gin_play_hand(&state, &history, players, rng, &fault, &refused);
    bool scored = faulty < 0 && state.result.end != GIN_CANCELLED;
    int first = deal->swapped, points = !scored                        ? 0
                                        : state.result.winner == first ? state.result.points
                                                                       : -state.result.points;
    for (int i = 0; i < GIN_SEATS; i++)
        if (seats[i].trail) seats[i].trail->points = i ? -points : points;
    return points;
}

// ---- Temporal differences ----

// The net of one hidden layer of ReLU, its parts in the block.
typedef struct Parts {
    int hidden;
    float *first, *first_bias;   // [inputs][hidden], [hidden]
    float *second, *second_bias; // [hidden], [1]
} Parts;

static Parts parts_of(Net *net) {
    const NetLayer *one = net_layer(net, 0), *two = net_layer(net, 1);
    float *block = net_block(net);
    return (Parts){one->outputs, block + one->weights, block + one->bias, block + two->weights, block + two->bias};
}

static double forward(const Parts *p, const uint16_t *ones, int count, float hidden[RUMMY_HIDDEN]) {
    memcpy(hidden, p->first_bias, (size_t)p->hidden * sizeof *hidden);
    for (int i = 0; i < count; i++) {
        const float *row = p->first + (size_t)ones[i] * (size_t)p->hidden;
        for (int h = 0; h < p->hidden; h++) hidden[h] += row[h];
    }
    double value = (double)*p->second_bias;
    for (int h = 0; h < p->hidden; h++) {
        if (!(hidden[h] > 0)) hidden[h] = 0;
        value += (double)hidden[h] * (double)p->second[h];
    }
    return value;
}

// One step of gradient descent on (target - value)^2 / 2.
static void adjust(const Parts *p, const uint16_t *ones, int count, const float hidden[RUMMY_HIDDEN], float step) {
    float back[RUMMY_HIDDEN] = {0};
    for (int h = 0; h < p->hidden; h++) {
        back[h] = hidden[h] > 0 ? step * p->second[h] : 0;
        p->second[h] += step * hidden[h];
        p->first_bias[h] += back[h];
    }
    *p->second_bias += step;
    for (int i = 0; i < count; i++) {
        float *row = p->first + (size_t)ones[i] * (size_t)p->hidden;
        for (int h = 0; h < p->hidden; h++) row[h] += back[h];
    }
}

double rummy_learn(Net *net, const RummyTrail *trail, double lambda, double rate) {
    Parts parts = parts_of(net);
    float hidden[RUMMY_HIDDEN];
    double target = trail->points / RUMMY_POINTS, sum = 0;
    for (int i = trail->steps; i-- > 0;) {
        const uint16_t *ones = trail->ones + trail->begin[i];
        int count = trail->begin[i + 1] - trail->begin[i];
        double value = forward(&parts, ones, count, hidden), gap = target - value;
        adjust(&parts, ones, count, hidden, (float)(rate * gap));
        sum += gap * gap;
        target = (1 - lambda) * value + lambda * target;
    }
    return trail->steps ? sum / trail->steps : 0;
}

// ---- Evolution ----

// Normal enough: four uniform numbers, with variance 1 together. No libm, so that it is the same everywhere.
static double draw_normal(Rng *rng) {
    double sum = rng_unit(rng) + rng_unit(rng) + rng_unit(rng) + rng_unit(rng);
    return (sum - 2) * 1.7320508075688772;
}

void rummy_mutate(const Net *champion, double spread, uint64_t seed, uint64_t number, Net *challenger) {
    Rng rng = rng_for(seed, 1, number, MUTATIONS);
    const float *from = net_weights(champion);
    float *to = net_block(challenger);
    for (size_t i = 0; i < net_parameters(champion); i++) to[i] = from[i] + (float)(spread * draw_normal(&rng));
}
