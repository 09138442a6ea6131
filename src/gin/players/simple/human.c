// SPDX-License-Identifier: MIT
// The rules of thumb (rules_of_thumb.c) as people apply them, who overlook melds and chances to knock, forget what lay
// on the pile and what the opponent took, keep high pairs too long, collect cards that fit nothing yet, and sometimes
// choose the second best. The levels are made of these (list/levels.c).
#include <math.h>

#include "gin/players/list/policies.h"
#include "gin/players/simple/simple.h"
#include "gin/players/simple/thumb.h"

#define OVERLOOKS                                                                                                      \
    { "overlook", 0, 0, 1, false, "chance to miss a run, a knock or a layoff at a glance; half of it for a set" }

static bool lapses(Rng *rng, double chance) { return chance > 0 && rng_unit(rng) < chance; }

// ---- What is seen of the own hand ----

// The hand without cards of melds that are not noticed, each run and each set for itself.
static CardSet noticed_hand(CardSet hand, double overlook, Rng *rng) {
    CardSet runs = gin_run_cards(hand), sets = gin_set_cards(hand), seen = 0;
    while (runs) {
        CardSet run = runs & -runs;
        while (run << 1 & runs & ~run) run |= run << 1 & runs;
        if (!lapses(rng, overlook)) seen |= run;
        runs &= ~run;
    }
    while (sets) {
        CardSet set = sets & set_rank(card_rank(set_first(sets)));
        if (!lapses(rng, overlook / 2)) seen |= set;
        sets &= ~set;
    }
    return hand & (seen | ~gin_meldable(hand));
}

// ---- Drawing ----

enum { DRAW_OVERLOOK = GIN_THUMB_DRAWS, DRAW_TEMPTED };

// A person who misses a meld still notices that the card has a partner.
static bool human_take(const GinMind *mind, const GinView *view, Rng *rng) {
    const double *params = mind->params;
    Card card = view->table->upcard;
    GinKind kind = gin_kind_of_upcard(view->hand, card);
    bool in_set = set_has(gin_set_cards(view->hand | set_of(card)), card);
    if (kind == GIN_KIND_MELD && lapses(rng, in_set ? params[DRAW_OVERLOOK] / 2 : params[DRAW_OVERLOOK])) return false;
    bool fits = kind > GIN_KIND_MELD && kind <= GIN_KIND_RUN && view->table->phase == GIN_DRAW;
    if (fits && lapses(rng, params[DRAW_TEMPTED])) return true;
    return gin_thumb_takes(params, view, kind);
}

const GinPolicy gin_draw_human = {
    .name = "human",
    .source = "house",
    .about = "by-kind with human lapses: overlooks melds, and collects what only fits",
    .take = human_take,
    .params = {GIN_THUMB_DRAW_PARAMS,
               OVERLOOKS,
               {"tempted", 0, 0, 1, false, "chance to take a later upcard that only makes a pair or a neighbour"}},
};

// ---- Discarding ----

enum { KEEP_OVERLOOK = GIN_THUMB_KEEPS, KEEP_MEMORY, KEEP_RECALL, KEEP_FOND, KEEP_TEMPERATURE };

// The last `most` cards that were discarded, and the upcard: what one remembers of the pile.
static CardSet remembered_pile(const GinView *view, int most) {
    CardSet cards = 0;
    for (int i = view->log->count - 1; i >= 0 && most > 0; i--) {
        if (gin_event_kind(view->log->event[i]) != GIN_EVENT_DISCARD) continue;
        cards |= set_of(view->log->event[i].card);
        most--;
    }
    if (most > 0) cards = view->table->buried; // the first upcard too, which nobody discarded
    return (cards & view->table->buried) | (set_of(view->table->upcard) & SET_DECK);
}

static CardSet recalled(CardSet cards, double chance, Rng *rng) {
    CardSet kept = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        if (chance >= 1 || rng_unit(rng) < chance) kept |= rest & -rest;
    return kept;
}

// A card that counts ten and has another of its rank outside the melds.
static bool is_high_pair(CardSet loose, Card card) {
    return gin_card_points(card) == 10 && (loose & set_rank(card_rank(card)) & ~set_of(card));
}

// One of the cards, with chances by the softmax of -worth; without a temperature one of the least, uniform among ties.
static Card least_worth(CardSet cards, const double worth[CARD_COUNT], double temperature, Rng *rng) {
    double least = INFINITY, sum = 0, weight[CARD_COUNT];
    CardSet best = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest)) {
        double value = worth[card_index(set_first(rest))];
        if (value < least) best = 0;
        least = fmin(least, value);
        if (value <= least) best |= rest & -rest;
    }
    if (temperature <= 0) return rng_card(rng, best);
    for (CardSet rest = cards; rest; rest = set_rest(rest)) {
        int index = card_index(set_first(rest));
        sum += weight[index] = exp((least - worth[index]) / temperature);
    }
    double drawn = rng_unit(rng) * sum;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        if ((drawn -= weight[card_index(set_first(rest))]) < 0) return set_first(rest);
    return set_first(best);
}

static GinDiscard human_discard(const GinMind *mind, const GinView *view, Rng *rng) {
    const double *params = mind->params;
    GinSplit split = gin_best_split(noticed_hand(view->hand, params[KEEP_OVERLOOK], rng));
    GinThumb scene = {.params = params, .hand = view->hand, .loose = view->hand & ~gin_split_cards(&split)};
    scene.taken = recalled(view->table->known[view->seat ^ 1], params[KEEP_RECALL], rng);
    CardSet pile = remembered_pile(view, (int)params[KEEP_MEMORY]);
    scene.unseen = SET_DECK & ~(view->hand | pile | scene.taken);
    scene.useful = gin_useful_draws(view->hand) & scene.unseen;
    CardSet from = scene.loose & simple_discards(view);
    int deadwood;
    if (!from) // all is melded
        return (GinDiscard){rng_card(rng, gin_best_discards(view->hand, simple_discards(view), &deadwood)), -1};
    double worth[CARD_COUNT];
    for (CardSet rest = from; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        double fond = is_high_pair(scene.loose, card) ? params[KEEP_FOND] : 0;
        worth[card_index(card)] = gin_thumb_worth(&scene, card) + fond;
    }
    return (GinDiscard){.card = least_worth(from, worth, params[KEEP_TEMPERATURE], rng), .deadwood = -1};
}

const GinPolicy gin_discard_human = {
    .name = "human",
    .source = "house",
    .about = "by-kind with human lapses: overlooks, forgets, keeps high pairs, takes the second best",
    .discard = human_discard,
    .params = {GIN_THUMB_KEEP_PARAMS,
               OVERLOOKS,
               {"memory", 52, 0, 52, true, "how many of the last discards are remembered"},
               {"recall", 1, 0, 1, false, "chance to remember each card that the opponent took"},
               {"fond", 0, 0, 50, false, "what a pair of cards that count ten is worth on top"},
               {"temperature", 0, 0, 50, false, "of the softmax over worths that the discard is drawn from"}},
};

// ---- Knocking and melding ----

enum { KNOCK_OVERLOOK = GIN_THUMB_KNOCKS };

static bool human_knock(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    if (lapses(rng, deadwood ? mind->params[KNOCK_OVERLOOK] : mind->params[KNOCK_OVERLOOK] / 2)) return false;
    return gin_thumb_knocks(mind->params, view, discard, deadwood);
}

const GinPolicy gin_knock_human = {
    .name = "human",
    .source = "house",
    .about = "by-table with human lapses: does not notice that it could knock",
    .knock = human_knock,
    .params = {GIN_THUMB_KNOCK_PARAMS, OVERLOOKS},
};

// A defender who does not think of layoffs lays the melds that leave least without them.
static GinSplit human_melds(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand, bool defend) {
    const GinPolicy *plain = lapses(rng, mind->params[0]) ? &gin_melds_any_best : &gin_melds_best_layoff;
    return plain->melds(mind, view, rng, hand, defend);
}

const GinPolicy gin_melds_human = {
    .name = "human",
    .source = "house",
    .about = "best-layoff, unless it does not think of layoffs",
    .melds = human_melds,
    .params = {OVERLOOKS},
};
