// SPDX-License-Identifier: MIT
// Rules a person can learn by heart, with numbers that can be fitted: by what kind of card it is, by loose cards and
// turn. Their defaults are the player champion-rules: what the champion does, on a page (docs/LEARN-GIN.md).
#include "gin/players/list/policies.h"
#include "gin/players/simple/card_kinds.h"
#include "gin/players/simple/simple.h"
#include "gin/players/simple/thumb.h"

// ---- Knocking ----

enum { MOST_LOOSE = 4 };

// Not by points: one loose card is one good draw from gin, several are many draws away. Own draws include the one of
// this turn.
bool gin_thumb_knocks(const double params[GIN_THUMB_KNOCKS], const GinView *view, Card discard, int deadwood) {
    if (deadwood == 0) return true;
    CardSet hand = view->hand & ~set_of(discard);
    GinSplit split = gin_best_split(hand);
    int loose = set_count(hand & ~gin_split_cards(&split));
    return view->table->turns[view->seat] <= params[loose < MOST_LOOSE ? loose - 1 : MOST_LOOSE - 1];
}

static bool knock_by_table(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)rng;
    return gin_thumb_knocks(mind->params, view, discard, deadwood);
}

const GinPolicy gin_knock_by_table = {
    .name = "by-table",
    .source = "house",
    .about = "knocks up to a turn that depends on how many cards are loose, and with gin",
    .knock = knock_by_table,
    .params = {GIN_THUMB_KNOCK_PARAMS},
};

// ---- Drawing ----

enum { TAKE_FIRST, TAKE_SAVES, TAKE_MELD };

bool gin_thumb_takes(const double params[GIN_THUMB_DRAWS], const GinView *view, GinKind kind) {
    Card card = view->table->upcard;
    int after;
    gin_best_discards(view->hand | set_of(card), view->hand, &after);
    int saved = gin_deadwood(view->hand) - after;
    if (view->table->phase != GIN_DRAW) return (int)kind <= params[TAKE_FIRST] || saved >= params[TAKE_SAVES];
    return kind == GIN_KIND_MELD && (after == 0 || saved >= params[TAKE_MELD]);
}

// The first upcard is a turn for nothing, so that a card with a partner is enough; later a card taken is one shown.
static bool take_by_kind(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)rng;
    return gin_thumb_takes(mind->params, view, gin_kind_of_upcard(view->hand, view->table->upcard));
}

const GinPolicy gin_draw_by_kind = {
    .name = "by-kind",
    .source = "house",
    .about = "takes melds that save points and gin; as first upcard also what finds a partner",
    .take = take_by_kind,
    .params = {GIN_THUMB_DRAW_PARAMS},
};

// ---- Discarding ----

enum { KEEP_PAIR, KEEP_NEXT, KEEP_GAP, KEEP_OUT, KEEP_DANGER, KEEP_TOOK, KEEP_NEAR, KEEP_LOW, KEEP_STEP };

static CardSet of_rank(CardSet cards) {
    return cards << 16 | cards >> 48 | cards << 32 | cards >> 32 | cards << 48 | cards >> 16;
}

// One and two away in the suit. The empty bits of a lane keep shifts from leaking into the next.
static CardSet next_to(CardSet cards) { return (cards << 1 | cards >> 1) & SET_DECK; }
static CardSet gap_from(CardSet cards) { return (cards << 2 | cards >> 2) & SET_DECK; }

// Melds of three that the card may complete for the opponent, of cards that it has or may have.
static int danger(Card card, CardSet theirs) {
    CardSet it = set_of(card), suit = theirs & set_suit(card_suit(card));
    int same = set_count(theirs & set_rank(card_rank(card)));
    bool below = (suit & it >> 1) != 0, above = (suit & it << 1) != 0;
    int runs = (below && (suit & it >> 2)) + (below && above) + (above && (suit & it << 2));
    return same * (same - 1) / 2 + runs;
}

double gin_thumb_worth(const GinThumb *scene, Card card) {
    const double *params = scene->params;
    CardSet it = set_of(card), others = scene->loose & ~it, taken = scene->taken;
    int points = gin_card_points(card), off = points / (int)params[KEEP_STEP];
    double value = points <= 2 ? params[KEEP_LOW] : 0;
    if (of_rank(others) & it) value += params[KEEP_PAIR];
    if (next_to(others) & it) value += params[KEEP_NEXT];
    if (gap_from(others) & it) value += params[KEEP_GAP];
    if (of_rank(taken) & it) value += params[KEEP_TOOK];
    if ((next_to(taken) | gap_from(taken)) & it) value += params[KEEP_NEAR];
    value += params[KEEP_OUT] * set_count(scene->useful & ~gin_useful_draws(scene->hand & ~it));
    value += params[KEEP_DANGER] * danger(card, scene->unseen | taken);
    return value - off;
}

// The loose card worth least, uniform among ties; gin if there is one.
static GinDiscard discard_by_kind(const GinMind *mind, const GinView *view, Rng *rng) {
    const GinTable *table = view->table;
    GinSplit split = gin_best_split(view->hand);
    GinThumb scene = {.params = mind->params, .hand = view->hand, .taken = table->known[view->seat ^ 1]};
    scene.loose = view->hand & ~gin_split_cards(&split);
    scene.unseen = SET_DECK & ~(view->hand | table->buried | scene.taken | set_of(table->upcard));
    scene.useful = gin_useful_draws(view->hand) & scene.unseen;
    CardSet allowed = simple_discards(view), best = 0;
    int deadwood;
    CardSet dearest = gin_best_discards(view->hand, allowed, &deadwood);
    if (deadwood == 0 || !(scene.loose & allowed)) return (GinDiscard){.card = rng_card(rng, dearest), .deadwood = -1};
    double least = 0;
    for (CardSet rest = scene.loose & allowed; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        double value = gin_thumb_worth(&scene, card);
        if (!best || value < least) {
            best = 0;
            least = value;
        }
        if (value <= least) best |= set_of(card);
    }
    return (GinDiscard){.card = rng_card(rng, best), .deadwood = -1};
}

const GinPolicy gin_discard_by_kind = {
    .name = "by-kind",
    .source = "house",
    .about = "the loose card of least use to either side, the dearer of two alike",
    .discard = discard_by_kind,
    .params = {GIN_THUMB_KEEP_PARAMS},
};
