// SPDX-License-Identifier: MIT
// A game of gin behind a handle.
#include <string.h>

#include "api/gin/api_gin_internal.h"
#include "base/memory.h"
#include "gin/players/list/players.h"
#include "wire/gin/gin_lines.h"

static bool gin_game_read_rules(deadwood_game *game, const char *text, Error *err) {
    ApiGinGame *self = (ApiGinGame *)game;
    self->rules = gin_rules_default();
    return !text || gin_rules_parse(text, &self->rules, err);
}

// ---- The table ----

static void gin_game_lay_out(ApiGinGame *self) {
    self->common.actions = 0;
    gin_deal_deck(&self->state, &self->history, &self->rules, self->starter, self->score, self->deck);
    self->history.past = self->past.last;
}

static void gin_game_deal_hand(ApiGinGame *self) {
    gin_deck_for(self->common.seed, 0, 0, self->common.hand, self->deck);
    gin_game_lay_out(self);
}

static void gin_game_deal_first(deadwood_game *game) {
    ApiGinGame *self = (ApiGinGame *)game;
    self->starter = gin_first_starter(rng_key(game->seed, 0, 0));
    gin_game_deal_hand(self);
}

static bool gin_game_is_over(const ApiGinGame *self) { return self->state.table.phase == GIN_OVER; }

static int gin_game_to_move(const deadwood_game *game) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    return gin_game_is_over(self) ? -1 : self->state.table.to_act;
}

static void gin_game_add_up(const ApiGinGame *self, uint16_t score[2]) {
    const GinResult *result = &self->state.result;
    memcpy(score, self->score, sizeof self->score);
    if (gin_game_is_over(self) && result->end != GIN_CANCELLED)
        score[result->winner] = (uint16_t)(score[result->winner] + result->points);
}

static void gin_game_tell_scores(const deadwood_game *game, int32_t scores[API_SEATS]) {
    uint16_t score[2];
    gin_game_add_up((const ApiGinGame *)game, score);
    for (int seat = 0; seat < GIN_SEATS; seat++) scores[seat] = score[seat];
}

static int gin_game_winner_of(const deadwood_game *game) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    uint16_t score[2];
    gin_game_add_up(self, score);
    return gin_winner_at(&self->rules, score);
}

static bool gin_game_game_is_over(const deadwood_game *game) {
    return gin_game_is_over((const ApiGinGame *)game) &&
           (gin_game_winner_of(game) >= 0 || game->hand + 1 >= GIN_HAND_LIMIT);
}

// ---- Moves ----

static void gin_game_apply(ApiGinGame *self, const GinAction *action) {
    self->action[self->common.actions++] = *action;
    gin_apply(&self->state, &self->history, action);
}

static bool gin_game_make_move(deadwood_game *game, char *move, bool *legal, Error *err) {
    ApiGinGame *self = (ApiGinGame *)game;
    GinAction action;
    if (!gin_lines_parse_move(move, &action, err)) return false;
    *legal = gin_is_legal(&self->state, &action);
    if (*legal)
        gin_game_apply(self, &action);
    else
        gin_explain(&self->state, &action, err);
    return *legal;
}

static void gin_game_ask_player(deadwood_game *game, Rng *rng, Text *move) {
    ApiGinGame *self = (ApiGinGame *)game;
    Seat seat = self->state.table.to_act;
    GinView view = gin_view(&self->state, &self->history, seat);
    gin_view_refresh(&view, &self->state);
    GinPlayer *player = &self->player[seat];
    GinAction action = player->choose(player->self, &view, rng);
    if (!gin_is_legal(&self->state, &action)) {
        bool resigned = action.move == GIN_RESIGN;
        error_set(&game->notice, "%s %s; a simple player moves for it", game->spec[seat],
                  resigned ? "gave no move" : "tried what is not allowed");
        player = &self->stand_in;
        action = player->choose(player->self, &view, rng);
    }
    gin_lines_add_move(move, &action);
    gin_game_apply(self, &action);
}

static bool gin_game_seat_player(deadwood_game *game, int seat, const char *spec, Error *err) {
    ApiGinGame *self = (ApiGinGame *)game;
    if (!self->stand_in.choose && !gin_player_open("simple", &self->stand_in, err)) return false;
    return gin_player_open(spec, &self->player[seat], err);
}

static void gin_game_leave(deadwood_game *game) {
    ApiGinGame *self = (ApiGinGame *)game;
    for (int seat = 0; seat < GIN_SEATS; seat++) gin_player_close(&self->player[seat]);
    gin_player_close(&self->stand_in);
    gin_past_close(&self->past);
}

static void gin_game_rewind_to(deadwood_game *game, int actions) {
    ApiGinGame *self = (ApiGinGame *)game;
    gin_game_lay_out(self);
    while (game->actions < actions) gin_game_apply(self, &self->action[game->actions]);
}

static void count_move(void *count, const char *move) {
    (void)move;
    ++*(int *)count;
}

// The seat to act has only one move, a defence among them.
static bool gin_game_is_forced(const GinState *state) {
    GinLegal legal = gin_legal(state);
    int count = 0;
    api_gin_each_legal(&legal, count_move, &count);
    return count < 2;
}

static int gin_game_last_of_callers(const deadwood_game *game) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    GinState state;
    int last = -1;
    gin_deal_deck(&state, NULL, &self->rules, self->starter, self->score, self->deck);
    for (int i = 0; i < game->actions; i++) {
        if (game->yours[state.table.to_act] && !gin_game_is_forced(&state)) last = i;
        gin_apply(&state, NULL, &self->action[i]);
    }
    return last;
}

static bool gin_game_settle_and_deal(deadwood_game *game) {
    ApiGinGame *self = (ApiGinGame *)game;
    if (!gin_past_add(&self->past, &self->state, &self->history.log)) return false;
    gin_game_add_up(self, self->score);
    self->starter = gin_next_starter(&self->rules, &self->state);
    game->hand++;
    gin_game_deal_hand(self);
    return true;
}

// ---- Records ----

static void gin_game_add_record(const deadwood_game *game, Text *line) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    const char *const names[2] = {api_seat_name(game, 0), api_seat_name(game, 1)};
    bool over = gin_game_game_is_over(game);
    GinHandRecord hand = {
        .deck = self->deck,
        .hand = game->hand,
        .state = &self->state,
        .history = &self->history,
        .faulty = -1,
        .game_winner = over ? gin_game_winner_of(game) : -1,
        .game_over = over,
    };
    gin_record_write(line, &hand, &self->rules, names, game->seed);
}

// The record that was on the table goes to those before; this one comes onto it.
static bool gin_game_load_line(deadwood_game *game, const char *line, Error *err) {
    ApiGinGame *self = (ApiGinGame *)game;
    GinRecord *record = &self->loaded[self->loads & 1],
              *before = self->loads ? &self->loaded[!(self->loads & 1)] : NULL;
    if (!gin_record_parse(line, record, err)) return false;
    if (record->faulty >= 0) return error_set(err, "a player forfeited this game; it cannot be played on");
    if (before && (before->game != record->game || before->hand + 1 != record->hand))
        return error_set(err, "this is not the next hand of the same game");
    if (before && !gin_record_follows(before, record, err)) return false;
    if (before) {
        Json json = json_into(&game->results, false);
        if (game->results.size) text_add(&game->results, ",");
        game->kind->hand_result(game, &json);
        gin_record_print(&game->records, before);
    }
    if (before)
        gin_record_link(before, record, &self->past);
    else
        record->past = NULL;
    self->loads++;
    self->rules = record->rules;
    self->starter = record->starter;
    game->seed = record->game;
    game->hand = record->hand;
    memcpy(self->score, record->score, sizeof self->score);
    memcpy(self->deck, record->deck, sizeof self->deck);
    memcpy(self->action, record->action, (size_t)record->actions * sizeof *record->action);
    gin_game_rewind_to(game, record->actions);
    return true;
}

static const char *gin_game_loaded_name(const deadwood_game *game, int seat) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    return self->loaded[!(self->loads & 1)].player[seat];
}

static void gin_game_each_legal(const deadwood_game *game, ApiMoveVisit *visit, void *context) {
    const ApiGinGame *self = (const ApiGinGame *)game;
    if (gin_game_is_over(self)) return;
    GinLegal legal = gin_legal(&self->state);
    api_gin_each_legal(&legal, visit, context);
}

const GameKind api_gin_game = {
    .game = API_GIN,
    .size = sizeof(ApiGinGame),
    .begins = "gin/1 ",
    .rules = gin_game_read_rules,
    .deal_first = gin_game_deal_first,
    .seat = gin_game_seat_player,
    .leave = gin_game_leave,
    .to_move = gin_game_to_move,
    .game_over = gin_game_game_is_over,
    .winner = gin_game_winner_of,
    .scores = gin_game_tell_scores,
    .move = gin_game_make_move,
    .ask = gin_game_ask_player,
    .last_of_callers = gin_game_last_of_callers,
    .rewind = gin_game_rewind_to,
    .next = gin_game_settle_and_deal,
    .record = gin_game_add_record,
    .load = gin_game_load_line,
    .loaded_name = gin_game_loaded_name,
    .legal = gin_game_each_legal,
    .state = api_gin_state,
    .hand_result = api_gin_hand_result,
};
