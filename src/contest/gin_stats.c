// SPDX-License-Identifier: MIT
// What a gin match's sums mean, for programs (JSON) and for people (a table).
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "contest/gin_match.h"
#include "contest/gin_tally.h"

static double ratio(int64_t part, int64_t whole) { return whole ? (double)part / (double)whole : 0; }

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
        .gin = ratio(own(totals, player, GIN_TALLY_GINS), hands),
        .undercut = ratio(own(totals, player, GIN_TALLY_UNDERCUTS), hands),
        .knock = ratio(own(totals, player, GIN_TALLY_KNOCKS), hands),
        .knock_deadwood = ratio(own(totals, player, GIN_TALLY_KNOCK_DEADWOOD), own(totals, player, GIN_TALLY_KNOCKS)),
        .face_up = ratio(own(totals, player, GIN_TALLY_TAKES), own(totals, player, GIN_TALLY_TURNS)),
        .decision_ns = ratio(own(totals, player, GIN_TALLY_NANOSECONDS), own(totals, player, GIN_TALLY_DECISIONS)),
    };
    for (int cause = 1; cause < GIN_FORFEIT_CAUSES; cause++) {
        int64_t count = own(totals, player, (GinTally)(GIN_TALLY_FORFEITS + cause - 1));
        stats.forfeits_by[cause] = (uint64_t)count;
        stats.forfeits += (uint64_t)count;
    }
    return stats;
}

// The win rate's interval over groups rather than games, carried over to Elo.
static void add_elo(GinMatchStats *stats, const ArenaTotals *totals, int group) {
    double score = stats->player[0].win_rate;
    stats->score_error =
        stats_standard_error((int64_t)totals->groups, totals->group_score, totals->group_score_squared) / (2.0 * group);
    double wide = stats_normal_quantile(0.975) * stats->score_error;
    stats->elo = sprt_elo(score);
    stats->elo_95.low = sprt_elo(fmax(0, score - wide));
    stats->elo_95.high = sprt_elo(fmin(1, score + wide));
}

GinMatchStats gin_match_stats(const ArenaTotals *totals, int group) {
    int64_t hands = gin_match_hands(totals), decided = totals->tally[GIN_TALLY_DECIDED];
    int64_t starter_wins = totals->tally[GIN_TALLY_STARTER_WINS];
    GinMatchStats stats = {
        .hands_per_game = ratio(hands, (int64_t)totals->games),
        .turns_per_hand = ratio(both(totals, GIN_TALLY_TURNS), hands),
        .gin = ratio(both(totals, GIN_TALLY_GINS), hands),
        .undercut = ratio(both(totals, GIN_TALLY_UNDERCUTS), hands),
        .cancelled = ratio(totals->tally[GIN_TALLY_CANCELLED], hands),
        .face_up = ratio(both(totals, GIN_TALLY_TAKES), hands),
        .knock_deadwood = ratio(both(totals, GIN_TALLY_KNOCK_DEADWOOD), both(totals, GIN_TALLY_KNOCKS)),
        .points_per_hand = ratio(both(totals, GIN_TALLY_ROUND_POINTS), hands),
        .starter_win_rate = ratio(starter_wins, decided),
        .starter_win_95 = stats_wilson((double)starter_wins, (double)decided, 0.95),
        .player = {player_stats(totals, 0), player_stats(totals, 1)},
    };
    add_elo(&stats, totals, group);
    return stats;
}

// ---- JSON ----

static void json_interval(Json *json, const char *key, Interval interval) {
    json_array(json, key);
    json_double(json, NULL, interval.low);
    json_double(json, NULL, interval.high);
    json_end_array(json);
}

static void json_player(Json *json, const GinPlayerStats *stats) {
    json_object(json, NULL);
    json_double(json, "win_rate", stats->win_rate);
    json_interval(json, "win_rate_95", stats->win_95);
    json_interval(json, "win_rate_90", stats->win_90);
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
    json_object(json, "forfeits");
    for (int cause = 1; cause < GIN_FORFEIT_CAUSES; cause++)
        if (stats->forfeits_by[cause]) json_uint(json, gin_forfeit_name((GinForfeit)cause), stats->forfeits_by[cause]);
    json_end(json);
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
    json_interval(json, "starter_win_rate_95", stats->starter_win_95);
    json_double(json, "win_rate_standard_error", stats->score_error);
    json_double(json, "elo", stats->elo);
    json_interval(json, "elo_95", stats->elo_95);
    json_array(json, "players");
    for (int i = 0; i < 2; i++) json_player(json, &stats->player[i]);
    json_end_array(json);
    json_end(json);
}

static const char *end_word(ArenaEnd end) {
    static const char *const words[] = {"finished", "interrupted", "decided", "suspended", "failed"};
    return words[end];
}

static void json_sprt(Json *json, const GinMatchPlan *plan, const ArenaTotals *totals) {
    int group = plan->duplicate ? 2 : 1;
    double llr = sprt_ratio(plan->sprt, group, totals->groups, totals->group_score, totals->group_score_squared);
    static const char *const verdicts[] = {"continue", "H0", "H1"};
    json_object(json, "sprt");
    json_double(json, "elo0", plan->sprt->elo0);
    json_double(json, "elo1", plan->sprt->elo1);
    json_double(json, "alpha", plan->sprt->alpha);
    json_double(json, "beta", plan->sprt->beta);
    json_double(json, "llr", llr);
    json_string(json, "verdict", verdicts[sprt_verdict(plan->sprt, llr)]);
    json_end(json);
}

// Programs that failed, and what they did first.
static void json_trouble(Json *json, const GinMatchPlan *plan, const GinMatchResult *result) {
    if (!result->trouble[0].text[0] && !result->trouble[1].text[0]) return;
    json_array(json, "trouble");
    for (int i = 0; i < 2; i++) {
        if (!result->trouble[i].text[0]) continue;
        json_object(json, NULL);
        json_string(json, "player", plan->players[i]);
        json_bool(json, "suspended", result->suspended[i]);
        json_uint(json, "game", result->trouble[i].game);
        json_string(json, "first", result->trouble[i].text);
        json_end(json);
    }
    json_end_array(json);
}

void gin_match_json(Json *json, const char *key, const GinMatchPlan *plan, const GinMatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    GinMatchStats stats = gin_match_stats(totals, plan->duplicate ? 2 : 1);
    char rules[GIN_RULES_TEXT], digest[20];
    gin_rules_print(&plan->rules, rules);
    snprintf(digest, sizeof digest, "%016" PRIx64, totals->digest);
    json_object(json, key);
    json_string(json, "game", "gin");
    json_string(json, "rules", rules);
    json_array(json, "players");
    for (int i = 0; i < 2; i++) json_string(json, NULL, plan->players[i]);
    json_end_array(json);
    json_uint(json, "games", totals->games);
    json_array(json, "wins");
    for (int i = 0; i < 2; i++) json_int(json, NULL, totals->wins[i]);
    json_end_array(json);
    json_int(json, "draws", totals->draws);
    json_array(json, "points");
    for (int i = 0; i < 2; i++) json_int(json, NULL, totals->points[i]);
    json_end_array(json);
    json_int(json, "hands", gin_match_hands(totals));
    json_double(json, "seconds", result->seconds);
    json_uint(json, "seed", plan->seed);
    json_string(json, "digest", digest);
    json_string(json, "mode", plan->duplicate ? "duplicate" : "plain");
    json_string(json, "end", end_word(result->end));
    json_trouble(json, plan, result);
    if (plan->sprt) json_sprt(json, plan, totals);
    json_stats(json, &stats);
    json_end(json);
}

// ---- For people ----

static void table_head(Text *text, const GinMatchPlan *plan, const GinMatchResult *result) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    text_addf(text, "%s v %s, %s rules, %s, seed %" PRIu64 "\n", plan->players[0], plan->players[1], rules,
              plan->duplicate ? "duplicate" : "plain", plan->seed);
    double hands = (double)gin_match_hands(&result->totals);
    uint64_t here = result->totals.games - result->resumed;
    double share = result->totals.games ? (double)here / (double)result->totals.games : 0;
    text_addf(text, "%" PRIu64 " games, %.0f hands, digest %016" PRIx64 ", %.2f s", result->totals.games, hands,
              result->totals.digest, result->seconds);
    if (result->seconds > 0) text_addf(text, " (%.0f hands/s)", hands * share / result->seconds);
    if (result->resumed) text_addf(text, ", %" PRIu64 " games resumed", result->resumed);
    text_add(text, result->end == ARENA_INTERRUPTED ? ", interrupted\n\n"
                   : result->end == ARENA_SUSPENDED ? ", suspended\n\n"
                                                    : "\n\n");
}

static void row(Text *text, const char *label, const char *format, double a, double b) {
    char cell[2][48];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(cell[0], sizeof cell[0], format, a);
    snprintf(cell[1], sizeof cell[1], format, b);
#pragma GCC diagnostic pop
    text_addf(text, "  %-30s %22s %22s\n", label, cell[0], cell[1]);
}

static void row_spread(Text *text, const char *label, double a, double a_spread, double b, double b_spread) {
    char cell[2][48];
    snprintf(cell[0], sizeof cell[0], "%.2f +- %.2f", a, a_spread);
    snprintf(cell[1], sizeof cell[1], "%.2f +- %.2f", b, b_spread);
    text_addf(text, "  %-30s %22s %22s\n", label, cell[0], cell[1]);
}

static void row_interval(Text *text, const char *label, Interval a, Interval b) {
    char cell[2][48];
    snprintf(cell[0], sizeof cell[0], "[%.2f, %.2f]", 100 * a.low, 100 * a.high);
    snprintf(cell[1], sizeof cell[1], "[%.2f, %.2f]", 100 * b.low, 100 * b.high);
    text_addf(text, "  %-30s %22s %22s\n", label, cell[0], cell[1]);
}

static void table_players(Text *text, const GinMatchPlan *plan, const ArenaTotals *totals, const GinMatchStats *stats) {
    const GinPlayerStats *a = &stats->player[0], *b = &stats->player[1];
    text_addf(text, "  %-30s %22.22s %22.22s\n", "", plan->players[0], plan->players[1]);
    row(text, "games won", "%.0f", (double)totals->wins[0], (double)totals->wins[1]);
    row(text, "win rate %", "%.2f", 100 * a->win_rate, 100 * b->win_rate);
    row_interval(text, "  Wilson 95%", a->win_95, b->win_95);
    row_interval(text, "  Wilson 90%", a->win_90, b->win_90);
    row(text, "points", "%.0f", (double)totals->points[0], (double)totals->points[1]);
    row_spread(text, "points per round won (PPRW)", a->points_per_round_won, a->points_per_round_won_deviation,
               b->points_per_round_won, b->points_per_round_won_deviation);
    row_spread(text, "points per round lost (PPRL)", a->points_per_round_lost, a->points_per_round_lost_deviation,
               b->points_per_round_lost, b->points_per_round_lost_deviation);
    row(text, "gin, % of hands", "%.2f", 100 * a->gin, 100 * b->gin);
    row(text, "undercut the other, %", "%.2f", 100 * a->undercut, 100 * b->undercut);
    row(text, "knocked, %", "%.2f", 100 * a->knock, 100 * b->knock);
    row(text, "deadwood when knocking", "%.2f", a->knock_deadwood, b->knock_deadwood);
    row(text, "draws face up, %", "%.2f", 100 * a->face_up, 100 * b->face_up);
    row(text, "time a decision, ns", "%.0f", a->decision_ns, b->decision_ns);
    for (int cause = 1; cause < GIN_FORFEIT_CAUSES; cause++) {
        if (!a->forfeits_by[cause] && !b->forfeits_by[cause]) continue;
        char label[48];
        snprintf(label, sizeof label, "forfeits: %s", gin_forfeit_name((GinForfeit)cause));
        row(text, label, "%.0f", (double)a->forfeits_by[cause], (double)b->forfeits_by[cause]);
    }
}

static void table_sprt(Text *text, const GinMatchPlan *plan, const ArenaTotals *totals) {
    int group = plan->duplicate ? 2 : 1;
    double llr = sprt_ratio(plan->sprt, group, totals->groups, totals->group_score, totals->group_score_squared);
    SprtVerdict verdict = sprt_verdict(plan->sprt, llr);
    text_addf(text, "\n  SPRT elo0 %g, elo1 %g, alpha %g, beta %g: log-likelihood ratio %.2f, ", plan->sprt->elo0,
              plan->sprt->elo1, plan->sprt->alpha, plan->sprt->beta, llr);
    if (verdict == SPRT_CONTINUE)
        text_add(text, "not decided yet\n");
    else
        text_addf(text, "%s accepted: %s is %g Elo stronger rather than %g\n", verdict == SPRT_ACCEPT_H1 ? "H1" : "H0",
                  plan->players[0], verdict == SPRT_ACCEPT_H1 ? plan->sprt->elo1 : plan->sprt->elo0,
                  verdict == SPRT_ACCEPT_H1 ? plan->sprt->elo0 : plan->sprt->elo1);
}

void gin_match_trouble(Text *text, const GinMatchPlan *plan, const GinMatchResult *result) {
    for (int i = 0; i < 2; i++) {
        const GinMatchTrouble *trouble = &result->trouble[i];
        if (!trouble->text[0]) continue;
        GinPlayerStats stats = player_stats(&result->totals, i);
        text_addf(text, "\n  %s failed in %" PRIu64 " of %" PRIu64 " games%s; first in game %" PRIu64 ": it %s\n",
                  plan->players[i], stats.forfeits, result->totals.games,
                  result->suspended[i] ? " and was suspended" : "", trouble->game, trouble->text);
    }
}

void gin_match_table(Text *text, const GinMatchPlan *plan, const GinMatchResult *result) {
    const ArenaTotals *totals = &result->totals;
    GinMatchStats stats = gin_match_stats(totals, plan->duplicate ? 2 : 1);
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
              plan->players[0], stats.elo, stats.elo_95.low, stats.elo_95.high, plan->players[1],
              100 * stats.score_error, plan->duplicate ? "pairs" : "games");
    if (plan->sprt) table_sprt(text, plan, totals);
    gin_match_trouble(text, plan, result);
}
