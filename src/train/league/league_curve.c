// SPDX-License-Identifier: MIT
// The learning curve of a league: one row of numbers a point.
#include <stdlib.h>
#include <string.h>

#include "train/league/league_internal.h"

static const char *const NAMES[LEAGUE_COLUMNS] = {
    [LEAGUE_AT_ITERATION] = "iteration", [LEAGUE_AT_DECISIONS] = "decisions",   [LEAGUE_AT_LEARNED] = "learned",
    [LEAGUE_AT_RATE] = "rate",           [LEAGUE_AT_POLICY] = "policy_loss",    [LEAGUE_AT_VALUE] = "value_loss",
    [LEAGUE_AT_ENTROPY] = "entropy",     [LEAGUE_AT_DIVERGENCE] = "divergence", [LEAGUE_AT_CLIPPED] = "clipped",
    [LEAGUE_AT_EXPLAINED] = "explained", [LEAGUE_AT_ACTOR_NORM] = "actor_norm", [LEAGUE_AT_CRITIC_NORM] = "critic_norm",
    [LEAGUE_AT_CHANCES] = "chances",     [LEAGUE_AT_SECONDS] = "seconds",       [LEAGUE_AT_WAITING] = "waiting",
    [LEAGUE_AT_PLAYING] = "playing",     [LEAGUE_AT_LEARNING] = "learning",
};

static const char *const OF_NAMES[LEAGUE_OF_COLUMNS] = {
    [LEAGUE_OF_SHARE] = "share", [LEAGUE_OF_GAMES] = "games",         [LEAGUE_OF_WINS] = "wins",
    [LEAGUE_OF_HANDS] = "hands", [LEAGUE_OF_POINTS] = "points",       [LEAGUE_OF_KNOCKS] = "knocks",
    [LEAGUE_OF_GINS] = "gins",   [LEAGUE_OF_UNDERCUTS] = "undercuts", [LEAGUE_OF_UNDERCUT] = "undercut",
};

static double *new_row(League *league, Error *err) {
    size_t columns = (size_t)league->columns;
    if (league->points == league->room) {
        int room = league->room ? 2 * league->room : 64;
        double *grown = realloc(league->curve, (size_t)room * columns * sizeof *grown);
        if (!grown) {
            error_set(err, "out of memory");
            return NULL;
        }
        league->curve = grown;
        league->room = room;
    }
    double *row = league->curve + (size_t)league->points++ * columns;
    memset(row, 0, columns * sizeof *row);
    return row;
}

static void add_member(double *of, const GinBatchCount *count, double share) {
    of[LEAGUE_OF_SHARE] += share;
    of[LEAGUE_OF_GAMES] += (double)count->games;
    of[LEAGUE_OF_WINS] += (double)count->wins;
    of[LEAGUE_OF_HANDS] += (double)count->hands;
    of[LEAGUE_OF_POINTS] += (double)count->points;
    of[LEAGUE_OF_KNOCKS] += (double)count->knocks;
    of[LEAGUE_OF_GINS] += (double)count->gins;
    of[LEAGUE_OF_UNDERCUTS] += (double)count->undercuts;
    of[LEAGUE_OF_UNDERCUT] += (double)count->against_undercuts;
}

bool league_add_point(League *league, Error *err) {
    const LeaguePlan *plan = league->plan;
    double *row = new_row(league, err);
    if (!row) return false;
    int since = league->iteration % plan->evaluate;
    int iterations = since ? since : plan->evaluate; // the last point may have fewer
    for (int i = 0; i < LEAGUE_COLUMNS; i++)
        row[i] = i < LEAGUE_AT_SECONDS ? league->sums[i] / iterations : league->sums[i];
    row[LEAGUE_AT_ITERATION] = league->iteration;
    row[LEAGUE_AT_DECISIONS] = (double)league->iteration * plan->ppo.games * plan->ppo.steps;
    row[LEAGUE_AT_LEARNED] = (double)league->learned;
    for (int i = 0; i < league->field.count; i++) {
        size_t at = (size_t)league->field.member[i] * LEAGUE_OF_COLUMNS;
        add_member(row + LEAGUE_COLUMNS + at, &league->window[i], league->field.share[i]);
    }
    memset(league->sums, 0, sizeof league->sums);
    memset(league->window, 0, sizeof league->window);
    return true;
}

void league_print_curve(const LeaguePlan *plan, const LeagueResult *result, Text *text) {
    for (int i = 0; i < LEAGUE_COLUMNS; i++) text_addf(text, "%s%s", i ? "\t" : "", NAMES[i]);
    for (int member = 0; member < plan->member_count; member++)
        for (int i = 0; i < LEAGUE_OF_COLUMNS; i++) text_addf(text, "\t%s %s", plan->members[member].name, OF_NAMES[i]);
    text_add(text, "\n");
    for (int point = 0; point < result->points; point++)
        for (int i = 0; i < result->columns; i++)
            text_addf(text, "%.9g%s", result->curve[(size_t)point * (size_t)result->columns + (size_t)i],
                      i + 1 < result->columns ? "\t" : "\n");
}
