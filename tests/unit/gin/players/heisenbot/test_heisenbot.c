// SPDX-License-Identifier: MIT
// Heisenbot's notions: the paper's facts counted, triangles, doubles and safety counts against brute force.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/heisenbot/heisenbot.h"
#include "gin/players/list/players.h"
#include "support/oracle.h"
#include "support/positions.h"
#include "support/random.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

// ---- The paper's facts about melds ----

enum { PAPER_SETS = 65, PAPER_RUNS = 240, PAPER_MELDS = PAPER_SETS + PAPER_RUNS };

// Every set, then every run of at most ten cards, straight from the words of the rules.
static int all_melds(CardSet melds[PAPER_MELDS + 1], int *sets) {
    int count = 0;
    for (int rank = 0; rank < CARD_RANKS; rank++)
        for (unsigned suits = 0; suits < 16; suits++) {
            CardSet set = 0;
            for (int suit = 0; suit < CARD_SUITS; suit++)
                if (suits >> suit & 1) set |= set_of(card_make(rank, suit));
            if (set_count(set) >= 3 && count < PAPER_MELDS) melds[count++] = set;
        }
    *sets = count;
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int low = 0; low < CARD_RANKS; low++) {
            CardSet run = 0;
            for (int rank = low; rank < CARD_RANKS && rank < low + GIN_HAND_SIZE; rank++) {
                run |= set_of(card_make(rank, suit));
                if (set_count(run) >= 3 && count <= PAPER_MELDS) melds[count++] = run;
            }
        }
    return count;
}

static CardSet MELDS[PAPER_MELDS + 1];
static int SETS;

static int enumerate(void **state) {
    (void)state;
    return all_melds(MELDS, &SETS) == PAPER_MELDS ? 0 : -1;
}

// How many melds number first..last-1 hold one of these cards.
static int touched(int first, int last, CardSet any) {
    int count = 0;
    for (int i = first; i < last; i++) count += (MELDS[i] & any) != 0;
    return count;
}

static void there_are_65_sets_and_240_runs_of_at_most_ten_cards(void **state) {
    (void)state;
    CardSet melds[PAPER_MELDS + 1];
    int sets, count = all_melds(melds, &sets);
    assert_int_equal(sets, PAPER_SETS);
    assert_int_equal(count - sets, PAPER_RUNS);
    assert_int_equal(count, 305);
    for (int i = 0; i < count; i++) {
        assert_true(gin_is_meld(melds[i]));
        for (int j = 0; j < i; j++) assert_true(melds[i] != melds[j]);
    }
}

static void sevens_are_in_160_runs_and_aces_and_kings_in_32(void **state) {
    (void)state;
    assert_int_equal(touched(SETS, PAPER_MELDS, set_rank(6)), 160);
    assert_int_equal(touched(SETS, PAPER_MELDS, set_rank(0)), 32);
    assert_int_equal(touched(SETS, PAPER_MELDS, set_rank(12)), 32);
    for (int rank = 1; rank < 12; rank++) {
        int runs = touched(SETS, PAPER_MELDS, set_rank(rank));
        assert_true(runs > 32 && (rank == 6 || runs < 160));
    }
}

static void a_buried_four_of_clubs_ends_80_percent_of_its_sets_and_52_of_club_runs(void **state) {
    (void)state;
    CardSet buried = cards("4C");
    int fours = touched(0, SETS, set_rank(3)), gone = touched(0, SETS, buried);
    assert_int_equal(100 * gone / fours, 80);
    int clubs = touched(SETS, PAPER_MELDS, set_suit(0)), runs = touched(SETS, PAPER_MELDS, buried);
    assert_int_equal(clubs, 60);
    assert_int_equal(lround(100.0 * runs / clubs), 52);
}

static void declining_a_card_loses_12_to_44_melds(void **state) {
    (void)state;
    for (int i = 0; i < CARD_COUNT; i++) {
        CardSet declined = set_of(card_from_index(i));
        int sets = touched(0, SETS, declined), runs = touched(SETS, PAPER_MELDS, declined);
        int rank = card_rank(card_from_index(i));
        assert_int_equal(sets, 4);
        if (rank == 0) assert_int_equal(runs, 8);
        if (rank == 6) assert_int_equal(runs, 40);
        assert_in_range(sets + runs, 12, 44);
    }
}

static void the_sample_deal_reads_as_the_paper_writes_it(void **state) {
    (void)state;
    static const char deal[] = "2C, QC, 3D, 6D, KD, AS, 3S, 9H, TH, KH";
    CardSet hand = cards(deal);
    assert_int_equal(set_count(hand), GIN_HAND_SIZE);
    for (const char *at = deal; *at; at += at[2] ? 4 : 2) {
        char text[CARD_TEXT];
        Card one;
        assert_int_equal(card_parse(at, &one), 2);
        assert_true(set_has(hand, one));
        card_print(one, text);
        assert_memory_equal(text, at, 2);
    }
    char text[SET_TEXT];
    set_print(hand, ' ', text);
    assert_string_equal(text, "2C QC 3D 6D KD 9H TH KH AS 3S"); // we put hearts before spades
    assert_int_equal(gin_deadwood(hand), 64);
}

// ---- Triangles and doubles ----

static bool adjacent(Card a, Card b) { return card_suit(a) == card_suit(b) && abs(card_rank(a) - card_rank(b)) == 1; }

// Two of a rank in different suits and a third next to one of them.
static bool is_triangle(Card a, Card b, Card third) {
    return card_rank(a) == card_rank(b) && card_suit(a) != card_suit(b) && (adjacent(a, third) || adjacent(b, third));
}

static CardSet brute_triangles(CardSet set) {
    CardSet found = 0;
    for (CardSet i = set; i; i = set_rest(i))
        for (CardSet j = set; j; j = set_rest(j))
            for (CardSet k = set; k; k = set_rest(k)) {
                Card a = set_first(i), b = set_first(j), third = set_first(k);
                if (is_triangle(a, b, third)) found |= set_of(a) | set_of(b) | set_of(third);
            }
    return found;
}

static CardSet brute_doubles(CardSet set) {
    CardSet found = 0;
    for (CardSet i = set; i; i = set_rest(i))
        for (CardSet j = set_rest(i); j; j = set_rest(j)) {
            Card a = set_first(i), b = set_first(j);
            if (card_rank(a) == card_rank(b) || adjacent(a, b)) found |= set_of(a) | set_of(b);
        }
    return found;
}

static void triangles_are_two_of_a_rank_and_a_neighbour_in_suit(void **state) {
    (void)state;
    static const char *const yes[] = {"2C 2D 3D", "6H 7H 7D", "AC AD 2C", "KS KH QS", "2C 2D 2H 3D"};
    static const char *const no[] = {
        "2C 2D 3H", // next in rank, but of a third suit
        "2C 2D 4D", // two ranks away
        "2C 3C 4C", // a run
        "2C 2D 2H", // a set
        "KC KD AC", // kings and aces are no neighbours
        "6H 7H 8D", "9S 9H TC 8C", "",
    };
    for (int i = 0; i < LENGTH(yes); i++) assert_int_equal(heisenbot_triangles(cards(yes[i])), cards(yes[i]));
    for (int i = 0; i < LENGTH(no); i++) assert_int_equal(heisenbot_triangles(cards(no[i])), 0);
    assert_int_equal(heisenbot_triangles(cards("2C 2D 3D 9S 9H TC 8C 5D")), cards("2C 2D 3D"));
}

static void triangles_and_doubles_are_what_trying_all_finds(void **state) {
    (void)state;
    Rng rng = rng_for(31, 0, 0, 0);
    int with = 0, tries = effort(300000, 5000);
    for (int i = 0; i < tries; i++) {
        CardSet hand = some_cards(&rng, i % 2 ? SET_DECK : some_deck(&rng), 1 + (int)rng_below(&rng, 11));
        CardSet triangles = brute_triangles(hand);
        if (heisenbot_triangles(hand) != triangles) fail_msg("triangles of %s", text_of(hand));
        if (heisenbot_doubles(hand) != brute_doubles(hand)) fail_msg("doubles of %s", text_of(hand));
        assert_int_equal(triangles & ~heisenbot_doubles(hand), 0);
        with += triangles != 0;
    }
    assert_in_range(with, tries / 10, tries - tries / 10);
}

// ---- Safety counts ----

static int brute_safety(Card of, CardSet dead) {
    int count = 0;
    for (int i = 0; i < PAPER_MELDS; i++)
        count += set_count(MELDS[i]) == 3 && set_has(MELDS[i], of) && !(MELDS[i] & ~set_of(of) & dead);
    return count;
}

static void the_six_of_diamonds_has_six_melds_and_each_can_be_blocked(void **state) {
    (void)state;
    static const char *const melds[] = {"4D 5D 6D", "5D 6D 7D", "6D 7D 8D", "6D 6S 6C", "6D 6S 6H", "6D 6C 6H"};
    Card six = card("6D");
    assert_int_equal(heisenbot_safety(six, 0), 6);
    assert_int_equal(heisenbot_safety(six, set_of(six)), 6); // holding it is no obstacle: it is to be discarded
    CardSet all = 0;
    for (int i = 0; i < LENGTH(melds); i++) all |= cards(melds[i]);
    all &= ~set_of(six);
    assert_int_equal(heisenbot_safety(six, SET_DECK & ~all), 6);
    assert_int_equal(heisenbot_safety(six, all), 0);
    for (int i = 0; i < LENGTH(melds); i++) { // all other cards dead: this meld alone is left, until a card of it goes
        CardSet meld = cards(melds[i]) & ~set_of(six);
        assert_int_equal(heisenbot_safety(six, SET_DECK & ~meld), 1);
        for (CardSet one = meld; one; one = set_rest(one))
            assert_int_equal(heisenbot_safety(six, (SET_DECK & ~meld) | set_of(set_first(one))), 0);
    }
    static const struct {
        const char *dead;
        int left;
    } steps[] = {{"4D", 5}, {"5D", 4}, {"7D", 4}, {"8D", 5}, {"6S", 4}, {"5D 7D", 3}, {"6S 6C", 3}, {"5D 7D 6S", 1}};
    for (int i = 0; i < LENGTH(steps); i++)
        assert_int_equal(heisenbot_safety(six, cards(steps[i].dead)), steps[i].left);
}

static void cards_at_the_ends_of_a_suit_have_fewer_melds(void **state) {
    (void)state;
    static const int expected[CARD_RANKS] = {4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 5, 4};
    for (int i = 0; i < CARD_COUNT; i++)
        assert_int_equal(heisenbot_safety(card_from_index(i), 0), expected[card_rank(card_from_index(i))]);
}

static void safety_counts_are_what_listing_all_melds_finds(void **state) {
    (void)state;
    Rng rng = rng_for(32, 0, 0, 0);
    for (int i = 0; i < effort(30000, 2000); i++) {
        CardSet dead = some_cards(&rng, SET_DECK, (int)rng_below(&rng, 40));
        Card of = rng_card(&rng, SET_DECK);
        if (heisenbot_safety(of, dead) != brute_safety(of, dead))
            fail_msg("%s without %s", text_of(set_of(of)), text_of(dead));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_65_sets_and_240_runs_of_at_most_ten_cards),
        cmocka_unit_test(sevens_are_in_160_runs_and_aces_and_kings_in_32),
        cmocka_unit_test(a_buried_four_of_clubs_ends_80_percent_of_its_sets_and_52_of_club_runs),
        cmocka_unit_test(declining_a_card_loses_12_to_44_melds),
        cmocka_unit_test(the_sample_deal_reads_as_the_paper_writes_it),
        cmocka_unit_test(triangles_are_two_of_a_rank_and_a_neighbour_in_suit),
        cmocka_unit_test(triangles_and_doubles_are_what_trying_all_finds),
        cmocka_unit_test(the_six_of_diamonds_has_six_melds_and_each_can_be_blocked),
        cmocka_unit_test(cards_at_the_ends_of_a_suit_have_fewer_melds),
        cmocka_unit_test(safety_counts_are_what_listing_all_melds_finds),
    };
    return cmocka_run_group_tests(tests, enumerate, NULL);
}
