// SPDX-License-Identifier: MIT
// What Nguyen's networks learn from, against hands played again in plain sight, and the networks as players.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "gin/players/nguyen/nguyen_bayes.h"
#include "gin/players/nguyen/nguyen_examples.h"
#include "gin/players/nguyen/nguyen_tables.h"

static const char *const SIMPLE[1][2] = {{"simple", "simple"}};
static const char *const COLLECT[1][2] = {{"mix:draw=collect", "mix:draw=collect"}};

static Examples collected(const char *const (*pairs)[2], int count, uint64_t games, int threads, uint32_t size,
                          ExamplesMake *make) {
    Examples rows = {.size = size};
    GinSelfPlay plan = {.pairs = pairs, .pair_count = count, .seed = 8, .games = games, .threads = threads};
    Error err = {{0}};
    if (!examples_collect(&rows, &plan, make, &err)) fail_msg("%s", err.text);
    return rows;
}

static void rows_are_in_the_order_of_the_games_for_any_number_of_threads(void **state) {
    (void)state;
    Examples one = collected(SIMPLE, 1, 100, 1, sizeof(NguyenTurnRow), nguyen_turn_rows);
    Examples three = collected(SIMPLE, 1, 100, 3, sizeof(NguyenTurnRow), nguyen_turn_rows);
    assert_int_equal(one.count, three.count);
    assert_memory_equal(one.data, three.data, (size_t)one.count * one.size);
    examples_free(&one);
    examples_free(&three);
}

// ---- Card values ----

static void card_rows_cost_what_was_left_at_the_end(void **state) {
    (void)state;
    Examples rows = collected(COLLECT, 1, 200, 1, sizeof(NguyenCardRow), nguyen_card_rows);
    TrainData data = nguyen_card_data(&rows);
    assert_int_equal(data.count, rows.count);
    assert_true(rows.count > 200 * 100); // the paper has 500,000 from 5,000 games
    uint32_t taken = 0, paid = 0;
    for (uint32_t i = 0; i < rows.count; i++) {
        const NguyenCardRow *row = (const NguyenCardRow *)(rows.data + (size_t)i * rows.size);
        assert_true(row->card.points >= 1 && row->card.points <= 10 && row->card.hits <= 12);
        assert_true(row->cost == 0 || (row->cost == row->card.points && row->taken));
        assert_true(!row->taken || row->card.hits > 0); // this player takes only what hits
        taken += row->taken;
        paid += row->cost > 0;
        float input[NGUYEN_CARD_INPUTS] = {0}, target = 0, weight = 1;
        data.fill(data.context, &i, 1, input, &target, &weight);
        assert_true(input[0] == row->card.points && input[1] == row->card.turn && input[2] == row->card.hits);
        assert_true(target == row->cost && weight == 1);
    }
    assert_true(taken > rows.count / 4 && paid > taken / 20 && paid < taken);
    Examples only = collected(COLLECT, 1, 200, 1, sizeof(NguyenCardRow), nguyen_taken_rows);
    assert_int_equal(only.count, taken);
    examples_free(&only);
    examples_free(&rows);
}

// ---- Opponent's hand ----

static void turn_rows_are_what_the_seat_saw_and_what_was_there(void **state) {
    (void)state;
    Examples rows = collected(SIMPLE, 1, 50, 1, sizeof(NguyenTurnRow), nguyen_turn_rows);
    TrainData data = nguyen_turn_data(&rows);
    const NguyenTurnRow *before = NULL;
    for (uint32_t i = 0; i < rows.count; i++) {
        const NguyenTurnRow *row = (const NguyenTurnRow *)(rows.data + (size_t)i * rows.size);
        assert_int_equal(set_count(row->held), 10);
        assert_true((row->held & row->open) == 0);
        assert_true(set_has(row->open, row->discard));
        assert_int_equal(set_has(row->held, row->upcard), row->taken);
        assert_int_equal(set_has(row->open, row->upcard), !row->taken);
        assert_true(row->turn == 0 || (before && row->turn == before->turn + 1));
        static float input[NGUYEN_TURN_INPUTS], target[CARD_COUNT];
        memset(input, 0, sizeof input);
        memset(target, 0, sizeof target);
        float weight = 1;
        data.fill(data.context, &i, 1, input, target, &weight);
        for (int c = 0; c < CARD_COUNT; c++) {
            Card card = card_from_index(c);
            assert_true(input[c] == (float)(card == row->discard));
            assert_true(input[CARD_COUNT + c] == (float)(card == row->upcard && !row->taken));
            assert_true(input[2 * CARD_COUNT + c] == (float)(card == row->upcard && row->taken));
            assert_true(input[3 * CARD_COUNT + c] == (float)set_has(row->open, card));
            assert_true(target[c] == (float)set_has(row->held, card));
        }
        before = row;
    }
    examples_free(&rows);
}

static void sequences_are_hands_as_one_seat_saw_them(void **state) {
    (void)state;
    enum { STEPS = 4 };
    Examples rows = collected(SIMPLE, 1, 20, 1, sizeof(NguyenTurnRow), nguyen_turn_rows);
    NguyenSequences sequences;
    TrainData data, turns = nguyen_turn_data(&rows);
    assert_true(nguyen_sequences(&rows, STEPS, &sequences, &data, NULL));
    assert_true(data.count > 20 * 2 * 5 && data.steps == STEPS);
    static float input[2][STEPS][NGUYEN_TURN_INPUTS], target[2][STEPS][CARD_COUNT], weight[2][STEPS];
    static float one[NGUYEN_TURN_INPUTS], held[CARD_COUNT], counts;
    for (uint32_t i = 0; i + 1 < data.count; i++) {
        memset(input, 0, sizeof input);
        memset(target, 0, sizeof target);
        for (int step = 0; step < 2 * STEPS; step++) weight[step / STEPS][step % STEPS] = 1;
        uint32_t indices[2] = {i, i + 1};
        data.fill(data.context, indices, 2, input[0][0], target[0][0], weight[0]);
        uint32_t length = sequences.starts[i + 1] - sequences.starts[i];
        for (uint32_t step = 0; step < STEPS; step++) {
            assert_true(weight[0][step] == (float)(step < length));
            uint32_t at = sequences.starts[i] + step;
            memset(one, 0, sizeof one);
            memset(held, 0, sizeof held);
            if (step < length) turns.fill(turns.context, &at, 1, one, held, &counts);
            assert_memory_equal(input[0][step], one, sizeof one);
            assert_memory_equal(target[0][step], held, sizeof held);
        }
    }
    free(sequences.starts);
    examples_free(&rows);
}

// ---- Knocking ----

static void knock_rows_come_in_pairs_with_one_winner(void **state) {
    (void)state;
    Examples rows =
        collected(nguyen_knock_pairs, NGUYEN_KNOCK_PAIRS, 242, 2, sizeof(NguyenKnockRow), nguyen_knock_rows);
    TrainData data = nguyen_knock_data(&rows);
    assert_true(rows.count % 2 == 0 && rows.count > 242 * 10);
    for (uint32_t i = 0; i < rows.count; i += 2) {
        const NguyenKnockRow *row = (const NguyenKnockRow *)(rows.data + (size_t)i * rows.size);
        assert_int_equal(row[0].won + row[1].won, 1);
        assert_int_equal(row[0].knock.turns, row[1].knock.turns);
        assert_true(row[0].knock.deadwood <= 10 || row[1].knock.deadwood <= 10);
        const NguyenKnockRow *winner = row[0].won ? &row[0] : &row[1], *loser = row[0].won ? &row[1] : &row[0];
        assert_true(winner->knock.deadwood <= loser->knock.deadwood);
        float input[2][NGUYEN_KNOCK_INPUTS], target[2], weight[2] = {1, 1};
        uint32_t indices[2] = {i, i + 1};
        data.fill(data.context, indices, 2, input[0], target, weight);
        assert_true(target[0] == row[0].won && target[1] == row[1].won);
        assert_true(input[1][0] == row[1].knock.turns && input[1][4] == row[1].knock.takes);
    }
    examples_free(&rows);
}

static void every_pair_of_limits_is_played(void **state) {
    (void)state;
    for (int i = 0; i < NGUYEN_KNOCK_PAIRS; i++)
        for (int side = 0; side < 2; side++) {
            char spec[64];
            snprintf(spec, sizeof spec, "mix:knock=limit,limit=%d", side ? i % 11 : i / 11);
            assert_string_equal(nguyen_knock_pairs[i][side], spec);
        }
}

// ---- Networks as players ----

static void save_net(const char *architecture, uint64_t seed, const char *path) {
    Error err = {{0}};
    Net *net = net_make(architecture, seed, &err);
    if (!net || !net_save(net, NULL, 0, path, &err)) fail_msg("%s", err.text);
    net_close(net);
}

typedef struct Asked {
    GinPlayer player;
    Net *net;
    bool both; // turns are those of both players
    int knocks, refusals;
} Asked;

// Every knock that was legal, by the network itself.
static GinAction check_knock(void *self, const GinView *view, Rng *rng) {
    Asked *asked = self;
    GinAction action = asked->player.choose(asked->player.self, view, rng);
    if (view->table->phase != GIN_DISCARD) return action;
    CardSet hand = view->hand ^ set_of(action.card);
    int deadwood = gin_deadwood(hand), turns = view->table->turns[view->seat];
    if (asked->both) turns += view->table->turns[view->seat ^ 1];
    if (deadwood > 10) return action;
    float input[NGUYEN_KNOCK_INPUTS], output;
    NguyenKnock knock = nguyen_knock(hand, deadwood, turns, view->table->takes[view->seat ^ 1]);
    nguyen_knock_inputs(&knock, input);
    net_apply(asked->net, NULL, input, &output);
    bool knocks = deadwood == 0 || output >= 0.5f;
    assert_int_equal(action.move == GIN_KNOCK, knocks);
    *(knocks ? &asked->knocks : &asked->refusals) += 1;
    return action;
}

static void play_asked(bool both) {
    Error err = {{0}};
    Asked asked = {.both = both};
    save_net("5 8r 1s", 4, "./knock-test.safetensors");
    asked.net = net_load("./knock-test.safetensors", &err);
    const char *spec = both ? "knocking:own=0,sure=0.5,model=./knock-test.safetensors"
                            : "knocking:sure=0.5,model=./knock-test.safetensors";
    if (!asked.net || !gin_player_open(spec, &asked.player, &err)) fail_msg("%s", err.text);
    GinPlayer players[2] = {{.self = &asked, .choose = check_knock}, {0}};
    assert_true(gin_player_open("simple", &players[1], &err));
    GinRules rules = gin_rules_default();
    for (uint64_t game = 0; game < 200; game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 6, .deal = game, .game = game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        assert_int_equal(result.fault, FAULT_NONE);
    }
    assert_true(asked.knocks > 50 && asked.refusals > 50);
    gin_player_close(&asked.player);
    gin_player_close(&players[1]);
    net_close(asked.net);
    unlink("./knock-test.safetensors");
}

static void the_knock_network_decides_and_its_answers_are_kept_rightly(void **state) {
    (void)state;
    play_asked(false);
    play_asked(true);
}

static void networks_of_the_wrong_shape_are_refused(void **state) {
    (void)state;
    save_net("3 8r 1l", 4, "./card-test.safetensors");
    GinPlayer player;
    Error err = {{0}};
    assert_false(gin_player_open("knocking:model=./card-test.safetensors", &player, &err));
    assert_non_null(strstr(err.text, "not one of 5 inputs and 1 output"));
    assert_false(gin_player_open("estimating:model=./card-test.safetensors", &player, &err));
    assert_non_null(strstr(err.text, "./card-test.safetensors"));
    const char *spec =
        "mix:draw=card-net,draw.model=./card-test.safetensors,discard=card-net,discard.model=./card-test.safetensors";
    if (!gin_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    gin_player_close(&player);
    unlink("./card-test.safetensors");
    setenv("DEADWOOD_MODELS", "/nowhere", 1);
    assert_false(gin_player_open("knocking:model=none-such.safetensors", &player, &err));
    assert_non_null(strstr(err.text, "there is no model none-such.safetensors in /nowhere; set DEADWOOD_MODELS"));
    unsetenv("DEADWOOD_MODELS");
}

// ---- Bayes counts in files ----

static void bayes_counts_come_back_from_their_file(void **state) {
    (void)state;
    Error err = {{0}};
    BayesCounts *counts = calloc(2, sizeof *counts);
    assert_true(bayes_collect(&counts[0], "simple", 200, 3, 1, &err));
    if (!bayes_save(&counts[0], "simple", "./bayes-nguyen.safetensors", &err)) fail_msg("%s", err.text);
    if (!bayes_load(&counts[1], "./bayes-nguyen.safetensors", &err)) fail_msg("%s", err.text);
    assert_memory_equal(&counts[0], &counts[1], sizeof *counts);
    // By its name the file is used only for the games it holds; the estimate is the same with it and without.
    static const char *const specs[3] = {"bayes:games=200,seed=3", "bayes:games=200,seed=3",
                                         "bayes:model=./bayes-nguyen.safetensors"};
    const BayesTable *tables[3];
    GinPart parts[3];
    for (int i = 0; i < 3; i++) {
        if (i == 1) setenv("DEADWOOD_MODELS", ".", 1);
        if (!gin_estimator_open(specs[i], &parts[i], &err)) fail_msg("%s", err.text);
        tables[i] = parts[i].mind.model;
        assert_memory_equal(tables[i], tables[0], sizeof(BayesTable));
    }
    for (int i = 0; i < 3; i++) gin_part_close(&parts[i]);
    // A damaged file loads nothing.
    FILE *file = fopen("./bayes-nguyen.safetensors", "r+b");
    assert_non_null(file);
    fseek(file, -9, SEEK_END);
    fputc(77, file);
    fclose(file);
    assert_false(bayes_load(&counts[1], "./bayes-nguyen.safetensors", &err));
    assert_memory_equal(&counts[0], &counts[1], sizeof *counts);
    assert_false(gin_estimator_open("bayes", &parts[0], &err));
    unsetenv("DEADWOOD_MODELS");
    unlink("./bayes-nguyen.safetensors");
    free(counts);
}

// ---- Tables ----

static void tallies_agree_with_the_referee(void **state) {
    (void)state;
    NguyenTally tally = {.games = 0}, again = {.games = 0};
    assert_true(nguyen_measure(&tally, "mix:draw=collect", "simple", NULL, 60, 9, 1, NULL));
    assert_true(nguyen_measure(&again, "mix:draw=collect", "simple", NULL, 60, 9, 3, NULL));
    assert_memory_equal(&tally, &again, sizeof tally);
    GinPlayer players[2];
    assert_true(gin_player_open("mix:draw=collect", &players[0], NULL));
    assert_true(gin_player_open("simple", &players[1], NULL));
    GinRules rules = gin_rules_default();
    NguyenTally want = {.games = 60};
    for (uint64_t i = 0; i < 60; i++) {
        int swapped = i >= 30;
        GinPlayer seats[2] = {players[swapped], players[!swapped]};
        GinGamePlan plan = {.rules = &rules, .seed = 9, .deal = i % 30, .game = i % 30};
        GinGameResult result;
        gin_play_game(&plan, seats, &result);
        want.hands += result.hands;
        want.cancelled += result.cancelled;
        want.side[result.winner ^ swapped].wins++;
        for (int side = 0; side < 2; side++) want.side[side].takes += result.seat[side ^ swapped].takes;
    }
    assert_int_equal(tally.games, 60);
    assert_int_equal(tally.hands, want.hands);
    assert_int_equal(tally.cancelled, want.cancelled);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(tally.side[side].wins, want.side[side].wins);
        assert_int_equal(tally.side[side].takes, want.side[side].takes);
    }
    assert_int_equal(tally.side[1].hits, 0); // Simple takes melds only
    assert_true(tally.side[0].hits > tally.hands);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_in_the_order_of_the_games_for_any_number_of_threads),
        cmocka_unit_test(card_rows_cost_what_was_left_at_the_end),
        cmocka_unit_test(turn_rows_are_what_the_seat_saw_and_what_was_there),
        cmocka_unit_test(sequences_are_hands_as_one_seat_saw_them),
        cmocka_unit_test(knock_rows_come_in_pairs_with_one_winner),
        cmocka_unit_test(every_pair_of_limits_is_played),
        cmocka_unit_test(the_knock_network_decides_and_its_answers_are_kept_rightly),
        cmocka_unit_test(networks_of_the_wrong_shape_are_refused),
        cmocka_unit_test(bayes_counts_come_back_from_their_file),
        cmocka_unit_test(tallies_agree_with_the_referee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
