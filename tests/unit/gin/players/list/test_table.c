// SPDX-License-Identifier: MIT
// The referee: whole games under all presets, who starts, and what is added up.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "gin/table.h"
#include "support/books.h"
#include "support/gin_random.h"
#include "support/positions.h"
#include "support/random.h"

static void games_go_to_the_target_under_all_presets(void **state) { // [G18] [G19] [G20] [G23]
    (void)state;
    static const char *const variants[] = {
        "contest",
        "heisenbot",
        "pagat",
        "oklahoma",
        "oklahoma,big-gin=50,target=500",
        "contest,stock=28",
        "pagat,stock=24",
        "contest,starter=loser,stock=24",
        "pagat,target=1",
        "heisenbot,game=7",
        "contest,box=3,shutout-doubles=yes,game=50,target=30",
    };
    static const char *const specs[] = {"simple",     "greedy",      "random",
                                        "rule-knock", "always-draw", "mix:draw=random,knock=gin"};
    int started[2] = {0}, cancelled = 0, shutouts = 0;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        GinRules rules = rules_of(variants[v]);
        for (uint64_t game = 0; game < (uint64_t)effort(300, 20); game++) {
            GinPlayer players[2] = {opened(specs[game % 6]), opened(specs[game / 6 % 6])};
            Book book;
            GinGameResult result = play_with_books(&rules, players, game, &book);
            assert_int_equal(result.fault, FAULT_NONE);
            if (result.winner >= 0) assert_true(result.score[result.winner] >= rules.target);
            started[result.first_starter]++;
            cancelled += (int)result.cancelled;
            shutouts += result.winner >= 0 && result.score[result.winner ^ 1] == 0;
            gin_player_close(&players[0]);
            gin_player_close(&players[1]);
        }
    }
    assert_true(started[0] > 0 && started[1] > 0 && cancelled > 0 && shutouts > 0);
}

static void the_first_starter_is_a_coin_toss(void **state) { // [G19]
    (void)state;
    GinRules rules = rules_of("contest,target=1");
    GinPlayer players[2] = {opened("simple"), opened("simple")};
    int started[2] = {0};
    for (uint64_t deal = 0; deal < (uint64_t)effort(20000, 2000); deal++) {
        GinGamePlan plan = {.rules = &rules, .seed = 5, .deal = deal, .game = deal};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        started[result.first_starter]++;
    }
    assert_true(uneven(started, 2) < 5);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void a_game_nobody_wins_is_drawn_after_500_hands(void **state) { // [G24]
    (void)state;
    GinRules rules = rules_of("pagat");
    GinPlayer players[2] = {opened("mix:draw=stock,discard=random,knock=random,knock.p=0"),
                            opened("mix:draw=stock,discard=random,knock=random,knock.p=0")};
    Book book;
    GinGameResult result = play_with_books(&rules, players, 1, &book);
    assert_int_equal(result.winner, -1);
    assert_int_equal(result.hands, GIN_HAND_LIMIT);
    assert_int_equal(result.cancelled, GIN_HAND_LIMIT);
    assert_int_equal(result.total[0] + result.total[1], 0);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void the_same_seed_gives_the_same_game_and_another_one_another(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened("simple"), opened("random")};
    for (uint64_t game = 0; game < (uint64_t)effort(300, 30); game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 21, .match = 1, .deal = game, .game = game};
        GinGameResult first, again, other;
        gin_play_game(&plan, players, &first);
        gin_play_game(&plan, players, &again);
        assert_memory_equal(&first, &again, sizeof first);
        GinGamePlan changed[] = {plan, plan, plan, plan};
        changed[0].seed++;
        changed[1].match++;
        changed[2].deal++;
        changed[3].game++;
        for (int i = 0; i < 4; i++) {
            gin_play_game(&changed[i], players, &other);
            assert_true(other.hash != first.hash);
        }
        assert_int_equal(other.first_starter, first.first_starter); // the same deal
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

static void timing_a_game_counts_decisions_and_changes_nothing_else(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened("simple"), opened("greedy")};
    GinGamePlan plan = {.rules = &rules, .seed = 22};
    GinGameResult plain, timed;
    gin_play_game(&plan, players, &plain);
    plan.timed = true;
    gin_play_game(&plan, players, &timed);
    assert_true(timed.hash == plain.hash);
    for (int seat = 0; seat < 2; seat++) {
        assert_true(timed.seat[seat].decisions >= 2 * timed.seat[seat].turns);
        assert_true(timed.seat[seat].nanoseconds > 0);
        assert_int_equal(plain.seat[seat].decisions, 0);
        timed.seat[seat].decisions = 0;
        timed.seat[seat].nanoseconds = 0;
    }
    assert_memory_equal(&plain, &timed, sizeof plain);
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

// A view's table is the first part of the state and its log of the history, so a test can look behind it.
static GinAction check_view(void *self, const GinView *view, Rng *rng) {
    const GinPlayer *inner = self;
    GinView fresh =
        gin_view((const GinState *)(const void *)view->table, (const GinHistory *)(const void *)view->log, view->seat);
    assert_true(view->table == fresh.table && view->log == fresh.log && view->draws == fresh.draws);
    assert_true(view->past == fresh.past && view->rules == fresh.rules && view->knock == fresh.knock);
    assert_true(view->exposed == fresh.exposed && view->hand == fresh.hand);
    assert_true(view->drawn == fresh.drawn && view->seat == fresh.seat && view->seat == view->table->to_act);
    return inner->choose(inner->self, view, rng);
}

static void the_referee_hands_out_the_views_that_gin_view_makes(void **state) {
    (void)state;
    GinRules rules = rules_of("oklahoma,big-gin=31");
    GinPlayer inner[2] = {opened("simple"), opened("mix:draw=random,knock=gin,melds=best-layoff")};
    GinPlayer players[2] = {{.self = &inner[0], .choose = check_view}, {.self = &inner[1], .choose = check_view}};
    for (uint64_t game = 0; game < (uint64_t)effort(500, 30); game++) {
        GinGamePlan plan = {.rules = &rules, .seed = 23, .deal = game, .game = game};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        assert_int_equal(result.fault, FAULT_NONE);
    }
    gin_player_close(&inner[0]);
    gin_player_close(&inner[1]);
}

static void a_hand_can_be_played_on_from_any_state(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer players[2] = {opened("simple"), opened("simple")};
    Rng rng = rng_for(31, 0, 0, 0);
    for (int i = 0; i < effort(2000, 100); i++) {
        GinState now;
        GinHistory history;
        Card deck[CARD_COUNT];
        const uint16_t score[2] = {0, 0};
        rng_deck(&rng, deck);
        gin_deal_deck(&now, &history, &rules, (Seat)rng_below(&rng, 2), score, deck);
        for (int moves = (int)rng_below(&rng, 30); moves > 0 && now.table.phase != GIN_OVER; moves--) {
            GinAction action = some_action(&now, &rng, 0.1);
            gin_apply(&now, &history, &action);
        }
        Rng streams[2] = {rng_for(1, 0, (uint64_t)i, 0), rng_for(1, 0, (uint64_t)i, 1)};
        Fault cause = FAULT_NONE;
        GinAction refused;
        assert_int_equal(gin_play_hand(&now, &history, players, streams, &cause, &refused), -1);
        assert_int_equal(now.table.phase, GIN_OVER);
        assert_int_equal(cause, FAULT_NONE);
    }
    gin_player_close(&players[0]);
    gin_player_close(&players[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_go_to_the_target_under_all_presets),
        cmocka_unit_test(the_first_starter_is_a_coin_toss),
        cmocka_unit_test(a_game_nobody_wins_is_drawn_after_500_hands),
        cmocka_unit_test(the_same_seed_gives_the_same_game_and_another_one_another),
        cmocka_unit_test(timing_a_game_counts_decisions_and_changes_nothing_else),
        cmocka_unit_test(the_referee_hands_out_the_views_that_gin_view_makes),
        cmocka_unit_test(a_hand_can_be_played_on_from_any_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
