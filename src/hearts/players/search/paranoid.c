// SPDX-License-Identifier: MIT
// Paranoid search (Sturtevant and Korf): all others unite to maximise the searching seat's cost. With two sides left,
// alpha-beta applies.
#include "hearts/players/search/lane.h"
#include "hearts/players/search/search.h"

float hearts_paranoid(const HeartsHunt *hunt, const HeartsState *state, float low, float high) {
    float cost[HEARTS_SEATS];
    if (state->table.on_table == 0 && hearts_leaf_cost(hunt, state, cost)) return cost[hunt->root];
    bool mine = state->table.to_act == hunt->root;
    float best = mine ? 1000.0f : -1000.0f;
    for (CardSet rest = hearts_order(hearts_branches(hunt, state)); rest; rest = set_rest(rest)) {
        HeartsState child = *state;
        hearts_play_card(&child, order_first(rest));
        float value = hearts_paranoid(hunt, &child, low, high);
        if (mine ? value < best : value > best) best = value;
        if (!hunt->search->prune) continue;
        if (mine && best < high) high = best;
        if (!mine && best > low) low = best;
        if (low >= high) break;
    }
    return best;
}
