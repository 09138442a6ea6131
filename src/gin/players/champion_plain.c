// SPDX-License-Identifier: MIT
// Plain players, as most programs and many people are: they take the upcard if it melds, shed what leaves the least
// deadwood and knock as soon as they can. What such a one did says much about its hand, and asking it costs little.
#include "gin/players/champion_internal.h"
#include "gin/players/simple.h"

static const double SLIP = 0.05; // how often it is thought to choose just anything

static bool may(const uint8_t legal[GIN_LEGAL_BYTES], int choice) { return legal[choice / 8] >> (choice % 8) & 1; }

static int shed(const uint8_t legal[GIN_LEGAL_BYTES], Card card) {
    int knock = GIN_CHOICE_KNOCK + card_index(card);
    return may(legal, knock) ? knock : GIN_CHOICE_DROP + card_index(card);
}

static int draw(const GinView *view, const uint8_t legal[GIN_LEGAL_BYTES]) {
    bool melds = set_has(gin_useful_draws(view->hand), view->table->upcard);
    return melds && may(legal, GIN_CHOICE_TAKE) ? GIN_CHOICE_TAKE : GIN_CHOICE_STOCK;
}

static CardSet sheds_of(const GinView *view) {
    int deadwood;
    return gin_best_discards(view->hand, simple_discards(view), &deadwood);
}

int champion_plain_choice(const GinView *view) {
    uint8_t legal[GIN_LEGAL_BYTES];
    gin_choices(view, legal);
    return view->table->phase == GIN_DISCARD ? shed(legal, set_first(sheds_of(view))) : draw(view, legal);
}

double champion_plain_likelihood(const GinView *view, int choice) {
    uint8_t legal[GIN_LEGAL_BYTES];
    int choices = gin_choices(view, legal), likely = 0;
    bool chosen = false;
    if (choices <= 1) return 1;
    if (view->table->phase != GIN_DISCARD) {
        chosen = choice == draw(view, legal);
        likely = 1;
    } else {
        for (CardSet rest = sheds_of(view); rest; rest = set_rest(rest), likely++)
            chosen = chosen || choice == shed(legal, set_first(rest));
    }
    return (chosen ? (1 - SLIP) / likely : 0) + SLIP / choices;
}
