// SPDX-License-Identifier: MIT
// The public API: versions, errors, the context, cards and hands of gin.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api_check.h"
#include "gin/gin.h"
#include "support/random.h"

static deadwood_cards cards_of(const char *text) {
    deadwood_error err;
    deadwood_cards cards;
    expect_done(deadwood_cards_parse(text, &cards, &err), &err);
    return cards;
}

static void header_and_library_agree_on_the_abi(void **state) {
    (void)state;
    assert_int_equal(deadwood_abi(), DEADWOOD_ABI);
    char version[40];
    int size = snprintf(version, sizeof version, "%d.%d.%d", DEADWOOD_VERSION_MAJOR, DEADWOOD_VERSION_MINOR,
                        DEADWOOD_VERSION_PATCH);
    assert_memory_equal(deadwood_version(), version, (size_t)size);
    assert_int_equal(sizeof(deadwood_error), 512);
    assert_string_equal(deadwood_error_name(DEADWOOD_E_ILLEGAL), "illegal");
    assert_string_equal(deadwood_error_name(-1), "unknown");
    assert_string_equal(deadwood_error_name(99), "unknown");
}

static void cards_go_to_text_and_back(void **state) {
    (void)state;
    deadwood_error err;
    char text[DEADWOOD_CARDS_TEXT];
    assert_true(cards_of("AC") == 1);
    assert_true(cards_of("KS") == UINT64_C(1) << 60);
    expect_done(deadwood_cards_print(cards_of("7h,TD 10S as"), text, &err), &err);
    assert_string_equal(text, "TD 7H AS TS");
    expect_done(deadwood_cards_print(SET_DECK, text, &err), &err);
    assert_int_equal(strlen(text), 52 * 3 - 1);
    assert_true(deadwood_cards_indices(SET_DECK) == (UINT64_C(1) << 52) - 1);
    assert_true(deadwood_cards_indices(cards_of("AD")) == UINT64_C(1) << 13);
    assert_true(deadwood_cards_indices(~UINT64_C(0)) == (UINT64_C(1) << 52) - 1);
}

static void what_are_no_cards_is_refused_in_words(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_cards cards = 42;
    char text[DEADWOOD_CARDS_TEXT];
    expect_error(deadwood_cards_parse("7H 7X", &cards, &err), &err, DEADWOOD_E_ARGUMENT, "7X");
    expect_error(deadwood_cards_parse("7H 7H", &cards, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
    expect_error(deadwood_cards_parse(NULL, &cards, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_cards_parse("7H", NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_cards_print(UINT64_C(1) << 63, text, &err), &err, DEADWOOD_E_ARGUMENT, "no set of cards");
    expect_error(deadwood_cards_print(1, NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    assert_true(cards == 42);
    assert_int_equal(deadwood_cards_parse("", &cards, NULL), DEADWOOD_OK); // no cards are a set; err may be NULL
    assert_int_equal(deadwood_cards_parse("x", &cards, NULL), DEADWOOD_E_ARGUMENT);
}

static void hands_of_gin_are_melded(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_cards hand = cards_of("AC 2C 3C 7D 7H 7S KD QD 5S 9H"), melds[4 * DEADWOOD_MELDS];
    assert_int_equal(deadwood_gin_points(hand), 6 + 21 + 20 + 14);
    assert_int_equal(deadwood_gin_deadwood(hand), 34);
    assert_true(deadwood_gin_useful(hand) == cards_of("4C 7C JD 8H 6S"));
    assert_true(deadwood_gin_best_discards(hand) == cards_of("KD QD"));
    assert_int_equal(deadwood_gin_melds(hand, melds, 4, &err), 1);
    assert_true((melds[0] | melds[1]) == cards_of("AC 2C 3C 7D 7H 7S") && melds[2] == 0);
    assert_int_equal(deadwood_gin_melds(hand, NULL, 0, &err), 1);
    // A run of six is one meld of six or two of three; only as many as there is room for are written.
    hand = cards_of("2H 3H 4H 5H 6H 7H");
    melds[DEADWOOD_MELDS] = 99;
    assert_int_equal(deadwood_gin_melds(hand, melds, 1, &err), 2);
    assert_true(melds[DEADWOOD_MELDS] == 99);
}

static void a_defender_lays_off(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_cards knock[DEADWOOD_MELDS] = {cards_of("AC 2C 3C"), cards_of("7D 7H 7S"), 0}, melds[DEADWOOD_MELDS], laid;
    deadwood_cards hand = cards_of("4C 5C 7C KD KH KS 2D 9H JS QH");
    assert_int_equal(deadwood_gin_defend(hand, knock, melds, &laid, &err), 31);
    assert_true(laid == cards_of("4C 5C 7C") && melds[0] == cards_of("KD KH KS"));
    assert_int_equal(deadwood_gin_defend(hand, knock, NULL, NULL, &err), 31);
    knock[2] = cards_of("8D 9D");
    expect_error(-deadwood_gin_defend(hand, knock, melds, &laid, &err), &err, DEADWOOD_E_ARGUMENT, "no disjoint melds");
    knock[2] = cards_of("KD KH KS");
    expect_error(-deadwood_gin_defend(hand, knock, melds, &laid, &err), &err, DEADWOOD_E_ARGUMENT, "in the hand");
    expect_error(-deadwood_gin_defend(hand, NULL, melds, &laid, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
}

static void hands_that_are_none_are_refused(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_cards melds[DEADWOOD_MELDS];
    expect_error(-deadwood_gin_melds(SET_DECK, melds, 1, &err), &err, DEADWOOD_E_ARGUMENT, "52 cards");
    expect_error(-deadwood_gin_melds(UINT64_C(1) << 63, melds, 1, &err), &err, DEADWOOD_E_ARGUMENT, "no set");
    expect_error(-deadwood_gin_melds(1, NULL, 1, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(-deadwood_gin_melds(1, melds, -1, &err), &err, DEADWOOD_E_ARGUMENT, "-1");
    assert_true(deadwood_gin_best_discards(0) == 0);
    assert_int_equal(deadwood_gin_deadwood(0), 0);
    assert_int_equal(deadwood_gin_points(~UINT64_C(0)),
                     deadwood_gin_points(SET_DECK)); // what is no card counts nothing
    assert_int_equal(deadwood_gin_deadwood(UINT64_C(1) << 63), 0);
}

static void a_context_needs_its_folder(void **state) {
    (void)state;
    deadwood_error err;
    assert_null(deadwood_open("/nowhere", &err));
    expect_error(err.code, &err, DEADWOOD_E_FILE, "/nowhere/models");
    const char *source = getenv("SRC");
    if (!source) skip();
    deadwood_context *dw = deadwood_open(source, &err), *other = deadwood_open(NULL, &err);
    assert_non_null(dw);
    deadwood_weights *weights = deadwood_weights_open(dw, "champion", &err);
    if (!weights) fail_msg("%s", err.text);
    deadwood_weights_close(weights);
    deadwood_close(dw);
    deadwood_close(other);
    deadwood_close(NULL);
    deadwood_free(NULL);
}

static void everything_that_can_be_named_is_listed(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    char *list = deadwood_list(dw, &err);
    assert_non_null(list);
    static const char *const wanted[] = {"\"gin\"",    "\"hearts\"", "\"simple\"", "\"champion\"",
                                         "\"ducker\"", "\"pagat\"",  "\"knock\""};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(list, wanted[i])) fail_msg("%s is not listed", wanted[i]);
    deadwood_free(list);
    char *about = deadwood_describe_player(dw, "gin", "greedy:limit=3", &err);
    assert_non_null(strstr(about, "knock=limit"));
    deadwood_free(about);
    assert_null(deadwood_describe_player(dw, "gin", "gready", &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "gready");
    assert_null(deadwood_describe_player(dw, "bridge", "simple", &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "gin or hearts");
    assert_null(deadwood_describe_player(NULL, "gin", "simple", &err));
    assert_null(deadwood_describe_player(dw, "gin", NULL, &err));
    assert_null(deadwood_list(NULL, &err));
    deadwood_close(dw);
}

static void rules_are_read_and_written(void **state) {
    (void)state;
    deadwood_error err;
    char *rules = deadwood_rules("gin", "pagat,target=150", &err);
    assert_string_equal(rules, "pagat,target=150");
    deadwood_free(rules);
    rules = deadwood_rules("hearts", NULL, &err);
    assert_string_equal(rules, "standard");
    deadwood_free(rules);
    assert_null(deadwood_rules("gin", "pagat,target=0", &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "target");
    assert_null(deadwood_rules("gin", "nonsense", &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "nonsense");
    assert_null(deadwood_rules(NULL, NULL, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_and_library_agree_on_the_abi),
        cmocka_unit_test(cards_go_to_text_and_back),
        cmocka_unit_test(what_are_no_cards_is_refused_in_words),
        cmocka_unit_test(hands_of_gin_are_melded),
        cmocka_unit_test(a_defender_lays_off),
        cmocka_unit_test(hands_that_are_none_are_refused),
        cmocka_unit_test(a_context_needs_its_folder),
        cmocka_unit_test(everything_that_can_be_named_is_listed),
        cmocka_unit_test(rules_are_read_and_written),
    };
    return cmocka_run_group_tests_name("api_cards", tests, NULL, NULL);
}
