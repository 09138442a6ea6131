// SPDX-License-Identifier: MIT
// A game of gin behind a handle (api_game_gin.c), and a seat's view as JSON (api_state_gin.c).
#ifndef DEADWOOD_API_GIN_API_GIN_INTERNAL_H
#define DEADWOOD_API_GIN_API_GIN_INTERNAL_H

#include "api/api_game_internal.h"
#include "gin/record.h"

typedef struct ApiGinGame {
    deadwood_game common;
    GinRules rules;
    Seat starter;
    uint16_t score[2]; // before this hand
    GinPast past;      // of the hands before this one
    Card deck[CARD_COUNT];
    GinAction action[GIN_MAX_ACTIONS];
    GinState state;
    GinHistory history;
    GinPlayer player[2];
    GinPlayer stand_in;  // moves where a player fails
    GinRecord loaded[2]; // by turns
    int loads;
} ApiGinGame;

// The moves as deadwood_game_move takes them.
void api_gin_each_legal(const GinLegal *legal, ApiMoveVisit *visit, void *context);

// For GameKind.
void api_gin_state(const deadwood_game *game, int seat, Json *json);
void api_gin_hand_result(const deadwood_game *game, Json *json);

// What a player's turn shows (api_turn.c): the keys of a state that a view knows.
void api_gin_view(const GinView *view, Json *json);

#endif
