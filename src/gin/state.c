// SPDX-License-Identifier: MIT
// A hand from the deal to the showdown: what is legal, what an action changes, what a seat sees.
#include <assert.h>

#include "gin/turn.h"

// noinline for code that runs once a hand, so that the functions of every turn need few registers.
#define COLD __attribute__((noinline))

static void set_knock_limit(GinTable *table, const GinRules *rules, Card upcard) {
    table->factor = rules->spades_double && card_suit(upcard) == 3 ? 2 : 1;
    table->knock_limit = rules->knock_limit;
    if (!rules->upcard_limit) return;
    int points = gin_card_points(upcard);
    table->knock_limit = (uint8_t)(rules->ace_gin && points == 1 ? 0 : points);
}

void gin_deal_deck(GinState *state, GinHistory *history, const GinRules *rules, Seat starter, const uint16_t score[2],
                   const Card deck[CARD_COUNT]) {
    *state = (GinState){
        .table = {.upcard = deck[20],
                  .taken = CARD_NONE,
                  .stock = GIN_STOCK_SIZE,
                  .phase = GIN_FIRST_OFFER,
                  .to_act = starter,
                  .starter = starter,
                  .score = {score[0], score[1]}},
        .drawn = CARD_NONE,
        .rules = rules,
    };
    for (int i = 0; i < 2 * GIN_HAND_SIZE; i += 2) {
        state->hand[starter] |= set_of(deck[i]);
        state->hand[starter ^ 1] |= set_of(deck[i + 1]);
    }
    for (int i = 0; i < GIN_STOCK_SIZE; i++) state->stock[i] = deck[CARD_COUNT - 1 - i];
    set_knock_limit(&state->table, rules, deck[20]);
    if (!history) return;
    history->log.count = history->draws[0].count = history->draws[1].count = 0;
    history->past = NULL;
}

static GinLegal legal_moves(const GinTable *table, const GinRules *rules, CardSet hand) {
    GinLegal legal = {
        .pass = table->phase <= GIN_SECOND_OFFER,
        .take = may_draw(table, 1),
        .stock = table->phase == GIN_DRAW,
        .show = table->phase == GIN_DEFEND,
    };
    if (table->phase != GIN_DISCARD) return legal;
    legal.discards = hand & ~set_of(table->taken);
    legal.big_gin = rules->big_gin_bonus && gin_deadwood(hand) == 0;
    for (CardSet rest = legal.discards; rest; rest = set_rest(rest)) {
        CardSet card = rest & -rest;
        if (gin_deadwood(hand ^ card) <= table->knock_limit) legal.knocks |= card;
    }
    return legal;
}

GinLegal gin_legal(const GinState *state) {
    return legal_moves(&state->table, state->rules, state->hand[state->table.to_act]);
}

GinLegal gin_view_legal(const GinView *view) { return legal_moves(view->table, view->rules, view->hand); }

// The melds shown with a knock, or the best ones if none are, leave no more than the limit.
static bool melds_allow(const GinSplit *melds, CardSet hand, int limit) {
    CardSet melded = gin_split_cards(melds);
    if (!melded) return gin_deadwood(hand) <= limit;
    return gin_is_split(melds, hand) && gin_points(hand & ~melded) <= limit;
}

static bool may_knock_now(const GinState *state, const GinAction *action) {
    const GinTable *table = &state->table;
    return may_drop_card(state, action->card) &&
           melds_allow(&action->melds, state->hand[table->to_act] ^ set_of(action->card), table->knock_limit);
}

static bool may_call_big(const GinState *state, const GinAction *action) {
    return state->table.phase == GIN_DISCARD && state->rules->big_gin_bonus &&
           melds_allow(&action->melds, state->hand[state->table.to_act], 0);
}

static bool may_show(const GinState *state, const GinAction *action) {
    return state->table.phase == GIN_DEFEND && gin_is_split(&action->melds, state->hand[state->table.to_act]);
}

bool gin_is_legal(const GinState *state, const GinAction *action) {
    switch ((GinMove)action->move) {
    case GIN_PASS: return state->table.phase <= GIN_SECOND_OFFER;
    case GIN_TAKE: return may_draw(&state->table, 1);
    case GIN_STOCK: return may_draw(&state->table, 0);
    case GIN_DROP: return may_drop_card(state, action->card);
    case GIN_KNOCK: return may_knock_now(state, action);
    case GIN_CALL_BIG: return may_call_big(state, action);
    case GIN_SHOW: return may_show(state, action);
    case GIN_RESIGN: return false;
    }
    return false;
}

static void pass_upcard(GinState *state, GinHistory *history) {
    GinTable *table = &state->table;
    note_event(history, GIN_EVENT_PASS, table->to_act, table->upcard);
    table->passes++;
    table->forced = table->phase == GIN_SECOND_OFFER;
    table->phase = table->forced ? GIN_DRAW : GIN_SECOND_OFFER;
    table->to_act ^= 1;
}

COLD void gin_cancel(GinState *state) {
    int deadwood[2] = {gin_deadwood(state->hand[0]), gin_deadwood(state->hand[1])};
    state->table.phase = GIN_OVER;
    state->result = (GinResult){.end = GIN_CANCELLED, .deadwood = {(uint8_t)deadwood[0], (uint8_t)deadwood[1]}};
}

static void expose(GinState *state, Seat knocker, const GinSplit *melds) {
    state->melds[knocker] = *melds;
    if (!gin_split_cards(&state->melds[knocker])) state->melds[knocker] = gin_best_split(state->hand[knocker]);
    state->drawn = state->table.taken = CARD_NONE; // big gin comes without a discard
    state->table.phase = GIN_DEFEND;
    state->table.to_act = knocker ^ 1;
}

static GinSplit best_answer(const GinState *state, Seat defender) {
    const GinSplit *knock = &state->melds[defender ^ 1];
    bool gin = !(state->hand[defender ^ 1] & ~gin_split_cards(knock));
    CardSet hand = state->hand[defender];
    return gin ? gin_best_split(hand) : gin_best_defence(hand, knock, (GinLayoff)state->rules->layoff, NULL);
}

static void show_melds(GinState *state, GinHistory *history, const GinSplit *melds) {
    Seat defender = state->table.to_act, knocker = defender ^ 1;
    note_event(history, GIN_EVENT_MELDS, defender, CARD_NONE);
    state->melds[defender] = *melds;
    if (!gin_split_cards(&state->melds[defender])) state->melds[defender] = best_answer(state, defender);
    state->result = gin_score(state->rules, state->table.factor, knocker, state->hand[knocker], &state->melds[knocker],
                              state->hand[defender], &state->melds[defender]);
    state->table.phase = GIN_OVER;
}

static bool try_pass(GinState *state, GinHistory *history) {
    if (state->table.phase > GIN_SECOND_OFFER) return false;
    pass_upcard(state, history);
    return true;
}

static bool try_knock(GinState *state, GinHistory *history, const GinAction *action) {
    Seat seat = state->table.to_act;
    if (!may_knock_now(state, action)) return false;
    note_event(history, GIN_EVENT_KNOCK, seat, action->card);
    discard_card(state, action->card);
    expose(state, seat, &action->melds);
    return true;
}

static bool try_big_gin(GinState *state, GinHistory *history, const GinAction *action) {
    if (!may_call_big(state, action)) return false;
    note_event(history, GIN_EVENT_BIG_GIN, state->table.to_act, CARD_NONE);
    expose(state, state->table.to_act, &action->melds);
    return true;
}

static bool try_show(GinState *state, GinHistory *history, const GinAction *action) {
    if (!may_show(state, action)) return false;
    show_melds(state, history, &action->melds);
    return true;
}

COLD bool gin_try_rare(GinState *state, GinHistory *history, const GinAction *action) {
    if (action->move == GIN_KNOCK) return try_knock(state, history, action);
    if (action->move == GIN_SHOW) return try_show(state, history, action);
    if (action->move == GIN_PASS) return try_pass(state, history);
    return action->move == GIN_CALL_BIG && try_big_gin(state, history, action);
}

bool gin_try(GinState *state, GinHistory *history, const GinAction *action) {
    return gin_try_turn(state, history, action);
}

void gin_apply(GinState *state, GinHistory *history, const GinAction *action) {
    bool legal = gin_try(state, history, action);
    assert(legal);
    (void)legal;
}

GinView gin_view(const GinState *state, const GinHistory *history, Seat seat) {
    GinView view = gin_view_blank(state, history, seat);
    if (seat == state->table.to_act && state->table.phase != GIN_OVER) gin_view_refresh(&view, state);
    return view;
}

bool gin_state_is_sound(const GinState *state) {
    const GinTable *table = &state->table;
    CardSet seen = 0;
    int count = 0;
    CardSet parts[] = {state->hand[0], state->hand[1], table->buried, set_of(table->upcard) & SET_DECK};
    for (int i = 0; i < 4; i++) {
        if (seen & parts[i] || parts[i] & ~SET_DECK) return false;
        seen |= parts[i];
        count += set_count(parts[i]);
    }
    for (int i = 0; i < table->stock; i++) {
        if (seen & set_of(state->stock[i])) return false;
        seen |= set_of(state->stock[i]);
        count++;
    }
    bool known = !(table->known[0] & ~state->hand[0]) && !(table->known[1] & ~state->hand[1]);
    return count == CARD_COUNT && seen == SET_DECK && known;
}
