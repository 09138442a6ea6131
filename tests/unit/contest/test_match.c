// SPDX-License-Identifier: MIT
// A gin match in the arena: its sums agree with each other, with its rates and with a recount from its own records.
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "contest/gin/gin_match.h"
#include "contest/gin/gin_tally.h"
#include "gin/record.h"
#include "support/folder.h"
#include "support/random.h"

static GinMatchPlan plan_of(const char *a, const char *b, uint64_t games, bool duplicate) {
    return (GinMatchPlan){.common = {.players = {a, b}, .seed = 17, .games = games, .threads = 2, .quiet = true},
                          .rules = gin_rules_default(),
                          .duplicate = duplicate};
}

static GinMatchPlan with_rules(GinMatchPlan plan, const char *rules) {
    Error err;
    if (!gin_rules_parse(rules, &plan.rules, &err)) fail_msg("%s", err.text);
    return plan;
}

static MatchResult play(const GinMatchPlan *plan) {
    MatchResult result;
    Error err;
    if (!gin_match_run(plan, &result, &err)) fail_msg("%s", err.text);
    return result;
}

static int64_t own(const ArenaTotals *totals, int player, GinTally tally) {
    return totals->tally[gin_tally_at(player, tally)];
}

static int64_t both(const ArenaTotals *totals, GinTally tally) { return own(totals, 0, tally) + own(totals, 1, tally); }

// The matches most tests look at: every kind of end, drawn games, bonuses.
static int some_plans(GinMatchPlan plans[8]) {
    uint64_t many = (uint64_t)effort(2000, 100) & ~UINT64_C(1), few = (uint64_t)effort(100, 20) & ~UINT64_C(1);
    int count = 0;
    plans[count++] = plan_of("simple", "greedy", many, true);
    plans[count++] = plan_of("rule-knock", "always-draw", many + 1, false);
    plans[count++] = plan_of("mix:knock=gin", "mix:knock=gin,melds=best-layoff", few, true);
    plans[count++] = plan_of("random", "random", 4, true); // hardly ever comes to 100
    plans[count++] = with_rules(plan_of("simple", "greedy", many, true), "pagat");
    plans[count++] = with_rules(plan_of("greedy", "greedy:limit=0", many, false), "oklahoma,big-gin=31");
    plans[count++] = with_rules(plan_of("simple", "random", many, true), "heisenbot,target=1");
    plans[count++] = with_rules(plan_of("simple", "simple", few, true), "contest,knock=0,stock=30");
    return count;
}

static void test_sums_add_up(void **state) {
    (void)state;
    GinMatchPlan plans[8];
    int count = some_plans(plans);
    for (int i = 0; i < count; i++) {
        MatchResult result = play(&plans[i]);
        const ArenaTotals *t = &result.totals;
        assert_int_equal(result.end, ARENA_FINISHED);
        assert_int_equal(result.resumed, 0);
        assert_int_equal(t->games, plans[i].common.games);
        assert_int_equal(t->groups * (plans[i].duplicate ? 2u : 1u), t->games);
        assert_int_equal(t->wins[0] + t->wins[1] + t->draws, t->games);
        assert_int_equal(t->group_score, 2 * t->wins[0] + t->draws);
        assert_int_equal(t->group_points, t->points[0] - t->points[1]);
        assert_int_equal(t->tally[GIN_TALLY_DECIDED], t->wins[0] + t->wins[1]);
        assert_true(t->tally[GIN_TALLY_STARTER_WINS] <= t->tally[GIN_TALLY_DECIDED]);
        // Every hand is cancelled or knocked and won.
        assert_int_equal(both(t, GIN_TALLY_ROUNDS), both(t, GIN_TALLY_KNOCKS));
        assert_int_equal(both(t, GIN_TALLY_ROUNDS) + t->tally[GIN_TALLY_CANCELLED], t->tally[GIN_TALLY_HANDS]);
        for (int p = 0; p < 2; p++) {
            assert_true(own(t, p, GIN_TALLY_GINS) <= own(t, p, GIN_TALLY_KNOCKS));
            assert_int_equal(own(t, p, GIN_TALLY_ROUNDS), own(t, p, GIN_TALLY_KNOCKS) + own(t, p, GIN_TALLY_UNDERCUTS) -
                                                              own(t, p ^ 1, GIN_TALLY_UNDERCUTS));
            assert_true(own(t, p, GIN_TALLY_TAKES) <= own(t, p, GIN_TALLY_TURNS));
            assert_true(own(t, p, GIN_TALLY_DECISIONS) > 0);
            int64_t bonuses = own(t, p, GIN_TALLY_ROUNDS) * plans[i].rules.box_bonus;
            int64_t game_bonus = t->points[p] - own(t, p, GIN_TALLY_ROUND_POINTS) - bonuses;
            assert_true(game_bonus >= t->wins[p] * plans[i].rules.game_bonus);
            assert_true(game_bonus <= 2 * t->wins[p] * plans[i].rules.game_bonus);
            for (int cause = 1; cause < FAULT_KINDS; cause++)
                assert_int_equal(own(t, p, (GinTally)(GIN_TALLY_FAULTS + cause - 1)), 0);
        }
    }
}

static void near(double a, double b) {
    if (!(fabs(a - b) <= 1e-12 * fmax(1, fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

static void test_rates_are_those_of_the_sums(void **state) {
    (void)state;
    GinMatchPlan plans[8];
    int count = some_plans(plans);
    for (int i = 0; i < count; i++) {
        MatchResult result = play(&plans[i]);
        const ArenaTotals *t = &result.totals;
        MatchStrength stats = match_strength(t, plans[i].duplicate ? 2 : 1);
        double hands = (double)gin_match_hands(t), games = (double)t->games;
        near(gin_match_stat(t, -1, "hands_per_game") * games, hands);
        near(gin_match_stat(t, -1, "turns_per_hand") * hands, (double)both(t, GIN_TALLY_TURNS));
        near(gin_match_stat(t, -1, "face_up") * hands, (double)both(t, GIN_TALLY_TAKES));
        near(gin_match_stat(t, -1, "gin"), gin_match_stat(t, 0, "gin") + gin_match_stat(t, 1, "gin"));
        near(gin_match_stat(t, -1, "undercut"), gin_match_stat(t, 0, "undercut") + gin_match_stat(t, 1, "undercut"));
        near(gin_match_stat(t, -1, "cancelled") + gin_match_stat(t, 0, "knock") + gin_match_stat(t, 1, "knock"), 1);
        near(gin_match_stat(t, -1, "points_per_hand") * hands, (double)both(t, GIN_TALLY_ROUND_POINTS));
        near(stats.player[0].win_rate + stats.player[1].win_rate, 1);
        for (int p = 0; p < 2; p++) {
            const MatchShare *player = &stats.player[p], *other = &stats.player[p ^ 1];
            near(player->win_rate * games, (double)t->wins[p] + (double)t->draws / 2);
            assert_true(player->win_95.low <= player->win_90.low && player->win_90.low <= player->win_rate);
            assert_true(player->win_rate <= player->win_90.high && player->win_90.high <= player->win_95.high);
            near(player->win_95.low, 1 - other->win_95.high);
            near(gin_match_stat(t, p, "points_per_round_won"), gin_match_stat(t, p ^ 1, "points_per_round_lost"));
            assert_true(gin_match_stat(t, p, "face_up") >= 0 && gin_match_stat(t, p, "face_up") <= 1);
            uint64_t by[FAULT_KINDS];
            assert_int_equal(match_faults(&gin_match_numbers, t, p, by), 0);
        }
        assert_true(stats.elo_95.low <= stats.elo && stats.elo <= stats.elo_95.high);
        assert_true((stats.elo > 0) == (t->wins[0] > t->wins[1]));
    }
}

static void test_forfeits_are_counted_by_cause(void **state) {
    (void)state;
    ArenaTotals totals = {.games = 10, .groups = 10, .wins = {7, 3}};
    totals.tally[gin_tally_at(1, (GinTally)(GIN_TALLY_FAULTS + FAULT_TIMEOUT - 1))] = 3;
    totals.tally[gin_tally_at(1, (GinTally)(GIN_TALLY_FAULTS + FAULT_ILLEGAL - 1))] = 1;
    totals.tally[gin_tally_at(0, (GinTally)(GIN_TALLY_FAULTS + FAULT_HANDSHAKE - 1))] = 2;
    uint64_t by[FAULT_KINDS];
    assert_int_equal(match_faults(&gin_match_numbers, &totals, 0, by), 2);
    assert_int_equal(by[FAULT_HANDSHAKE], 2);
    assert_int_equal(match_faults(&gin_match_numbers, &totals, 1, by), 4);
    assert_int_equal(by[FAULT_TIMEOUT], 3);
    assert_int_equal(by[FAULT_ILLEGAL], 1);
    GinMatchPlan plan = plan_of("simple", "greedy", 10, false);
    MatchResult result = {.totals = totals};
    Text text = {0};
    gin_match_table(&text, &plan, &result);
    assert_non_null(strstr(text.data, "forfeits: timeout                                   0                      3"));
    assert_non_null(strstr(text.data, "forfeits: handshake                                 2                      0"));
    assert_null(strstr(text.data, "forfeits: crash"));
    text_clear(&text);
    Json json = json_into(&text, false);
    gin_match_json(&json, NULL, &plan, &result);
    assert_non_null(strstr(text.data, "\"illegal move\""));
    text_free(&text);
}

static void test_a_match_without_games_has_no_rates(void **state) {
    (void)state;
    ArenaTotals none = {0};
    MatchStrength stats = match_strength(&none, 2);
    near(gin_match_stat(&none, -1, "hands_per_game"), 0);
    near(stats.player[0].win_rate, 0);
    near(stats.player[1].win_95.low, 0);
    near(stats.player[1].win_95.high, 1);
    GinMatchPlan plan = plan_of("simple", "greedy", 10, true);
    MatchResult result = {.end = ARENA_INTERRUPTED};
    Text text = {0};
    gin_match_table(&text, &plan, &result);
    assert_non_null(strstr(text.data, "0 games, 0 hands"));
    assert_non_null(strstr(text.data, "interrupted"));
    Json json = json_into(&text, false);
    gin_match_json(&json, NULL, &plan, &result);
    assert_null(strstr(text.data, "nan"));
    assert_null(strstr(text.data, "inf"));
    text_free(&text);
}

// ---- Recounted from the records ----

// Plays with records and hands each of them to `visit`, in order.
static MatchResult each_record(GinMatchPlan plan, void (*visit)(void *context, const GinRecord *record),
                               void *context) {
    const char *records_path = file("records");
    remove(records_path);
    plan.common.records = records_path;
    MatchResult result = play(&plan);
    Error err;
    Archive *archive = archive_open(records_path, &err);
    if (!archive) fail_msg("%s", err.text);
    Text line = {0};
    static GinRecord record;
    int got;
    while ((got = archive_line(archive, &line, &err)) > 0) {
        if (!gin_record_parse(line.data, &record, &err)) fail_msg("%s", err.text);
        visit(context, &record);
    }
    if (got < 0) fail_msg("%s", err.text);
    text_free(&line);
    archive_close(archive, NULL);
    return result;
}

typedef struct Recount {
    const GinMatchPlan *plan;
    int64_t hands, cancelled, wins[2], draws, points[2], rounds[2], gins[2], undercuts[2], deadwood[2];
} Recount;

static void recount(void *context, const GinRecord *record) {
    Recount *sums = context;
    int swapped = sums->plan->duplicate && record->game % 2;
    const GinResult *result = &record->result;
    assert_string_equal(record->player[swapped], sums->plan->common.players[0]);
    assert_string_equal(record->player[!swapped], sums->plan->common.players[1]);
    sums->hands++;
    if (result->end == GIN_CANCELLED) {
        sums->cancelled++;
    } else {
        int winner = result->winner ^ swapped, knocker = result->knocker ^ swapped;
        sums->rounds[winner]++;
        sums->points[winner] += result->points;
        sums->gins[knocker] += result->end == GIN_GIN || result->end == GIN_BIG_GIN;
        sums->undercuts[winner] += result->end == GIN_UNDERCUT;
        sums->deadwood[knocker] += result->deadwood[result->knocker];
    }
    if (record->game_over && record->game_winner >= 0) sums->wins[record->game_winner ^ swapped]++;
    if (record->game_over && record->game_winner < 0) sums->draws++;
}

static void test_the_records_tell_the_same_match(void **state) {
    (void)state;
    GinMatchPlan plans[8];
    int count = some_plans(plans);
    for (int i = 0; i < count; i++) {
        Recount sums = {.plan = &plans[i]};
        plans[i].common.games = plans[i].common.games < 300 ? plans[i].common.games : 300;
        MatchResult result = each_record(plans[i], recount, &sums);
        const ArenaTotals *t = &result.totals;
        assert_int_equal(sums.hands, gin_match_hands(t));
        assert_int_equal(sums.cancelled, t->tally[GIN_TALLY_CANCELLED]);
        assert_int_equal(sums.draws, t->draws);
        for (int p = 0; p < 2; p++) {
            assert_int_equal(sums.wins[p], t->wins[p]);
            assert_int_equal(sums.rounds[p], own(t, p, GIN_TALLY_ROUNDS));
            assert_int_equal(sums.points[p], own(t, p, GIN_TALLY_ROUND_POINTS));
            assert_int_equal(sums.gins[p], own(t, p, GIN_TALLY_GINS));
            assert_int_equal(sums.undercuts[p], own(t, p, GIN_TALLY_UNDERCUTS));
            assert_int_equal(sums.deadwood[p], own(t, p, GIN_TALLY_KNOCK_DEADWOOD));
        }
    }
}

// The first hands' cards and starters, and whether the second game of each pair repeats those of the first.
typedef struct Pairs {
    Card deck[64][CARD_COUNT]; // of game 2n, by hand
    Seat starter;              // of its first hand
    uint32_t hands;
    int same, different;
} Pairs;

static void compare_pairs(void *context, const GinRecord *record) {
    Pairs *pairs = context;
    if (record->hand >= 64) return;
    if (record->game % 2 == 0) {
        memcpy(pairs->deck[record->hand], record->deck, sizeof record->deck);
        if (record->hand == 0) pairs->starter = record->starter;
        pairs->hands = record->hand + 1;
        return;
    }
    if (record->hand >= pairs->hands) return; // the first game was shorter
    bool same = memcmp(pairs->deck[record->hand], record->deck, sizeof record->deck) == 0 &&
                (record->hand > 0 || record->starter == pairs->starter);
    *(same ? &pairs->same : &pairs->different) += 1;
}

static void test_both_games_of_a_pair_see_the_same_deals(void **state) {
    (void)state;
    static Pairs pairs;
    each_record(plan_of("simple", "greedy", 100, true), compare_pairs, &pairs);
    assert_true(pairs.same > 300);
    assert_int_equal(pairs.different, 0);
    memset(&pairs, 0, sizeof pairs);
    each_record(plan_of("simple", "greedy", 100, false), compare_pairs, &pairs);
    assert_int_equal(pairs.same, 0);
    assert_true(pairs.different > 300);
}

// Luck of the deal falls on both alike: the pairs of equal players spread less than independent games would.
static void test_pairs_take_out_luck(void **state) {
    (void)state;
    uint64_t games = (uint64_t)effort(40000, 4000) & ~UINT64_C(1);
    GinMatchPlan duplicate = plan_of("mix:draw=stock", "always-draw", games, true), plain = duplicate;
    plain.duplicate = false;
    MatchResult paired = play(&duplicate), single = play(&plain);
    double with = match_strength(&paired.totals, 2).score_error,
           without = match_strength(&single.totals, 1).score_error;
    assert_true(with < 0.97 * without);
}

// ---- What the plan decides ----

static void forget_times(ArenaTotals *totals) {
    for (int p = 0; p < 2; p++) {
        int at = gin_tally_at(p, GIN_TALLY_NANOSECONDS);
        totals->tally[at] = 0;
        totals->tally_squared[at] = 0;
    }
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    for (int duplicate = 0; duplicate < 2; duplicate++) {
        GinMatchPlan plan =
            plan_of("rule-knock", "mix:draw=random", (uint64_t)effort(3000, 300) & ~UINT64_C(1), duplicate);
        plan.common.threads = 1;
        MatchResult one = play(&plan);
        forget_times(&one.totals);
        for (plan.common.threads = 2; plan.common.threads <= 8; plan.common.threads += 3) {
            MatchResult many = play(&plan);
            forget_times(&many.totals);
            assert_memory_equal(&many.totals, &one.totals, sizeof one.totals);
        }
    }
}

static void test_seed_match_mode_rules_and_players_each_matter(void **state) {
    (void)state;
    GinMatchPlan base = plan_of("simple", "greedy", 20, true), other[6] = {base, base, base, base, base, base};
    other[1].common.seed++;
    other[2].common.match++;
    other[3].duplicate = false;
    other[4].rules.knock_limit = 9;
    other[5].common.players[1] = "greedy:limit=4";
    uint64_t digest[6];
    for (int i = 0; i < 6; i++) {
        digest[i] = play(&other[i]).totals.digest;
        for (int j = 0; j < i; j++) assert_true(digest[i] != digest[j]);
    }
    assert_int_equal(play(&base).totals.digest, digest[0]);
}

static void test_the_sequential_test_stops_at_a_batch(void **state) {
    (void)state;
    Sprt sprt = {.elo0 = 0, .elo1 = 30, .alpha = 0.05, .beta = 0.05};
    GinMatchPlan plan = plan_of("greedy", "always-draw", 100000, true);
    plan.common.sprt = &sprt;
    MatchResult result = play(&plan);
    assert_int_equal(result.end, ARENA_DECIDED);
    assert_true(result.totals.games < 20000);
    assert_int_equal(result.totals.games % arena_batch(2), 0);
}

static void test_a_plan_that_cannot_be_played_says_why(void **state) {
    (void)state;
    struct {
        GinMatchPlan plan;
        const char *words;
    } cases[] = {
        {plan_of("simple", "nobody", 10, true), "there is no gin player 'nobody'"},
        {plan_of("greedy:limit=12", "simple", 10, true), "from 0 to 10"},
        {plan_of("simple", "greedy", 11, true), "duplicate play needs an even number of games, not 11"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        MatchResult result;
        Error err = {{0}};
        assert_false(gin_match_run(&cases[i].plan, &result, &err));
        if (!strstr(err.text, cases[i].words)) fail_msg("%s", err.text);
        assert_int_equal(result.end, ARENA_FAILED);
        assert_int_equal(result.totals.games, 0);
    }
}

// ---- Memory ----

static long peak_kib(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static void test_a_long_match_needs_no_more_memory(void **state) {
    (void)state;
    GinMatchPlan plan = plan_of("simple", "simple", (uint64_t)effort(200000, 2000) & ~UINT64_C(1), true);
    plan.common.threads = 4;
    long before = peak_kib();
    play(&plan);
    long grown = peak_kib() - before;
    if (effort(100, 0) < 100) return; // sanitizers have memory of their own
    if (grown > 4 * 1024) fail_msg("%ld KiB more for %" PRIu64 " games", grown, plan.common.games);
    if (peak_kib() >= 64 * 1024) fail_msg("%ld KiB at most", peak_kib());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_add_up),
        cmocka_unit_test(test_rates_are_those_of_the_sums),
        cmocka_unit_test(test_forfeits_are_counted_by_cause),
        cmocka_unit_test(test_a_match_without_games_has_no_rates),
        cmocka_unit_test(test_the_records_tell_the_same_match),
        cmocka_unit_test(test_both_games_of_a_pair_see_the_same_deals),
        cmocka_unit_test(test_pairs_take_out_luck),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_seed_match_mode_rules_and_players_each_matter),
        cmocka_unit_test(test_the_sequential_test_stops_at_a_batch),
        cmocka_unit_test(test_a_plan_that_cannot_be_played_says_why),
        cmocka_unit_test(test_a_long_match_needs_no_more_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
