// SPDX-License-Identifier: MIT
// Whole hands of the opponent: more than one probability a card, which Mishra & Aggarwal (2021) leave as future work. A
// network is shown what was seen and some cards of the hand and says which card is likely another one of it; so hands
// are drawn card by card, with all that cards have to do with each other.
#ifndef DEADWOOD_GIN_PLAYERS_MISHRA_PAIRS_H
#define DEADWOOD_GIN_PLAYERS_MISHRA_PAIRS_H

#include "gin/players/mishra_examples.h"
#include "learn/net.h"

// What a player has seen, as the network is shown it, and what follows from it.
typedef struct MishraSeen {
    float inputs[MISHRA_INPUTS];
    CardSet theirs;  // cards the opponent surely holds
    CardSet unknown; // cards it may hold
    int missing;     // how many of those it holds
} MishraSeen;

// From a view, or from the inputs of an example.
void mishra_seen(const GinView *view, MishraSeen *seen);
void mishra_seen_in_inputs(const float inputs[MISHRA_INPUTS], MishraSeen *seen);

// A network of MISHRA_SHOWN_INPUTS inputs and 52 outputs that sum to 1; `model` as for policies. The caller ends it
// with net_close. NULL with err set on failure.
Net *mishra_pairs_load(const char *model, Error *err);

// Draws hands, each with all its cards. `net` is asked once a card that is missing and hand: 10 x 7 us a hand early on.
void mishra_pairs_draw(const Net *net, const MishraSeen *seen, Rng *rng, CardSet *hands, int count);

// The logarithm of the probability that the whole hand is this one, by the network. A hand can be drawn in as many
// orders as there are; the mean over `orders` random ones is taken, which on average is a little below the truth.
double mishra_pairs_likelihood(const Net *net, const MishraSeen *seen, CardSet hand, int orders, Rng *rng);

// The same if all there is are probabilities card by card, as estimators give them (sample.h).
double mishra_marginal_likelihood(const float probability[CARD_COUNT], CardSet hand);

// And if every unknown card is as likely as the others.
double mishra_uniform_likelihood(const MishraSeen *seen);

#endif
