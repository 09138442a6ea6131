// SPDX-License-Identifier: MIT
// The utility of a hand (Mishra & Aggarwal 2021), by which their players draw, discard and meld. docs/papers/mishra.md
// says which readings of the paper these are.
//
//   utility = cards melded + mean value of the unmelded cards + a bonus for a hand that can knock or is gin
//   value of a card = a bonus for each 3-card meld it could still be part of, more for each other card of it in hand,
//                     times the chance that the opponent does not need its missing cards
//                     + points saved below 5, + a little for aces and twos
//
// mishra_plain.h is the slow reference, written as the paper words it.
#ifndef DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_H
#define DEADWOOD_GIN_PLAYERS_MISHRA_MISHRA_H

#include "gin/players/list/players.h"

// The parameters all these policies begin with, in this order; see MISHRA_PARAMS in mishra.c for their meaning.
enum {
    MISHRA_MELD,
    MISHRA_COMBINATION,
    MISHRA_DEADWOOD,
    MISHRA_KNOCK,
    MISHRA_GIN,
    MISHRA_LOW,
    MISHRA_EMERGENCY,
    MISHRA_SKIP,
    MISHRA_GROUP,
    MISHRA_CAP,
    MISHRA_COMMON,
    // What discard=sampled-gain has besides.
    MISHRA_OPPONENT = MISHRA_COMMON,
    MISHRA_SAMPLES,
    MISHRA_ELEVEN,
    MISHRA_DISCARD_PARAMS,
};

// The same as a value.
typedef struct MishraWeights {
    double meld, combination, deadwood, knock, gin, low, emergency;
    bool skip;  // a run of three counts only if the card just below it is not an unmelded card in hand
    bool group; // the cards of a rank count as one group, not as sets of three
    bool cap;   // the chance that the opponent needs a card is at most 1
    int limit;  // most deadwood to knock with
} MishraWeights;

MishraWeights mishra_weights(const double params[GIN_MAX_PARAMS], const GinView *view);

// How likely a card is part of an opponent's meld: over all 3-card melds that hold at least one card of a few, the sum
// of the products of their cards' probabilities. Not a probability (it may exceed 1), but what the authors use.
typedef struct MishraNeeds {
    double card[64];                    // melds that hold this card
    double next[64];                    // that hold it or the next in suit
    double gap[64];                     // that hold it or the next but one
    double runs[64];                    // runs that hold it
    double rank[CARD_RANKS];            // sets of this rank
    double set[CARD_RANKS][CARD_SUITS]; // the set of this rank without this suit
} MishraNeeds;

void mishra_needs(const float probability[CARD_COUNT], MishraNeeds *needs);

// The context of a utility: the cards out of reach, and what the other side may need. `needs` may be NULL: nothing.
typedef struct MishraTable {
    const MishraWeights *weights;
    const MishraNeeds *needs;
    CardSet dead; // the discard pile, and whatever else the holder of the hand cannot get
} MishraTable;

// Means this close count as equal, since the order of summation changes the last bits.
#define MISHRA_TIE 1e-9

// A hand melded as these players do: of the best splits the one whose unmelded cards have the highest mean value, on
// ties the one with more cards.
typedef struct MishraMelding {
    GinSplit split;
    CardSet loose;  // unmelded cards
    double mean;    // their mean value, 0 if there are none
    double utility; // of the hand
} MishraMelding;

MishraMelding mishra_melding(const MishraTable *table, CardSet hand);

// The possible discards from eleven cards.
typedef struct MishraDiscards {
    CardSet loose;  // unmelded cards, without those not allowed
    CardSet forced; // of them, the dearest if the other cards can knock then; or all is melded, the card to part with
    double utility[64]; // by card, of loose: of the ten cards left
} MishraDiscards;

// Utilities of the hand after each discard of an unmelded card; the discard lies on the pile then. `allowed` are cards
// that may be discarded.
void mishra_discards(const MishraTable *table, CardSet hand, CardSet allowed, MishraDiscards *discards);

// The utility after the discard these players assume when they think ahead: the forced one, else the best.
double mishra_after_discard(const MishraTable *table, CardSet hand, CardSet allowed);

// Hands the opponent may hold, and how its draw is judged.
typedef struct MishraGuess {
    const CardSet *hands;
    int count;
    CardSet stock;   // cards that may lie there, those of the hands included
    bool discarding; // by its ten cards after the discard it would make (slow), not by all eleven
} MishraGuess;

// What the opponent is expected to gain in utility by taking each card of `cards` rather than a card of the stock: by
// card, the mean over hands of max(0, utility with the card - mean utility with a stock card).
void mishra_gains(const MishraTable *theirs, const MishraGuess *guess, CardSet cards, double gain[64]);

// A discard decision with its reasons.
typedef struct MishraReason {
    Card card;
    double own, gain, value; // value = own - weight * gain
} MishraReason;

typedef struct MishraDecision {
    int count;
    MishraReason reason[GIN_HAND_SIZE + 1]; // best first
    bool forced;                            // the discard follows from a rule, not from the values
    Card card;                              // the discard
} MishraDecision;

// What discard=sampled-gain does, explained. Forced discards are decided without the values, which are worked out for
// `explain` alone.
MishraDecision mishra_decide(const GinMind *mind, const GinView *view, Rng *rng, bool explain);

#endif
