// SPDX-License-Identifier: MIT
// What a seat of gin sees, as JSON.
#include <stdio.h>

#include "api/gin/api_gin_internal.h"

static const char *const PHASES[] = {"first-offer", "second-offer", "draw", "discard", "defend", "over"};
static const char *const ENDS[] = {"cancelled", "knock", "gin", "big-gin", "undercut"};

static void tell_card(ApiMoveVisit *visit, void *context, const char *word, CardSet cards) {
    for (; cards; cards = set_rest(cards)) {
        char move[16], card[CARD_TEXT];
        card_print(set_first(cards), card);
        snprintf(move, sizeof move, "%s %s", word, card);
        visit(context, move);
    }
}

void api_gin_each_legal(const GinLegal *legal, ApiMoveVisit *visit, void *context) {
    if (legal->pass) visit(context, "pass");
    if (legal->take) visit(context, "draw up");
    if (legal->stock) visit(context, "draw stock");
    tell_card(visit, context, "discard", legal->discards);
    tell_card(visit, context, "knock", legal->knocks);
    if (legal->big_gin) visit(context, "biggin");
    if (legal->show) visit(context, "melds");
}

static void gin_state_put_melds(Json *json, const char *key, const GinSplit *melds) {
    json_array(json, key);
    for (int i = 0; i < GIN_MAX_MELDS; i++)
        if (melds->meld[i]) api_json_cards(json, NULL, melds->meld[i]);
    json_end_array(json);
}

// A card drawn from the stock is known to who drew it: draws of a seat are NULL where they are hidden.
static void gin_state_put_events(Json *json, const GinLog *log, const GinDraws *const draws[2]) {
    static const char *const kinds[] = {"pass", "take", "stock", "discard", "knock", "biggin", "melds"};
    int drawn[2] = {0, 0};
    json_array(json, "events");
    for (int i = 0; i < log->count; i++) {
        GinEvent event = log->event[i];
        GinEventKind kind = gin_event_kind(event);
        Seat seat = gin_event_seat(event);
        Card card = event.card;
        if (kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) {
            int number = drawn[seat]++;
            if (draws[seat] && number < draws[seat]->count) card = draws[seat]->card[number];
        }
        json_object(json, NULL);
        json_int(json, "seat", seat);
        json_string(json, "what", kinds[kind]);
        api_json_card(json, "card", card);
        json_end(json);
    }
    json_end_array(json);
}

// The table, which both see.
static void gin_state_put_table(Json *json, const GinTable *table) {
    json_string(json, "phase", PHASES[table->phase]);
    json_int(json, "starter", table->starter);
    json_int(json, "knock_limit", table->knock_limit);
    json_int(json, "factor", table->factor);
    json_int(json, "stock", table->stock);
    api_json_card(json, "upcard", table->upcard);
    api_json_card(json, "taken", table->taken);
    api_json_cards(json, "buried", table->buried);
    json_array(json, "known");
    for (int seat = 0; seat < GIN_SEATS; seat++) api_json_cards(json, NULL, table->known[seat]);
    json_end_array(json);
    json_array(json, "scores_before");
    for (int seat = 0; seat < GIN_SEATS; seat++) json_int(json, NULL, table->score[seat]);
    json_end_array(json);
}

static void gin_state_put_own(Json *json, CardSet hand, Card drawn) {
    GinSplit best = gin_best_split(hand);
    api_json_cards(json, "hand", hand);
    api_json_card(json, "drawn", drawn);
    json_int(json, "deadwood", gin_deadwood(hand));
    gin_state_put_melds(json, "melds", &best);
}

static void put_knock(Json *json, const GinView *view) {
    if (!view->knock) return;
    gin_state_put_melds(json, "knock", view->knock);
    api_json_cards(json, "exposed", view->exposed);
}

void api_gin_view(const GinView *view, Json *json) {
    const GinDraws *draws[2] = {NULL, NULL};
    draws[view->seat] = view->draws;
    gin_state_put_table(json, view->table);
    gin_state_put_own(json, view->hand, view->drawn);
    put_knock(json, view);
    gin_state_put_events(json, view->log, draws);
}

void api_gin_hand_result(const deadwood_game *game, Json *json) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    const GinResult *result = &self->state.result;
    bool scored = result->end != GIN_CANCELLED;
    json_object(json, NULL);
    json_string(json, "end", ENDS[result->end]);
    json_int(json, "winner", scored ? result->winner : -1);
    json_int(json, "knocker", scored ? result->knocker : -1);
    json_int(json, "points", scored ? result->points : 0);
    if (scored) {
        json_array(json, "deadwood");
        for (int seat = 0; seat < GIN_SEATS; seat++) json_int(json, NULL, result->deadwood[seat]);
        json_end_array(json);
        api_json_cards(json, "laid_off", result->laid_off);
        json_array(json, "melds");
        for (int seat = 0; seat < GIN_SEATS; seat++) gin_state_put_melds(json, NULL, &self->state.melds[seat]);
        json_end_array(json);
    }
    json_end(json);
}

// Whose cards a seat sees: its own, the knocker's once it has knocked, and both when the hand is over.
static bool sees(const ApiGinGame *self, int viewer, int seat) {
    const GinTable *table = &self->state.table;
    if (viewer < 0 || viewer == seat) return true;
    if (table->phase == GIN_DEFEND) return seat != table->to_act;
    return table->phase == GIN_OVER;
}

void api_gin_state(const deadwood_game *game, int seat, Json *json) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    const GinTable *table = &self->state.table;
    bool over = table->phase == GIN_OVER, acts = !over && (seat < 0 || seat == table->to_act);
    Seat own = (Seat)(seat >= 0 ? seat : table->to_act);
    const GinDraws *draws[2] = {NULL, NULL};
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&self->rules, rules);
    api_state_head(game, seat, rules, json);
    gin_state_put_table(json, table);
    gin_state_put_own(json, self->state.hand[own], acts ? self->state.drawn : CARD_NONE);
    json_array(json, "cards");
    for (int i = 0; i < GIN_SEATS; i++) {
        if (seat < 0 || seat == i) draws[i] = &self->history.draws[i];
        if (sees(self, seat, i))
            api_json_cards(json, NULL, self->state.hand[i]);
        else
            json_null(json, NULL);
    }
    json_end_array(json);
    if (acts && table->phase == GIN_DEFEND) {
        GinView view = gin_view(&self->state, &self->history, own);
        put_knock(json, &view);
    }
    api_json_card(json, "first_upcard", self->deck[2 * GIN_HAND_SIZE]);
    gin_state_put_events(json, &self->history.log, draws);
    json_array(json, "result"); // empty, or the one
    if (over) api_gin_hand_result(game, json);
    json_end_array(json);
    api_state_tail(game, json);
}
