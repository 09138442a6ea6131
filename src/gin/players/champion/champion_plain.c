// SPDX-License-Identifier: MIT
// Plain players, like most programs and many people: they take the upcard if it melds, discard for the least deadwood
// and knock as soon as they can. Their actions reveal much about their hands, and the likelihood is cheap to compute.
#include "gin/players/champion/champion_internal.h"
#include "gin/players/simple/simple.h"

// The probability of an arbitrary choice, for plain players and for others that knock at once: of the players against
// the champion simple always chooses so, heisenbot, mishra, mishra-blind, mishra-contest and champion-b in 86 to 91% of
// their draws and 65 to 77% of their sheds.
static const double SLIP = 0.05, LOOSE_DRAW = 0.2, LOOSE_SHED = 0.4;

static int plain_shed(const uint8_t legal[GIN_LEGAL_BYTES], Card card) {
    int knock = GIN_CHOICE_KNOCK + card_index(card);
    return gin_choice_is_legal(legal, knock) ? knock : GIN_CHOICE_DROP + card_index(card);
}

static int plain_draw(const GinView *view, const uint8_t legal[GIN_LEGAL_BYTES]) {
    bool melds = set_has(gin_useful_draws(view->hand), view->table->upcard);
    return melds && gin_choice_is_legal(legal, GIN_CHOICE_TAKE) ? GIN_CHOICE_TAKE : GIN_CHOICE_STOCK;
}

static CardSet sheds_of(const GinView *view) {
    int deadwood;
    return gin_best_discards(view->hand, simple_discards(view), &deadwood);
}

int champion_plain_choice(const GinView *view) {
    uint8_t legal[GIN_LEGAL_BYTES];
    gin_choices(view, legal);
    return view->table->phase == GIN_DISCARD ? plain_shed(legal, set_first(sheds_of(view))) : plain_draw(view, legal);
}

// `share`: of the choice among those it would make, 0 if it would not.
static double likelihood(double slip, double share, int choices) { return (1 - slip) * share + slip / choices; }

ChampionPlain champion_plain_likelihood(const GinView *view, int choice) {
    uint8_t legal[GIN_LEGAL_BYTES];
    int choices = gin_choices(view, legal);
    if (choices <= 1) return (ChampionPlain){1, 1};
    if (view->table->phase != GIN_DISCARD) {
        double share = choice == plain_draw(view, legal);
        return (ChampionPlain){likelihood(SLIP, share, choices), likelihood(LOOSE_DRAW, share, choices)};
    }
    CardSet sheds = sheds_of(view);
    double share = 0;
    for (CardSet rest = sheds; rest; rest = set_rest(rest))
        if (choice == plain_shed(legal, set_first(rest))) share = 1.0 / set_count(sheds);
    return (ChampionPlain){likelihood(SLIP, share, choices), likelihood(LOOSE_SHED, share, choices)};
}
