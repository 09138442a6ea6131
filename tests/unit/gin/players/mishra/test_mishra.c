// SPDX-License-Identifier: MIT
// The utility of hands: worked by hand, and the quick way against the plain one on random hands and in real games.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/estimate.h"
#include "gin/players/list/policies.h"
#include "gin/players/mishra/mishra.h"
#include "gin/players/mishra/mishra_plain.h"
#include "gin/sample.h"
#include "support/positions.h"
#include "support/random.h"

static const MishraWeights PAPER = {1.5, 4, 1, 10, 20, 0.2, 2.5, false, false, false, 10};

static void assert_near(double a, double b, const char *what, CardSet hand) {
    if (fabs(a - b) > 1e-9 * (1 + fabs(b))) fail_msg("%s of %s: %.12g, not %.12g", what, text_of(hand), a, b);
}

// ---- Worked by hand ----

static void utilities_worked_by_hand(void **state) {
    (void)state;
    static const struct {
        const char *hand, *dead;
        double mean, utility;
    } cases[] = {
        // All melded: ten cards and the gin bonus.
        {"AC 2C 3C 7D 7H 7S 9S TS JS QS", "", 0, 30},
        // A lone king: J-Q-K and three sets with two other kings, 4 x 1.5; points 5 - 10; a card away from a knock,
        // which
        // it already is (10 points), so points count 2.5 times. 6 - 12.5 = -6.5. Nine melded, 10 to knock.
        {"AC 2C 3C 7D 7H 7S 4S 5S 6S KD", "", -6.5, 9 - 6.5 + 10},
        // The same with KC and QD gone: the run is out, and the sets with KC: only KD KH KS is left.
        {"AC 2C 3C 7D 7H 7S 4S 5S 6S KD", "KC QD", -11, 9 - 11 + 10},
        // A lone ace: A-2-3 cannot be, for 2C and 3C are not free when it is clubs; here hearts: one run, three sets.
        {"4C 5C 6C 7D 8D 9D TS JS QS AH", "", 4 * 1.5 + 2.5 * 4 + 0.2, 9 + 16.2 + 10},
        // A two: A-2-3, 2-3-4, three sets, half the low bonus.
        {"4C 5C 6C 7D 8D 9D TS JS QS 2H", "", 5 * 1.5 + 2.5 * 3 + 0.1, 9 + 15.1 + 10},
        // A pair of nines, six melded cards, two kings: 38 points, so no emergency even without a king.
        // Nines of hearts and spades: three runs each, three sets each of which two hold the pair: (6 x 1.5 + 2 x 4)
        // each.
        // Kings of diamonds and clubs: one run each, but KD QD JD.. free; three sets, two with the pair: 4 x 1.5 + 8.
        {"AC 2C 3C 4D 4H 4S 9H 9S KD KC", "", (2 * (17.0 - 4) + 2 * (14.0 - 5)) / 4, 6 + 11.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CardSet hand = cards(cases[i].hand);
        MishraTable table = {&PAPER, NULL, cards(cases[i].dead)};
        MishraPlain plain = {&PAPER, NULL, cards(cases[i].dead)};
        assert_near(mishra_melding(&table, hand).mean, cases[i].mean, "mean", hand);
        assert_near(mishra_melding(&table, hand).utility, cases[i].utility, "utility", hand);
        assert_near(mishra_plain_melding(&plain, hand).utility, cases[i].utility, "plain utility", hand);
    }
}

static void needs_sum_the_melds_that_hold_a_card(void **state) {
    (void)state;
    float probability[CARD_COUNT] = {0};
    MishraNeeds needs;
    for (CardSet rest = cards("7H 8H 9H 7C 7D"); rest; rest = set_rest(rest))
        probability[card_index(set_first(rest))] = 0.5f;
    mishra_needs(probability, &needs);
    Card seven = set_first(cards("7H")), eight = set_first(cards("8H"));
    assert_true(needs.card[seven] == 0.25); // 7-8-9 and the sevens
    assert_true(needs.runs[seven] == 0.125 && needs.card[eight] == 0.125);
    assert_true(needs.next[seven] == 0.25 && needs.gap[seven] == 0.25);
    assert_true(needs.next[eight] == 0.125);
    assert_true(needs.rank[6] == 0.125);
}

// ---- The quick way against the plain one ----

static MishraWeights some_weights(Rng *rng) {
    MishraWeights w = PAPER;
    if (rng_below(rng, 2)) w.meld = 0.8, w.combination = 1.5;
    if (rng_below(rng, 8) == 0) w.deadwood = 0, w.low = 0; // many ties
    w.skip = rng_below(rng, 2);
    w.group = rng_below(rng, 2);
    w.cap = rng_below(rng, 2);
    if (rng_below(rng, 4) == 0) w.limit = (int)rng_below(rng, 11);
    return w;
}

static void some_probabilities(Rng *rng, CardSet unknown, float probability[CARD_COUNT]) {
    GinKnowledge known = {.theirs = some_cards(rng, unknown, (int)rng_below(rng, 3))};
    known.unknown = unknown & ~known.theirs;
    known.missing = GIN_HAND_SIZE - set_count(known.theirs);
    bool uniform = rng_below(rng, 3) == 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        double weight = uniform ? 1 : rng_unit(rng);
        probability[i] = (float)(weight * weight * weight);
    }
    gin_probabilities(&known, probability);
}

static void quick_utilities_are_the_plain_ones(void **state) {
    (void)state;
    Rng rng = rng_for(1, 5, 1, 0);
    int count = effort(20000, 300);
    for (int i = 0; i < count; i++) {
        CardSet deck = some_deck(&rng), hand = some_cards(&rng, deck, set_count(deck) < 11 || i & 1 ? 10 : 11);
        CardSet dead = some_cards(&rng, SET_DECK & ~hand, (int)rng_below(&rng, 16));
        MishraWeights weights = some_weights(&rng);
        float probability[CARD_COUNT];
        MishraNeeds needs;
        some_probabilities(&rng, SET_DECK & ~(hand | dead), probability);
        mishra_needs(probability, &needs);
        MishraTable table = {&weights, &needs, dead};
        MishraPlain plain = {&weights, probability, dead};
        MishraMelding quick = mishra_melding(&table, hand), slow = mishra_plain_melding(&plain, hand);
        assert_near(quick.mean, slow.mean, "mean", hand);
        assert_near(quick.utility, slow.utility, "utility", hand);
        assert_true(gin_is_split(&quick.split, hand));
        assert_int_equal(gin_points(quick.loose), gin_deadwood(hand));
        if (set_count(hand) == GIN_HAND_SIZE) continue;
        CardSet allowed = rng_below(&rng, 2) ? hand : hand & ~set_of(rng_card(&rng, hand));
        MishraDiscards a, b;
        mishra_discards(&table, hand, allowed, &a);
        mishra_plain_discards(&plain, hand, allowed, &b);
        assert_near(mishra_after_discard(&table, hand, allowed), mishra_plain_after_discard(&plain, hand, allowed),
                    "utility after a discard", hand);
        if (quick.split.meld[0] != slow.split.meld[0] || quick.loose != slow.loose) continue; // a tie of splits
        assert_true(a.loose == b.loose && a.forced == b.forced);
        for (CardSet rest = a.loose; rest; rest = set_rest(rest))
            assert_near(a.utility[set_first(rest)], b.utility[set_first(rest)], "utility without a card", hand);
    }
}

static void quick_gains_are_the_plain_ones(void **state) {
    (void)state;
    enum { HANDS = 12 };
    Rng rng = rng_for(1, 5, 2, 0);
    int count = effort(300, 8);
    for (int i = 0; i < count; i++) {
        CardSet deck = SET_DECK & ~some_cards(&rng, SET_DECK, (int)rng_below(&rng, 20));
        CardSet own = some_cards(&rng, deck, 11), stock = deck & ~own;
        MishraWeights weights = some_weights(&rng);
        CardSet dead = (SET_DECK & ~deck) | gin_meldable(own), hands[HANDS];
        for (int h = 0; h < HANDS; h++) hands[h] = some_cards(&rng, stock, GIN_HAND_SIZE);
        MishraTable table = {&weights, NULL, dead};
        MishraPlain plain = {&weights, NULL, dead};
        CardSet asked = own & ~dead;
        double gain[64];
        MishraGuess guess = {hands, HANDS, stock, rng_below(&rng, 3) == 0};
        mishra_gains(&table, &guess, asked, gain);
        for (CardSet rest = asked; rest; rest = set_rest(rest))
            assert_near(gain[set_first(rest)], mishra_plain_gain(&plain, &guess, set_first(rest)), "gain",
                        rest & -rest);
    }
}

// ---- In games ----

// A mind as a player of this name would have it.
static GinMind mind_of(const GinPolicy *policy, const GinPart *estimator) {
    GinMind mind = {.estimator = estimator};
    for (int i = 0; i < GIN_MAX_PARAMS && policy->params[i].key; i++) mind.params[i] = policy->params[i].value;
    return mind;
}

typedef struct Watcher {
    GinPlayer player;
    GinPart estimator;
    Rng rng;
    int decisions, agreed, left;
    double lost; // by disagreeing, in value
} Watcher;

// At each discard: do shared samples and the plain program's own ones choose alike?
static GinAction watch(void *self, const GinView *view, Rng *rng) {
    Watcher *w = self;
    if (view->table->phase == GIN_DISCARD && w->left > 0 && rng_below(&w->rng, 10) == 0) {
        GinMind mind = mind_of(&gin_discard_sampled_gain, &w->estimator);
        MishraDecision quick = mishra_decide(&mind, view, &w->rng, false);
        Card plain = mishra_plain_discard(&mind, view, &w->rng);
        w->left--;
        if (quick.forced) {
            assert_int_equal(quick.card, plain);
        } else {
            w->decisions++;
            w->agreed += quick.card == plain;
            for (int i = 0; i < quick.count; i++)
                if (quick.reason[i].card == plain) w->lost += quick.reason[0].value - quick.reason[i].value;
        }
    }
    return w->player.choose(w->player.self, view, rng);
}

static void shared_samples_decide_as_the_paper_s_own_ones(void **state) {
    (void)state;
    Error err;
    Watcher w = {.rng = rng_for(1, 5, 3, 0), .left = effort(200, 10)};
    assert_true(gin_player_open("mishra-blind:samples=20", &w.player, &err));
    assert_true(gin_estimator_open("uniform", &w.estimator, &err));
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {{.self = &w, .choose = watch}, {.self = &w, .choose = watch}};
    for (uint64_t game = 0; w.left > 0; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 5, .deal = game, .game = game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        assert_int_equal(result.fault, FAULT_NONE);
    }
    gin_player_close(&w.player);
    gin_part_close(&w.estimator);
    assert_true(w.agreed >= w.decisions * 8 / 10);
    assert_true(w.lost <= 0.02 * w.decisions);
}

static void all_of_the_family_play_whole_games_by_the_rules(void **state) {
    (void)state;
    static const char *const specs[] = {
        "mishra-blind",
        "mishra-blind:meld=1.5,combination=4,skip=1,group=1,cap=1,rise=0,mean=0,again=1",
        "mishra-blind:samples=7,shared=0,opponent=3,eleven=0",
        "mishra-blind:knock=contest,melds=contest,discard.wary=30",
        "mix:draw=utility,discard=sampled-gain,melds=best-utility,estimator=prognosis,samples=10",
        "mix:knock=contest,melds=contest,estimator=uniform",
    };
    static const char *const presets[] = {"contest", "pagat", "oklahoma", "heisenbot"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Error err;
        GinPlayer a, b;
        if (!gin_player_open(specs[i], &a, &err)) fail_msg("%s", err.text);
        assert_true(gin_player_open("random:draw.p=0.3,knock.p=0.1", &b, &err));
        GinPlayer players[2] = {a, b};
        for (int game = 0; game < effort(40, 4); game++) {
            GinRules rules;
            assert_true(gin_rules_parse(presets[game % 4], &rules, &err));
            GinGamePlan plan = {.rules = &rules, .seed = 6, .deal = (uint64_t)game, .game = (uint64_t)game};
            GinGameResult result;
            gin_play_game(&plan, players, &result);
            assert_int_equal(result.fault, FAULT_NONE);
        }
        gin_player_close(&a);
        gin_player_close(&b);
    }
}

static void a_setting_of_the_family_is_given_once(void **state) {
    (void)state;
    Text text = {0};
    Error err = {{0}};
    assert_true(gin_player_describe("mishra-blind:meld=0.25,samples=5,draw.low=0.5", &text, &err));
    assert_non_null(strstr(text.data, "draw.meld=0.25"));
    assert_non_null(strstr(text.data, "discard.meld=0.25"));
    assert_non_null(strstr(text.data, "melds.meld=0.25"));
    assert_non_null(strstr(text.data, "discard.samples=5"));
    assert_non_null(strstr(text.data, "draw.low=0.5"));
    assert_non_null(strstr(text.data, "discard.low=0.84"));
    text_free(&text);
    GinPlayer player;
    assert_false(
        gin_player_open("mix:draw=random,knock=random,p=0.5", &player, &err)); // p means different things there
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utilities_worked_by_hand),
        cmocka_unit_test(needs_sum_the_melds_that_hold_a_card),
        cmocka_unit_test(quick_utilities_are_the_plain_ones),
        cmocka_unit_test(quick_gains_are_the_plain_ones),
        cmocka_unit_test(shared_samples_decide_as_the_paper_s_own_ones),
        cmocka_unit_test(all_of_the_family_play_whole_games_by_the_rules),
        cmocka_unit_test(a_setting_of_the_family_is_given_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
