// SPDX-License-Identifier: MIT
#include "gin/players/mishra/mishra_pairs.h"

#include <math.h>
#include <string.h>

#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "gin/sample.h"
#include "learn/files/models.h"

void mishra_seen(const GinView *view, MishraSeen *seen) {
    SparseInput sparse[MISHRA_INPUTS];
    MishraMoves moves = mishra_moves(view);
    GinKnowledge known = gin_knowledge(view);
    int count = mishra_inputs(&moves, view->hand, gin_open_cards(view) & ~view->hand, sparse);
    *seen = (MishraSeen){.theirs = known.theirs, .unknown = known.unknown, .missing = known.missing};
    for (int i = 0; i < count; i++) seen->inputs[sparse[i].index] = sparse[i].value;
}

// A card is known to be held if it was taken after it was last discarded; in one turn it cannot be both.
void mishra_seen_in_inputs(const float inputs[MISHRA_INPUTS], MishraSeen *seen) {
    memcpy(seen->inputs, inputs, sizeof seen->inputs);
    seen->theirs = seen->unknown = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        if (inputs[i] != 0) continue;
        bool held = inputs[MISHRA_TAKEN + i] > inputs[MISHRA_DISCARDED + i];
        *(held ? &seen->theirs : &seen->unknown) |= set_of(card_from_index(i));
    }
    seen->missing = GIN_HAND_SIZE - set_count(seen->theirs);
}

Net *mishra_pairs_load(const char *model, Error *err) {
    Text path = {0};
    Net *net = model_path(model, &path, err) ? net_load(path.data, err) : NULL;
    bool fits = net && net_inputs(net) == MISHRA_SHOWN_INPUTS && net_outputs(net) == CARD_COUNT &&
                net_memory(net) == 0 && net_layer(net, net_layers(net) - 1)->activation == NET_SOFTMAX;
    if (net && !fits) {
        error_set(err, "%s is a network '%s', not one of %d inputs and %d outputs that sum to 1", path.data,
                  net_architecture(net), MISHRA_SHOWN_INPUTS, CARD_COUNT);
        net_close(net);
    }
    text_free(&path);
    return fits ? net : NULL;
}

// ---- Card by card ----

// A hand being completed.
typedef struct Draft {
    float inputs[MISHRA_SHOWN_INPUTS];
    CardSet hand, open; // cards it has; cards that may be the next
} Draft;

static void draft_add_card(Draft *draft, Card card) {
    draft->hand |= set_of(card);
    draft->open &= ~set_of(card);
    draft->inputs[MISHRA_INPUTS + card_index(card)] = 1;
}

static void remove_card(Draft *draft, Card card) {
    draft->hand &= ~set_of(card);
    draft->open |= set_of(card);
    draft->inputs[MISHRA_INPUTS + card_index(card)] = 0;
}

static Draft begin_draft(const MishraSeen *seen) {
    Draft draft = {.open = seen->unknown};
    memcpy(draft.inputs, seen->inputs, sizeof seen->inputs);
    for (CardSet rest = seen->theirs; rest; rest = set_rest(rest)) draft_add_card(&draft, set_first(rest));
    return draft;
}

// How likely each card is the next, of those that may be; returns their sum. Never nothing: some card is the next.
static double next_card(const Net *net, const Draft *draft, float weight[CARD_COUNT]) {
    const float least = 1e-9f;
    double sum = 0;
    net_apply(net, NULL, draft->inputs, weight);
    for (CardSet rest = draft->open; rest; rest = set_rest(rest)) {
        float *one = &weight[card_index(set_first(rest))];
        if (!(*one > least)) *one = least;
        sum += (double)*one;
    }
    return sum;
}

// All the missing cards at once, by how likely each is one of them: as likely as it is the next, that many times.
static void complete_at_once(const Draft *draft, int missing, float weight[CARD_COUNT], Rng *rng, CardSet *hands,
                             int count) {
    GinKnowledge known = {.theirs = draft->hand, .unknown = draft->open, .missing = missing};
    GinSampler sampler;
    gin_probabilities(&known, weight);
    gin_sampler_fit(&sampler, weight);
    for (int more; count > 0; count -= more, hands += more) {
        more = count < GIN_SAMPLE_HANDS ? count : GIN_SAMPLE_HANDS;
        gin_sampler_draw(&sampler, rng, hands, more);
    }
}

static Card choose_next(CardSet open, const float weight[CARD_COUNT], double sum, Rng *rng) {
    double left = rng_unit(rng) * sum;
    while (set_rest(open) && (left -= (double)weight[card_index(set_first(open))]) >= 0) open = set_rest(open);
    return set_first(open);
}

// Hands that begin alike are completed together, so that the network is asked once for all of them.
static void complete(const Net *net, Draft *draft, int missing, int singly, Rng *rng, CardSet *hands, int count) {
    float weight[CARD_COUNT];
    if (missing <= 0 || !draft->open) {
        for (int i = 0; i < count; i++) hands[i] = draft->hand;
        return;
    }
    double sum = next_card(net, draft, weight);
    if (singly == 0) {
        complete_at_once(draft, missing, weight, rng, hands, count);
        return;
    }
    int times[CARD_COUNT] = {0};
    for (int i = 0; i < count; i++) times[card_index(choose_next(draft->open, weight, sum, rng))]++;
    for (CardSet rest = draft->open; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int alike = times[card_index(card)];
        if (!alike) continue;
        draft_add_card(draft, card);
        complete(net, draft, missing - 1, singly - 1, rng, hands, alike);
        remove_card(draft, card);
        hands += alike;
    }
}

void mishra_pairs_draw(const Net *net, const MishraSeen *seen, int singly, Rng *rng, CardSet *hands, int count) {
    Draft draft = begin_draft(seen);
    complete(net, &draft, seen->missing, singly, rng, hands, count);
}

void mishra_pairs_marginals(const Net *net, const MishraSeen *seen, float probability[CARD_COUNT]) {
    Draft draft = begin_draft(seen);
    GinKnowledge known = {.theirs = seen->theirs, .unknown = seen->unknown, .missing = seen->missing};
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = 1;
    if (seen->missing > 0) next_card(net, &draft, probability);
    gin_probabilities(&known, probability);
}

static double order_likelihood(const Net *net, const MishraSeen *seen, CardSet hand, Rng *rng) {
    Draft draft = begin_draft(seen);
    double sum = 0;
    for (CardSet left = hand & seen->unknown; left;) {
        float weight[CARD_COUNT];
        double all = next_card(net, &draft, weight);
        Card card = rng_card(rng, left);
        sum += log((double)weight[card_index(card)] / all);
        left &= ~set_of(card);
        draft_add_card(&draft, card);
    }
    return sum;
}

double mishra_pairs_likelihood(const Net *net, const MishraSeen *seen, CardSet hand, int orders, Rng *rng) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < orders; i++) {
        double one = order_likelihood(net, seen, hand, rng);
        sum = one > most ? sum * exp(most - one) + 1 : sum + exp(one - most);
        most = one > most ? one : most;
    }
    return most + log(sum / orders) + lgamma(set_count(hand & seen->unknown) + 1.0); // in any of so many orders
}

// ---- From probabilities card by card ----

double mishra_marginal_likelihood(const float probability[CARD_COUNT], CardSet hand) {
    GinSampler sampler;
    gin_sampler_fit(&sampler, probability);
    double ways[GIN_SAMPLE_MOST + 1] = {1}, chosen = 0; // ways[n]: of n cards, each way by its odds
    int held = 0;
    for (int i = 0; i < sampler.cards; i++) {
        double odds = sampler.odds[i];
        for (int n = sampler.wanted; n > 0; n--) ways[n] += ways[n - 1] * odds;
        if (!set_has(hand, sampler.card[i])) continue;
        chosen += log(odds);
        held++;
    }
    bool possible = held == sampler.wanted && (sampler.sure & ~hand) == 0;
    return possible ? chosen - log(ways[sampler.wanted]) : -INFINITY;
}

double mishra_uniform_likelihood(const MishraSeen *seen) {
    int n = set_count(seen->unknown), k = seen->missing;
    return lgamma(k + 1.0) + lgamma(n - k + 1.0) - lgamma(n + 1.0);
}

// ---- As an estimator ----

enum { SINGLY };

static void *open_pairs(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    (void)params;
    return mishra_pairs_load(model, err);
}

static void close_pairs(void *model) { net_close(model); }

static void estimate_pairs(const GinMind *mind, const GinView *view, float probability[CARD_COUNT]) {
    MishraSeen seen;
    mishra_seen(view, &seen);
    mishra_pairs_marginals(mind->model, &seen, probability);
}

static void imagine_pairs(const GinMind *mind, const GinView *view, Rng *rng, CardSet *hands, int count) {
    MishraSeen seen;
    mishra_seen(view, &seen);
    mishra_pairs_draw(mind->model, &seen, (int)mind->params[SINGLY], rng, hands, count);
}

const GinPolicy gin_estimator_mishra_pairs = {
    .name = "mishra-pairs",
    .source = "Mishra, Future Work",
    .about = "a network that completes hands: what a card says of the others counts when hands are imagined",
    .estimate = estimate_pairs,
    .imagine = imagine_pairs,
    .file = "mishra-pairs.safetensors",
    .open = open_pairs,
    .close = close_pairs,
    .params = {{"singly", 2, 0, GIN_HAND_SIZE, true,
                "cards of a hand drawn one by one, each by those before it; the rest at once"}},
};
