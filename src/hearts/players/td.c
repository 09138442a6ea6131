// SPDX-License-Identifier: MIT
#include "hearts/players/td.h"

#include <assert.h>
#include <stdlib.h>

enum { LEARNER = 0, FIRST_WEIGHTS = 300 }; // the learner's seat: who leads changes, so it may keep its own

struct HeartsTd {
    HeartsTdPlan plan;
    HeartsPerceptron *net;
    HeartsTrickSearch *search;
};

HeartsRules hearts_td_rules(HeartsGoal goal) {
    static const char *const names[HEARTS_LEARN_GOALS] = {"paper-queen", "paper-hearts", "paper"};
    HeartsRules rules;
    bool known = hearts_rules_parse(names[goal], &rules, NULL);
    assert(known);
    (void)known;
    return rules;
}

Rng hearts_td_weights_rng(uint64_t seed, uint64_t run) { return rng_for(seed, run, UINT64_MAX, FIRST_WEIGHTS); }

HeartsTd *hearts_td_open(const HeartsTdPlan *plan, HeartsPerceptron *net) {
    HeartsTd *td = calloc(1, sizeof *td);
    if (!td) return NULL;
    td->plan = *plan;
    td->net = net;
    td->search = hearts_trick_open(net, plan->algorithm);
    if (td->search) return td;
    free(td);
    return NULL;
}

void hearts_td_close(HeartsTd *td) {
    if (!td) return;
    hearts_trick_close(td->search);
    free(td);
}

const HeartsTrickSearch *hearts_td_search(const HeartsTd *td) { return td->search; }

// ---- A game ----

typedef struct Game {
    HeartsState state;
    HeartsLog log;
    Rng rng[HEARTS_SEATS];
    HeartsPosition positions[HEARTS_TRICKS]; // in which points were still out
    int count;
} Game;

static void deal(const HeartsTd *td, Game *game, uint64_t number) {
    static const int16_t score[HEARTS_SEATS] = {0};
    uint64_t key = rng_key(td->plan.seed, td->plan.run, number);
    Rng cards = rng_of_key(key, RNG_DEAL);
    Card deck[CARD_COUNT];
    rng_deck(&cards, deck);
    hearts_deal_deck(&game->state, &game->log, &td->plan.rules, (uint32_t)(number & 3), score, deck);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) game->rng[seat] = rng_of_key(key, (uint64_t)seat);
    game->count = 0;
}

static void put_card(Game *game, Card card) {
    HeartsAction action = {.move = HEARTS_PLAY, .card = card};
    hearts_apply(&game->state, &game->log, &action);
}

// An opponent that fails plays its first legal card.
static void let_opponent_play(const HeartsTd *td, Game *game) {
    const HeartsPlayer *opponent = td->plan.opponent;
    Seat seat = game->state.table.to_act;
    HeartsAction action;
    if (opponent->choose_open) {
        action = opponent->choose_open(opponent->self, &game->state, &game->log, &game->rng[seat]);
    } else {
        HeartsView view = hearts_view(&game->state, &game->log, seat);
        action = opponent->choose(opponent->self, &view, &game->rng[seat]);
    }
    if (!hearts_try(&game->state, &game->log, &action)) put_card(game, set_first(hearts_legal(&game->state)));
}

// Copies of the learner see the same tree, so that one search at the lead plays the trick for all of them. A paranoid
// or soft one expects others to play as it would not, so each of them looks for itself.
static void play_trick_of_copies(HeartsTd *td, Game *game) {
    Card cards[HEARTS_SEATS];
    bool shared = td->plan.algorithm == HEARTS_TRICK_MAXN;
    for (int i = 0; i < HEARTS_SEATS; i++) {
        Seat seat = game->state.table.to_act;
        if (i == 0 || !shared) hearts_trick_search(td->search, &game->state, cards);
        put_card(game, cards[seat]);
    }
}

static void play_trick(HeartsTd *td, Game *game) {
    if (!td->plan.opponent) {
        play_trick_of_copies(td, game);
        return;
    }
    for (int i = 0; i < HEARTS_SEATS; i++) {
        if (game->state.table.to_act == LEARNER) {
            Card cards[HEARTS_SEATS];
            hearts_trick_search(td->search, &game->state, cards);
            put_card(game, cards[LEARNER]);
        } else {
            let_opponent_play(td, game);
        }
    }
}

int hearts_td_game(HeartsTd *td, uint64_t number) {
    Game game;
    deal(td, &game, number);
    while (game.state.table.phase != HEARTS_OVER) {
        HeartsPosition position = hearts_position(&game.state);
        if (hearts_perceptron_decided(td->net, &position)) break; // nothing to learn, nothing to lose
        game.positions[game.count++] = position;
        play_trick(td, &game);
    }
    int reward = hearts_points_of(&td->plan.rules, game.state.table.taken[LEARNER]);
    hearts_td_learn(td->net, game.positions, game.count, LEARNER, td->plan.lambda, reward);
    hearts_trick_forget(td->search);
    return reward;
}

// ---- Learning ----

void hearts_td_learn(HeartsPerceptron *net, const HeartsPosition *positions, int count, Seat seat, double lambda,
                     int reward) {
    double target = reward;
    for (int i = count - 1; i >= 0; i--) {
        HeartsAtoms key = hearts_perceptron_key(net, hearts_atoms(&positions[i], seat));
        float output = hearts_perceptron_output(net, &key);
        double value = (double)hearts_perceptron_cut(net, &positions[i], seat, output);
        int active = hearts_perceptron_active(net, &key);
        target = (1 - lambda) * value + lambda * target;
        if (active) hearts_perceptron_add(net, &key, (float)((target - value) / (13.0 * active)));
    }
}
