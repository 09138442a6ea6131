// SPDX-License-Identifier: MIT
// An autoregressive model of the opponent's whole hand, which Mishra & Aggarwal (2021) leave as future work. Given what
// was seen and some cards of the hand, a network predicts another card of it; hands are drawn card by card, so the
// joint distribution is kept, not only a probability per card.
#ifndef DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_PAIRS_H
#define DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_PAIRS_H

#include "gin/players/mishra/mishra_examples.h"
#include "learn/net/net.h"

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

// Draws hands, each with all its cards, in no order that can be relied on. The first `singly` cards of each are drawn
// one by one, each given those before; the rest at once, from the marginals given these (sample.h). GIN_HAND_SIZE is
// the full model, 1 uses pairs of cards, 0 single cards. `net` is asked once for each different beginning of a hand (7
// us): for 100 hands about 25 times with 1, 100 with 2, 800 with all ten.
void mishra_pairs_draw(const Net *net, const MishraSeen *seen, int singly, Rng *rng, CardSet *hands, int count);

// The marginal probability of each card, in the form of estimators: the next card of a hand is any of those missing.
void mishra_pairs_marginals(const Net *net, const MishraSeen *seen, float probability[CARD_COUNT]);

// The logarithm of the probability that the whole hand is this one, by the network. A hand can be drawn in as many
// orders as there are; the mean over `orders` random ones is taken, which on average is a little below the truth.
double mishra_pairs_likelihood(const Net *net, const MishraSeen *seen, CardSet hand, int orders, Rng *rng);

// The same if all there is are probabilities card by card, as estimators give them (sample.h).
double mishra_marginal_likelihood(const float probability[CARD_COUNT], CardSet hand);

// The same if all unknown cards are equally likely.
double mishra_uniform_likelihood(const MishraSeen *seen);

#endif
