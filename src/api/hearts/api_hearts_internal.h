// SPDX-License-Identifier: MIT
// A game of Hearts behind a handle (api_game_hearts.c), and a seat's view as JSON (api_state_hearts.c).
#ifndef DEADWOOD_API_HEARTS_API_HEARTS_INTERNAL_H
#define DEADWOOD_API_HEARTS_API_HEARTS_INTERNAL_H

#include "api/api_game_internal.h"
#include "hearts/record.h"

typedef struct ApiHeartsGame {
    deadwood_game common;
    HeartsRules rules;
    int16_t score[HEARTS_SEATS]; // before this hand
    Card deck[CARD_COUNT];
    HeartsAction action[HEARTS_MAX_ACTIONS];
    HeartsState state;
    HeartsLog log;
    HeartsPlayer player[HEARTS_SEATS];
    HeartsRecord loaded[2]; // by turns
    int loads;
} ApiHeartsGame;

// The moves as deadwood_game_move takes them.
void api_hearts_each_legal(const HeartsView *view, ApiMoveVisit *visit, void *context);

// For GameKind.
void api_hearts_state(const deadwood_game *game, int seat, Json *json);
void api_hearts_hand_result(const deadwood_game *game, Json *json);

// What a player's turn shows (api_turn.c): the keys of a state that a view knows.
void api_hearts_view(const HeartsView *view, Json *json);

#endif
