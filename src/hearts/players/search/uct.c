// SPDX-License-Identifier: MIT
#include "hearts/players/search/uct.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/threads/progress.h"
#include "hearts/players/search/lane.h"
#include "hearts/players/simple/ducker.h"

enum { PATH = CARD_COUNT + 1 };

// A card played, below the node where it was chosen. `cost` is the sum for the seat that chose it.
typedef struct Node {
    uint32_t child, sibling;  // 0: none
    uint32_t visits, offered; // offered: times it could have been chosen (a shared tree's worlds differ)
    double cost;
    Card card;
} Node;

typedef struct Tree {
    const HeartsUct *uct;
    Rng *rng;
    Node *node;
    uint32_t count;
} Tree;

// The natural logarithm, the same bits on every machine; n >= 1. Exact at powers of two, within 0.001 elsewhere.
static float log_of_visits(uint32_t n) {
    int power = 31 - __builtin_clz(n);
    float m = (float)n / (float)(UINT32_C(1) << power) - 1.0f;
    float log2 = (float)power + m * (1.4387f + m * (-0.6779f + m * (0.3218f - 0.0826f * m)));
    return 0.69314718f * log2;
}

static uint32_t add_child(Tree *tree, uint32_t parent, Card card) {
    uint32_t at = tree->count++;
    tree->node[at] = (Node){.card = card, .sibling = tree->node[parent].child};
    tree->node[parent].child = at;
    return at;
}

// The child with the lowest confidence bound: mean cost minus the exploration bonus; ties go to the first.
static uint32_t uct_best_child(const Tree *tree, uint32_t parent, CardSet legal) {
    const Node *node = tree->node;
    uint32_t best = 0;
    float best_value = 0, all = log_of_visits(node[parent].visits ? node[parent].visits : 1);
    for (uint32_t at = node[parent].child; at; at = node[at].sibling) {
        if (!set_has(legal, node[at].card)) continue;
        float visits = (float)node[at].visits;
        float tries = tree->uct->shared ? log_of_visits(node[at].offered) : all;
        float value = (float)node[at].cost / (26.0f * visits) - tree->uct->c * sqrtf(tries / visits);
        if (best && value >= best_value) continue;
        best = at;
        best_value = value;
    }
    return best;
}

static CardSet tried(Tree *tree, uint32_t parent, CardSet legal) {
    CardSet cards = 0;
    for (uint32_t at = tree->node[parent].child; at; at = tree->node[at].sibling) {
        cards |= set_of(tree->node[at].card);
        tree->node[at].offered += set_has(legal, tree->node[at].card);
    }
    return cards;
}

// Random cards until nothing can change any more.
static void play_at_random(HeartsState *state, Rng *rng) {
    while (state->table.phase == HEARTS_PLAYING) hearts_play_card(state, rng_card(rng, hearts_legal(state)));
}

static void finish_trick(HeartsState *state, int noise, Rng *rng, int last) {
    HeartsTable *table = &state->table;
    while (table->phase == HEARTS_PLAYING && (table->on_table || table->tricks < last)) {
        bool chance = noise && (int)(rng_next(rng) >> 56) < noise;
        hearts_play_card(state, chance ? rng_card(rng, hearts_legal(state))
                                       : hearts_ducker_card(table, state->rules, state->hand[table->to_act]));
    }
}

static void estimate_leaf(const Tree *tree, HeartsState *state, float cost[HEARTS_SEATS]) {
    const HeartsUct *uct = tree->uct;
    if (uct->evaluation) {
        finish_trick(state, uct->noise, tree->rng, state->table.tricks + uct->ahead);
        if (!hearts_settled(state, cost)) uct->evaluation->value(uct->evaluation->self, state, cost);
        hearts_points_to_cost(state->rules, cost);
        return;
    }
    if (uct->noise >= 256)
        play_at_random(state, tree->rng);
    else
        hearts_ducker_playout(state, uct->noise, tree->rng);
    hearts_final_cost(state, cost);
}

static void playout(Tree *tree, const HeartsState *world) {
    HeartsState state = *world;
    uint32_t path[PATH] = {0};
    Seat chooser[PATH] = {0};
    int length = 0;
    uint32_t at = 0;
    bool grown = false;
    while (state.table.phase == HEARTS_PLAYING && !grown) {
        CardSet legal = hearts_legal(&state);
        if (tree->uct->equals && !tree->uct->shared && set_rest(legal)) legal = hearts_distinct(&state, legal);
        CardSet fresh = legal & ~tried(tree, at, legal);
        chooser[length] = state.table.to_act;
        if (fresh) {
            at = add_child(tree, at, rng_card(tree->rng, fresh));
            tree->node[at].offered = 1;
            grown = true;
        } else {
            at = uct_best_child(tree, at, legal);
        }
        path[length++] = at;
        hearts_play_card(&state, tree->node[at].card);
    }
    float cost[HEARTS_SEATS] = {0};
    estimate_leaf(tree, &state, cost);
    tree->node[0].visits++;
    for (int i = 0; i < length; i++) {
        tree->node[path[i]].visits++;
        tree->node[path[i]].cost += (double)cost[chooser[i]];
    }
}

// What the tree found for each card of the seat to act; cards that were left out because another does the same get that
// one's.
static void add_root_counts(const Tree *tree, const HeartsState *world, HeartsCounts *counts) {
    double visits[CARD_COUNT] = {0}, mean[CARD_COUNT] = {0};
    CardSet tried = 0;
    for (uint32_t at = tree->node[0].child; at; at = tree->node[at].sibling) {
        int index = card_index(tree->node[at].card);
        tried |= set_of(tree->node[at].card);
        visits[index] = tree->node[at].visits;
        mean[index] = tree->node[at].cost / visits[index];
    }
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        int from = -1;
        for (Lane rest = lane_of(hearts_legal(world), suit); rest; rest &= rest - 1) {
            Card card = lane_card(suit, lane_low(rest));
            if (set_has(tried, card)) from = card_index(card);
            if (from < 0) continue;
            counts->visits[card_index(card)] += visits[from];
            counts->mean[card_index(card)] += mean[from];
            counts->worlds[card_index(card)]++;
        }
    }
}

bool hearts_uct(const HeartsUct *uct, const HeartsState *worlds, int count, Rng *rng, HeartsCounts *counts) {
    size_t room = (size_t)uct->playouts * (uct->shared ? (size_t)count : 1) + 1;
    Tree tree = {.uct = uct, .rng = rng, .node = calloc(room, sizeof(Node))};
    *counts = (HeartsCounts){{0}, {0}, {0}};
    if (!tree.node) {
        memory_note_short();
        return false;
    }
    for (int w = 0; w < count; w++) {
        if (w == 0 || !uct->shared) {
            tree.node[0] = (Node){.card = CARD_NONE};
            tree.count = 1;
        }
        for (int i = 0; i < uct->playouts && !uct->shared && !progress_interrupted(); i++) playout(&tree, &worlds[w]);
        if (!uct->shared) add_root_counts(&tree, &worlds[w], counts);
    }
    // All worlds in turn, so that the tree grows over a mixture of them from the start.
    for (int i = 0; i < uct->playouts * count && uct->shared && !progress_interrupted(); i++)
        playout(&tree, &worlds[i % count]);
    if (uct->shared) add_root_counts(&tree, &worlds[0], counts);
    free(tree.node);
    return true;
}
