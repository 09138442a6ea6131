// SPDX-License-Identifier: MIT
// Hands drawn from marginals: the right number of cards, each card as often as wanted, by exact sums and by counting.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/estimate.h"
#include "gin/sample.h"
#include "support/random.h"

enum { DRAWN = 200 };

// Marginals as estimators make them: some cards certain, the others of any shape from flat to steep.
static GinKnowledge some_marginals(Rng *rng, int missing, float probability[CARD_COUNT]) {
    CardSet open = some_cards(rng, SET_DECK, (int)rng_below(rng, 53 - 10));
    GinKnowledge known = {.theirs = some_cards(rng, SET_DECK & ~open, 10 - missing), .missing = missing};
    known.unknown = SET_DECK & ~(open | known.theirs);
    double steep = 6 * rng_unit(rng);
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = (float)pow(rng_unit(rng), steep);
    gin_probabilities(&known, probability);
    return known;
}

static void every_hand_has_the_right_number_of_cards(void **state) {
    (void)state;
    Rng rng = rng_for(2, 1, 0, 0);
    for (int i = 0; i < effort(2000, 50); i++) {
        float probability[CARD_COUNT];
        GinKnowledge known = some_marginals(&rng, 1 + (int)rng_below(&rng, 10), probability);
        GinSampler sampler;
        CardSet hands[DRAWN];
        gin_sampler_fit(&sampler, probability);
        gin_sampler_draw(&sampler, &rng, hands, DRAWN);
        for (int h = 0; h < DRAWN; h++) {
            assert_int_equal(set_count(hands[h]), 10);
            assert_true((hands[h] & known.theirs) == known.theirs);
            assert_true((hands[h] & ~(known.theirs | known.unknown)) == 0);
            for (int c = 0; c < CARD_COUNT; c++) {
                bool held = set_has(hands[h], card_from_index(c));
                assert_false(probability[c] == 0 && held);
                assert_false(probability[c] == 1 && !held);
            }
        }
    }
}

static void fitted_marginals_are_the_wanted_ones(void **state) {
    (void)state;
    Rng rng = rng_for(2, 2, 0, 0);
    for (int i = 0; i < effort(3000, 50); i++) {
        float probability[CARD_COUNT];
        double fitted[CARD_COUNT], sum = 0;
        some_marginals(&rng, 1 + (int)rng_below(&rng, 10), probability);
        GinSampler sampler;
        gin_sampler_fit(&sampler, probability);
        gin_sampler_marginals(&sampler, fitted);
        for (int c = 0; c < CARD_COUNT; c++) {
            if (fabs(fitted[c] - (double)probability[c]) > 1e-5)
                fail_msg("case %d, card %d of %d: %.8f, not %.8f", i, c, sampler.cards, fitted[c],
                         (double)probability[c]);
            sum += fitted[c];
        }
        assert_true(fabs(sum - 10) < 1e-9);
    }
}

// The sums against the definition: all hands of a small deck, each weighed by the product of its odds.
static void exact_marginals_are_those_of_all_hands_of_a_small_deck(void **state) {
    (void)state;
    Rng rng = rng_for(2, 3, 0, 0);
    for (int i = 0; i < effort(100, 5); i++) {
        int cards = 4 + (int)rng_below(&rng, 9), missing = 1 + (int)rng_below(&rng, (uint32_t)cards - 1);
        GinKnowledge known = {.unknown = some_cards(&rng, SET_DECK, cards), .missing = missing};
        float probability[CARD_COUNT];
        for (int c = 0; c < CARD_COUNT; c++) probability[c] = (float)(0.1 + rng_unit(&rng));
        gin_probabilities(&known, probability);
        GinSampler s;
        gin_sampler_fit(&s, probability);
        double fitted[CARD_COUNT], counted[CARD_COUNT] = {0}, all = 0;
        gin_sampler_marginals(&s, fitted);
        for (uint32_t hand = 0; hand < UINT32_C(1) << s.cards; hand++) {
            if (__builtin_popcount(hand) != s.wanted) continue;
            double weight = 1;
            for (int c = 0; c < s.cards; c++) weight *= hand >> c & 1 ? s.odds[c] : 1;
            for (int c = 0; c < s.cards; c++) counted[card_index(s.card[c])] += hand >> c & 1 ? weight : 0;
            all += weight;
        }
        for (int c = 0; c < s.cards; c++) {
            int index = card_index(s.card[c]);
            assert_true(fabs(counted[index] / all - fitted[index]) < 1e-10);
        }
    }
}

// Worst deviation of counts from n * chance, in standard deviations.
static double worst_deviation(const int *counts, const double *chance, int kinds, int n) {
    double worst = 0;
    for (int i = 0; i < kinds; i++) {
        if (chance[i] < 1e-9 || chance[i] > 1 - 1e-9) continue;
        double off = fabs(counts[i] - n * chance[i]) / sqrt(n * chance[i] * (1 - chance[i]) + 1);
        worst = off > worst ? off : worst;
    }
    return worst;
}

// Cards and pairs of cards, as often drawn directly as by throwing coins.
static void drawn_cards_and_pairs_come_as_often_as_by_rejection(void **state) {
    (void)state;
    enum { ROUNDS = 250 };
    static int single[CARD_COUNT], pairs[2][CARD_COUNT * CARD_COUNT];
    Rng rng = rng_for(2, 4, 0, 0);
    for (int i = 0; i < effort(10, 1); i++) {
        float probability[CARD_COUNT];
        GinSampler sampler;
        double exact[CARD_COUNT], chance[CARD_COUNT * CARD_COUNT];
        some_marginals(&rng, 10, probability);
        gin_sampler_fit(&sampler, probability);
        gin_sampler_marginals(&sampler, exact);
        memset(single, 0, sizeof single);
        memset(pairs, 0, sizeof pairs);
        for (int round = 0; round < ROUNDS; round++) {
            CardSet hands[DRAWN];
            gin_sampler_draw(&sampler, &rng, hands, DRAWN);
            for (int h = 0; h < 2 * DRAWN; h++) {
                CardSet hand = h < DRAWN ? hands[h] : gin_sampler_draw_by_rejection(&sampler, &rng);
                for (CardSet a = hand; a; a = set_rest(a)) {
                    single[card_index(set_first(a))] += h < DRAWN;
                    for (CardSet b = set_rest(a); b; b = set_rest(b))
                        pairs[h < DRAWN][CARD_COUNT * card_index(set_first(a)) + card_index(set_first(b))]++;
                }
            }
        }
        assert_true(worst_deviation(single, exact, CARD_COUNT, ROUNDS * DRAWN) < 5);
        for (int k = 0; k < CARD_COUNT * CARD_COUNT; k++) chance[k] = (double)pairs[0][k] / (ROUNDS * DRAWN);
        // Both are counted, so their difference deviates by sqrt(2) more.
        assert_true(worst_deviation(pairs[1], chance, CARD_COUNT * CARD_COUNT, ROUNDS * DRAWN) < 6 * 1.5);
    }
}

static void certain_hands_are_drawn_as_they_are(void **state) {
    (void)state;
    float probability[CARD_COUNT] = {0};
    GinSampler sampler;
    CardSet hands[3], hand = 0;
    Rng rng = rng_for(2, 5, 0, 0);
    gin_sampler_fit(&sampler, probability); // no card at all
    gin_sampler_draw(&sampler, &rng, hands, 3);
    assert_true(hands[0] == 0 && hands[2] == 0);
    for (int c = 0; c < 10; c++) {
        probability[5 * c] = 1;
        hand |= set_of(card_from_index(5 * c));
    }
    gin_sampler_fit(&sampler, probability);
    gin_sampler_draw(&sampler, &rng, hands, 3);
    assert_true(hands[0] == hand && hands[1] == hand && hands[2] == hand);
    assert_true(gin_sampler_draw_by_rejection(&sampler, &rng) == hand);
    probability[0] = 0.75f; // one of two cards, three times out of four the first
    probability[1] = 0.25f;
    gin_sampler_fit(&sampler, probability);
    double exact[CARD_COUNT];
    gin_sampler_marginals(&sampler, exact);
    assert_true(fabs(exact[0] - 0.75) < 1e-6 && fabs(exact[1] - 0.25) < 1e-6 && exact[5] == 1);
    for (int c = 0; c < CARD_COUNT; c++) probability[c] = 10.0f / 52; // a deal
    gin_sampler_fit(&sampler, probability);
    assert_int_equal(sampler.rounds, 0);
    probability[51] = 0.9999999f; // all but certain
    probability[50] = 1e-9f;
    gin_sampler_fit(&sampler, probability);
    gin_sampler_draw(&sampler, &rng, hands, 3);
    assert_int_equal(set_count(hands[0]), sampler.wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hand_has_the_right_number_of_cards),
        cmocka_unit_test(fitted_marginals_are_the_wanted_ones),
        cmocka_unit_test(exact_marginals_are_those_of_all_hands_of_a_small_deck),
        cmocka_unit_test(drawn_cards_and_pairs_come_as_often_as_by_rejection),
        cmocka_unit_test(certain_hands_are_drawn_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
