// SPDX-License-Identifier: MIT
// What a seat of Hearts sees, as JSON.
#include <stdio.h>

#include "api/hearts/api_hearts_internal.h"
#include "wire/hearts/hearts_lines.h"

static const char *const PHASES[] = {"passing", "playing", "over"};

void api_hearts_each_legal(const HeartsView *view, ApiMoveVisit *visit, void *context) {
    char move[16], card[CARD_TEXT];
    if (view->table->phase == HEARTS_PASSING) {
        snprintf(move, sizeof move, "pass %d", view->rules->pass_count);
        visit(context, move);
        return;
    }
    for (CardSet rest = hearts_legal_of(view->table, view->rules, view->hand); rest; rest = set_rest(rest)) {
        card_print(set_first(rest), card);
        snprintf(move, sizeof move, "play %s", card);
        visit(context, move);
    }
}

static void put_points(Json *json, const char *key, const int16_t points[HEARTS_SEATS]) {
    json_array(json, key);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) json_int(json, NULL, points[seat]);
    json_end_array(json);
}

static void put_trick(Json *json, const HeartsTable *table) {
    json_array(json, "trick");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) api_json_card(json, NULL, table->trick[seat]);
    json_end_array(json);
}

static void hearts_state_put_table(Json *json, const HeartsTable *table, const HeartsRules *rules) {
    int16_t points[HEARTS_SEATS];
    json_string(json, "phase", PHASES[table->phase]);
    json_string(json, "pass", hearts_lines_pass((HeartsPass)table->direction));
    json_int(json, "pass_count", rules->pass_count);
    json_int(json, "leader", table->leader);
    json_int(json, "tricks", table->tricks);
    json_bool(json, "broken", table->broken);
    put_trick(json, table);
    json_array(json, "taken");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        api_json_cards(json, NULL, table->taken[seat]);
        points[seat] = (int16_t)hearts_points_of(rules, table->taken[seat]);
    }
    json_end_array(json);
    put_points(json, "points", points); // of the cards taken so far
    json_array(json, "tricks_taken");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) json_int(json, NULL, table->tricks_taken[seat]);
    json_end_array(json);
    json_array(json, "out_of"); // suits in which a seat has shown to hold nothing
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        char suits[CARD_SUITS + 1] = {0};
        for (int suit = 0, at = 0; suit < CARD_SUITS; suit++)
            if (table->void_suits[seat] >> suit & 1) suits[at++] = "CDHS"[suit];
        json_string(json, NULL, suits);
    }
    json_end_array(json);
    put_points(json, "scores_before", table->score);
}

static void hearts_state_put_own(Json *json, const HeartsView *view) {
    api_json_cards(json, "hand", view->hand);
    api_json_cards(json, "start", view->start);
    api_json_cards(json, "given", view->given);
    api_json_cards(json, "received", view->received);
}

static void hearts_state_put_events(Json *json, const HeartsLog *log) {
    json_array(json, "events");
    for (int i = 0; i < log->count; i++) {
        json_object(json, NULL);
        json_int(json, "seat", log->seat[i]);
        json_string(json, "what", "play");
        api_json_card(json, "card", log->card[i]);
        json_end(json);
    }
    json_end_array(json);
}

void api_hearts_view(const HeartsView *view, Json *json) {
    hearts_state_put_table(json, view->table, view->rules);
    hearts_state_put_own(json, view);
    hearts_state_put_events(json, view->log);
}

void api_hearts_hand_result(const deadwood_game *game, Json *json) {
    const HeartsState *state = &((const ApiHeartsGame *)game)->state;
    json_object(json, NULL);
    put_points(json, "points", state->points);
    json_int(json, "moon", state->moon);
    json_end(json);
}

void api_hearts_state(const deadwood_game *game, int seat, Json *json) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    bool over = self->state.table.phase == HEARTS_OVER;
    Seat own = (Seat)(seat >= 0 ? seat : self->state.table.to_act);
    HeartsView view = hearts_view(&self->state, &self->log, own);
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&self->rules, rules);
    api_state_head(game, seat, rules, json);
    api_hearts_view(&view, json);
    json_array(json, "cards");
    for (int i = 0; i < HEARTS_SEATS; i++) {
        if (seat < 0 || seat == i || over)
            api_json_cards(json, NULL, self->state.hand[i]);
        else
            json_null(json, NULL);
    }
    json_end_array(json);
    json_array(json, "result"); // empty, or the one
    if (over) api_hearts_hand_result(game, json);
    json_end_array(json);
    api_state_tail(game, json);
}
