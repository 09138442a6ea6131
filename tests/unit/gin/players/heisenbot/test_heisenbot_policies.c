// SPDX-License-Identifier: MIT
// Heisenbot's policies: each draw's and discard's own rule on hands made for it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/oracle.h"
#include "support/policies.h"
#include "support/positions.h"
#include "support/random.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

// ---- Draws ----

static void future_value_takes_melds_low_cards_and_early_triangles(void **state) {
    (void)state;
    static const char hand[] = "6H 7H 9C TC 4S 4C JD QD KS 8D";
    static const struct {
        const char *hand, *upcard, *settings;
        int turns[2];
        bool take;
    } cases[] = {
        {hand, "8H", "", {0, 0}, true},   // 6-7-8
        {hand, "8H", "", {20, 20}, true}, // at any time
        {hand, "4D", "", {20, 20}, true}, // a set
        {hand, "KD", "", {3, 3}, true},   // J-Q-K
        {hand, "AC", "", {0, 0}, true},   // low cards, useful or not
        {hand, "AC", "", {20, 20}, true},
        {hand, "2H", "", {20, 20}, true},
        {hand, "3D", "", {0, 0}, false}, // three is not low
        {hand, "3D", "low=3", {9, 9}, true},
        {hand, "2H", "low=1", {9, 9}, false},
        {hand, "AH", "low=0", {9, 9}, false},
        {hand, "7D", "", {0, 0}, true},  // [6H 7H 7D]
        {hand, "6D", "", {0, 0}, true},  // [6H 6D 7H]
        {hand, "5S", "", {0, 0}, true},  // [4S 4C 5S]
        {hand, "3C", "", {1, 1}, true},  // [4S 4C 3C]
        {hand, "3H", "", {0, 0}, false}, // next in rank, of no suit of the pair
        {hand, "8S", "", {0, 0}, false}, // a pair, and nothing next to it
        {hand, "9S", "", {0, 0}, true},  // [9C 9S TC]
        {hand, "7D", "", {2, 2}, true},  // the fifth move
        {hand, "7D", "", {3, 2}, false}, // the sixth
        {hand, "7D", "", {2, 3}, false},
        {hand, "7D", "moves=0", {0, 0}, false},
        {hand, "7D", "moves=12", {6, 5}, true},
        {hand, "7D", "moves=12", {6, 6}, false},
        {"6H 7H 8H 9C TC 4S 4C JD QD KS", "7D", "", {0, 0}, false}, // with melded cards only
        {"6H 7H 7C 2C 4S 9C JD QS KS KD", "9D", "", {0, 0}, false}, // a triangle without the upcard
    };
    const GinPolicy *future = policy(GIN_COLUMN_DRAW, "future-value");
    Rng rng = rng_for(1, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(cases); i++) {
        set_scene(scene, cases[i].hand, cases[i].upcard, NULL);
        for (int seat = 0; seat < 2; seat++) scene->table.turns[seat] = (uint8_t)cases[i].turns[seat];
        GinMind mind = mind_of(future, cases[i].settings);
        if (future->take(&mind, &scene->view, &rng) != cases[i].take)
            fail_msg("%s after %d and %d turns (%s)", cases[i].upcard, cases[i].turns[0], cases[i].turns[1],
                     cases[i].settings);
    }
    free(scene);
}

static void future_value_takes_all_that_immediate_value_takes(void **state) {
    (void)state;
    const GinPolicy *future = policy(GIN_COLUMN_DRAW, "future-value"), *now = policy(GIN_COLUMN_DRAW, "meld-only");
    GinMind mind = mind_of(future, ""), none = {0};
    Rng rng = rng_for(33, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    set_scene(scene, "", NULL, NULL);
    int more = 0;
    for (int i = 0; i < effort(50000, 2000); i++) {
        scene->view.hand = some_cards(&rng, SET_DECK, GIN_HAND_SIZE);
        scene->table.upcard = rng_card(&rng, SET_DECK & ~scene->view.hand);
        scene->table.turns[0] = scene->table.turns[1] = (uint8_t)rng_below(&rng, 6);
        bool takes = future->take(&mind, &scene->view, &rng), melds = now->take(&none, &scene->view, &rng);
        assert_int_equal(melds, set_has(oracle_useful_draws(scene->view.hand), scene->table.upcard));
        if (melds || card_rank(scene->table.upcard) < 2) assert_true(takes);
        more += takes && !melds;
        if (scene->table.turns[0] >= 3) assert_int_equal(takes, melds || card_rank(scene->table.upcard) < 2);
    }
    assert_true(more > 0);
    free(scene);
}

static void chance_takes_always_or_never_at_its_ends_and_stock_never(void **state) {
    (void)state;
    const GinPolicy *chance = policy(GIN_COLUMN_DRAW, "random"), *stock = policy(GIN_COLUMN_DRAW, "stock");
    GinMind never = mind_of(chance, "p=0"), always = mind_of(chance, "p=1"), none = {0};
    Rng rng = rng_for(34, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    set_scene(scene, "6H 7H 9C TC 4S 4C JD QD KS 8D", "8H", NULL);
    for (int i = 0; i < 1000; i++) {
        assert_false(chance->take(&never, &scene->view, &rng));
        assert_true(chance->take(&always, &scene->view, &rng));
        assert_false(stock->take(&none, &scene->view, &rng));
    }
    free(scene);
}

// ---- Discards ----

static const char *const PAPER_DISCARDS[] = {"points", "fewest-melds", "triangles", "defensive",
                                             "safety", "prognosis",    "categories"};

// Eleven cards and what has happened: the discard is one of `expected`, and with time each of them.
static void discards_follow_their_own_rule(void **state) {
    (void)state;
    static const char plain[] = "3C 4C 5C 7D 7H 7S KD QH 9S 2D AC";  // two melds, five loose cards
    static const char pair[] = "3C 4C 5C 7D 7H 7S KD KH 9S 2D AC";   // a double among them
    static const char gap[] = "3C 4C 5C 7D 7H 7S KD JD 9S 2D AC";    // or half a run
    static const char corner[] = "3C 4C 5C 7D 7H 7S KD KH QH 9S 2D"; // or a triangle
    static const char closed[] = "3C 4C 5C 6C 7C 7D 7H 7S KD KH QH"; // nothing but a triangle
    static const char both[] = "3C 4C 5C 6D 6H 6S KD KH QH 9S TS";   // a triangle and a double
    static const char held[] = "3C 4C 5C 7D 7H 7S KD KH QD 9S 2D";   // cards that block each other
    static const char low[] = "3C 4C 5C 7D 7H 7S KD 2D 2H AD AH";    // low cards and a king
    static const char even[] = "3C 4C 5C 7D 7H 7S TH JD KC KS QC";   // two cards equally safe
    static const char full[] = "3C 4C 5C 6C 7D 7H 7S 9D TD JD QD";   // all melded
    static const char almost[] = "3C 4C 5C 7D 7H 7S 9D TD JD QD 2H"; // all but one
    static const struct {
        const char *policy, *settings, *hand, *upcard, *moves, *taken, *known;
        int turn;
        const char *expected;
    } cases[] = {
        {"points", "", plain, "", "", NULL, "", 1, "KD QH"},
        {"points", "", plain, "", "", "KD", "", 1, "QH"},
        {"points", "", corner, "", "", NULL, "", 1, "KD KH QH"},
        {"points", "", full, "", "", NULL, "", 1, "QD"}, // of the ends of runs of four
        {"points", "", almost, "", "", NULL, "", 1, "2H"},
        {"points", "", almost, "", "", "2H", "", 1, "QD"}, // may not go: the end of a run that saves most

        {"triangles", "", plain, "", "", NULL, "", 1, "KD QH"},
        {"triangles", "", corner, "", "", NULL, "", 1, "9S"},
        {"triangles", "", closed, "", "", NULL, "", 1, "KD KH QH"},
        {"triangles", "", both, "", "", NULL, "", 1, "TS"},

        {"fewest-melds", "", plain, "", "", NULL, "", 1, "KD"},               // four, and the higher of two
        {"fewest-melds", "", held, "", "", NULL, "", 1, "KD KH"},             // our own cards stand in nobody's way
        {"fewest-melds", "", plain, "QC", "they drop QS", NULL, "", 1, "QH"}, // no set, two runs
        {"fewest-melds", "", plain, "9C", "they drop 8S, they drop TS, they drop 9H", NULL, "", 1, "9S"}, // none at all
        {"fewest-melds", "", plain, "", "", NULL, "AH AS", 1, "AC"}, // known in their hand: no set, one run

        {"safety", "", held, "", "", NULL, "", 1, "KD"},
        {"safety", "", plain, "", "", NULL, "", 1, "AC"}, // the three of clubs is ours
        {"safety", "", plain, "9C", "they drop 8S, they drop TS, they drop 9H", NULL, "", 1, "9S"},
        {"safety", "", plain, "", "", NULL, "AH AS", 1, "AC"}, // what they hold they can meld with: still three

        {"defensive", "", plain, "", "", NULL, "", 1, "KD"},
        {"defensive", "", plain, "", "", NULL, "KS", 1, "QH"},
        {"defensive", "", plain, "", "", NULL, "QD", 1, "9S"},       // next to the king, same rank as the queen
        {"defensive", "", plain, "", "", NULL, "JD", 1, "KD"},       // two ranks away is not next to it
        {"defensive", "", plain, "", "", NULL, "KS QS 9H", 1, "KD"}, // all but the low ones: then the highest
        {"defensive", "", low, "", "", NULL, "KS", 1, "KD"},         // low cards stay longest
        {"defensive", "low=10", plain, "", "", NULL, "KS", 1, "QH"}, // all are low
        {"defensive", "low=0", "3C 4C 5C 7D 7H 7S 2D 2H AD AS 4S", "", "", NULL, "4H", 1, "2D 2H"},

        {"prognosis", "", plain, "", "they drop KS", NULL, "", 1, "KD"},
        {"prognosis", "", plain, "KS", "they take KS, they drop 5D", NULL, "KS", 1, "AC"},

        {"categories", "", plain, "", "", NULL, "", 1, "KD"},
        {"categories", "", pair, "", "", NULL, "", 1, "9S"},
        {"categories", "decay=3", pair, "", "", NULL, "", 2, "9S"},
        {"categories", "decay=3", pair, "", "", NULL, "", 3, "KD KH"}, // doubles have decayed
        {"categories", "decay=1", pair, "", "", NULL, "", 1, "KD KH"},
        {"categories", "decay=100", pair, "", "", NULL, "", 30, "9S"},
        {"categories", "by-rank=0", pair, "", "", NULL, "", 1, "AC"}, // the safest
        {"categories", "by-rank=1", pair, "", "", NULL, "", 1, "9S"},
        {"categories", "gap=0", gap, "", "", NULL, "", 1, "KD"},
        {"categories", "gap=1", gap, "", "", NULL, "", 1, "9S"},
        {"categories", "", corner, "", "", NULL, "", 1, "9S"},
        {"categories", "", corner, "", "", NULL, "", 30, "9S"}, // triangles do not decay
        {"categories", "", closed, "", "", NULL, "", 1, "KH"},  // the queen of hearts is ours: safer than the other
        {"categories", "", closed, "", "", "KH", "", 1, "KD"},
        {"categories", "", both, "", "", NULL, "", 1, "TS"}, // doubles before triangles
        {"categories", "", both, "", "", "TS", "", 1, "9S"},
        {"categories", "by-rank=0", even, "", "", NULL, "", 1, "JD"},
        {"categories", "by-rank=0", even, "JS", "they take JS", NULL, "", 1, "JD"},
        {"categories", "by-rank=0 prognosis=1", even, "JS", "they take JS", NULL, "", 1, "TH"},
        {"categories", "by-rank=0 prognosis=1", even, "", "", NULL, "", 1, "JD"},
    };
    Rng rng = rng_for(35, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < LENGTH(cases); i++) {
        const GinPolicy *of = policy(GIN_COLUMN_DISCARD, cases[i].policy);
        GinMind mind = mind_of(of, cases[i].settings);
        set_scene(scene, cases[i].hand, cases[i].upcard, cases[i].moves);
        scene->table.known[1] |= cards(cases[i].known);
        scene->table.turns[0] = (uint8_t)cases[i].turn;
        if (cases[i].taken) scene->table.taken = scene->view.drawn = card(cases[i].taken);
        assert_int_equal(set_count(scene->view.hand), GIN_HAND_SIZE + 1);
        CardSet chosen = 0;
        for (int n = 0; n < 200; n++) chosen |= set_of(of->discard(&mind, &scene->view, &rng).card);
        if (chosen != cards(cases[i].expected))
            fail_msg("case %d: %s (%s) drops %s of %s, not %s", i, cases[i].policy, cases[i].settings, text_of(chosen),
                     cases[i].hand, cases[i].expected);
    }
    free(scene);
}

// Watches the discards of one policy.
typedef struct Watched {
    GinPlayer inner;
    const char *name;
    int checked, forced;
} Watched;

static CardSet unmelded_in_a_best_split(CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    CardSet loose = 0;
    for (int i = 0; i < count; i++) loose |= hand & ~gin_split_cards(&splits[i]);
    return loose;
}

static GinAction check_discard(void *self, const GinView *view, Rng *rng) {
    Watched *watched = self;
    GinAction action = watched->inner.choose(watched->inner.self, view, rng);
    if (view->table->phase != GIN_DISCARD) return action;
    CardSet legal = view->hand & ~set_of(view->table->taken), loose = legal & unmelded_in_a_best_split(view->hand);
    if (!set_has(legal, action.card) || (loose && !set_has(loose, action.card)))
        fail_msg("%s drops %s of %s", watched->name, text_of(set_of(action.card)), text_of(view->hand));
    watched->checked++;
    watched->forced += loose == 0;
    return action;
}

static void discards_are_legal_and_unmelded_where_they_can_be(void **state) {
    (void)state;
    for (int i = 0; i < LENGTH(PAPER_DISCARDS); i++) {
        static const char *const knocks[] = {"at-once", "gin"};
        int checked = 0, forced = 0;
        for (int k = 0; k < 2; k++) {
            char spec[96];
            snprintf(spec, sizeof spec, "mix:draw=future-value,discard=%s,knock=%s", PAPER_DISCARDS[i], knocks[k]);
            Watched watched = {.inner = opened(spec), .name = PAPER_DISCARDS[i]};
            GinPlayer simple = opened("simple"), players[2] = {{.self = &watched, .choose = check_discard}, simple};
            for (int game = 0; game < effort(400, 8); game++) play_a_game(players, (uint64_t)game);
            checked += watched.checked;
            forced += watched.forced;
            gin_player_close(&watched.inner);
            gin_player_close(&simple);
        }
        assert_true(checked >= effort(20000, 200));
        if (checked > 20000) assert_true(forced > 0);
    }
}

// Hands dense with melds, where best splits are many and the card just taken is often the only loose one.
static void discards_keep_to_that_in_hands_full_of_melds(void **state) {
    (void)state;
    Rng rng = rng_for(36, 0, 0, 0);
    Scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    for (int i = 0; i < effort(200000, 2000); i++) {
        const GinPolicy *of = policy(GIN_COLUMN_DISCARD, PAPER_DISCARDS[i % LENGTH(PAPER_DISCARDS)]);
        GinMind mind = mind_of(of, "");
        CardSet deck = some_deck(&rng);
        set_scene(scene, "", NULL, NULL);
        scene->view.hand = some_cards(&rng, deck, GIN_HAND_SIZE + 1);
        scene->table.buried = some_cards(&rng, SET_DECK & ~scene->view.hand, (int)rng_below(&rng, 20));
        scene->table.turns[0] = (uint8_t)(1 + rng_below(&rng, 12));
        if (rng_below(&rng, 2)) scene->table.taken = scene->view.drawn = rng_card(&rng, scene->view.hand);
        CardSet legal = scene->view.hand & ~set_of(scene->table.taken);
        CardSet loose = legal & unmelded_in_a_best_split(scene->view.hand);
        GinDiscard discard = of->discard(&mind, &scene->view, &rng);
        if (!set_has(loose ? loose : legal, discard.card))
            fail_msg("%s drops %s of %s, %s taken", of->name, text_of(set_of(discard.card)), text_of(scene->view.hand),
                     text_of(set_of(scene->table.taken) & SET_DECK));
        if (discard.deadwood >= 0)
            assert_int_equal(discard.deadwood, gin_deadwood(scene->view.hand ^ set_of(discard.card)));
    }
    free(scene);
}

static void heisenbot_is_future_value_categories_and_rules(void **state) {
    (void)state;
    int count, found = 0;
    const GinPlayerRow *rows = gin_player_rows(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].name, "heisenbot") != 0) continue;
        found++;
        assert_string_equal(rows[i].column[GIN_COLUMN_DRAW], "future-value");
        assert_string_equal(rows[i].column[GIN_COLUMN_DISCARD], "categories");
        assert_string_equal(rows[i].column[GIN_COLUMN_KNOCK], "rules");
    }
    assert_int_equal(found, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(future_value_takes_melds_low_cards_and_early_triangles),
        cmocka_unit_test(future_value_takes_all_that_immediate_value_takes),
        cmocka_unit_test(chance_takes_always_or_never_at_its_ends_and_stock_never),
        cmocka_unit_test(discards_follow_their_own_rule),
        cmocka_unit_test(discards_are_legal_and_unmelded_where_they_can_be),
        cmocka_unit_test(discards_keep_to_that_in_hands_full_of_melds),
        cmocka_unit_test(heisenbot_is_future_value_categories_and_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
