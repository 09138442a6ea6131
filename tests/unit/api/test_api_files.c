// SPDX-License-Identifier: MIT
// The public API: records as text, JSON and rows; weights read and written.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "api_check.h"
#include "gin/players/env/observe.h"
#include "support/folder.h"

// Games of simple against greedy as records.
static char *records_of(const char *game, uint64_t seed) {
    deadwood_error err;
    deadwood_context *dw = open_context();
    const char *const gin[] = {"simple", "greedy"}, *const hearts[] = {"ducker", "random", "ducker", "random"};
    deadwood_game *played = deadwood_game_new(dw, game, NULL, strcmp(game, "gin") == 0 ? gin : hearts, seed, &err);
    for (int turn; (turn = deadwood_game_turn(played)) != DEADWOOD_TURN_GAME_OVER;)
        expect_done(turn == DEADWOOD_TURN_HAND_OVER ? deadwood_game_next(played, &err)
                                                    : deadwood_game_step(played, NULL, &err),
                    &err);
    char *records = deadwood_game_record(played, &err);
    assert_non_null(records);
    deadwood_game_close(played);
    deadwood_close(dw);
    return records;
}

static void records_are_checked_and_told(void **state) {
    (void)state;
    deadwood_error err;
    for (int i = 0; i < 2; i++) {
        char *records = records_of(i ? "hearts" : "gin", 3);
        char *rest;
        for (char *line = strtok_r(records, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            char *same = deadwood_record_check(line, &err), *json = deadwood_record_json(line, &err);
            assert_non_null(same), assert_non_null(json);
            assert_int_equal(strncmp(same, line, strlen(line)), 0);
            assert_non_null(strstr(json, i ? "\"players\":[\"ducker\"" : "\"players\":[\"simple\",\"greedy\"]"));
            assert_int_equal(json_number(json, "number"), 3);
            assert_non_null(strstr(json, i ? "\"play " : "\"discard "));
            deadwood_free(same), deadwood_free(json);
            // A letter that is wrong is found.
            char *play = strstr(line, " play=") + 6;
            *play = '?';
            assert_null(deadwood_record_check(line, &err));
            expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, NULL);
            assert_null(deadwood_record_json(line, &err));
        }
        deadwood_free(records);
    }
    assert_null(deadwood_record_check("", &err));
    assert_null(deadwood_record_check("hearts/1", &err));
    assert_null(deadwood_record_check(NULL, &err));
    assert_null(deadwood_record_json(NULL, &err));
}

static void *read_field(const deadwood_gin_rows *rows, int field, size_t bytes) {
    deadwood_error err;
    size_t size = bytes * (size_t)deadwood_gin_rows_count(rows);
    void *array = malloc(size);
    expect_done(deadwood_gin_rows_read(rows, field, array, size, &err), &err);
    expect_error(deadwood_gin_rows_read(rows, field, array, size - 1, &err), &err, DEADWOOD_E_ARGUMENT, "bytes");
    return array;
}

static void rows_are_the_decisions_of_records(void **state) {
    (void)state;
    deadwood_error err;
    char *records = records_of("gin", 8);
    deadwood_gin_rows *rows = deadwood_gin_rows_open(records, &err);
    if (!rows) fail_msg("%s", err.text);
    int64_t count = deadwood_gin_rows_count(rows);
    assert_true(count > 50);
    uint8_t *observation = read_field(rows, DEADWOOD_ROWS_OBSERVATION, DEADWOOD_GIN_OBSERVATION);
    uint8_t *mask = read_field(rows, DEADWOOD_ROWS_MASK, DEADWOOD_GIN_ACTIONS);
    uint8_t *secrets = read_field(rows, DEADWOOD_ROWS_SECRETS, DEADWOOD_GIN_SECRETS);
    int32_t *action = read_field(rows, DEADWOOD_ROWS_ACTION, 4), *hand = read_field(rows, DEADWOOD_ROWS_HAND, 4);
    uint8_t *seat = read_field(rows, DEADWOOD_ROWS_SEAT, 1), *last = read_field(rows, DEADWOOD_ROWS_LAST, 1);
    float *points = read_field(rows, DEADWOOD_ROWS_POINTS, 4);
    int lasts = 0;
    for (int64_t i = 0; i < count; i++) {
        assert_true(mask[i * DEADWOOD_GIN_ACTIONS + action[i]]);
        assert_true(seat[i] < 2 && hand[i] >= (i ? hand[i - 1] : 0));
        int cards = 0; // of the plane that is the hand
        for (int c = 0; c < 52; c++) cards += observation[i * DEADWOOD_GIN_OBSERVATION + c] == GIN_ONE;
        assert_in_range(cards, 10, 11);
        cards = 0; // of the opponent
        for (int c = 0; c < 52; c++) cards += secrets[i * DEADWOOD_GIN_SECRETS + c] == GIN_ONE;
        assert_int_equal(cards, 10);
        if (i && hand[i] == hand[i - 1])
            assert_true(seat[i] == seat[i - 1] ? points[i] == points[i - 1] : points[i] == -points[i - 1]);
        lasts += last[i];
    }
    assert_int_equal(lasts, 2 * (hand[count - 1] + 1));
    free(observation), free(mask), free(secrets), free(action), free(hand), free(seat), free(last), free(points);
    expect_error(deadwood_gin_rows_read(rows, 8, &count, 8, &err), &err, DEADWOOD_E_ARGUMENT, "no field 8");
    expect_error(deadwood_gin_rows_read(rows, 0, NULL, 0, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_gin_rows_read(NULL, 0, NULL, 0, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    deadwood_gin_rows_close(rows);
    strstr(records, "play=")[6] = '?';
    assert_null(deadwood_gin_rows_open(records, &err));
    expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, "line 1");
    deadwood_free(records);
    rows = deadwood_gin_rows_open("# none\n", &err);
    assert_int_equal(deadwood_gin_rows_count(rows), 0);
    expect_done(deadwood_gin_rows_read(rows, 0, NULL, 0, &err), &err);
    deadwood_gin_rows_close(rows);
    assert_null(deadwood_gin_rows_open(NULL, &err));
    assert_int_equal(deadwood_gin_rows_count(NULL), 0);
    deadwood_gin_rows_close(NULL);
}

static void weights_are_written_and_read(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    deadwood_weights *weights = deadwood_weights_new(&err);
    const float a[6] = {1, 2, 3, 4, 5, 6.5F};
    const double b[2] = {-1, 0.1};
    const uint64_t shape[2] = {2, 3}, none[1] = {0}, large[2] = {UINT64_C(1) << 40, UINT64_C(1) << 40};
    expect_done(deadwood_weights_add(weights, "a", DEADWOOD_F32, 2, shape, a, &err), &err);
    expect_done(deadwood_weights_add(weights, "b", DEADWOOD_F64, 1, shape, b, &err), &err);
    expect_done(deadwood_weights_note(weights, "made by", "a test", &err), &err);
    expect_error(deadwood_weights_add(weights, "a", DEADWOOD_F32, 2, shape, a, &err), &err, DEADWOOD_E_ARGUMENT,
                 "already");
    expect_error(deadwood_weights_add(weights, "c", 2, 2, shape, a, &err), &err, DEADWOOD_E_ARGUMENT, "type 2");
    expect_error(deadwood_weights_add(weights, "c", 0, 5, shape, a, &err), &err, DEADWOOD_E_ARGUMENT, "rank 5");
    expect_error(deadwood_weights_add(weights, "c", 0, 1, none, a, &err), &err, DEADWOOD_E_ARGUMENT, "dimension 0");
    expect_error(deadwood_weights_add(weights, "c", 0, 2, large, a, &err), &err, DEADWOOD_E_ARGUMENT, "dimension 1");
    expect_error(deadwood_weights_add(weights, "", 0, 1, shape, a, &err), &err, DEADWOOD_E_ARGUMENT, "name");
    expect_error(deadwood_weights_add(weights, "c", 0, 1, shape, NULL, &err), &err, DEADWOOD_E_ARGUMENT, "data");
    expect_error(deadwood_weights_add(weights, "c", 0, 1, NULL, a, &err), &err, DEADWOOD_E_ARGUMENT, "shape");
    expect_error(deadwood_weights_save(weights, "/nowhere/w.safetensors", &err), &err, DEADWOOD_E_FILE, "/nowhere");
    expect_done(deadwood_weights_save(weights, file("w.safetensors"), &err), &err);
    deadwood_weights_close(weights);

    weights = deadwood_weights_open(dw, file("w.safetensors"), &err);
    if (!weights) fail_msg("%s", err.text);
    assert_int_equal(deadwood_weights_count(weights), 2);
    for (int i = 0; i < 2; i++) {
        const char *name;
        int type, rank;
        uint64_t found[DEADWOOD_RANK];
        const void *data;
        expect_done(deadwood_weights_get(weights, i, &name, &type, &rank, found, &data, &err), &err);
        bool first = strcmp(name, "a") == 0;
        assert_int_equal(type, first ? DEADWOOD_F32 : DEADWOOD_F64);
        assert_int_equal(rank, first ? 2 : 1);
        assert_memory_equal(found, shape, sizeof *shape * (size_t)rank);
        assert_memory_equal(data, first ? (const void *)a : (const void *)b, first ? sizeof a : sizeof b);
        expect_done(deadwood_weights_get(weights, i, NULL, NULL, NULL, NULL, NULL, &err), &err);
    }
    expect_error(deadwood_weights_get(weights, 2, NULL, NULL, NULL, NULL, NULL, &err), &err, DEADWOOD_E_ARGUMENT,
                 "no array 2");
    char *facts = deadwood_weights_facts(weights, &err);
    assert_non_null(strstr(facts, "\"made by\":\"a test\""));
    deadwood_free(facts);
    expect_error(deadwood_weights_note(weights, "x", "y", &err), &err, DEADWOOD_E_STATE, "read from a file");
    expect_error(deadwood_weights_add(weights, "x", 0, 1, shape, a, &err), &err, DEADWOOD_E_STATE, NULL);
    deadwood_weights_close(weights);
    assert_null(deadwood_weights_open(dw, "no-such-model", &err));
    expect_error(err.code, &err, DEADWOOD_E_FILE, "no-such-model.safetensors");
    assert_null(deadwood_weights_open(dw, "/dev/null", &err));
    assert_null(deadwood_weights_open(dw, NULL, &err));
    assert_null(deadwood_weights_facts(NULL, &err));
    deadwood_weights_close(NULL);
    deadwood_close(dw);
}

// A file that the API wrote plays, if it is a champion's.
static void a_copy_of_the_champion_plays_like_it(void **state) {
    (void)state;
    deadwood_error err;
    deadwood_context *dw = open_context();
    deadwood_weights *champion = deadwood_weights_open(dw, "champion", &err), *copy = deadwood_weights_new(&err);
    if (!champion) fail_msg("%s", err.text);
    for (int i = 0; i < deadwood_weights_count(champion); i++) {
        const char *name;
        int type, rank;
        uint64_t shape[DEADWOOD_RANK];
        const void *data;
        expect_done(deadwood_weights_get(champion, i, &name, &type, &rank, shape, &data, &err), &err);
        expect_done(deadwood_weights_add(copy, name, type, rank, shape, data, &err), &err);
    }
    char *facts = deadwood_weights_facts(champion, &err), *at;
    static const char *const kept[] = {"architecture", "inputs", "rules"};
    for (int i = 0; i < 3; i++) {
        char quoted[40], value[200];
        snprintf(quoted, sizeof quoted, "\"%s\":\"", kept[i]);
        at = strstr(facts, quoted);
        assert_non_null(at);
        at += strlen(quoted);
        snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "\""), at);
        expect_done(deadwood_weights_note(copy, kept[i], value, &err), &err);
    }
    deadwood_free(facts);
    expect_done(deadwood_weights_save(copy, file("copy.safetensors"), &err), &err);
    char spec[300], *a, *b;
    snprintf(spec, sizeof spec, "champion:model=%s", file("copy.safetensors"));
    const char *const first[] = {"champion", "simple"}, *const second[] = {spec, "simple"};
    a = deadwood_match(dw, "gin", NULL, first, "games=4", NULL, NULL, &err);
    b = deadwood_match(dw, "gin", NULL, second, "games=4", NULL, NULL, &err);
    if (!a || !b) fail_msg("%s", err.text);
    assert_memory_equal(strstr(a, "\"digest\""), strstr(b, "\"digest\""), 27);
    deadwood_free(a), deadwood_free(b);
    deadwood_weights_close(champion), deadwood_weights_close(copy);
    deadwood_close(dw);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_checked_and_told),
        cmocka_unit_test(rows_are_the_decisions_of_records),
        cmocka_unit_test(weights_are_written_and_read),
        cmocka_unit_test(a_copy_of_the_champion_plays_like_it),
    };
    return cmocka_run_group_tests_name("api_files", tests, make_folder, remove_folder);
}
