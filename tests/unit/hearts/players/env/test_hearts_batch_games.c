// SPDX-License-Identifier: MIT
// Games of Hearts' batch environment: rewards add up to what was won, outcomes tell where episodes end, line-ups come
// by their shares in every order, and all of it can be saved and loaded.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hearts_batches.h"
#include "support/hearts_random.h"
#include "support/random.h"
#include "support/rows.h"

static const HeartsBatchLineup SELF = {.share = 1, .chair = {{0}, {0}, {0}, {0}}};

// ---- Rewards ----

// Points alone, game by game: what the rows of a game bring is what its totals say.
static void rewards_of_a_game_are_its_points(void **state) {
    (void)state;
    enum { GAMES = 20 };
    HeartsPlayer ducker = hearts_opened("ducker");
    const HeartsBatchLineup lineups[2] = {SELF,
                                          {.share = 1, .chair = {{0}, {-1, &ducker}, {.brain = 1}, {-1, &ducker}}}};
    HeartsRules rules = hearts_rules_of("standard,target=40,moon=subtract,jack=10");
    HeartsBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .lineups = lineups, .lineup_count = 2};
    Team *team = team_of(2);
    HeartsBatch *batch = hearts_batch_of(&plan, team);
    hearts_batch_reward(batch, &(HeartsBatchReward){.points = 1});
    HeartsBlock block = hearts_block_of(GAMES);
    hearts_batch_look(batch, 0, GAMES, &block.rows);
    double sum[GAMES][HEARTS_SEATS] = {{0}};
    int games = 0;
    for (int i = 0; i < effort(600, 200); i++) {
        hearts_step_all(batch, &block);
        for (int p = 0; p < GAMES; p++) {
            const float *reward = block.rows.reward + (size_t)p * HEARTS_SEATS;
            const HeartsBatchOutcome *outcome = &block.rows.outcome[p];
            bool over = block.rows.over[p];
            double lowest = 1e9, total[HEARTS_SEATS], gained[HEARTS_SEATS];
            hearts_batch_gained(batch, p, gained);
            for (int seat = 0; seat < HEARTS_SEATS; seat++) {
                double paid = (double)(over ? outcome->game[seat] : reward[seat]);
                if (!block.rows.ended[p]) assert_true(paid == 0);
                total[seat] = -(sum[p][seat] += paid);
                lowest = total[seat] < lowest ? total[seat] : lowest;
                if (over) sum[p][seat] = (double)(reward[seat] - outcome->game[seat]);
                if (!over) assert_true(total[seat] == batch->game[p].total[seat]);
                assert_true(sum[p][seat] == gained[seat]);
            }
            for (int seat = 0; seat < HEARTS_SEATS; seat++)
                assert_int_equal(outcome->winners >> seat & 1, over && total[seat] == lowest);
            games += over;
        }
    }
    assert_true(games > GAMES / 2);
    hearts_block_free(&block);
    hearts_batch_close(batch);
    team_close(team);
    hearts_player_close(&ducker);
}

// Without a chance of the caller's the change is paid when the game is over: the winners' part less a quarter.
static void a_game_that_is_won_is_paid_at_its_end(void **state) {
    (void)state;
    enum { GAMES = 16 };
    HeartsRules rules = hearts_rules_of("paper");
    HeartsBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .lineups = &SELF, .lineup_count = 1};
    Team *team = team_of(1);
    HeartsBatch *batch = hearts_batch_of(&plan, team);
    hearts_batch_reward(batch, &(HeartsBatchReward){.win = 2});
    HeartsBlock block = hearts_block_of(GAMES);
    hearts_batch_look(batch, 0, GAMES, &block.rows);
    int overs = 0;
    for (int i = 0; i < 200; i++) {
        hearts_step_all(batch, &block);
        for (int p = 0; p < GAMES; p++) {
            unsigned winners = block.rows.outcome[p].winners;
            assert_int_equal(block.rows.over[p], block.rows.ended[p]); // target 0: every hand is a game
            for (int seat = 0; seat < HEARTS_SEATS; seat++) {
                double part = winners ? 2 * ((winners >> seat & 1) / (double)__builtin_popcount(winners) - 0.25) : 0;
                assert_true(fabs((double)block.rows.reward[p * HEARTS_SEATS + seat] - part) < 1e-6);
            }
            overs += winners != 0;
        }
    }
    assert_true(overs > 50);
    hearts_block_free(&block);
    hearts_batch_close(batch);
    team_close(team);
}

// ---- Saved ----

static void a_loaded_batch_of_hearts_goes_on_as_if_nothing_had_happened(void **state) {
    (void)state;
    enum { GAMES = 30 };
    HeartsPlayer random = hearts_opened("random");
    const HeartsBatchLineup lineups[2] = {SELF, {.share = 1, .chair = {{0}, {-1, &random}, {.brain = 1}, {0}}}};
    HeartsRules rules = hearts_rules_of("standard,target=50");
    HeartsBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .lineups = lineups, .lineup_count = 2};
    Team *one = team_of(1), *two = team_of(2);
    HeartsBatch *batch = hearts_batch_of(&plan, two), *other = hearts_batch_of(&plan, one);
    hearts_batch_reward(batch, &(HeartsBatchReward){.points = 1});
    hearts_batch_reward(other, &(HeartsBatchReward){.points = 1});
    HeartsBlock block = hearts_block_of(GAMES), after = hearts_block_of(GAMES);
    hearts_batch_look(batch, 0, GAMES, &block.rows);
    hearts_batch_shares(batch, (const double[]){1, 3});
    for (int i = 0; i < 101; i++) hearts_step_all(batch, &block); // some are in the middle of a pass
    int passing = 0;
    for (int p = 0; p < GAMES; p++) passing += batch->game[p].picked != 0;
    assert_true(passing > 0);
    size_t size = hearts_batch_size(batch);
    char *bytes = malloc(size);
    Error err = {{0}};
    hearts_batch_save(batch, bytes);
    assert_true(hearts_batch_load(other, bytes, size, &err));
    for (int i = 0; i < effort(300, 60); i++) {
        hearts_step_all(batch, &block);
        if (i == 0) hearts_batch_look(other, 0, GAMES, &after.rows);
        memcpy(after.choices, block.choices, GAMES);
        hearts_batch_step(other, 0, GAMES, after.choices, &after.rows);
        hearts_assert_same_rows(&block, &after);
    }
    HeartsBatchCount counts[2][2];
    hearts_batch_counts(batch, counts[0]);
    hearts_batch_counts(other, counts[1]);
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
    free(bytes);
    hearts_block_free(&block);
    hearts_block_free(&after);
    hearts_batch_close(batch);
    hearts_batch_close(other);
    team_close(one);
    team_close(two);
    hearts_player_close(&random);
}

static void hearts_bytes_of_another_plan_and_damaged_ones_are_refused(void **state) {
    (void)state;
    HeartsRules rules = hearts_rules_default(), paper = hearts_rules_of("paper");
    const HeartsBatchLineup two[2] = {SELF, SELF}, fixed = {.share = 1, .fixed = true},
                            third = {.share = 1, .chair = {{0}, {0}, {.brain = 2}, {0}}};
    HeartsBatchPlan plan = {.games = 10, .seed = 1, .rules = &rules, .lineups = &SELF, .lineup_count = 1};
    HeartsBatchPlan plans[] = {plan, plan, plan, plan, plan, plan};
    plans[0].games = 11;
    plans[1].seed = 2;
    plans[2].rules = &paper;
    plans[3].lineups = two;
    plans[3].lineup_count = 2;
    plans[4].lineups = &fixed;
    plans[5].lineups = &third;
    Team *team = team_of(1);
    HeartsBatch *batch = hearts_batch_of(&plan, team);
    size_t size = hearts_batch_size(batch);
    uint8_t *bytes = malloc(size);
    Error err = {{0}};
    hearts_batch_save(batch, bytes);
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        HeartsBatch *other = hearts_batch_of(&plans[i], team);
        assert_false(hearts_batch_load(other, bytes, size, &err));
        assert_non_null(strstr(err.text, "another plan"));
        hearts_batch_close(other);
    }
    HeartsBlock block = hearts_block_of(10), after = hearts_block_of(10);
    hearts_batch_look(batch, 0, 10, &block.rows);
    Rng rng = rng_for(2, 0, 0, 0);
    for (int i = 0; i < effort(1000, 100); i++) {
        size_t at = rng_below(&rng, (uint32_t)size);
        uint8_t flip = (uint8_t)(1 + rng_below(&rng, 255));
        bytes[at] ^= flip;
        assert_false(hearts_batch_load(batch, bytes, size, &err));
        bytes[at] ^= flip;
        assert_false(hearts_batch_load(batch, bytes, at, &err)); // cut short
    }
    hearts_batch_look(batch, 0, 10, &after.rows);
    hearts_assert_same_rows(&block, &after); // nothing was half loaded
    assert_true(hearts_batch_load(batch, bytes, size, &err));
    free(bytes);
    hearts_block_free(&block);
    hearts_block_free(&after);
    hearts_batch_close(batch);
    team_close(team);
}

// ---- Plans ----

static void assert_refused(const HeartsBatchPlan *plan, Team *team, const char *why) {
    Error err = {{0}};
    assert_null(hearts_batch_open(plan, team, &err));
    if (!strstr(err.text, why)) fail_msg("'%s' says nothing of '%s'", err.text, why);
}

static void never_told(void *self, const HeartsHandRecord *record, Seat seat) { (void)self, (void)record, (void)seat; }

static void hearts_plans_that_make_no_sense_are_refused(void **state) {
    (void)state;
    HeartsRules rules = hearts_rules_default();
    HeartsPlayer random = hearts_opened("random"), watcher = random;
    watcher.watch = never_told;
    const HeartsBatchChair player = {-1, &random};
    const HeartsBatchLineup bad[] = {
        {.share = -1},
        {.share = NAN},
        {.share = 0},
        {.share = 1, .chair = {{0}, {.brain = -2}}},
        {.share = 1, .chair = {{0}, {.brain = 32}}},
        {.share = 1, .chair = {{0}, {.brain = -1}}},
        {.share = 1, .chair = {player, player, player, player}},
        {.share = 1, .chair = {{0}, {-1, &watcher}}},
    };
    static const char *const why[] = {"share",    "share",   "share of 0", "brain -2",
                                      "brain 32", "neither", "no network", "from hand to hand"};
    Team *team = team_of(1);
    HeartsBatchPlan plan = {.games = 0, .seed = 1, .rules = &rules, .lineups = &SELF, .lineup_count = 1};
    assert_refused(&plan, team, "at least one");
    plan.games = 1;
    plan.lineup_count = 0;
    assert_refused(&plan, team, "0 line-ups");
    plan.lineup_count = HEARTS_BATCH_LINEUPS + 1;
    assert_refused(&plan, team, "65 line-ups");
    plan.lineup_count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        plan.lineups = &bad[i];
        assert_refused(&plan, team, why[i]);
    }
    hearts_batch_close(NULL);
    team_close(team);
    hearts_player_close(&random);
}

static void lineups_come_by_their_shares_and_sit_in_every_order(void **state) {
    (void)state;
    enum { GAMES = 64 };
    const HeartsBatchLineup lineups[3] = {
        {.share = 1, .chair = {{0}, {.brain = 1}, {.brain = 2}, {.brain = 3}}},
        {.share = 3, .chair = {{0}, {.brain = 1}, {.brain = 2}, {.brain = 3}}, .fixed = true},
        {.share = 0, .chair = {{.brain = 4}, {.brain = 4}, {.brain = 4}, {.brain = 4}}}};
    HeartsRules rules = hearts_rules_of("paper");
    HeartsBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .lineups = lineups, .lineup_count = 3};
    Team *team = team_of(2);
    HeartsBatch *batch = hearts_batch_of(&plan, team);
    HeartsBlock block = hearts_block_of(GAMES);
    hearts_batch_look(batch, 0, GAMES, &block.rows);
    int orders[256] = {0}, order[24], found = 0, games = 0, first = 0;
    for (int i = 0; i < 1500; i++) {
        hearts_step_all(batch, &block);
        for (int p = 0; p < GAMES; p++) {
            const HeartsBatchGame *game = &batch->game[p];
            assert_int_equal(block.rows.brain[p], game->chair[block.rows.seat[p]]);
            assert_int_equal(block.rows.outcome[p].lineup, game->lineup);
            for (int seat = 0; game->lineup == 1 && seat < HEARTS_SEATS; seat++)
                assert_int_equal(game->chair[seat], seat);
            if (!block.rows.over[p]) continue;
            games++;
            if (game->lineup != 0) continue;
            first++;
            orders[game->chair[0] << 6 | game->chair[1] << 4 | game->chair[2] << 2 | game->chair[3]]++;
        }
    }
    for (int i = 0; i < 256; i++)
        if (orders[i]) order[found++ % 24] = orders[i];
    assert_int_equal(found, 24);
    assert_true(uneven(order, 24) < 5);
    assert_true(fabs(first / (double)games - 0.25) < 5 * sqrt(0.25 * 0.75 / games));
    hearts_batch_shares(batch, (const double[3]){0, 0, 1}); // from each game's next beginning on
    HeartsBatchCount counts[3];
    hearts_batch_counts(batch, counts);
    for (int i = 0; i < 200; i++) hearts_step_all(batch, &block);
    hearts_batch_counts(batch, counts);
    assert_true(counts[0].games + counts[1].games <= GAMES && counts[2].games > GAMES);
    hearts_block_free(&block);
    hearts_batch_close(batch);
    team_close(team);
}

// A queen of no points and no hearts that count: nobody ever has a point.
static void a_game_that_nobody_loses_ends_after_400_hands(void **state) {
    (void)state;
    HeartsRules rules = hearts_rules_of("paper,heart=0,queen=0,target=100");
    HeartsBatchPlan plan = {.games = 2, .seed = 5, .rules = &rules, .lineups = &SELF, .lineup_count = 1};
    Team *team = team_of(1);
    HeartsBatch *batch = hearts_batch_of(&plan, team);
    HeartsBlock block = hearts_block_of(2);
    hearts_batch_look(batch, 0, 2, &block.rows);
    HeartsBatchCount count = {0};
    while (!batch->game[0].number) hearts_step_all(batch, &block);
    hearts_batch_counts(batch, &count);
    assert_int_equal(count.chair[0].wins, 0);
    assert_int_equal(count.chair[0].ties, count.games);
    uint64_t hands = count.games * HEARTS_DEAL_LIMIT + batch->game[0].hands + batch->game[1].hands;
    assert_int_equal(count.hands, hands);
    hearts_block_free(&block);
    hearts_batch_close(batch);
    team_close(team);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rewards_of_a_game_are_its_points),
        cmocka_unit_test(a_game_that_is_won_is_paid_at_its_end),
        cmocka_unit_test(a_loaded_batch_of_hearts_goes_on_as_if_nothing_had_happened),
        cmocka_unit_test(hearts_bytes_of_another_plan_and_damaged_ones_are_refused),
        cmocka_unit_test(hearts_plans_that_make_no_sense_are_refused),
        cmocka_unit_test(lineups_come_by_their_shares_and_sit_in_every_order),
        cmocka_unit_test(a_game_that_nobody_loses_ends_after_400_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
