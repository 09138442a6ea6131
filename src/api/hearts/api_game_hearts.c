// SPDX-License-Identifier: MIT
// A game of Hearts behind a handle.
#include <string.h>

#include "api/hearts/api_hearts_internal.h"
#include "hearts/players/list/players.h"
#include "hearts/players/simple/ducker.h"
#include "wire/hearts/hearts_lines.h"

static bool hearts_game_read_rules(deadwood_game *game, const char *text, Error *err) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    self->rules = hearts_rules_default();
    return !text || hearts_rules_parse(text, &self->rules, err);
}

// ---- The table ----

static void hearts_game_lay_out(ApiHeartsGame *self) {
    self->common.actions = 0;
    hearts_deal_deck(&self->state, &self->log, &self->rules, self->common.hand, self->score, self->deck);
}

static void hearts_game_deal_hand(ApiHeartsGame *self) {
    hearts_deck_for(self->common.seed, 0, 0, self->common.hand, self->deck);
    hearts_game_lay_out(self);
}

// Where a hand is a game, leader and pass go round with the seed.
static void hearts_game_deal_first(deadwood_game *game) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    game->hand = self->rules.target ? 0 : (uint32_t)(game->seed & 3);
    hearts_game_deal_hand(self);
}

static bool hearts_game_is_over(const ApiHeartsGame *self) { return self->state.table.phase == HEARTS_OVER; }

static int hearts_game_to_move(const deadwood_game *game) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    return hearts_game_is_over(self) ? -1 : self->state.table.to_act;
}

static void hearts_game_add_up(const ApiHeartsGame *self, int16_t score[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        score[seat] = hearts_new_score(self->score[seat], hearts_game_is_over(self) ? self->state.points[seat] : 0);
}

static void hearts_game_tell_scores(const deadwood_game *game, int32_t scores[API_SEATS]) {
    int16_t score[HEARTS_SEATS];
    hearts_game_add_up((const ApiHeartsGame *)game, score);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) scores[seat] = score[seat];
}

static bool hearts_game_game_is_over(const deadwood_game *game) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    int16_t score[HEARTS_SEATS];
    if (!hearts_game_is_over(self)) return false;
    hearts_game_add_up(self, score);
    bool over = !self->rules.target || game->hand + 1 >= HEARTS_DEAL_LIMIT;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) over = over || score[seat] >= self->rules.target;
    return over;
}

static int hearts_game_winner_of(const deadwood_game *game) {
    int16_t score[HEARTS_SEATS];
    hearts_game_add_up((const ApiHeartsGame *)game, score);
    return hearts_lowest(score);
}

// ---- Moves ----

static void hearts_game_apply(ApiHeartsGame *self, const HeartsAction *action) {
    self->action[self->common.actions++] = *action;
    hearts_apply(&self->state, &self->log, action);
}

static bool hearts_game_make_move(deadwood_game *game, char *move, bool *legal, Error *err) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    HeartsAction action;
    if (!hearts_lines_parse_move(move, &action, err)) return false;
    *legal = hearts_is_legal(&self->state, &action);
    if (*legal)
        hearts_game_apply(self, &action);
    else
        hearts_explain(&self->state, &action, err);
    return *legal;
}

static void hearts_game_ask_player(deadwood_game *game, Rng *rng, Text *move) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    Seat seat = self->state.table.to_act;
    HeartsView view = hearts_view(&self->state, &self->log, seat);
    const HeartsPlayer *player = &self->player[seat];
    HeartsAction action = player->choose(player->self, &view, rng);
    if (!hearts_is_legal(&self->state, &action)) {
        bool resigned = action.move == HEARTS_RESIGN;
        error_set(&game->notice, "%s %s; a simple player moves for it", game->spec[seat],
                  resigned ? "gave no move" : "tried what is not allowed");
        HeartsPlayer stand_in = hearts_ducker_player();
        action = stand_in.choose(stand_in.self, &view, rng);
    }
    if (action.move == HEARTS_GIVE) action.card = CARD_NONE;
    hearts_lines_add_move(move, &action);
    hearts_game_apply(self, &action);
}

static bool hearts_game_seat_player(deadwood_game *game, int seat, const char *spec, Error *err) {
    return hearts_player_open(spec, &((ApiHeartsGame *)game)->player[seat], err);
}

static void hearts_game_leave(deadwood_game *game) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) hearts_player_close(&((ApiHeartsGame *)game)->player[seat]);
}

static void hearts_game_rewind_to(deadwood_game *game, int actions) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    hearts_game_lay_out(self);
    while (game->actions < actions) hearts_game_apply(self, &self->action[game->actions]);
}

static int hearts_game_last_of_callers(const deadwood_game *game) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    HeartsState state;
    int last = -1;
    hearts_deal_deck(&state, NULL, &self->rules, game->hand, self->score, self->deck);
    for (int i = 0; i < game->actions; i++) {
        bool forced = state.table.phase == HEARTS_PLAYING && !set_rest(hearts_legal(&state));
        if (game->yours[state.table.to_act] && !forced) last = i;
        hearts_apply(&state, NULL, &self->action[i]);
    }
    return last;
}

static bool hearts_game_settle_and_deal(deadwood_game *game) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    hearts_game_add_up(self, self->score);
    game->hand++;
    hearts_game_deal_hand(self);
    return true;
}

// ---- Records ----

static void hearts_game_add_record(const deadwood_game *game, Text *line) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    const char *names[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) names[seat] = api_seat_name(game, seat);
    HeartsHandRecord hand = {
        .deck = self->deck,
        .state = &self->state,
        .log = &self->log,
        .hand = game->hand,
        .game_over = hearts_game_game_is_over(game),
    };
    hearts_record_write(line, &hand, names, game->seed);
}

// The record that was on the table goes to those before; this one comes onto it.
static bool hearts_game_load_line(deadwood_game *game, const char *line, Error *err) {
    ApiHeartsGame *self = (ApiHeartsGame *)game;
    HeartsRecord *record = &self->loaded[self->loads & 1];
    const HeartsRecord *before = self->loads ? &self->loaded[!(self->loads & 1)] : NULL;
    if (!hearts_record_parse(line, record, err)) return false;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (record->fault[seat]) return error_set(err, "seat %d was taken out of this hand by a fault", seat);
    if (before && (before->game != record->game || before->hand + 1 != record->hand))
        return error_set(err, "this is not the next hand of the same game");
    if (before && !hearts_record_follows(before, record, err)) return false;
    if (before) {
        Json json = json_into(&game->results, false);
        if (game->results.size) text_add(&game->results, ",");
        game->kind->hand_result(game, &json);
        hearts_record_print(&game->records, before);
    }
    self->loads++;
    self->rules = record->rules;
    game->seed = record->game;
    game->hand = record->hand;
    memcpy(self->score, record->score, sizeof self->score);
    memcpy(self->deck, record->deck, sizeof self->deck);
    memcpy(self->action, record->action, (size_t)record->actions * sizeof *record->action);
    hearts_game_rewind_to(game, record->actions);
    return true;
}

static const char *hearts_game_loaded_name(const deadwood_game *game, int seat) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    return self->loaded[!(self->loads & 1)].player[seat];
}

static void hearts_game_each_legal(const deadwood_game *game, ApiMoveVisit *visit, void *context) {
    const ApiHeartsGame *self = (const ApiHeartsGame *)game;
    if (hearts_game_is_over(self)) return;
    HeartsView view = hearts_view(&self->state, &self->log, self->state.table.to_act);
    api_hearts_each_legal(&view, visit, context);
}

const GameKind api_hearts_game = {
    .game = API_HEARTS,
    .size = sizeof(ApiHeartsGame),
    .begins = "hearts/1 ",
    .rules = hearts_game_read_rules,
    .deal_first = hearts_game_deal_first,
    .seat = hearts_game_seat_player,
    .leave = hearts_game_leave,
    .to_move = hearts_game_to_move,
    .game_over = hearts_game_game_is_over,
    .winner = hearts_game_winner_of,
    .scores = hearts_game_tell_scores,
    .move = hearts_game_make_move,
    .ask = hearts_game_ask_player,
    .last_of_callers = hearts_game_last_of_callers,
    .rewind = hearts_game_rewind_to,
    .next = hearts_game_settle_and_deal,
    .record = hearts_game_add_record,
    .load = hearts_game_load_line,
    .loaded_name = hearts_game_loaded_name,
    .legal = hearts_game_each_legal,
    .state = api_hearts_state,
    .hand_result = api_hearts_hand_result,
};
