// SPDX-License-Identifier: MIT
#include "hearts/players/simple/human.h"

#include "hearts/players/search/lane.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/passing.h"

// The highest by strength alone, the first suit of several.
static Card highest_card(CardSet cards) {
    Card best = set_first(cards);
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        if (hearts_strength(set_first(rest)) > hearts_strength(best)) best = set_first(rest);
    return best;
}

static Card lowest_of_longest(CardSet cards) {
    int longest = card_suit(set_first(cards));
    for (int suit = 0; suit < CARD_SUITS; suit++)
        if (lane_count(lane_of(cards, suit)) > lane_count(lane_of(cards, longest))) longest = suit;
    return lane_card(longest, lane_low(lane_of(cards, longest)));
}

static Card careless_card(const HeartsTable *table, CardSet legal) {
    if (!table->on_table) return lowest_of_longest(legal);
    int suit = card_suit(table->trick[table->leader]);
    Lane follows = lane_of(legal, suit);
    return follows ? lane_card(suit, lane_low(follows)) : highest_card(legal);
}

// Cards of earlier tricks that this seat takes for unplayed. What lies on the table it sees, and its own cards it
// knows.
static CardSet forgotten(const HeartsLapses *lapses, const HeartsView *view, Rng *rng) {
    CardSet cards = 0;
    for (int i = 0; lapses->forgets > 0 && i + view->table->on_table < view->log->count; i++)
        if (view->log->seat[i] != view->seat && hearts_lapse(rng, lapses->forgets)) cards |= set_of(view->log->card[i]);
    return cards;
}

Card hearts_human_card(const HeartsLapses *lapses, const HeartsView *view, Rng *rng) {
    CardSet legal = hearts_legal_of(view->table, view->rules, view->hand);
    if (!set_rest(legal)) return set_first(legal);
    if (hearts_lapse(rng, lapses->asleep)) return rng_card(rng, legal);
    if (hearts_lapse(rng, lapses->careless)) return careless_card(view->table, legal);
    CardSet out = (SET_DECK & ~view->table->played & ~view->hand) | forgotten(lapses, view, rng);
    return hearts_rules_card(view->table, view->rules, view->hand, out);
}

CardSet hearts_human_pass(const HeartsLapses *lapses, const HeartsView *view, Rng *rng) {
    bool asleep = hearts_lapse(rng, lapses->asleep), careless = hearts_lapse(rng, lapses->careless);
    if (!asleep && !careless) return hearts_pass_by_rules(view->rules, view->hand);
    CardSet give = 0;
    for (int i = 0; i < view->rules->pass_count; i++) {
        CardSet left = view->hand & ~give;
        give |= set_of(asleep ? rng_card(rng, left) : highest_card(left));
    }
    return give;
}
