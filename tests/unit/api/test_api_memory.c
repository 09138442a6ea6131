// SPDX-License-Identifier: MIT
// The public API when memory runs out at any allocation: an error with a sentence, nothing lost, nothing leaked.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support/failing_malloc.h"

#include "api_check.h"

static deadwood_context *dw; // opened before memory runs out

static bool told(const deadwood_error *err, char *error) {
    if (err->code != DEADWOOD_E_MEMORY) {
        memory_refill();
        fail_msg("this is called '%s': %s", deadwood_error_name(err->code), err->text);
    }
    snprintf(error, MEMORY_ERROR, "%s", err->text);
    return false;
}

// Keeps a text as the result, and ends it.
static bool keep(char *text, const deadwood_error *err, char *result, char *error) {
    if (!text) return told(err, error);
    uint64_t hash = 5381;
    for (const char *c = text; *c; c++) hash = 33 * hash + (unsigned char)*c;
    snprintf(result, MEMORY_RESULT, "%zu bytes %llx: %.200s", strlen(text), (unsigned long long)hash, text);
    deadwood_free(text);
    return true;
}

static bool list(char *result, char *error) {
    deadwood_error err;
    deadwood_context *own = deadwood_open(NULL, &err);
    if (!own) return told(&err, error);
    bool done = keep(deadwood_list(own, &err), &err, result, error);
    deadwood_close(own);
    return done;
}

static bool describe(char *result, char *error) {
    deadwood_error err;
    return keep(deadwood_describe_player(dw, "gin", "heisenbot", &err), &err, result, error);
}

static bool read_rules(char *result, char *error) {
    deadwood_error err;
    return keep(deadwood_rules("hearts", "paper", &err), &err, result, error);
}

// ---- One game ----

static bool play_on(deadwood_game *game, deadwood_error *err) {
    for (int i = 0; i < 12; i++) {
        int turn = deadwood_game_turn(game), code = DEADWOOD_OK;
        if (turn == DEADWOOD_TURN_OURS) code = deadwood_game_step(game, NULL, err);
        if (turn == DEADWOOD_TURN_HAND_OVER) code = deadwood_game_next(game, err);
        if (turn == DEADWOOD_TURN_YOURS) {
            char *legal = deadwood_game_legal(game, err);
            if (!legal) return false;
            legal[strcspn(legal, "\n")] = '\0';
            code = deadwood_game_move(game, legal, err);
            deadwood_free(legal);
        }
        if (code != DEADWOOD_OK) return false;
    }
    return true;
}

static bool tell_game(deadwood_game *game, char *result, char *error) {
    deadwood_error err;
    if (!play_on(game, &err)) return told(&err, error);
    deadwood_game *copy = deadwood_game_copy(dw, game, &err);
    if (!copy) return told(&err, error);
    bool done = keep(deadwood_game_state(copy, -1, &err), &err, result, error);
    if (done) done = keep(deadwood_game_record(copy, &err), &err, result, error);
    int undone = deadwood_game_undo(copy, &err);
    if (done && undone != DEADWOOD_OK && undone != DEADWOOD_E_STATE) done = told(&err, error);
    deadwood_game_close(copy);
    return done;
}

static bool play(const char *name, const char *const *players, char *result, char *error) {
    deadwood_error err;
    deadwood_game *game = deadwood_game_new(dw, name, NULL, players, 3, &err);
    if (!game) return told(&err, error);
    bool done = tell_game(game, result, error);
    deadwood_game_close(game);
    return done;
}

static bool play_gin(char *result, char *error) {
    return play("gin", (const char *[]){NULL, "heisenbot"}, result, error);
}

static bool play_hearts(char *result, char *error) {
    return play("hearts", (const char *[]){"ducker", "random", "ducker", "random"}, result, error);
}

// ---- Matches ----

static bool match(const char *game, const char *a, const char *b, const char *options, char *result, char *error) {
    deadwood_error err;
    char *json = deadwood_match(dw, game, *game == 'g' ? NULL : "paper,target=0", (const char *[]){a, b}, options, NULL,
                                NULL, &err);
    if (!json) return told(&err, error);
    const char *digest = strstr(json, "\"digest\"");
    snprintf(result, MEMORY_RESULT, "%.30s", digest ? digest : json);
    deadwood_free(json);
    return true;
}

static bool match_gin(char *result, char *error) {
    return match("gin", "simple", "heisenbot", "games=4,seed=2,threads=1", result, error);
}

static bool match_champion(char *result, char *error) {
    return match("gin", "champion", "simple", "games=2,seed=2,threads=1", result, error);
}

static bool match_hearts(char *result, char *error) {
    return match("hearts", "search:algo=uct,eval=none,worlds=2,playouts=20", "random", "games=1,seed=2,threads=1",
                 result, error);
}

static bool tournament(char *result, char *error) {
    deadwood_error err;
    const char *const players[3] = {"simple", "random", "greedy"};
    char *json = deadwood_tournament(dw, "gin", NULL, players, 3, "games=2,seed=2,threads=1", NULL, NULL, &err);
    if (!json) return told(&err, error);
    snprintf(result, MEMORY_RESULT, "%d", (int)strlen(json) > 0);
    deadwood_free(json);
    return true;
}

// Search, estimators, and networks of gin; the learned evaluation of Hearts.
static bool match_estimators(char *result, char *error) {
    return match("gin", "advanced", "heisenbot", "games=2,seed=2,threads=1", result, error);
}

static bool match_learned(char *result, char *error) {
    return match("hearts", "td-queen-1", "ducker", "games=1,seed=2,threads=1", result, error);
}

static bool match_threads(char *result, char *error) {
    return match("gin", "simple", "random", "games=40,seed=2,threads=2", result, error);
}

// ---- Advice ----

static deadwood_coach *coach; // opened before memory runs out

static bool ask(const char *name, char *result, char *error) {
    deadwood_error err;
    const char *const players[4] = {NULL, "random", "random", "random"};
    deadwood_game *game = deadwood_game_new(dw, name, NULL, players, 3, &err);
    if (!game) return told(&err, error);
    while (deadwood_game_turn(game) == DEADWOOD_TURN_OURS && deadwood_game_step(game, NULL, &err) == DEADWOOD_OK) {
    }
    bool done = deadwood_game_turn(game) == DEADWOOD_TURN_YOURS
                    ? keep(deadwood_advise(coach, game, NULL, &err), &err, result, error)
                    : told(&err, error);
    deadwood_game_close(game);
    return done;
}

static bool ask_gin(char *result, char *error) { return ask("gin", result, error); }

static bool open_coach(const char *name, char *result, char *error) {
    deadwood_error err;
    deadwood_coach *opened =
        deadwood_coach_open(dw, name, *name == 'g' ? "contest,target=10" : NULL, "worlds=16", &err);
    if (!opened) return told(&err, error);
    deadwood_coach_close(opened);
    strcpy(result, "opened");
    return true;
}

static bool open_gin_coach(char *result, char *error) { return open_coach("gin", result, error); }
static bool open_hearts_coach(char *result, char *error) { return open_coach("hearts", result, error); }

// ---- Many games, records, weights ----

static bool step_games(deadwood_vec *vec, deadwood_error *err) {
    return deadwood_vec_look(vec, err) == DEADWOOD_OK && deadwood_vec_play(vec, 30, err) == DEADWOOD_OK &&
           deadwood_vec_reset(vec, 5, err) == DEADWOOD_OK && deadwood_vec_play(vec, 300, err) == DEADWOOD_OK;
}

static bool save_games(deadwood_vec *vec, deadwood_error *err) {
    size_t size = deadwood_vec_size(vec);
    void *bytes = malloc(size);
    if (!bytes) {
        err->code = DEADWOOD_E_MEMORY;
        strcpy(err->text, "the test's own");
        return false;
    }
    bool done = deadwood_vec_save(vec, bytes, size, err) == DEADWOOD_OK &&
                deadwood_vec_load(vec, bytes, size, err) == DEADWOOD_OK;
    free(bytes);
    return done;
}

static bool many_games(char *result, char *error) {
    deadwood_error err;
    const char *const opponents[3] = {"self", "simple", "caller:1"};
    const double shares[3] = {1, 1, 1};
    deadwood_vec *vec = deadwood_vec_new(dw, "gin", 8, 3, 1, NULL, "episode=hand", opponents, shares, 3, &err);
    if (!vec) return told(&err, error);
    static uint8_t rows[8][DEADWOOD_GIN_OBSERVATION];
    bool done = deadwood_vec_bind(vec, DEADWOOD_VEC_OBSERVATION, rows, sizeof rows, &err) == DEADWOOD_OK &&
                step_games(vec, &err) && save_games(vec, &err);
    done = done ? keep(deadwood_vec_counts(vec, &err), &err, result, error) : told(&err, error);
    deadwood_vec_close(vec);
    return done;
}

static char *records; // of a game of gin

static bool load_game(char *result, char *error) {
    deadwood_error err;
    deadwood_game *game = deadwood_game_load(dw, records, NULL, &err);
    if (!game) return told(&err, error);
    bool done = tell_game(game, result, error);
    deadwood_game_close(game);
    return done;
}

static bool rows_of_records(char *result, char *error) {
    deadwood_error err;
    deadwood_gin_rows *rows = deadwood_gin_rows_open(records, &err);
    if (!rows) return told(&err, error);
    int64_t count = deadwood_gin_rows_count(rows);
    static int32_t actions[1000];
    bool done = deadwood_gin_rows_read(rows, DEADWOOD_ROWS_ACTION, actions, (size_t)count * 4, &err) == DEADWOOD_OK;
    snprintf(result, MEMORY_RESULT, "%lld rows, the last %d", (long long)count, (int)actions[count - 1]);
    deadwood_gin_rows_close(rows);
    return done || told(&err, error);
}

static bool record_as_json(char *result, char *error) {
    deadwood_error err;
    return keep(deadwood_record_json(records, &err), &err, result, error);
}

static bool read_weights(char *result, char *error) {
    deadwood_error err;
    deadwood_weights *weights = deadwood_weights_open(dw, "champion", &err);
    if (!weights) return told(&err, error);
    bool done = keep(deadwood_weights_facts(weights, &err), &err, result, error);
    deadwood_weights_close(weights);
    return done;
}

static bool write_weights(char *result, char *error) {
    deadwood_error err;
    float numbers[6] = {1, 2, 3, 4, 5, 6};
    uint64_t shape[2] = {2, 3};
    deadwood_weights *weights = deadwood_weights_new(&err);
    if (!weights) return told(&err, error);
    bool done = deadwood_weights_add(weights, "a", DEADWOOD_F32, 2, shape, numbers, &err) == DEADWOOD_OK &&
                deadwood_weights_note(weights, "seed", "1", &err) == DEADWOOD_OK &&
                deadwood_weights_save(weights, "memory.safetensors", &err) == DEADWOOD_OK;
    snprintf(result, MEMORY_RESULT, "%d array", deadwood_weights_count(weights));
    deadwood_weights_close(weights);
    remove("memory.safetensors");
    return done || told(&err, error);
}

// ---- Tests ----

static int open_all(void **state) {
    (void)state;
    deadwood_error err;
    dw = open_context();
    deadwood_game *game = deadwood_game_new(dw, "gin", NULL, (const char *[]){"simple", "greedy"}, 4, &err);
    while (deadwood_game_turn(game) == DEADWOOD_TURN_OURS) deadwood_game_step(game, NULL, &err);
    records = deadwood_game_record(game, &err);
    deadwood_game_close(game);
    return records ? 0 : 1;
}

static int close_all(void **state) {
    (void)state;
    deadwood_free(records);
    deadwood_close(dw);
    return 0;
}

static void names_and_rules(void **state) {
    (void)state;
    memory_try_all("list", list, 1);
    memory_try_all("describe", describe, 1);
    memory_try_all("rules", read_rules, 1);
}

static void games(void **state) {
    (void)state;
    memory_try_all("gin", play_gin, 1);
    memory_try_all("Hearts", play_hearts, 1);
    memory_try_all("loaded", load_game, 1);
}

static void matches(void **state) {
    (void)state;
    memory_try_all("gin", match_gin, 1);
    memory_try_all("estimators", match_estimators, 3);
    memory_try_all("champion", match_champion, 1);
    memory_try_all("Hearts", match_hearts, 25);
    memory_try_all("learned", match_learned, 25);
    memory_try_all("two threads", match_threads, 1);
    memory_try_all("tournament", tournament, 1);
}

static void advice(void **state) {
    (void)state;
    deadwood_error err;
    memory_try_all("coach of Hearts", open_hearts_coach, 1);
    memory_try_all("coach of gin", open_gin_coach, 49);
    coach = deadwood_coach_open(dw, "gin", NULL, "worlds=16", &err);
    assert_non_null(coach);
    memory_try_all("advice", ask_gin, 1);
    deadwood_coach_close(coach);
}

static void arrays(void **state) {
    (void)state;
    memory_try_all("many games", many_games, 1);
    memory_try_all("rows", rows_of_records, 1);
    memory_try_all("JSON", record_as_json, 1);
    memory_try_all("weights read", read_weights, 1);
    memory_try_all("weights written", write_weights, 1);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_rules), cmocka_unit_test(games),  cmocka_unit_test(matches),
        cmocka_unit_test(advice),          cmocka_unit_test(arrays),
    };
    if (!MEMORY_CAN_FAIL) return 77;
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, open_all, close_all);
}
