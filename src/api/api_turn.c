// SPDX-License-Identifier: MIT
// Players of the caller: functions that are shown a turn and answer it.
#include <stdlib.h>
#include <string.h>

#include "api/gin/api_gin_internal.h"
#include "api/hearts/api_hearts_internal.h"
#include "gin/players/env/observe.h"
#include "wire/gin/gin_lines.h"
#include "wire/hearts/hearts_lines.h"

enum { MOVE_TEXT = 128 };

// One added player, as the engine's players know it: `self` of a GinPlayer or a HeartsPlayer.
typedef struct Call {
    ApiPlayer player;
    ApiCalls *calls;
    union {
        GinPlayer gin;
        HeartsPlayer hearts;
    } engine;
} Call;

struct ApiCalls {
    bool cancelled;
    int count;
    ScopePlayer *listed;
    Call call[];
};

struct deadwood_turn {
    const Call *call;
    const GinView *gin; // the one of the game
    const HeartsView *hearts;
    GinAction gin_action;
    HeartsAction hearts_action;
    bool answered;
    Rng *rng;
};

static void turn_ask(Call *call, deadwood_turn *turn) {
    if (call->calls->cancelled) return; // a match that ends anyway
    if (call->player.choose(call->player.user, turn) != 0) {
        call->calls->cancelled = true;
        turn->answered = false;
    }
}

static GinAction turn_choose_gin(void *self, const GinView *view, Rng *rng) {
    deadwood_turn turn = {.call = self, .gin = view, .rng = rng};
    turn_ask(self, &turn);
    return turn.answered ? turn.gin_action : (GinAction){.move = GIN_RESIGN, .card = (Card)FAULT_RESIGN};
}

static HeartsAction turn_choose_hearts(void *self, const HeartsView *view, Rng *rng) {
    deadwood_turn turn = {.call = self, .hearts = view, .rng = rng};
    turn_ask(self, &turn);
    return turn.answered ? turn.hearts_action : (HeartsAction){.move = HEARTS_RESIGN, .card = (Card)FAULT_RESIGN};
}

ApiCalls *api_calls_open(const deadwood_context *dw, Scope *scope) {
    int count = dw->player_count;
    ApiCalls *calls = calloc(1, sizeof *calls + (size_t)count * sizeof *calls->call);
    ScopePlayer *listed = calloc((size_t)count, sizeof *listed);
    if (!calls || !listed) {
        free(calls);
        free(listed);
        return NULL;
    }
    calls->count = count;
    calls->listed = listed;
    for (int i = 0; i < count; i++) {
        Call *call = &calls->call[i];
        call->player = dw->players[i];
        call->calls = calls;
        if (call->player.game == API_GIN)
            call->engine.gin = (GinPlayer){.self = call, .choose = turn_choose_gin};
        else
            call->engine.hearts = (HeartsPlayer){.self = call, .choose = turn_choose_hearts};
        listed[i] = (ScopePlayer){api_game_name(call->player.game), call->player.name, &call->engine};
    }
    scope->players = listed;
    scope->player_count = count;
    return calls;
}

void api_calls_close(ApiCalls *calls) {
    if (!calls) return;
    free(calls->listed);
    free(calls);
}

bool api_calls_cancelled(const ApiCalls *calls) { return calls && calls->cancelled; }

void api_calls_forget(ApiCalls *calls) {
    if (calls) calls->cancelled = false;
}

// ---- What the function may turn_ask ----

const char *deadwood_turn_game(const deadwood_turn *turn) {
    return turn ? api_game_name(turn->gin ? API_GIN : API_HEARTS) : NULL;
}

int deadwood_turn_seat(const deadwood_turn *turn) {
    if (!turn) return -1;
    return turn->gin ? turn->gin->seat : turn->hearts->seat;
}

deadwood_cards deadwood_turn_hand(const deadwood_turn *turn) {
    if (!turn) return 0;
    return turn->gin ? turn->gin->hand : turn->hearts->hand;
}

uint64_t deadwood_turn_random(deadwood_turn *turn) { return turn ? rng_next(turn->rng) : 0; }

static void turn_add_item(void *json, const char *move) { json_string(json, NULL, move); }

char *deadwood_turn_state(const deadwood_turn *turn, deadwood_error *err) {
    Text text = {0};
    if (!turn) {
        api_null(err, __func__, "turn");
        return NULL;
    }
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    json_string(&json, "game", deadwood_turn_game(turn));
    json_int(&json, "seat", deadwood_turn_seat(turn));
    if (turn->gin)
        api_gin_view(turn->gin, &json);
    else
        api_hearts_view(turn->hearts, &json);
    json_array(&json, "legal");
    if (turn->gin) {
        GinLegal legal = gin_view_legal(turn->gin);
        api_gin_each_legal(&legal, turn_add_item, &json);
    } else {
        api_hearts_each_legal(turn->hearts, turn_add_item, &json);
    }
    json_end_array(&json);
    json_end(&json);
    return api_text(&text, err);
}

static int only_gin(const deadwood_turn *turn, const char *function, deadwood_error *err) {
    if (!turn) return api_null(err, function, "turn");
    if (!turn->gin) return api_fail(err, DEADWOOD_E_ARGUMENT, "%s is for gin, and this is Hearts", function);
    return api_done(err);
}

int deadwood_turn_observe(const deadwood_turn *turn, uint8_t *observation, uint8_t *mask, deadwood_error *err) {
    uint8_t legal[GIN_LEGAL_BYTES];
    int code = only_gin(turn, __func__, err);
    if (code != DEADWOOD_OK) return code;
    int count = gin_choices(turn->gin, legal);
    for (int choice = 0; mask && choice < GIN_CHOICES; choice++)
        mask[choice] = count > 0 && gin_choice_is_legal(legal, choice);
    if (turn->gin->table->phase == GIN_DEFEND && observation)
        return api_fail(err, DEADWOOD_E_STATE, "a defence has no observation; deadwood_turn_forced answers it");
    if (observation) {
        GinHabits habits = gin_habits_of(turn->gin->past);
        gin_observe(turn->gin, &habits, observation);
    }
    return api_done(err);
}

int deadwood_turn_forced(deadwood_turn *turn, deadwood_error *err) {
    GinAction action;
    int code = only_gin(turn, __func__, err);
    if (code != DEADWOOD_OK) return code;
    if (!gin_forced(turn->gin, &action)) return api_fail(err, DEADWOOD_E_STATE, "there is something to decide");
    turn->gin_action = action;
    turn->answered = true;
    return api_done(err);
}

// ---- The answer ----

static bool is_legal_gin(const GinView *view, const GinAction *action) {
    GinLegal legal = gin_view_legal(view);
    bool discards = action->card < 64;
    switch ((GinMove)action->move) {
    case GIN_PASS: return legal.pass;
    case GIN_TAKE: return legal.take;
    case GIN_STOCK: return legal.stock;
    case GIN_DROP: return discards && set_has(legal.discards, action->card);
    case GIN_KNOCK: {
        CardSet hand = discards ? view->hand & ~set_of(action->card) : 0, melded = gin_split_cards(&action->melds);
        bool melds =
            !melded || (gin_is_split(&action->melds, hand) && gin_points(hand & ~melded) <= view->table->knock_limit);
        return discards && set_has(legal.knocks, action->card) && melds;
    }
    case GIN_CALL_BIG:
        return legal.big_gin && (!gin_split_cards(&action->melds) || (gin_is_split(&action->melds, view->hand) &&
                                                                      gin_split_cards(&action->melds) == view->hand));
    case GIN_SHOW: return legal.show && (!gin_split_cards(&action->melds) || gin_is_split(&action->melds, view->hand));
    case GIN_RESIGN: break;
    }
    return false;
}

static bool is_legal_hearts(const HeartsView *view, const HeartsAction *action) {
    if (view->table->phase == HEARTS_PASSING)
        return action->move == HEARTS_GIVE && !(action->give & ~view->hand) &&
               set_count(action->give) == view->rules->pass_count;
    return action->move == HEARTS_PLAY && action->card < 64 &&
           set_has(hearts_legal_of(view->table, view->rules, view->hand), action->card);
}

int deadwood_turn_move(deadwood_turn *turn, const char *move, deadwood_error *err) {
    char words[MOVE_TEXT];
    Error why = {{0}};
    GinAction gin;
    HeartsAction hearts;
    if (!turn || !move) return api_null(err, __func__, turn ? "move" : "turn");
    if (!text_copy(words, sizeof words, move))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "'%.40s...' is too long for a move", move);
    bool read = turn->gin ? gin_lines_parse_move(words, &gin, &why) : hearts_lines_parse_move(words, &hearts, &why);
    if (!read) return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    bool legal = turn->gin ? is_legal_gin(turn->gin, &gin) : is_legal_hearts(turn->hearts, &hearts);
    if (!legal)
        return api_fail(err, DEADWOOD_E_ILLEGAL, "'%.60s' is not legal now; deadwood_turn_state lists what is", move);
    if (turn->gin)
        turn->gin_action = gin;
    else
        turn->hearts_action = hearts;
    turn->answered = true;
    return api_done(err);
}

int deadwood_turn_choose(deadwood_turn *turn, int action, deadwood_error *err) {
    uint8_t legal[GIN_LEGAL_BYTES];
    int code = only_gin(turn, __func__, err);
    if (code != DEADWOOD_OK) return code;
    if (action < 0 || action >= GIN_CHOICES)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "there is no action %d; actions are 0 to %d", action,
                        GIN_CHOICES - 1);
    if (gin_choices(turn->gin, legal) == 0 || !gin_choice_is_legal(legal, action))
        return api_fail(err, DEADWOOD_E_ILLEGAL, "action %d is not legal now", action);
    turn->gin_action = gin_choice_action(turn->gin, action);
    turn->answered = true;
    return api_done(err);
}
