// SPDX-License-Identifier: MIT
// Building blocks of the policies of Nguyen, Doan & Neller (2021), shared with other players, training and tests.
// docs/papers/nguyen.md says which readings of the paper they are.
#ifndef DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_H
#define DEADWOOD_GIN_PLAYERS_NGUYEN_NGUYEN_H

#include "gin/gin.h"

// Cards whose place is unknown: in neither hand as far as the seat knows, and not in the pile.
static inline CardSet nguyen_unknown(const GinView *view) {
    const GinTable *table = view->table;
    return SET_DECK & ~(view->hand | table->buried | set_of(table->upcard) | table->known[view->seat ^ 1]);
}

// Which cards could meld with a hand: with one hand card at least and, besides, hand cards or unknown ones. For a card
// of the hand, the others count as the hand. Cards in both count both kinds of melds, n_i = 2 in Equation 1.
typedef struct NguyenHits {
    CardSet runs, sets;
} NguyenHits;

static inline NguyenHits nguyen_hits(CardSet hand, CardSet unknown) {
    CardSet h = hand, a = hand | unknown; // a: cards a meld may be made of
    CardSet up = (h >> 1 | h >> 2) & a >> 1 & a >> 2, down = (h << 1 | h << 2) & a << 1 & a << 2;
    CardSet between = (h << 1 | h >> 1) & a << 1 & a >> 1;
    CardSet h1 = h << 16 | h >> 48, h2 = h << 32 | h >> 32, h3 = h << 48 | h >> 16;
    CardSet a1 = a << 16 | a >> 48, a2 = a << 32 | a >> 32, a3 = a << 48 | a >> 16;
    CardSet sets = (a1 & a2 & (h1 | h2)) | (a1 & a3 & (h1 | h3)) | (a2 & a3 & (h2 | h3));
    return (NguyenHits){(up | between | down) & SET_DECK, sets & SET_DECK};
}

// The hit count of a card: over the cards of the hand (other than itself), the 3-card melds of hand and unknown cards
// that hold both. From 0 to 12.
int nguyen_hit_count(Card card, CardSet hand, CardSet unknown);

// Equation 1 without its threshold: 13 + n*H - points.
static inline double nguyen_card_value(Card card, NguyenHits hits, double reward) {
    int kinds = set_has(hits.runs, card) + set_has(hits.sets, card);
    return 13 + kinds * reward - gin_card_points(card);
}

// Unmelded cards that make a pair with another of them: same rank, or same suit and at most two ranks away. The knock
// network's "hitting cards".
static inline CardSet nguyen_paired(CardSet loose) {
    CardSet one = loose << 16 | loose >> 48, two = loose << 32 | loose >> 32, three = loose << 48 | loose >> 16;
    return loose & (one | two | three | loose << 1 | loose >> 1 | loose << 2 | loose >> 2);
}

// Cards of the hand that some best split leaves unmelded.
CardSet nguyen_unmelded(CardSet hand);

// Equation 8: how much the opponent wants the card. Over all melds with it, the product of the probabilities of their
// other cards.
float nguyen_desirability(Card card, const float probability[CARD_COUNT]);

// Equation 9.
static inline float nguyen_discard_value(float desirability, int points, float desire_weight, float points_weight) {
    return (1 - desirability) * desire_weight + (float)points / 10.0f * points_weight;
}

// Inputs of the knock network, all small integers.
typedef struct NguyenKnock {
    uint8_t turns;    // discards by both players, the one that comes with the knock included (see knock-net's `own`)
    uint8_t deadwood; // after the discard
    uint8_t melds;
    uint8_t hits;  // nguyen_paired of what is unmelded
    uint8_t takes; // cards the opponent took face up
} NguyenKnock;

enum { NGUYEN_KNOCK_INPUTS = 5 };

NguyenKnock nguyen_knock(CardSet hand, int deadwood, int turns, int takes);
void nguyen_knock_inputs(const NguyenKnock *knock, float input[NGUYEN_KNOCK_INPUTS]);

// Inputs of the card value network, in order: card deadwood points, turn, hit count.
typedef struct NguyenCard {
    uint8_t points, turn, hits; // turn: draws by both players so far
} NguyenCard;

enum { NGUYEN_CARD_INPUTS = 3 };

void nguyen_card_inputs(const NguyenCard *card, float input[NGUYEN_CARD_INPUTS]);

#endif
