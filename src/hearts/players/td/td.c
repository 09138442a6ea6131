// SPDX-License-Identifier: MIT
#include "hearts/players/td/td.h"

#include <assert.h>
#include <stdlib.h>

#include "base/threads/progress.h"
#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/passing.h"

enum { LEARNER = 0, FIRST_WEIGHTS = 300 }; // the learner's seat: who leads changes, so it may keep its own

struct HeartsTd {
    HeartsTdPlan plan;
    HeartsPerceptron *net;
    HeartsTrickSearch *search;
    int versions;              // of each position: 1, or worlds of the hidden game
    HeartsPosition *positions; // [HEARTS_TRICKS][versions]: those in which points were still out
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
    assert(plan->worlds <= HEARTS_TD_WORLDS);
    assert(!plan->leaf || (!plan->worlds && plan->algorithm == HEARTS_TRICK_MAXN));
    td->versions = plan->worlds ? plan->worlds : 1;
    td->search = hearts_trick_open(net, plan->algorithm);
    td->positions = malloc((size_t)(HEARTS_TRICKS * td->versions) * sizeof *td->positions);
    if (td->search && td->positions) return td;
    hearts_td_close(td);
    return NULL;
}

void hearts_td_close(HeartsTd *td) {
    if (!td) return;
    hearts_trick_close(td->search);
    free(td->positions);
    free(td);
}

const HeartsTrickSearch *hearts_td_search(const HeartsTd *td) { return td->search; }

// ---- A game ----

typedef struct Game {
    HeartsState state;
    HeartsLog log;
    Rng rng[HEARTS_SEATS];
    int count; // positions
} Game;

static void td_deal(const HeartsTd *td, Game *game, uint64_t number) {
    static const int16_t score[HEARTS_SEATS] = {0};
    uint64_t key = rng_key(td->plan.seed, td->plan.run, number);
    Rng cards = rng_of_key(key, RNG_DEAL);
    Card deck[CARD_COUNT];
    rng_deck(&cards, deck);
    hearts_deal_deck(&game->state, &game->log, &td->plan.rules, (uint32_t)(number & 3), score, deck);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) game->rng[seat] = rng_of_key(key, (uint64_t)seat);
    game->count = 0;
    while (game->state.table.phase == HEARTS_PASSING) { // not learned: by rules of thumb
        CardSet hand = game->state.hand[game->state.table.to_act];
        HeartsAction action = {.move = HEARTS_GIVE, .give = hearts_pass_by_rules(&td->plan.rules, hand)};
        hearts_apply(&game->state, &game->log, &action);
    }
}

static void put_card(Game *game, Card card) {
    HeartsAction action = {.move = HEARTS_PLAY, .card = card};
    hearts_apply(&game->state, &game->log, &action);
}

Card hearts_td_ask(const HeartsPlayer *player, const HeartsState *state, const HeartsLog *log, Rng *rng, bool open) {
    HeartsView view = hearts_view(state, log, state->table.to_act);
    HeartsAction action = open && player->choose_open ? player->choose_open(player->self, state, log, rng)
                                                      : player->choose(player->self, &view, rng);
    return hearts_is_legal(state, &action) ? action.card : set_first(hearts_legal(state));
}

static void let_opponent_play(const HeartsTd *td, Game *game) {
    Rng *rng = &game->rng[game->state.table.to_act];
    put_card(game, hearts_td_ask(td->plan.opponent, &game->state, &game->log, rng, !td->plan.worlds));
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

// ---- The hidden game ----

static void sample_worlds(const HeartsTd *td, Game *game, Seat seat, HeartsState *worlds) {
    HeartsView view = hearts_view(&game->state, &game->log, seat);
    HeartsWorlds *all = hearts_worlds_open(&view);
    for (int i = 0; i < td->plan.worlds; i++)
        worlds[i] = all ? hearts_worlds_sample(all, &game->rng[seat]) : game->state; // out of memory: peeks, plays on
    if (all) hearts_worlds_close(all);
}

// The card with the least mean over worlds, the first of those.
static Card choose_hidden(HeartsTd *td, Game *game) {
    HeartsState worlds[HEARTS_TD_WORLDS];
    float sums[CARD_COUNT] = {0}, values[CARD_COUNT];
    CardSet legal = hearts_order(hearts_legal(&game->state));
    Card best = set_first(hearts_from_order(legal & -legal));
    if (!set_rest(legal)) return best;
    sample_worlds(td, game, game->state.table.to_act, worlds);
    for (int i = 0; i < td->plan.worlds; i++) {
        hearts_trick_values(td->search, &worlds[i], values);
        for (CardSet rest = legal; rest; rest = set_rest(rest)) {
            int index = card_index(set_first(hearts_from_order(rest & -rest)));
            sums[index] += values[index];
        }
    }
    for (CardSet rest = legal; rest; rest = set_rest(rest)) {
        Card card = set_first(hearts_from_order(rest & -rest));
        if (sums[card_index(card)] < sums[card_index(best)]) best = card;
    }
    return best;
}

// Where the trick that is about to be led ends if all play as the learner's search expects.
static HeartsPosition expected_leaf(HeartsTd *td, const Game *game) {
    HeartsState state = game->state;
    Card cards[HEARTS_SEATS];
    hearts_trick_search(td->search, &state, cards);
    for (int i = 0; i < HEARTS_SEATS; i++) hearts_play_card(&state, cards[state.table.to_act]);
    return hearts_position(&state);
}

static void note_position(HeartsTd *td, Game *game, const HeartsPosition *open) {
    HeartsPosition *to = td->positions + (size_t)(game->count++ * td->versions);
    *to = td->plan.leaf ? expected_leaf(td, game) : *open;
    if (!td->plan.worlds) return;
    HeartsState worlds[HEARTS_TD_WORLDS];
    sample_worlds(td, game, LEARNER, worlds);
    for (int i = 0; i < td->versions; i++) to[i] = hearts_position(&worlds[i]);
}

// ---- Tricks ----

static void play_trick(HeartsTd *td, Game *game) {
    if (td->plan.worlds) {
        for (int i = 0; i < HEARTS_SEATS; i++) {
            if (!td->plan.opponent || game->state.table.to_act == LEARNER)
                put_card(game, choose_hidden(td, game));
            else
                let_opponent_play(td, game);
        }
        return;
    }
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
    int reward;
    td_deal(td, &game, number);
    for (;;) {
        HeartsPosition position = hearts_position(&game.state);
        if (hearts_perceptron_decided(td->net, &position)) { // nothing to learn, nothing to lose
            reward = (int)hearts_perceptron_exact(td->net, &position, LEARNER);
            break;
        }
        note_position(td, &game, &position);
        play_trick(td, &game);
    }
    bool given_up = progress_interrupted(); // an opponent may have played anything to come to an end
    if (!given_up) hearts_td_learn(td->net, td->positions, game.count, td->versions, LEARNER, td->plan.lambda, reward);
    hearts_trick_forget(td->search);
    return given_up ? HEARTS_TD_GIVEN_UP : reward;
}

// ---- Learning ----

void hearts_td_learn(HeartsPerceptron *net, const HeartsPosition *positions, int count, int worlds, Seat seat,
                     double lambda, int reward) {
    double target = reward;
    for (int i = count - 1; i >= 0; i--) {
        const HeartsPosition *versions = positions + (size_t)(i * worlds);
        HeartsAtoms keys[HEARTS_TD_WORLDS];
        double value = 0;
        if (hearts_perceptron_decided(net, versions)) { // a leaf
            target = (1 - lambda) * (double)hearts_perceptron_exact(net, versions, seat) + lambda * target;
            continue;
        }
        for (int w = 0; w < worlds; w++) {
            keys[w] = hearts_perceptron_key(net, hearts_atoms(&versions[w], seat));
            float output = hearts_perceptron_output(net, &keys[w]);
            value += (double)hearts_perceptron_cut(net, &versions[w], seat, output) / worlds;
        }
        target = (1 - lambda) * value + lambda * target;
        for (int w = 0; w < worlds; w++) {
            int active = hearts_perceptron_active(net, &keys[w]);
            if (active) hearts_perceptron_add(net, &keys[w], (float)((target - value) / (13.0 * active * worlds)));
        }
    }
}
