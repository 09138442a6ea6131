// SPDX-License-Identifier: MIT
// The parts of match reports that all games share, for programs (JSON) and for people (a table).
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contest/match_stats.h"
#include "contest/names.h"

double match_ratio(int64_t part, int64_t whole) { return whole ? (double)part / (double)whole : 0; }

int64_t match_decided(const ArenaTotals *totals) { return totals->wins[0] + totals->wins[1] + totals->draws; }

double match_win_rate(const ArenaTotals *totals, int player) {
    double games = (double)match_decided(totals), wins = (double)totals->wins[player] + (double)totals->draws / 2;
    return games > 0 ? wins / games : 0;
}

// The win rate's interval over groups rather than games, carried over to Elo.
MatchElo match_elo(const ArenaTotals *totals, int group) {
    MatchElo elo = {0};
    double score = match_win_rate(totals, 0);
    elo.score_error =
        stats_standard_error((int64_t)totals->groups, totals->group_score, totals->group_score_squared) / (2.0 * group);
    elo.score_95 = stats_wilson_clustered(score, elo.score_error, (double)totals->groups, 0.95);
    elo.elo = sprt_elo(score);
    elo.elo_95.low = sprt_elo(elo.score_95.low);
    elo.elo_95.high = sprt_elo(elo.score_95.high);
    return elo;
}

// A player that won or lost everything has no finite estimate: only a bound is known.
void match_add_elo(Text *text, const MatchElo *elo) {
    if (isfinite(elo->elo))
        text_addf(text, "%+.1f Elo [%+.1f, %+.1f]", elo->elo, elo->elo_95.low, elo->elo_95.high);
    else if (elo->elo > 0)
        text_addf(text, "at least %+.1f Elo (95%%; it won everything)", elo->elo_95.low);
    else
        text_addf(text, "at most %+.1f Elo (95%%; it lost everything)", elo->elo_95.high);
}

void match_add_elo_error(Text *text, const MatchElo *elo, const char *groups) {
    if (isfinite(elo->score_error))
        text_addf(text, " (win rate +- %.2f%%, one standard error over %s)", 100 * elo->score_error, groups);
}

// ---- JSON ----

void match_json_interval(Json *json, const char *key, Interval interval) {
    json_array(json, key);
    json_double(json, NULL, interval.low);
    json_double(json, NULL, interval.high);
    json_end_array(json);
}

void match_json_pair(Json *json, const char *key, const int64_t pair[2]) {
    json_array(json, key);
    for (int i = 0; i < 2; i++) json_int(json, NULL, pair[i]);
    json_end_array(json);
}

void match_json_elo(Json *json, const MatchElo *elo) {
    json_double(json, "win_rate_standard_error", elo->score_error);
    json_double(json, "elo", elo->elo);
    match_json_interval(json, "elo_95", elo->elo_95);
}

static void json_sprt(Json *json, const ArenaTotals *totals, const Sprt *sprt, int group) {
    double llr = sprt_ratio(sprt, group, totals->groups, totals->group_score, totals->group_score_squared);
    static const char *const verdicts[] = {"continue", "H0", "H1"};
    json_object(json, "sprt");
    json_double(json, "elo0", sprt->elo0);
    json_double(json, "elo1", sprt->elo1);
    json_double(json, "alpha", sprt->alpha);
    json_double(json, "beta", sprt->beta);
    json_double(json, "llr", llr);
    json_string(json, "verdict", verdicts[sprt_verdict(sprt, llr)]);
    json_end(json);
}

void match_json_head(Json *json, const char *key, const char *game, const char *rules, const MatchPlan *plan) {
    json_object(json, key);
    json_string(json, "game", game);
    json_string(json, "rules", rules);
    json_array(json, "players");
    for (int i = 0; i < 2; i++) json_string(json, NULL, match_name(plan, i));
    json_end_array(json);
    json_array(json, "specs");
    for (int i = 0; i < 2; i++) json_string(json, NULL, plan->players[i]);
    json_end_array(json);
}

static void json_lines(Json *json, const char *key, const char *lines) {
    Text line = {0};
    json_array(json, key);
    for (size_t size; *lines; lines += size + (lines[size] == '\n')) {
        size = strcspn(lines, "\n");
        text_clear(&line);
        text_add_bytes(&line, lines, size);
        json_string(json, NULL, line.data);
    }
    json_end_array(json);
    text_free(&line);
}

static void json_first_faults(Json *json, const MatchResult *result, const MatchPlan *plan) {
    if (!result->fault[0].text[0] && !result->fault[1].text[0]) return;
    json_array(json, "trouble");
    for (int i = 0; i < 2; i++) {
        if (!result->fault[i].text[0]) continue;
        json_object(json, NULL);
        json_string(json, "player", match_name(plan, i));
        json_bool(json, "suspended", result->suspended[i]);
        json_uint(json, "game", result->fault[i].game);
        json_string(json, "first", result->fault[i].text);
        json_lines(json, "last_words", result->fault[i].last_words);
        json_end(json);
    }
    json_end_array(json);
}

void match_json_run(Json *json, const MatchResult *result, const MatchPlan *plan, const char *mode, int group) {
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, result->totals.digest);
    json_double(json, "seconds", result->seconds);
    match_json_chance(json, plan, match_has_program(plan));
    json_string(json, "digest", digest);
    json_string(json, "mode", mode);
    json_string(json, "end", match_end_name(result->end));
    if (plan->sprt) json_sprt(json, &result->totals, plan->sprt, group);
    if (result->may_share) json_bool(json, "programs_may_share_files", true);
    json_first_faults(json, result, plan);
}

void match_json_chance(Json *json, const MatchPlan *plan, bool programs) {
    char digits[SECRET_DIGITS + 1], commitment[SHA256_DIGITS + 1];
    if (plan->secret)
        json_null(json, "seed");
    else
        json_uint(json, "seed", plan->seed);
    if (programs) json_bool(json, "predictable", !plan->committed);
    if (!plan->secret) return;
    secret_print(plan->secret, digits);
    secret_commitment(plan->secret, commitment);
    json_string(json, "commitment", commitment);
    if (plan->over || !plan->committed)
        json_string(json, "secret", digits);
    else
        json_null(json, "secret");
}

// ---- For people ----

void match_add_chance(Text *text, const MatchPlan *plan) {
    if (plan->secret)
        text_add(text, "secret");
    else
        text_addf(text, "seed %" PRIu64, plan->seed);
}

void match_table_chance(Text *text, const MatchPlan *plan, bool programs) {
    char digits[SECRET_DIGITS + 1], commitment[SHA256_DIGITS + 1];
    if (plan->secret) {
        secret_print(plan->secret, digits);
        secret_commitment(plan->secret, commitment);
    }
    if (plan->committed) text_addf(text, "\n  committed to before the first deal: SHA-256 %s\n", commitment);
    if (plan->committed && !plan->over)
        text_add(text, "  not over, so the secret behind it is not revealed yet\n");
    else if (plan->secret)
        text_addf(text, "%s  secret %s\n", plan->committed ? "" : "\n", digits);
    if (!programs || plan->committed) return;
    if (plan->secret)
        text_add(text, "\n  the deals follow from a secret that is known: programs can predict them\n");
    else
        text_addf(text,
                  "\n  the deals follow from seed %" PRIu64 ": programs can predict them; without --seed they cannot\n",
                  plan->seed);
}

void match_table_run(Text *text, const MatchResult *result, uint64_t games, const char *unit, int64_t hands) {
    const ArenaTotals *totals = &result->totals;
    uint64_t here = totals->games - result->resumed;
    double share = totals->games ? (double)here / (double)totals->games : 0;
    text_addf(text, "%" PRIu64 " %s, %" PRId64 " hands, digest %016" PRIx64 ", %.2f s", games, unit, hands,
              totals->digest, result->seconds);
    if (result->seconds > 0) text_addf(text, " (%.0f hands/s)", (double)hands * share / result->seconds);
    if (result->resumed) text_addf(text, ", %" PRIu64 " games resumed", result->resumed);
    text_add(text, result->end == ARENA_INTERRUPTED ? ", interrupted\n\n"
                   : result->end == ARENA_SUSPENDED ? ", suspended\n\n"
                                                    : "\n\n");
}

static void two_cells(Text *text, const char *label, const char *a, const char *b) {
    text_addf(text, "  %-30s %22s %22s\n", label, a, b);
}

void match_table_programs(Text *text, const MatchPlan *plan) {
    for (int i = 0; i < 2; i++)
        if (match_name(plan, i) != plan->players[i])
            text_addf(text, "%s is %s\n", match_name(plan, i), plan->players[i]);
}

void match_table_names(Text *text, const MatchPlan *plan) {
    char a[MATCH_COLUMN + 1], b[MATCH_COLUMN + 1];
    two_cells(text, "", match_short_name(match_name(plan, 0), MATCH_COLUMN, a),
              match_short_name(match_name(plan, 1), MATCH_COLUMN, b));
}

void match_row(Text *text, const char *label, const char *format, double a, double b) {
    char cell[2][48];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(cell[0], sizeof cell[0], format, a);
    snprintf(cell[1], sizeof cell[1], format, b);
#pragma GCC diagnostic pop
    two_cells(text, label, cell[0], cell[1]);
}

// Three digits: "65 ns", "1.25 us", "12.4 ms", "3.10 s".
static void print_decision_time(char cell[48], double nanoseconds) {
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    double time = nanoseconds;
    for (; unit < 3 && time >= 999.5; unit++) time /= 1000;
    snprintf(cell, 48, "%.*f %s", !unit || time >= 99.95 ? 0 : time >= 9.995 ? 1 : 2, time, units[unit]);
}

void match_row_time(Text *text, const char *label, double a, double b) {
    char cell[2][48];
    print_decision_time(cell[0], a);
    print_decision_time(cell[1], b);
    two_cells(text, label, cell[0], cell[1]);
}

void match_row_spread(Text *text, const char *label, double a, double a_spread, double b, double b_spread) {
    char cell[2][48];
    snprintf(cell[0], sizeof cell[0], "%.2f +- %.2f", a, a_spread);
    snprintf(cell[1], sizeof cell[1], "%.2f +- %.2f", b, b_spread);
    two_cells(text, label, cell[0], cell[1]);
}

void match_row_interval(Text *text, const char *label, Interval a, Interval b) {
    char cell[2][48];
    snprintf(cell[0], sizeof cell[0], "[%.2f, %.2f]", 100 * a.low, 100 * a.high);
    snprintf(cell[1], sizeof cell[1], "[%.2f, %.2f]", 100 * b.low, 100 * b.high);
    two_cells(text, label, cell[0], cell[1]);
}

void match_table_sprt(Text *text, const ArenaTotals *totals, const MatchPlan *plan, int group) {
    const Sprt *sprt = plan->sprt;
    if (!sprt) return;
    double llr = sprt_ratio(sprt, group, totals->groups, totals->group_score, totals->group_score_squared);
    SprtVerdict verdict = sprt_verdict(sprt, llr);
    text_addf(text, "\n  SPRT elo0 %g, elo1 %g, alpha %g, beta %g: log-likelihood ratio %.2f, ", sprt->elo0, sprt->elo1,
              sprt->alpha, sprt->beta, llr);
    if (verdict == SPRT_CONTINUE)
        text_add(text, "not decided yet\n");
    else
        text_addf(text, "%s accepted: %s is %g Elo stronger rather than %g\n", verdict == SPRT_ACCEPT_H1 ? "H1" : "H0",
                  match_name(plan, 0), verdict == SPRT_ACCEPT_H1 ? sprt->elo1 : sprt->elo0,
                  verdict == SPRT_ACCEPT_H1 ? sprt->elo0 : sprt->elo1);
}

void match_table_sharing(Text *text, const MatchResult *result) {
    if (result->may_share)
        text_add(text, "\n  each deal was played in several processes of a program; without --sandbox they could share "
                       "files, and so what they saw\n");
}

static void table_last_words(Text *text, const char *lines) {
    if (*lines) text_add(text, "  Its last words:\n");
    for (size_t size; *lines; lines += size + (lines[size] == '\n')) {
        size = strcspn(lines, "\n");
        text_addf(text, "    %.*s\n", (int)size, lines);
    }
}

void match_table_faults(Text *text, const MatchResult *result, const MatchPlan *plan, const struct MatchStats *stats,
                        uint64_t games, const char *unit, bool seats) {
    for (int i = 0; i < 2; i++) {
        uint64_t by[FAULT_KINDS], faults = match_faults(stats, &result->totals, i, by);
        const MatchFault *first = &result->fault[i];
        if (!first->text[0]) continue;
        text_addf(text, "\n  %s failed ", match_name(plan, i));
        if (seats)
            text_addf(text, "%" PRIu64 " times in %" PRIu64 " %s, each of its seats counted,", faults, games, unit);
        else
            text_addf(text, "in %" PRIu64 " of %" PRIu64 " %s", faults, games, unit);
        text_addf(text, "%s; first in game %" PRIu64 ": it %s\n", result->suspended[i] ? " and was suspended" : "",
                  first->game, first->text);
        table_last_words(text, first->last_words);
    }
}

// ---- Faults ----

void match_json_faults(Json *json, const char *key, const uint64_t by[FAULT_KINDS]) {
    json_object(json, key);
    for (Fault fault = FAULT_NONE + 1; fault < FAULT_KINDS; fault++)
        if (by[fault]) json_uint(json, fault_name(fault), by[fault]);
    json_end(json);
}

void match_row_faults(Text *text, const char *label, const uint64_t a[FAULT_KINDS], const uint64_t b[FAULT_KINDS]) {
    for (Fault fault = FAULT_NONE + 1; fault < FAULT_KINDS; fault++) {
        char row[48];
        snprintf(row, sizeof row, "%s: %s", label, fault_name(fault));
        if (a[fault] || b[fault]) match_row(text, row, "%.0f", (double)a[fault], (double)b[fault]);
    }
}
