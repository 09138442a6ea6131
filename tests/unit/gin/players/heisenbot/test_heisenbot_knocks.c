// SPDX-License-Identifier: MIT
// Heisenbot's knocks: its seven rules in their order, and waiting.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/policies.h"
#include "support/positions.h"
#include "support/random.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

// The seven rules as the paper lists them; tests/cases/knock-rules.txt has each from both sides.
static bool rules_say(int lead, int turns, int deadwood, int deadwood_cards) {
    if (deadwood == 0) return true;
    if (lead >= 30) return false;
    if (lead <= -30) return false;
    if (turns < 4) return true;
    if (turns > 13) return true;
    if (deadwood <= 5) return true;
    if (deadwood_cards < 3) return false;
    return true;
}

static void earlier_knock_rules_go_before_later_ones(void **state) {
    (void)state;
    static const struct {
        const char *hand; // ten cards
        int deadwood, loose;
    } hands[] = {
        {"AC 2C 3C 7D 7H 7S TS JS QS KS", 0, 0},  {"AC 2C 3C 7D 7H 7S JS QS KS 5D", 5, 1},
        {"AC 2C 3C 7D 7H 7S JS QS KS 6D", 6, 1},  {"AC 2C 3C 7D 7H 7S JS QS KS TD", 10, 1},
        {"4C 5C 6C 7C 8D 8H 8S 8C AD 4S", 5, 2},  {"4C 5C 6C 7C 8D 8H 8S 8C AD 5S", 6, 2},
        {"4C 5C 6C 7C 8D 8H 8S 2D AH 2S", 5, 3},  {"4C 5C 6C 7C 8D 8H 8S 2D AH 4S", 7, 3},
        {"4C 5C 6C 7C 8D 8H 8S 2D 3H 5S", 10, 3}, {"8D 8H 8S AC AD 2H 2C 4S", 10, 5},
    };
    const GinPolicy *rules = policy(GIN_COLUMN_KNOCK, "rules");
    GinMind mind = mind_of(rules, "");
    Rng rng = rng_for(37, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(hands); i++) {
        set_scene(scene, hands[i].hand, NULL, NULL);
        GinSplit split = gin_best_split(scene->view.hand);
        assert_int_equal(gin_deadwood(scene->view.hand), hands[i].deadwood);
        assert_int_equal(set_count(scene->view.hand & ~gin_split_cards(&split)), hands[i].loose);
        scene->view.hand |= cards("KD");
        for (int lead = -99; lead <= 99; lead++)
            for (int turns = 1; turns <= 20; turns++) {
                scene->table.score[0] = (uint16_t)(lead > 0 ? lead : 0);
                scene->table.score[1] = (uint16_t)(lead < 0 ? -lead : 0);
                scene->table.turns[0] = (uint8_t)turns;
                scene->table.turns[1] = (uint8_t)rng_below(&rng, 30); // the opponent's are not counted
                bool knocks = rules->knock(&mind, &scene->view, &rng, card("KD"), hands[i].deadwood);
                if (knocks != rules_say(lead, turns, hands[i].deadwood, hands[i].loose))
                    fail_msg("%s, lead %d, turn %d", hands[i].hand, lead, turns);
            }
    }
    free(scene);
}

// ---- Waiting ----

// A hand played as a script says: we start, both pass the upcard, then "draw discard" for us turn by turn, while the
// opponent throws away what it draws.
static void deal_script(const char *hand, const char *const (*turns)[2], int count, GinState *state,
                        GinHistory *history, const GinRules *rules) {
    CardSet ours = cards(hand), drawn = 0;
    for (int i = 0; i < count; i++) drawn |= cards(turns[i][0]);
    assert_int_equal(set_count(ours), GIN_HAND_SIZE);
    assert_int_equal(ours & drawn, 0);
    CardSet rest = SET_DECK & ~(ours | drawn);
    Card deck[CARD_COUNT];
    int at = 0;
    for (int i = 0; i < GIN_HAND_SIZE; i++, ours = set_rest(ours), rest = set_rest(rest))
        deck[at++] = set_first(ours), deck[at++] = set_first(rest);
    deck[at++] = set_first(rest), rest = set_rest(rest);
    for (int i = 0; i < count; i++, rest = set_rest(rest)) deck[at++] = card(turns[i][0]), deck[at++] = set_first(rest);
    for (; rest; rest = set_rest(rest)) deck[at++] = set_first(rest);
    assert_int_equal(at, CARD_COUNT);
    static const uint16_t score[2] = {0, 0};
    gin_deal_deck(state, history, rules, 0, score, deck);
}

static void act(GinState *state, GinHistory *history, GinMove move, Card which) {
    GinAction action = {.move = (uint8_t)move, .card = which};
    assert_true(gin_try(state, history, &action));
}

// What `knock=wait` answers at turn number `last` (from 1) of the script.
static bool knocks_after(const char *hand, const char *const (*turns)[2], int last, int wait) {
    GinRules rules = gin_rules_default();
    GinState state;
    GinHistory *history = malloc(sizeof *history);
    assert_non_null(history);
    deal_script(hand, turns, last, &state, history, &rules);
    act(&state, history, GIN_PASS, CARD_NONE);
    act(&state, history, GIN_PASS, CARD_NONE);
    for (int turn = 1; turn < last; turn++) {
        act(&state, history, GIN_STOCK, CARD_NONE);
        act(&state, history, GIN_DROP, card(turns[turn - 1][1]));
        act(&state, history, GIN_STOCK, CARD_NONE);
        act(&state, history, GIN_DROP, state.drawn);
    }
    act(&state, history, GIN_STOCK, CARD_NONE);
    Card discard = card(turns[last - 1][1]);
    int deadwood = gin_deadwood(state.hand[0] ^ set_of(discard));
    assert_true(set_has(state.hand[0], discard) && deadwood <= rules.knock_limit);
    GinView view = gin_view(&state, history, 0);
    const GinPolicy *of = policy(GIN_COLUMN_KNOCK, "wait");
    GinMind mind = mind_of(of, "");
    set_param(of, &mind, "turns", wait);
    Rng rng = rng_for(38, 0, 0, 0);
    bool knocks = of->knock(&mind, &view, &rng, discard, deadwood);
    free(history);
    return knocks;
}

static void waiting_counts_own_turns_since_the_first_chance(void **state) {
    (void)state;
    static const char hand[] = "AC 2C 3C 7D 7H 7S JS QS 5D 9H"; // 34 points
    static const char *const straight[][2] = {{"4H", "4H"}, {"KS", "9H"}, {"TD", "TD"}, {"QD", "QD"}, {"8D", "5D"}};
    // The third turn breaks a meld up, so that there is no chance in it; the wait goes on all the same.
    static const char *const broken[][2] = {{"4H", "4H"}, {"KS", "9H"}, {"TD", "KS"}, {"TS", "TD"}};
    for (int wait = 0; wait <= 4; wait++) {
        for (int turn = 2; turn <= 5; turn++)
            assert_int_equal(knocks_after(hand, straight, turn, wait), turn - 2 >= wait);
        assert_int_equal(knocks_after(hand, broken, 4, wait), wait <= 2);
    }
}

static void waiting_never_misses_gin(void **state) {
    (void)state;
    static const char hand[] = "AC 2C 3C 7D 7H 7S JS QS 5D 9H";
    static const char *const gin[][2] = {{"KS", "9H"}, {"4C", "5D"}};
    static const char *const first[][2] = {{"4C", "5D"}};
    for (int wait = 0; wait <= 30; wait++) {
        assert_int_equal(knocks_after(hand, gin, 1, wait), wait == 0);
        assert_true(knocks_after(hand, gin, 2, wait));
        assert_true(knocks_after("AC 2C 3C 7D 7H 7S JS QS KS 5D", first, 1, wait));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(earlier_knock_rules_go_before_later_ones),
        cmocka_unit_test(waiting_counts_own_turns_since_the_first_chance),
        cmocka_unit_test(waiting_never_misses_gin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
