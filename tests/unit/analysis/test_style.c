// SPDX-License-Identifier: MIT
// How a player plays, counted: kinds of cards, and players whose rules are known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/style/style.h"
#include "gin/players/list/players.h"
#include "support/positions.h"
#include "support/random.h"

static void cards_have_their_kinds(void **state) {
    (void)state;
    static const struct {
        const char *hand, *card;
        GinKind kind;
    } upcards[] =
        {
            {"4C5C 8D8H KH QD 2S AD TS 7H", "8S", GIN_KIND_MELD},
            {"4C5C 8D8H KH QD 2S AD TS 7H", "6C", GIN_KIND_MELD},
            {"4C5C 8D9H KH QD 2S AD TS 7H", "8H", GIN_KIND_MELD},
            {"4C5C 8D9S KH QD 2S AD TS 7H", "8H", GIN_KIND_TRIANGLE},
            {"4C5C 8D9S KH QD 2S AD TS JH", "QC", GIN_KIND_PAIR},
            {"4C5C 8D9S KH QD 2S AD TS 7H", "6D", GIN_KIND_RUN},
            {"4C5C 8D9S KH QD 2S AD TS 7H", "3H", GIN_KIND_LOW},
            {"AC2C3C 4D5D6D 2H2S 4S 6S", "KC", GIN_KIND_LONE},
            {"AC2C3C 4D5D6D 2H 9S 4S 6S", "9C", GIN_KIND_PAIR},
        },
      held[] = {
          {"AC2C3C 4D5D6D 2H 9S 4S 6S KC", "2C", GIN_KIND_MELD},
          {"AC2C3C 4D5D6D 2H 9S 4S 6S KC", "KC", GIN_KIND_LONE},
          {"AC2C3C 4D5D6D 2H 9S 4S 6S KC", "2H", GIN_KIND_LOW},
          {"AC2C3C 4D5D6D 2H 9S 4S 6S KC", "4S", GIN_KIND_RUN},
          {"AC2C3C 9D 9S KH QD 2S 7H JS 5D", "9D", GIN_KIND_PAIR},
          {"AC2C3C 9D 9S TS QD 2S 7H 4H KD", "9S", GIN_KIND_TRIANGLE},
      };
    for (size_t i = 0; i < sizeof upcards / sizeof *upcards; i++) {
        GinKind kind = gin_kind_of_upcard(cards(upcards[i].hand), set_first(cards(upcards[i].card)));
        if (kind != upcards[i].kind) fail_msg("upcard %s: %s", upcards[i].card, gin_kind_name(kind));
    }
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        GinKind kind = gin_kind_of_card(cards(held[i].hand), set_first(cards(held[i].card)));
        if (kind != held[i].kind) fail_msg("%s of %s: %s", held[i].card, held[i].hand, gin_kind_name(kind));
    }
}

static StyleCounts measured(const char *player, const char *opponent, const char *other, int threads, int games) {
    StyleCounts counts;
    Error err = {{0}};
    StylePlan plan = {
        .player = player, .field = {opponent}, .field_count = 1, .other = other, .games = (uint64_t)games};
    LabRun *run = lab_open(NULL);
    run->quiet = true;
    run->threads = threads;
    if (!style_measure(run, &plan, &counts, &err)) fail_msg("%s", err.text);
    assert_int_equal(counts.games, games);
    lab_close(run);
    return counts;
}

static void simple_knocks_at_every_chance_and_takes_melds_alone(void **state) {
    (void)state;
    StyleCounts counts = measured("simple", "heisenbot", "simple", 1, effort(300, 60));
    int64_t chances = 0;
    for (int turn = 0; turn < STYLE_TURNS; turn++) {
        for (int d = 0; d < STYLE_DEADWOODS; d++) {
            // The pair rule keeps it from a few discards, so a few knocks with them are missed.
            assert_true(counts.knocked[turn][d] >= counts.chances[turn][d] * 99 / 100 - 1);
            assert_true(counts.knocked[turn][d] <= counts.chances[turn][d]);
            chances += counts.chances[turn][d];
        }
        for (int kind = 0; kind < GIN_KINDS; kind++)
            assert_int_equal(counts.taken[turn][kind], kind == GIN_KIND_MELD ? counts.offers[turn][kind] : 0);
    }
    for (int kind = 0; kind < GIN_KINDS; kind++)
        assert_int_equal(counts.first_taken[kind], kind == GIN_KIND_MELD ? counts.first_offers[kind] : 0);
    assert_memory_equal(counts.meld_taken, counts.meld_offers, sizeof counts.meld_offers);
    assert_true(chances >= counts.knocks && counts.knocks > 0);
    for (int i = 0; i < STYLE_DECISIONS; i++) assert_true(counts.asked[i] > 0 && counts.same[i] == counts.asked[i]);
}

static void sheds_and_takes_add_up_to_what_was_played(void **state) {
    (void)state;
    StyleCounts counts = measured("heisenbot", "greedy", NULL, 1, effort(200, 40));
    int64_t shed = 0, taken = 0;
    for (int turn = 0; turn < STYLE_TURNS; turn++)
        for (int kind = 0; kind < GIN_KINDS; kind++) {
            shed += counts.shed[turn][kind];
            taken += counts.taken[turn][kind];
            assert_true(counts.shed[turn][kind] <= counts.held[turn][kind]);
            assert_true(counts.taken[turn][kind] <= counts.offers[turn][kind]);
        }
    for (int kind = 0; kind < GIN_KINDS; kind++) taken += counts.first_taken[kind];
    assert_int_equal(taken, counts.takes);
    assert_int_equal(shed, counts.draws); // under these rules every draw ends in a discard
    assert_int_equal(counts.asked[0], 0);
    for (int turn = 0; turn < STYLE_TURNS; turn++) { // by deadwood or by loose cards: the same chances
        int64_t chances = 0, knocked = 0;
        for (int d = 0; d < STYLE_DEADWOODS; d++)
            chances += counts.chances[turn][d], knocked += counts.knocked[turn][d];
        for (int n = 0; n < STYLE_LOOSES; n++)
            chances -= counts.loose_chances[turn][n], knocked -= counts.loose_knocked[turn][n];
        assert_true(chances == 0 && knocked == 0);
        assert_int_equal(counts.chances[turn][0], counts.loose_chances[turn][0]);
    }
}

static void threads_do_not_matter(void **state) {
    (void)state;
    StyleCounts one = measured("heisenbot", "simple", "greedy", 1, 60),
                three = measured("heisenbot", "simple", "greedy", 3, 60);
    assert_memory_equal(&one, &three, sizeof one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_have_their_kinds),
        cmocka_unit_test(simple_knocks_at_every_chance_and_takes_melds_alone),
        cmocka_unit_test(sheds_and_takes_add_up_to_what_was_played),
        cmocka_unit_test(threads_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
