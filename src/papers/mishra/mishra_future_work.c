// SPDX-License-Identifier: MIT
// Beyond the paper of Mishra & Aggarwal: what its network does for the players of the other papers, and the three
// things its Future Work names, each measured by matches.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "gin/players/list/players.h"
#include "papers/mishra/mishra_internal.h"

// Games won in %, and half its 95% interval, over the same deals with seats swapped.
typedef struct Share {
    double percent, half;
} Share;

static bool play_for_share(const LabRun *run, const char *player, const char *opponent, uint64_t games, Share *share,
                           Error *err) {
    GinMatchPlan plan = {
        .common = lab_match(run, player, opponent, games + (games & 1)), .rules = run->rules, .duplicate = true};
    MatchResult result = {0};
    if (!gin_match_run(&plan, &result, err)) return false;
    MatchStrength stats = match_strength(&result.totals, 2);
    *share = (Share){100 * stats.player[0].win_rate, isfinite(stats.score_error) ? 196 * stats.score_error : 50};
    return true;
}

// A cell of a table: games won and half the interval; or that a model of another paper is not there, which is no
// failure.
static bool add_share_cell(LabRun *run, LabTable *table, const char *player, const char *opponent, uint64_t games,
                           Error *err) {
    GinPlayer probe;
    Share share;
    if (!gin_player_open(player, &probe, NULL)) {
        text_add(&table->rows, "\tno model");
        return true;
    }
    gin_player_close(&probe);
    if (!play_for_share(run, player, opponent, games, &share, err)) return false;
    text_addf(&table->rows, "\t%.1f +- %.1f", share.percent, share.half);
    return true;
}

// ---- Estimators in players ----

static const char *const ESTIMATORS[] = {"uniform", "bayes", "lstm", "mishra-net"};
enum { ESTIMATOR_COUNT = sizeof ESTIMATORS / sizeof *ESTIMATORS };

static const struct {
    const char *player;
    bool slow;
} USERS[] = {{"estimating", false}, {"medium-he", false}, {"medium-ek", false}, {"advanced", false}, {"mishra", true}};
enum { USER_COUNT = sizeof USERS / sizeof *USERS };

static bool add_users(LabRun *run, Error *err) {
    LabTable *table = lab_table(run, "What the estimator does for the player, games won against Simple, %",
                                "player\tuniform\tbayes\tlstm\tmishra-net");
    lab_table_about(
        table,
        "The same player with another estimator, on the same deals; the half 95%% interval behind it. Again: "
        "deadwood match PLAYER:estimator=NAME simple --seed %" PRIu64 ".%s",
        run->seed, lab_full(run) ? "" : " The agent's own row comes with --full.");
    for (int user = 0; user < USER_COUNT && !progress_interrupted(); user++) {
        if (USERS[user].slow && !lab_full(run)) continue;
        text_addf(&table->rows, "%s", USERS[user].player);
        for (int i = 0; i < ESTIMATOR_COUNT && !progress_interrupted(); i++) {
            char spec[96];
            snprintf(spec, sizeof spec, "%s:estimator=%s", USERS[user].player, ESTIMATORS[i]);
            if (!add_share_cell(run, table, spec, "simple", lab_size(run, 400, USERS[user].slow ? 2000 : 6000), err))
                return false;
        }
        text_add(&table->rows, "\n");
    }
    return true;
}

// ---- Variants of the agent ----

static const struct {
    const char *spec, *what;
    bool quick; // also without --full
    int slow;   // plays so many times fewer games
} VARIANTS[] = {
    {"mishra", "the final agent", true, 1},
    {"mishra-contest", "the contest's version, Appendix B", true, 1},
    {"mishra:knock=limit,knock.limit=5", "knocks with at most 5 points", false, 1},
    {"mishra:knock=rules", "knocks by Heisenbot's rules", false, 1},
    {"mishra:knock=knock-net", "knocks by Nguyen's network", false, 1},
    {"mishra:knock=gin", "waits for gin", false, 1},
    {"mishra:eleven=0", "the opponent's gain after the discard it would make", false, 4},
    {"mishra:estimator=mishra-pairs,singly=0", "hands by cards alone, of the net that completes them", false, 1},
    {"mishra:estimator=mishra-pairs,singly=1", "hands by pairs of cards", false, 1},
    {"mishra:estimator=mishra-pairs,singly=2", "hands by threes of cards", false, 2},
    {"mishra:estimator=mishra-pairs,singly=10", "hands card by card", false, 10},
};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };

static bool add_variants(LabRun *run, Error *err) {
    LabTable *table =
        lab_table(run, "The agent changed, games won, %", "player\twhat it is\tagainst Simple\tagainst mishra");
    lab_table_about(table,
                    "Future Work: a real knocking policy, from the other papers and from Appendix B; a deeper look at "
                    "the opponent's benefit; and hands imagined whole, not card by card. Again: deadwood match PLAYER "
                    "OPPONENT --seed %" PRIu64 "; the half 95%% interval says how many games.",
                    run->seed);
    for (int i = 0; i < VARIANT_COUNT && !progress_interrupted(); i++) {
        if (!VARIANTS[i].quick && !lab_full(run)) continue;
        const char *spec = VARIANTS[i].spec;
        uint64_t games = lab_size(run, 100, 2000) / (uint64_t)VARIANTS[i].slow;
        text_addf(&table->rows, "%s\t%s", spec, VARIANTS[i].what);
        if (!add_share_cell(run, table, spec, "simple", games, err)) return false;
        if (i == 0)
            text_add(&table->rows, "\t-");
        else if (!add_share_cell(run, table, spec, "mishra", games, err))
            return false;
        text_add(&table->rows, "\n");
    }
    return true;
}

bool mishra_future_work(LabRun *run, Error *err) { return add_users(run, err) && add_variants(run, err); }
