// SPDX-License-Identifier: MIT
// Rules a person can learn by heart, with numbers that can be fitted: by what kind of card it is, by turn and deadwood.
#include "gin/players/kinds.h"
#include "gin/players/policies.h"
#include "gin/players/simple.h"

// ---- Knocking ----

enum { TURNS = 6 }; // own turns 1-2, 3-4, 5-6, 7-8, 9-10 and later

// Own draws include the one of this turn.
static int turn_step(const GinView *view) {
    int turn = view->table->turns[view->seat];
    int step = (turn > 0 ? turn - 1 : 0) / 2;
    return step < TURNS ? step : TURNS - 1;
}

static bool knock_by_table(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)rng, (void)discard;
    int step = turn_step(view);
    return deadwood == 0 || (deadwood >= mind->params[2 * step] && deadwood <= mind->params[2 * step + 1]);
}

#define STEP(turn, which)                                                                                              \
    {"low" turn, 1, 0, 11, true, "least deadwood to knock with in own turn " which " (11: gin alone)"}, {              \
        "high" turn, 10, 0, 10, true, "and the most"                                                                   \
    }

const GinPolicy gin_knock_by_table = {
    .name = "by-table",
    .source = "house",
    .about = "knocks between two bounds that depend on the turn, and with gin",
    .knock = knock_by_table,
    .params = {STEP("1", "1 or 2"), STEP("3", "3 or 4"), STEP("5", "5 or 6"), STEP("7", "7 or 8"), STEP("9", "9 or 10"),
               STEP("11", "11 and later")},
};

// ---- Drawing ----

enum { TAKE_TRIANGLE, TAKE_PAIR, TAKE_RUN, TAKE_LOW, TAKE_SAVES };

// By this own turn a card of that kind is no longer taken. What saves points counts in the end game.
static bool take_by_kind(const GinMind *mind, const GinView *view, Rng *rng) {
    (void)rng;
    Card card = view->table->upcard;
    int turn = view->table->turns[view->seat] + 1;
    GinKind kind = gin_kind_of_upcard(view->hand, card);
    if (kind == GIN_KIND_MELD) return true;
    CardSet both = view->hand | set_of(card);
    int after;
    gin_best_discards(both, view->hand, &after);
    if (gin_deadwood(view->hand) - after >= mind->params[TAKE_SAVES]) return true;
    switch (kind) {
    case GIN_KIND_TRIANGLE: return turn <= mind->params[TAKE_TRIANGLE];
    case GIN_KIND_PAIR: return turn <= mind->params[TAKE_PAIR];
    case GIN_KIND_RUN: return turn <= mind->params[TAKE_RUN];
    case GIN_KIND_LOW: return turn <= mind->params[TAKE_LOW];
    case GIN_KIND_MELD:
    case GIN_KIND_LONE:
    case GIN_KINDS: break;
    }
    return false;
}

const GinPolicy gin_draw_by_kind = {
    .name = "by-kind",
    .source = "house",
    .about = "takes melds, what saves many points, and other kinds of cards early in a hand",
    .take = take_by_kind,
    .params = {{"triangle", 0, 0, 40, true, "last own turn in which a card that makes a triangle is taken"},
               {"pair", 0, 0, 40, true, "and one that makes a pair"},
               {"run", 0, 0, 40, true, "and a neighbour"},
               {"low", 0, 0, 40, true, "and one that only saves points"},
               {"saves", 20, 1, 20, true, "points that a card must save to be taken in any turn"}},
};

// ---- Discarding ----

enum { DROP_TRIANGLE, DROP_PAIR, DROP_RUN, DROP_SAFE, DROP_WANTED };

// Cards that are of no use to an opponent who discarded these: of their ranks, and their neighbours.
static CardSet around(CardSet cards) {
    CardSet ranks = cards | cards << 16 | cards >> 48 | cards << 32 | cards >> 32 | cards << 48 | cards >> 16;
    return (ranks | cards << 1 | cards >> 1) & SET_DECK;
}

// The loose card that costs most, less what its kind is worth, more if it is safe, less if it is wanted; uniform among
// ties.
static GinDiscard discard_by_kind(const GinMind *mind, const GinView *view, Rng *rng) {
    const GinTable *table = view->table;
    GinSplit split = gin_best_split(view->hand);
    CardSet cards = simple_discards(view) & ~gin_split_cards(&split), best = 0;
    if (!cards) return gin_discard_max_deadwood.discard(mind, view, rng);
    Seat them = view->seat ^ 1;
    CardSet safe = around(table->discarded[them]), wanted = around(table->known[them]);
    double most = 0;
    for (; cards; cards = set_rest(cards)) {
        Card card = set_first(cards);
        GinKind kind = gin_kind_of_card(view->hand, card);
        double value = gin_card_points(card);
        if (kind == GIN_KIND_TRIANGLE) value -= mind->params[DROP_TRIANGLE];
        if (kind == GIN_KIND_PAIR) value -= mind->params[DROP_PAIR];
        if (kind == GIN_KIND_RUN) value -= mind->params[DROP_RUN];
        if (set_has(safe, card)) value += mind->params[DROP_SAFE];
        if (set_has(wanted, card)) value -= mind->params[DROP_WANTED];
        if (!best || value > most) {
            best = 0;
            most = value;
        }
        if (value >= most) best |= set_of(card);
    }
    return (GinDiscard){.card = rng_card(rng, best), .deadwood = -1};
}

const GinPolicy gin_discard_by_kind = {
    .name = "by-kind",
    .source = "house",
    .about = "the dearest loose card, less what pairs, neighbours and triangles are worth, with an eye on safety",
    .discard = discard_by_kind,
    .params = {{"triangle", 6, -20, 20, false, "points that a triangle's card is worth"},
               {"pair", 3, -20, 20, false, "and one of a pair"},
               {"run", 3, -20, 20, false, "and a neighbour"},
               {"safe", 1, -20, 20, false, "points for a card next to what the opponent discarded"},
               {"wanted", 3, -20, 20, false, "points against one next to what it took"}},
};
