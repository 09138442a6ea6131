// SPDX-License-Identifier: MIT
// Many games of Hearts at once: hearts_batch for api_vec.c.
#include <stdlib.h>
#include <string.h>

#include "api/api_vec_internal.h"
#include "base/memory.h"
#include "coach/hearts/hearts_odds.h"
#include "hearts/players/env/batch.h"
#include "hearts/players/list/players.h"

enum { OTHERS = HEARTS_SEATS - 1 };

typedef struct HeartsVec {
    deadwood_vec common;
    HeartsRules rules;
    HeartsBatchLineup lineups[HEARTS_BATCH_LINEUPS];
    HeartsPlayer player[HEARTS_BATCH_LINEUPS][OTHERS]; // those the batch asks
    HeartsBatch *batch;
    HeartsBatchReward reward;
    HeartsOdds *odds;
} HeartsVec;

_Static_assert((int)HEARTS_BATCH_LINEUPS == (int)API_VEC_OPPONENTS, "as many as api_vec.c takes");
_Static_assert((int)HEARTS_BATCH_BRAINS == (int)API_VEC_BRAINS, "as many as api_vec.c takes");
_Static_assert((int)HEARTS_SEATS == (int)API_VEC_SEATS, "as many as api_vec.c takes");
_Static_assert(sizeof(HeartsBatchOutcome) == 9 * sizeof(float), "as api_vec.c reads it");
_Static_assert(offsetof(HeartsBatchOutcome, winners) == 8 * sizeof(float), "as api_vec.c reads it");

static HeartsVec *hearts_vec(deadwood_vec *vec) { return (HeartsVec *)vec; }
static const HeartsVec *hearts_vec_of(const deadwood_vec *vec) { return (const HeartsVec *)vec; }

static int read_hearts_rules(deadwood_vec *vec, const char *rules, deadwood_error *err) {
    Error why = {{0}};
    hearts_vec(vec)->rules = hearts_rules_default();
    if (!rules || hearts_rules_parse(rules, &hearts_vec(vec)->rules, &why)) return DEADWOOD_OK;
    return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
}

// One of the others: `name` of `length` characters.
static int read_other(HeartsVec *self, const deadwood_context *dw, int i, int other, const char *name, size_t length,
                      deadwood_error *err) {
    HeartsBatchChair *chair = &self->lineups[i].chair[1 + other];
    Error why = {{0}};
    char *spec = strndup(name, length);
    if (!spec) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    int code = api_vec_read_brain(dw, API_HEARTS, spec, &chair->brain, err);
    if (code == DEADWOOD_OK && chair->brain < 0) {
        chair->player = &self->player[i][other];
        if (!hearts_player_open(spec, &self->player[i][other], &why))
            code = api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    }
    free(spec);
    return code;
}

// The learner has a chair, and the others the rest: one name for all three, or three with '|' between them.
static int read_hearts_opponent(deadwood_vec *vec, const deadwood_context *dw, int i, const char *name, double share,
                                deadwood_error *err) {
    HeartsVec *self = hearts_vec(vec);
    int bars = 0;
    for (const char *at = name; *at; at++) bars += *at == '|';
    if (bars != 0 && bars != OTHERS - 1)
        return api_fail(err, DEADWOOD_E_ARGUMENT,
                        "opponent %d, '%.60s', names %d players; it is one for all three others, or three: 'A|B|C'", i,
                        name, bars + 1);
    self->lineups[i].share = share;
    for (int other = 0; other < OTHERS; other++) {
        size_t length = strcspn(name, "|");
        int code = read_other(self, dw, i, other, name, length, err);
        if (code != DEADWOOD_OK) return code;
        if (bars) name += length + (name[length] == '|');
    }
    return DEADWOOD_OK;
}

static void odds_of_all(const void *context, const int16_t score[HEARTS_SEATS], double win[HEARTS_SEATS]) {
    int scores[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) scores[seat] = score[seat];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) win[seat] = hearts_odds_win(context, scores, (Seat)seat);
}

static int set_hearts_reward(deadwood_vec *vec, bool win, deadwood_error *err) {
    HeartsVec *self = hearts_vec(vec);
    self->reward = (HeartsBatchReward){.points = win ? 0 : 0.01, .win = win ? 1 : 0};
    if (!win || !self->rules.target) return DEADWOOD_OK; // where a hand is a game, its end is all there is
    self->odds = malloc(sizeof *self->odds);
    if (!self->odds) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    hearts_odds_count(self->odds, &self->rules, 1);
    self->reward.chance = odds_of_all;
    self->reward.context = self->odds;
    return api_sufficed(err);
}

static int deal_hearts(deadwood_vec *vec, uint64_t seed, deadwood_error *err) {
    HeartsVec *self = hearts_vec(vec);
    Error why = {{0}};
    HeartsBatchPlan plan = {
        .seed = seed,
        .rules = &self->rules,
        .lineups = self->lineups,
        .lineup_count = vec->opponent_count,
        .games = vec->games,
    };
    HeartsBatch *batch = hearts_batch_open(&plan, vec->team, &why);
    if (!batch || memory_was_short()) {
        hearts_batch_close(batch);
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    }
    hearts_batch_close(self->batch);
    self->batch = batch;
    hearts_batch_reward(batch, &self->reward);
    return DEADWOOD_OK;
}

static void close_hearts_vec(deadwood_vec *vec) {
    HeartsVec *self = hearts_vec(vec);
    hearts_batch_close(self->batch);
    free(self->odds);
    for (int i = 0; i < HEARTS_BATCH_LINEUPS; i++)
        for (int other = 0; other < OTHERS; other++) hearts_player_close(&self->player[i][other]);
}

static HeartsBatchRows hearts_rows_of(const deadwood_vec *vec) {
    const ApiVecRows *rows = &vec->rows;
    return (HeartsBatchRows){
        .inputs = rows->inputs,
        .secrets = rows->secrets,
        .legal = rows->legal,
        .brain = rows->brain,
        .seat = rows->seat,
        .reward = rows->reward,
        .ended = rows->ended,
        .over = rows->over,
        .outcome = (HeartsBatchOutcome *)(void *)rows->outcome,
    };
}

static void look_at_hearts(deadwood_vec *vec) {
    HeartsBatchRows rows = hearts_rows_of(vec);
    hearts_batch_look(hearts_vec(vec)->batch, 0, vec->games, &rows);
}

static void step_hearts(deadwood_vec *vec) {
    HeartsBatchRows rows = hearts_rows_of(vec);
    hearts_batch_step(hearts_vec(vec)->batch, 0, vec->games, vec->choices, &rows);
}

static void gained_in_hearts(const deadwood_vec *vec, int game, double *gained) {
    hearts_batch_gained(hearts_vec_of(vec)->batch, game, gained);
}

static void share_hearts(deadwood_vec *vec, const double *shares) {
    for (int i = 0; i < vec->opponent_count; i++) hearts_vec(vec)->lineups[i].share = shares[i];
    hearts_batch_shares(hearts_vec(vec)->batch, shares);
}

static void put_chair(Json *json, const HeartsBatchChairCount *count) {
    json_object(json, NULL);
    json_uint(json, "wins", count->wins);
    json_uint(json, "ties", count->ties);
    json_int(json, "points", count->points);
    json_uint(json, "moons", count->moons);
    json_uint(json, "conceded", count->conceded);
    json_uint(json, "queens", count->queens);
    json_uint(json, "faults", count->faults);
    json_uint(json, "decisions", count->decisions);
    json_end(json);
}

static void count_hearts(deadwood_vec *vec, Json *json) {
    HeartsBatchCount counts[HEARTS_BATCH_LINEUPS];
    hearts_batch_counts(hearts_vec(vec)->batch, counts);
    for (int i = 0; i < vec->opponent_count; i++) {
        json_object(json, NULL);
        json_string(json, "opponent", vec->name[i]);
        json_uint(json, "games", counts[i].games);
        json_uint(json, "hands", counts[i].hands);
        json_array(json, "chairs");
        for (int c = 0; c < HEARTS_SEATS; c++) put_chair(json, &counts[i].chair[c]);
        json_end_array(json);
        json_end(json);
    }
}

static size_t hearts_vec_size(const deadwood_vec *vec) { return hearts_batch_size(hearts_vec_of(vec)->batch); }

static void save_hearts_vec(const deadwood_vec *vec, void *bytes) {
    hearts_batch_save(hearts_vec_of(vec)->batch, bytes);
}

static bool load_hearts_vec(deadwood_vec *vec, const void *bytes, size_t size, Error *err) {
    return hearts_batch_load(hearts_vec(vec)->batch, bytes, size, err);
}

static const char *hearts_choice_name(int action, char text[API_VEC_NAME]) {
    card_print(card_from_index(action), text);
    return text;
}

const ApiVecKind api_vec_of_hearts = {
    .size = sizeof(HeartsVec),
    .inputs = HEARTS_INPUTS,
    .secrets = HEARTS_SECRETS,
    .actions = HEARTS_CHOICES,
    .legal_bytes = HEARTS_LEGAL_BYTES,
    .rewards = HEARTS_SEATS,
    .no_winner = 0,
    .read_rules = read_hearts_rules,
    .read_opponent = read_hearts_opponent,
    .set_reward = set_hearts_reward,
    .deal = deal_hearts,
    .close = close_hearts_vec,
    .look = look_at_hearts,
    .step = step_hearts,
    .gained = gained_in_hearts,
    .shares = share_hearts,
    .counts = count_hearts,
    .frozen_size = hearts_vec_size,
    .save = save_hearts_vec,
    .load = load_hearts_vec,
    .input_name = hearts_input_name,
    .secret_name = hearts_secret_name,
    .action_name = hearts_choice_name,
};
