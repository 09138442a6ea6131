// SPDX-License-Identifier: MIT
#include "hearts/players/ducker.h"

static HeartsAction choose(void *self, const HeartsView *view, Rng *rng) {
    (void)self;
    if (view->table->phase == HEARTS_PLAYING)
        return (HeartsAction){.move = HEARTS_PLAY,
                              .card = rng_card(rng, hearts_legal_of(view->table, view->rules, view->hand))};
    CardSet give = 0;
    for (int i = 0; i < view->rules->pass_count; i++) give |= set_of(rng_card(rng, view->hand & ~give));
    return (HeartsAction){.move = HEARTS_GIVE, .give = give};
}

HeartsPlayer hearts_random_player(void) { return (HeartsPlayer){.choose = choose}; }
