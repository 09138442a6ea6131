// SPDX-License-Identifier: MIT
// Mishra & Aggarwal (papers/mishra): the order of the study, and the games of its final agent.
#include <inttypes.h>

#include "base/threads/progress.h"
#include "contest/gin/gin_match.h"
#include "papers/mishra/mishra_internal.h"
#include "papers/models.h"
#include "papers/papers.h"

enum { PAPER_GAMES = 1500 };

// The hyper-parameters as the paper prints them; ours were searched for (recipes/mishra.recipe).
#define PRINTED "meld=1.5,combination=4,deadwood=1,knock-bonus=10,gin-bonus=20,opponent=0.77,low=0.2,emergency=2.5"

static const struct {
    const char *player, *opponent, *id;
    int games; // in --full, of the paper's number
} GAMES[] = {{"mishra", "mishra-blind", "performance.blind", 4},
             {"mishra", "simple", "performance.simple", 4},
             {"mishra:" PRINTED, "mishra-blind:" PRINTED, "printed.blind", 1},
             {"mishra:" PRINTED, "simple", "printed.simple", 1}};
enum { MATCHES = sizeof GAMES / sizeof *GAMES };

// Plain games, so that their interval and the paper's mean the same; four times as many of the final agent, for the
// paper's error is large.
static bool add_mishra_match(LabRun *run, int which, Error *err) {
    const char *player = GAMES[which].player, *opponent = GAMES[which].opponent;
    uint64_t games = lab_size(run, 240, (uint64_t)(GAMES[which].games * PAPER_GAMES));
    GinMatchPlan plan = {.common = lab_match(run, player, opponent, games), .rules = run->rules};
    MatchResult result = {0};
    if (!gin_match_run(&plan, &result, err)) return false;
    if (!result.totals.games || result.end == ARENA_INTERRUPTED) return true;
    MatchStrength stats = match_strength(&result.totals, 1);
    Text rules = {0};
    lab_rules_option(run, &rules);
    LabClaim *claim = lab_claim(run, "%s", GAMES[which].id);
    claim->ours = 100 * stats.player[0].win_rate;
    claim->low = 100 * stats.player[0].win_95.low;
    claim->high = 100 * stats.player[0].win_95.high;
    claim->count = result.totals.games;
    text_copy(claim->counted, sizeof claim->counted, "games");
    lab_claim_command(claim, "deadwood match %s %s --plain --games %" PRIu64 " --seed %" PRIu64 "%s", player, opponent,
                      result.totals.games, run->seed, rules.data ? rules.data : "");
    text_free(&rules);
    return true;
}

bool mishra_games(LabRun *run, Error *err) {
    for (int i = 0; i < MATCHES && !progress_interrupted(); i++)
        if (!add_mishra_match(run, i, err)) return false;
    return true;
}

static const char *const MODELS[] = {"mishra", "mishra-pairs"};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

static bool train_mishra_models(const LabRun *run, const char *folder, Error *err) {
    return lab_models_train(run, MODELS, MODEL_COUNT, folder, err);
}

static bool study_mishra(LabRun *run, Error *err) {
    bool (*const parts[])(LabRun *, Error *) = {mishra_hands, mishra_example, mishra_games, mishra_future_work};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !progress_interrupted(); i++)
        if (!parts[i](run, err)) return false;
    lab_models_curves(run, MODELS, MODEL_COUNT, "mishra-curves");
    lab_models_table(run, MODELS, MODEL_COUNT);
    return true;
}

static void mishra_measures(Text *ids) {
    mishra_hands_measures(ids);
    mishra_example_measures(ids);
    for (int i = 0; i < MATCHES; i++) text_addf(ids, "%s\n", GAMES[i].id);
}

const LabPaper lab_mishra = {
    .name = "mishra",
    .title = "Opponent Hand Estimation in Gin Rummy Using Deep Neural Networks and Heuristic Strategies",
    .source = "B. Mishra, A. Aggarwal, EAAI 2021",
    .claims = lab_claims_mishra,
    .measures = mishra_measures,
    .run = study_mishra,
    .train = train_mishra_models,
    .about = "docs/papers/mishra.md",
};
