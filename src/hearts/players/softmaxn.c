// SPDX-License-Identifier: MIT
// Soft-max^n (Sturtevant and Bowling): where a seat does not clearly prefer one card, any of them may be played. A
// node's value is the set of outcomes of all cards that no other card dominates: a card is dominated if the dearest
// outcome of another still costs the seat less (by `softness`) than its own cheapest. Whether one set dominates another
// depends only on the cheapest and dearest cost to each seat, and those of a union follow from the parts', so a box
// stands for the set exactly. Beside it goes the root's mean cost, all undominated cards being equally likely.
#include "hearts/players/lane.h"
#include "hearts/players/search.h"

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
    int count = 0;
    float cheapest = 1000.0f; // the least of the dearest outcomes
    for (CardSet rest = hearts_order(hearts_branches(hunt, state)); rest; rest = set_rest(rest)) {
        HeartsState next = *state;
        hearts_play_card(&next, order_first(rest));
        child[count] = search_box(hunt, &next);
        if (child[count].high[seat] < cheapest) cheapest = child[count].high[seat];
        count++;
    }
    Box box = {{0}, {0}, 0};
    int kept = 0;
    float sum = 0;
    for (int i = 0; i < count; i++) {
        if (child[i].low[seat] > cheapest + hunt->search->softness) continue;
        box = kept ? box_union(&box, &child[i]) : child[i];
        sum += child[i].mean;
        kept++;
    }
    box.mean = sum / (float)kept;
    return box;
}

float hearts_softmaxn(const HeartsHunt *hunt, const HeartsState *state) { return search_box(hunt, state).mean; }
