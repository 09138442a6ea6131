// SPDX-License-Identifier: MIT
// Plain policies that belong to no paper: chance, and the simple thresholds every study needs as a yardstick.
#include "gin/players/list/policies.h"

static bool take_at_random(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)view;
    return rng_unit(rng) < mind->params[0];
}

const GinPolicy gin_draw_random = {
    .name = "random",
    .source = "Heisenbot, Draw Policy",
    .about = "takes the upcard with probability p",
    .take = take_at_random,
    .params = {{"p", 0.5, 0, 1, false, "probability to take the upcard"}},
};

static bool never_take(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)mind, (void)view, (void)rng;
    return false;
}

const GinPolicy gin_draw_stock = {
    .name = "stock",
    .source = "Heisenbot, Results",
    .about = "always draws from the stock",
    .take = never_take,
};

static GinDiscard discard_at_random(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)mind;
    return (GinDiscard){.card = rng_card(rng, view->hand & ~set_of(view->table->taken)), .deadwood = -1};
}

const GinPolicy gin_discard_random = {
    .name = "random",
    .source = "house",
    .about = "any card that may be discarded",
    .discard = discard_at_random,
};

static bool knock_at_random(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)view, (void)discard, (void)deadwood;
    return rng_unit(rng) < mind->params[0];
}

const GinPolicy gin_knock_random = {
    .name = "random",
    .source = "house",
    .about = "knocks with probability p whenever the rules allow",
    .knock = knock_at_random,
    .params = {{"p", 0.5, 0, 1, false, "probability to knock"}},
};

static bool knock_within(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)view, (void)rng, (void)discard;
    return deadwood <= mind->params[0];
}

const GinPolicy gin_knock_limit = {
    .name = "limit",
    .source = "Heisenbot, Knock Policy: Greedy",
    .about = "knocks with at most `limit` points",
    .knock = knock_within,
    .params = {{"limit", 5, 0, 10, true, "most deadwood to knock with"}},
};

// The ten cards the seat was dealt: its own moves undone, latest first.
static CardSet dealt_cards(const GinView *view) {
    CardSet hand = view->hand;
    int draw = view->draws->count;
    for (int i = view->log->count - 1; i >= 0; i--) {
        GinEvent event = view->log->event[i];
        if (gin_event_seat(event) != view->seat) continue;
        if (gin_event_kind(event) == GIN_EVENT_DISCARD) hand |= set_of(event.card);
        bool drew = gin_event_kind(event) == GIN_EVENT_TAKE || gin_event_kind(event) == GIN_EVENT_STOCK;
        if (drew && draw > 0) hand &= ~set_of(view->draws->card[--draw]);
    }
    return hand;
}

// The limit is the same throughout a hand without being remembered, and nobody else can know it: it is hashed from the
// cards that were dealt.
static bool knock_within_drawn(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)rng, (void)discard;
    int low = (int)mind->params[0], high = (int)mind->params[1];
    if (low > high) return deadwood <= high;
    uint64_t hash = rng_fold(rng_mix(dealt_cards(view)), view->log->event[0].card);
    return deadwood <= low + (int)((hash >> 32) * (uint64_t)(high - low + 1) >> 32);
}

const GinPolicy gin_knock_drawn = {
    .name = "drawn",
    .source = "house",
    .about = "knocks with at most a limit that is drawn anew for each hand, from `low` to `high`",
    .knock = knock_within_drawn,
    .params = {{"low", 0, 0, 10, true, "least limit"},
               {"high", 10, 0, 10, true, "greatest limit; below `low` it is the limit"}},
};

static bool knock_gin_only(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)mind, (void)view, (void)rng, (void)discard;
    return deadwood == 0;
}

const GinPolicy gin_knock_gin = {
    .name = "gin",
    .source = "house",
    .about = "never knocks but for gin",
    .knock = knock_gin_only,
};

// Counts own turns since the first one that ended with a legal knock; which turns those were follows from the own
// draws and discards. Reading it back each time keeps the player without memory.
static int turns_since_first_chance(const GinView *view) {
    CardSet hand = view->hand;
    const GinDraws *draws = view->draws;
    // Undo this hand's own moves, latest first, and note the earliest turn that left a knock.
    int turn = draws->count - 1, first = turn;
    hand &= ~set_of(draws->card[turn]);
    for (int i = view->log->count - 1; i >= 0 && turn > 0; i--) {
        GinEvent event = view->log->event[i];
        if (gin_event_seat(event) != view->seat || gin_event_kind(event) != GIN_EVENT_DISCARD) continue;
        turn--;
        if (gin_deadwood(hand) <= view->table->knock_limit) first = turn;
        hand = (hand | set_of(event.card)) & ~set_of(draws->card[turn]);
    }
    return draws->count - 1 - first;
}

static bool knock_after_waiting(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)rng, (void)discard;
    return deadwood == 0 || turns_since_first_chance(view) >= mind->params[0];
}

const GinPolicy gin_knock_wait = {
    .name = "wait",
    .source = "Heisenbot, Figure 2",
    .about = "lets `turns` own turns go by after the first chance to knock, but never a gin",
    .knock = knock_after_waiting,
    .params = {{"turns", 2, 0, 30, true, "own turns to wait"}},
};
