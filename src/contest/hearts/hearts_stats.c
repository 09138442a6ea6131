// SPDX-License-Identifier: MIT
// The numbers of a Hearts match, a row each, and the report around them for programs (JSON) and for people (a table).
#include <inttypes.h>
#include <stddef.h>

#include "contest/hearts/hearts_match.h"
#include "contest/hearts/hearts_tally.h"
#include "contest/names.h"

#define COUNTER(field) MATCH_COUNTER(HeartsSeatStats, field)

static const MatchTally TALLIES[] = {
    [HEARTS_TALLY_HANDS] = {.name = "hands"},
    [HEARTS_TALLY_MOONS] = {.name = "moons"},
    [HEARTS_TALLY_SEATS] = {.name = "seats"},
    [HEARTS_TALLY_GAME_SEATS] = {.name = "game_seats"},
    [HEARTS_TALLY_POINTS] = {.name = "points"},
    [HEARTS_TALLY_FIRST] = {.name = "first"},
    [HEARTS_TALLY_QUEENS] = {.name = "queens", COUNTER(queens)},
    [HEARTS_TALLY_SHOT] = {.name = "moons", COUNTER(moons)},
    [HEARTS_TALLY_CONCEDED] = {.name = "moons_conceded", COUNTER(conceded)},
    [HEARTS_TALLY_DECISIONS] = {.name = "timed_decisions", COUNTER(decisions)},
    [HEARTS_TALLY_NANOSECONDS] = {.name = "nanoseconds", COUNTER(nanoseconds)},
};

// Rules that some lines of the table are about.
enum { TO_TARGET = 1 << 0, SINGLE_HANDS = 1 << 1, WITH_MOON = 1 << 2 };

// clang-format off
static const MatchStat OF_MATCH[] = {
    {.kind = STAT_RATIO, .key = "hands_per_game", .format = "%.2f hands a game", .place = 11, .when = TO_TARGET,
     .part = HEARTS_TALLY_HANDS, .whole = STAT_GAMES},
    {.kind = STAT_RATIO, .key = "moon", .part = HEARTS_TALLY_MOONS, .whole = HEARTS_TALLY_HANDS},
    {.kind = STAT_END},
};

// Hands of one deal are alike, so that the interval around moons conceded is one over deals. A moon is conceded to any
// other seat, a partner's included.
static const MatchStat OF_PLAYER[] = {
    {.kind = STAT_RATIO, .key = "points_per_hand", .label = "points a hand", .format = "%.3f",
     .part = HEARTS_TALLY_POINTS, .whole = HEARTS_TALLY_SEATS},
    {.kind = STAT_COUNT, .key = "hands", .part = HEARTS_TALLY_SEATS},
    {.kind = STAT_WIN_RATE, .key = "win_rate", .label = "games won, %", .when = TO_TARGET},
    {.kind = STAT_WIN_RATE, .label = "hands won, %", .when = SINGLE_HANDS},
    {.kind = STAT_WIN_INTERVAL, .key = "win_rate_95", .label = "  Wilson 95%", .level = 0.95},
    {.kind = STAT_PERCENT, .key = "first", .label = "in front alone, %",
     .part = HEARTS_TALLY_FIRST, .whole = HEARTS_TALLY_GAME_SEATS},
    {.kind = STAT_PERCENT, .key = "queen", .label = "queens of spades, % of hands",
     .part = HEARTS_TALLY_QUEENS, .whole = HEARTS_TALLY_SEATS},
    {.kind = STAT_PERCENT, .key = "moon", .label = "moons shot, % of hands", .format = "%.3f", .when = WITH_MOON,
     .part = HEARTS_TALLY_SHOT, .whole = HEARTS_TALLY_SEATS},
    {.kind = STAT_PERCENT, .key = "moon_conceded", .label = "moons conceded, %", .format = "%.3f", .when = WITH_MOON,
     .part = HEARTS_TALLY_CONCEDED, .whole = HEARTS_TALLY_SEATS},
    {.kind = STAT_CLUSTERED, .key = "moon_conceded_95", .label = "  95% over deals", .when = WITH_MOON, .level = 0.95,
     .part = HEARTS_TALLY_CONCEDED, .whole = HEARTS_TALLY_SEATS},
    {.kind = STAT_COUNT, .key = "moons", .part = HEARTS_TALLY_SHOT},
    {.kind = STAT_COUNT, .key = "moons_conceded", .part = HEARTS_TALLY_CONCEDED},
    {.kind = STAT_TIME, .key = "decision_ns", .label = "time a decision",
     .part = HEARTS_TALLY_NANOSECONDS, .whole = HEARTS_TALLY_DECISIONS},
    {.kind = STAT_COUNT, .key = "timed_decisions", .label = "  over timed decisions", .format = "%.0f",
     .part = HEARTS_TALLY_DECISIONS},
    {.kind = STAT_FAULTS, .key = "faults", .label = "faults"},
    {.kind = STAT_END},
};
// clang-format on

const MatchStats hearts_match_numbers = {
    .shared = HEARTS_TALLY_SHARED, .own = HEARTS_TALLY_OWN, .tally = TALLIES, .match = OF_MATCH, .player = OF_PLAYER};

double hearts_match_stat(const ArenaTotals *totals, int player, const char *key) {
    return match_stat(&hearts_match_numbers, totals, player, key);
}

int64_t hearts_match_hands(const ArenaTotals *totals) { return totals->tally[HEARTS_TALLY_HANDS]; }

int64_t hearts_match_points(const ArenaTotals *totals, int player) {
    return totals->tally[hearts_tally_at(player, HEARTS_TALLY_POINTS)];
}

HeartsDifference hearts_match_difference(const ArenaTotals *totals, HeartsSeating seating) {
    HeartsDifference difference = {.mean = hearts_match_stat(totals, 0, "points_per_hand") -
                                           hearts_match_stat(totals, 1, "points_per_hand")};
    // Both players' points count as often (hearts_tally_weight), so that the sum over a deal is a difference of means
    // but for the number of seats, player 1's of a deal: 28 of 14 games, 12 of 4.
    double seats = seating == HEARTS_SEATING_ONE ? 12 : 28, hands = hearts_match_stat(totals, -1, "hands_per_game");
    difference.standard_error =
        stats_standard_error((int64_t)totals->groups, totals->group_points, totals->group_points_squared) /
        (seats * (hands > 0 ? hands : 1));
    return difference;
}

// ---- JSON ----

static void hearts_json_stats(Json *json, const HeartsMatchPlan *plan, const ArenaTotals *totals) {
    MatchElo elo = match_elo(totals, hearts_seating_count(plan->seating));
    json_object(json, "stats");
    match_json_stats(json, &hearts_match_numbers, totals);
    if (plan->seating == HEARTS_SEATING_MIXED) match_json_elo(json, &elo);
    match_json_players(json, &hearts_match_numbers, totals);
    json_end(json);
}

void hearts_match_json(Json *json, const char *key, const HeartsMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    HeartsDifference difference = hearts_match_difference(totals, plan->seating);
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->rules, rules);
    match_json_head(json, key, "hearts", rules, &plan->common);
    json_uint(json, "games", totals->groups);
    json_uint(json, "left_out", totals->left_out);
    json_uint(json, "seatings", (uint64_t)hearts_seating_count(plan->seating));
    json_int(json, "hands", hearts_match_hands(totals));
    json_array(json, "points_per_hand");
    for (int i = 0; i < 2; i++) json_double(json, NULL, hearts_match_stat(totals, i, "points_per_hand"));
    json_end_array(json);
    json_double(json, "difference", difference.mean);
    json_double(json, "standard_error", difference.standard_error);
    match_json_pair(json, "wins", totals->wins);
    json_int(json, "draws", totals->draws);
    match_json_pair(json, "points", (const int64_t[2]){hearts_match_points(totals, 0), hearts_match_points(totals, 1)});
    json_bool(json, "open", plan->open);
    match_json_run(json, result, &plan->common, hearts_seating_name(plan->seating),
                   hearts_seating_count(plan->seating));
    hearts_json_stats(json, plan, totals);
    json_end(json);
}

// ---- For people ----

static void hearts_table_head(Text *text, const HeartsMatchPlan *plan, const MatchResult *result) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->rules, rules);
    text_addf(text, "%s v %s, hearts, %s rules, %s%s, ", match_name(&plan->common, 0), match_name(&plan->common, 1),
              rules, plan->seating == HEARTS_SEATING_ONE ? "one against three in four seatings" : "14 mixed seatings",
              plan->open ? ", open cards" : "");
    match_add_chance(text, &plan->common);
    text_add(text, "\n");
    match_table_programs(text, &plan->common);
    match_table_run(text, result, result->totals.groups, result->totals.groups == 1 ? "deal" : "deals",
                    hearts_match_hands(&result->totals));
}

void hearts_match_faults(Text *text, const HeartsMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    match_table_faults(text, result, &plan->common, &hearts_match_numbers, totals->games,
                       plan->rules.target ? "games" : "hands", true);
    if (totals->left_out)
        text_addf(text,
                  "\n  left out of all numbers but faults: %" PRIu64 " of %" PRIu64 " deals, with a fault in one\n",
                  totals->left_out, totals->left_out + totals->groups);
}

static void table_numbers(Text *text, const HeartsMatchPlan *plan, const ArenaTotals *totals) {
    HeartsDifference difference = hearts_match_difference(totals, plan->seating);
    MatchElo elo = match_elo(totals, hearts_seating_count(plan->seating));
    unsigned flags = (plan->rules.target ? TO_TARGET : SINGLE_HANDS) | (plan->rules.moon ? WITH_MOON : 0);
    match_table_names(text, &plan->common);
    match_table_players(text, &hearts_match_numbers, totals, flags);
    text_addf(text, "\n  %s takes %+.3f ", match_name(&plan->common, 0), difference.mean);
    if (totals->groups > 1) text_addf(text, "+- %.3f ", difference.standard_error);
    text_addf(text, "points a hand against %s (%s)\n", match_name(&plan->common, 1),
              totals->groups > 1 ? "one standard error over deals" : "one deal has no standard error");
    match_table_stats(text, &hearts_match_numbers, totals, flags);
    if (plan->seating != HEARTS_SEATING_MIXED) return;
    text_add(text, "  that is ");
    match_add_elo(text, &elo);
    text_addf(text, " on %s won", plan->rules.target ? "games" : "hands");
    match_add_elo_error(text, &elo, "deals");
    text_add(text, "\n");
}

void hearts_match_table(Text *text, const HeartsMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    hearts_table_head(text, plan, result);
    if (totals->groups) {
        table_numbers(text, plan, totals);
        match_table_sprt(text, totals, &plan->common, hearts_seating_count(plan->seating));
        match_table_sharing(text, result);
    }
    hearts_match_faults(text, plan, result);
    match_table_chance(text, &plan->common, match_has_program(&plan->common));
}
