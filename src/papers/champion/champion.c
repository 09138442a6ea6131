// SPDX-License-Identifier: MIT
// The champion: the order of its study, time to think, what exploits it, and how it plays.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/style/style.h"
#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "gin/players/judge/judge.h"
#include "papers/champion/champion_internal.h"
#include "papers/papers.h"
#include "train/exploit/exploits.h"

// ---- Search ----

static const char *verdict_of(const Sprt *sprt, const ArenaTotals *totals) {
    static const char *const words[] = {
        [SPRT_CONTINUE] = "not decided", [SPRT_ACCEPT_H0] = "no stronger", [SPRT_ACCEPT_H1] = "stronger"};
    double ratio = sprt_ratio(sprt, 2, totals->groups, totals->group_score, totals->group_score_squared);
    return words[sprt_verdict(sprt, ratio)];
}

// The same network with time to think against itself without, until a sequential test decides.
bool champion_search(LabRun *run, Error *err) {
    static const int times[] = {1, 10, 50};
    const Sprt sprt = {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05};
    LabTable *table = NULL;
    for (size_t i = 0; i < sizeof times / sizeof *times && !progress_interrupted(); i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "champion:search=%d", times[i]);
        GinMatchPlan plan = {.common = lab_match(run, spec, "champion", lab_size(run, 6, 4000) / 2 * 2 + 2),
                             .rules = run->rules,
                             .duplicate = true};
        plan.common.sprt = &sprt;
        MatchResult result = {0};
        if (!gin_match_run(&plan, &result, err)) return false;
        const ArenaTotals *totals = &result.totals;
        if (totals->games < 2) continue;
        MatchStrength stats = match_strength(totals, 2);
        double games = (double)totals->games, won = stats.player[0].win_rate;
        Interval range = stats_wilson(games * won, games, 0.95);
        if (!table) {
            table = lab_table(run, "Time to think", "player\tgames\twon, %\t95%\tElo\tsequential test\tus a decision");
            lab_table_about(table,
                            "Against the champion without a search, on duplicate deals, until a sequential test "
                            "(0 or 20 Elo, 5%% errors) decides; Wilson's intervals. The time is measured on this "
                            "machine; the budget is work, the same on every machine.");
        }
        text_addf(&table->rows, "%s\t%" PRIu64 "\t%.1f\t%.1f-%.1f\t%+.0f\t%s\t%.0f\n", spec, totals->games, 100 * won,
                  100 * range.low, 100 * range.high, stats.elo, verdict_of(&sprt, totals),
                  gin_match_stat(totals, 0, "decision_ns") / 1000);
    }
    return true;
}

// ---- Exploitability ----

bool champion_exploits(LabRun *run, Error *err) {
    Exploit *list = NULL;
    bool interrupted;
    ExploitPlan plan = {.folder = "out/train",
                        .rules = &run->rules,
                        .games = lab_size(run, 20, 10000),
                        .seed = run->seed,
                        .threads = run->threads,
                        .quiet = run->quiet,
                        .store = run->store};
    int count = exploits_measure(&plan, &list, &interrupted, err);
    LabTable *table = NULL;
    for (int i = 0; i < count && *list[i].by; i++) {
        const LeagueMatch *match = &list[i].match;
        if (!table)
            table = lab_table(run, "Exploitability, from below",
                              "player\tgames lost, %\t95%\tpoints a hand\t+-\tto\tmillion decisions against it");
        text_addf(&table->rows, "%s\t%.1f\t%.1f-%.1f\t%.2f\t%.2f\t%s\t%.0f\n", list[i].player, 100 * match->won,
                  100 * match->won_95.low, 100 * match->won_95.high, match->points, 1.96 * match->points_error,
                  list[i].by, 1e-6 * (double)list[i].decisions);
    }
    if (table)
        lab_table_about(table,
                        "What a player loses at least: to the best of the networks trained against it (`deadwood "
                        "train exploit:PLAYER`, runs in out/train), the champion and its sparring partners, which "
                        "were not trained against it alone (0 decisions); 95%% intervals.");
    free(list);
    return count >= 0;
}

// ---- Style ----

bool champion_style(LabRun *run, Error *err) {
    StylePlan plan = {.player = "champion",
                      .field = {"champion", "simple"},
                      .field_count = 2,
                      .other = "simple",
                      .games = lab_size(run, 200, 10000)};
    StyleCounts *counts = malloc(sizeof *counts);
    if (!counts) return error_set(err, "out of memory");
    bool done = style_measure(run, &plan, counts, err);
    if (done && counts->games) style_report(run, &plan, counts, "champion");
    free(counts);
    return done;
}

// ---- The study ----

// Without weights there is nothing to measure: report that, which is not a failure.
static bool has_weights(LabRun *run) {
    GinPlayer player;
    Error why = {{0}};
    if (gin_player_open("champion", &player, &why)) {
        gin_player_close(&player);
        return true;
    }
    LabTable *table = lab_table(run, "What is missing", "what\twhy");
    lab_table_about(table, "The champion's weights: %s.", why.text);
    text_add(&table->rows, "champion.safetensors\tnot there\n");
    return false;
}

static bool study_champion(LabRun *run, Error *err) {
    bool (*const parts[])(LabRun *, Error *) = {champion_field, champion_search, champion_style};
    if (!lab_full(run) && !run->games) // a few games would say nothing
        return champion_recorded(run, err) && (!has_weights(run) || champion_style(run, err));
    if (!champion_exploits(run, err)) return false;
    if (!has_weights(run)) return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !progress_interrupted(); i++)
        if (!parts[i](run, err)) return false;
    return true;
}

const LabPaper lab_champion = {
    .name = "champion",
    .title = "The champion",
    .source = "this project; docs/champion.md",
    .claims = lab_claims_champion,
    .measures = champion_field_measures,
    .run = study_champion,
    .against = "goal",
    .about = "docs/champion.md",
};
