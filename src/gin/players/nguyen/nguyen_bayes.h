// SPDX-License-Identifier: MIT
// The Bayes estimator of Nguyen, Doan & Neller (2021): counts over many games which cards a player holds after a turn,
// and turns them into likelihoods of the turn given a card in hand.
//
// A turn is encoded by whether the upcard was taken, whether upcard and discard share a suit, and their ranks. A card
// is encoded by its rank and its suit: the upcard's, else the discard's, else another.
#ifndef DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_BAYES_H
#define DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_BAYES_H

#include "gin/table.h"

enum {
    BAYES_RELATIONS = 3,
    BAYES_EVENTS = 2 * 2 * CARD_RANKS * CARD_RANKS, // taken, suited, upcard's rank, discard's rank
    BAYES_CELLS = BAYES_RELATIONS * CARD_RANKS,     // relation, rank
    BAYES_LEAST_VISITS = 50,
};

// `{0}` is empty.
typedef struct BayesCounts {
    uint64_t games, seed; // what was counted, where bayes_collect did
    uint64_t hands, turns;
    uint32_t visits[BAYES_EVENTS];
    uint32_t held[BAYES_EVENTS][BAYES_CELLS]; // cards held after the turn
    uint64_t rank[CARD_RANKS];                // the same over all turns
} BayesCounts;

static inline int bayes_event(bool taken, Card upcard, Card discard) {
    int suited = card_suit(upcard) == card_suit(discard);
    return ((taken * 2 + suited) * CARD_RANKS + card_rank(upcard)) * CARD_RANKS + card_rank(discard);
}

static inline int bayes_relation(Card upcard, Card discard, int suit) {
    return suit == card_suit(upcard) ? 0 : suit == card_suit(discard) ? 1 : 2;
}

// Adds all turns of both players but the one that ended the hand, after which nobody estimates any more.
void bayes_count_hand(BayesCounts *counts, const GinHandRecord *hand);
void bayes_merge(BayesCounts *counts, const BayesCounts *other);

// Counts games of a player with itself. The same for any number of threads.
bool bayes_collect(BayesCounts *counts, const char *player, uint64_t games, uint64_t seed, int threads, Error *err);

// As safetensors: "visits" [events], "held" [events, cells], "rank" [ranks] and "totals" [hands, turns] as doubles, and
// the facts player, games and seed. Loading is all or nothing.
bool bayes_save(const BayesCounts *counts, const char *player, const char *path, Error *err);
bool bayes_load(BayesCounts *counts, const char *path, Error *err);

// The likelihoods by event, relation and rank: held / (suits the relation stands for) / rank, relative to the mean of
// the event's cards so that products stay near 1. An event seen fewer than `least` times is ignored: all 1.
typedef struct BayesTable {
    float likelihood[BAYES_EVENTS][BAYES_CELLS];
} BayesTable;

void bayes_table(const BayesCounts *counts, uint32_t least, BayesTable *table);

// The estimate from a table instead of from a player's own: for measurements.
void bayes_estimate(const BayesTable *table, const GinView *view, float probability[CARD_COUNT]);

#endif
