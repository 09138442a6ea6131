// SPDX-License-Identifier: MIT
// max^n (Luckhardt and Irani): each seat plays the card that costs itself least.
//
// Shallow pruning needs a tight bound on the sum of values. In Hearts everyone pays and the sum bounds only what the
// others pay together, so it never cuts (Sturtevant and Korf show the same). One cut is sound: stop at a card that adds
// no cost to what is already taken. Nothing is better, and ties keep the first. It needs an evaluation that never gives
// less than the points already taken.
#include "hearts/players/search/lane.h"
#include "hearts/players/search/search.h"
#include "hearts/players/search/transpositions.h"

// Tie-break: true if `cost` replaces `best`, which is as good for the seat to act.
static bool prefers(const HeartsHunt *hunt, const float cost[HEARTS_SEATS], const float best[HEARTS_SEATS], int *ties) {
    switch (hunt->search->tie) {
    case HEARTS_TIE_RANDOM: return rng_below(hunt->rng, (uint32_t)++ * ties) == 0;
    case HEARTS_TIE_WORST: return cost[hunt->root] > best[hunt->root];
    case HEARTS_TIE_BEST: return cost[hunt->root] < best[hunt->root];
    case HEARTS_TIE_LEADER: return cost[hunt->ahead] > best[hunt->ahead];
    default: return false;
    }
}

static void copy(float to[HEARTS_SEATS], const float from[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) to[seat] = from[seat];
}

static void maxn_best_child(const HeartsHunt *hunt, const HeartsState *state, float best[HEARTS_SEATS]) {
    Seat seat = state->table.to_act;
    bool stop = hunt->search->prune && hunt->search->tie == HEARTS_TIE_FIRST && hunt->plain;
    int ties = 1;
    for (int i = 0; i < HEARTS_SEATS; i++) best[i] = 1000.0f; // more than any card costs
    for (CardSet rest = hearts_order(hearts_branches(hunt, state)); rest; rest = set_rest(rest)) {
        HeartsState child = *state;
        float cost[HEARTS_SEATS];
        hearts_play_card(&child, order_first(rest));
        hearts_maxn(hunt, &child, cost);
        if (cost[seat] < best[seat]) {
            copy(best, cost);
            ties = 1;
        } else if (cost[seat] == best[seat] && prefers(hunt, cost, best, &ties)) {
            copy(best, cost);
        }
        if (stop && best[seat] <= (float)state->points[seat]) break;
    }
}

// If only points count and the search goes to the end, future points do not depend on points taken, so keys leave those
// out.
static void remembered(const HeartsHunt *hunt, const HeartsState *state, float cost[HEARTS_SEATS]) {
    bool exact = hunt->plain && hunt->last == HEARTS_TRICKS;
    uint64_t key = transposition_key(state, !exact);
    size_t slot = (size_t)(key >> (64 - TRANSPOSITION_BITS));
    float *stored = hunt->transpositions->slot[slot].cost;
    if (hunt->transpositions->slot[slot].key != key) {
        maxn_best_child(hunt, state, cost);
        hunt->transpositions->slot[slot].key = key;
        for (int seat = 0; seat < HEARTS_SEATS; seat++)
            stored[seat] = cost[seat] - (exact ? (float)state->points[seat] : 0);
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        cost[seat] = stored[seat] + (exact ? (float)state->points[seat] : 0);
}

void hearts_maxn(const HeartsHunt *hunt, const HeartsState *state, float cost[HEARTS_SEATS]) {
    bool between = state->table.on_table == 0;
    if (between && hearts_leaf_cost(hunt, state, cost)) return;
    if (between && hunt->transpositions)
        remembered(hunt, state, cost);
    else
        maxn_best_child(hunt, state, cost);
}
