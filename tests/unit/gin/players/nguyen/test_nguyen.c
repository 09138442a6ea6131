// SPDX-License-Identifier: MIT
// The notions of Nguyen, Doan & Neller against plain enumeration of all melds, and their policies' choices against
// the equations.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/estimate.h"
#include "gin/players/list/players.h"
#include "gin/players/nguyen/nguyen.h"
#include "gin/players/simple/simple.h"
#include "support/positions.h"

enum { CASES = 20000 };

// ---- A plain second opinion ----

static int all_melds(CardSet melds[GIN_MELD_COUNT]) {
    int count = 0;
    for (int rank = 0; rank < CARD_RANKS; rank++) {
        melds[count++] = set_rank(rank);
        for (int suit = 0; suit < CARD_SUITS; suit++) melds[count++] = set_rank(rank) & ~set_of(card_make(rank, suit));
    }
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int low = 0; low < CARD_RANKS; low++)
            for (int size = 3; low + size <= CARD_RANKS; size++) {
                CardSet run = 0;
                for (int i = 0; i < size; i++) run |= set_of(card_make(low + i, suit));
                melds[count++] = run;
            }
    return count;
}

static bool is_run(CardSet meld) { return card_rank(set_first(meld)) != card_rank(set_first(set_rest(meld))); }

static CardSet some_cards(Rng *rng, CardSet from, int count) {
    CardSet cards = 0;
    for (; count > 0 && (from & ~cards); count--) cards |= set_of(rng_card(rng, from & ~cards));
    return cards;
}

// ---- Notions ----

static void hits_are_what_counting_all_three_card_melds_gives(void **state) {
    (void)state;
    CardSet melds[GIN_MELD_COUNT];
    assert_int_equal(all_melds(melds), GIN_MELD_COUNT);
    Rng rng = rng_for(1, 2, 3, 4);
    for (int i = 0; i < CASES; i++) {
        CardSet hand = some_cards(&rng, SET_DECK, 10 + (i & 1));
        CardSet unknown = some_cards(&rng, SET_DECK & ~hand, (int)rng_below(&rng, 42));
        NguyenHits hits = nguyen_hits(hand, unknown);
        for (CardSet rest = SET_DECK; rest; rest = set_rest(rest)) {
            Card asked = set_first(rest);
            CardSet others = hand & ~set_of(asked);
            int count = 0, runs = 0, sets = 0;
            for (int m = 0; m < GIN_MELD_COUNT; m++) {
                CardSet meld = melds[m] & ~set_of(asked);
                if (!set_has(melds[m], asked) || set_count(meld) != 2 || (meld & ~(others | unknown))) continue;
                int shared = set_count(meld & others);
                count += shared;
                runs += shared && is_run(melds[m]);
                sets += shared && !is_run(melds[m]);
            }
            assert_int_equal(nguyen_hit_count(asked, hand, unknown), count);
            assert_int_equal(set_has(hits.runs, asked), runs > 0);
            assert_int_equal(set_has(hits.sets, asked), sets > 0);
            double value = 13 + 3 * ((runs > 0) + (sets > 0)) - gin_card_points(asked);
            assert_true(nguyen_card_value(asked, hits, 3) == value);
        }
    }
}

static void hit_counts_of_hands_worked_by_hand(void **state) {
    (void)state;
    static const struct {
        const char *card, *hand;
        int hits, kinds;
        double value; // Equation 1 with H = 3
    } cases[] = {
        {"5H", "6H KC KD", 2, 1, 13 + 3 - 5},                                       // 4-5-6 and 5-6-7
        {"5H", "6H 7H KC", 3, 1, 13 + 3 - 5},                                       // 4-5-6 once, 5-6-7 for both
        {"5H", "5C KC KD", 2, 1, 13 + 3 - 5},                                       // with 5D or with 5S
        {"5H", "5C 6H KD", 4, 2, 13 + 6 - 5},     {"AH", "KH QH 9C", 0, 0, 13 - 1}, // the ace is low
        {"KH", "QH 9C 2D", 1, 1, 13 + 3 - 10},                                      // J-Q-K only
        {"AS", "AC 2S 3S", 2 + 2, 2, 13 + 6 - 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CardSet hand = cards(cases[i].hand);
        CardSet unknown = SET_DECK & ~hand;
        Card asked = card(cases[i].card);
        NguyenHits hits = nguyen_hits(hand, unknown);
        assert_int_equal(nguyen_hit_count(asked, hand, unknown), cases[i].hits);
        assert_int_equal(set_has(hits.runs, asked) + set_has(hits.sets, asked), cases[i].kinds);
        assert_true(nguyen_card_value(asked, hits, 3) == cases[i].value);
    }
}

static void desirability_sums_over_all_melds_with_the_card(void **state) {
    (void)state;
    CardSet melds[GIN_MELD_COUNT];
    all_melds(melds);
    Rng rng = rng_for(5, 6, 7, 8);
    for (int i = 0; i < 2000; i++) {
        float p[CARD_COUNT];
        for (int c = 0; c < CARD_COUNT; c++) {
            double unit = rng_unit(&rng);
            p[c] = unit < 0.2 ? 0 : unit > 0.9 ? 1 : (float)unit;
        }
        for (int c = 0; c < CARD_COUNT; c++) {
            double sum = 0;
            for (int m = 0; m < GIN_MELD_COUNT; m++) {
                if (!set_has(melds[m], card_from_index(c))) continue;
                double product = 1;
                for (CardSet rest = melds[m]; rest; rest = set_rest(rest))
                    if (card_index(set_first(rest)) != c) product *= (double)p[card_index(set_first(rest))];
                sum += product;
            }
            assert_true(fabs((double)nguyen_desirability(card_from_index(c), p) - sum) <= 1e-5 * (1 + sum));
        }
    }
    // A king wants two more kings or J-Q: with nothing else possible, 3 x 0.25 + 0.125 for the sets, 0.5 x 0.5 + 0.5 x
    // 0.5 x 0 for the run.
    float p[CARD_COUNT] = {0};
    for (int suit = 1; suit < CARD_SUITS; suit++) p[card_index(card_make(12, suit))] = 0.5f;
    p[card_index(card("QC"))] = p[card_index(card("JC"))] = 0.5f;
    assert_true(fabsf(nguyen_desirability(card("KC"), p) - (0.75f + 0.125f + 0.25f)) < 1e-6f);
    assert_true(fabsf(nguyen_discard_value(0.2f, 10, 1, 3) - 3.8f) < 1e-6f); // Equation 9
}

static bool add_unmelded(void *context, const GinSplit *split) {
    CardSet *both = context;
    both[1] |= both[0] & ~gin_split_cards(split);
    return true;
}

static void unmelded_cards_are_those_of_any_best_split(void **state) {
    (void)state;
    Rng rng = rng_for(9, 9, 9, 9);
    for (int i = 0; i < CASES; i++) {
        CardSet from = i % 3 ? SET_DECK : some_cards(&rng, SET_DECK, 18);
        CardSet hand[2] = {some_cards(&rng, from, 11), 0};
        gin_each_split(hand[0], gin_deadwood(hand[0]), add_unmelded, hand);
        assert_true(nguyen_unmelded(hand[0]) == hand[1]);
    }
}

static void knock_inputs_are_read_off_the_hand(void **state) {
    (void)state;
    NguyenKnock knock = nguyen_knock(cards("4C 5C 6C 9D 9H 9S 2D 3D 2S KH"), 17, 8, 2);
    assert_int_equal(knock.turns, 8);
    assert_int_equal(knock.deadwood, 17);
    assert_int_equal(knock.melds, 2);
    assert_int_equal(knock.hits, 3); // 2D 3D 2S; the king is alone
    assert_int_equal(knock.takes, 2);
    float input[NGUYEN_KNOCK_INPUTS];
    nguyen_knock_inputs(&knock, input);
    assert_true(input[0] == 8 && input[1] == 17 && input[2] == 2 && input[3] == 3 && input[4] == 2);
    Rng rng = rng_for(3, 1, 4, 1);
    for (int i = 0; i < CASES; i++) {
        CardSet loose = some_cards(&rng, SET_DECK, (int)rng_below(&rng, 11)), paired = 0;
        for (CardSet a = loose; a; a = set_rest(a))
            for (CardSet b = loose & ~(a & -a); b; b = set_rest(b)) {
                Card x = set_first(a), y = set_first(b);
                int apart = card_rank(x) - card_rank(y);
                bool pair = apart == 0 || (card_suit(x) == card_suit(y) && apart >= -2 && apart <= 2);
                if (pair) paired |= set_of(x);
            }
        assert_true(nguyen_paired(loose) == paired);
    }
}

// ---- Policies, in play ----

// A player that checks each of its decisions while it plays.
typedef struct Checked {
    GinPlayer player;
    GinPart estimator;
    void (*check)(struct Checked *self, const GinView *view, GinAction action);
    int decisions;
} Checked;

static GinAction checked_choose(void *self, const GinView *view, Rng *rng) {
    Checked *checked = self;
    GinAction action = checked->player.choose(checked->player.self, view, rng);
    checked->check(checked, view, action);
    return action;
}

static void play_checked(const char *spec, void (*check)(Checked *, const GinView *, GinAction), int games) {
    Error err = {{0}};
    Checked checked = {.check = check};
    GinPlayer players[2] = {{.self = &checked, .choose = checked_choose}, {0}};
    if (!gin_player_open(spec, &checked.player, &err) || !gin_player_open("random", &players[1], &err) ||
        !gin_estimator_open("bayes:games=300", &checked.estimator, &err))
        fail_msg("%s", err.text);
    GinRules rules = gin_rules_default();
    for (int game = 0; game < games; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 3, .deal = (uint64_t)game, .game = (uint64_t)game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        assert_int_equal(result.fault, FAULT_NONE);
    }
    assert_true(checked.decisions > 100);
    gin_part_close(&checked.estimator);
    gin_player_close(&checked.player);
    gin_player_close(&players[1]);
}

static bool melds_at_once(const GinView *view) { return set_has(gin_useful_draws(view->hand), view->table->upcard); }

static void check_value_draw(Checked *self, const GinView *view, GinAction action) {
    if (view->table->phase > GIN_DRAW || view->table->forced) return;
    Card upcard = view->table->upcard;
    NguyenHits hits = nguyen_hits(view->hand, nguyen_unknown(view));
    bool takes = melds_at_once(view) || nguyen_card_value(upcard, hits, 3) >= 16;
    assert_int_equal(action.move == GIN_TAKE, takes);
    self->decisions++;
}

static void check_value_discard(Checked *self, const GinView *view, GinAction action) {
    CardSet candidates = nguyen_unmelded(view->hand) & simple_discards(view);
    if (view->table->phase != GIN_DISCARD || !candidates) return;
    NguyenHits hits = nguyen_hits(view->hand, nguyen_unknown(view));
    assert_true(set_has(candidates, action.card));
    for (CardSet rest = candidates; rest; rest = set_rest(rest))
        assert_true(nguyen_card_value(action.card, hits, 3) <= nguyen_card_value(set_first(rest), hits, 3));
    self->decisions++;
}

static float discard_value(Card asked, const float p[CARD_COUNT]) {
    return nguyen_discard_value(nguyen_desirability(asked, p), gin_card_points(asked), 1, 3);
}

static void check_estimated(Checked *self, const GinView *view, GinAction action) {
    CardSet candidates = nguyen_unmelded(view->hand) & simple_discards(view);
    if (view->table->phase != GIN_DISCARD || !candidates) return;
    if (!gin_meldable(view->hand)) {
        int left;
        assert_true(set_has(gin_best_discards(view->hand, simple_discards(view), &left), action.card));
        return;
    }
    NguyenHits hits = nguyen_hits(view->hand, nguyen_unknown(view));
    CardSet others = candidates & ~(hits.runs | hits.sets);
    if (view->table->turns[view->seat] <= 5 && others) candidates = others;
    float p[CARD_COUNT];
    self->estimator.policy->estimate(&self->estimator.mind, view, p);
    assert_true(set_has(candidates, action.card));
    for (CardSet rest = candidates; rest; rest = set_rest(rest))
        assert_true(discard_value(action.card, p) >= discard_value(set_first(rest), p));
    self->decisions++;
}

static void draws_follow_equation_one(void **state) {
    (void)state;
    play_checked("mix:draw=card-value", check_value_draw, 30);
}

static void hitting_discards_the_card_of_least_value(void **state) {
    (void)state;
    play_checked("mix:draw=collect,discard=card-value", check_value_discard, 30);
}

static void estimated_discards_have_the_highest_discard_value(void **state) {
    (void)state;
    play_checked("medium-he:games=300,keep=5", check_estimated, 30);
}

static void check_collects_all(Checked *self, const GinView *view, GinAction action) {
    if (view->table->phase > GIN_DRAW || view->table->forced) return;
    bool hits = nguyen_hit_count(view->table->upcard, view->hand, nguyen_unknown(view)) > 0;
    assert_int_equal(action.move == GIN_TAKE, hits || melds_at_once(view));
    self->decisions++;
}

static void check_collects_none(Checked *self, const GinView *view, GinAction action) {
    if (view->table->phase > GIN_DRAW || view->table->forced) return;
    assert_int_equal(action.move == GIN_TAKE, melds_at_once(view));
    self->decisions++;
}

static void collecting_takes_hitting_cards_with_its_probability(void **state) {
    (void)state;
    play_checked("mix:draw=collect,draw.p=1", check_collects_all, 10);
    play_checked("mix:draw=collect,draw.p=0", check_collects_none, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_are_what_counting_all_three_card_melds_gives),
        cmocka_unit_test(hit_counts_of_hands_worked_by_hand),
        cmocka_unit_test(desirability_sums_over_all_melds_with_the_card),
        cmocka_unit_test(unmelded_cards_are_those_of_any_best_split),
        cmocka_unit_test(knock_inputs_are_read_off_the_hand),
        cmocka_unit_test(draws_follow_equation_one),
        cmocka_unit_test(hitting_discards_the_card_of_least_value),
        cmocka_unit_test(estimated_discards_have_the_highest_discard_value),
        cmocka_unit_test(collecting_takes_hitting_cards_with_its_probability),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
