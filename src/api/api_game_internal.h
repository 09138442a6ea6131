// SPDX-License-Identifier: MIT
// One game behind a handle: the code shared by gin and Hearts (api_game.c), and the functions each provides.
//
// A player's randomness depends only on the seed, the hand and the number of actions in it. So a player answers alike
// after a move is undone and made again, and after a game is saved and loaded.
#ifndef DEADWOOD_API_API_GAME_INTERNAL_H
#define DEADWOOD_API_API_GAME_INTERNAL_H

#include "api/api_internal.h"
#include "base/rng.h"

enum { API_SEATS = 4 };

typedef void ApiMoveVisit(void *context, const char *move);

// What a game does. The `game` handed in begins with a deadwood_game and is `size` bytes.
typedef struct GameKind {
    ApiGame game;
    size_t size;
    const char *begins; // of its records
    bool (*rules)(deadwood_game *game, const char *text, Error *err);
    void (*deal_first)(deadwood_game *game);
    bool (*seat)(deadwood_game *game, int seat, const char *spec, Error *err); // opens a player
    void (*leave)(deadwood_game *game);                                        // closes all players
    int (*to_move)(const deadwood_game *game);                                 // -1: the hand is over
    bool (*game_over)(const deadwood_game *game);
    int (*winner)(const deadwood_game *game);
    void (*scores)(const deadwood_game *game, int32_t scores[API_SEATS]);
    // Checks and plays a move; on failure, `legal` false means that it was understood but is illegal.
    bool (*move)(deadwood_game *game, char *move, bool *legal, Error *err);
    void (*ask)(deadwood_game *game, Rng *rng, Text *move); // lets the player to move do so; a notice if it fails
    int (*last_of_callers)(const deadwood_game *game);      // number of the last action with a choice, or -1
    void (*rewind)(deadwood_game *game, int actions);
    bool (*next)(deadwood_game *game); // settles a hand that is over and deals the next; false without memory
    void (*record)(const deadwood_game *game, Text *line);
    // Reads a line that follows those loaded before; the last one stays on the table.
    bool (*load)(deadwood_game *game, const char *line, Error *err);
    const char *(*loaded_name)(const deadwood_game *game, int seat); // in the last line read
    void (*legal)(const deadwood_game *game, ApiMoveVisit *visit, void *context);
    void (*state)(const deadwood_game *game, int seat, Json *json);
    void (*hand_result)(const deadwood_game *game, Json *json); // of a hand that is over, as an object without a key
} GameKind;

extern const GameKind api_gin_game, api_hearts_game;

struct deadwood_game {
    const GameKind *kind;
    uint64_t seed;
    uint32_t hand; // from 0
    int actions;   // in it
    bool yours[API_SEATS];
    char *spec[API_SEATS]; // of players; NULL for the caller's seats
    struct ApiCalls *calls;
    Text records; // of the hands before this one
    Text results; // of those, as items of a JSON array
    Error notice; // what a player did wrong last
};

// What records call a seat.
const char *api_seat_name(const deadwood_game *game, int seat);

static inline Rng api_game_rng(const deadwood_game *game, int seat) {
    return rng_for(game->seed, 1 + (uint64_t)game->hand, (uint64_t)game->actions, (uint64_t)seat);
}

// Parts of a state that both games write.
void api_state_head(const deadwood_game *game, int seat, const char *rules, Json *json);
void api_state_tail(const deadwood_game *game, Json *json);
void api_json_card(Json *json, const char *key, unsigned card);
void api_json_cards(Json *json, const char *key, deadwood_cards cards);

#endif
