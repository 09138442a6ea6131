// SPDX-License-Identifier: MIT
#include "hearts/players/search/search.h"

#include <stdlib.h>

#include "base/threads/progress.h"
#include "hearts/players/search/endgame.h"
#include "hearts/players/search/lane.h"
#include "hearts/players/search/transpositions.h"
#include "hearts/players/simple/moon.h"

const char *const hearts_algorithm_names[HEARTS_BY_RULES + 2] = {"maxn", "paranoid", "softmaxn", "uct", "rules", NULL};
const char *const hearts_tie_names[HEARTS_TIES + 1] = {"first", "random", "worst", "best", "leader", NULL};

enum { LIKELY_MOON = 7 }; // tenths of the tricks of a hand without points that make it worth a look

static bool is_plain(const HeartsRules *rules) {
    return rules->moon == HEARTS_MOON_NONE && !rules->jack_bonus && !rules->trickless_bonus;
}

void hearts_points_to_cost(const HeartsRules *rules, float points[HEARTS_SEATS]) {
    if (is_plain(rules)) return;
    float sum = points[0] + points[1] + points[2] + points[3];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] -= (sum - points[seat]) / 3.0f;
}

void hearts_final_cost(const HeartsState *state, float cost[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) cost[seat] = (float)state->points[seat];
    hearts_points_to_cost(state->rules, cost);
}

bool hearts_settled(const HeartsState *state, float points[HEARTS_SEATS]) {
    const HeartsRules *rules = state->rules;
    if (state->table.phase != HEARTS_OVER) {
        CardSet left = state->hand[0] | state->hand[1] | state->hand[2] | state->hand[3];
        if (state->table.on_table || hearts_points_of(rules, left)) return false;
        if (rules->jack_bonus || rules->trickless_bonus) return false;
        if (rules->moon != HEARTS_MOON_NONE) { // any way to the end gives the same
            HeartsState end = *state;
            while (end.table.phase == HEARTS_PLAYING) hearts_play_card(&end, set_first(hearts_legal(&end)));
            for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = (float)end.points[seat];
            return true;
        }
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = (float)state->points[seat];
    return true;
}

CardSet hearts_distinct(const HeartsState *state, CardSet legal) {
    const HeartsTable *table = &state->table;
    CardSet mine = state->hand[table->to_act], lies = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) lies |= set_of(table->trick[seat]);
    CardSet between =
        hearts_order(((state->hand[0] | state->hand[1] | state->hand[2] | state->hand[3]) & ~mine) | (lies & SET_DECK));
    CardSet special = set_of(HEARTS_QUEEN) | set_of(HEARTS_QUEEN + 1) | set_of(HEARTS_QUEEN - 11) |
                      (state->rules->jack_bonus ? set_of(HEARTS_JACK_OF_DIAMONDS) : 0);
    CardSet apart = hearts_order(special), kept = 0, last = 0;
    for (CardSet rest = hearts_order(legal); rest; rest = set_rest(rest)) {
        CardSet bit = rest & -rest;
        bool same_suit = last && (__builtin_ctzll(last) ^ __builtin_ctzll(bit)) < 16;
        CardSet gap = (bit - 1) & ~(last | (last - 1));
        if (!same_suit || (gap & between) || ((bit | last) & apart)) kept |= bit;
        last = bit;
    }
    return hearts_from_order(kept);
}

// Does another seat than the root shoot the moon from here if it tries? (Where no card lies on the table.)
static bool moon_of_another(const HeartsHunt *hunt, const HeartsState *state) {
    int shooter = hearts_moon_threat(state, hunt->root, LIKELY_MOON);
    return shooter >= 0 && hearts_moon_try(state, (Seat)shooter, hunt->root);
}

bool hearts_leaf_cost(const HeartsHunt *hunt, const HeartsState *state, float cost[HEARTS_SEATS]) {
    if (!hearts_settled(state, cost)) {
        // After Ctrl-C the value is not used but must come soon: every node becomes a leaf. The check skips the last
        // trick, where most nodes are.
        if (state->table.tricks + 1 == hunt->last) return false;
        if (state->table.tricks < hunt->last) return progress_interrupted();
        const HeartsEvaluation *evaluation = hunt->search->evaluation;
        evaluation->value(evaluation->self, state, cost);
    }
    hearts_points_to_cost(state->rules, cost);
    if (hunt->search->moon > 0 && moon_of_another(hunt, state)) cost[hunt->root] += hunt->search->moon;
    return true;
}

CardSet hearts_branches(const HeartsHunt *hunt, const HeartsState *state) {
    CardSet legal = hearts_legal(state);
    return hunt->search->equals && set_rest(legal) ? hearts_distinct(state, legal) : legal;
}

// endgame.h gives what max^n would.
static bool has_endgame(const HeartsHunt *hunt, const HeartsState *state) {
    const HeartsSearch *search = hunt->search;
    return search->endgames && search->algorithm == HEARTS_MAXN && search->tie == HEARTS_TIE_FIRST && search->prune &&
           hunt->last == HEARTS_TRICKS && hearts_endgame_fits(state);
}

static float endgame_value(const HeartsHunt *hunt, const HeartsState *state) {
    int to_come[HEARTS_SEATS];
    hearts_endgame_solve(hunt->search->endgames, state, to_come);
    return (float)(state->points[hunt->root] + to_come[hunt->root]);
}

static float root_value(const HeartsHunt *hunt, const HeartsState *state) {
    float cost[HEARTS_SEATS];
    if (has_endgame(hunt, state)) return endgame_value(hunt, state);
    switch (hunt->search->algorithm) {
    case HEARTS_PARANOID: return hearts_paranoid(hunt, state, -1000.0f, 1000.0f);
    case HEARTS_SOFT_MAXN: return hearts_softmaxn(hunt, state);
    default: hearts_maxn(hunt, state, cost); return cost[hunt->root];
    }
}

// Equivalent cards get the value of the card that was tried for them: the nearest one below in the same suit.
static void copy_to_twins(HeartsValues *values) {
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Card kept = CARD_NONE;
        for (Lane rest = lane_of(values->legal, suit); rest; rest &= rest - 1) {
            Card card = lane_card(suit, lane_low(rest));
            if (set_has(values->cards, card))
                kept = card;
            else
                values->cost[card_index(card)] = values->cost[card_index(kept)];
        }
    }
}

// Where leaves lie, in finished tricks.
static int last_trick(const HeartsSearch *search, const HeartsState *state) {
    int last = state->table.tricks + search->depth;
    return last >= HEARTS_TRICKS - search->solve ? HEARTS_TRICKS : last;
}

static Seat seat_ahead(const HeartsTable *table) {
    int ahead = 0;
    for (int seat = 1; seat < HEARTS_SEATS; seat++)
        if (table->score[seat] < table->score[ahead]) ahead = seat;
    return (Seat)ahead;
}

void hearts_search(const HeartsSearch *search, const HeartsState *state, Rng *rng, HeartsValues *values) {
    HeartsHunt hunt = {.search = search,
                       .rng = rng,
                       .root = state->table.to_act,
                       .ahead = seat_ahead(&state->table),
                       .last = last_trick(search, state),
                       .plain = is_plain(state->rules)};
    // Transpositions need at least two tricks to come; values with random ties must not be stored.
    bool worth = hunt.last - state->table.tricks >= 3 && search->tie != HEARTS_TIE_RANDOM &&
                 search->algorithm == HEARTS_MAXN && !has_endgame(&hunt, state);
    if (worth) hunt.transpositions = calloc(1, sizeof *hunt.transpositions);
    values->legal = hearts_legal(state);
    if (search->only) values->legal &= search->only;
    values->cards = search->equals ? hearts_distinct(state, values->legal) : values->legal;
    for (CardSet rest = values->cards; rest; rest = set_rest(rest)) {
        HeartsState child = *state;
        hearts_play_card(&child, set_first(rest));
        values->cost[card_index(set_first(rest))] = root_value(&hunt, &child);
    }
    copy_to_twins(values);
    free(hunt.transpositions);
}
