// SPDX-License-Identifier: MIT
// The player that came with the EAAI 2021 challenge and that every paper measures itself against, and the few
// policies that are variations of its parts.
#include "gin/players/simple/simple.h"

#include "gin/players/list/policies.h"

// Takes the upcard iff it belongs to any meld of hand and card, even if deadwood does not fall.
static bool take_if_meld(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)mind, (void)rng;
    return set_has(gin_useful_draws(view->hand), view->table->upcard);
}

const GinPolicy gin_draw_meld_only = {
    .name = "meld-only",
    .source = "EAAI 2021 Simple",
    .about = "takes the upcard if it belongs to a meld of the hand",
    .take = take_if_meld,
};

CardSet simple_repeats(const GinView *view) {
    CardSet partners = 0;
    int turn = 0;
    for (int i = 0; i < view->log->count; i++) {
        GinEvent event = view->log->event[i];
        if (gin_event_seat(event) != view->seat || gin_event_kind(event) != GIN_EVENT_DISCARD) continue;
        Card drawn = view->draws->card[turn++];
        if (drawn == view->drawn) partners |= set_of(event.card);
        if (event.card == view->drawn) partners |= set_of(drawn);
    }
    return partners;
}

// The least deadwood after discarding, uniform among ties; neither the upcard just taken nor a repeated pair.
static GinDiscard discard_max_deadwood(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)mind;
    int deadwood;
    CardSet best = gin_best_discards(view->hand, simple_discards(view), &deadwood);
    return (GinDiscard){.card = rng_card(rng, best), .deadwood = deadwood};
}

const GinPolicy gin_discard_max_deadwood = {
    .name = "max-deadwood",
    .source = "EAAI 2021 Simple",
    .about = "discards the most deadwood, uniform among ties, never the same draw and discard twice",
    .discard = discard_max_deadwood,
};

static bool knock_at_once(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)mind, (void)view, (void)rng, (void)discard, (void)deadwood;
    return true;
}

const GinPolicy gin_knock_at_once = {
    .name = "at-once",
    .source = "EAAI 2021 Simple",
    .about = "knocks as soon as the rules allow",
    .knock = knock_at_once,
};

static GinSplit any_best(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand, bool defend) {
    (void)mind, (void)view, (void)defend;
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    return splits[count == 1 ? 0 : rng_below(rng, (uint32_t)count)];
}

const GinPolicy gin_melds_any_best = {
    .name = "any-best",
    .source = "EAAI 2021 Simple",
    .about = "any split of least deadwood, uniform; as defender too, layoffs not considered",
    .melds = any_best,
};

static GinSplit best_layoff(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand, bool defend) {
    (void)mind, (void)rng;
    bool layoffs = defend && (view->exposed & ~gin_split_cards(view->knock));
    return layoffs ? gin_best_defence(hand, view->knock, (GinLayoff)view->rules->layoff, NULL) : gin_best_split(hand);
}

const GinPolicy gin_melds_best_layoff = {
    .name = "best-layoff",
    .source = "house",
    .about = "as defender the split that leaves least after layoffs, as knocker the first best one",
    .melds = best_layoff,
};
