// SPDX-License-Identifier: MIT
// Reference implementation of the utility of hands, as the paper words it: lists of melds, loops over cards, nothing
// shared between hands. Tests and benchmarks compare mishra.h with it; players use mishra.h.
#ifndef DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_PLAIN_H
#define DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_PLAIN_H

#include "gin/players/mishra/mishra.h"

typedef struct MishraPlain {
    const MishraWeights *weights;
    const float *probability; // of the other side's cards by card_index, or NULL: it needs none
    CardSet dead;
} MishraPlain;

// The value of an unmelded card of a hand.
double mishra_plain_value(const MishraPlain *table, Card card, CardSet loose, CardSet melded, bool emergency);

MishraMelding mishra_plain_melding(const MishraPlain *table, CardSet hand);
void mishra_plain_discards(const MishraPlain *table, CardSet hand, CardSet allowed, MishraDiscards *discards);
double mishra_plain_after_discard(const MishraPlain *table, CardSet hand, CardSet allowed);

// The opponent's expected gain by one card.
double mishra_plain_gain(const MishraPlain *theirs, const MishraGuess *guess, Card card);

// discard=sampled-gain without Appendix B: new hands for each card, by rejection until they have the right number of
// cards.
Card mishra_plain_discard(const GinMind *mind, const GinView *view, Rng *rng);

#endif
