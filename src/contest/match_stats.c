// SPDX-License-Identifier: MIT
#include "contest/match_stats.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---- Tallies ----

// "timeout_1": the first word of a fault.
static void add_fault_name(Text *text, Fault fault, int player) {
    const char *name = fault_name(fault);
    text_addf(text, "%.*s_%d", (int)strcspn(name, " "), name, player);
    text_add_bytes(text, "", 1);
}

void match_tally_names(const MatchStats *stats, Text *text, const char *names[ARENA_MAX_TALLIES]) {
    int counted = stats->own - (FAULT_KINDS - 1), count = match_tallies(stats);
    for (int i = 0; i < stats->shared; i++)
        text_add_bytes(text, stats->tally[i].name, strlen(stats->tally[i].name) + 1);
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < counted; i++) {
            text_addf(text, "%s_%d", stats->tally[stats->shared + i].name, player);
            text_add_bytes(text, "", 1);
        }
        for (Fault fault = FAULT_NONE + 1; fault < FAULT_KINDS; fault++) add_fault_name(text, fault, player);
    }
    const char *at = text->data;
    for (int i = 0; i < count; i++, at += strlen(at) + 1) names[i] = at;
}

void match_tally_add(const MatchStats *stats, int player, const void *counters, int64_t *tally) {
    int end = stats->shared + stats->own - (FAULT_KINDS - 1);
    for (int i = stats->shared; i < end; i++) {
        const MatchTally *row = &stats->tally[i];
        const char *from = (const char *)counters + row->at;
        uint64_t wide = 0;
        uint32_t narrow = 0;
        if (row->size == sizeof wide) memcpy(&wide, from, sizeof wide);
        if (row->size == sizeof narrow) memcpy(&narrow, from, sizeof narrow);
        tally[match_tally_at(stats, player, i)] += (int64_t)(wide + narrow);
    }
}

uint64_t match_faults(const MatchStats *stats, const ArenaTotals *totals, int player, uint64_t by[FAULT_KINDS]) {
    const int64_t *tally = &totals->tally[match_tally_faults(stats, player)];
    uint64_t sum = 0;
    by[FAULT_NONE] = 0;
    for (int fault = 1; fault < FAULT_KINDS; fault++) sum += by[fault] = (uint64_t)tally[fault - 1];
    return sum;
}

// ---- Values ----

static const int BOTH = -1; // players

static int64_t sum_of(const MatchStats *stats, const ArenaTotals *totals, int player, int tally) {
    if (tally == STAT_GAMES) return match_decided(totals);
    if (tally < stats->shared) return totals->tally[tally];
    if (player != BOTH) return totals->tally[match_tally_at(stats, player, tally)];
    return sum_of(stats, totals, 0, tally) + sum_of(stats, totals, 1, tally);
}

// Of a statistic that is one number; of STAT_SPREAD the mean, of an interval around a rate that rate.
static double value_of_row(const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals, int player) {
    int whose = row->of_other ? player ^ 1 : player;
    if (row->kind == STAT_WIN_RATE) return match_win_rate(totals, player);
    if (row->kind == STAT_WINS) return (double)totals->wins[player];
    if (row->kind == STAT_POINTS) return (double)totals->points[player];
    int64_t part = sum_of(stats, totals, whose, row->part);
    return row->kind == STAT_COUNT ? (double)part : match_ratio(part, sum_of(stats, totals, whose, row->whole));
}

static double deviation_of(const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals, int player) {
    int whose = row->of_other ? player ^ 1 : player;
    return stats_deviation(sum_of(stats, totals, whose, row->whole), sum_of(stats, totals, whose, row->part),
                           sum_of(stats, totals, whose, row->squares));
}

static bool is_interval(const MatchStat *row) {
    return row->kind == STAT_WILSON || row->kind == STAT_CLUSTERED || row->kind == STAT_WIN_INTERVAL;
}

// Over groups. Where they are not equally long (games of Hearts) the error is rather too wide: longer ones have more of
// everything.
static Interval clustered_interval(const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals,
                                   int player) {
    int64_t groups = (int64_t)totals->groups, whole = sum_of(stats, totals, player, row->whole);
    int tally = match_tally_at(stats, player, row->part);
    double error = stats_standard_error(groups, totals->tally[tally], (int64_t)totals->tally_squared[tally]);
    double a_group = groups && whole ? (double)whole / (double)groups : 1;
    return stats_wilson_clustered(value_of_row(stats, row, totals, player), error / a_group, (double)groups,
                                  row->level);
}

static Interval interval_of(const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals, int player) {
    double part, whole;
    if (row->kind == STAT_CLUSTERED) return clustered_interval(stats, row, totals, player);
    if (row->kind == STAT_WIN_INTERVAL) {
        part = (double)totals->wins[player] + (double)totals->draws / 2;
        whole = (double)match_decided(totals);
    } else {
        part = (double)sum_of(stats, totals, player, row->part);
        whole = (double)sum_of(stats, totals, player, row->whole);
    }
    return stats_wilson(part, whole, row->level);
}

double match_stat(const MatchStats *stats, const ArenaTotals *totals, int player, const char *key) {
    const MatchStat *row = player == BOTH ? stats->match : stats->player;
    while (row->kind != STAT_END && (!row->key || strcmp(row->key, key) != 0)) row++;
    assert(row->kind != STAT_END);
    return value_of_row(stats, row, totals, player);
}

MatchStrength match_strength(const ArenaTotals *totals, int group) {
    MatchElo elo = match_elo(totals, group);
    MatchStrength strength = {.score_error = elo.score_error, .elo = elo.elo, .elo_95 = elo.elo_95};
    for (int i = 0; i < 2; i++) {
        double games = (double)match_decided(totals), wins = (double)totals->wins[i] + (double)totals->draws / 2;
        strength.player[i] = (MatchShare){.win_rate = match_win_rate(totals, i),
                                          .win_95 = stats_wilson(wins, games, 0.95),
                                          .win_90 = stats_wilson(wins, games, 0.90)};
    }
    return strength;
}

// ---- JSON ----

static void json_spread(Json *json, const char *key, double mean, double deviation) {
    char name[80];
    json_double(json, key, mean);
    snprintf(name, sizeof name, "%s_deviation", key);
    json_double(json, name, deviation);
}

static void json_stat(Json *json, const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals,
                      int player) {
    uint64_t by[FAULT_KINDS];
    if (!row->key) return;
    if (is_interval(row)) {
        match_json_interval(json, row->key, interval_of(stats, row, totals, player));
    } else if (row->kind == STAT_COUNT) {
        json_int(json, row->key, sum_of(stats, totals, player, row->part));
    } else if (row->kind == STAT_SPREAD) {
        json_spread(json, row->key, value_of_row(stats, row, totals, player), deviation_of(stats, row, totals, player));
    } else if (row->kind == STAT_FAULTS) {
        match_faults(stats, totals, player, by);
        match_json_faults(json, row->key, by);
    } else {
        json_double(json, row->key, value_of_row(stats, row, totals, player));
    }
}

void match_json_stats(Json *json, const MatchStats *stats, const ArenaTotals *totals) {
    for (const MatchStat *row = stats->match; row->kind != STAT_END; row++) json_stat(json, stats, row, totals, BOTH);
}

void match_json_players(Json *json, const MatchStats *stats, const ArenaTotals *totals) {
    json_array(json, "players");
    for (int i = 0; i < 2; i++) {
        json_object(json, NULL);
        for (const MatchStat *row = stats->player; row->kind != STAT_END; row++) json_stat(json, stats, row, totals, i);
        json_end(json);
    }
    json_end_array(json);
}

// ---- For people ----

static const char *format_of(const MatchStat *row) { return row->format ? row->format : "%.2f"; }

static void table_faults(Text *text, const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals) {
    uint64_t faults[2][FAULT_KINDS];
    for (int i = 0; i < 2; i++) match_faults(stats, totals, i, faults[i]);
    match_row_faults(text, row->label, faults[0], faults[1]);
}

static void table_player(Text *text, const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals) {
    double value[2], scale = row->kind == STAT_PERCENT || row->kind == STAT_WIN_RATE ? 100 : 1;
    for (int i = 0; i < 2; i++) value[i] = scale * value_of_row(stats, row, totals, i);
    if (is_interval(row))
        match_row_interval(text, row->label, interval_of(stats, row, totals, 0), interval_of(stats, row, totals, 1));
    else if (row->kind == STAT_TIME)
        match_row_time(text, row->label, value[0], value[1]);
    else if (row->kind == STAT_SPREAD)
        match_row_spread(text, row->label, value[0], deviation_of(stats, row, totals, 0), value[1],
                         deviation_of(stats, row, totals, 1));
    else if (row->kind == STAT_FAULTS)
        table_faults(text, stats, row, totals);
    else
        match_row(text, row->label, format_of(row), value[0], value[1]);
}

void match_table_players(Text *text, const MatchStats *stats, const ArenaTotals *totals, unsigned flags) {
    for (const MatchStat *row = stats->player; row->kind != STAT_END; row++)
        if (row->label && (row->when & flags) == row->when) table_player(text, stats, row, totals);
}

// A part of a sentence.
static void add_part(Text *text, const MatchStats *stats, const MatchStat *row, const ArenaTotals *totals) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (is_interval(row)) {
        Interval interval = interval_of(stats, row, totals, BOTH);
        text_addf(text, format_of(row), 100 * interval.low, 100 * interval.high);
    } else {
        text_addf(text, format_of(row), (row->kind == STAT_PERCENT ? 100 : 1) * value_of_row(stats, row, totals, BOTH));
    }
#pragma GCC diagnostic pop
}

void match_table_stats(Text *text, const MatchStats *stats, const ArenaTotals *totals, unsigned flags) {
    for (int place = 10, parts = 0; place < 100; place++) {
        if (place % 10 == 0) parts = 0;
        for (const MatchStat *row = stats->match; row->kind != STAT_END; row++) {
            if (row->place != place || (row->when & flags) != row->when) continue;
            text_add(text, !parts++ ? "  " : row->label ? row->label : ", ");
            add_part(text, stats, row, totals);
        }
        if (place % 10 == 9 && parts) text_add(text, "\n");
    }
}
