// SPDX-License-Identifier: MIT
// Many games of gin at once: gin_batch for api_vec.c.
#include <stdio.h>

#include "api/api_vec_internal.h"
#include "base/memory.h"
#include "gin/players/env/batch.h"
#include "gin/players/judge/judge.h"
#include "gin/players/list/players.h"

typedef struct GinVec {
    deadwood_vec common;
    GinRules rules;
    GinBatchOpponent opponents[GIN_BATCH_OPPONENTS];
    GinPlayer player[GIN_BATCH_OPPONENTS]; // those the batch asks
    GinBatch *batch;
    GinBatchReward reward;
    GinChances *chances;
} GinVec;

_Static_assert((int)GIN_BATCH_OPPONENTS == (int)API_VEC_OPPONENTS, "as many as api_vec.c takes");
_Static_assert((int)GIN_BATCH_BRAINS == (int)API_VEC_BRAINS, "as many as api_vec.c takes");
_Static_assert(sizeof(GinBatchOutcome) == 3 * sizeof(float), "as api_vec.c reads it");
_Static_assert(offsetof(GinBatchOutcome, winner) == 2 * sizeof(float), "as api_vec.c reads it");

static GinVec *gin_vec(deadwood_vec *vec) { return (GinVec *)vec; }
static const GinVec *gin_vec_of(const deadwood_vec *vec) { return (const GinVec *)vec; }

static int read_gin_rules(deadwood_vec *vec, const char *rules, deadwood_error *err) {
    Error why = {{0}};
    gin_vec(vec)->rules = gin_rules_default();
    if (!rules || gin_rules_parse(rules, &gin_vec(vec)->rules, &why)) return DEADWOOD_OK;
    return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
}

static int read_gin_opponent(deadwood_vec *vec, const deadwood_context *dw, int i, const char *name, double share,
                             deadwood_error *err) {
    GinVec *self = gin_vec(vec);
    GinBatchOpponent *opponent = &self->opponents[i];
    Error why = {{0}};
    opponent->share = share;
    int code = api_vec_read_brain(dw, API_GIN, name, &opponent->brain, err);
    if (code != DEADWOOD_OK || opponent->brain >= 0) return code;
    opponent->player = &self->player[i];
    if (gin_player_open(name, &self->player[i], &why)) return DEADWOOD_OK;
    return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
}

// With `win` the game is solved by score, from hands of a quick good player.
static int set_gin_reward(deadwood_vec *vec, bool win, deadwood_error *err) {
    GinVec *self = gin_vec(vec);
    Error why = {{0}};
    GinPlayer player;
    self->reward = (GinBatchReward){.points = win ? 0 : 0.01, .win = win ? 1 : 0};
    if (!win) return DEADWOOD_OK;
    if (!gin_player_open(GIN_JUDGE_PLAYER, &player, &why)) return api_fail_as(err, DEADWOOD_E_FILE, &why);
    self->chances = gin_chances_open(&self->rules, &player, GIN_CHANCES_HANDS, 1);
    gin_player_close(&player);
    self->reward.chances = self->chances;
    return self->chances ? api_sufficed(err) : api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
}

static int deal_gin(deadwood_vec *vec, uint64_t seed, deadwood_error *err) {
    GinVec *self = gin_vec(vec);
    Error why = {{0}};
    GinBatchPlan plan = {
        .seed = seed,
        .rules = &self->rules,
        .opponents = self->opponents,
        .opponent_count = vec->opponent_count,
        .games = vec->games,
    };
    GinBatch *batch = gin_batch_open(&plan, vec->team, &why);
    if (!batch || memory_was_short()) {
        gin_batch_close(batch);
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    }
    gin_batch_close(self->batch);
    self->batch = batch;
    gin_batch_reward(batch, &self->reward);
    return DEADWOOD_OK;
}

static void close_gin_vec(deadwood_vec *vec) {
    GinVec *self = gin_vec(vec);
    gin_batch_close(self->batch);
    gin_chances_close(self->chances);
    for (int i = 0; i < GIN_BATCH_OPPONENTS; i++) gin_player_close(&self->player[i]);
}

static GinBatchRows gin_rows_of(const deadwood_vec *vec) {
    const ApiVecRows *rows = &vec->rows;
    return (GinBatchRows){
        .inputs = rows->inputs,
        .secrets = rows->secrets,
        .legal = rows->legal,
        .brain = rows->brain,
        .seat = rows->seat,
        .reward = rows->reward,
        .ended = rows->ended,
        .over = rows->over,
        .outcome = (GinBatchOutcome *)(void *)rows->outcome,
    };
}

static void look_at_gin(deadwood_vec *vec) {
    GinBatchRows rows = gin_rows_of(vec);
    gin_batch_look(gin_vec(vec)->batch, 0, vec->games, &rows);
}

static void step_gin(deadwood_vec *vec) {
    GinBatchRows rows = gin_rows_of(vec);
    gin_batch_step(gin_vec(vec)->batch, 0, vec->games, vec->choices, &rows);
}

static void gained_in_gin(const deadwood_vec *vec, int game, double *gained) {
    *gained = gin_batch_gained(gin_vec_of(vec)->batch, game);
}

static void share_gin(deadwood_vec *vec, const double *shares) {
    for (int i = 0; i < vec->opponent_count; i++) gin_vec(vec)->opponents[i].share = shares[i];
    gin_batch_shares(gin_vec(vec)->batch, shares);
}

static void count_gin(deadwood_vec *vec, Json *json) {
    GinBatchCount counts[GIN_BATCH_OPPONENTS];
    gin_batch_counts(gin_vec(vec)->batch, counts);
    for (int i = 0; i < vec->opponent_count; i++) {
        const GinBatchCount *count = &counts[i];
        json_object(json, NULL);
        json_string(json, "opponent", vec->name[i]);
        json_uint(json, "games", count->games);
        json_uint(json, "wins", count->wins);
        json_uint(json, "hands", count->hands);
        json_uint(json, "cancelled", count->cancelled);
        json_int(json, "points", count->points);
        json_uint(json, "knocks", count->knocks);
        json_uint(json, "gins", count->gins);
        json_uint(json, "undercuts", count->undercuts);
        json_uint(json, "against_knocks", count->against_knocks);
        json_uint(json, "against_gins", count->against_gins);
        json_uint(json, "against_undercuts", count->against_undercuts);
        json_uint(json, "decisions", count->decisions);
        json_end(json);
    }
}

static size_t gin_vec_size(const deadwood_vec *vec) { return gin_batch_size(gin_vec_of(vec)->batch); }

static void save_gin_vec(const deadwood_vec *vec, void *bytes) { gin_batch_save(gin_vec_of(vec)->batch, bytes); }

static bool load_gin_vec(deadwood_vec *vec, const void *bytes, size_t size, Error *err) {
    return gin_batch_load(gin_vec(vec)->batch, bytes, size, err);
}

static const char *gin_choice_name(int action, char text[API_VEC_NAME]) {
    char card[CARD_TEXT];
    bool knock = action >= GIN_CHOICE_KNOCK;
    if (action < GIN_CHOICE_DROP) return action == GIN_CHOICE_TAKE ? "draw up" : "draw stock or pass";
    card_print(card_from_index(action - (knock ? GIN_CHOICE_KNOCK : GIN_CHOICE_DROP)), card);
    snprintf(text, API_VEC_NAME, "%s %s", knock ? "knock" : "discard", card);
    return text;
}

const ApiVecKind api_vec_of_gin = {
    .size = sizeof(GinVec),
    .inputs = GIN_INPUTS,
    .secrets = GIN_SECRETS,
    .actions = GIN_CHOICES,
    .legal_bytes = GIN_LEGAL_BYTES,
    .rewards = 1,
    .no_winner = (uint8_t)-1,
    .read_rules = read_gin_rules,
    .read_opponent = read_gin_opponent,
    .set_reward = set_gin_reward,
    .deal = deal_gin,
    .close = close_gin_vec,
    .look = look_at_gin,
    .step = step_gin,
    .gained = gained_in_gin,
    .shares = share_gin,
    .counts = count_gin,
    .frozen_size = gin_vec_size,
    .save = save_gin_vec,
    .load = load_gin_vec,
    .input_name = gin_input_name,
    .secret_name = gin_secret_name,
    .action_name = gin_choice_name,
};
