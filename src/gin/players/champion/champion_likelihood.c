// SPDX-License-Identifier: MIT
// The likelihood of the opponent's actions so far, given a determinization and an opponent type.
#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "gin/players/champion/champion_internal.h"
#include "learn/net/choice.h"
#include "learn/net/net_rows.h"

enum { MOST_WEIGHED = 20, TRIES = 8 }; // so many worlds of a plain opponent are drawn for one

static const double SLIP = 0.25;       // how often the opponent is thought to choose just anything
static const double SLIP_KNOCK = 0.03; // and one that knocks at once not to
static const double UNTOLD = 0.0025;   // what a plain one did, where its draws do not fit together: as likely as a slip
static const int64_t WORLD_COST = 6000; // nanoseconds to draw a world
static const int64_t MOVE_COST = 400;   // and for one move of a plain one

// Makes the deck that leads to this world. False if the opponent's draws, which are sampled, contradict each other.
static bool deck_of(const ChampionWorld *world, Seat starter, Card deck[CARD_COUNT]) {
    const GinLog *log = &world->history.log;
    CardSet hand[2] = {world->state.hand[0], world->state.hand[1]}, used = 0;
    int turn[2] = {world->history.draws[0].count, world->history.draws[1].count};
    Card drawn[GIN_STOCK_SIZE];
    int stocks = 0, at = 0;
    for (int i = log->count - 1; i >= 0; i--) { // back to the deal
        Seat seat = gin_event_seat(log->event[i]);
        GinEventKind kind = gin_event_kind(log->event[i]);
        if (kind == GIN_EVENT_DISCARD) hand[seat] |= set_of(log->event[i].card);
        if (kind != GIN_EVENT_TAKE && kind != GIN_EVENT_STOCK) continue;
        Card card = world->history.draws[seat].card[--turn[seat]];
        if (!set_has(hand[seat], card) || (kind == GIN_EVENT_STOCK && stocks == GIN_STOCK_SIZE)) return false;
        hand[seat] &= ~set_of(card);
        if (kind == GIN_EVENT_STOCK) drawn[stocks++] = card; // the last one first
    }
    if (set_count(hand[0]) != GIN_HAND_SIZE || set_count(hand[1]) != GIN_HAND_SIZE) return false;
    for (int i = 0; i < 2 * GIN_HAND_SIZE; i++) {
        Seat seat = starter ^ (Seat)(i & 1);
        deck[at++] = set_first(hand[seat]);
        hand[seat] = set_rest(hand[seat]);
    }
    deck[at++] = log->event[0].card; // passed on or taken: it was the first upcard
    while (stocks) deck[at++] = drawn[--stocks];
    for (int i = world->state.table.stock; i > 0 && at < CARD_COUNT; i--) deck[at++] = world->state.stock[i - 1];
    for (int i = 0; i < at; i++) used |= set_of(deck[i]);
    return at == CARD_COUNT && used == SET_DECK;
}

static GinAction action_of_move(GinEvent event) {
    GinAction action = {.move = GIN_DROP, .card = event.card};
    if (gin_event_kind(event) == GIN_EVENT_PASS) action.move = GIN_PASS;
    if (gin_event_kind(event) == GIN_EVENT_TAKE) action.move = GIN_TAKE;
    if (gin_event_kind(event) == GIN_EVENT_STOCK) action.move = GIN_STOCK;
    return action;
}

// The opponent's last decisions in a world, as rows.
typedef struct OpponentMoves {
    const GinHabits *habits; // of the game so far
    int count;               // of rows
    int world[CHAMPION_ROUND * MOST_WEIGHED];
    int choice[CHAMPION_ROUND * MOST_WEIGHED];
    int choices[CHAMPION_ROUND * MOST_WEIGHED];    // how many there were
    double loosely[CHAMPION_ROUND * MOST_WEIGHED]; // how likely of one that plays plainly most of the time; or -1
    uint8_t legal[CHAMPION_ROUND * MOST_WEIGHED][GIN_LEGAL_BYTES];
    uint8_t inputs[CHAMPION_ROUND * MOST_WEIGHED][GIN_INPUTS];
    float outputs[CHAMPION_ROUND * MOST_WEIGHED][GIN_CHOICES];
} OpponentMoves;

// Turns a decision of an opponent that is not plain into a row and returns 1; if that type would surely have gone gin
// or knocked instead, returns the probability of such a slip.
static double note_opponent_move(const GinView *view, const GinAction *action, int which, GinOpponentType type,
                                 OpponentMoves *moves) {
    int choice = gin_action_choice(view, action), at = moves->count;
    moves->choices[at] = gin_choices(view, moves->legal[at]);
    if (choice < 0) return SLIP;
    if (type == GIN_TYPE_KNOCKER && champion_may_knock(moves->legal[at])) return SLIP_KNOCK;
    if (moves->choices[at] > 1) {
        gin_observe(view, moves->habits, moves->inputs[at]);
        moves->world[at] = which;
        moves->choice[at] = choice;
        moves->loosely[at] = type == GIN_TYPE_KNOCKER ? champion_plain_likelihood(view, choice).loosely : -1;
        moves->count++;
    }
    return 1;
}

static void note_plain_move(const GinView *view, const GinAction *action, ChampionLikelihood *likelihood) {
    ChampionPlain one = champion_plain_likelihood(view, gin_action_choice(view, action));
    likelihood->likely *= one.strictly;
    likelihood->loosely *= one.loosely;
}

// Replays the world from its deal and notes the decisions from event number `from` on. The likelihood so far excludes
// the rows, which the network has not seen yet.
static ChampionLikelihood note_opponent_moves(const ChampionWorld *world, int which, Seat them, int from,
                                              OpponentMoves *moves) {
    const GinTable *table = &world->state.table;
    const bool plain = world->type == GIN_TYPE_PLAIN;
    const ChampionLikelihood untold = {.plain = plain, .likely = plain ? UNTOLD : SLIP, .loosely = UNTOLD};
    ChampionLikelihood likelihood = {.plain = plain, .likely = 1, .loosely = 1};
    GinState state;
    GinHistory history;
    Card deck[CARD_COUNT];
    if (!deck_of(world, table->starter, deck)) return untold;
    gin_deal_deck(&state, &history, world->state.rules, table->starter, table->score, deck);
    history.past = world->history.past;
    for (int i = 0; i < world->history.log.count; i++) {
        GinAction action = action_of_move(world->history.log.event[i]);
        if (state.table.to_act == them && i >= from) {
            GinView view = gin_view(&state, &history, them);
            if (plain)
                note_plain_move(&view, &action, &likelihood);
            else
                likelihood.likely = note_opponent_move(&view, &action, which, world->type, moves);
            if (!plain && likelihood.likely < 1) return likelihood;
        }
        if (!gin_try(&state, &history, &action)) return untold;
    }
    return likelihood;
}

int64_t champion_draw(const GinView *view, const GinWorlds *law, Rng *chance, ChampionWorld *world,
                      ChampionLikelihood *likelihood) {
    const bool plain = world->type == GIN_TYPE_PLAIN;
    const int tries = plain && view->log->count ? TRIES : 1;
    *likelihood = (ChampionLikelihood){.plain = plain, .likely = 1, .loosely = 1};
    gin_worlds_draw(law, chance, &world->state, &world->history);
    if (tries == 1) return WORLD_COST;
    *likelihood = note_opponent_moves(world, 0, view->seat ^ 1, 0, NULL);
    for (int i = 1; i < tries; i++) {
        ChampionWorld other = {.type = GIN_TYPE_PLAIN};
        gin_worlds_draw(law, chance, &other.state, &other.history);
        ChampionLikelihood one = note_opponent_moves(&other, 0, view->seat ^ 1, 0, NULL);
        likelihood->likely += one.likely;
        likelihood->loosely += one.loosely;
        if (rng_unit(chance) * likelihood->likely < one.likely) *world = other;
    }
    likelihood->likely /= tries;
    likelihood->loosely /= tries;
    return tries * (WORLD_COST + view->log->count / 2 * MOVE_COST);
}

// The event from which on the opponent has made `weigh` moves.
static int first_weighed(const GinView *view, int weigh) {
    int from = view->log->count;
    for (int i = view->log->count - 1; i >= 0 && weigh > 0; i--) {
        if (gin_event_seat(view->log->event[i]) == view->seat) continue;
        from = i;
        weigh--;
    }
    return from;
}

int64_t champion_weigh(const GinChampion *champion, const GinView *view, const GinHabits *habits,
                       const ChampionWorld *worlds, int count, ChampionLikelihood *likelihood) {
    assert(count <= CHAMPION_ROUND);
    int from = first_weighed(view, champion->plan.weigh < MOST_WEIGHED ? champion->plan.weigh : MOST_WEIGHED);
    if (from >= view->log->count) return 0;
    const Net *net = gin_champion_net(champion);
    OpponentMoves *moves = malloc(sizeof *moves);
    if (!moves) {
        memory_note_short();
        return 0;
    }
    moves->habits = habits;
    moves->count = 0;
    for (int i = 0; i < count; i++)
        if (!likelihood[i].plain) likelihood[i] = note_opponent_moves(&worlds[i], i, view->seat ^ 1, from, moves);
    if (moves->count) net_apply_rows(net, moves->count, moves->inputs[0], moves->outputs[0]);
    for (int i = 0; i < moves->count; i++) {
        float probability[GIN_CHOICES];
        choice_probabilities(moves->outputs[i], moves->legal[i], GIN_CHOICES, 1, probability);
        double likely = (1 - SLIP) * (double)probability[moves->choice[i]] + SLIP / moves->choices[i];
        likelihood[moves->world[i]].likely *= moves->loosely[i] < 0 ? likely : (likely + moves->loosely[i]) / 2;
    }
    int64_t cost = moves->count * champion_cost(net);
    free(moves);
    return cost;
}
