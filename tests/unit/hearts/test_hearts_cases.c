// SPDX-License-Identifier: MIT
// Runs the case files of Hearts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hearts/table.h"
#include "support/cases.h"
#include "support/hearts_random.h"
#include "support/random.h"

static HeartsRules rules_of(const Case *c) {
    const Line *line = case_find(c, "rules");
    return hearts_rules_of(line ? line->value : "standard");
}

// The cards of a line in its own order.
static int cards_in_order(const Case *c, const Line *line, Card *cards, int most) {
    int count = 0;
    for (const char *at = line->value; *at;) {
        int used = 0;
        if (*at == ' ') {
            at++;
            continue;
        }
        if (count < most) used = card_parse(at, &cards[count]);
        if (!used) fail_msg("%s: '%s' is not up to %d cards", case_place(c, line), line->value, most);
        at += used;
        count++;
    }
    return count;
}

static bool yes(const Case *c, const char *key) {
    const Line *line = case_find(c, key);
    return line && strcmp(line->value, "yes") == 0;
}

static void run_legal(const Case *c) {
    case_only_keys(c, "rules hand trick first broken legal");
    HeartsRules rules = rules_of(c);
    HeartsTable table = {.phase = HEARTS_PLAYING, .tricks = yes(c, "first") ? 0 : 5, .broken = yes(c, "broken")};
    memset(table.trick, CARD_NONE, sizeof table.trick);
    const Line *trick = case_need(c, "trick");
    if (strcmp(trick->value, "none") != 0)
        table.on_table = (uint8_t)cards_in_order(c, trick, table.trick, HEARTS_SEATS - 1);
    table.asked = hearts_asked(&table, &rules);
    CardSet legal = hearts_legal_of(&table, &rules, case_cards(c, "hand"));
    if (legal != case_cards(c, "legal"))
        fail_msg("%s: '%s': legal are %s", case_place(c, trick), c->title, text_of(legal));
}

static void run_tricks(const Case *c) {
    case_only_keys(c, "rules trick taker points");
    HeartsRules rules = rules_of(c);
    Card trick[HEARTS_SEATS], turned[HEARTS_SEATS];
    const Line *line = case_need(c, "trick"), *taker = case_need(c, "taker");
    assert_int_equal(cards_in_order(c, line, trick, HEARTS_SEATS), HEARTS_SEATS);
    CardSet cards = 0;
    for (int i = 0; i < HEARTS_SEATS; i++) cards |= set_of(trick[i]);
    for (int leader = 0; leader < HEARTS_SEATS; leader++) { // whoever led
        for (int i = 0; i < HEARTS_SEATS; i++) turned[(leader + i) % HEARTS_SEATS] = trick[i];
        Card best = turned[hearts_trick_winner(turned, (Seat)leader)];
        if (best != case_card(c, taker, taker->value))
            fail_msg("%s: '%s': %s takes it", case_place(c, line), c->title, text_of(set_of(best)));
    }
    assert_int_equal(hearts_points_of(&rules, cards), case_number(c, "points"));
}

// ---- Hands ----

static const char *const SEATS[HEARTS_SEATS] = {"north", "east", "south", "west"};

static int seat_of(const Case *c, const Line *line, const char **rest) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        size_t size = strlen(SEATS[seat]);
        if (strncmp(line->value, SEATS[seat], size) != 0) continue;
        if (rest) *rest = line->value + size;
        return seat;
    }
    if (strcmp(line->value, "nobody") != 0) fail_msg("%s: '%s' is no seat", case_place(c, line), line->value);
    return -1;
}

static void four_numbers(const Line *line, int16_t numbers[HEARTS_SEATS]) {
    char *at = line->value;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) numbers[seat] = (int16_t)strtol(at, &at, 10);
}

static void deal(const Case *c, const HeartsRules *rules, HeartsState *state) {
    Card deck[CARD_COUNT];
    int16_t score[HEARTS_SEATS] = {0};
    CardSet seen = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        CardSet hand = case_cards(c, SEATS[seat]);
        if (set_count(hand) != HEARTS_HAND_SIZE || hand & seen)
            fail_msg("%s: '%s': %s has no thirteen cards of its own", c->file, c->title, SEATS[seat]);
        seen |= hand;
        for (int i = 0; i < HEARTS_HAND_SIZE; i++, hand = set_rest(hand)) deck[4 * i + seat] = set_first(hand);
    }
    if (case_find(c, "score")) four_numbers(case_find(c, "score"), score);
    hearts_deal_deck(state, NULL, rules, case_find(c, "deal") ? (uint32_t)case_number(c, "deal") : 0, score, deck);
}

static void do_line(const Case *c, const Line *line, HeartsState *state) {
    HeartsAction action = {.move = HEARTS_GIVE};
    Card trick[HEARTS_SEATS];
    if (strcmp(line->key, "pass") == 0) {
        action.give = case_cards_in(c, line, line->value);
        if (!hearts_try(state, NULL, &action)) fail_msg("%s: this pass is not legal", case_place(c, line));
        return;
    }
    assert_int_equal(cards_in_order(c, line, trick, HEARTS_SEATS), HEARTS_SEATS);
    for (int i = 0; i < HEARTS_SEATS; i++) {
        action = (HeartsAction){.move = HEARTS_PLAY, .card = trick[i]};
        if (!hearts_try(state, NULL, &action))
            fail_msg("%s: card %d is not legal; legal are %s", case_place(c, line), i + 1,
                     text_of(hearts_legal(state)));
    }
}

static void check_line(const Case *c, const Line *line, const HeartsState *state) {
    const char *rest = NULL;
    if (strcmp(line->key, "leads") == 0 && state->table.leader != seat_of(c, line, NULL))
        fail_msg("%s: %s leads", case_place(c, line), SEATS[state->table.leader]);
    if (strcmp(line->key, "moon") == 0) assert_int_equal(state->moon, seat_of(c, line, NULL));
    if (strcmp(line->key, "holds") == 0) {
        int seat = seat_of(c, line, &rest);
        if (state->hand[seat] != case_cards_in(c, line, rest))
            fail_msg("%s: it holds %s", case_place(c, line), text_of(state->hand[seat]));
    }
    if (strcmp(line->key, "void") == 0) {
        int seat = seat_of(c, line, &rest);
        for (int suit = 0; suit < CARD_SUITS; suit++) {
            bool told = strchr(rest, "CDHS"[suit]) != NULL;
            assert_true(told == (state->table.void_suits[seat] >> suit & 1));
        }
    }
    if (strcmp(line->key, "points") == 0) {
        int16_t points[HEARTS_SEATS];
        four_numbers(line, points);
        for (int seat = 0; seat < HEARTS_SEATS; seat++)
            if (state->points[seat] != points[seat])
                fail_msg("%s: %s has %d points", case_place(c, line), SEATS[seat], state->points[seat]);
    }
}

static void run_hands(const Case *c) {
    case_only_keys(c, "rules deal score north east south west pass trick fault leads holds void points moon");
    HeartsRules rules = rules_of(c);
    HeartsState state;
    deal(c, &rules, &state);
    const Line *fault = case_find(c, "fault");
    if (fault) state.fault[seat_of(c, fault, NULL)] = FAULT_ILLEGAL;
    for (int i = 0; i < c->lines; i++) {
        bool acts = strcmp(c->line[i].key, "pass") == 0 || strcmp(c->line[i].key, "trick") == 0;
        if (acts) do_line(c, &c->line[i], &state);
    }
    assert_true(hearts_state_is_sound(&state));
    for (int i = 0; i < c->lines; i++) check_line(c, &c->line[i], &state);
}

static void what_may_be_played_is_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("hearts-legal.txt", 'H', 20, run_legal);
}

static void who_takes_a_trick_is_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("hearts-tricks.txt", 'H', 20, run_tricks);
}

static void hands_go_as_the_cases_tell(void **state) {
    (void)state;
    cases_run("hearts-hands.txt", 'H', 20, run_hands);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_played_is_as_the_cases_tell),
        cmocka_unit_test(who_takes_a_trick_is_as_the_cases_tell),
        cmocka_unit_test(hands_go_as_the_cases_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
