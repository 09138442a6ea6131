// SPDX-License-Identifier: MIT
// Hands drawn at random so that each card comes with a given probability: what a player that estimates its opponent's
// cards one by one needs to imagine whole hands.
//
// Every card of the estimate is a coin of its own, and of all outcomes only those with the right number of cards count
// (conditional Poisson sampling). Counting only those changes how often each card comes, so the coins are fitted first:
// of all distributions with the wanted probabilities this is the one that assumes least beyond them. A hand is then
// drawn directly, card by card, each with its chance given how many cards are still wanted; nothing is ever rejected.
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
    int rounds;            // that fitting took
    Card card[CARD_COUNT]; // those cards
    double odds[CARD_COUNT];
    // chance[i][j]: that card i is taken while j more are wanted, in units of 2^-32.
    uint64_t chance[CARD_COUNT][GIN_SAMPLE_MOST + 1];
} GinSampler;

// Fits coins to probabilities by card_index: cards at exactly 0 are never drawn and cards at exactly 1 always. The
// others sum to a whole number within a few thousandths, at most GIN_SAMPLE_MOST; they are scaled to it. Afterwards
// each card comes with its probability within 1e-5.
void gin_sampler_fit(GinSampler *sampler, const float probability[CARD_COUNT]);

// Draws hands, independent of each other. However many there are, each takes the same numbers from the stream.
void gin_sampler_draw(const GinSampler *sampler, Rng *rng, CardSet *hands, int count);

// How likely each card is in a hand drawn, exactly.
void gin_sampler_marginals(const GinSampler *sampler, double probability[CARD_COUNT]);

// The same distribution by its definition: a coin for each card, all thrown again until the right number of cards came
// up. Slow, and for reference.
CardSet gin_sampler_draw_by_rejection(const GinSampler *sampler, Rng *rng);

#endif
