// SPDX-License-Identifier: MIT
// The networks of Nguyen, Doan & Neller (2021) as policies. Their inputs are a few small whole numbers, so every answer
// is kept under them and a network is asked once for each case instead of once for each decision.
#include <math.h>
#include <stdlib.h>

#include "gin/players/list/policies.h"
#include "gin/players/nguyen/nguyen.h"
#include "gin/players/simple/simple.h"
#include "learn/files/models.h"
#include "learn/net/net.h"

enum { TURNS = GIN_TURN_LIMIT + 2 }; // of both players

// A network of one output, and its answers so far; NaN where it was not asked yet.
typedef struct Known {
    Net *net;
    size_t cases;
    float answer[];
} Known;

static void close_known(void *self) {
    Known *known = self;
    net_close(known->net);
    free(known);
}

static Net *load_policy_net(const char *model, int inputs, Error *err) {
    Text path = {0};
    Net *net = model_path(model, &path, err) ? net_load(path.data, err) : NULL;
    bool fits = net && net_inputs(net) == inputs && net_outputs(net) == 1 && net_memory(net) == 0;
    if (net && !fits) {
        error_set(err, "%s is a network '%s', not one of %d inputs and 1 output", path.data, net_architecture(net),
                  inputs);
        net_close(net);
    }
    text_free(&path);
    return fits ? net : NULL;
}

static Known *open_known(const char *model, int inputs, size_t cases, Error *err) {
    Net *net = load_policy_net(model, inputs, err);
    if (!net) return NULL;
    Known *known = malloc(sizeof *known + cases * sizeof known->answer[0]);
    if (!known) {
        net_close(net);
        error_set(err, "out of memory for the answers of %s", model);
        return NULL;
    }
    *known = (Known){.net = net, .cases = cases};
    for (size_t i = 0; i < cases; i++) known->answer[i] = NAN;
    return known;
}

// The answer to an input, which is case number `at`, or none of those that are kept.
static float ask_policy_net(Known *known, size_t at, const float *input) {
    float output;
    if (at < known->cases && !isnan(known->answer[at])) return known->answer[at];
    net_apply(known->net, NULL, input, &output);
    if (at < known->cases) known->answer[at] = output;
    return output;
}

// ---- Knocking ----

enum { KEPT_TURNS = 64, KEPT_DEADWOOD = 11, KEPT_MELDS = 4, KEPT_HITS = 11, KEPT_TAKES = 16 };

static void *open_knock(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    (void)params;
    return open_known(model, NGUYEN_KNOCK_INPUTS,
                      (size_t)KEPT_TURNS * KEPT_DEADWOOD * KEPT_MELDS * KEPT_HITS * KEPT_TAKES, err);
}

static size_t knock_case(const NguyenKnock *k) {
    bool kept = k->turns < KEPT_TURNS && k->deadwood < KEPT_DEADWOOD && k->melds < KEPT_MELDS && k->hits < KEPT_HITS &&
                k->takes < KEPT_TAKES;
    if (!kept) return SIZE_MAX;
    size_t at = (size_t)k->turns * KEPT_DEADWOOD + k->deadwood;
    return ((at * KEPT_MELDS + k->melds) * KEPT_HITS + k->hits) * KEPT_TAKES + k->takes;
}

enum { SURE, OWN };

// Gin is not asked about: at the highest thresholds of Table 5 no answer would be enough. The network learns with the
// discards of both players as its turns; asked with own turns alone, which are half as many, the players come
// close to Table 6, and with all of them to Table 5 up to 0.9. No source says so: it is a fit.
static bool knock_by_net(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)rng;
    if (deadwood == 0) return true;
    const GinTable *table = view->table;
    Seat them = view->seat ^ 1;
    int turns = table->turns[view->seat] + (mind->params[OWN] > 0 ? 0 : table->turns[them]);
    NguyenKnock knock = nguyen_knock(view->hand ^ set_of(discard), deadwood, turns, table->takes[them]);
    float input[NGUYEN_KNOCK_INPUTS];
    nguyen_knock_inputs(&knock, input);
    return ask_policy_net(mind->model, knock_case(&knock), input) >= (float)mind->params[SURE];
}

const GinPolicy gin_knock_net = {
    .name = "knock-net",
    .source = "Nguyen, When Should We Knock?",
    .about = "knocks when a network is sure enough to win the hand, and with gin",
    .knock = knock_by_net,
    .file = "knock-nguyen.safetensors",
    .open = open_knock,
    .close = close_known,
    .params = {{"sure", 0.9, 0, 1, false, "least probability of winning to knock with"},
               {"own", 1, 0, 1, true, "1: turns are own turns, 0: the discards of both"}},
};

// ---- Card values ----

enum { KEPT_POINTS = 11, KEPT_COUNTS = 13 };

static void *open_card(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    (void)params;
    return open_known(model, NGUYEN_CARD_INPUTS, (size_t)TURNS * KEPT_POINTS * KEPT_COUNTS, err);
}

// What a card of the hand, or the upcard, will cost at the end of the hand.
static float expected_cost(const GinMind *mind, const GinView *view, Card card) {
    int turn = view->table->turns[0] + view->table->turns[1];
    NguyenCard asked = {.points = (uint8_t)gin_card_points(card),
                        .turn = (uint8_t)turn,
                        .hits = (uint8_t)nguyen_hit_count(card, view->hand, nguyen_unknown(view))};
    float input[NGUYEN_CARD_INPUTS];
    nguyen_card_inputs(&asked, input);
    return ask_policy_net(mind->model, ((size_t)asked.turn * KEPT_POINTS + asked.points) * KEPT_COUNTS + asked.hits,
                          input);
}

static bool take_by_net(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)rng;
    Card upcard = view->table->upcard;
    if (set_has(gin_useful_draws(view->hand), upcard)) return true;
    return expected_cost(mind, view, upcard) < (float)mind->params[0];
}

const GinPolicy gin_draw_card_net = {
    .name = "card-net",
    .source = "Nguyen, Table 3",
    .about = "takes melds, and cards that a network expects to cost less than T",
    .take = take_by_net,
    .file = "card-nguyen.safetensors",
    .open = open_card,
    .close = close_known,
    .params = {{"T", 0.4, -100, 100, false, "points that are too much to take a card for"}},
};

static GinDiscard discard_by_net(const GinMind *mind, const GinView *view, Rng *rng) {
    CardSet cards = nguyen_unmelded(view->hand) & simple_discards(view), best = 0;
    if (!cards) return gin_discard_max_deadwood.discard(mind, view, rng);
    float most = 0;
    for (; cards; cards = set_rest(cards)) {
        float cost = expected_cost(mind, view, set_first(cards));
        if (!best || cost > most) best = 0, most = cost;
        if (cost == most) best |= set_of(set_first(cards));
    }
    return (GinDiscard){.card = rng_card(rng, best), .deadwood = -1};
}

const GinPolicy gin_discard_card_net = {
    .name = "card-net",
    .source = "Nguyen, Table 3",
    .about = "the unmelded card that a network expects to cost most",
    .discard = discard_by_net,
    .file = "card-nguyen.safetensors",
    .open = open_card,
    .close = close_known,
};
