// SPDX-License-Identifier: MIT
// Environments of many games: what api_vec.c keeps for any game, and what a game has of its own (api_vec_gin.c,
// api_vec_hearts.c).
#ifndef DEADWOOD_API_API_VEC_INTERNAL_H
#define DEADWOOD_API_API_VEC_INTERNAL_H

#include "api/api_internal.h"
#include "base/threads/team.h"

enum { API_VEC_OPPONENTS = 64, API_VEC_BRAINS = 32, API_VEC_SEATS = 4, API_VEC_NAME = 32 };

enum { EPISODE_GAME, EPISODE_HAND };
enum { REWARD_POINTS, REWARD_WIN };

// The rows of a batch of any game. An outcome is the rewards of the hand, then of the game, then two bytes, who won and
// the opponent, padded to a float: a game's own struct lies so.
typedef struct ApiVecRows {
    uint8_t *inputs, *secrets, *legal, *brain, *seat, *ended, *over;
    float *reward;
    uint8_t *outcome;
} ApiVecRows;

typedef struct ApiVecKind {
    size_t size; // of the struct that begins with deadwood_vec
    int inputs, secrets, actions, legal_bytes;
    int rewards;       // numbers a game: 1, to seat 0; or one a seat
    uint8_t no_winner; // the byte of an outcome in which no game ended
    int (*read_rules)(deadwood_vec *vec, const char *rules, deadwood_error *err); // NULL: the default
    int (*read_opponent)(deadwood_vec *vec, const deadwood_context *dw, int i, const char *name, double share,
                         deadwood_error *err);
    int (*set_reward)(deadwood_vec *vec, bool win, deadwood_error *err); // before games are dealt
    int (*deal)(deadwood_vec *vec, uint64_t seed, deadwood_error *err);  // on failure the games stay as they are
    void (*close)(deadwood_vec *vec);
    void (*look)(deadwood_vec *vec);
    void (*step)(deadwood_vec *vec); // plays vec->choices
    void (*gained)(const deadwood_vec *vec, int game, double *gained);
    void (*shares)(deadwood_vec *vec, const double *shares);
    void (*counts)(deadwood_vec *vec, Json *json); // an object for each opponent
    size_t (*frozen_size)(const deadwood_vec *vec);
    void (*save)(const deadwood_vec *vec, void *bytes);
    bool (*load)(deadwood_vec *vec, const void *bytes, size_t size, Error *err);
    const char *(*input_name)(int input, char text[API_VEC_NAME]);
    const char *(*secret_name)(int secret, char text[API_VEC_NAME]);
    const char *(*action_name)(int action, char text[API_VEC_NAME]);
} ApiVecKind;

extern const ApiVecKind api_vec_of_gin, api_vec_of_hearts;

struct deadwood_vec {
    const ApiVecKind *kind;
    int games;
    int episode;
    uint64_t seed;
    uint64_t steps; // made; sampling hangs on it
    char *name[API_VEC_OPPONENTS];
    int opponent_count;
    Team *team;
    uint8_t *memory; // rows of our own, for what the caller has not bound
    ApiVecRows rows;
    uint8_t *choices; // of the step under way
    uint8_t *acted;   // the seats that make them
    float *paid;      // rewards as they are handed out
    float *owed;      // of hands of a new game that were over before its first decision: paid with that
    void *bound[DEADWOOD_VEC_FIELDS];
    uint8_t *spare_inputs; // where observations go that nobody wants
};

// Reads "self" (0), "caller:K" (K) or the name of a player (-1), which must not be one that was added.
int api_vec_read_brain(const deadwood_context *dw, ApiGame game, const char *name, int *brain, deadwood_error *err);

#endif
