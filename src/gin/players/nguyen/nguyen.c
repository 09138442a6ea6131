// SPDX-License-Identifier: MIT
// Nguyen, Doan & Neller (2021): card values, desirability, and the draw and discard policies made of them. Where the
// paper leaves something open, the reading is a parameter and docs/papers/nguyen.md says which value fits its numbers.
#include "gin/players/nguyen/nguyen.h"

#include "gin/players/list/policies.h"
#include "gin/players/simple/simple.h"

// ---- Notions ----

// 1 or 2 hand cards in a pair that can be had, else 0.
static int shared(CardSet pair, CardSet hand, CardSet available) {
    return set_count(pair & available) == 2 ? set_count(pair & hand) : 0;
}

int nguyen_hit_count(Card card, CardSet hand, CardSet unknown) {
    CardSet self = set_of(card), available = (hand | unknown) & ~self;
    hand &= ~self;
    int count = shared(self << 1 | self << 2, hand, available) + shared(self << 1 | self >> 1, hand, available) +
                shared(self >> 1 | self >> 2, hand, available);
    CardSet equal = set_rank(card_rank(card)) & ~self;
    for (CardSet left_out = equal; left_out; left_out = set_rest(left_out))
        count += shared(equal & ~set_of(set_first(left_out)), hand, available);
    return count;
}

CardSet nguyen_unmelded(CardSet hand) {
    CardSet runs = gin_run_cards(hand), sets = gin_set_cards(hand);
    if (!(runs & sets)) return hand & ~(runs | sets); // no conflict: all that can be melded is
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    CardSet unmelded = 0;
    for (int i = 0; i < count; i++) unmelded |= hand & ~gin_split_cards(&splits[i]);
    return unmelded;
}

// Products of ever longer rows of neighbours in suit: the first alone, and the sum of the others.
typedef struct Rows {
    float one, more;
} Rows;

static Rows rows_beside(Card card, int step, const float probability[CARD_COUNT]) {
    const float *suit = &probability[13 * card_suit(card)];
    int rank = card_rank(card) + step;
    if (rank < 0 || rank >= CARD_RANKS) return (Rows){0, 0};
    float product = suit[rank];
    Rows rows = {product, 0};
    for (rank += step; product > 0 && rank >= 0 && rank < CARD_RANKS; rank += step) {
        product *= suit[rank];
        rows.more += product;
    }
    return rows;
}

// A run reaches `a` cards down and `b` up from the card, with a + b >= 2: both at least one, or either alone two or
// more.
float nguyen_desirability(Card card, const float probability[CARD_COUNT]) {
    Rows down = rows_beside(card, -1, probability), up = rows_beside(card, 1, probability);
    float runs = (down.one + down.more) * (up.one + up.more) + down.more + up.more;
    float p[CARD_SUITS - 1];
    int rank = card_rank(card);
    for (int i = 1; i < CARD_SUITS; i++) p[i - 1] = probability[13 * ((card_suit(card) + i) % CARD_SUITS) + rank];
    float sets = p[0] * p[1] + p[0] * p[2] + p[1] * p[2] + p[0] * p[1] * p[2];
    return runs + sets;
}

NguyenKnock nguyen_knock(CardSet hand, int deadwood, int turns, int takes) {
    GinSplit split = gin_best_split(hand);
    int melds = 0;
    for (int i = 0; i < GIN_MAX_MELDS; i++) melds += split.meld[i] != 0;
    return (NguyenKnock){
        .turns = (uint8_t)turns,
        .deadwood = (uint8_t)deadwood,
        .melds = (uint8_t)melds,
        .hits = (uint8_t)set_count(nguyen_paired(hand & ~gin_split_cards(&split))),
        .takes = (uint8_t)takes,
    };
}

void nguyen_knock_inputs(const NguyenKnock *knock, float input[NGUYEN_KNOCK_INPUTS]) {
    input[0] = knock->turns;
    input[1] = knock->deadwood;
    input[2] = knock->melds;
    input[3] = knock->hits;
    input[4] = knock->takes;
}

void nguyen_card_inputs(const NguyenCard *card, float input[NGUYEN_CARD_INPUTS]) {
    input[0] = card->points;
    input[1] = card->turn;
    input[2] = card->hits;
}

// ---- Draw ----

enum { BASE, REWARD, PER_HIT, THRESHOLD };

// Melds without asking; else Equation 1. Both thresholds in use are fitted: T = 11 for Hitting to Table 6, T = 16 for
// the others, who there hardly differ from players without card values; it draws 0.034 hitting cards a hand, Table 3
// has 0.04. The base and a reward for each single hit are parameters too, for functions in place of the
// equation: base = 17.6, H = 0, per-hit = 1.8, with T = 15 and T = 20.7, draws about as many.
static bool take_by_value(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)rng;
    Card upcard = view->table->upcard;
    if (set_has(gin_useful_draws(view->hand), upcard)) return true;
    const double *number = mind->params;
    CardSet unknown = nguyen_unknown(view);
    double value = nguyen_card_value(upcard, nguyen_hits(view->hand, unknown), number[REWARD]) - 13 + number[BASE];
    if (number[PER_HIT] != 0) value += number[PER_HIT] * nguyen_hit_count(upcard, view->hand, unknown);
    return value >= number[THRESHOLD];
}

const GinPolicy gin_draw_card_value = {
    .name = "card-value",
    .source = "Nguyen, Equation 1",
    .about = "takes melds, and cards worth base + n*H + hits*per-hit - points >= T",
    .take = take_by_value,
    .params = {{"base", 13, -100, 100, false, "value of a card without points or hits"},
               {"H", 3, -100, 100, false, "reward for each kind of meld, runs and sets, the card could be part of"},
               {"per-hit", 0, -100, 100, false, "reward for each hit"},
               {"T", 16, -1000, 1000, false, "least value to take"}},
};

static bool take_to_collect(const GinMind *mind, const GinView *view, Rng *rng) {
    Card upcard = view->table->upcard;
    if (set_has(gin_useful_draws(view->hand), upcard)) return true;
    NguyenHits hits = nguyen_hits(view->hand, nguyen_unknown(view));
    return set_has(hits.runs | hits.sets, upcard) && rng_unit(rng) < mind->params[0];
}

const GinPolicy gin_draw_collect = {
    .name = "collect",
    .source = "Nguyen, Table 1",
    .about = "takes melds, and hitting cards with probability p",
    .take = take_to_collect,
    .params = {{"p", 0.5, 0, 1, false, "probability to take a hitting card"}},
};

// ---- Discard ----

// What the discards below choose from; nothing where they leave the choice to Simple's rule.
static CardSet nguyen_candidates(const GinView *view) { return nguyen_unmelded(view->hand) & simple_discards(view); }

static GinDiscard discard_as_simple(const GinView *view, Rng *rng) {
    return gin_discard_max_deadwood.discard(NULL, view, rng);
}

enum { VALUE_REWARD, VALUE_TURNS };

// Hitting as the paper's words have it. No player of ours uses it: with H = 3 such a Hitting player is as good as
// Simple, and where it is as weak as in the paper (H = 10, turns = 5) it is too strong against the knocking players.
//
// The card of least value, uniform among ties: of each number of meld kinds only the dearest can be it.
static GinDiscard discard_by_value(const GinMind *mind, const GinView *view, Rng *rng) {
    CardSet cards = nguyen_candidates(view);
    if (!cards || view->table->turns[view->seat] > mind->params[VALUE_TURNS]) return discard_as_simple(view, rng);
    double reward = mind->params[VALUE_REWARD];
    NguyenHits hits = nguyen_hits(view->hand, nguyen_unknown(view));
    CardSet both = hits.runs & hits.sets, any = hits.runs | hits.sets;
    CardSet kinds[3] = {cards & ~any, cards & any & ~both, cards & both};
    CardSet best = 0;
    double most = -1e9;
    for (int n = 0; n < 3; n++) {
        if (!kinds[n]) continue;
        int points;
        CardSet dearest = gin_dearest(kinds[n], &points);
        double cost = points - n * reward;
        if (cost > most) best = 0, most = cost;
        if (cost == most) best |= dearest;
    }
    return (GinDiscard){.card = rng_card(rng, best), .deadwood = -1};
}

const GinPolicy gin_discard_card_value = {
    .name = "card-value",
    .source = "Nguyen, Equation 1",
    .about = "the unmelded card of least value 13 + n*H - points",
    .discard = discard_by_value,
    .params = {{"H", 3, -100, 100, false, "reward for each kind of meld, runs and sets, the card could be part of"},
               {"turns", 200, 0, 200, true, "own turns in which it does so, before Simple's rule"}},
};

enum { DESIRE, POINTS, KEEP };

// Of the cards the one of highest discard value, Equation 9, uniform among ties.
static Card most_worth_discarding(const double weight[GIN_MAX_PARAMS], CardSet cards,
                                  const float probability[CARD_COUNT], Rng *rng) {
    CardSet best = 0;
    float most = 0;
    for (; cards; cards = set_rest(cards)) {
        Card card = set_first(cards);
        float value = nguyen_discard_value(nguyen_desirability(card, probability), gin_card_points(card),
                                           (float)weight[DESIRE], (float)weight[POINTS]);
        if (!best || value > most) best = 0, most = value;
        if (value == most) best |= set_of(card);
    }
    return rng_card(rng, best);
}

static GinDiscard discard_by_estimate(const GinMind *mind, const GinView *view, Rng *rng) {
    CardSet cards = nguyen_candidates(view);
    if (!cards || !gin_meldable(view->hand)) return discard_as_simple(view, rng);
    if (view->table->turns[view->seat] <= mind->params[KEEP]) {
        NguyenHits hits = nguyen_hits(view->hand, nguyen_unknown(view));
        CardSet others = cards & ~(hits.runs | hits.sets);
        cards = others ? others : cards;
    }
    if (!set_rest(cards)) return (GinDiscard){.card = set_first(cards), .deadwood = -1};
    float probability[CARD_COUNT];
    gin_estimate(mind, view, probability);
    return (GinDiscard){.card = most_worth_discarding(mind->params, cards, probability, rng), .deadwood = -1};
}

const GinPolicy gin_discard_estimated = {
    .name = "estimated",
    .source = "Nguyen, Equations 8 and 9",
    .about = "the unmelded card of most points that the opponent is least likely to want",
    .discard = discard_by_estimate,
    .needs_estimator = true,
    .params = {{"desire", 1, 0, 1000, false, "W_DS, weight of 1 - desirability"},
               {"points", 3, 0, 1000, false, "W_DW, weight of points / 10"},
               {"keep", 0, 0, 200, true, "own turns in which hitting cards are kept where another can go"}},
};
