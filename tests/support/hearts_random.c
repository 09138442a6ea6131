// SPDX-License-Identifier: MIT
#include "support/hearts_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/random.h"

const char *const HEARTS_VARIANTS[] = {
    "standard",
    "paper",
    "paper-queen",
    "paper-hearts",
    "standard,moon=subtract,jack=10",
    "standard,moon=choose,trickless=5,target=60",
    "standard,moon=none,hold=no,queen-breaks=no,pass=4",
    "standard,two-leads=no,pass=1,heart=2,queen=26",
    "paper,safe-first=yes,break-hearts=yes,moon=add,target=50",
    "paper,two-leads=yes,break-hearts=yes,queen-breaks=yes,trickless=10",
    "paper-queen,safe-first=yes,break-hearts=yes,moon=add",
    "paper-hearts,safe-first=yes,two-leads=yes,moon=subtract,jack=100,trickless=100",
    "paper,heart=0,queen=0,moon=add",
};
const int HEARTS_VARIANT_COUNT = sizeof HEARTS_VARIANTS / sizeof *HEARTS_VARIANTS;

HeartsRules hearts_rules_of(const char *text) {
    HeartsRules rules;
    Error err = {{0}};
    if (!hearts_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

HeartsRules hearts_variant(Rng *rng) {
    return hearts_rules_of(HEARTS_VARIANTS[rng_below(rng, (uint32_t)HEARTS_VARIANT_COUNT)]);
}

void hearts_some_deck(Rng *rng, Card deck[CARD_COUNT]) {
    rng_deck(rng, deck);
    if (rng_below(rng, 2)) return;
    // Seat s gets suit (s + turn) mod 4, but for some swaps.
    int turn = (int)rng_below(rng, 4);
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = card_make(i / 4, (i + turn) % 4);
    for (int swaps = (int)rng_below(rng, 20); swaps > 0; swaps--) {
        int a = (int)rng_below(rng, CARD_COUNT), b = (int)rng_below(rng, CARD_COUNT);
        Card card = deck[a];
        deck[a] = deck[b];
        deck[b] = card;
    }
}

HeartsAction hearts_some_action(const HeartsState *state, Rng *rng) {
    if (state->table.phase == HEARTS_PLAYING)
        return (HeartsAction){.move = HEARTS_PLAY, .card = rng_card(rng, hearts_legal(state))};
    CardSet give = some_cards(rng, state->hand[state->table.to_act], state->rules->pass_count);
    return (HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE, .give = give};
}

static HeartsAction some_choice(void *self, const HeartsView *view, Rng *rng) {
    (void)self;
    if (view->table->phase == HEARTS_PLAYING)
        return (HeartsAction){.move = HEARTS_PLAY,
                              .card = rng_card(rng, hearts_legal_of(view->table, view->rules, view->hand))};
    return (HeartsAction){.move = HEARTS_GIVE, .give = some_cards(rng, view->hand, view->rules->pass_count)};
}

HeartsPlayer hearts_random_tester(void) { return (HeartsPlayer){.choose = some_choice}; }

static HeartsAction quit(void *self, const HeartsView *view, Rng *rng) {
    const HeartsQuitter *quitter = self;
    if (HEARTS_HAND_SIZE - set_count(view->hand) >= quitter->cards)
        return (HeartsAction){.move = HEARTS_RESIGN, .card = quitter->cause};
    return some_choice(NULL, view, rng);
}

HeartsPlayer hearts_quitter(HeartsQuitter *self) { return (HeartsPlayer){.self = self, .choose = quit}; }
