// SPDX-License-Identifier: MIT
// A Hearts match in the arena: seatings, sums that agree with a recount from the records, errors over deals, resuming.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "contest/hearts/hearts_match.h"
#include "contest/hearts/hearts_tally.h"
#include "hearts/record.h"
#include "support/folder.h"
#include "support/hearts_random.h"
#include "support/random.h"

static HeartsMatchPlan plan_of(const char *a, const char *b, const char *rules, HeartsSeating seating, uint64_t deals) {
    return (HeartsMatchPlan){.common = {.players = {a, b}, .seed = 17, .games = deals, .threads = 2, .quiet = true},
                             .rules = hearts_rules_of(rules),
                             .seating = seating};
}

static MatchResult play(const HeartsMatchPlan *plan) {
    MatchResult result;
    Error err;
    if (!hearts_match_run(plan, &result, &err)) fail_msg("%s", err.text);
    return result;
}

static void each_kind_of_seating_gives_both_players_every_seat_alike(void **state) {
    (void)state;
    unsigned seen = 0;
    int mine[HEARTS_SEATS] = {0}, ones = 0;
    assert_int_equal(hearts_seating_count(HEARTS_SEATING_MIXED), 14);
    for (uint64_t game = 0; game < 14; game++) {
        unsigned seating = hearts_seating_of(HEARTS_SEATING_MIXED, game);
        assert_true(seating > 0 && seating < 15 && !(seen >> seating & 1));
        assert_int_equal(hearts_seating_of(HEARTS_SEATING_MIXED, game + 14 * 1000), seating);
        seen |= 1u << seating;
        for (int seat = 0; seat < HEARTS_SEATS; seat++) mine[seat] += (int)(seating >> seat & 1);
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) assert_int_equal(mine[seat], 7);
    for (uint64_t game = 0; game < 4; game++) ones |= (int)hearts_seating_of(HEARTS_SEATING_ONE, game);
    assert_int_equal(ones, 15);
    assert_int_equal(hearts_seating_count(HEARTS_SEATING_ONE), 4);
}

// ---- A recount from the records ----

typedef struct Recount {
    int64_t hands, games, wins[2], draws, points[2], seats[2], moons[2], conceded[2];
    double deal_sum, deal_squares; // of player 0's mean points less player 1's, deal by deal
    uint64_t deals;
} Recount;

static void add_deal(Recount *recount, const int64_t points[2], const int64_t seats[2]) {
    double difference = (double)points[0] / (double)seats[0] - (double)points[1] / (double)seats[1];
    recount->deal_sum += difference;
    recount->deal_squares += difference * difference;
    recount->deals++;
}

static void recount_records(const HeartsMatchPlan *plan, const char *path, Recount *recount) {
    static HeartsRecord record;
    Error err;
    Text line = {0};
    Archive *archive = archive_open(path, &err);
    assert_non_null(archive);
    int group = hearts_seating_count(plan->seating);
    int64_t game[2] = {0}, game_seats[2] = {0}, deal[2] = {0}, deal_seats[2] = {0};
    *recount = (Recount){0};
    while (archive_line(archive, &line, &err) > 0) {
        if (!hearts_record_parse(line.data, &record, &err)) fail_msg("%s", err.text);
        recount->hands++;
        for (int seat = 0; seat < HEARTS_SEATS; seat++) {
            int player = strcmp(record.player[seat], plan->common.players[0]) == 0 ? 0 : 1;
            game[player] += record.points[seat], deal[player] += record.points[seat];
            game_seats[player]++, deal_seats[player]++;
            recount->points[player] += record.points[seat];
            recount->seats[player]++;
            recount->moons[player] += record.moon == seat;
            recount->conceded[player] += record.moon >= 0 && record.moon != seat;
        }
        if (!record.game_over) continue;
        double mine = (double)game[0] / (double)game_seats[0], theirs = (double)game[1] / (double)game_seats[1];
        if (mine == theirs)
            recount->draws++;
        else
            recount->wins[mine > theirs]++;
        memset(game, 0, sizeof game), memset(game_seats, 0, sizeof game_seats);
        if (++recount->games % group) continue;
        add_deal(recount, deal, deal_seats);
        memset(deal, 0, sizeof deal), memset(deal_seats, 0, sizeof deal_seats);
    }
    text_free(&line);
    archive_close(archive, NULL);
}

static void check_against_records(HeartsMatchPlan plan) {
    const char *path = file("all.rec");
    unlink(path);
    plan.common.records = path;
    MatchResult result = play(&plan);
    Recount recount;
    recount_records(&plan, path, &recount);
    const ArenaTotals *totals = &result.totals;
    HeartsDifference difference = hearts_match_difference(totals, plan.seating);
    assert_int_equal(totals->games, recount.games);
    assert_int_equal(hearts_match_hands(totals), recount.hands);
    assert_int_equal(totals->groups, recount.deals);
    assert_int_equal(totals->draws, recount.draws);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(totals->wins[i], recount.wins[i]);
        assert_int_equal(hearts_match_points(totals, i), recount.points[i]);
        assert_int_equal(hearts_match_stat(totals, i, "hands"), recount.seats[i]);
        assert_int_equal(hearts_match_stat(totals, i, "moons"), recount.moons[i]);
        assert_int_equal(hearts_match_stat(totals, i, "moons_conceded"), recount.conceded[i]);
    }
    double n = (double)recount.deals, mean = recount.deal_sum / n;
    double error = sqrt((recount.deal_squares / n - mean * mean) / (n - 1));
    if (!plan.rules.target) { // else deals have different numbers of hands, and only the means agree roughly
        assert_true(fabs(difference.mean - mean) < 1e-9);
        assert_true(fabs(difference.standard_error - error) < 1e-9);
    }
}

static void sums_rates_and_errors_agree_with_a_recount_of_the_records(void **state) {
    (void)state;
    uint64_t deals = (uint64_t)effort(60, 8);
    check_against_records(plan_of("ducker", "random", "standard,target=0", HEARTS_SEATING_MIXED, deals));
    check_against_records(plan_of("random", "ducker", "paper", HEARTS_SEATING_ONE, deals));
    check_against_records(
        plan_of("ducker", "random", "standard,moon=subtract,jack=10,target=0", HEARTS_SEATING_ONE, deals));
    check_against_records(plan_of("ducker", "random", "standard,target=50", HEARTS_SEATING_MIXED, deals / 4));
}

static double points_a_hand(const MatchResult *result, int player) {
    return hearts_match_stat(&result->totals, player, "points_per_hand");
}

static void equal_players_share_points_and_wins_and_a_better_one_takes_fewer(void **state) {
    (void)state;
    HeartsMatchPlan same = plan_of("random", "random", "paper", HEARTS_SEATING_MIXED, (uint64_t)effort(2000, 300));
    MatchResult result = play(&same);
    HeartsDifference difference = hearts_match_difference(&result.totals, same.seating);
    assert_true(fabs(difference.mean) < 5 * difference.standard_error);
    assert_true(fabs(points_a_hand(&result, 0) + points_a_hand(&result, 1) - 13) < 1e-9);
    HeartsMatchPlan plan = plan_of("ducker", "random", "paper", HEARTS_SEATING_MIXED, (uint64_t)effort(200, 50));
    result = play(&plan);
    difference = hearts_match_difference(&result.totals, plan.seating);
    assert_true(difference.mean < -3 && match_win_rate(&result.totals, 0) > 0.7);
    assert_true(match_elo(&result.totals, 14).elo > 100);
    plan = plan_of("ducker", "random", "paper", HEARTS_SEATING_ONE, (uint64_t)effort(200, 50));
    result = play(&plan);
    difference = hearts_match_difference(&result.totals, plan.seating);
    assert_true(difference.mean < -3);
    assert_true(fabs(points_a_hand(&result, 0) + 3 * points_a_hand(&result, 1) - 26) < 1e-9);
}

static void the_number_of_threads_changes_nothing(void **state) {
    (void)state;
    HeartsMatchPlan plan = plan_of("ducker", "random", "standard", HEARTS_SEATING_MIXED, 12);
    plan.common.threads = 1;
    MatchResult one = play(&plan);
    plan.common.threads = 7;
    MatchResult seven = play(&plan);
    assert_true(one.totals.digest == seven.totals.digest && one.totals.group_points == seven.totals.group_points);
    plan.common.match = 1;
    assert_true(play(&plan).totals.digest != one.totals.digest);
    plan.common.match = 0;
    plan.common.seed++;
    assert_true(play(&plan).totals.digest != one.totals.digest);
}

static void a_match_goes_on_from_its_store_and_its_records(void **state) {
    (void)state;
#ifndef DEADWOOD_HAVE_SQLITE
    skip();
#else
    Error err;
    Text part = {0}, whole = {0};
    const char *db = file("games.db"), *path = file("part.rec"), *whole_path = file("whole.rec");
    HeartsMatchPlan plan = plan_of("ducker", "random", "standard,target=0", HEARTS_SEATING_MIXED, 20);
    plan.common.records = whole_path;
    MatchResult straight = play(&plan);
    plan.common.store = store_open(db, &err);
    plan.common.records = path;
    plan.common.games = 7;
    play(&plan);
    store_close(plan.common.store);
    assert_int_equal(truncate(path, 9000), 0); // somewhere in the middle of a line
    plan.common.store = store_open(db, &err);
    plan.common.games = 20;
    plan.common.resume = true;
    MatchResult resumed;
    assert_false(hearts_match_run(&plan, &resumed, &err)); // no kill loses so many
    assert_non_null(strstr(err.text, "ends before game 14, and 98 games are stored"));
    plan.common.cut_records = true;
    resumed = play(&plan);
    store_close(plan.common.store);
    assert_true(resumed.resumed > 0 && resumed.resumed < 7 * 14 && resumed.resumed % 14 == 0);
    assert_true(resumed.totals.digest == straight.totals.digest);
    assert_memory_equal(&resumed.totals.wins, &straight.totals.wins, sizeof straight.totals.wins);
    assert_true(text_read_file(&part, path, 1 << 22, &err) && text_read_file(&whole, whole_path, 1 << 22, &err));
    assert_string_equal(part.data, whole.data);
    // Records of another match are not gone on with.
    plan.common.store = store_open(db, &err);
    plan.common.seed = 18;
    plan.common.games = 1;
    play(&(HeartsMatchPlan){.common = {.players = {"ducker", "random"},
                                       .seed = 18,
                                       .games = 1,
                                       .threads = 1,
                                       .quiet = true,
                                       .store = plan.common.store},
                            .rules = plan.rules});
    MatchResult result;
    assert_false(hearts_match_run(&plan, &result, &err));
    assert_non_null(strstr(err.text, "holds records of another match"));
    store_close(plan.common.store);
    text_free(&part), text_free(&whole);
#endif
}

static void unfair_tests_and_unknown_players_are_refused(void **state) {
    (void)state;
    Error err = {{0}};
    MatchResult result;
    Sprt sprt;
    assert_true(sprt_parse("0,10", &sprt, &err));
    HeartsMatchPlan plan = plan_of("random", "ducker", "paper", HEARTS_SEATING_ONE, 1);
    plan.common.sprt = &sprt;
    assert_false(hearts_match_run(&plan, &result, &err));
    assert_non_null(strstr(err.text, "mixed seatings"));
    plan = plan_of("random", "nobody", "paper", HEARTS_SEATING_ONE, 1);
    assert_false(hearts_match_run(&plan, &result, &err));
    assert_non_null(strstr(err.text, "there is no hearts player 'nobody'"));
}

static void open_games_are_other_games(void **state) {
    (void)state;
    HeartsMatchPlan plan = plan_of("expert", "random", "paper", HEARTS_SEATING_ONE, 3);
    uint64_t closed = play(&plan).totals.digest;
    plan.open = true;
    assert_true(play(&plan).totals.digest != closed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_seating_gives_both_players_every_seat_alike),
        cmocka_unit_test(sums_rates_and_errors_agree_with_a_recount_of_the_records),
        cmocka_unit_test(equal_players_share_points_and_wins_and_a_better_one_takes_fewer),
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(a_match_goes_on_from_its_store_and_its_records),
        cmocka_unit_test(unfair_tests_and_unknown_players_are_refused),
        cmocka_unit_test(open_games_are_other_games),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
