// SPDX-License-Identifier: MIT
// The public API: many games of Hearts at once. Rows are the batch's, whatever is wrong is refused before a game moves.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api_check.h"
#include "hearts/players/env/batch.h"

enum { GAMES = 40 };

// An environment with all of its fields bound.
typedef struct World {
    deadwood_vec *vec;
    uint8_t observation[GAMES][DEADWOOD_HEARTS_OBSERVATION], secrets[GAMES][DEADWOOD_HEARTS_SECRETS];
    uint8_t mask[GAMES][DEADWOOD_HEARTS_ACTIONS], bits[GAMES][DEADWOOD_HEARTS_MASK_BYTES];
    float reward[GAMES][HEARTS_SEATS], acted[GAMES];
    uint8_t done[GAMES], hand_done[GAMES], seat[GAMES], caller[GAMES], opponent[GAMES], winner[GAMES];
    int32_t actions[GAMES];
} World;

static const char *const OPPONENTS[] = {"self", "ducker", "self|caller:3|random"};
static const double SHARES[] = {1, 1, 2};

static World *new_world(int threads, const char *rules, const char *options, int count) {
    deadwood_error err;
    World *w = calloc(1, sizeof *w);
    deadwood_context *dw = open_context();
    w->vec = deadwood_vec_new(dw, "hearts", GAMES, 5, threads, rules, options, OPPONENTS, SHARES, count, &err);
    if (!w->vec) fail_msg("%s", err.text);
    deadwood_close(dw);
    void *const arrays[DEADWOOD_VEC_FIELDS] = {w->observation, w->secrets, w->mask,   w->bits,
                                               w->reward,      w->acted,   w->done,   w->hand_done,
                                               w->seat,        w->caller,  w->winner, w->opponent};
    static const size_t sizes[DEADWOOD_VEC_FIELDS] = {1152, 256, 52, 8, 16, 4, 1, 1, 1, 1, 1, 1};
    for (int field = 0; field < DEADWOOD_VEC_FIELDS; field++) {
        bool floats = field == DEADWOOD_VEC_REWARD || field == DEADWOOD_VEC_REWARD_ACTED;
        assert_int_equal(deadwood_vec_shape("hearts", field, &err), floats ? sizes[field] / 4 : sizes[field]);
        expect_done(deadwood_vec_bind(w->vec, field, arrays[field], sizes[field] * GAMES, &err), &err);
    }
    expect_done(deadwood_vec_look(w->vec, &err), &err);
    return w;
}

static void close_world(World *w) {
    deadwood_vec_close(w->vec);
    free(w);
}

// All that was written but the handle.
static bool same_rows(const World *a, const World *b) {
    size_t from = offsetof(World, observation);
    return memcmp((const char *)a + from, (const char *)b + from, sizeof *a - from) == 0;
}

static void random_step(World *w) {
    deadwood_error err;
    expect_done(deadwood_vec_sample(w->vec, w->actions, &err), &err);
    expect_done(deadwood_vec_step(w->vec, w->actions, &err), &err);
}

static void hearts_rows_are_those_of_the_batch(void **state) {
    (void)state;
    World *w = new_world(1, "standard,target=50", NULL, 0);
    HeartsRules rules;
    Error why;
    assert_true(hearts_rules_parse("standard,target=50", &rules, &why));
    HeartsBatchLineup self = {.share = 1};
    HeartsBatchPlan plan = {.seed = 5, .rules = &rules, .lineups = &self, .lineup_count = 1, .games = GAMES};
    Team *team = team_open(1);
    HeartsBatch *batch = hearts_batch_open(&plan, team, &why);
    static uint8_t inputs[GAMES][HEARTS_INPUTS], secrets[GAMES][HEARTS_SECRETS], legal[GAMES][HEARTS_LEGAL_BYTES];
    static uint8_t brain[GAMES], seat[GAMES], ended[GAMES], over[GAMES];
    static float reward[GAMES][HEARTS_SEATS];
    static HeartsBatchOutcome outcome[GAMES];
    HeartsBatchRows rows = {.inputs = *inputs,
                            .secrets = *secrets,
                            .legal = *legal,
                            .brain = brain,
                            .seat = seat,
                            .reward = *reward,
                            .ended = ended,
                            .over = over,
                            .outcome = outcome};
    hearts_batch_reward(batch, &(HeartsBatchReward){.points = 0.01});
    hearts_batch_look(batch, 0, GAMES, &rows);
    int hands = 0, games = 0;
    for (int step = 0; step < 800; step++) {
        uint8_t choices[GAMES], before[GAMES];
        assert_memory_equal(w->observation, inputs, sizeof inputs);
        assert_memory_equal(w->secrets, secrets, sizeof secrets);
        assert_memory_equal(w->bits, legal, sizeof legal);
        assert_memory_equal(w->seat, seat, sizeof seat);
        for (int g = 0; g < GAMES; g++)
            for (int a = 0; a < HEARTS_CHOICES; a++)
                assert_int_equal(w->mask[g][a], hearts_choice_is_legal(legal[g], a));
        memcpy(before, seat, sizeof before);
        random_step(w);
        for (int g = 0; g < GAMES; g++) choices[g] = (uint8_t)w->actions[g];
        hearts_batch_step(batch, 0, GAMES, choices, &rows);
        assert_memory_equal(w->reward, reward, sizeof reward); // all hands begin with decisions, so nothing is owed
        assert_memory_equal(w->hand_done, ended, sizeof ended);
        assert_memory_equal(w->done, over, sizeof over);
        for (int g = 0; g < GAMES; g++) {
            assert_true(w->acted[g] == reward[g][before[g]]);
            assert_int_equal(w->winner[g], outcome[g].winners);
            hands += w->hand_done[g];
            games += w->done[g];
        }
    }
    assert_true(hands > games && games > 0);
    hearts_batch_close(batch);
    team_close(team);
    close_world(w);
}

static void threads_change_nothing_in_hearts(void **state) {
    (void)state;
    World *worlds[3];
    bool callers = false;
    for (int t = 0; t < 3; t++) worlds[t] = new_world(t + 1, NULL, "episode=hand,reward=win", 3);
    for (int step = 0; step < 150; step++) {
        for (int t = 1; t < 3; t++) assert_true(same_rows(worlds[0], worlds[t]));
        for (int g = 0; g < GAMES; g++) callers = callers || worlds[0]->caller[g] == 3;
        for (int t = 0; t < 3; t++) random_step(worlds[t]);
    }
    assert_true(callers);
    for (int t = 0; t < 3; t++) close_world(worlds[t]);
}

// The sum of rewards of a game is what its winners have more than a quarter.
static void changes_of_the_chance_to_win_add_up(void **state) {
    (void)state;
    World *w = new_world(1, "standard,target=40", "reward=win", 0);
    double sum[GAMES][HEARTS_SEATS] = {{0}};
    int games[GAMES] = {0}, checked = 0;
    for (int step = 0; step < 900; step++) {
        random_step(w);
        for (int g = 0; g < GAMES; g++) {
            double total = 0;
            for (int seat = 0; seat < HEARTS_SEATS; seat++) total += sum[g][seat] += (double)w->reward[g][seat];
            assert_true(total < 1e-4 && total > -1e-4); // what one seat gains the others lose
            if (!w->done[g]) continue;
            for (int seat = 0; seat < HEARTS_SEATS; seat++) {
                bool won = w->winner[g] >> seat & 1;
                assert_true(won ? sum[g][seat] > -0.05 : sum[g][seat] < -0.15);
                sum[g][seat] = 0;
            }
            games[g]++;
            checked++;
        }
    }
    assert_true(checked > GAMES);
    close_world(w);
}

static void an_illegal_card_is_refused_and_no_game_moves(void **state) {
    (void)state;
    deadwood_error err;
    World *w = new_world(2, NULL, NULL, 3);
    World *before = calloc(1, sizeof *before);
    for (int step = 0; step < 60; step++) random_step(w);
    for (int wrong = -1; wrong <= DEADWOOD_HEARTS_ACTIONS; wrong++) {
        expect_done(deadwood_vec_sample(w->vec, w->actions, &err), &err);
        if (wrong >= 0 && wrong < DEADWOOD_HEARTS_ACTIONS && w->mask[7][wrong]) continue;
        w->actions[7] = wrong;
        expect_done(deadwood_vec_look(w->vec, &err), &err);
        *before = *w;
        assert_int_equal(deadwood_vec_step(w->vec, w->actions, &err), DEADWOOD_E_ILLEGAL);
        assert_non_null(strstr(err.text, "game 7: "));
        bool card = wrong >= 0 && wrong < DEADWOOD_HEARTS_ACTIONS;
        assert_non_null(strstr(err.text, card ? "is not legal for seat" : "actions are 0 to 51"));
        expect_done(deadwood_vec_look(w->vec, &err), &err);
        assert_true(same_rows(before, w));
    }
    free(before);
    close_world(w);
}

static void a_saved_environment_of_hearts_goes_on(void **state) {
    (void)state;
    deadwood_error err;
    World *a = new_world(1, NULL, NULL, 3), *b = new_world(2, NULL, NULL, 3);
    for (int step = 0; step < 101; step++) random_step(a);
    size_t size = deadwood_vec_size(a->vec);
    char *bytes = malloc(size);
    expect_done(deadwood_vec_save(a->vec, bytes, size, &err), &err);
    expect_done(deadwood_vec_load(b->vec, bytes, size, &err), &err);
    for (int step = 0; step < 100; step++) {
        random_step(a);
        random_step(b);
        assert_true(same_rows(a, b));
    }
    bytes[size / 2] ^= 1;
    assert_int_equal(deadwood_vec_load(b->vec, bytes, size, &err), DEADWOOD_E_ARGUMENT);
    assert_true(same_rows(a, b));
    free(bytes);
    close_world(a);
    close_world(b);
}

static void counts_of_hearts_are_chair_by_chair(void **state) {
    (void)state;
    deadwood_error err;
    World *w = new_world(1, "paper", NULL, 3);
    expect_done(deadwood_vec_play(w->vec, 300, &err), &err);
    char *counts = deadwood_vec_counts(w->vec, &err);
    assert_non_null(counts);
    assert_non_null(strstr(counts, "\"opponent\":\"self|caller:3|random\""));
    assert_non_null(strstr(counts, "\"chairs\":[{\"wins\":"));
    deadwood_free(counts);
    close_world(w);
}

static void refuse(const char *opponent, const char *why) {
    deadwood_error err;
    deadwood_context *dw = open_context();
    const double share = 1;
    assert_null(deadwood_vec_new(dw, "hearts", 4, 1, 1, NULL, NULL, &opponent, &share, 1, &err));
    assert_int_equal(err.code, DEADWOOD_E_ARGUMENT);
    if (!strstr(err.text, why)) fail_msg("'%s' says nothing of '%s'", err.text, why);
    deadwood_close(dw);
}

static void opponents_that_are_none_are_refused(void **state) {
    (void)state;
    refuse("ducker|random", "names 2 players");
    refuse("a|b|c|d", "names 4 players");
    refuse("ducker|nobody|random", "nobody");
    refuse("caller:32", "31");
    refuse("", "");
    deadwood_error err;
    deadwood_context *dw = open_context();
    assert_null(deadwood_vec_new(dw, "chess", 4, 1, 1, NULL, NULL, NULL, NULL, 0, &err));
    assert_non_null(strstr(err.text, "there is gin or hearts"));
    assert_null(deadwood_vec_new(dw, "hearts", 4, 1, 1, "pagat", NULL, NULL, NULL, 0, &err));
    assert_int_equal(deadwood_vec_shape("hearts", 99, &err), -1);
    assert_int_equal(deadwood_vec_shape("gin", DEADWOOD_VEC_OBSERVATION, &err), 896);
    deadwood_close(dw);
}

static void everything_of_hearts_has_a_name(void **state) {
    (void)state;
    deadwood_error err;
    static char *(*const name[])(const char *, int, deadwood_error *) = {deadwood_input_name, deadwood_secret_name,
                                                                         deadwood_action_name};
    static const char *const first[] = {"hand AC", "left AC", "AC"};
    static const int count[] = {1152, 256, 52};
    for (int i = 0; i < 3; i++) {
        char *text = name[i]("hearts", 0, &err);
        assert_string_equal(text, first[i]);
        deadwood_free(text);
        assert_null(name[i]("hearts", count[i], &err));
        assert_null(name[i]("hearts", -1, &err));
        assert_null(name[i]("bridge", 0, &err));
        for (int k = 0; k < count[i]; k++) {
            text = name[i]("hearts", k, &err);
            assert_non_null(text);
            deadwood_free(text);
        }
    }
    char *text = deadwood_secret_name("gin", 127, &err);
    assert_string_equal(text, "next of the stock 4 for them");
    deadwood_free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hearts_rows_are_those_of_the_batch),
        cmocka_unit_test(threads_change_nothing_in_hearts),
        cmocka_unit_test(changes_of_the_chance_to_win_add_up),
        cmocka_unit_test(an_illegal_card_is_refused_and_no_game_moves),
        cmocka_unit_test(a_saved_environment_of_hearts_goes_on),
        cmocka_unit_test(counts_of_hearts_are_chair_by_chair),
        cmocka_unit_test(opponents_that_are_none_are_refused),
        cmocka_unit_test(everything_of_hearts_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
