// SPDX-License-Identifier: MIT
// Many games at once, of any game: a batch behind a handle, its rows in arrays of the caller, every action checked
// before anything moves. What one game has of its own is an ApiVecKind.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_vec_internal.h"
#include "base/memory.h"
#include "base/rows/shares.h"
#include "base/threads/pool.h"

enum { MOST_GAMES = 1 << 20, SAMPLE_STREAM = 0x5A };

static const ApiVecKind *const KINDS[API_GAMES] = {[API_GIN] = &api_vec_of_gin, [API_HEARTS] = &api_vec_of_hearts};

static const ApiVecKind *find_kind(const char *game, deadwood_error *err) {
    ApiGame found;
    return api_game_find(game, &found, err) ? KINDS[found] : NULL;
}

// Bytes of a field, a game.
static size_t field_bytes(const ApiVecKind *kind, int field) {
    switch (field) {
    case DEADWOOD_VEC_OBSERVATION: return (size_t)kind->inputs;
    case DEADWOOD_VEC_SECRETS: return (size_t)kind->secrets;
    case DEADWOOD_VEC_MASK: return (size_t)kind->actions;
    case DEADWOOD_VEC_MASK_BITS: return (size_t)kind->legal_bytes;
    case DEADWOOD_VEC_REWARD: return (size_t)kind->rewards * sizeof(float);
    case DEADWOOD_VEC_REWARD_ACTED: return sizeof(float);
    default: return 1;
    }
}

static size_t outcome_bytes(const ApiVecKind *kind) { return (2 * (size_t)kind->rewards + 1) * sizeof(float); }

static const float *outcome_of(const deadwood_vec *vec, size_t game) {
    return (const float *)(const void *)(vec->rows.outcome + game * outcome_bytes(vec->kind));
}

// What follows the rewards of an outcome: who won, then the opponent.
static const uint8_t *outcome_end(const deadwood_vec *vec, size_t game) {
    return (const uint8_t *)(outcome_of(vec, game) + 2 * vec->kind->rewards);
}

// ---- Opponents ----

static int read_caller(const char *name, int *brain, deadwood_error *err) {
    int64_t number;
    Error why = {{0}};
    if (!text_to_int(name + strlen("caller:"), "caller:K", 1, API_VEC_BRAINS - 1, &number, &why))
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    *brain = (int)number;
    return DEADWOOD_OK;
}

int api_vec_read_brain(const deadwood_context *dw, ApiGame game, const char *name, int *brain, deadwood_error *err) {
    *brain = 0;
    if (strcmp(name, "self") == 0) return DEADWOOD_OK;
    if (strncmp(name, "caller:", strlen("caller:")) == 0) return read_caller(name, brain, err);
    if (api_is_added(dw, game, name))
        return api_fail(
            err, DEADWOOD_E_ARGUMENT,
            "'%s' was added to the context, and an environment asks its opponents from many threads; call it "
            "caller:1 and answer its rows",
            name);
    *brain = -1;
    return DEADWOOD_OK;
}

static int read_opponents(deadwood_vec *vec, const deadwood_context *dw, const char *const *names, const double *shares,
                          int count, deadwood_error *err) {
    static const char *const self[] = {"self"};
    static const double whole[] = {1};
    if (count < 0 || count > API_VEC_OPPONENTS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%d opponents: there are at most %d", count, API_VEC_OPPONENTS);
    if (count && (!names || !shares)) return api_null(err, "deadwood_vec_new", names ? "shares" : "opponents");
    vec->opponent_count = count ? count : 1;
    for (int i = 0; i < vec->opponent_count; i++) {
        const char *name = count ? names[i] : self[i];
        if (!name) return api_fail(err, DEADWOOD_E_ARGUMENT, "opponent %d is NULL", i);
        vec->name[i] = strdup(name);
        if (!vec->name[i]) return api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        int code = vec->kind->read_opponent(vec, dw, i, name, count ? shares[i] : whole[i], err);
        if (code != DEADWOOD_OK) return code;
    }
    return DEADWOOD_OK;
}

// ---- Rows ----

// Memory for all rows that the batch always writes; fields the caller binds are then written where it says.
static bool vec_make_rows(deadwood_vec *vec) {
    const ApiVecKind *kind = vec->kind;
    size_t n = (size_t)vec->games, rewards = n * (size_t)kind->rewards;
    size_t floats = 3 * rewards * sizeof(float) + n * outcome_bytes(kind);
    vec->memory = calloc(1, floats + n * ((size_t)kind->legal_bytes + 6));
    vec->spare_inputs = malloc(n * (size_t)kind->inputs);
    if (!vec->memory || !vec->spare_inputs) return false;
    float *numbers = (float *)(void *)vec->memory;
    vec->rows.reward = numbers;
    vec->paid = numbers + rewards;
    vec->owed = numbers + 2 * rewards;
    vec->rows.outcome = (uint8_t *)(numbers + 3 * rewards);
    uint8_t *at = vec->memory + floats;
    vec->rows.legal = at;
    vec->rows.brain = at += n * (size_t)kind->legal_bytes;
    vec->rows.seat = at += n;
    vec->rows.ended = at += n;
    vec->rows.over = at += n;
    vec->choices = at += n;
    vec->acted = at + n;
    vec->rows.inputs = vec->spare_inputs;
    return true;
}

static uint8_t *legal_of(const deadwood_vec *vec, int game) {
    return vec->rows.legal + (size_t)game * (size_t)vec->kind->legal_bytes;
}

static bool is_legal(const deadwood_vec *vec, int game, int32_t action) {
    return action >= 0 && action < vec->kind->actions && (legal_of(vec, game)[action / 8] >> action % 8 & 1);
}

// Eight bits as eight bytes: bit i is set apart in byte i, carried to that byte's top and shifted to its bottom.
static inline void spread_bits(uint8_t bits, uint8_t to[8]) {
    uint64_t apart = bits * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    uint64_t bytes = (apart + UINT64_C(0x00406070787C7E7F)) >> 7 & UINT64_C(0x0101010101010101);
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(bytes >> 8 * i);
}

static void spread_mask(const deadwood_vec *vec, uint8_t *mask) {
    int actions = vec->kind->actions, whole = actions / 8;
    for (int game = 0; game < vec->games; game++, mask += actions) {
        const uint8_t *legal = legal_of(vec, game);
        for (int byte = 0; byte < whole; byte++) spread_bits(legal[byte], mask + 8 * byte);
        for (int i = 8 * whole; i < actions; i++) mask[i] = legal[whole] >> i % 8 & 1;
    }
}

// What the last action brought the seat that made it: where two play, the other seat's loss is its gain.
static float paid_to(const deadwood_vec *vec, size_t game, uint8_t seat) {
    const float *paid = vec->paid + game * (size_t)vec->kind->rewards;
    return vec->kind->rewards > 1 ? paid[seat] : seat ? -*paid : *paid;
}

// Copies what the batch wrote for itself to where the caller wants it. `acted` are the seats of the actions, or NULL
// after a look, when nothing was won.
static void hand_out(deadwood_vec *vec, const uint8_t *acted) {
    size_t n = (size_t)vec->games;
    const ApiVecKind *kind = vec->kind;
    const ApiVecRows *rows = &vec->rows;
    void *const *bound = vec->bound;
    if (bound[DEADWOOD_VEC_MASK]) spread_mask(vec, bound[DEADWOOD_VEC_MASK]);
    if (bound[DEADWOOD_VEC_MASK_BITS])
        memcpy(bound[DEADWOOD_VEC_MASK_BITS], rows->legal, n * (size_t)kind->legal_bytes);
    if (bound[DEADWOOD_VEC_SEAT]) memcpy(bound[DEADWOOD_VEC_SEAT], rows->seat, n);
    if (bound[DEADWOOD_VEC_CALLER]) memcpy(bound[DEADWOOD_VEC_CALLER], rows->brain, n);
    if (bound[DEADWOOD_VEC_HAND_DONE]) memcpy(bound[DEADWOOD_VEC_HAND_DONE], rows->ended, n);
    if (bound[DEADWOOD_VEC_DONE])
        memcpy(bound[DEADWOOD_VEC_DONE], vec->episode == EPISODE_HAND ? rows->ended : rows->over, n);
    if (bound[DEADWOOD_VEC_REWARD])
        memcpy(bound[DEADWOOD_VEC_REWARD], vec->paid, n * field_bytes(kind, DEADWOOD_VEC_REWARD));
    float *own = bound[DEADWOOD_VEC_REWARD_ACTED];
    for (size_t i = 0; own && i < n; i++) own[i] = acted ? paid_to(vec, i, acted[i]) : 0;
    uint8_t *winner = bound[DEADWOOD_VEC_WINNER], *opponent = bound[DEADWOOD_VEC_OPPONENT];
    for (size_t i = 0; winner && i < n; i++) winner[i] = outcome_end(vec, i)[0];
    for (size_t i = 0; opponent && i < n; i++) opponent[i] = outcome_end(vec, i)[1];
}

static void note_gained(deadwood_vec *vec, int game) {
    double gained[API_VEC_SEATS] = {0};
    vec->kind->gained(vec, game, gained);
    for (int r = 0; r < vec->kind->rewards; r++) vec->owed[game * vec->kind->rewards + r] = (float)gained[r];
}

// An action is paid what its episode brought and no more, though hands, and with small targets games, may pass before
// anybody decides again. Hands of a new game go to its first action; what has no action at all goes to nobody.
static void pay_actions(deadwood_vec *vec) {
    const ApiVecRows *rows = &vec->rows;
    int each = vec->kind->rewards;
    for (int i = 0; i < vec->games; i++) {
        const float *hand = outcome_of(vec, (size_t)i), *game = hand + each;
        float *paid = vec->paid + i * each, *owed = vec->owed + i * each;
        for (int r = 0; r < each; r++)
            paid[r] = vec->episode == EPISODE_HAND ? (rows->ended[i] ? hand[r] : 0)
                                                   : owed[r] + (rows->over[i] ? game[r] : rows->reward[i * each + r]);
        if (vec->episode == EPISODE_HAND) continue;
        memset(owed, 0, (size_t)each * sizeof *owed);
        if (rows->over[i]) note_gained(vec, i);
    }
}

static void look_at_games(deadwood_vec *vec) {
    size_t n = (size_t)vec->games;
    memset(vec->paid, 0, n * (size_t)vec->kind->rewards * sizeof(float));
    memset(vec->rows.ended, 0, n);
    memset(vec->rows.over, 0, n);
    for (size_t i = 0; i < n; i++) *(uint8_t *)(uintptr_t)outcome_end(vec, i) = vec->kind->no_winner;
    vec->kind->look(vec);
    hand_out(vec, NULL);
}

// ---- Making ----

static int deal_games(deadwood_vec *vec, uint64_t seed, deadwood_error *err) {
    int code = vec->kind->deal(vec, seed, err);
    if (code != DEADWOOD_OK) return code;
    vec->seed = seed;
    vec->steps = 0;
    memset(vec->owed, 0, (size_t)(vec->games * vec->kind->rewards) * sizeof *vec->owed);
    for (int i = 0; vec->episode == EPISODE_GAME && i < vec->games; i++) note_gained(vec, i);
    return api_done(err);
}

static int read_vec_options(deadwood_vec *vec, const char *text, deadwood_error *err) {
    static const char *const episodes[] = {"game", "hand", NULL}, *const rewards[] = {"points", "win", NULL};
    ApiOption options[] = {{.key = "episode", .words = episodes}, {.key = "reward", .words = rewards}};
    if (!api_options_read(text, options, 2, err)) return err ? err->code : DEADWOOD_E_ARGUMENT;
    vec->episode = (int)options[0].value;
    return vec->kind->set_reward(vec, options[1].value != REWARD_POINTS, err);
}

static int vec_build(deadwood_vec *vec, int threads, uint64_t seed, deadwood_error *err) {
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

deadwood_vec *deadwood_vec_new(const deadwood_context *dw, const char *game, int games, uint64_t seed, int threads,
                               const char *rules, const char *options, const char *const *opponents,
                               const double *shares, int opponent_count, deadwood_error *err) {
    ApiScope scope;
    if (!dw) {
        api_null(err, __func__, "dw");
        return NULL;
    }
    const ApiVecKind *kind = find_kind(game, err);
    if (!kind || check_size(games, threads, err) != DEADWOOD_OK) return NULL;
    deadwood_vec *vec = calloc(1, kind->size);
    if (!vec) {
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
        return NULL;
    }
    vec->kind = kind;
    vec->games = games;
    bool good = kind->read_rules(vec, rules, err) == DEADWOOD_OK && api_scope_enter(&scope, dw, err);
    if (good) {
        good = read_opponents(vec, dw, opponents, shares, opponent_count, err) == DEADWOOD_OK &&
               read_vec_options(vec, options, err) == DEADWOOD_OK && vec_build(vec, threads, seed, err) == DEADWOOD_OK;
        api_scope_leave(&scope, NULL);
    }
    if (good && api_sufficed(err) == DEADWOOD_OK) return vec;
    deadwood_vec_close(vec);
    return NULL;
}

void deadwood_vec_close(deadwood_vec *vec) {
    if (!vec) return;
    vec->kind->close(vec);
    team_close(vec->team);
    for (int i = 0; i < API_VEC_OPPONENTS; i++) free(vec->name[i]);
    free(vec->memory);
    free(vec->spare_inputs);
    free(vec);
}

int deadwood_vec_games(const deadwood_vec *vec) { return vec ? vec->games : 0; }

int deadwood_vec_bind(deadwood_vec *vec, int field, void *array, size_t bytes, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    if (field < 0 || field >= DEADWOOD_VEC_FIELDS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "there is no field %d; fields are 0 to %d", field,
                        DEADWOOD_VEC_FIELDS - 1);
    size_t each = field_bytes(vec->kind, field), size = each * (size_t)vec->games;
    bool floats = field == DEADWOOD_VEC_REWARD || field == DEADWOOD_VEC_REWARD_ACTED;
    if (array && bytes != size)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "field %d has %zu bytes for %d games, not %zu", field, size,
                        vec->games, bytes);
    if (floats && (uintptr_t)array % _Alignof(float))
        return api_fail(err, DEADWOOD_E_ARGUMENT, "field %d is floats, and the array is not aligned to them", field);
    vec->bound[field] = array;
    if (field == DEADWOOD_VEC_OBSERVATION) vec->rows.inputs = array ? array : vec->spare_inputs;
    if (field == DEADWOOD_VEC_SECRETS) vec->rows.secrets = array;
    return api_done(err);
}

int deadwood_vec_look(deadwood_vec *vec, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    look_at_games(vec);
    return api_done(err);
}

int deadwood_vec_reset(deadwood_vec *vec, uint64_t seed, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    int code = deal_games(vec, seed, err);
    if (code == DEADWOOD_OK) look_at_games(vec);
    return code;
}

// ---- Steps ----

static int refuse_action(const deadwood_vec *vec, int game, int32_t action, deadwood_error *err) {
    const ApiVecKind *kind = vec->kind;
    if (action < 0 || action >= kind->actions)
        return api_fail(err, DEADWOOD_E_ILLEGAL, "game %d: there is no action %" PRId32 "; actions are 0 to %d", game,
                        action, kind->actions - 1);
    int legal = 0;
    char name[API_VEC_NAME], other[API_VEC_NAME];
    while (!is_legal(vec, game, legal)) legal++;
    return api_fail(err, DEADWOOD_E_ILLEGAL, "game %d: action %" PRId32 ", %s, is not legal for seat %d; %d, %s, is",
                    game, action, kind->action_name(action, name), vec->rows.seat[game], legal,
                    kind->action_name(legal, other));
}

// The choices are legal and stand in vec->choices.
static void step_games(deadwood_vec *vec) {
    size_t n = (size_t)vec->games;
    uint8_t *acted = vec->bound[DEADWOOD_VEC_REWARD_ACTED] ? vec->acted : NULL;
    if (acted) memcpy(acted, vec->rows.seat, n);
    vec->kind->step(vec);
    vec->steps++;
    pay_actions(vec);
    hand_out(vec, acted);
}

int deadwood_vec_step(deadwood_vec *vec, const int32_t *actions, deadwood_error *err) {
    if (!vec || !actions) return api_null(err, __func__, vec ? "actions" : "vec");
    for (int game = 0; game < vec->games; game++) {
        int32_t action = actions[game];
        if (!is_legal(vec, game, action)) return refuse_action(vec, game, action, err);
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

static int draw_choice(const uint8_t *mask, int bytes, uint64_t key, uint64_t game) {
    uint64_t low = read_bits(mask, 8), high = read_bits(mask + 8, bytes - 8);
    uint64_t count = (uint64_t)__builtin_popcountll(low) + (uint64_t)__builtin_popcountll(high);
    uint64_t chance = rng_fold(key, game) >> 32;
    return nth_bit(low, high, (int)(chance * count >> 32));
}

// Each game's chance hangs on the seed, the step and its place: drawing twice draws the same.
static void draw_choices(deadwood_vec *vec) {
    uint64_t key = rng_fold(rng_fold(rng_fold(SAMPLE_STREAM, vec->seed), vec->steps), (uint64_t)vec->games);
    for (int game = 0; game < vec->games; game++)
        vec->choices[game] = (uint8_t)draw_choice(legal_of(vec, game), vec->kind->legal_bytes, key, (uint64_t)game);
}

int deadwood_vec_sample(deadwood_vec *vec, int32_t *actions, deadwood_error *err) {
    if (!vec || !actions) return api_null(err, __func__, vec ? "actions" : "vec");
    draw_choices(vec);
    for (int game = 0; game < vec->games; game++) actions[game] = vec->choices[game];
    return api_done(err);
}

int deadwood_vec_play(deadwood_vec *vec, int steps, deadwood_error *err) {
    if (!vec) return api_null(err, __func__, "vec");
    if (steps < 0) return api_fail(err, DEADWOOD_E_ARGUMENT, "%d steps: there are none below 0", steps);
    for (int step = 0; step < steps; step++) {
        draw_choices(vec);
        step_games(vec);
    }
    return api_sufficed(err);
}

// ---- A league ----

int deadwood_vec_shares(deadwood_vec *vec, const double *shares, int count, deadwood_error *err) {
    Error why = {{0}};
    if (!vec || !shares) return api_null(err, __func__, vec ? "shares" : "vec");
    if (count != vec->opponent_count)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "%d shares for %d opponents", count, vec->opponent_count);
    if (!shares_make_sense(shares, count, "opponent", &why)) return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    vec->kind->shares(vec, shares);
    return api_done(err);
}

char *deadwood_vec_counts(deadwood_vec *vec, deadwood_error *err) {
    Text text = {0};
    if (!vec) {
        api_null(err, __func__, "vec");
        return NULL;
    }
    Json json = json_into(&text, false);
    json_array(&json, NULL);
    vec->kind->counts(vec, &json);
    json_end_array(&json);
    return api_text(&text, err);
}

// ---- Saved ----

// Then what is owed, then the batch.
typedef struct SavedHead {
    uint64_t seed, steps;
    uint64_t check; // of the head and what is owed; the batch has its own
} SavedHead;

static size_t owed_bytes(const deadwood_vec *vec) {
    return (size_t)(vec->games * vec->kind->rewards) * sizeof *vec->owed;
}

static uint64_t check_saved(const SavedHead *head, const void *owed, size_t bytes) {
    uint64_t check = rng_fold(rng_fold(head->seed, head->steps), bytes);
    for (size_t at = 0; at < bytes; at += sizeof(float)) {
        uint32_t word;
        memcpy(&word, (const char *)owed + at, sizeof word);
        check = rng_fold(check, word);
    }
    return check;
}

size_t deadwood_vec_size(const deadwood_vec *vec) {
    return vec ? sizeof(SavedHead) + owed_bytes(vec) + vec->kind->frozen_size(vec) : 0;
}

int deadwood_vec_save(const deadwood_vec *vec, void *bytes, size_t size, deadwood_error *err) {
    if (!vec || !bytes) return api_null(err, __func__, vec ? "bytes" : "vec");
    size_t needed = deadwood_vec_size(vec), owed = owed_bytes(vec);
    if (size != needed)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "room for %zu bytes, and the environment is %zu now", size, needed);
    SavedHead head = {vec->seed, vec->steps, 0};
    head.check = check_saved(&head, vec->owed, owed);
    memcpy(bytes, &head, sizeof head);
    memcpy((char *)bytes + sizeof head, vec->owed, owed);
    vec->kind->save(vec, (char *)bytes + sizeof head + owed);
    return api_done(err);
}

int deadwood_vec_load(deadwood_vec *vec, const void *bytes, size_t size, deadwood_error *err) {
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
    if (!vec->kind->load(vec, at + owed, size - sizeof head - owed, &why))
        return api_fail_as(err, DEADWOOD_E_ARGUMENT, &why);
    memcpy(vec->owed, at, owed);
    vec->steps = head.steps;
    look_at_games(vec);
    return api_done(err);
}

// ---- Names ----

int deadwood_vec_shape(const char *game, int field, deadwood_error *err) {
    const ApiVecKind *kind = find_kind(game, err);
    if (!kind) return -1;
    if (field < 0 || field >= DEADWOOD_VEC_FIELDS) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "there is no field %d; fields are 0 to %d", field, DEADWOOD_VEC_FIELDS - 1);
        return -1;
    }
    api_done(err);
    size_t bytes = field_bytes(kind, field);
    bool floats = field == DEADWOOD_VEC_REWARD || field == DEADWOOD_VEC_REWARD_ACTED;
    return (int)(floats ? bytes / sizeof(float) : bytes);
}

// A name of number `i` out of `count`, as text of the caller's; `what` it is, in a sentence.
static char *give_name(const char *what, int i, int count, const char *(*name_of)(int i, char text[API_VEC_NAME]),
                       deadwood_error *err) {
    char name[API_VEC_NAME];
    Text text = {0};
    if (i < 0 || i >= count) {
        api_fail(err, DEADWOOD_E_ARGUMENT, "there is no %s %d; %ss are 0 to %d", what, i, what, count - 1);
        return NULL;
    }
    text_add(&text, name_of(i, name));
    return api_text(&text, err);
}

char *deadwood_input_name(const char *game, int input, deadwood_error *err) {
    const ApiVecKind *kind = find_kind(game, err);
    return kind ? give_name("input", input, kind->inputs, kind->input_name, err) : NULL;
}

char *deadwood_secret_name(const char *game, int secret, deadwood_error *err) {
    const ApiVecKind *kind = find_kind(game, err);
    return kind ? give_name("secret", secret, kind->secrets, kind->secret_name, err) : NULL;
}

char *deadwood_action_name(const char *game, int action, deadwood_error *err) {
    const ApiVecKind *kind = find_kind(game, err);
    return kind ? give_name("action", action, kind->actions, kind->action_name, err) : NULL;
}
