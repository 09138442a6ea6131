// SPDX-License-Identifier: MIT
// Worlds: every one that agrees with the view, each equally often, and nothing else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/players/search/worlds.h"
#include "support/random.h"

static HeartsRules rules_of(const char *text) {
    HeartsRules rules;
    Error err = {{0}};
    if (!hearts_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

// A hand after `plays` random cards, with its log.
static HeartsState some_hand(const HeartsRules *rules, HeartsLog *log, uint32_t deal, int plays, Rng *rng) {
    HeartsState state;
    Card deck[CARD_COUNT];
    const int16_t score[HEARTS_SEATS] = {0};
    rng_deck(rng, deck);
    hearts_deal_deck(&state, log, rules, deal, score, deck);
    while (state.table.phase == HEARTS_PASSING) {
        HeartsAction give = {.move = HEARTS_GIVE,
                             .give = some_cards(rng, state.hand[state.table.to_act], rules->pass_count)};
        hearts_apply(&state, log, &give);
    }
    for (int i = 0; i < plays; i++) {
        HeartsAction action = {.move = HEARTS_PLAY, .card = rng_card(rng, hearts_legal(&state))};
        hearts_apply(&state, log, &action);
    }
    return state;
}

// Whether the others could hold this, by what the view says and nothing else.
static bool agrees(const HeartsView *view, const CardSet hand[HEARTS_SEATS]) {
    const HeartsTable *table = view->table;
    CardSet all = view->hand | table->played;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat == view->seat) continue;
        if (hand[seat] & all) return false;
        all |= hand[seat];
        if (set_count(hand[seat]) != HEARTS_HAND_SIZE - table->tricks - (table->trick[seat] != CARD_NONE)) return false;
        for (int suit = 0; suit < CARD_SUITS; suit++)
            if (table->void_suits[seat] >> suit & 1 && hand[seat] & set_suit(suit)) return false;
    }
    CardSet passed_on = table->direction != HEARTS_PASS_NONE ? view->given & ~table->played : 0;
    if (passed_on & ~hand[hearts_pass_to((HeartsPass)table->direction, view->seat)]) return false;
    return all == SET_DECK;
}

static void every_world_agrees_with_the_view(void **state) {
    (void)state;
    Rng rng = rng_for(61, 0, 0, 0);
    for (int i = 0; i < effort(3000, 300); i++) {
        HeartsRules rules = rules_of(i % 2 ? "standard" : "paper");
        HeartsLog log;
        HeartsState at = some_hand(&rules, &log, (uint32_t)i % 4, i % 52, &rng);
        HeartsView view = hearts_view(&at, &log, at.table.to_act);
        HeartsWorlds *worlds = hearts_worlds_open(&view);
        assert_true(hearts_worlds_count(worlds) >= 1);
        HeartsState some[8];
        hearts_worlds_fill(worlds, 8, i % 3 * 4, &rng, some);
        for (int w = 0; w < 8; w++) {
            assert_true(agrees(&view, some[w].hand));
            assert_true(hearts_state_is_sound(&some[w]));
            assert_int_equal(some[w].hand[view.seat], view.hand);
            assert_int_equal(hearts_legal(&some[w]), hearts_legal(&at));
        }
        hearts_worlds_close(worlds);
    }
}

// All ways to give the hidden cards to the three others, counted one by one.
enum { MOST = 4096 };
typedef struct List {
    const HeartsView *view;
    int count;
    CardSet hand[MOST][HEARTS_SEATS];
} List;

static void list_worlds(List *list, CardSet left, CardSet hand[HEARTS_SEATS]) {
    if (!left) {
        if (!agrees(list->view, hand)) return;
        if (list->count < MOST) memcpy(list->hand[list->count], hand, sizeof list->hand[0]);
        list->count++;
        return;
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (seat == list->view->seat) continue;
        CardSet next[HEARTS_SEATS];
        memcpy(next, hand, sizeof next);
        next[seat] |= left & -left;
        list_worlds(list, set_rest(left), next);
    }
}

static int place_of(const List *list, const CardSet hand[HEARTS_SEATS]) {
    for (int i = 0; i < list->count; i++)
        if (memcmp(list->hand[i], hand, sizeof list->hand[0]) == 0) return i;
    fail_msg("a world that is none");
    return -1;
}

static void worlds_are_counted_and_drawn_equally_often(void **state) {
    (void)state;
    Rng rng = rng_for(61, 1, 0, 0);
    List *list = test_malloc(sizeof *list);
    int *counts = test_malloc(MOST * sizeof *counts);
    int seen = 0;
    for (int i = 0; i < effort(400, 40); i++) {
        HeartsRules rules = rules_of(i % 2 ? "standard" : "paper");
        HeartsLog log;
        HeartsState at = some_hand(&rules, &log, (uint32_t)i % 4, 40 + i % 11, &rng);
        HeartsView view = hearts_view(&at, &log, at.table.to_act);
        list->view = &view;
        list->count = 0;
        CardSet hand[HEARTS_SEATS] = {0};
        hand[view.seat] = view.hand;
        list_worlds(list, SET_DECK & ~at.table.played & ~view.hand, hand);
        HeartsWorlds *worlds = hearts_worlds_open(&view);
        assert_int_equal(hearts_worlds_count(worlds), list->count);
        if (list->count > 1 && list->count <= 120 && seen++ < effort(30, 5)) {
            memset(counts, 0, MOST * sizeof *counts);
            for (int n = 0; n < 100 * list->count; n++) {
                HeartsState world = hearts_worlds_sample(worlds, &rng);
                counts[place_of(list, world.hand)]++;
            }
            assert_true(uneven(counts, list->count) < 5);
        }
        hearts_worlds_close(worlds);
    }
    assert_true(seen > 0);
    test_free(counts);
    test_free(list);
}

static void at_the_start_there_are_as_many_as_there_are_deals(void **state) {
    (void)state;
    Rng rng = rng_for(61, 2, 0, 0);
    HeartsRules rules = rules_of("paper");
    HeartsLog log;
    HeartsState at = some_hand(&rules, &log, 0, 0, &rng);
    HeartsView view = hearts_view(&at, &log, 2);
    HeartsWorlds *worlds = hearts_worlds_open(&view);
    assert_true(hearts_worlds_count(worlds) == UINT64_C(84478098072866400)); // 39! / 13!^3
    hearts_worlds_close(worlds);
}

static void weighing_prefers_worlds_in_which_the_plays_make_sense(void **state) {
    (void)state;
    // Seat 1 discards the ace of hearts on a club though the queen of spades is out: a ducker who held her would have
    // thrown her, so she is more often elsewhere.
    HeartsRules rules = rules_of("paper");
    Rng rng = rng_for(61, 3, 0, 0);
    int held[2] = {0}, all = effort(400, 40);
    CardSet clubs = set_suit(HEARTS_CLUBS), mine = 0;
    assert_true(set_parse("3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D", &mine, NULL));
    HeartsState at = {.rules = &rules, .moon = -1};
    CardSet rest = SET_DECK & ~mine, first = (rest & HEARTS_HEARTS) ^ set_of(card_make(1, HEARTS_SUIT));
    first |= set_of(HEARTS_QUEEN);
    assert_int_equal(set_count(first), 13);
    Card deck[CARD_COUNT];
    CardSet hands[HEARTS_SEATS] = {mine, first, 0, 0};
    rest &= ~first;
    hands[2] = rest & clubs;
    rest &= ~clubs;
    while (set_count(hands[2]) < 13) hands[2] |= rest & -rest, rest &= rest - 1;
    hands[3] = rest;
    for (int i = 0; i < CARD_COUNT; i++) {
        deck[i] = set_first(hands[i & 3]);
        hands[i & 3] &= hands[i & 3] - 1;
    }
    HeartsLog log;
    const int16_t score[HEARTS_SEATS] = {0};
    hearts_deal_deck(&at, &log, &rules, 0, score, deck);
    const char *plays[] = {"9C", "AH"};
    for (int i = 0; i < 2; i++) {
        HeartsAction action = {.move = HEARTS_PLAY};
        assert_int_equal(card_parse(plays[i], &action.card), 2);
        hearts_apply(&at, &log, &action);
    }
    HeartsView view = hearts_view(&at, &log, 0);
    HeartsWorlds *worlds = hearts_worlds_open(&view);
    HeartsState *some = test_malloc((size_t)all * sizeof *some);
    for (int weighed = 0; weighed < 2; weighed++) {
        hearts_worlds_fill(worlds, all, weighed ? 10 : 0, &rng, some);
        for (int w = 0; w < all; w++) held[weighed] += set_has(some[w].hand[1], HEARTS_QUEEN);
    }
    assert_true(held[1] * 2 < held[0]);
    test_free(some);
    hearts_worlds_close(worlds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_world_agrees_with_the_view),
        cmocka_unit_test(worlds_are_counted_and_drawn_equally_often),
        cmocka_unit_test(at_the_start_there_are_as_many_as_there_are_deals),
        cmocka_unit_test(weighing_prefers_worlds_in_which_the_plays_make_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
