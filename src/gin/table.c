// SPDX-License-Identifier: MIT
#include "gin/table.h"

#include <assert.h>

#include "base/clock.h"
#include "base/little.h"
#include "gin/past.h"
#include "gin/turn.h"

void gin_deck_for(uint64_t seed, uint64_t match, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]) {
    rng_deal(rng_key(seed, match, deal), hand, deck);
}

static void count_decision_time(GinSeatStats *stats, uint64_t start) {
    stats->nanoseconds += (uint64_t)clock_now() - start;
    stats->decisions++;
}

// The main loop. `stats` is given if decisions are timed; inlined, so that the loop without it pays nothing.
static inline __attribute__((always_inline)) int gin_play_turns(GinState *state, GinHistory *history,
                                                                const GinPlayer players[2], Rng rng[2], Fault *fault,
                                                                GinAction *refused, GinSeatStats *stats) {
    GinView view[2] = {gin_view_blank(state, history, 0), gin_view_blank(state, history, 1)};
    while (state->table.phase != GIN_OVER) {
        Seat seat = state->table.to_act;
        gin_view_refresh(&view[seat], state);
        uint64_t start = stats ? (uint64_t)clock_now() : 0;
        GinAction action = players[seat].choose(players[seat].self, &view[seat], &rng[seat]);
        if (stats) count_decision_time(&stats[seat], start);
        if (!gin_try_turn(state, history, &action)) {
            *fault = fault_of_refused(action.move == GIN_RESIGN, action.card);
            *refused = action;
            return seat;
        }
    }
    return -1;
}

int gin_play_hand(GinState *state, GinHistory *history, const GinPlayer players[2], Rng rng[2], Fault *fault,
                  GinAction *refused) {
    return gin_play_turns(state, history, players, rng, fault, refused, NULL);
}

Seat gin_next_starter(const GinRules *rules, const GinState *over) {
    Seat same = over->table.starter, winner = over->result.winner;
    if (over->result.end == GIN_CANCELLED) return same;
    switch ((GinStart)rules->next_starter) {
    case GIN_START_WINNER: return winner;
    case GIN_START_LOSER: return winner ^ 1;
    case GIN_START_ALTERNATE: break;
    }
    return same ^ 1;
}

// Hashes the hand's events eight bytes at a time, and where all cards ended.
uint64_t gin_hand_hash(uint64_t hash, const GinState *state, GinHistory *history) {
    GinLog *log = &history->log;
    for (int i = 0; i < 3; i++) log->event[log->count + i] = (GinEvent){0};
    for (int at = 0; at < log->count; at += 4) {
        hash = (hash ^ little_word(&log->event[at])) * UINT64_C(0x9FB21C651E98DF25);
        hash ^= hash >> 32;
    }
    return rng_fold(hash ^ state->hand[0], state->hand[1] * 3 + state->result.points);
}

static void gin_count_hand(GinGameResult *result, const GinState *state) {
    const GinResult *hand = &state->result;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        result->seat[seat].turns += state->table.turns[seat];
        result->seat[seat].takes += state->table.takes[seat];
    }
    if (hand->end == GIN_CANCELLED) {
        result->cancelled++;
        return;
    }
    GinSeatStats *knocker = &result->seat[hand->knocker], *winner = &result->seat[hand->winner];
    knocker->knocks++;
    knocker->knock_deadwood += hand->deadwood[hand->knocker];
    knocker->gins += hand->end == GIN_GIN || hand->end == GIN_BIG_GIN;
    winner->undercuts += hand->end == GIN_UNDERCUT;
    winner->rounds_won++;
    winner->round_points += hand->points;
    winner->round_points_squared += (uint32_t)hand->points * hand->points;
    result->score[hand->winner] = (uint16_t)(result->score[hand->winner] + hand->points);
}

// Boxes for every round won, the game bonus for the winner, twice if the loser made nothing [G20].
void gin_game_bonuses(GinGameResult *result, const GinRules *rules) {
    for (int seat = 0; seat < GIN_SEATS; seat++)
        result->total[seat] = (int32_t)(result->score[seat] + rules->box_bonus * result->seat[seat].rounds_won);
    if (result->winner < 0) return;
    int factor = rules->shutout_doubles && result->score[result->winner ^ 1] == 0 ? 2 : 1;
    result->total[result->winner] += factor * rules->game_bonus;
}

int gin_winner_at(const GinRules *rules, const uint16_t score[2]) {
    if (score[0] >= rules->target) return 0;
    return score[1] >= rules->target ? 1 : -1;
}

// Decides whether the game is over after a hand.
static bool gin_game_is_over(GinGameResult *result, const GinRules *rules, int faulty) {
    result->winner = faulty >= 0 ? faulty ^ 1 : gin_winner_at(rules, result->score);
    return result->winner >= 0 || result->hands >= GIN_HAND_LIMIT;
}

static Seat starter_of(Rng chance) { return (Seat)(rng_next(&chance) >> 63); }

Seat gin_first_starter(uint64_t deals) { return starter_of(rng_of_key(deals, RNG_STARTER)); }

// The key is worth keeping where hands follow from it; a secret's hands have nothing in common.
static void deal_cards(const GinGamePlan *plan, const Chance *chance, uint64_t key, uint32_t hand,
                       Card deck[CARD_COUNT]) {
    if (__builtin_expect(chance->secret != NULL, 0))
        chance_deck(chance, plan->deal, hand, deck);
    else
        rng_deal(key, hand, deck);
}

static void report_hand(const GinGamePlan *plan, const GinPlayer players[2], const GinHandRecord *record) {
    if (plan->watch) plan->watch(plan->context, record);
    for (int seat = 0; seat < GIN_SEATS; seat++)
        if (players[seat].watch) players[seat].watch(players[seat].self, record, (Seat)seat);
}

void gin_play_game(const GinGamePlan *plan, const GinPlayer players[2], GinGameResult *result) {
    Chance chance = {plan->secret, plan->seed, plan->match};
    uint64_t deals = rng_key(plan->seed, plan->match, plan->deal);
    Rng rng[2] = {chance_player(&chance, plan->game, 0), chance_player(&chance, plan->game, 1)};
    Seat starter = starter_of(chance_starter(&chance, plan->deal));
    bool watched = plan->watch || players[0].watch || players[1].watch;
    bool remembered = watched || !players[0].forgets || !players[1].forgets;
    *result = (GinGameResult){.winner = -1, .first_starter = starter};

    GinState state;
    GinHistory history;
    GinPast past = {0};
    Card deck[CARD_COUNT];
    for (bool over = false; !over;) {
        if (result->hands && remembered) gin_past_add(&past, &state, &history.log);
        deal_cards(plan, &chance, deals, result->hands, deck);
        gin_deal_deck(&state, &history, plan->rules, starter, result->score, deck);
        history.past = past.last;
        Fault fault = FAULT_NONE;
        GinAction refused = {0};
        int faulty = plan->timed ? gin_play_turns(&state, &history, players, rng, &fault, &refused, result->seat)
                                 : gin_play_hand(&state, &history, players, rng, &fault, &refused);
        uint32_t hand = result->hands++;
        if (faulty < 0) gin_count_hand(result, &state);
        result->fault = fault;
        result->hash = gin_hand_hash(result->hash, &state, &history) + fault;
        over = gin_game_is_over(result, plan->rules, faulty);
        starter = gin_next_starter(plan->rules, &state);
        if (over) gin_game_bonuses(result, plan->rules);
        if (!watched) continue;
        GinHandRecord record = {deck,  hand,    &state,         &history, faulty,
                                fault, refused, result->winner, over,     over ? result->total : NULL};
        report_hand(plan, players, &record);
    }
    gin_past_close(&past);
}
