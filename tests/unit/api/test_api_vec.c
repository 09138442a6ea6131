// SPDX-License-Identifier: MIT
// The public API: many games of gin at once. Rows are the batch's, whatever is wrong is refused before a game moves.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api_check.h"
#include "gin/players/env/batch.h"

enum { GAMES = 48 };

// An environment with all of its fields bound.
typedef struct World {
    deadwood_vec *vec;
    uint8_t observation[GAMES][DEADWOOD_GIN_OBSERVATION], secrets[GAMES][DEADWOOD_GIN_SECRETS];
    uint8_t mask[GAMES][DEADWOOD_GIN_ACTIONS], bits[GAMES][DEADWOOD_GIN_MASK_BYTES];
    float reward[GAMES], acted[GAMES];
    uint8_t done[GAMES], hand_done[GAMES], seat[GAMES], caller[GAMES], opponent[GAMES];
    int8_t winner[GAMES];
    int32_t actions[GAMES];
} World;

static World *new_world_of(const char *rules, int threads, const char *options, const char *const *opponents,
                           const double *shares, int count) {
    deadwood_error err;
    World *w = calloc(1, sizeof *w);
    deadwood_context *dw = open_context();
    w->vec = deadwood_vec_new(dw, "gin", GAMES, 5, threads, rules, options, opponents, shares, count, &err);
    if (!w->vec) fail_msg("%s", err.text);
    deadwood_close(dw);
    void *const arrays[DEADWOOD_VEC_FIELDS] = {w->observation, w->secrets, w->mask,   w->bits,
                                               w->reward,      w->acted,   w->done,   w->hand_done,
                                               w->seat,        w->caller,  w->winner, w->opponent};
    static const size_t sizes[DEADWOOD_VEC_FIELDS] = {896, 128, 106, 14, 4, 4, 1, 1, 1, 1, 1, 1};
    for (int field = 0; field < DEADWOOD_VEC_FIELDS; field++)
        expect_done(deadwood_vec_bind(w->vec, field, arrays[field], sizes[field] * GAMES, &err), &err);
    expect_done(deadwood_vec_look(w->vec, &err), &err);
    return w;
}

static World *new_world(int threads, const char *options, const char *const *opponents, const double *shares,
                        int count) {
    return new_world_of(NULL, threads, options, opponents, shares, count);
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

static void rows_are_those_of_the_batch(void **state) {
    (void)state;
    World *w = new_world(1, NULL, NULL, NULL, 0);
    GinRules rules = gin_rules_default();
    GinBatchOpponent self = {.share = 1};
    GinBatchPlan plan = {.seed = 5, .rules = &rules, .opponents = &self, .opponent_count = 1, .games = GAMES};
    Team *team = team_open(1);
    Error why;
    GinBatch *batch = gin_batch_open(&plan, team, &why);
    static uint8_t inputs[GAMES][GIN_INPUTS], legal[GAMES][GIN_LEGAL_BYTES], brain[GAMES], seat[GAMES], ended[GAMES];
    static float reward[GAMES];
    GinBatchRows rows = {
        .inputs = *inputs, .legal = *legal, .brain = brain, .seat = seat, .reward = reward, .ended = ended};
    gin_batch_reward(batch, &(GinBatchReward){.points = 0.01});
    gin_batch_look(batch, 0, GAMES, &rows);
    int hands = 0, games = 0;
    for (int step = 0; step < 1500; step++) {
        uint8_t choices[GAMES], before[GAMES];
        assert_memory_equal(w->observation, inputs, sizeof inputs);
        assert_memory_equal(w->bits, legal, sizeof legal);
        assert_memory_equal(w->seat, seat, sizeof seat);
        for (int g = 0; g < GAMES; g++)
            for (int a = 0; a < GIN_CHOICES; a++) assert_int_equal(w->mask[g][a], gin_choice_is_legal(legal[g], a));
        memcpy(before, seat, sizeof before);
        random_step(w);
        for (int g = 0; g < GAMES; g++) choices[g] = (uint8_t)w->actions[g];
        gin_batch_step(batch, 0, GAMES, choices, &rows);
        assert_memory_equal(w->reward, reward, sizeof reward);
        assert_memory_equal(w->hand_done, ended, sizeof ended);
        for (int g = 0; g < GAMES; g++) {
            assert_true(w->acted[g] == (before[g] ? -reward[g] : reward[g]));
            assert_true(w->done[g] <= w->hand_done[g]);
            hands += w->hand_done[g];
            games += w->done[g];
        }
    }
    assert_true(hands > games && games > 0);
    gin_batch_close(batch);
    team_close(team);
    close_world(w);
}

static void the_number_of_threads_changes_nothing(void **state) {
    (void)state;
    static const char *const opponents[] = {"self", "simple", "caller:3"};
    static const double shares[] = {1, 2, 1};
    World *a = new_world(1, "episode=hand", opponents, shares, 3),
          *b = new_world(3, "episode=hand", opponents, shares, 3);
    bool asked = false;
    for (int step = 0; step < 300; step++) {
        assert_true(same_rows(a, b));
        for (int g = 0; g < GAMES; g++) {
            assert_true(a->caller[g] == 0 || a->caller[g] == 3);
            asked = asked || a->caller[g] == 3;
            assert_int_equal(a->done[g], a->hand_done[g]);
        }
        random_step(a), random_step(b);
    }
    assert_true(asked);
    deadwood_error err;
    char *counts = deadwood_vec_counts(a->vec, &err);
    assert_non_null(strstr(counts, "\"caller:3\""));
    assert_true(json_number(strstr(counts, "\"simple\""), "hands") > 0);
    deadwood_free(counts);
    close_world(a), close_world(b);
}

static void an_illegal_action_moves_no_game(void **state) {
    (void)state;
    deadwood_error err;
    World *w = new_world(1, NULL, NULL, NULL, 0), *before = malloc(sizeof *before);
    for (int step = 0; step < 40; step++) {
        random_step(w);
        deadwood_vec_sample(w->vec, w->actions, &err);
        int game = step % GAMES, action = 0;
        int32_t legal = w->actions[game];
        while (w->mask[game][action]) action++;
        w->actions[game] = action;
        memcpy(before, w, sizeof *w);
        char where[24];
        snprintf(where, sizeof where, "game %d: action %d", game, action);
        expect_error(deadwood_vec_step(w->vec, w->actions, &err), &err, DEADWOOD_E_ILLEGAL, where);
        assert_memory_equal(before, w, sizeof *w);
        static const int32_t wild[] = {-1, 106, INT32_MAX, INT32_MIN, 256};
        w->actions[game] = wild[step % 5];
        expect_error(deadwood_vec_step(w->vec, w->actions, &err), &err, DEADWOOD_E_ILLEGAL, "no action");
        w->actions[game] = legal;
        expect_done(deadwood_vec_look(w->vec, &err), &err);
        assert_memory_equal(before->observation, w->observation, sizeof w->observation);
        assert_memory_equal(before->bits, w->bits, sizeof w->bits);
    }
    free(before);
    close_world(w);
}

static void samples_are_legal_and_even(void **state) {
    (void)state;
    deadwood_error err;
    World *w = new_world(1, NULL, NULL, NULL, 0);
    int drawn[2][2] = {{0}}; // take or not, by whether that was two choices
    for (int step = 0; step < 4000; step++) {
        int32_t again[GAMES];
        deadwood_vec_sample(w->vec, w->actions, &err);
        deadwood_vec_sample(w->vec, again, &err);
        assert_memory_equal(again, w->actions, sizeof again);
        for (int g = 0; g < GAMES; g++) {
            assert_true(w->mask[g][w->actions[g]]);
            if (w->mask[g][0] && w->mask[g][1]) drawn[0][w->actions[g]]++;
        }
        expect_done(deadwood_vec_step(w->vec, w->actions, &err), &err);
    }
    double n = drawn[0][0] + drawn[0][1], share = drawn[0][0] / n;
    assert_true(n > 50000 && share > 0.49 && share < 0.51); // four standard errors and more
    close_world(w);
}

static void play_is_sample_and_step(void **state) {
    (void)state;
    deadwood_error err;
    World *a = new_world(1, NULL, NULL, NULL, 0), *b = new_world(2, NULL, NULL, NULL, 0);
    expect_done(deadwood_vec_play(a->vec, 77, &err), &err);
    for (int step = 0; step < 77; step++) random_step(b);
    memset(b->actions, 0, sizeof b->actions);
    assert_true(same_rows(a, b));
    expect_error(deadwood_vec_play(a->vec, -1, &err), &err, DEADWOOD_E_ARGUMENT, "-1");
    close_world(a), close_world(b);
}

static void what_was_saved_goes_on_the_same(void **state) {
    (void)state;
    deadwood_error err;
    static const char *const opponents[] = {"self", "greedy"};
    static const double shares[] = {1, 1}, other[] = {0, 1};
    World *a = new_world(1, NULL, opponents, shares, 2), *b = new_world(2, NULL, opponents, shares, 2);
    expect_done(deadwood_vec_play(a->vec, 100, &err), &err);
    expect_done(deadwood_vec_shares(a->vec, other, 2, &err), &err);
    size_t size = deadwood_vec_size(a->vec);
    void *bytes = malloc(size + 1);
    expect_error(deadwood_vec_save(a->vec, bytes, size + 1, &err), &err, DEADWOOD_E_ARGUMENT, "bytes");
    expect_done(deadwood_vec_save(a->vec, bytes, size, &err), &err);
    expect_done(deadwood_vec_load(b->vec, bytes, size, &err), &err);
    expect_done(deadwood_vec_look(a->vec, &err), &err);
    for (int step = 0; step < 100; step++) {
        assert_true(same_rows(a, b));
        random_step(a), random_step(b);
    }
    for (size_t cut = 0; cut < size; cut += 1 + size / 50)
        expect_error(deadwood_vec_load(b->vec, bytes, cut, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
    for (size_t at = 8; at < size; at += 1 + size / 200) {
        ((uint8_t *)bytes)[at] ^= 0x55;
        if (at >= 16) expect_error(deadwood_vec_load(b->vec, bytes, size, &err), &err, DEADWOOD_E_ARGUMENT, NULL);
        ((uint8_t *)bytes)[at] ^= 0x55;
    }
    memset(a->actions, 0, sizeof a->actions), memset(b->actions, 0, sizeof b->actions);
    expect_done(deadwood_vec_look(a->vec, &err), &err), expect_done(deadwood_vec_look(b->vec, &err), &err);
    assert_true(same_rows(a, b));
    World *c = new_world(1, NULL, NULL, NULL, 0);
    expect_error(deadwood_vec_load(c->vec, bytes, size, &err), &err, DEADWOOD_E_ARGUMENT, "another plan");
    free(bytes);
    close_world(a), close_world(b), close_world(c);
}

static void a_reset_deals_anew(void **state) {
    (void)state;
    deadwood_error err;
    World *a = new_world(1, NULL, NULL, NULL, 0), *b = new_world(1, NULL, NULL, NULL, 0);
    expect_done(deadwood_vec_play(a->vec, 30, &err), &err);
    assert_false(same_rows(a, b));
    expect_done(deadwood_vec_reset(a->vec, 5, &err), &err);
    expect_done(deadwood_vec_look(b->vec, &err), &err);
    assert_true(same_rows(a, b));
    expect_done(deadwood_vec_reset(a->vec, 6, &err), &err);
    assert_false(same_rows(a, b));
    close_world(a), close_world(b);
}

// The sum of the changes of the chance to win from a game's beginning to its end is half a game, one way or the other.
static void rewards_can_be_chances_to_win(void **state) {
    (void)state;
    World *w = new_world_of("contest,target=25", 1, "reward=win", NULL, NULL, 0);
    double sum[GAMES] = {0};
    int ended = 0;
    for (int step = 0; step < 3000; step++) {
        random_step(w);
        for (int g = 0; g < GAMES; g++) {
            sum[g] += (double)w->reward[g];
            if (!w->done[g]) continue;
            double half = sum[g] < 0 ? -sum[g] : sum[g];
            assert_true(half > 0.4 && half < 0.6); // the starter's chance is a little more than a half
            sum[g] = 0;
            ended++;
        }
    }
    assert_true(ended > 10);
    close_world(w);
}

// Against players who end hands before the learner decides, and in games so short that whole games pass: every episode
// is paid what it brought, and its winner is named.
static void an_episode_is_paid_its_own_hands(void **state) {
    (void)state;
    deadwood_error err;
    static const char *const opponents[] = {"simple", "greedy"};
    static const double shares[] = {1, 1};
    World *w = new_world_of("contest,target=60", 2, "reward=win", opponents, shares, 2);
    double sum[GAMES] = {0};
    int ended = 0, wins[2] = {0};
    for (int step = 0; step < 6000; step++) {
        uint8_t learner[GAMES], opponent[GAMES];
        memcpy(learner, w->seat, sizeof learner), memcpy(opponent, w->opponent, sizeof opponent);
        random_step(w);
        for (int g = 0; g < GAMES; g++) {
            sum[g] += (double)w->reward[g];
            assert_true(w->opponent[g] < 2 && (w->done[g] || w->opponent[g] == opponent[g]));
            assert_true(w->done[g] || w->winner[g] == -1);
            if (!w->done[g]) continue;
            assert_in_range(w->winner[g], 0, 1);
            double half = w->winner[g] == 0 ? sum[g] : -sum[g];
            if (half <= 0.4 || half >= 0.6) fail_msg("a game brought %f", half);
            wins[opponent[g]] += w->winner[g] == learner[g];
            sum[g] = 0;
            ended++;
        }
    }
    char *counts = deadwood_vec_counts(w->vec, &err);
    assert_true(ended > 1000);
    assert_true(json_number(counts, "wins") == wins[0]);
    deadwood_free(counts);
    close_world(w);

    // With episode=hand no action is paid more than the dearest hand, though several may pass at once.
    w = new_world_of("contest,target=1", 1, "episode=hand", opponents, shares, 2);
    for (int step = 0; step < 6000; step++) {
        random_step(w);
        for (int g = 0; g < GAMES; g++) {
            assert_true(w->hand_done[g] || w->reward[g] == 0);
            assert_true(w->acted[g] > -1.3F && w->acted[g] < 1.3F);
        }
    }
    close_world(w);
}

static void arrays_of_other_sizes_are_refused(void **state) {
    (void)state;
    deadwood_error err;
    World *w = new_world(1, NULL, NULL, NULL, 0);
    float reward[GAMES + 1];
    expect_error(deadwood_vec_bind(w->vec, DEADWOOD_VEC_REWARD, reward, sizeof reward, &err), &err, DEADWOOD_E_ARGUMENT,
                 "192 bytes");
    expect_error(deadwood_vec_bind(w->vec, DEADWOOD_VEC_REWARD, (char *)reward + 1, 4 * GAMES, &err), &err,
                 DEADWOOD_E_ARGUMENT, "aligned");
    expect_error(deadwood_vec_bind(w->vec, DEADWOOD_VEC_FIELDS, reward, 4, &err), &err, DEADWOOD_E_ARGUMENT, "field");
    expect_error(deadwood_vec_bind(w->vec, -1, reward, 4, &err), &err, DEADWOOD_E_ARGUMENT, "field");
    memset(w->secrets, 77, sizeof w->secrets);
    for (int field = 0; field < DEADWOOD_VEC_FIELDS; field++) // nothing is written any more
        expect_done(deadwood_vec_bind(w->vec, field, NULL, 0, &err), &err);
    World *before = malloc(sizeof *before);
    memcpy(before, w, sizeof *w);
    expect_done(deadwood_vec_play(w->vec, 20, &err), &err);
    assert_memory_equal(before, w, sizeof *w);
    free(before);
    close_world(w);
}

static int answer_nothing(void *user, deadwood_turn *turn) {
    (void)user, (void)turn;
    return 0;
}

static void environments_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const struct {
        int games, threads;
        const char *rules, *options, *opponent;
        double share;
        const char *says;
    } cases[] = {
        {0, 1, NULL, NULL, "self", 1, "0 games"},
        {-5, 1, NULL, NULL, "self", 1, "-5 games"},
        {1 << 30, 1, NULL, NULL, "self", 1, "games at once"},
        {8, 0, NULL, NULL, "self", 1, "0 threads"},
        {8, 1000, NULL, NULL, "self", 1, "1000 threads"},
        {8, 1, "contest,target=x", NULL, "self", 1, "target"},
        {8, 1, NULL, "episode=match", "self", 1, "game or hand"},
        {8, 1, NULL, "reward", "self", 1, "value"},
        {8, 1, NULL, NULL, "nobody", 1, "nobody"},
        {8, 1, NULL, NULL, "caller:0", 1, "caller"},
        {8, 1, NULL, NULL, "caller:32", 1, "caller"},
        {8, 1, NULL, NULL, "mine", 1, "caller:1"},
        {8, 1, NULL, NULL, "simple", 0, "share"},
        {8, 1, NULL, NULL, "simple", -1, "share"},
        {8, 1, NULL, NULL, "exec:./bot", 1, "exec"},
        {8, 1, NULL, NULL, NULL, 1, "NULL"},
    };
    deadwood_error err;
    deadwood_context *dw = open_context();
    expect_done(deadwood_add_player(dw, "gin", "mine", answer_nothing, NULL, &err), &err);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(deadwood_vec_new(dw, "gin", cases[i].games, 1, cases[i].threads, cases[i].rules, cases[i].options,
                                     &cases[i].opponent, &cases[i].share, 1, &err));
        expect_error(err.code, &err, DEADWOOD_E_ARGUMENT, cases[i].says);
    }
    const char *const simple[] = {"simple"};
    assert_null(deadwood_vec_new(dw, "gin", 8, 1, 1, NULL, NULL, simple, NULL, 1, &err));
    assert_null(deadwood_vec_new(dw, "gin", 8, 1, 1, NULL, NULL, NULL, NULL, 65, &err));
    assert_null(deadwood_vec_new(NULL, "gin", 8, 1, 1, NULL, NULL, NULL, NULL, 0, &err));
    deadwood_close(dw);
}

static void nothing_is_no_environment(void **state) {
    (void)state;
    deadwood_error err;
    int32_t actions[1];
    double share = 1;
    expect_error(deadwood_vec_bind(NULL, 0, NULL, 0, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_look(NULL, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_reset(NULL, 1, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_step(NULL, actions, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_sample(NULL, actions, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_play(NULL, 1, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_shares(NULL, &share, 1, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_save(NULL, &share, 1, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    expect_error(deadwood_vec_load(NULL, &share, 1, &err), &err, DEADWOOD_E_ARGUMENT, "NULL");
    assert_null(deadwood_vec_counts(NULL, &err));
    assert_int_equal(deadwood_vec_games(NULL), 0);
    assert_int_equal(deadwood_vec_size(NULL), 0);
    deadwood_vec_close(NULL);
    World *w = new_world(1, NULL, NULL, NULL, 0);
    expect_error(deadwood_vec_step(w->vec, NULL, &err), &err, DEADWOOD_E_ARGUMENT, "actions is NULL");
    expect_error(deadwood_vec_shares(w->vec, &share, 2, &err), &err, DEADWOOD_E_ARGUMENT, "2 shares for 1");
    assert_int_equal(deadwood_vec_games(w->vec), GAMES);
    close_world(w);
}

static void inputs_and_actions_have_names(void **state) {
    (void)state;
    deadwood_error err;
    char *name = deadwood_action_name("gin", 2 + 13, &err);
    assert_string_equal(name, "discard AD");
    deadwood_free(name);
    name = deadwood_action_name("gin", 105, &err);
    assert_string_equal(name, "knock KS");
    deadwood_free(name);
    name = deadwood_input_name("gin", 0, &err);
    assert_string_equal(name, "hand AC");
    deadwood_free(name);
    assert_null(deadwood_action_name("gin", 106, &err));
    assert_null(deadwood_input_name("gin", 896, &err));
    assert_null(deadwood_input_name("gin", -1, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_batch),
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(an_illegal_action_moves_no_game),
        cmocka_unit_test(samples_are_legal_and_even),
        cmocka_unit_test(play_is_sample_and_step),
        cmocka_unit_test(what_was_saved_goes_on_the_same),
        cmocka_unit_test(a_reset_deals_anew),
        cmocka_unit_test(rewards_can_be_chances_to_win),
        cmocka_unit_test(an_episode_is_paid_its_own_hands),
        cmocka_unit_test(arrays_of_other_sizes_are_refused),
        cmocka_unit_test(environments_that_cannot_be_are_refused),
        cmocka_unit_test(nothing_is_no_environment),
        cmocka_unit_test(inputs_and_actions_have_names),
    };
    return cmocka_run_group_tests_name("api_vec", tests, NULL, NULL);
}
