// SPDX-License-Identifier: MIT
#include "hearts/players/simple/passing.h"

#include "base/threads/progress.h"
#include "hearts/players/search/lane.h"
#include "hearts/players/search/search.h"
#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/moon.h"

enum { MAX_CANDIDATE_CARDS = 8, MAX_CANDIDATES = HEARTS_PASS_CHOICES };
enum { LIKELY_MOON = 4 }; // tenths of the tricks of a hand that make it worth a look whether it shoots the moon

// A heuristic priority: the cards with the highest are passed on.
static int wish(CardSet hand, Card card) {
    int suit = card_suit(card), strength = hearts_strength(card);
    Lane mine = lane_of(hand, suit);
    int length = lane_count(mine);
    if (suit == HEARTS_SPADES) {
        int guards = lane_count(lane_below(mine, LANE_QUEEN));
        if (strength < LANE_QUEEN) return -10 - strength; // low spades guard against the queen
        if (guards >= 4) return strength == LANE_QUEEN ? 0 : -5;
        return (strength == LANE_QUEEN ? 60 : 50) - 8 * guards;
    }
    int low = lane_low(mine);
    int value = 2 * strength - 3 * low / 2;
    if (suit == HEARTS_SUIT) return value + (strength >= 9 ? 6 : -4) - length;
    return value + (length <= 3 ? 14 - 4 * length : -2 * length);
}

// The cards of the hand by falling priority; ties in the order of cards.
static int by_wish(CardSet hand, Card cards[HEARTS_HAND_SIZE]) {
    int count = 0, wishes[HEARTS_HAND_SIZE] = {0};
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int value = wish(hand, card), at = count++;
        for (; at > 0 && wishes[at - 1] < value; at--) {
            wishes[at] = wishes[at - 1];
            cards[at] = cards[at - 1];
        }
        wishes[at] = value;
        cards[at] = card;
    }
    return count;
}

CardSet hearts_pass_by_rules(const HeartsRules *rules, CardSet hand) {
    Card cards[HEARTS_HAND_SIZE] = {0};
    CardSet give = 0;
    by_wish(hand, cards);
    for (int i = 0; i < rules->pass_count; i++) give |= set_of(cards[i]);
    return give;
}

// All choices of pass_count among the first `among` cards, the ones by wish first.
static int list_candidates(const Card *cards, int among, int pass_count, CardSet list[MAX_CANDIDATES]) {
    int count = 0;
    for (uint32_t mask = 0; mask < UINT32_C(1) << among && count < MAX_CANDIDATES; mask++) {
        if (__builtin_popcount(mask) != pass_count) continue;
        CardSet give = 0;
        for (int i = 0; i < among; i++)
            if (mask >> i & 1) give |= set_of(cards[i]);
        list[count++] = give;
    }
    return count;
}

int hearts_pass_choices(const HeartsView *view, int candidates, CardSet list[HEARTS_PASS_CHOICES]) {
    Card cards[HEARTS_HAND_SIZE] = {0};
    by_wish(view->hand, cards);
    int among = candidates < view->rules->pass_count ? view->rules->pass_count
                : candidates > MAX_CANDIDATE_CARDS   ? MAX_CANDIDATE_CARDS
                                                     : candidates;
    return list_candidates(cards, among, view->rules->pass_count, list);
}

double hearts_pass_try(const HeartsState *world, Seat seat, CardSet give, double moon, Rng *rng) {
    HeartsState state = *world;
    state.table.passed = 0; // who has passed before us has not shown what; all pass anew
    state.table.to_act = 0;
    while (state.table.phase == HEARTS_PASSING) {
        Seat now = state.table.to_act;
        HeartsAction action = {.move = HEARTS_GIVE,
                               .give = now == seat ? give : hearts_pass_by_rules(state.rules, state.hand[now])};
        hearts_apply(&state, NULL, &action);
    }
    float cost[HEARTS_SEATS];
    int shooter = moon > 0 ? hearts_moon_threat(&state, seat, LIKELY_MOON) : -1;
    bool shot = shooter >= 0 && hearts_moon_try(&state, (Seat)shooter, seat);
    hearts_ducker_playout(&state, 26, rng);
    hearts_final_cost(&state, cost);
    return (double)cost[seat] + (shot ? moon : 0);
}

CardSet hearts_pass_by_trial(const HeartsView *view, int candidates, int worlds, double moon, Rng *rng) {
    CardSet list[MAX_CANDIDATES] = {0};
    double cost[MAX_CANDIDATES] = {0};
    int count = hearts_pass_choices(view, candidates, list), best = 0;
    HeartsWorlds *sampler = hearts_worlds_open(view);
    if (!sampler) return hearts_pass_by_rules(view->rules, view->hand);
    for (int w = 0; w < worlds && !progress_interrupted(); w++) {
        HeartsState world = hearts_worlds_sample(sampler, rng);
        uint64_t key = rng_next(rng); // the same noise for every candidate
        for (int i = 0; i < count; i++) {
            Rng noise = rng_of_key(key, 0);
            cost[i] += hearts_pass_try(&world, view->seat, list[i], moon, &noise);
        }
    }
    hearts_worlds_close(sampler);
    for (int i = 1; i < count; i++)
        if (cost[i] < cost[best]) best = i;
    return list[best];
}
