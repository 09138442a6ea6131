// SPDX-License-Identifier: MIT
// Samples whole hands with given marginal probabilities per card (conditional Poisson sampling). Players whose
// estimator gives one probability per card use it to imagine the opponent's hand.
//
// Each card is an independent coin, conditioned on the right number of cards. The condition changes the marginals, so
// the coins are fitted first; the result is the maximum-entropy distribution with the given marginals. A hand is then
// drawn card by card, each given how many cards are still wanted, without rejection.
#ifndef DEADWOOD_GIN_SAMPLE_H
#define DEADWOOD_GIN_SAMPLE_H

#include "gin/gin.h"

enum {
    GIN_SAMPLE_MOST = 15,   // cards of a hand that are not certain
    GIN_SAMPLE_ROUNDS = 60, // of fitting, at most
    GIN_SAMPLE_HANDS = 256, // drawn at once
};

// A fitted estimate, to draw from as often as wanted. A plain value, copied with `=`.
typedef struct GinSampler {
    CardSet sure;          // cards in every hand
    int cards;             // cards that may or may not be drawn
    int wanted;            // how many of them each hand takes
    int rounds;            // of fitting that were needed
    Card card[CARD_COUNT]; // those cards
    double odds[CARD_COUNT];
    // chance[i][j]: that card i is taken while j more are wanted, in units of 2^-32.
    uint64_t chance[CARD_COUNT][GIN_SAMPLE_MOST + 1];
} GinSampler;

// Fits coins to probabilities by card_index: cards at exactly 0 are never drawn and cards at exactly 1 always. The
// others sum to a whole number within a few thousandths, at most GIN_SAMPLE_MOST; they are scaled to it. Afterwards
// each card comes with its probability within 1e-5.
void gin_sampler_fit(GinSampler *sampler, const float probability[CARD_COUNT]);

// Draws independent hands. Each consumes the same random numbers, however many are drawn.
void gin_sampler_draw(const GinSampler *sampler, Rng *rng, CardSet *hands, int count);

// The exact marginal probability of each card.
void gin_sampler_marginals(const GinSampler *sampler, double probability[CARD_COUNT]);

// The same distribution by its definition: throw a coin for each card, all again until the number of cards is right.
// Slow; the reference for tests.
CardSet gin_sampler_draw_by_rejection(const GinSampler *sampler, Rng *rng);

#endif
