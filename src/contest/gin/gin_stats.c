// SPDX-License-Identifier: MIT
// The numbers of a gin match, a row each, and the report around them for programs (JSON) and for people (a table).
#include <inttypes.h>
#include <stddef.h>

#include "contest/gin/gin_match.h"
#include "contest/gin/gin_tally.h"
#include "contest/names.h"

#define COUNTER(field) MATCH_COUNTER(GinSeatStats, field)

static const MatchTally TALLIES[] = {
    [GIN_TALLY_HANDS] = {.name = "hands"},
    [GIN_TALLY_CANCELLED] = {.name = "cancelled"},
    [GIN_TALLY_STARTER_WINS] = {.name = "starter_wins"},
    [GIN_TALLY_DECIDED] = {.name = "decided"},
    [GIN_TALLY_ROUNDS] = {.name = "rounds", COUNTER(rounds_won)},
    [GIN_TALLY_ROUND_POINTS] = {.name = "round_points", COUNTER(round_points)},
    [GIN_TALLY_ROUND_POINTS_SQUARED] = {.name = "round_points_squared", COUNTER(round_points_squared)},
    [GIN_TALLY_KNOCKS] = {.name = "knocks", COUNTER(knocks)},
    [GIN_TALLY_KNOCK_DEADWOOD] = {.name = "knock_deadwood", COUNTER(knock_deadwood)},
    [GIN_TALLY_GINS] = {.name = "gins", COUNTER(gins)},
    [GIN_TALLY_UNDERCUTS] = {.name = "undercuts", COUNTER(undercuts)},
    [GIN_TALLY_TURNS] = {.name = "turns", COUNTER(turns)},
    [GIN_TALLY_TAKES] = {.name = "takes", COUNTER(takes)},
    [GIN_TALLY_DECISIONS] = {.name = "timed_decisions", COUNTER(decisions)},
    [GIN_TALLY_NANOSECONDS] = {.name = "nanoseconds", COUNTER(nanoseconds)},
};

// A turn is a draw.
// clang-format off
static const MatchStat OF_MATCH[] = {
    {.kind = STAT_RATIO, .key = "hands_per_game", .format = "%.2f hands a game", .place = 11,
     .part = GIN_TALLY_HANDS, .whole = STAT_GAMES},
    {.kind = STAT_RATIO, .key = "turns_per_hand", .format = "%.2f turns a hand", .place = 12,
     .part = GIN_TALLY_TURNS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_PERCENT, .key = "gin", .format = "gin %.2f%%", .place = 21,
     .part = GIN_TALLY_GINS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_PERCENT, .key = "undercut", .format = "undercut %.2f%%", .place = 22,
     .part = GIN_TALLY_UNDERCUTS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_PERCENT, .key = "cancelled", .format = "cancelled %.2f%% of hands", .place = 23,
     .part = GIN_TALLY_CANCELLED, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_RATIO, .key = "face_up", .format = "%.2f face-up draws a hand", .place = 14,
     .part = GIN_TALLY_TAKES, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_RATIO, .key = "knock_deadwood", .label = "; ", .format = "knocks with %.2f deadwood", .place = 24,
     .part = GIN_TALLY_KNOCK_DEADWOOD, .whole = GIN_TALLY_KNOCKS},
    {.kind = STAT_RATIO, .key = "points_per_hand", .format = "%.2f points a hand", .place = 13,
     .part = GIN_TALLY_ROUND_POINTS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_PERCENT, .key = "starter_win_rate", .format = "the starter of the first hand wins %.2f%%",
     .place = 31, .part = GIN_TALLY_STARTER_WINS, .whole = GIN_TALLY_DECIDED},
    {.kind = STAT_WILSON, .key = "starter_win_rate_95", .label = " ", .format = "[%.2f, %.2f] of games", .place = 32,
     .level = 0.95, .part = GIN_TALLY_STARTER_WINS, .whole = GIN_TALLY_DECIDED},
    {.kind = STAT_END},
};

// A round is a hand that somebody won: PPRW and PPRL are those of the EAAI 2021 contest.
static const MatchStat OF_PLAYER[] = {
    {.kind = STAT_WINS, .label = "games won", .format = "%.0f"},
    {.kind = STAT_WIN_RATE, .key = "win_rate", .label = "win rate %"},
    {.kind = STAT_WIN_INTERVAL, .key = "win_rate_95", .label = "  Wilson 95%", .level = 0.95},
    {.kind = STAT_WIN_INTERVAL, .key = "win_rate_90", .label = "  Wilson 90%", .level = 0.90},
    {.kind = STAT_POINTS, .label = "points", .format = "%.0f"},
    {.kind = STAT_SPREAD, .key = "points_per_round_won", .label = "points per round won (PPRW)",
     .part = GIN_TALLY_ROUND_POINTS, .whole = GIN_TALLY_ROUNDS, .squares = GIN_TALLY_ROUND_POINTS_SQUARED},
    {.kind = STAT_SPREAD, .key = "points_per_round_lost", .label = "points per round lost (PPRL)",
     .part = GIN_TALLY_ROUND_POINTS, .whole = GIN_TALLY_ROUNDS, .squares = GIN_TALLY_ROUND_POINTS_SQUARED,
     .of_other = true},
    {.kind = STAT_PERCENT, .key = "gin", .label = "gin, % of hands", .part = GIN_TALLY_GINS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_PERCENT, .key = "undercut", .label = "undercut the other, %",
     .part = GIN_TALLY_UNDERCUTS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_PERCENT, .key = "knock", .label = "knocked, %", .part = GIN_TALLY_KNOCKS, .whole = GIN_TALLY_HANDS},
    {.kind = STAT_RATIO, .key = "knock_deadwood", .label = "deadwood when knocking",
     .part = GIN_TALLY_KNOCK_DEADWOOD, .whole = GIN_TALLY_KNOCKS},
    {.kind = STAT_PERCENT, .key = "face_up", .label = "draws face up, %",
     .part = GIN_TALLY_TAKES, .whole = GIN_TALLY_TURNS},
    {.kind = STAT_TIME, .key = "decision_ns", .label = "time a decision",
     .part = GIN_TALLY_NANOSECONDS, .whole = GIN_TALLY_DECISIONS},
    {.kind = STAT_COUNT, .key = "timed_decisions", .label = "  over timed decisions", .format = "%.0f",
     .part = GIN_TALLY_DECISIONS},
    {.kind = STAT_FAULTS, .key = "forfeits", .label = "forfeits"},
    {.kind = STAT_END},
};
// clang-format on

const MatchStats gin_match_numbers = {
    .shared = GIN_TALLY_SHARED, .own = GIN_TALLY_OWN, .tally = TALLIES, .match = OF_MATCH, .player = OF_PLAYER};

double gin_match_stat(const ArenaTotals *totals, int player, const char *key) {
    return match_stat(&gin_match_numbers, totals, player, key);
}

int64_t gin_match_hands(const ArenaTotals *totals) { return totals->tally[GIN_TALLY_HANDS]; }

static int gin_games_in_group(const GinMatchPlan *plan) { return plan->duplicate ? 2 : 1; }
const char *gin_match_mode(const GinMatchPlan *plan) { return plan->duplicate ? "duplicate" : "plain"; }

void gin_match_json(Json *json, const char *key, const GinMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    MatchElo elo = match_elo(totals, gin_games_in_group(plan));
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    match_json_head(json, key, "gin", rules, &plan->common);
    json_uint(json, "games", totals->games);
    match_json_pair(json, "wins", totals->wins);
    json_int(json, "draws", totals->draws);
    match_json_pair(json, "points", totals->points);
    json_int(json, "hands", gin_match_hands(totals));
    match_json_run(json, result, &plan->common, gin_match_mode(plan), gin_games_in_group(plan));
    json_object(json, "stats");
    match_json_stats(json, &gin_match_numbers, totals);
    match_json_elo(json, &elo);
    match_json_players(json, &gin_match_numbers, totals);
    json_end(json);
    json_end(json);
}

static void gin_table_head(Text *text, const GinMatchPlan *plan, const MatchResult *result) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    text_addf(text, "%s v %s, %s rules, %s, ", match_name(&plan->common, 0), match_name(&plan->common, 1), rules,
              gin_match_mode(plan));
    match_add_chance(text, &plan->common);
    text_add(text, "\n");
    match_table_programs(text, &plan->common);
    match_table_run(text, result, result->totals.games, "games", gin_match_hands(&result->totals));
}

void gin_match_faults(Text *text, const GinMatchPlan *plan, const MatchResult *result) {
    match_table_faults(text, result, &plan->common, &gin_match_numbers, result->totals.games, "games", false);
}

void gin_match_table(Text *text, const GinMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    MatchElo elo = match_elo(totals, gin_games_in_group(plan));
    gin_table_head(text, plan, result);
    if (!totals->games) return;
    match_table_names(text, &plan->common);
    match_table_players(text, &gin_match_numbers, totals, 0);
    text_add(text, "\n");
    match_table_stats(text, &gin_match_numbers, totals, 0);
    text_addf(text, "  %s is ", match_name(&plan->common, 0));
    match_add_elo(text, &elo);
    text_addf(text, " to %s", match_name(&plan->common, 1));
    match_add_elo_error(text, &elo, plan->duplicate ? "pairs" : "games");
    text_add(text, "\n");
    match_table_sprt(text, totals, &plan->common, gin_games_in_group(plan));
    match_table_sharing(text, result);
    gin_match_faults(text, plan, result);
    match_table_chance(text, &plan->common, match_has_program(&plan->common));
}
