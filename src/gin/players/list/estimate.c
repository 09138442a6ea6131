// SPDX-License-Identifier: MIT
// Estimators of the opponent's hand that need nothing learned, and what all estimators share.
#include "gin/players/list/estimate.h"

#include "gin/players/heisenbot/heisenbot.h"
#include "gin/players/list/policies.h"
#include "gin/sample.h"

GinKnowledge gin_knowledge(const GinView *view) {
    const GinTable *table = view->table;
    Seat them = view->seat ^ 1;
    if (table->phase == GIN_DEFEND && view->knock) return (GinKnowledge){.theirs = view->exposed};
    CardSet theirs = table->known[them];
    int size = GIN_HAND_SIZE + (table->phase == GIN_DISCARD && table->to_act == them);
    return (GinKnowledge){
        .theirs = theirs,
        .unknown = SET_DECK & ~(gin_open_cards(view) | theirs),
        .missing = size - set_count(theirs),
    };
}

// Scales the `open` cards to sum to `total` and returns those that came to 1 or more, now exactly 1.
static CardSet scale_to_total(CardSet open, float total, float probability[CARD_COUNT]) {
    float sum = 0;
    for (CardSet rest = open; rest; rest = set_rest(rest)) sum += probability[card_index(set_first(rest))];
    float factor = total / sum;
    CardSet full = 0;
    for (CardSet rest = open; rest; rest = set_rest(rest)) {
        float *p = &probability[card_index(set_first(rest))];
        *p *= factor;
        if (*p < 1) continue;
        *p = 1;
        full |= rest & -rest;
    }
    return full;
}

void gin_probabilities(const GinKnowledge *known, float probability[CARD_COUNT]) {
    const float least = 1e-9f;
    float most = least;
    for (CardSet rest = known->unknown; rest; rest = set_rest(rest)) {
        float weight = probability[card_index(set_first(rest))];
        most = weight > most ? weight : most;
    }
    for (CardSet rest = known->unknown; rest; rest = set_rest(rest)) {
        float *weight = &probability[card_index(set_first(rest))];
        if (!(*weight > most * least)) *weight = most * least;
    }
    for (CardSet rest = SET_DECK & ~known->unknown; rest; rest = set_rest(rest))
        probability[card_index(set_first(rest))] = set_has(known->theirs, set_first(rest)) ? 1 : 0;
    CardSet open = known->unknown;
    int missing = known->missing;
    for (CardSet full = open; full && open && missing > 0; open &= ~full, missing -= set_count(full))
        full = scale_to_total(open, (float)missing, probability);
    if (missing > 0) return;
    for (CardSet rest = open; rest; rest = set_rest(rest)) probability[card_index(set_first(rest))] = 0;
}

void gin_imagine(const GinMind *mind, const GinView *view, const float probability[CARD_COUNT], Rng *rng,
                 CardSet *hands, int count) {
    const GinPart *estimator = mind->estimator;
    if (estimator->policy->imagine) {
        estimator->policy->imagine(&estimator->mind, view, rng, hands, count);
        return;
    }
    GinSampler sampler;
    gin_sampler_fit(&sampler, probability);
    gin_sampler_draw(&sampler, rng, hands, count);
}

const GinPolicy gin_estimator_none = {
    .name = "none",
    .source = "house",
    .about = "no estimate of the opponent's hand",
};

static void estimate_uniform(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    (void)mind;
    GinKnowledge known = gin_knowledge(view);
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    gin_probabilities(&known, probability);
}

const GinPolicy gin_estimator_uniform = {
    .name = "uniform",
    .source = "house",
    .about = "every unknown card alike",
    .estimate = estimate_uniform,
};

// Heisenbot's likelihoods go from -5 (impossible) to 5 (known) and are levels, not probabilities; here a level is read
// as the weight (level + 5) / 10, so that an untouched card weighs a half and the extremes agree with what they say.
static void estimate_prognosis(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    (void)mind;
    int8_t likelihood[CARD_COUNT];
    heisenbot_likelihood(view, likelihood);
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = (float)(likelihood[i] + 5) / 10.0f;
    GinKnowledge known = gin_knowledge(view);
    gin_probabilities(&known, probability);
}

const GinPolicy gin_estimator_prognosis = {
    .name = "prognosis",
    .source = "Heisenbot, Prognostication",
    .about = "weights by the likelihood table: neighbours of taken cards up, of discards down",
    .estimate = estimate_prognosis,
};
