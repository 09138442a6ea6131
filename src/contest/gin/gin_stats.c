// SPDX-License-Identifier: MIT
// What a gin match's sums mean, for programs (JSON) and for people (a table).
#include <inttypes.h>

#include "contest/gin/gin_match.h"
#include "contest/gin/gin_tally.h"
#include "contest/names.h"

static int64_t own(const ArenaTotals *totals, int player, GinTally tally) {
    return totals->tally[gin_tally_at(player, tally)];
}

static int64_t both(const ArenaTotals *totals, GinTally tally) { return own(totals, 0, tally) + own(totals, 1, tally); }

int64_t gin_match_hands(const ArenaTotals *totals) { return totals->tally[GIN_TALLY_HANDS]; }

static GinPlayerStats player_stats(const ArenaTotals *totals, int player) {
    int64_t hands = gin_match_hands(totals), rounds[2], points[2], squared[2];
    for (int i = 0; i < 2; i++) {
        rounds[i] = own(totals, player ^ i, GIN_TALLY_ROUNDS);
        points[i] = own(totals, player ^ i, GIN_TALLY_ROUND_POINTS);
        squared[i] = own(totals, player ^ i, GIN_TALLY_ROUND_POINTS_SQUARED);
    }
    double games = (double)totals->games, wins = (double)totals->wins[player] + (double)totals->draws / 2;
    GinPlayerStats stats = {
        .win_rate = games > 0 ? wins / games : 0,
        .win_95 = stats_wilson(wins, games, 0.95),
        .win_90 = stats_wilson(wins, games, 0.90),
        .points_per_round_won = stats_mean(rounds[0], points[0]),
        .points_per_round_won_deviation = stats_deviation(rounds[0], points[0], squared[0]),
        .points_per_round_lost = stats_mean(rounds[1], points[1]),
        .points_per_round_lost_deviation = stats_deviation(rounds[1], points[1], squared[1]),
        .gin = match_ratio(own(totals, player, GIN_TALLY_GINS), hands),
        .undercut = match_ratio(own(totals, player, GIN_TALLY_UNDERCUTS), hands),
        .knock = match_ratio(own(totals, player, GIN_TALLY_KNOCKS), hands),
        .knock_deadwood =
            match_ratio(own(totals, player, GIN_TALLY_KNOCK_DEADWOOD), own(totals, player, GIN_TALLY_KNOCKS)),
        .face_up = match_ratio(own(totals, player, GIN_TALLY_TAKES), own(totals, player, GIN_TALLY_TURNS)),
        .decision_ns =
            match_ratio(own(totals, player, GIN_TALLY_NANOSECONDS), own(totals, player, GIN_TALLY_DECISIONS)),
    };
    const int64_t *faults = &totals->tally[gin_tally_at(player, GIN_TALLY_FAULTS)];
    stats.faults = match_count_faults(faults, stats.faults_by);
    return stats;
}

GinMatchStats gin_match_stats(const ArenaTotals *totals, int group) {
    int64_t hands = gin_match_hands(totals), decided = totals->tally[GIN_TALLY_DECIDED];
    int64_t starter_wins = totals->tally[GIN_TALLY_STARTER_WINS];
    MatchElo elo = match_elo(totals, group);
    return (GinMatchStats){
        .hands_per_game = match_ratio(hands, (int64_t)totals->games),
        .turns_per_hand = match_ratio(both(totals, GIN_TALLY_TURNS), hands),
        .gin = match_ratio(both(totals, GIN_TALLY_GINS), hands),
        .undercut = match_ratio(both(totals, GIN_TALLY_UNDERCUTS), hands),
        .cancelled = match_ratio(totals->tally[GIN_TALLY_CANCELLED], hands),
        .face_up = match_ratio(both(totals, GIN_TALLY_TAKES), hands),
        .knock_deadwood = match_ratio(both(totals, GIN_TALLY_KNOCK_DEADWOOD), both(totals, GIN_TALLY_KNOCKS)),
        .points_per_hand = match_ratio(both(totals, GIN_TALLY_ROUND_POINTS), hands),
        .starter_win_rate = match_ratio(starter_wins, decided),
        .starter_win_95 = stats_wilson((double)starter_wins, (double)decided, 0.95),
        .score_error = elo.score_error,
        .elo = elo.elo,
        .elo_95 = elo.elo_95,
        .player = {player_stats(totals, 0), player_stats(totals, 1)},
    };
}

static int group(const GinMatchPlan *plan) { return plan->duplicate ? 2 : 1; }
static const char *mode(const GinMatchPlan *plan) { return plan->duplicate ? "duplicate" : "plain"; }

// ---- JSON ----

static void json_player(Json *json, const GinPlayerStats *stats) {
    json_object(json, NULL);
    json_double(json, "win_rate", stats->win_rate);
    match_json_interval(json, "win_rate_95", stats->win_95);
    match_json_interval(json, "win_rate_90", stats->win_90);
    json_double(json, "points_per_round_won", stats->points_per_round_won);
    json_double(json, "points_per_round_won_deviation", stats->points_per_round_won_deviation);
    json_double(json, "points_per_round_lost", stats->points_per_round_lost);
    json_double(json, "points_per_round_lost_deviation", stats->points_per_round_lost_deviation);
    json_double(json, "gin", stats->gin);
    json_double(json, "undercut", stats->undercut);
    json_double(json, "knock", stats->knock);
    json_double(json, "knock_deadwood", stats->knock_deadwood);
    json_double(json, "face_up", stats->face_up);
    json_double(json, "decision_ns", stats->decision_ns);
    match_json_faults(json, "forfeits", stats->faults_by);
    json_end(json);
}

static void json_stats(Json *json, const GinMatchStats *stats) {
    json_object(json, "stats");
    json_double(json, "hands_per_game", stats->hands_per_game);
    json_double(json, "turns_per_hand", stats->turns_per_hand);
    json_double(json, "gin", stats->gin);
    json_double(json, "undercut", stats->undercut);
    json_double(json, "cancelled", stats->cancelled);
    json_double(json, "face_up", stats->face_up);
    json_double(json, "knock_deadwood", stats->knock_deadwood);
    json_double(json, "points_per_hand", stats->points_per_hand);
    json_double(json, "starter_win_rate", stats->starter_win_rate);
    match_json_interval(json, "starter_win_rate_95", stats->starter_win_95);
    json_double(json, "win_rate_standard_error", stats->score_error);
    json_double(json, "elo", stats->elo);
    match_json_interval(json, "elo_95", stats->elo_95);
    json_array(json, "players");
    for (int i = 0; i < 2; i++) json_player(json, &stats->player[i]);
    json_end_array(json);
    json_end(json);
}

void gin_match_json(Json *json, const char *key, const GinMatchPlan *plan, const GinMatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    GinMatchStats stats = gin_match_stats(totals, group(plan));
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    match_json_head(json, key, "gin", rules, &plan->common);
    json_uint(json, "games", totals->games);
    match_json_pair(json, "wins", totals->wins);
    json_int(json, "draws", totals->draws);
    match_json_pair(json, "points", totals->points);
    json_int(json, "hands", gin_match_hands(totals));
    match_json_run(json, result, &plan->common, mode(plan), group(plan));
    json_stats(json, &stats);
    json_end(json);
}

// ---- For people ----

static void table_head(Text *text, const GinMatchPlan *plan, const GinMatchResult *result) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    text_addf(text, "%s v %s, %s rules, %s, ", match_name(&plan->common, 0), match_name(&plan->common, 1), rules,
              mode(plan));
    match_add_chance(text, &plan->common);
    text_add(text, "\n");
    match_table_programs(text, &plan->common);
    match_table_run(text, result, result->totals.games, "games", gin_match_hands(&result->totals));
}

static void table_players(Text *text, const GinMatchPlan *plan, const ArenaTotals *totals, const GinMatchStats *stats) {
    const GinPlayerStats *a = &stats->player[0], *b = &stats->player[1];
    match_table_names(text, &plan->common);
    match_row(text, "games won", "%.0f", (double)totals->wins[0], (double)totals->wins[1]);
    match_row(text, "win rate %", "%.2f", 100 * a->win_rate, 100 * b->win_rate);
    match_row_interval(text, "  Wilson 95%", a->win_95, b->win_95);
    match_row_interval(text, "  Wilson 90%", a->win_90, b->win_90);
    match_row(text, "points", "%.0f", (double)totals->points[0], (double)totals->points[1]);
    match_row_spread(text, "points per round won (PPRW)", a->points_per_round_won, a->points_per_round_won_deviation,
                     b->points_per_round_won, b->points_per_round_won_deviation);
    match_row_spread(text, "points per round lost (PPRL)", a->points_per_round_lost, a->points_per_round_lost_deviation,
                     b->points_per_round_lost, b->points_per_round_lost_deviation);
    match_row(text, "gin, % of hands", "%.2f", 100 * a->gin, 100 * b->gin);
    match_row(text, "undercut the other, %", "%.2f", 100 * a->undercut, 100 * b->undercut);
    match_row(text, "knocked, %", "%.2f", 100 * a->knock, 100 * b->knock);
    match_row(text, "deadwood when knocking", "%.2f", a->knock_deadwood, b->knock_deadwood);
    match_row(text, "draws face up, %", "%.2f", 100 * a->face_up, 100 * b->face_up);
    match_row_time(text, "time a decision", a->decision_ns, b->decision_ns);
    match_row_faults(text, "forfeits", a->faults_by, b->faults_by);
}

void gin_match_faults(Text *text, const GinMatchPlan *plan, const GinMatchResult *result) {
    uint64_t faults[2] = {player_stats(&result->totals, 0).faults, player_stats(&result->totals, 1).faults};
    match_table_faults(text, result, &plan->common, faults, result->totals.games, "games", false);
}

void gin_match_table(Text *text, const GinMatchPlan *plan, const GinMatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    GinMatchStats stats = gin_match_stats(totals, group(plan));
    table_head(text, plan, result);
    if (!totals->games) return;
    table_players(text, plan, totals, &stats);
    text_addf(text, "\n  %.2f hands a game, %.2f turns a hand, %.2f points a hand, %.2f face-up draws a hand\n",
              stats.hands_per_game, stats.turns_per_hand, stats.points_per_hand, stats.face_up);
    text_addf(text, "  gin %.2f%%, undercut %.2f%%, cancelled %.2f%% of hands; knocks with %.2f deadwood\n",
              100 * stats.gin, 100 * stats.undercut, 100 * stats.cancelled, stats.knock_deadwood);
    text_addf(text, "  the starter of the first hand wins %.2f%% [%.2f, %.2f] of games\n", 100 * stats.starter_win_rate,
              100 * stats.starter_win_95.low, 100 * stats.starter_win_95.high);
    text_addf(text, "  %s is %+.1f Elo [%+.1f, %+.1f] to %s (win rate +- %.2f%%, one standard error over %s)\n",
              match_name(&plan->common, 0), stats.elo, stats.elo_95.low, stats.elo_95.high,
              match_name(&plan->common, 1), 100 * stats.score_error, plan->duplicate ? "pairs" : "games");
    match_table_sprt(text, totals, &plan->common, group(plan));
    match_table_sharing(text, result);
    gin_match_faults(text, plan, result);
    match_table_chance(text, &plan->common, match_has_program(&plan->common));
}
