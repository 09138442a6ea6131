// SPDX-License-Identifier: MIT
// Games of the batch environment: rewards add up to what was won, opponents come by their shares, games end as they
// should, and all of it can be saved and loaded.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/batches.h"
#include "support/positions.h"
#include "support/random.h"

// ---- Rewards ----

static void rewards_add_up_to_games_won_less_the_chance_at_their_start(void **state) {
    (void)state;
    enum { GAMES = 40 };
    GinPlayer simple = opened("simple");
    const GinBatchOpponent opponents[2] = {{.share = 1, .brain = 0}, {.share = 1, .brain = -1, .player = &simple}};
    GinRules rules = rules_parsed("contest,target=40");
    GinBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .opponents = opponents, .opponent_count = 2};
    Team *team = team_of(2);
    GinBatch *batch = batch_of(&plan, team);
    GinChances *chances = gin_chances_open(&rules, &simple, 2000, 1);
    gin_batch_reward(batch, &(GinBatchReward){.win = 1, .chances = chances});
    Block block = block_of(GAMES);
    GinBatchCount counts[2];
    gin_batch_counts(batch, counts); // of games that were over before the first row
    double settled[GAMES] = {0}, sum[GAMES] = {0}, wins = 0;
    uint32_t number[GAMES];
    const uint16_t none[2] = {0, 0};
    for (int p = 0; p < GAMES; p++) {
        // What the first hand's part before the first row brought is not in the rows: begin from where it stands.
        const GinBatchGame *game = &batch->game[p];
        number[p] = game->number;
        settled[p] = -gin_chances_before(chances, game->score, game->state.table.starter, 0).win;
    }
    gin_batch_look(batch, 0, GAMES, &block.rows);
    for (int i = 0; i < effort(600, 100); i++) {
        step_all(batch, &block);
        for (int p = 0; p < GAMES; p++) {
            const GinBatchGame *game = &batch->game[p];
            sum[p] += (double)block.rows.reward[p];
            if (!block.rows.ended[p]) assert_true(block.rows.reward[p] == 0);
            double now = gin_chances_before(chances, game->score, game->state.table.starter, 0).win;
            if (game->number != number[p]) {
                // Every game in between began at 0:0 with one or the other starter.
                Seat first = gin_first_starter(rng_key(plan.seed, (uint64_t)p, game->number));
                double missing = sum[p] - (now - gin_chances_before(chances, none, first, 0).win) - settled[p];
                if (game->number == number[p] + 1) {
                    assert_true(fabs(missing) < 1e-4 || fabs(missing - 1) < 1e-4);
                    if (game->learner < 2) wins += missing > 0.5;
                }
                settled[p] += missing - gin_chances_before(chances, none, first, 0).win;
                number[p] = game->number;
            }
            assert_true(fabs(sum[p] - (now + settled[p])) < 1e-4);
        }
    }
    gin_batch_counts(batch, counts);
    assert_true(wins > 5 && counts[0].games + counts[1].games > 20);
    block_free(&block);
    gin_batch_close(batch);
    gin_chances_close(chances);
    team_close(team);
    gin_player_close(&simple);
}

// ---- Saving ----

static void a_loaded_batch_goes_on_as_if_nothing_had_happened(void **state) {
    (void)state;
    enum { GAMES = 60 };
    GinPlayer random = opened("random"); // draws chance at every move
    const GinPlayer back = batch_player_that_looks_back();
    const GinBatchOpponent opponents[3] = {{.share = 1, .brain = 2},
                                           {.share = 3, .brain = -1, .player = &random},
                                           {.share = 3, .brain = -1, .player = &back}};
    GinRules rules = rules_parsed("pagat,target=60");
    GinBatchPlan plan = {.games = GAMES, .seed = 9, .rules = &rules, .opponents = opponents, .opponent_count = 3};
    Team *team = team_of(2), *other_team = team_of(3);
    GinBatch *batch = batch_of(&plan, team), *other = batch_of(&plan, other_team);
    Block a = block_of(GAMES), b = block_of(GAMES);
    gin_batch_shares(batch, (const double[3]){5, 1, 1});
    gin_batch_look(batch, 0, GAMES, &a.rows);
    for (int i = 0; i < effort(200, 40); i++) step_all(batch, &a);
    size_t size = gin_batch_size(batch);
    uint8_t *bytes = malloc(size);
    gin_batch_save(batch, bytes);
    Error err = {{0}};
    if (!gin_batch_load(other, bytes, size, &err)) fail_msg("%s", err.text);
    memset(a.rows.reward, 0, GAMES * sizeof(float)); // not written by looking
    memset(a.rows.ended, 0, GAMES);
    gin_batch_look(batch, 0, GAMES, &a.rows);
    gin_batch_look(other, 0, GAMES, &b.rows);
    assert_same_rows(&a, &b);
    for (int i = 0; i < effort(200, 40); i++) {
        step_all(batch, &a);
        step_all(other, &b);
        assert_same_rows(&a, &b);
    }
    GinBatchCount counts[2][3];
    gin_batch_counts(batch, counts[0]);
    gin_batch_counts(other, counts[1]);
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
    int kept = 0;
    for (int p = 0; p < GAMES; p++) kept += other->game[p].past.last != NULL;
    assert_true(kept > 0);
    free(bytes);
    block_free(&a);
    block_free(&b);
    gin_batch_close(batch);
    gin_batch_close(other);
    team_close(team);
    team_close(other_team);
    gin_player_close(&random);
}

static void bytes_of_another_plan_and_damaged_ones_are_refused(void **state) {
    (void)state;
    const GinBatchOpponent opponents[2] = {{.share = 1, .brain = 0}, {.share = 1, .brain = 1}};
    GinRules rules = gin_rules_default(), pagat = rules_parsed("pagat");
    GinBatchPlan plan = {.games = 10, .seed = 1, .rules = &rules, .opponents = opponents, .opponent_count = 2};
    Team *team = team_of(1);
    GinBatch *batch = batch_of(&plan, team);
    size_t size = gin_batch_size(batch);
    uint8_t *bytes = malloc(size);
    gin_batch_save(batch, bytes);
    Error err = {{0}};
    GinBatchPlan plans[] = {plan, plan, plan, plan, plan};
    plans[0].games = 11;
    plans[1].seed = 2;
    plans[2].rules = &pagat;
    plans[3].opponent_count = 1;
    plans[4].opponents = (const GinBatchOpponent[2]){{.share = 1, .brain = 0}, {.share = 1, .brain = 2}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        GinBatch *other = batch_of(&plans[i], team);
        assert_false(gin_batch_load(other, bytes, size, &err));
        assert_non_null(strstr(err.text, "another plan"));
        gin_batch_close(other);
    }
    Block block = block_of(10), after = block_of(10);
    gin_batch_look(batch, 0, 10, &block.rows);
    Rng rng = rng_for(2, 0, 0, 0);
    for (int i = 0; i < effort(2000, 100); i++) {
        size_t at = rng_below(&rng, (uint32_t)size);
        uint8_t flip = (uint8_t)(1 + rng_below(&rng, 255));
        bytes[at] ^= flip;
        assert_false(gin_batch_load(batch, bytes, size, &err));
        bytes[at] ^= flip;
        assert_false(gin_batch_load(batch, bytes, at, &err)); // cut short
    }
    gin_batch_look(batch, 0, 10, &after.rows);
    assert_same_rows(&block, &after); // nothing was half loaded
    assert_true(gin_batch_load(batch, bytes, size, &err));
    free(bytes);
    block_free(&block);
    block_free(&after);
    gin_batch_close(batch);
    team_close(team);
}

// ---- Plans ----

static void plans_that_make_no_sense_are_refused(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer simple = opened("simple");
    const GinBatchOpponent good = {.share = 1, .brain = 0};
    const GinBatchOpponent bad[] = {{.share = -1},
                                    {.share = NAN},
                                    {.share = 1, .brain = -2},
                                    {.share = 0},
                                    {.share = 1, .brain = 32},
                                    {.share = 1, .brain = -1}};
    Team *team = team_of(1);
    Error err = {{0}};
    GinBatchPlan plan = {.games = 1, .seed = 1, .rules = &rules, .opponents = &good, .opponent_count = 1};
    plan.games = 0;
    assert_null(gin_batch_open(&plan, team, &err));
    plan.games = 1;
    plan.opponent_count = 0;
    assert_null(gin_batch_open(&plan, team, &err));
    plan.opponent_count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        plan.opponents = &bad[i];
        err.text[0] = 0;
        assert_null(gin_batch_open(&plan, team, &err));
        assert_true(strlen(err.text) > 10);
    }
    gin_batch_close(NULL);
    team_close(team);
    gin_player_close(&simple);
}

static void opponents_come_by_their_shares_and_sit_in_both_seats(void **state) {
    (void)state;
    enum { GAMES = 64 };
    GinPlayer simple = opened("simple");
    const GinBatchOpponent opponents[3] = {
        {.share = 1, .brain = 1}, {.share = 3, .brain = -1, .player = &simple}, {.share = 0, .brain = 0}};
    GinRules rules = rules_parsed("contest,target=1");
    GinBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .opponents = opponents, .opponent_count = 3};
    Team *team = team_of(2);
    GinBatch *batch = batch_of(&plan, team);
    Block block = block_of(GAMES);
    gin_batch_look(batch, 0, GAMES, &block.rows);
    GinBatchCount counts[3];
    int seats[2] = {0};
    for (int i = 0; i < effort(2000, 400); i++) {
        step_all(batch, &block);
        if (i % 40 == 0)
            for (int p = 0; p < GAMES; p++) seats[batch->game[p].learner]++;
    }
    gin_batch_counts(batch, counts);
    double total = (double)(counts[0].games + counts[1].games), share = (double)counts[0].games / total;
    assert_int_equal(counts[2].games, 0);
    assert_true(fabs(share - 0.25) < 5 * sqrt(0.25 * 0.75 / total) + 64 / total);
    assert_true(seats[0] > 0 && seats[1] > 0 && fabs((double)seats[0] / (seats[0] + seats[1]) - 0.5) < 0.1);
    gin_batch_shares(batch, (const double[3]){0, 0, 1}); // from each game's next beginning on
    for (int i = 0; i < 1000; i++) step_all(batch, &block);
    gin_batch_counts(batch, counts);
    assert_true(counts[0].games + counts[1].games <= GAMES && counts[2].games > GAMES);
    block_free(&block);
    gin_batch_close(batch);
    team_close(team);
    gin_player_close(&simple);
}

static GinAction resign(void *self, const GinView *view, Rng *rng) {
    (void)self, (void)rng;
    if (view->table->turns[view->seat] > 0) return (GinAction){.move = GIN_RESIGN, .card = FAULT_RESIGN};
    GinAction action;
    if (gin_forced(view, &action)) return action;
    return gin_choice_action(view, GIN_CHOICE_STOCK);
}

static void a_player_that_forfeits_loses_its_game(void **state) {
    (void)state;
    GinPlayer quitter = {.choose = resign};
    const GinBatchOpponent opponent = {.share = 1, .brain = -1, .player = &quitter};
    GinRules rules = gin_rules_default();
    GinBatchPlan plan = {.games = 8, .seed = 5, .rules = &rules, .opponents = &opponent, .opponent_count = 1};
    Team *team = team_of(1);
    GinBatch *batch = batch_of(&plan, team);
    Block block = block_of(8);
    GinBatchCount count;
    gin_batch_look(batch, 0, 8, &block.rows);
    for (int i = 0; i < 200; i++) step_all(batch, &block);
    gin_batch_counts(batch, &count);
    assert_true(count.games > 100 && count.wins > count.games * 9 / 10 && count.hands < count.games / 10);
    block_free(&block);
    gin_batch_close(batch);
    team_close(team);
}

// One card of the stock is all there is, and nobody takes an upcard: nobody scores.
static void a_game_nobody_wins_is_drawn_after_500_hands(void **state) {
    (void)state;
    const GinBatchOpponent opponent = {.share = 1, .brain = 0};
    GinRules rules = rules_parsed("contest,stock=30,knock=0");
    GinBatchPlan plan = {.games = 4, .seed = 5, .rules = &rules, .opponents = &opponent, .opponent_count = 1};
    Team *team = team_of(1);
    GinBatch *batch = batch_of(&plan, team);
    GinEndings *endings = calloc(1, sizeof *endings);
    GinChances *chances = gin_chances_of_endings(&rules, endings); // a coin decides
    gin_batch_reward(batch, &(GinBatchReward){.win = 1, .chances = chances});
    Block block = block_of(4);
    gin_batch_look(batch, 0, 4, &block.rows);
    GinBatchCount count = {0};
    for (int i = 0; i < 5000; i++) {
        choose_all(&block);
        for (int p = 0; p < 4; p++)
            if (block.choices[p] == GIN_CHOICE_TAKE) block.choices[p] = GIN_CHOICE_STOCK;
        gin_batch_step(batch, 0, 4, block.choices, &block.rows);
        for (int p = 0; p < 4; p++) assert_true(fabsf(block.rows.reward[p]) < 1e-6F); // all but rounding
    }
    gin_batch_counts(batch, &count);
    assert_int_equal(count.wins, 0);
    assert_int_equal(count.hands, count.cancelled);
    uint64_t hands = count.games * GIN_HAND_LIMIT;
    for (int p = 0; p < 4; p++) hands += batch->game[p].hands;
    assert_true(count.games > 4);
    assert_int_equal(count.hands, hands);
    free(endings);
    block_free(&block);
    gin_batch_close(batch);
    gin_chances_close(chances);
    team_close(team);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rewards_add_up_to_games_won_less_the_chance_at_their_start),
        cmocka_unit_test(a_loaded_batch_goes_on_as_if_nothing_had_happened),
        cmocka_unit_test(bytes_of_another_plan_and_damaged_ones_are_refused),
        cmocka_unit_test(plans_that_make_no_sense_are_refused),
        cmocka_unit_test(opponents_come_by_their_shares_and_sit_in_both_seats),
        cmocka_unit_test(a_player_that_forfeits_loses_its_game),
        cmocka_unit_test(a_game_nobody_wins_is_drawn_after_500_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
