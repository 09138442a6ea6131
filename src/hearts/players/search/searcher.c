// SPDX-License-Identifier: MIT
// The player that a composition makes: sample determinizations, search each, add up the costs, play the cheapest card.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads/progress.h"
#include "hearts/players/list/compose.h"
#include "hearts/players/search/endgame.h"
#include "hearts/players/search/lane.h"
#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/passing.h"

typedef struct Searcher {
    HeartsComposition set;
    HeartsEvaluation evaluation; // none where UCT plays out to the end
    HeartsEndgames *endgames;
} Searcher;

static HeartsAction action_playing(Card card) { return (HeartsAction){.move = HEARTS_PLAY, .card = card}; }

static bool is_uct(const Searcher *searcher, const HeartsState *world) {
    int cards = set_count(world->hand[world->table.to_act]);
    return searcher->set.algo == HEARTS_UCT && cards > searcher->set.solve;
}

// One of the cards by the softmax of -cost, which are sums over `worlds`.
static Card slipping(double slips, CardSet legal, const double cost[CARD_COUNT], int worlds, Rng *rng) {
    double least = INFINITY, sum = 0, weight[CARD_COUNT] = {0};
    for (CardSet rest = legal; rest; rest = set_rest(rest)) least = fmin(least, cost[card_index(set_first(rest))]);
    for (CardSet rest = legal; rest; rest = set_rest(rest)) {
        int index = card_index(set_first(rest));
        sum += weight[index] = exp((least - cost[index]) / (slips * worlds));
    }
    double drawn = rng_unit(rng) * sum;
    CardSet rest = legal;
    while (set_rest(rest) && (drawn -= weight[card_index(set_first(rest))]) >= 0) rest = set_rest(rest);
    return set_first(rest);
}

// The lowest total; ties go to the first card, or to chance with tie=random.
static Card cheapest(const Searcher *searcher, CardSet legal, const double cost[CARD_COUNT], Rng *rng) {
    Card best = CARD_NONE;
    uint32_t ties = 1;
    for (CardSet rest = hearts_order(legal); rest; rest = set_rest(rest)) {
        Card card = order_first(rest);
        double margin = best == CARD_NONE ? -1 : cost[card_index(card)] - cost[card_index(best)];
        if (margin < 0)
            best = card, ties = 1;
        else if (margin <= 0 && searcher->set.tie == HEARTS_TIE_RANDOM && rng_below(rng, ++ties) == 0)
            best = card;
    }
    return best;
}

// Sequential halving: the dearer half of the cards drops out, two stay. All were tried in the same worlds so far.
static CardSet better_half(CardSet cards, const double cost[CARD_COUNT]) {
    int keep = (set_count(cards) + 1) / 2;
    if (keep < 2) keep = 2;
    while (set_count(cards) > keep) {
        Card dearest = set_first(cards);
        for (CardSet rest = cards; rest; rest = set_rest(rest))
            if (cost[card_index(set_first(rest))] > cost[card_index(dearest)]) dearest = set_first(rest);
        cards &= ~set_of(dearest);
    }
    return cards;
}

static Card by_search(const Searcher *searcher, const HeartsState *worlds, int count, Rng *rng) {
    const HeartsComposition *set = &searcher->set;
    bool end = set->algo == HEARTS_UCT;       // UCT that has come to where it solves
    static const HeartsEvaluation none = {0}; // never asked: a search to the end meets no leaf before it
    HeartsSearch search = {.algorithm = end ? HEARTS_MAXN : (HeartsAlgorithm)set->algo,
                           .tie = (HeartsTie)set->tie,
                           .depth = end ? HEARTS_TRICKS : set->depth,
                           .solve = set->solve,
                           .prune = set->prune,
                           .equals = set->equals,
                           .softness = (float)set->softness,
                           .moon = (float)set->moon,
                           .endgames = searcher->endgames,
                           .evaluation = end ? &none : &searcher->evaluation};
    double cost[CARD_COUNT] = {0};
    HeartsValues values = {0};
    search.only = hearts_legal(&worlds[0]);
    for (int w = 0; w < count && !progress_interrupted(); w++) {
        bool lap = set->race && (w == count / 8 || w == count / 4 || w == count / 2);
        if (lap && w > 0) search.only = better_half(search.only, cost);
        hearts_search(&search, &worlds[w], rng, &values);
        for (CardSet rest = values.legal; rest; rest = set_rest(rest)) {
            int index = card_index(set_first(rest));
            cost[index] += (double)values.cost[index];
        }
    }
    if (set->slips > 0) return slipping(set->slips, search.only, cost, count, rng);
    return cheapest(searcher, search.only, cost, rng);
}

static Card by_uct(const Searcher *searcher, const HeartsState *worlds, int count, Rng *rng) {
    const HeartsComposition *set = &searcher->set;
    HeartsUct uct = {.playouts = set->playouts,
                     .c = (float)set->c,
                     .noise = set->noise,
                     .ahead = set->ahead,
                     .shared = set->shared,
                     .equals = set->equals,
                     .evaluation = searcher->evaluation.value ? &searcher->evaluation : NULL};
    HeartsCounts counts;
    CardSet legal = hearts_legal(&worlds[0]), seen = 0;
    if (!hearts_uct(&uct, worlds, count, rng, &counts))
        return hearts_ducker_card(&worlds[0].table, worlds[0].rules, worlds[0].hand[worlds[0].table.to_act]);
    double cost[CARD_COUNT];
    for (CardSet rest = legal; rest; rest = set_rest(rest)) {
        int index = card_index(set_first(rest));
        if (!counts.worlds[index]) continue;
        seen |= set_of(set_first(rest));
        cost[index] = set->pick ? counts.mean[index] / counts.worlds[index] : -counts.visits[index];
    }
    return cheapest(searcher, seen, cost, rng);
}

static Card think(const Searcher *searcher, const HeartsState *worlds, int count, Rng *rng) {
    return is_uct(searcher, &worlds[0]) ? by_uct(searcher, worlds, count, rng)
                                        : by_search(searcher, worlds, count, rng);
}

static HeartsAction search_pass(const Searcher *searcher, const HeartsView *view, Rng *rng) {
    const HeartsComposition *set = &searcher->set;
    CardSet give = set->trial ? hearts_pass_by_trial(view, 7, set->trial, set->trial_moon, rng)
                              : hearts_pass_by_rules(view->rules, view->hand);
    return (HeartsAction){.move = HEARTS_GIVE, .give = give};
}

static HeartsAction choose_by_rules(const HeartsLapses *lapses, const HeartsView *view, Rng *rng) {
    if (view->table->phase == HEARTS_PASSING)
        return (HeartsAction){.move = HEARTS_GIVE, .give = hearts_human_pass(lapses, view, rng)};
    return action_playing(hearts_human_card(lapses, view, rng));
}

// Without a look ahead, or where it does not think.
static bool thinks_not(const Searcher *searcher, Rng *rng, HeartsLapses *lapses) {
    *lapses = searcher->set.lapses;
    if (searcher->set.algo == HEARTS_BY_RULES) return true;
    bool asleep = hearts_lapse(rng, lapses->asleep), careless = !asleep && hearts_lapse(rng, lapses->careless);
    *lapses = (HeartsLapses){.asleep = asleep, .careless = careless};
    return asleep || careless;
}

static HeartsAction search_choose(void *self, const HeartsView *view, Rng *rng) {
    const Searcher *searcher = self;
    HeartsLapses lapses;
    if (thinks_not(searcher, rng, &lapses)) return choose_by_rules(&lapses, view, rng);
    if (view->table->phase == HEARTS_PASSING) return search_pass(searcher, view, rng);
    CardSet legal = hearts_legal_of(view->table, view->rules, view->hand);
    // An interrupted game is discarded, so finish it fast.
    if (!set_rest(legal) || progress_interrupted()) return action_playing(set_first(legal));
    int count = searcher->set.worlds;
    HeartsState *states = malloc((size_t)count * sizeof *states);
    HeartsWorlds *worlds = states ? hearts_worlds_open(view) : NULL;
    if (!states) memory_note_short();
    Card card = CARD_NONE;
    if (worlds) {
        hearts_worlds_fill(worlds, count, searcher->set.weigh, rng, states);
        card = think(searcher, states, count, rng);
    }
    hearts_worlds_close(worlds);
    free(states);
    return action_playing(card != CARD_NONE ? card : hearts_ducker_card(view->table, view->rules, view->hand));
}

// Perfect information: the one world is known.
static HeartsAction choose_open(void *self, const HeartsState *state, const HeartsLog *log, Rng *rng) {
    const Searcher *searcher = self;
    HeartsView view = hearts_view(state, log, state->table.to_act);
    HeartsLapses lapses;
    if (thinks_not(searcher, rng, &lapses)) return choose_by_rules(&lapses, &view, rng);
    if (state->table.phase == HEARTS_PASSING) return search_pass(searcher, &view, rng);
    CardSet legal = hearts_legal(state);
    return action_playing(set_rest(legal) && !progress_interrupted() ? think(searcher, state, 1, rng)
                                                                     : set_first(legal));
}

static void close_searcher(void *self) {
    Searcher *searcher = self;
    hearts_evaluation_close(&searcher->evaluation);
    hearts_endgames_close(searcher->endgames);
    free(searcher);
}

bool hearts_composition_open(const HeartsComposition *composition, HeartsPlayer *player, Error *err) {
    Searcher *searcher = malloc(sizeof *searcher);
    if (!searcher) return error_set(err, "out of memory");
    *searcher = (Searcher){.set = *composition, .endgames = hearts_endgames_open()};
    bool wants = strcmp(composition->eval, "none") != 0 && composition->algo != HEARTS_BY_RULES;
    bool good = searcher->endgames || error_set(err, "out of memory");
    if (!good || (wants && !hearts_evaluation_open(composition->eval, &searcher->evaluation, err))) {
        hearts_endgames_close(searcher->endgames);
        free(searcher);
        return false;
    }
    *player =
        (HeartsPlayer){.self = searcher, .choose = search_choose, .choose_open = choose_open, .close = close_searcher};
    return true;
}
