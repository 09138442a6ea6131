// SPDX-License-Identifier: MIT
// Soft-max^n (Sturtevant and Bowling): where a seat does not clearly prefer one card, any of them may be played. A
// node's value is the set of outcomes of all cards that no other card dominates: a card is dominated if the dearest
// outcome of another still costs the seat less (by `softness`) than its own cheapest. Whether one set dominates another
// depends only on the cheapest and dearest cost to each seat, and those of a union follow from the parts', so a box
// stands for the set exactly. Beside it goes the root's mean cost, all undominated cards being equally likely.
#include "hearts/players/search/lane.h"
#include "hearts/players/search/search.h"

typedef struct Box {
    float low[HEARTS_SEATS], high[HEARTS_SEATS];
    float mean; // to the root
} Box;

static Box box_union(const Box *a, const Box *b) {
    Box box;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        box.low[seat] = a->low[seat] < b->low[seat] ? a->low[seat] : b->low[seat];
        box.high[seat] = a->high[seat] > b->high[seat] ? a->high[seat] : b->high[seat];
    }
    box.mean = 0;
    return box;
}

// A card and those above it in its suit that were left out for its sake. Both sets in trick order.
static int twins(CardSet legal, CardSet tried, CardSet bit) {
    CardSet lane = SET_SUIT << (__builtin_ctzll(bit) & 48), next = tried & lane & ~(bit | (bit - 1));
    CardSet before = next ? (next & -next) - 1 : ~UINT64_C(0); // below the first that stands for itself again
    return set_count(legal & lane & ~(bit - 1) & before);
}

static Box search_box(const HeartsHunt *hunt, const HeartsState *state) {
    float cost[HEARTS_SEATS];
    if (state->table.on_table == 0 && hearts_leaf_cost(hunt, state, cost)) {
        Box leaf;
        for (int seat = 0; seat < HEARTS_SEATS; seat++) leaf.low[seat] = leaf.high[seat] = cost[seat];
        leaf.mean = cost[hunt->root];
        return leaf;
    }
    Seat seat = state->table.to_act;
    Box child[HEARTS_HAND_SIZE];
    int count = 0, weight[HEARTS_HAND_SIZE];
    float cheapest = 1000.0f; // the least of the dearest outcomes
    CardSet legal = hearts_order(hearts_legal(state)), tried = hearts_order(hearts_branches(hunt, state));
    for (CardSet rest = tried; rest; rest = set_rest(rest)) {
        HeartsState next = *state;
        hearts_play_card(&next, order_first(rest));
        child[count] = search_box(hunt, &next);
        weight[count] = twins(legal, tried, rest & -rest);
        if (child[count].high[seat] < cheapest) cheapest = child[count].high[seat];
        count++;
    }
    Box box = {{0}, {0}, 0};
    int kept = 0;
    float sum = 0;
    for (int i = 0; i < count; i++) {
        if (child[i].low[seat] > cheapest + hunt->search->softness) continue;
        box = kept ? box_union(&box, &child[i]) : child[i];
        sum += (float)weight[i] * child[i].mean;
        kept += weight[i];
    }
    box.mean = sum / (float)kept;
    return box;
}

float hearts_softmaxn(const HeartsHunt *hunt, const HeartsState *state) { return search_box(hunt, state).mean; }
