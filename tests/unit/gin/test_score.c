// SPDX-License-Identifier: MIT
// Layoffs, the best defence and points against the oracle, which tries every card on every meld in every order.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/gin_random.h"
#include "support/oracle.h"
#include "support/random.h"

// A knocker's hand with at least one meld, and a defender's from the same deck.
typedef struct Showdown {
    CardSet knocker, defender;
    GinSplit knock, defence;
} Showdown;

static GinSplit shuffle_melds(GinSplit split, Rng *rng) {
    for (int i = GIN_MAX_MELDS - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        CardSet meld = split.meld[i];
        split.meld[i] = split.meld[j];
        split.meld[j] = meld;
    }
    return split;
}

// Dense decks give most showdowns with layoffs; of hands without melds a few are enough.
static Showdown some_showdown(Rng *rng) {
    Showdown show;
    do {
        CardSet deck = some_deck(rng);
        if (set_count(deck) < 20 || rng_below(rng, 8) == 0) deck = SET_DECK;
        show.knocker = some_cards(rng, deck, GIN_HAND_SIZE);
        show.knock = rng_below(rng, 2) ? gin_best_split(show.knocker) : some_split(show.knocker, rng);
        CardSet rest = deck & ~show.knocker;
        if (set_count(rest) < GIN_HAND_SIZE) rest = SET_DECK & ~show.knocker;
        show.defender = some_cards(rng, rest, GIN_HAND_SIZE);
    } while (!gin_split_cards(&show.knock) && rng_below(rng, 10));
    show.knock = shuffle_melds(show.knock, rng);
    show.defence = shuffle_melds(some_split(show.defender, rng), rng);
    return show;
}

static void layoffs_lay_off_all_that_any_order_can(void **state) { // [G12]
    (void)state;
    Rng rng = rng_for(1, 0, 0, 0);
    int several = 0;
    for (int i = 0; i < effort(200000, 6000); i++) {
        Showdown show = some_showdown(&rng);
        CardSet loose = show.defender & ~gin_split_cards(&show.defence), laid;
        int left = oracle_best_layoff(&show.knock, loose, &laid);
        CardSet fast = gin_layoff(&show.knock, loose);
        several += set_count(laid) > 1;
        if (fast != laid || gin_points(loose & ~fast) != left)
            fail_msg("%s on %s / %s / %s: laid off %s, oracle %s", text_of(loose), text_of(show.knock.meld[0]),
                     text_of(show.knock.meld[1]), text_of(show.knock.meld[2]), text_of(fast), text_of(laid));
    }
    assert_true(several > 100);
}

static void greedy_layoffs_follow_the_contests_loop(void **state) { // [G12]
    (void)state;
    Rng rng = rng_for(2, 0, 0, 0);
    int worse = 0;
    for (int i = 0; i < effort(400000, 10000); i++) {
        Showdown show = some_showdown(&rng);
        CardSet loose = show.defender & ~gin_split_cards(&show.defence);
        CardSet fast = gin_layoff_greedy(&show.knock, loose), slow = oracle_greedy_layoff(&show.knock, loose);
        if (fast != slow)
            fail_msg("%s on %s / %s / %s: laid off %s, oracle %s", text_of(loose), text_of(show.knock.meld[0]),
                     text_of(show.knock.meld[1]), text_of(show.knock.meld[2]), text_of(fast), text_of(slow));
        assert_true(!(fast & ~gin_layoff(&show.knock, loose)));
        worse += fast != gin_layoff(&show.knock, loose);
    }
    assert_true(worse > 0); // the orders that lose a card have come up
}

static void a_card_wasted_on_a_set_costs_the_run_its_next_card(void **state) { // [G12]
    (void)state;
    CardSet set = 0, run = 0, loose = 0;
    assert_true(set_parse("8C 8D 8S", &set, NULL) && set_parse("5H 6H 7H", &run, NULL));
    assert_true(set_parse("8H 9H KC", &loose, NULL));
    GinSplit set_first_shown = {{set, run, 0}}, run_first_shown = {{run, set, 0}};
    assert_string_equal(text_of(gin_layoff(&set_first_shown, loose)), "8H 9H");
    assert_string_equal(text_of(gin_layoff_greedy(&set_first_shown, loose)), "8H");
    assert_string_equal(text_of(gin_layoff_greedy(&run_first_shown, loose)), "8H 9H");
}

static void the_best_defence_leaves_what_the_oracle_leaves(void **state) { // [G11] [G12]
    (void)state;
    Rng rng = rng_for(3, 0, 0, 0);
    int sacrifices = 0;
    for (int i = 0; i < effort(100000, 2000); i++) {
        Showdown show = some_showdown(&rng);
        GinLayoff layoff = rng_below(&rng, 2) ? GIN_LAYOFF_BEST : GIN_LAYOFF_GREEDY;
        int deadwood;
        GinSplit fast = gin_best_defence(show.defender, &show.knock, layoff, &deadwood);
        assert_true(oracle_is_split(&fast, show.defender));
        if (deadwood != oracle_best_defence(show.defender, &show.knock, layoff))
            fail_msg("%s against %s / %s / %s: %d left, oracle %d", text_of(show.defender), text_of(show.knock.meld[0]),
                     text_of(show.knock.meld[1]), text_of(show.knock.meld[2]), deadwood,
                     oracle_best_defence(show.defender, &show.knock, layoff));
        CardSet loose = show.defender & ~gin_split_cards(&fast);
        CardSet laid =
            layoff == GIN_LAYOFF_BEST ? gin_layoff(&show.knock, loose) : gin_layoff_greedy(&show.knock, loose);
        assert_int_equal(oracle_points(loose & ~laid), deadwood);
        sacrifices += gin_points(loose) > gin_deadwood(show.defender);
        GinSplit again = gin_best_defence(show.defender, &show.knock, layoff, NULL);
        assert_memory_equal(&again, &fast, sizeof again);
    }
    assert_true(sacrifices > 0); // some gave up a meld to lay off more
}

static void assert_same_result(const GinResult *fast, const GinResult *slow) {
    assert_int_equal(fast->end, slow->end);
    assert_int_equal(fast->winner, slow->winner);
    assert_int_equal(fast->knocker, slow->knocker);
    assert_int_equal(fast->deadwood[0], slow->deadwood[0]);
    assert_int_equal(fast->deadwood[1], slow->deadwood[1]);
    assert_int_equal(fast->points, slow->points);
    assert_true(fast->laid_off == slow->laid_off);
}

static void points_equal_the_oracle_under_all_presets(void **state) { // [G13] [G14] [G15] [G21]
    (void)state;
    static const char *const variants[] = {"contest",  "heisenbot",        "pagat",
                                           "oklahoma", "pagat,big-gin=31", "contest,undercut=0,gin=255,tie=knocker"};
    Rng rng = rng_for(4, 0, 0, 0);
    int ends[5] = {0};
    for (int i = 0; i < effort(200000, 6000); i++) {
        GinRules rules;
        assert_true(gin_rules_parse(variants[rng_below(&rng, 6)], &rules, NULL));
        Showdown show = some_showdown(&rng);
        for (int tries = 0; rules.big_gin_bonus && tries < 4; tries++) { // eleven cards of a suit are often big gin
            CardSet suit = set_suit((int)rng_below(&rng, 4)), eleven = some_cards(&rng, suit, 11);
            if (gin_deadwood(eleven)) continue;
            show.knocker = eleven;
            show.knock = gin_best_split(eleven);
            show.defender = some_cards(&rng, SET_DECK & ~eleven, GIN_HAND_SIZE);
            show.defence = some_split(show.defender, &rng);
        }
        if (rng_below(&rng, 2)) { // gin now and then, which is rare by chance
            CardSet loose = show.knocker & ~gin_split_cards(&show.knock);
            if (set_count(loose) <= 1) show.knocker &= ~loose;
        }
        Seat knocker = (Seat)rng_below(&rng, 2);
        int factor = 1 + (int)rng_below(&rng, 2);
        GinResult fast = gin_score(&rules, factor, knocker, show.knocker, &show.knock, show.defender, &show.defence);
        GinResult slow = oracle_score(&rules, factor, knocker, show.knocker, &show.knock, show.defender, &show.defence);
        assert_same_result(&fast, &slow);
        ends[fast.end]++;
    }
    for (int end = GIN_KNOCKED; end <= GIN_UNDERCUT; end++) assert_true(ends[end] > 0);
    assert_int_equal(ends[GIN_CANCELLED], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layoffs_lay_off_all_that_any_order_can),
        cmocka_unit_test(greedy_layoffs_follow_the_contests_loop),
        cmocka_unit_test(a_card_wasted_on_a_set_costs_the_run_its_next_card),
        cmocka_unit_test(the_best_defence_leaves_what_the_oracle_leaves),
        cmocka_unit_test(points_equal_the_oracle_under_all_presets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
