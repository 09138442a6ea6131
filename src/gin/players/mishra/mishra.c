// SPDX-License-Identifier: MIT
// Mishra & Aggarwal (2021): draw, discard, melds and knock by the utility of hands, and the four changes their contest
// entry made (Appendix B). Where the paper's words leave a rule open, the reading is a parameter, and
// docs/papers/mishra.md says which value plays as the paper reports.
#include "gin/players/mishra/mishra.h"

#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "gin/sample.h"

// What all of them begin with. A setting given by its bare name goes to all policies of a player that have it.
// clang-format off
#define MISHRA_PARAMS                                                                                              \
    {"meld", 0.8, -100, 100, false, "MELD_BONUS: for each 3-card meld a card could be part of"},                     \
    {"combination", 1.5, -100, 100, false, "COMBINATION_BONUS: for each other card of it in hand"},                    \
    {"deadwood", 1, -100, 100, false, "DEADWOOD_BONUS: for each point below 5"},                                     \
    {"knock-bonus", 10, -1000, 1000, false, "KNOCK_BONUS: for a hand that can knock"},                               \
    {"gin-bonus", 20, -1000, 1000, false, "GIN_BONUS: for a hand all melded"},                                       \
    {"low", 0.2, -100, 100, false, "LOW_CARD_BONUS: for an ace, half of it for a two"},                              \
    {"emergency", 2.5, -100, 100, false, "EMERGENCY_BOOSTER: times DEADWOOD_BONUS when a card away from a knock"},    \
    {"skip", 0, 0, 1, true, "1: a run does not count if the card just below it is unmelded in hand"},      \
    {"group", 0, 0, 1, true, "1: a rank counts its free suits once, 0: each set of three (paper)"},        \
    {"cap", 0, 0, 1, true, "1: the opponent's need for a card is at most 1"}
// clang-format on

static CardSet pile_of(const GinView *view) { return view->table->buried | (set_of(view->table->upcard) & SET_DECK); }

// ---- Melds ----

static GinSplit meld_by_utility(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand, bool defend) {
    (void)rng, (void)defend;
    GinSplit splits[GIN_MAX_SPLITS];
    if (gin_best_splits(hand, splits) == 1) return splits[0];
    MishraWeights weights = mishra_weights(mind->params, view);
    float probability[CARD_COUNT];
    MishraNeeds needs;
    gin_estimate(mind, view, probability);
    mishra_needs(probability, &needs);
    MishraTable table = {&weights, &needs, pile_of(view)};
    return mishra_melding(&table, hand).split;
}

const GinPolicy gin_melds_best_utility = {
    .name = "best-utility",
    .source = "Mishra, Melding",
    .about = "of the splits of least deadwood the one with the highest mean value of unmelded cards",
    .melds = meld_by_utility,
    .needs_estimator = true,
    .params = {MISHRA_PARAMS},
};

// ---- Draw ----

enum { RISE = MISHRA_COMMON, MEAN, AGAIN };

// The hand with one more card, and what is then believed of the opponent's.
static double worth_with(const GinMind *mind, const GinView *view, const MishraTable *table, Card card,
                         CardSet allowed) {
    CardSet hand = view->hand | set_of(card);
    if (!(mind->params[AGAIN] > 0)) return mishra_after_discard(table, hand, allowed);
    GinView then = *view;
    float probability[CARD_COUNT];
    MishraNeeds needs;
    MishraTable believed = *table;
    then.hand = hand;
    gin_estimate(mind, &then, probability);
    mishra_needs(probability, &needs);
    believed.needs = &needs;
    return mishra_after_discard(&believed, hand, allowed);
}

// Each card by its chance to lie in the stock.
static double worth_of_stock(const GinMind *mind, const GinView *view, const MishraTable *table,
                             const float probability[CARD_COUNT]) {
    CardSet unknown = SET_DECK & ~(view->hand | table->dead);
    double sum = 0, weights = 0;
    for (CardSet rest = unknown; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        double weight = 1 - (double)probability[card_index(card)];
        if (weight <= 0) continue;
        sum += weight * worth_with(mind, view, table, card, view->hand | set_of(card));
        weights += weight;
    }
    double count = mind->params[MEAN] > 0 ? weights : set_count(unknown);
    return count > 0 ? sum / count : 0;
}

// Does the upcard make the melds worth more; or does it, with rise=0, lower the deadwood before a discard?
static bool is_taken_at_sight(const GinMind *mind, CardSet hand, Card upcard) {
    int least = gin_deadwood(hand) + (mind->params[RISE] > 0 ? gin_card_points(upcard) : 0);
    return gin_deadwood(hand | set_of(upcard)) < least;
}

static bool take_by_utility(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)rng;
    Card upcard = view->table->upcard;
    if (is_taken_at_sight(mind, view->hand, upcard)) return true;
    MishraWeights weights = mishra_weights(mind->params, view);
    float probability[CARD_COUNT];
    MishraNeeds needs;
    gin_estimate(mind, view, probability);
    mishra_needs(probability, &needs);
    MishraTable after_stock = {&weights, &needs, pile_of(view)}, after_take = after_stock;
    after_take.dead &= ~set_of(upcard);
    double taken = worth_with(mind, view, &after_take, upcard, view->hand);
    return taken >= worth_of_stock(mind, view, &after_stock, probability);
}

const GinPolicy gin_draw_utility = {
    .name = "utility",
    .source = "Mishra, Drawing Strategy",
    .about = "takes what melds, else compares the utility with the upcard to the stock's expected one",
    .take = take_by_utility,
    .needs_estimator = true,
    .params = {MISHRA_PARAMS,
               {"rise", 1, 0, 1, true, "takes at sight what adds points to melds; 0: what lowers deadwood undiscarded"},
               {"mean", 1, 0, 1, true, "1: the stock's worth is a weighted mean (paper), 0: divided by all cards"},
               {"again", 0, 0, 1, true, "1: the opponent's hand is estimated again with each card drawn"}},
};

// ---- Discard ----

enum { SHARED = MISHRA_DISCARD_PARAMS, WARY, MEAN_DEADWOOD, OWN_DEADWOOD };

// The mean deadwood of hands the opponent may hold.
static double expected_deadwood(const GinMind *mind, const GinView *view, const float probability[CARD_COUNT],
                                int samples, Rng *rng) {
    CardSet hands[GIN_SAMPLE_HANDS];
    int sum = 0;
    gin_imagine(mind, view, probability, rng, hands, samples);
    for (int i = 0; i < samples; i++) sum += gin_deadwood(hands[i]);
    return (double)sum / samples;
}

// Appendix B (2): with an opponent close to knocking, a card is forced out only if little is left.
static bool is_still_forced(const GinMind *mind, const GinView *view, const float probability[CARD_COUNT], int deadwood,
                            Rng *rng) {
    int samples = (int)mind->params[WARY];
    if (!samples || deadwood <= mind->params[OWN_DEADWOOD]) return true;
    return expected_deadwood(mind, view, probability, samples, rng) > mind->params[MEAN_DEADWOOD];
}

// What each card gives the opponent; with shared=0 each card is judged by hands of its own.
static void expected_gains(const GinMind *mind, const GinView *view, const MishraTable *theirs,
                           const float probability[CARD_COUNT], CardSet cards, Rng *rng, double gain[64]) {
    CardSet unknown = SET_DECK & ~(view->hand | pile_of(view));
    CardSet hands[GIN_SAMPLE_HANDS];
    int samples = (int)mind->params[MISHRA_SAMPLES];
    bool shared = mind->params[SHARED] > 0;
    for (CardSet rest = cards; rest; rest = shared ? 0 : set_rest(rest)) {
        gin_imagine(mind, view, probability, rng, hands, samples);
        MishraGuess guess = {hands, samples, unknown, !(mind->params[MISHRA_ELEVEN] > 0)};
        mishra_gains(theirs, &guess, shared ? cards : set_of(set_first(rest)), gain);
    }
}

static void sort_reasons(MishraDecision *decision) {
    for (int i = 1; i < decision->count; i++) {
        MishraReason moved = decision->reason[i];
        int at = i;
        for (; at > 0 && decision->reason[at - 1].value < moved.value; at--)
            decision->reason[at] = decision->reason[at - 1];
        decision->reason[at] = moved;
    }
}

static Card best_of(const MishraDiscards *discards, CardSet cards) {
    Card best = set_first(cards);
    for (; cards; cards = set_rest(cards))
        if (discards->utility[set_first(cards)] > discards->utility[best]) best = set_first(cards);
    return best;
}

static void weigh(const GinMind *mind, const GinView *view, const MishraWeights *weights,
                  const float probability[CARD_COUNT], CardSet melded, const MishraDiscards *discards, Rng *rng,
                  MishraDecision *decision) {
    MishraTable theirs = {weights, NULL, pile_of(view) | melded};
    double importance = mind->params[MISHRA_OPPONENT], gain[64];
    bool alone = !set_rest(discards->loose) || importance == 0;
    if (!alone || decision->forced) expected_gains(mind, view, &theirs, probability, discards->loose, rng, gain);
    for (CardSet rest = discards->loose; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        double own = discards->utility[card], theirs_gain = alone && !decision->forced ? 0 : gain[card];
        decision->reason[decision->count++] = (MishraReason){card, own, theirs_gain, own - importance * theirs_gain};
    }
    sort_reasons(decision);
}

MishraDecision mishra_decide(const GinMind *mind, const GinView *view, Rng *rng, bool explain) {
    MishraWeights weights = mishra_weights(mind->params, view);
    float probability[CARD_COUNT];
    MishraNeeds needs;
    MishraDiscards discards;
    gin_estimate(mind, view, probability);
    mishra_needs(probability, &needs);
    MishraTable table = {&weights, &needs, pile_of(view)};
    mishra_discards(&table, view->hand, view->hand & ~set_of(view->table->taken), &discards);
    MishraDecision decision = {.count = 0};
    if (discards.forced) {
        Card card = best_of(&discards, discards.forced);
        decision.card = card;
        decision.forced = is_still_forced(mind, view, probability, gin_deadwood(view->hand & ~set_of(card)), rng);
    }
    if (decision.forced && !explain) return decision;
    weigh(mind, view, &weights, probability, view->hand & ~mishra_melding(&table, view->hand).loose, &discards, rng,
          &decision);
    if (!decision.forced) decision.card = decision.reason[0].card;
    return decision;
}

static GinDiscard discard_by_gain(const GinMind *mind, const GinView *view, Rng *rng) {
    return (GinDiscard){.card = mishra_decide(mind, view, rng, false).card, .deadwood = -1};
}

const GinPolicy gin_discard_sampled_gain = {
    .name = "sampled-gain",
    .source = "Mishra, Discard Strategy",
    .about = "the unmelded card of highest utility left, less what the opponent is expected to gain by it",
    .discard = discard_by_gain,
    .needs_estimator = true,
    .params = {MISHRA_PARAMS,
               {"opponent", 0.77, -100, 100, false, "OPP_UTIL_IMPORTANCE: weight of the opponent's expected gain"},
               {"samples", 100, 1, GIN_SAMPLE_HANDS, true, "hands of the opponent imagined"},
               {"eleven", 1, 0, 1, true, "1: it is judged with eleven cards, 0: after a discard (paper, slow)"},
               {"shared", 1, 0, 1, true, "1: the same hands for all cards, 0: new ones for each (paper)"},
               {"wary", 0, 0, GIN_SAMPLE_HANDS, true, "hands imagined to see if the opponent is close to a knock"},
               {"their-deadwood", 18, 0, 110, false, "mean deadwood of those hands that counts as close"},
               {"own-deadwood", 6, 0, 10, true, "most own deadwood to knock with then"}},
};
