// SPDX-License-Identifier: MIT
#include "hearts/table.h"

#include <assert.h>

#include "base/clock.h"
#include "base/little.h"

void hearts_deck_for(uint64_t seed, uint64_t match, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]) {
    rng_deal(rng_key(seed, match, deal), hand, deck);
}

// What a seat that was taken out does.
static __attribute__((noinline)) HeartsAction random_action(const HeartsState *state, Rng *rng) {
    HeartsAction action = {.move = HEARTS_PLAY, .card = CARD_NONE};
    if (state->table.phase == HEARTS_PLAYING) {
        action.card = rng_card(rng, hearts_legal(state));
        return action;
    }
    CardSet rest = state->hand[state->table.to_act];
    action.move = HEARTS_GIVE;
    for (int i = 0; i < state->rules->pass_count; i++) action.give |= set_of(rng_card(rng, rest & ~action.give));
    return action;
}

// A hand in progress with all that the referee needs.
typedef struct Round {
    HeartsState *state;
    HeartsLog *log;
    const HeartsPlayer *players;
    Rng *rng;
    HeartsSeatStats *stats;
    int faulty; // the first with a fault, or -1
} Round;

static inline HeartsAction ask_player(const Round *round, const HeartsView *view, Seat seat, bool open) {
    const HeartsPlayer *player = &round->players[seat];
    if (__builtin_expect(round->state->fault[seat], 0)) return random_action(round->state, &round->rng[seat]);
    if (open && player->choose_open)
        return player->choose_open(player->self, round->state, round->log, &round->rng[seat]);
    return player->choose(player->self, view, &round->rng[seat]);
}

// Takes the seat to act out of the hand, and acts for it.
static __attribute__((noinline)) void take_out(HeartsState *state, HeartsLog *log, HeartsAction refused, Rng *rng) {
    Seat seat = state->table.to_act;
    state->fault[seat] = (uint8_t)fault_of_refused(refused.move == HEARTS_RESIGN, refused.card);
    state->fault_at[seat] = (uint8_t)set_count(state->table.played);
    HeartsAction action = random_action(state, rng);
    hearts_apply(state, log, &action);
}

static __attribute__((noinline)) void take_out_of_round(Round *round, HeartsAction refused) {
    Seat seat = round->state->table.to_act;
    if (round->faulty < 0) round->faulty = seat;
    take_out(round->state, round->log, refused, &round->rng[seat]);
}

bool hearts_play_turn(HeartsState *state, HeartsLog *log, const HeartsPlayer *player, Rng *rng) {
    Seat seat = state->table.to_act;
    HeartsView view = hearts_view(state, log, seat);
    HeartsAction action = state->fault[seat] ? random_action(state, rng) : player->choose(player->self, &view, rng);
    if (hearts_try(state, log, &action)) return true;
    take_out(state, log, action, rng);
    return false;
}

static inline HeartsAction ask_timed(const Round *round, const HeartsView *view, Seat seat, bool open, bool timed) {
    uint64_t start = timed ? (uint64_t)clock_now() : 0;
    HeartsAction action = ask_player(round, view, seat, open);
    if (timed) {
        round->stats[seat].nanoseconds += (uint64_t)clock_now() - start;
        round->stats[seat].decisions++;
    }
    return action;
}

static __attribute__((noinline)) void pass_cards(Round *round, bool open, bool timed) {
    while (round->state->table.phase == HEARTS_PASSING) {
        HeartsView view = hearts_view(round->state, round->log, round->state->table.to_act);
        HeartsAction action = ask_timed(round, &view, view.seat, open, timed);
        if (!hearts_try(round->state, round->log, &action)) take_out_of_round(round, action);
    }
}

// The main loop. A seat's view stays valid; only its hand is updated. Inlined, so that the loop without timing and open
// cards pays nothing.
static inline __attribute__((always_inline)) void hearts_play_turns(Round *round, bool open, bool timed) {
    HeartsState *state = round->state;
    HeartsLog *log = round->log;
    HeartsView view[HEARTS_SEATS];
    pass_cards(round, open, timed);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) hearts_view_fill(&view[seat], state, log, (Seat)seat);
    while (state->table.phase == HEARTS_PLAYING) {
        Seat seat = state->table.to_act;
        HeartsAction action = ask_timed(round, &view[seat], seat, open, timed);
        if (action.move == HEARTS_PLAY && hearts_may_play(state, seat, action.card))
            hearts_play_logged(state, log, action.card);
        else
            take_out_of_round(round, action);
        view[seat].hand = state->hand[seat];
    }
}

static void play_closed(Round *round) { hearts_play_turns(round, false, false); }
static void play_any(Round *round, bool open, bool timed) { hearts_play_turns(round, open, timed); }

static int hearts_play_round(Round *round, bool open, bool timed) {
    if (open || timed)
        play_any(round, open, timed);
    else
        play_closed(round);
    return round->faulty;
}

int hearts_play_hand(HeartsState *state, HeartsLog *log, const HeartsPlayer players[HEARTS_SEATS],
                     Rng rng[HEARTS_SEATS], bool open, Fault *fault) {
    Round round = {state, log, players, rng, NULL, -1};
    int faulty = hearts_play_round(&round, open, false);
    *fault = faulty < 0 ? FAULT_NONE : (Fault)state->fault[faulty];
    return faulty;
}

// Hashes the cards in the order they fell, eight at a time, and what was passed and scored.
uint64_t hearts_hand_hash(uint64_t hash, const HeartsState *state, const HeartsLog *log) {
    for (int at = 0; at < 48; at += 8) {
        hash = (hash ^ little_word(&log->card[at])) * UINT64_C(0x9FB21C651E98DF25);
        hash ^= hash >> 32;
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        hash = hash * 5 + (state->given[seat] ^ log->card[48 + seat] ^ (uint64_t)state->fault[seat] << 56);
    return rng_fold(hash, little_shorts(state->points));
}

static void hearts_count_hand(HeartsGameResult *result, const HeartsState *state) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        result->total[seat] = hearts_new_score(result->total[seat], state->points[seat]);
        result->seat[seat].queens += set_has(state->table.taken[seat], HEARTS_QUEEN);
        result->seat[seat].moons += state->moon == seat;
        result->seat[seat].conceded += state->moon >= 0 && state->moon != seat;
        result->seat[seat].faults[state->fault[seat]] += state->fault[seat] != FAULT_NONE;
    }
    result->hands++;
}

bool hearts_game_ends(const HeartsRules *rules, const int16_t total[HEARTS_SEATS], uint32_t hands) {
    bool over = hands >= HEARTS_DEAL_LIMIT;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) over = over || total[seat] >= rules->target;
    return over || !rules->target;
}

int hearts_lowest(const int16_t total[HEARTS_SEATS]) {
    int best = 0;
    bool tied = false;
    for (int seat = 1; seat < HEARTS_SEATS; seat++) {
        if (total[seat] < total[best])
            best = seat, tied = false;
        else
            tied = tied || total[seat] == total[best];
    }
    return tied ? -1 : best;
}

void hearts_play_game(const HeartsGamePlan *plan, const HeartsPlayer players[HEARTS_SEATS], HeartsGameResult *result) {
    Chance chance = {plan->secret, plan->seed, plan->match};
    uint64_t deals = rng_key(plan->seed, plan->match, plan->deal);
    uint64_t own = rng_key(plan->seed, plan->match, plan->game);
    Rng rng[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        rng[seat] = plan->secret ? chance_player(&chance, plan->game, (uint64_t)seat) : rng_of_key(own, (uint64_t)seat);
    *result = (HeartsGameResult){.faulty = -1};

    HeartsState state;
    HeartsLog log;
    Card deck[CARD_COUNT];
    for (bool over = false; !over;) {
        uint32_t hand = result->hands;
        if (plan->secret)
            chance_deck(&chance, plan->deal, hand, deck);
        else
            rng_deal(deals, hand, deck);
        hearts_deal_deck(&state, &log, plan->rules, plan->first + hand, result->total, deck);
        Round round = {&state, &log, players, rng, result->seat, -1};
        int faulty = hearts_play_round(&round, plan->open, plan->timed);
        if (faulty >= 0 && result->faulty < 0) {
            result->faulty = faulty;
            result->fault = (Fault)state.fault[faulty];
        }
        hearts_count_hand(result, &state);
        result->hash = hearts_hand_hash(result->hash, &state, &log);
        over = plan->hands ? result->hands >= plan->hands : hearts_game_ends(plan->rules, result->total, result->hands);
        HeartsHandRecord record = {deck, &state, &log, hand, over};
        if (plan->watch) plan->watch(plan->context, &record);
        for (int seat = 0; seat < HEARTS_SEATS; seat++)
            if (players[seat].watch) players[seat].watch(players[seat].self, &record, (Seat)seat);
    }
    result->winner = hearts_lowest(result->total);
}
