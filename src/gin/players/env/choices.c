// SPDX-License-Identifier: MIT
// The choices of a seat as numbers, for networks; observe.h says what they mean.
#include <assert.h>
#include <string.h>

#include "gin/players/env/observe.h"

// The cards of a deck that count at least so many points.
static CardSet as_dear_as(int points) {
    if (points <= 1) return SET_DECK;
    return points >= 10 ? SET_RANK * 0x1E00 : SET_RANK * (0x1FFF & -(1u << (points - 1)));
}

// Of the discards `allowed` from eleven cards, those that leave at most `limit`; *gins gets those that leave nothing.
// No discard saves more than its own points, and a card in no meld saves exactly those.
static CardSet knocking_discards(CardSet hand, CardSet allowed, int limit, CardSet *gins) {
    int all = gin_deadwood(hand);
    CardSet found = 0, meldable = gin_meldable(hand);
    *gins = 0;
    for (CardSet rest = allowed & as_dear_as(all - limit); rest; rest = set_rest(rest)) {
        CardSet card = rest & -rest;
        int after = card & meldable ? gin_deadwood(hand ^ card) : all - gin_card_points(set_first(card));
        found |= after <= limit ? card : 0;
        *gins |= after == 0 ? card : 0;
    }
    return found;
}

// Writes bits to bytes from the lowest, on any machine.
static void put_bits(uint8_t *bytes, int count, uint64_t bits) {
    for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(bits >> 8 * i);
}

static bool may_big_gin(const GinView *view) {
    return view->table->phase == GIN_DISCARD && view->rules->big_gin_bonus && gin_deadwood(view->hand) == 0;
}

int gin_choices(const GinView *view, uint8_t legal[GIN_LEGAL_BYTES]) {
    const GinTable *table = view->table;
    memset(legal, 0, GIN_LEGAL_BYTES);
    if (table->phase <= GIN_DRAW) {
        bool take = table->phase != GIN_DRAW || !table->forced;
        legal[0] = (uint8_t)(1 << GIN_CHOICE_STOCK | take << GIN_CHOICE_TAKE);
        return 1 + take;
    }
    if (table->phase != GIN_DISCARD || may_big_gin(view)) return 0;
    CardSet gins, drops = view->hand & ~set_of(table->taken);
    CardSet ends = knocking_discards(view->hand, drops, table->knock_limit, &gins);
    if (gins) {
        drops = 0;
        ends = gins;
    }
    uint64_t knock_bits = set_indices(ends);
    put_bits(legal, 8, set_indices(drops) << GIN_CHOICE_DROP | knock_bits << GIN_CHOICE_KNOCK);
    put_bits(legal + 8, GIN_LEGAL_BYTES - 8, knock_bits >> (64 - GIN_CHOICE_KNOCK));
    return set_count(drops) + set_count(ends);
}

bool gin_choice_is_legal(const uint8_t legal[GIN_LEGAL_BYTES], int choice) {
    return choice >= 0 && choice < GIN_CHOICES && (legal[choice / 8] >> choice % 8 & 1);
}

bool gin_forced(const GinView *view, GinAction *action) {
    uint8_t legal[GIN_LEGAL_BYTES];
    if (gin_choices(view, legal) > 1) return false;
    if (view->table->phase == GIN_DEFEND || may_big_gin(view)) {
        *action = (GinAction){.move = view->table->phase == GIN_DEFEND ? GIN_SHOW : GIN_CALL_BIG, .card = CARD_NONE};
        return true;
    }
    int choice = 0;
    while (!gin_choice_is_legal(legal, choice)) choice++;
    *action = gin_choice_action(view, choice);
    return true;
}

// Points of the cards the opponent may hold that could be laid off on these melds, each for itself.
static int open_to_layoffs(const GinSplit *split, CardSet theirs) {
    int points = 0;
    for (CardSet rest = theirs; rest; rest = set_rest(rest)) points += gin_points(gin_layoff(split, rest & -rest));
    return points;
}

// The split of least deadwood with the fewest layoffs, the first of equals. Nothing is laid off on gin.
static GinSplit knockers_split(const GinView *view, CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits), best = 0;
    if (count == 1 || gin_split_cards(&splits[0]) == hand) return splits[0];
    const GinTable *table = view->table;
    CardSet theirs = SET_DECK & ~(view->hand | table->buried | set_of(table->upcard));
    for (int i = 1, least = open_to_layoffs(&splits[0], theirs); i < count; i++) {
        int open = open_to_layoffs(&splits[i], theirs);
        if (open >= least) continue;
        least = open;
        best = i;
    }
    return splits[best];
}

GinAction gin_choice_action(const GinView *view, int choice) {
    assert(choice >= 0 && choice < GIN_CHOICES);
    GinAction action = {.move = GIN_TAKE, .card = CARD_NONE};
    if (choice == GIN_CHOICE_STOCK) {
        action.move = view->table->phase == GIN_DRAW ? GIN_STOCK : GIN_PASS;
    } else if (choice >= GIN_CHOICE_KNOCK) {
        action.move = GIN_KNOCK;
        action.card = card_from_index(choice - GIN_CHOICE_KNOCK);
        action.melds = knockers_split(view, view->hand & ~set_of(action.card));
    } else if (choice >= GIN_CHOICE_DROP) {
        action.move = GIN_DROP;
        action.card = card_from_index(choice - GIN_CHOICE_DROP);
    }
    return action;
}

int gin_action_choice(const GinView *view, const GinAction *action) {
    int choice = -1;
    bool card = action->card < 64 && set_has(SET_DECK, action->card);
    switch ((GinMove)action->move) {
    case GIN_TAKE: choice = GIN_CHOICE_TAKE; break;
    case GIN_PASS: choice = view->table->phase <= GIN_SECOND_OFFER ? GIN_CHOICE_STOCK : -1; break;
    case GIN_STOCK: choice = view->table->phase == GIN_DRAW ? GIN_CHOICE_STOCK : -1; break;
    case GIN_DROP: choice = card ? GIN_CHOICE_DROP + card_index(action->card) : -1; break;
    case GIN_KNOCK: choice = card ? GIN_CHOICE_KNOCK + card_index(action->card) : -1; break;
    case GIN_CALL_BIG:
    case GIN_SHOW:
    case GIN_RESIGN: break;
    }
    uint8_t legal[GIN_LEGAL_BYTES];
    gin_choices(view, legal);
    return gin_choice_is_legal(legal, choice) ? choice : -1;
}
