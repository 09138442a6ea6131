// SPDX-License-Identifier: MIT
// Many games of gin at once: gin_batch behind a handle, its rows in arrays of the caller, every action checked before
// anything moves.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/memory.h"
#include "base/threads/pool.h"
#include "base/threads/team.h"
#include "gin/players/env/batch.h"
#include "gin/players/judge/judge.h"
#include "gin/players/list/players.h"

enum { MOST_GAMES = 1 << 20, SAMPLE_STREAM = 0x5A };

enum { EPISODE_GAME, EPISODE_HAND };
enum { REWARD_POINTS, REWARD_WIN };

static const size_t FIELD_BYTES[DEADWOOD_VEC_FIELDS] = {
    [DEADWOOD_VEC_OBSERVATION] = GIN_INPUTS,
    [DEADWOOD_VEC_SECRETS] = GIN_SECRETS,
    [DEADWOOD_VEC_MASK] = GIN_CHOICES,
    [DEADWOOD_VEC_MASK_BITS] = GIN_LEGAL_BYTES,
    [DEADWOOD_VEC_REWARD] = sizeof(float),
    [DEADWOOD_VEC_REWARD_ACTED] = sizeof(float),
    [DEADWOOD_VEC_DONE] = 1,
    [DEADWOOD_VEC_HAND_DONE] = 1,
    [DEADWOOD_VEC_SEAT] = 1,
    [DEADWOOD_VEC_CALLER] = 1,
    [DEADWOOD_VEC_WINNER] = 1,
    [DEADWOOD_VEC_OPPONENT] = 1,
};

struct deadwood_gin_vec {
    int games;
    int episode;
    uint64_t seed;
    uint64_t steps; // made; sampling hangs on it
    GinRules rules;
    GinBatchOpponent opponents[GIN_BATCH_OPPONENTS];
    GinPlayer player[GIN_BATCH_OPPONENTS]; // those the batch asks
    char *name[GIN_BATCH_OPPONENTS];
    int opponent_count;
    Team *team;
    GinBatch *batch;
    GinBatchReward reward;
    GinChances *chances;
    uint8_t *memory; // rows of our own, for what the caller has not bound
    GinBatchRows rows;
    uint8_t *choices; // of the step under way
    uint8_t *acted;   // the seats that make them
    float *paid;      // rewards to seat 0, as they are handed out
    float *owed;      // of hands of a new game that were over before its first decision: paid with that
    void *bound[DEADWOOD_VEC_FIELDS];
    uint8_t *spare_inputs; // where observations go that nobody wants
};

// ---- Opponents ----

static int read_caller(const char *name, int *brain, deadwood_error *err) {
    int64_t number;
    Error why = {{0}};
    if (!text_to_int(name + strlen("caller:"), "caller:K", 1, GIN_BATCH_BRAINS - 1, &number, &why))
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    *brain = (int)number;
    return DEADWOOD_OK;
}

static int read_opponent(deadwood_gin_vec *vec, const deadwood_context *dw, int i, const char *name,
                         deadwood_error *err) {
    GinBatchOpponent *opponent = &vec->opponents[i];
    Error why = {{0}};
    vec->name[i] = strdup(name);
    if (!vec->name[i]) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    if (strcmp(name, "self") == 0) return DEADWOOD_OK; // brain 0
    if (strncmp(name, "caller:", strlen("caller:")) == 0) return read_caller(name, &opponent->brain, err);
    if (api_is_added(dw, API_GIN, name))
        return api_fail(
            err, DEADWOOD_E_ARGUMENT,
            "'%s' was added to the context, and an environment asks its opponents from many threads; call it "
            "caller:1 and answer its rows",
            name);
    opponent->brain = -1;
    opponent->player = &vec->player[i];
    if (gin_player_open(name, &vec->player[i], &why)) return DEADWOOD_OK;
    return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
}

static int read_opponents(deadwood_gin_vec *vec, const deadwood_context *dw, const char *const *names,
                          const double *shares, int count, deadwood_error *err) {
    static const char *const self[] = {"self"};
    static const double whole[] = {1};
    if (count < 0 || count > GIN_BATCH_OPPONENTS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%d opponents: there are at most %d", count, GIN_BATCH_OPPONENTS);
    if (count && (!names || !shares)) return api_null(err, "deadwood_gin_vec_new", names ? "shares" : "opponents");
    vec->opponent_count = count ? count : 1;
    for (int i = 0; i < vec->opponent_count; i++) {
        const char *name = count ? names[i] : self[i];
        vec->opponents[i].share = count ? shares[i] : whole[i];
        if (!name) return api_fail(err, DEADWOOD_E_ARGUMENT, "opponent %d is NULL", i);
        int code = read_opponent(vec, dw, i, name, err);
        if (code != DEADWOOD_OK) return code;
    }
    return DEADWOOD_OK;
}

// ---- Rows ----

// Memory for all rows that the batch always writes; fields the caller binds are then written where it says.
static bool vec_make_rows(deadwood_gin_vec *vec) {
    size_t n = (size_t)vec->games, small = GIN_LEGAL_BYTES + 6 + 3 * sizeof(float) + sizeof(GinBatchOutcome);
    vec->memory = calloc(n, small);
    vec->spare_inputs = malloc(n * GIN_INPUTS);
    if (!vec->memory || !vec->spare_inputs) return false;
    float *numbers = (float *)(void *)vec->memory;
    vec->rows = (GinBatchRows){.reward = numbers, .outcome = (GinBatchOutcome *)(void *)(numbers + 3 * n)};
    vec->paid = numbers + n;
    vec->owed = numbers + 2 * n;
    uint8_t *at = (uint8_t *)(vec->rows.outcome + n);
    vec->rows.legal = at;
    vec->rows.brain = at += n * GIN_LEGAL_BYTES;
    vec->rows.seat = at += n;
    vec->rows.ended = at += n;
    vec->rows.over = at += n;
    vec->choices = at += n;
    vec->acted = at + n;
    vec->rows.inputs = vec->spare_inputs;
    return true;
}

// Eight bits as eight bytes: bit i is set apart in byte i, carried to that byte's top and shifted to its bottom.
static inline void spread_bits(uint8_t bits, uint8_t to[8]) {
    uint64_t apart = bits * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    uint64_t bytes = (apart + UINT64_C(0x00406070787C7E7F)) >> 7 & UINT64_C(0x0101010101010101);
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(bytes >> 8 * i);
}

static void spread_mask(const deadwood_gin_vec *vec, uint8_t *mask) {
    enum { WHOLE = GIN_CHOICES / 8 };
    for (int game = 0; game < vec->games; game++) {
        const uint8_t *legal = vec->rows.legal + (size_t)game * GIN_LEGAL_BYTES;
        uint8_t *row = mask + (size_t)game * GIN_CHOICES;
        for (int byte = 0; byte < WHOLE; byte++) spread_bits(legal[byte], row + 8 * byte);
        for (int i = 8 * WHOLE; i < GIN_CHOICES; i++) row[i] = legal[WHOLE] >> i % 8 & 1;
    }
}

// Copies what the batch wrote for itself to where the caller wants it. `acted` are the seats of the actions, or NULL
// after a look, when nothing was won.
static void hand_out(deadwood_gin_vec *vec, const uint8_t *acted) {
    size_t n = (size_t)vec->games;
    const GinBatchRows *rows = &vec->rows;
    void *const *bound = vec->bound;
    if (bound[DEADWOOD_VEC_MASK]) spread_mask(vec, bound[DEADWOOD_VEC_MASK]);
    if (bound[DEADWOOD_VEC_MASK_BITS]) memcpy(bound[DEADWOOD_VEC_MASK_BITS], rows->legal, n * GIN_LEGAL_BYTES);
    if (bound[DEADWOOD_VEC_SEAT]) memcpy(bound[DEADWOOD_VEC_SEAT], rows->seat, n);
    if (bound[DEADWOOD_VEC_CALLER]) memcpy(bound[DEADWOOD_VEC_CALLER], rows->brain, n);
    if (bound[DEADWOOD_VEC_HAND_DONE]) memcpy(bound[DEADWOOD_VEC_HAND_DONE], rows->ended, n);
    if (bound[DEADWOOD_VEC_DONE])
        memcpy(bound[DEADWOOD_VEC_DONE], vec->episode == EPISODE_HAND ? rows->ended : rows->over, n);
    if (bound[DEADWOOD_VEC_REWARD]) memcpy(bound[DEADWOOD_VEC_REWARD], vec->paid, n * sizeof(float));
    float *own = bound[DEADWOOD_VEC_REWARD_ACTED];
    for (size_t i = 0; own && i < n; i++) own[i] = acted && acted[i] ? -vec->paid[i] : vec->paid[i];
    int8_t *winner = bound[DEADWOOD_VEC_WINNER];
    for (size_t i = 0; winner && i < n; i++) winner[i] = rows->outcome[i].winner;
    uint8_t *opponent = bound[DEADWOOD_VEC_OPPONENT];
    for (size_t i = 0; opponent && i < n; i++) opponent[i] = rows->outcome[i].opponent;
}

// An action is paid what its episode brought and no more, though hands, and with small targets games, may pass before
// anybody decides again. Hands of a new game go to its first action; what has no action at all goes to nobody.
static void pay_actions(deadwood_gin_vec *vec) {
    const GinBatchRows *rows = &vec->rows;
    for (int i = 0; i < vec->games; i++) {
        const GinBatchOutcome *outcome = &rows->outcome[i];
        if (vec->episode == EPISODE_HAND) {
            vec->paid[i] = rows->ended[i] ? outcome->hand : 0;
            continue;
        }
        vec->paid[i] = vec->owed[i] + (rows->over[i] ? outcome->game : rows->reward[i]);
        vec->owed[i] = (float)(rows->over[i] ? gin_batch_gained(vec->batch, i) : 0);
    }
}

static void look_at_games(deadwood_gin_vec *vec) {
    size_t n = (size_t)vec->games;
    memset(vec->paid, 0, n * sizeof(float));
    memset(vec->rows.ended, 0, n);
    memset(vec->rows.over, 0, n);
    for (size_t i = 0; i < n; i++) vec->rows.outcome[i].winner = -1;
    gin_batch_look(vec->batch, 0, vec->games, &vec->rows);
    hand_out(vec, NULL);
}

// ---- Making ----

static int deal_games(deadwood_gin_vec *vec, uint64_t seed, deadwood_error *err) {
    Error why = {{0}};
    GinBatchPlan plan = {
        .seed = seed,
        .rules = &vec->rules,
        .opponents = vec->opponents,
        .opponent_count = vec->opponent_count,
        .games = vec->games,
    };
    GinBatch *batch = gin_batch_open(&plan, vec->team, &why);
    if (!batch || memory_was_short()) {
        gin_batch_close(batch);
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    }
    gin_batch_close(vec->batch);
    vec->batch = batch;
    vec->seed = seed;
    vec->steps = 0;
    gin_batch_reward(batch, &vec->reward);
    for (int i = 0; i < vec->games; i++)
        vec->owed[i] = (float)(vec->episode == EPISODE_GAME ? gin_batch_gained(batch, i) : 0);
    return api_done(err);
}

// The game solved by score, from hands of a quick good player.
static int solve_game(deadwood_gin_vec *vec, deadwood_error *err) {
    Error why = {{0}};
    GinPlayer player;
    if (!gin_player_open(GIN_JUDGE_PLAYER, &player, &why)) return api_fail_as(err, DEADWOOD_E_FILE, &why);
    vec->chances = gin_chances_open(&vec->rules, &player, GIN_CHANCES_HANDS, 1);
    gin_player_close(&player);
    vec->reward.chances = vec->chances;
    return vec->chances ? api_sufficed(err) : api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
}

static int read_vec_options(deadwood_gin_vec *vec, const char *text, deadwood_error *err) {
    static const char *const episodes[] = {"game", "hand", NULL}, *const rewards[] = {"points", "win", NULL};
    ApiOption options[] = {{.key = "episode", .words = episodes}, {.key = "reward", .words = rewards}};
    if (!api_options_read(text, options, 2, err)) return err ? err->code : DEADWOOD_E_ARGUMENT;
    vec->episode = (int)options[0].value;
    bool points = options[1].value == REWARD_POINTS;
    vec->reward = (GinBatchReward){.points = points ? 0.01 : 0, .win = points ? 0 : 1};
    return points ? DEADWOOD_OK : solve_game(vec, err);
}

static int vec_build(deadwood_gin_vec *vec, int threads, uint64_t seed, deadwood_error *err) {
    vec->team = team_open(threads);
    if (!vec->team || !vec_make_rows(vec))
        return api_fail(err, DEADWOOD_E_MEMORY, "not enough memory for %d games at once", vec->games);
    if (team_size(vec->team) < threads)
        return api_fail(err, DEADWOOD_E_MEMORY, "the system gave %d of %d threads; ask for fewer", team_size(vec->team),
                        threads);
    int code = deal_games(vec, seed, err);
    if (code == DEADWOOD_OK) look_at_games(vec);
    return code;
}

static int check_size(int games, int threads, deadwood_error *err) {
    if (games < 1 || games > MOST_GAMES)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%d games at once: there are 1 to %d", games, MOST_GAMES);
    if (threads < 1 || threads > POOL_MAX_THREADS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%d threads: there are 1 to %d", threads, POOL_MAX_THREADS);
    return DEADWOOD_OK;
}

deadwood_gin_vec *deadwood_gin_vec_new(const deadwood_context *dw, int games, uint64_t seed, int threads,
                                       const char *rules, const char *options, const char *const *opponents,
                                       const double *shares, int opponent_count, deadwood_error *err) {
    ApiScope scope;
    Error why = {{0}};
    if (!dw) {
        api_null(err, __func__, "dw");
        return NULL;
    }
    if (check_size(games, threads, err) != DEADWOOD_OK) return NULL;
    deadwood_gin_vec *vec = calloc(1, sizeof *vec);
    if (!vec) {
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return NULL;
    }
    vec->games = games;
    vec->rules = gin_rules_default();
    bool good = !rules || gin_rules_parse(rules, &vec->rules, &why);
    if (!good) api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    good = good && api_scope_enter(&scope, dw, err);
    if (good) {
        good = read_opponents(vec, dw, opponents, shares, opponent_count, err) == DEADWOOD_OK &&
               read_vec_options(vec, options, err) == DEADWOOD_OK && vec_build(vec, threads, seed, err) == DEADWOOD_OK;
        api_scope_leave(&scope, NULL);
    }
    if (good && api_sufficed(err) == DEADWOOD_OK) return vec;
    deadwood_gin_vec_close(vec);
    return NULL;
}

void deadwood_gin_vec_close(deadwood_gin_vec *vec) {
    if (!vec) return;
    gin_batch_close(vec->batch);
    team_close(vec->team);
    gin_chances_close(vec->chances);
    for (int i = 0; i < GIN_BATCH_OPPONENTS; i++) {
        gin_player_close(&vec->player[i]);
        free(vec->name[i]);
    }
    free(vec->memory);
    free(vec->spare_inputs);
    free(vec);
}

int deadwood_gin_vec_games(const deadwood_gin_vec *vec) { return vec ? vec->games : 0; }

int deadwood_gin_vec_bind(deadwood_gin_vec *vec, int field, void *array, size_t bytes, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    if (field < 0 || field >= DEADWOOD_VEC_FIELDS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "there is no field %d; fields are 0 to %d", field,
                        DEADWOOD_VEC_FIELDS - 1);
    size_t size = FIELD_BYTES[field] * (size_t)vec->games;
    if (array && bytes != size)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "field %d has %zu bytes for %d games, not %zu", field, size,
                        vec->games, bytes);
    if (FIELD_BYTES[field] == sizeof(float) && (uintptr_t)array % _Alignof(float))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "field %d is floats, and the array is not aligned to them", field);
    vec->bound[field] = array;
    if (field == DEADWOOD_VEC_OBSERVATION) vec->rows.inputs = array ? array : vec->spare_inputs;
    if (field == DEADWOOD_VEC_SECRETS) vec->rows.secrets = array;
    return api_done(err);
}

int deadwood_gin_vec_look(deadwood_gin_vec *vec, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    look_at_games(vec);
    return api_done(err);
}

int deadwood_gin_vec_reset(deadwood_gin_vec *vec, uint64_t seed, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    int code = deal_games(vec, seed, err);
    if (code == DEADWOOD_OK) look_at_games(vec);
    return code;
}

// ---- Steps ----

static int refuse_action(const deadwood_gin_vec *vec, int game, int32_t action, deadwood_error *err) {
    if (action < 0 || action >= GIN_CHOICES)
        return api_fail(err, DEADWOOD_E_ILLEGAL, "game %d: there is no action %" PRId32 "; actions are 0 to %d", game,
                        action, GIN_CHOICES - 1);
    int legal = 0;
    const uint8_t *mask = vec->rows.legal + (size_t)game * GIN_LEGAL_BYTES;
    while (!gin_choice_is_legal(mask, legal)) legal++;
    char *name = deadwood_gin_action_name(action, NULL), *other = deadwood_gin_action_name(legal, NULL);
    int code =
        api_fail(err, DEADWOOD_E_ILLEGAL, "game %d: action %" PRId32 ", %s, is not legal for seat %d; %d, %s, is", game,
                 action, name ? name : "", vec->rows.seat[game], legal, other ? other : "");
    deadwood_free(name);
    deadwood_free(other);
    return code;
}

// The choices are legal and stand in vec->choices.
static void step_games(deadwood_gin_vec *vec) {
    size_t n = (size_t)vec->games;
    uint8_t *acted = vec->bound[DEADWOOD_VEC_REWARD_ACTED] ? vec->acted : NULL;
    if (acted) memcpy(acted, vec->rows.seat, n);
    gin_batch_step(vec->batch, 0, vec->games, vec->choices, &vec->rows);
    vec->steps++;
    pay_actions(vec);
    hand_out(vec, acted);
}

int deadwood_gin_vec_step(deadwood_gin_vec *vec, const int32_t *actions, deadwood_error *err) {
    if (!vec || !actions) return api_null(err, __func__, vec ? "actions" : "vec");
    for (int game = 0; game < vec->games; game++) {
        int32_t action = actions[game];
        if (action < 0 || action >= GIN_CHOICES ||
            !gin_choice_is_legal(vec->rows.legal + (size_t)game * GIN_LEGAL_BYTES, action))
            return refuse_action(vec, game, action, err);
        vec->choices[game] = (uint8_t)action;
    }
    step_games(vec);
    return api_sufficed(err);
}

// The n-th bit that is set, from the lowest; there are more than n.
static int nth_bit(uint64_t low, uint64_t high, int n) {
    int count = __builtin_popcountll(low);
    bool up = n >= count;
    uint64_t word = up ? high : low;
    for (int skip = up ? n - count : n; skip > 0; skip--) word &= word - 1;
    return __builtin_ctzll(word) + (up ? 64 : 0);
}

static uint64_t read_bits(const uint8_t *mask, int bytes) {
    uint64_t word = 0;
    for (int i = 0; i < bytes; i++) word |= (uint64_t)mask[i] << 8 * i;
    return word;
}

static int draw_choice(const uint8_t *mask, uint64_t key, uint64_t game) {
    uint64_t low = read_bits(mask, 8), high = read_bits(mask + 8, GIN_LEGAL_BYTES - 8);
    uint64_t count = (uint64_t)__builtin_popcountll(low) + (uint64_t)__builtin_popcountll(high);
    uint64_t chance = rng_fold(key, game) >> 32;
    return nth_bit(low, high, (int)(chance * count >> 32));
}

// Each game's chance hangs on the seed, the step and its place: drawing twice draws the same.
static void draw_choices(deadwood_gin_vec *vec) {
    uint64_t key = rng_fold(rng_fold(rng_fold(SAMPLE_STREAM, vec->seed), vec->steps), (uint64_t)vec->games);
    for (int game = 0; game < vec->games; game++)
        vec->choices[game] =
            (uint8_t)draw_choice(vec->rows.legal + (size_t)game * GIN_LEGAL_BYTES, key, (uint64_t)game);
}

int deadwood_gin_vec_sample(deadwood_gin_vec *vec, int32_t *actions, deadwood_error *err) {
    if (!vec || !actions) return api_null(err, __func__, vec ? "actions" : "vec");
    draw_choices(vec);
    for (int game = 0; game < vec->games; game++) actions[game] = vec->choices[game];
    return api_done(err);
}

int deadwood_gin_vec_play(deadwood_gin_vec *vec, int steps, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    if (steps < 0) return api_fail(err, DEADWOOD_E_ARGUMENT, "%d steps: there are none below 0", steps);
    for (int step = 0; step < steps; step++) {
        draw_choices(vec);
        step_games(vec);
    }
    return api_sufficed(err);
}

// ---- A league ----

int deadwood_gin_vec_shares(deadwood_gin_vec *vec, const double *shares, int count, deadwood_error *err) {
    double sum = 0;
    if (!vec || !shares) return api_null(err, __func__, vec ? "shares" : "vec");
    if (count != vec->opponent_count)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%d shares for %d opponents", count, vec->opponent_count);
    for (int i = 0; i < count; i++) {
        if (!(shares[i] >= 0) || !isfinite(shares[i]))
            return api_fail(err, DEADWOOD_E_ARGUMENT, "share %d is no number from 0 on", i);
        sum += shares[i];
    }
    if (!(sum > 0) || !isfinite(sum)) return api_fail(err, DEADWOOD_E_ARGUMENT, "all shares are 0: one needs more");
    for (int i = 0; i < count; i++) vec->opponents[i].share = shares[i];
    gin_batch_shares(vec->batch, shares);
    return api_done(err);
}

static void put_count(Json *json, const char *name, const GinBatchCount *count) {
    json_object(json, NULL);
    json_string(json, "opponent", name);
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

char *deadwood_gin_vec_counts(deadwood_gin_vec *vec, deadwood_error *err) {
    GinBatchCount counts[GIN_BATCH_OPPONENTS];
    Text text = {0};
    if (!vec) {
        api_null(err, __func__, "vec");
        return NULL;
    }
    gin_batch_counts(vec->batch, counts);
    Json json = json_into(&text, false);
    json_array(&json, NULL);
    for (int i = 0; i < vec->opponent_count; i++) put_count(&json, vec->name[i], &counts[i]);
    json_end_array(&json);
    return api_text(&text, err);
}

// ---- Saved ----

// Then what is owed, then the batch.
typedef struct SavedHead {
    uint64_t seed, steps;
    uint64_t check; // of the head and what is owed; the batch has its own
} SavedHead;

static size_t owed_bytes(const deadwood_gin_vec *vec) { return (size_t)vec->games * sizeof *vec->owed; }

static uint64_t check_saved(const SavedHead *head, const void *owed, size_t bytes) {
    uint64_t check = rng_fold(rng_fold(head->seed, head->steps), bytes);
    for (size_t at = 0; at < bytes; at += sizeof(float)) {
        uint32_t word;
        memcpy(&word, (const char *)owed + at, sizeof word);
        check = rng_fold(check, word);
    }
    return check;
}

size_t deadwood_gin_vec_size(const deadwood_gin_vec *vec) {
    return vec ? sizeof(SavedHead) + owed_bytes(vec) + gin_batch_size(vec->batch) : 0;
}

int deadwood_gin_vec_save(const deadwood_gin_vec *vec, void *bytes, size_t size, deadwood_error *err) {
    if (!vec || !bytes) return api_null(err, __func__, vec ? "bytes" : "vec");
    size_t needed = deadwood_gin_vec_size(vec), owed = owed_bytes(vec);
    if (size != needed)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "room for %zu bytes, and the environment is %zu now", size, needed);
    SavedHead head = {vec->seed, vec->steps, 0};
    head.check = check_saved(&head, vec->owed, owed);
    memcpy(bytes, &head, sizeof head);
    memcpy((char *)bytes + sizeof head, vec->owed, owed);
    gin_batch_save(vec->batch, (char *)bytes + sizeof head + owed);
    return api_done(err);
}

int deadwood_gin_vec_load(deadwood_gin_vec *vec, const void *bytes, size_t size, deadwood_error *err) {
    SavedHead head;
    Error why = {{0}};
    if (!vec || !bytes) return api_null(err, __func__, vec ? "bytes" : "vec");
    size_t owed = owed_bytes(vec);
    if (size < sizeof head + owed)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%zu bytes are no saved environment of %d games", size, vec->games);
    memcpy(&head, bytes, sizeof head);
    const char *at = (const char *)bytes + sizeof head;
    if (head.seed != vec->seed)
        return api_fail(err, DEADWOOD_E_ARGUMENT,
                        "the environment was saved with seed %" PRIu64 ", and this one has %" PRIu64, head.seed,
                        vec->seed);
    if (head.check != check_saved(&head, at, owed))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "the saved environment is damaged, or of another plan");
    if (!gin_batch_load(vec->batch, at + owed, size - sizeof head - owed, &why))
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    memcpy(vec->owed, at, owed);
    vec->steps = head.steps;
    look_at_games(vec);
    return api_done(err);
}

// ---- Names ----

char *deadwood_gin_input_name(int input, deadwood_error *err) {
    char name[GIN_INPUT_NAME];
    Text text = {0};
    if (input < 0 || input >= GIN_INPUTS) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "there is no input %d; inputs are 0 to %d", input, GIN_INPUTS - 1);
        return NULL;
    }
    text_add(&text, gin_input_name(input, name));
    return api_text(&text, err);
}

char *deadwood_gin_action_name(int action, deadwood_error *err) {
    Text text = {0};
    char card[CARD_TEXT];
    if (action < 0 || action >= GIN_CHOICES) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "there is no action %d; actions are 0 to %d", action, GIN_CHOICES - 1);
        return NULL;
    }
    bool knock = action >= GIN_CHOICE_KNOCK;
    if (action >= GIN_CHOICE_DROP) {
        card_print(card_from_index(action - (knock ? GIN_CHOICE_KNOCK : GIN_CHOICE_DROP)), card);
        text_addf(&text, "%s %s", knock ? "knock" : "discard", card);
    } else {
        text_add(&text, action == GIN_CHOICE_TAKE ? "draw up" : "draw stock or pass");
    }
    return api_text(&text, err);
}
