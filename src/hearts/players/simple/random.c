// SPDX-License-Identifier: MIT
#include "hearts/players/simple/ducker.h"

// Apart, so that the function that runs for every card needs few registers.
static __attribute__((noinline)) HeartsAction random_pass(const HeartsView *view, Rng *rng) {
    HeartsAction action = {.move = HEARTS_GIVE};
    for (int i = 0; i < view->rules->pass_count; i++) action.give |= set_of(rng_card(rng, view->hand & ~action.give));
    return action;
}

static HeartsAction random_choose(void *self, const HeartsView *view, Rng *rng) {
    (void)self;
    if (view->table->phase != HEARTS_PLAYING) return random_pass(view, rng);
    return (HeartsAction){.move = HEARTS_PLAY,
                          .card = rng_card(rng, hearts_legal_of(view->table, view->rules, view->hand))};
}

HeartsPlayer hearts_random_player(void) { return (HeartsPlayer){.choose = random_choose}; }
