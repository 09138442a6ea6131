// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/card.h"
#include "base/rng.h"
#include "support/random.h"

static void a_deck_has_52_cards_in_four_lanes(void **state) {
    (void)state;
    assert_int_equal(set_count(SET_DECK), CARD_COUNT);
    CardSet seen = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int rank = 0; rank < CARD_RANKS; rank++) {
            Card card = card_make(rank, suit);
            assert_int_equal(card_rank(card), rank);
            assert_int_equal(card_suit(card), suit);
            assert_true(set_has(set_suit(suit), card) && set_has(set_rank(rank), card));
            assert_false(set_has(seen, card));
            seen |= set_of(card);
        }
    assert_true(seen == SET_DECK);
    assert_false(set_has(SET_DECK, CARD_NONE));
}

static void indexes_run_from_0_to_51_suit_by_suit(void **state) {
    (void)state;
    int next = 0;
    for (CardSet rest = SET_DECK; rest; rest = set_rest(rest)) {
        assert_int_equal(card_index(set_first(rest)), next);
        assert_int_equal(card_from_index(next), set_first(rest));
        next++;
    }
    assert_int_equal(next, CARD_COUNT);
}

static void every_card_prints_as_two_characters_and_reads_back(void **state) {
    (void)state;
    for (int i = 0; i < CARD_COUNT; i++) {
        char text[CARD_TEXT];
        Card card = card_from_index(i), read = CARD_NONE;
        card_print(card, text);
        assert_int_equal(strlen(text), 2);
        assert_int_equal(card_parse(text, &read), 2);
        assert_int_equal(read, card);
    }
    char text[CARD_TEXT];
    card_print(CARD_NONE, text);
    assert_string_equal(text, "--");
    card_print(card_make(6, 2), text);
    assert_string_equal(text, "7H");
    card_print(card_make(9, 1), text);
    assert_string_equal(text, "TD");
    card_print(card_make(0, 3), text);
    assert_string_equal(text, "AS");
}

static void reading_takes_either_case_and_10_for_T(void **state) {
    (void)state;
    Card card = CARD_NONE;
    assert_int_equal(card_parse("qs and more", &card), 2);
    assert_int_equal(card, card_make(11, 3));
    assert_int_equal(card_parse("10h", &card), 3);
    assert_int_equal(card, card_make(9, 2));
    static const char *const bad[] = {"", " 7H", "7", "H7", "1H", "0C", "11C", "10", "7X", "--", "\xC3\xA9", "A\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        card = CARD_NONE;
        assert_int_equal(card_parse(bad[i], &card), 0);
        assert_int_equal(card, CARD_NONE);
    }
}

static void a_person_may_write_suits_as_they_are_printed(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int used, rank, suit;
    } good[] = {{"4C", 2, 3, 0},       {"4♣", 4, 3, 0},   {"10♣", 5, 9, 0},      {"T♣", 4, 9, 0},
                {"t♣", 4, 9, 0},       {"q♦,", 4, 11, 1}, {"A♥x", 4, 0, 2},      {"k♠ 2C", 4, 12, 3},
                {"7♥\uFE0F", 7, 6, 2}, {"7♡", 4, 6, 2},   {"9♠\uFE0E", 7, 8, 3}, {"10h", 3, 9, 2}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Card card = CARD_NONE;
        assert_int_equal(card_read(good[i].text, &card), good[i].used);
        assert_int_equal(card, card_make(good[i].rank, good[i].suit));
        // Programs and files write letters.
        if (strstr(good[i].text, "\xE2")) assert_int_equal(card_parse(good[i].text, &card), 0);
    }
    static const char *const bad[] = {"", "♣", "♣4", "4", "4\xE2", "4\xE2\x99", "4☻", "1♣"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Card card = CARD_NONE;
        assert_int_equal(card_read(bad[i], &card), 0);
        assert_int_equal(card, CARD_NONE);
    }
    CardSet set = 0;
    Error err = {{0}};
    assert_true(set_parse("4♣5♣ 10♦,K♥", &set, &err));
    assert_int_equal(set_count(set), 4);
    assert_false(set_parse("4♣ 4C", &set, &err));
    assert_string_equal(err.text, "the card 4C at character 6 is there twice");
}

static void random_sets_print_and_read_back_with_any_separator(void **state) {
    (void)state;
    Rng rng = rng_for(1, 0, 0, 0);
    for (int i = 0; i < effort(20000, 1000); i++) {
        CardSet set = some_cards(&rng, SET_DECK, (int)rng_below(&rng, 53)), read = 0;
        char text[SET_TEXT];
        static const char separators[] = {'\0', ' ', ','};
        set_print(set, separators[rng_below(&rng, 3)], text);
        assert_true(strlen(text) < SET_TEXT);
        assert_true(set_parse(text, &read, NULL));
        assert_true(read == set);
    }
}

static void a_wrong_or_repeated_card_is_named_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"AC 2X 3C", "'2X ' at character 4 is not a card; cards are rank then suit, such as 7H, TD or AS"},
        {"AC 2C AC", "the card AC at character 7 is there twice"},
        {"10H TH", "the card TH at character 5 is there twice"},
        {"7", "'7' at character 1 is not a card; cards are rank then suit, such as 7H, TD or AS"},
        {"AC;2C", "';2C' at character 3 is not a card; cards are rank then suit, such as 7H, TD or AS"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CardSet set = 42;
        Error err = {{0}};
        assert_false(set_parse(bad[i].text, &set, &err));
        assert_string_equal(err.text, bad[i].says);
        assert_true(set == 42);
        assert_false(set_parse(bad[i].text, &set, NULL));
    }
    CardSet set = 42;
    assert_true(set_parse(" , \t", &set, NULL));
    assert_true(set == 0);
}

static CardSet nth_by_counting(CardSet set, int n) {
    for (int bit = 0; bit < 64; bit++)
        if (set >> bit & 1 && n-- == 0) return UINT64_C(1) << bit;
    return 0;
}

static void the_nth_card_is_the_same_by_instruction_and_by_counting(void **state) {
    (void)state;
    Rng rng = rng_for(2, 0, 0, 0);
    for (int i = 0; i < effort(20000, 1000); i++) {
        CardSet set = some_cards(&rng, SET_DECK, 1 + (int)rng_below(&rng, 52));
        for (int n = 0; n < set_count(set); n++) assert_true(set_nth(set, n) == nth_by_counting(set, n));
        assert_true(set_first(set) == set_first(set_nth(set, 0)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deck_has_52_cards_in_four_lanes),
        cmocka_unit_test(indexes_run_from_0_to_51_suit_by_suit),
        cmocka_unit_test(every_card_prints_as_two_characters_and_reads_back),
        cmocka_unit_test(reading_takes_either_case_and_10_for_T),
        cmocka_unit_test(a_person_may_write_suits_as_they_are_printed),
        cmocka_unit_test(random_sets_print_and_read_back_with_any_separator),
        cmocka_unit_test(a_wrong_or_repeated_card_is_named_with_its_place),
        cmocka_unit_test(the_nth_card_is_the_same_by_instruction_and_by_counting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
