// SPDX-License-Identifier: MIT
#include "gin/sample.h"

#include <assert.h>

enum { WIDTH = GIN_SAMPLE_MOST + 1 };

// table[i][j]: the sum, over all ways to take j of the first i cards (or of the last ones, from i on), of the product
// of their odds: elementary symmetric polynomials.
typedef struct Sums {
    double table[CARD_COUNT + 1][WIDTH];
} Sums;

static void convolve_card(const double from[WIDTH], double odds, double to[WIDTH]) {
    to[0] = from[0];
    for (int j = 1; j < WIDTH; j++) to[j] = from[j] + odds * from[j - 1];
}

// There is one way to take none of no cards.
static void no_cards(double row[WIDTH]) {
    for (int j = 0; j < WIDTH; j++) row[j] = j == 0;
}

static void sum_first(const GinSampler *s, Sums *sums) {
    no_cards(sums->table[0]); // cppcheck-suppress uninitvar
    for (int i = 0; i < s->cards; i++) convolve_card(sums->table[i], s->odds[i], sums->table[i + 1]);
}

static void sum_last(const GinSampler *s, Sums *sums) {
    no_cards(sums->table[s->cards]); // cppcheck-suppress uninitvar
    for (int i = s->cards - 1; i >= 0; i--) convolve_card(sums->table[i + 1], s->odds[i], sums->table[i]);
}

// How likely each open card is drawn.
static void included(const GinSampler *s, const Sums *first, const Sums *last, double chance[CARD_COUNT]) {
    double all = last->table[0][s->wanted];
    for (int i = 0; i < s->cards; i++) {
        double others = 0;
        for (int j = 0; j < s->wanted; j++) others += first->table[i][j] * last->table[i + 1][s->wanted - 1 - j];
        chance[i] = s->odds[i] * others / all;
    }
}

// The largest error of the chances.
static double worst_of(const GinSampler *s, const double wanted[CARD_COUNT], const double chance[CARD_COUNT]) {
    double worst = 0;
    for (int i = 0; i < s->cards; i++) {
        double error = chance[i] > wanted[i] ? chance[i] - wanted[i] : wanted[i] - chance[i];
        worst = error > worst ? error : worst;
    }
    return worst;
}

// One correction of the odds. Newton's step where the cards' variances are known and their covariances come only from
// the number of cards being fixed (Hajek's approximation); the mild one, which always gets closer but slowly, corrects
// by the ratio of the probabilities alone.
static void correct_odds(GinSampler *s, const double wanted[CARD_COUNT], const double chance[CARD_COUNT], bool mild) {
    double variance = 0;
    for (int i = 0; i < s->cards; i++) variance += wanted[i] * (1 - wanted[i]);
    for (int i = 0; i < s->cards; i++) {
        double ratio = wanted[i] / chance[i];
        double odds_ratio = ratio * (1 - chance[i]) / (1 - wanted[i]);
        double step = 1 - wanted[i] * (1 - wanted[i]) / variance;
        s->odds[i] *= mild ? ratio : 1 + step * (odds_ratio - 1);
    }
}

static void fit(GinSampler *s, const double wanted[CARD_COUNT], Sums *last) {
    Sums first;
    double chance[CARD_COUNT], before = 1;
    bool mild = false;
    for (s->rounds = 0;; s->rounds++) {
        sum_last(s, last);
        if (s->rounds == GIN_SAMPLE_ROUNDS) return;
        sum_first(s, &first);
        included(s, &first, last, chance);
        double worst = worst_of(s, wanted, chance);
        if (worst < 1e-6) return;
        mild = mild || worst > before;
        before = worst;
        correct_odds(s, wanted, chance, mild);
    }
}

static void set_chances(GinSampler *s, const Sums *last) {
    for (int i = 0; i < s->cards; i++)
        for (int j = 0; j <= s->wanted; j++) {
            double take = j ? s->odds[i] * last->table[i + 1][j - 1] : 0, leave = last->table[i + 1][j];
            bool possible = take + leave > 0;
            s->chance[i][j] = possible ? (uint64_t)(take / (take + leave) * 0x1p32) : 0;
            if (j && leave == 0) s->chance[i][j] = UINT64_C(1) << 32;
        }
}

// Divides the probabilities into those that are certain and those to be drawn, scaled to a whole number.
static void read_wanted(GinSampler *s, const float probability[CARD_COUNT], double wanted[CARD_COUNT]) {
    double sum = 0;
    s->sure = 0;
    s->cards = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        assert(probability[i] >= 0 && probability[i] <= 1);
        if (probability[i] >= 1) s->sure |= set_of(card_from_index(i));
        if (probability[i] <= 0 || probability[i] >= 1) continue;
        s->card[s->cards] = card_from_index(i);
        wanted[s->cards++] = probability[i];
        sum += probability[i];
    }
    s->wanted = (int)(sum + 0.5);
    assert(s->wanted <= GIN_SAMPLE_MOST);
    // Nothing to choose: probabilities that all but reach 0 or 1 and are so few that no other hand is left.
    if (s->wanted >= s->cards || s->wanted == 0) {
        for (int i = 0; i < s->cards && s->wanted; i++) s->sure |= set_of(s->card[i]);
        s->cards = s->wanted = 0;
    }
    for (int i = 0; i < s->cards; i++) {
        wanted[i] *= s->wanted / sum;
        const double near = 1e-9;
        if (wanted[i] > 1 - near) wanted[i] = 1 - near;
        if (wanted[i] < near) wanted[i] = near;
    }
}

void gin_sampler_fit(GinSampler *sampler, const float probability[CARD_COUNT]) {
    double wanted[CARD_COUNT];
    read_wanted(sampler, probability, wanted);
    for (int i = 0; i < sampler->cards; i++) sampler->odds[i] = wanted[i] / (1 - wanted[i]);
    Sums last;
    fit(sampler, wanted, &last);
    set_chances(sampler, &last);
}

// Card by card for all hands at once: hands do not depend on each other, so their steps overlap.
void gin_sampler_draw(const GinSampler *s, Rng *rng, CardSet *hands, int count) {
    assert(count >= 0 && count <= GIN_SAMPLE_HANDS);
    uint64_t left[GIN_SAMPLE_HANDS], base[GIN_SAMPLE_HANDS];
    for (int h = 0; h < count; h++) {
        hands[h] = s->sure;
        left[h] = (uint64_t)s->wanted;
        base[h] = rng_next(rng);
    }
    for (int i = 0; i < s->cards; i++) {
        const uint64_t *chance = s->chance[i];
        uint64_t card = s->card[i], salt = rng_mix((uint64_t)i + 1);
        for (int h = 0; h < count; h++) {
            uint64_t toss = (base[h] + salt) * UINT64_C(0xBF58476D1CE4E5B9);
            toss = (toss ^ toss >> 29) * UINT64_C(0x94D049BB133111EB) >> 32;
            uint64_t take = toss < chance[left[h]];
            left[h] -= take;
            hands[h] |= take << card;
        }
    }
}

void gin_sampler_marginals(const GinSampler *s, double probability[CARD_COUNT]) {
    Sums first, last;
    double chance[CARD_COUNT];
    sum_first(s, &first);
    sum_last(s, &last);
    included(s, &first, &last, chance);
    for (int i = 0; i < CARD_COUNT; i++) probability[i] = set_has(s->sure, card_from_index(i));
    for (int i = 0; i < s->cards; i++) probability[card_index(s->card[i])] = chance[i];
}

CardSet gin_sampler_draw_by_rejection(const GinSampler *s, Rng *rng) {
    for (;;) {
        CardSet hand = 0;
        for (int i = 0; i < s->cards; i++)
            if (rng_unit(rng) * (1 + s->odds[i]) < s->odds[i]) hand |= set_of(s->card[i]);
        if (set_count(hand) == s->wanted) return hand | s->sure;
    }
}
