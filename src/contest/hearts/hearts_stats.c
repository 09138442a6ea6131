// SPDX-License-Identifier: MIT
// What a Hearts match's sums mean, for programs (JSON) and for people (a table).
#include <inttypes.h>

#include "contest/hearts/hearts_match.h"
#include "contest/hearts/hearts_tally.h"
#include "contest/names.h"

static int64_t own(const ArenaTotals *totals, int player, HeartsTally tally) {
    return totals->tally[hearts_tally_at(player, tally)];
}

static HeartsPlayerStats player_stats(const ArenaTotals *totals, int player) {
    int64_t seats = own(totals, player, HEARTS_TALLY_SEATS), points = own(totals, player, HEARTS_TALLY_POINTS);
    int64_t shot = own(totals, player, HEARTS_TALLY_SHOT), conceded = own(totals, player, HEARTS_TALLY_CONCEDED);
    int64_t hands = totals->tally[HEARTS_TALLY_HANDS];
    double games = (double)match_decided(totals), wins = (double)totals->wins[player] + (double)totals->draws / 2;
    HeartsPlayerStats stats = {
        .seats = seats,
        .points = points,
        .points_per_hand = match_ratio(points, seats),
        .win_rate = match_win_rate(totals, player),
        .win_95 = stats_wilson(wins, games, 0.95),
        .first = match_ratio(own(totals, player, HEARTS_TALLY_FIRST), own(totals, player, HEARTS_TALLY_GAME_SEATS)),
        .queen = match_ratio(own(totals, player, HEARTS_TALLY_QUEENS), seats),
        .moon = match_ratio(shot, seats),
        .conceded = match_ratio(conceded, seats),
        .conceded_95 = stats_wilson(match_ratio(conceded, seats) * (double)hands, (double)hands, 0.95),
        .decision_ns =
            match_ratio(own(totals, player, HEARTS_TALLY_NANOSECONDS), own(totals, player, HEARTS_TALLY_DECISIONS)),
        .moons = (uint64_t)shot,
        .conceded_moons = (uint64_t)conceded,
    };
    const int64_t *faults = &totals->tally[hearts_tally_at(player, HEARTS_TALLY_FAULTS)];
    stats.faults = match_count_faults(faults, stats.faults_by);
    return stats;
}

HeartsMatchStats hearts_match_stats(const ArenaTotals *totals, HeartsSeating seating) {
    int group = hearts_seating_count(seating);
    int64_t hands = totals->tally[HEARTS_TALLY_HANDS];
    HeartsMatchStats stats = {
        .deals = totals->groups,
        .left_out = totals->left_out,
        .hands = hands,
        .hands_per_game = match_ratio(hands, match_decided(totals)),
        .moon = match_ratio(totals->tally[HEARTS_TALLY_MOONS], hands),
        .player = {player_stats(totals, 0), player_stats(totals, 1)},
    };
    stats.difference = stats.player[0].points_per_hand - stats.player[1].points_per_hand;
    // Both players' points count as often (hearts_tally_weight), so that the sum over a deal is a difference of means
    // but for the number of seats, player 1's of a deal: 28 of 14 games, 12 of 4.
    double seats = seating == HEARTS_SEATING_ONE ? 12 : 28;
    stats.standard_error =
        stats_standard_error((int64_t)totals->groups, totals->group_points, totals->group_points_squared) /
        (seats * (stats.hands_per_game > 0 ? stats.hands_per_game : 1));
    if (seating == HEARTS_SEATING_MIXED) stats.elo = match_elo(totals, group);
    return stats;
}

// ---- JSON ----

static void json_player(Json *json, const HeartsPlayerStats *stats) {
    json_object(json, NULL);
    json_double(json, "points_per_hand", stats->points_per_hand);
    json_int(json, "hands", stats->seats);
    json_double(json, "win_rate", stats->win_rate);
    match_json_interval(json, "win_rate_95", stats->win_95);
    json_double(json, "first", stats->first);
    json_double(json, "queen", stats->queen);
    json_double(json, "moon", stats->moon);
    json_double(json, "moon_conceded", stats->conceded);
    match_json_interval(json, "moon_conceded_95", stats->conceded_95);
    json_uint(json, "moons", stats->moons);
    json_uint(json, "moons_conceded", stats->conceded_moons);
    json_double(json, "decision_ns", stats->decision_ns);
    match_json_faults(json, "faults", stats->faults_by);
    json_end(json);
}

static void json_stats(Json *json, const HeartsMatchPlan *plan, const HeartsMatchStats *stats) {
    json_object(json, "stats");
    json_double(json, "hands_per_game", stats->hands_per_game);
    json_double(json, "moon", stats->moon);
    if (plan->seating == HEARTS_SEATING_MIXED) {
        json_double(json, "win_rate_standard_error", stats->elo.score_error);
        json_double(json, "elo", stats->elo.elo);
        match_json_interval(json, "elo_95", stats->elo.elo_95);
    }
    json_array(json, "players");
    for (int i = 0; i < 2; i++) json_player(json, &stats->player[i]);
    json_end_array(json);
    json_end(json);
}

void hearts_match_json(Json *json, const char *key, const HeartsMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    HeartsMatchStats stats = hearts_match_stats(totals, plan->seating);
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->rules, rules);
    match_json_head(json, key, "hearts", rules, &plan->common);
    json_uint(json, "games", stats.deals);
    json_uint(json, "left_out", stats.left_out);
    json_uint(json, "seatings", (uint64_t)hearts_seating_count(plan->seating));
    json_int(json, "hands", stats.hands);
    json_array(json, "points_per_hand");
    for (int i = 0; i < 2; i++) json_double(json, NULL, stats.player[i].points_per_hand);
    json_end_array(json);
    json_double(json, "difference", stats.difference);
    json_double(json, "standard_error", stats.standard_error);
    match_json_pair(json, "wins", totals->wins);
    json_int(json, "draws", totals->draws);
    match_json_pair(json, "points", (const int64_t[2]){stats.player[0].points, stats.player[1].points});
    json_bool(json, "open", plan->open);
    match_json_run(json, result, &plan->common, hearts_seating_name(plan->seating),
                   hearts_seating_count(plan->seating));
    json_stats(json, plan, &stats);
    json_end(json);
}

// ---- For people ----

static void table_head(Text *text, const HeartsMatchPlan *plan, const MatchResult *result,
                       const HeartsMatchStats *stats) {
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&plan->rules, rules);
    text_addf(text, "%s v %s, hearts, %s rules, %s%s, ", match_name(&plan->common, 0), match_name(&plan->common, 1),
              rules, plan->seating == HEARTS_SEATING_ONE ? "one against three in four seatings" : "14 mixed seatings",
              plan->open ? ", open cards" : "");
    match_add_chance(text, &plan->common);
    text_add(text, "\n");
    match_table_programs(text, &plan->common);
    match_table_run(text, result, stats->deals, "deals", stats->hands);
}

static void table_players(Text *text, const HeartsMatchPlan *plan, const HeartsMatchStats *stats) {
    const HeartsPlayerStats *a = &stats->player[0], *b = &stats->player[1];
    match_table_names(text, &plan->common);
    match_row(text, "points a hand", "%.3f", a->points_per_hand, b->points_per_hand);
    match_row(text, plan->rules.target ? "games won, %" : "hands won, %", "%.2f", 100 * a->win_rate, 100 * b->win_rate);
    match_row_interval(text, "  Wilson 95%", a->win_95, b->win_95);
    match_row(text, "in front alone, %", "%.2f", 100 * a->first, 100 * b->first);
    match_row(text, "queens of spades, % of hands", "%.2f", 100 * a->queen, 100 * b->queen);
    if (plan->rules.moon) {
        match_row(text, "moons shot, % of hands", "%.3f", 100 * a->moon, 100 * b->moon);
        match_row(text, "moons conceded, %", "%.3f", 100 * a->conceded, 100 * b->conceded);
        match_row_interval(text, "  95% over hands", a->conceded_95, b->conceded_95);
    }
    match_row_time(text, "time a decision", a->decision_ns, b->decision_ns);
    match_row_faults(text, "faults", a->faults_by, b->faults_by);
}

void hearts_match_faults(Text *text, const HeartsMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    uint64_t faults[2] = {player_stats(totals, 0).faults, player_stats(totals, 1).faults};
    match_table_faults(text, result, &plan->common, faults, totals->games, plan->rules.target ? "games" : "hands",
                       true);
    if (totals->left_out)
        text_addf(text,
                  "\n  left out of all numbers but faults: %" PRIu64 " of %" PRIu64 " deals, with a fault in one\n",
                  totals->left_out, totals->left_out + totals->groups);
}

void hearts_match_table(Text *text, const HeartsMatchPlan *plan, const MatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    HeartsMatchStats stats = hearts_match_stats(totals, plan->seating);
    table_head(text, plan, result, &stats);
    if (!totals->groups) {
        hearts_match_faults(text, plan, result);
        match_table_chance(text, &plan->common, match_has_program(&plan->common));
        return;
    }
    table_players(text, plan, &stats);
    text_addf(text, "\n  %s takes %+.3f +- %.3f points a hand against %s (one standard error over deals)\n",
              match_name(&plan->common, 0), stats.difference, stats.standard_error, match_name(&plan->common, 1));
    if (plan->rules.target) text_addf(text, "  %.2f hands a game\n", stats.hands_per_game);
    if (plan->seating == HEARTS_SEATING_MIXED)
        text_addf(text, "  that is %+.1f Elo [%+.1f, %+.1f] on %s won (+- %.2f%%, one standard error over deals)\n",
                  stats.elo.elo, stats.elo.elo_95.low, stats.elo.elo_95.high, plan->rules.target ? "games" : "hands",
                  100 * stats.elo.score_error);
    match_table_sprt(text, totals, &plan->common, hearts_seating_count(plan->seating));
    match_table_sharing(text, result);
    hearts_match_faults(text, plan, result);
    match_table_chance(text, &plan->common, match_has_program(&plan->common));
}
