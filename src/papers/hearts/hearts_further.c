// SPDX-License-Identifier: MIT
// What Sturtevant & White leave for later work, measured: other ways to look ahead, in learning and in play; learning
// in the game as it is played, with hidden cards; and the learned evaluation at the leaves of UCT. A model that is not
// there is left out: these are experiments, made by recipes of their own.
#include <inttypes.h>
#include <stdlib.h>

#include "base/threads/progress.h"
#include "contest/hearts/hearts_match.h"
#include "papers/hearts/hearts_internal.h"

// ---- Looking ahead ----

static const char EXPERT[] = HEARTS_PAPER_EXPERT; // who the queen's learners learn against

static bool add_algorithms(LabRun *run, LabTable *table, const char *model, const char *learned, uint64_t deals,
                           Error *err) {
    HeartsPerceptron *net = hearts_perceptron_open(model, NULL);
    if (!net) return true;
    text_addf(&table->rows, "learned with %s", learned);
    bool good = true;
    for (int algorithm = 0; good && algorithm < HEARTS_TRICK_ALGORITHMS; algorithm++) {
        HeartsDuel duel = {.side = {{.net = net, .algorithm = (HeartsTrickAlgorithm)algorithm}, {.player = EXPERT}},
                           .rules = hearts_td_rules(HEARTS_LEARN_QUEEN),
                           .seed = run->seed,
                           .deals = deals};
        HeartsDuelResult result;
        good = hearts_duel(run, &duel, &result, err);
        if (good) text_addf(&table->rows, "\t%.2f +- %.2f", result.points, 1.96 * result.error);
    }
    text_add(&table->rows, "\n");
    hearts_perceptron_close(net);
    return good;
}

static bool study_look_ahead(LabRun *run, Error *err) {
    uint64_t deals = lab_size(run, 60, 1000);
    LabTable *table = lab_table(run, "Future work: other ways to look ahead, in learning and in play",
                                "learner\tmax^n\tparanoid\tsoft-max^n");
    lab_table_about(table,
                    "Points a hand of the three-wise learner of the queen against %s, %" PRIu64
                    " deals x 14 seatings, all "
                    "cards open; below 3.25 it is ahead. Columns: how it looks ahead when it plays.",
                    EXPERT, deals);
    return add_algorithms(run, table, "td-queen-3", "max^n", deals, err) &&
           add_algorithms(run, table, "td-queen-3-paranoid", "paranoid", deals, err) &&
           add_algorithms(run, table, "td-queen-3-soft", "soft-max^n", deals, err) &&
           add_algorithms(run, table, "td-queen-3-leaf", "max^n, TDLeaf", deals, err);
}

// ---- Matches with hidden cards ----

typedef struct Meeting {
    const char *question;
    const char *models[2]; // must be there; or NULL
    const char *players[2];
    const char *rules;
    uint64_t quick, full; // deals
} Meeting;

#define HIDDEN "search:algo=maxn,prune=0,worlds=10,eval=td:model="

// Cards hidden: our own `expert`, which is stronger than the paper's seems to be, in ten worlds.
static const Meeting MEETINGS[] = {
    {"learned with cards hidden v. open",
     {"td-queen-2-hidden", "td-queen-2-open"},
     {HIDDEN "td-queen-2-hidden", HIDDEN "td-queen-2-open"},
     "paper-queen",
     20,
     400},
    {"learned from the expert v. ours, cards hidden",
     {"td-full-expert", NULL},
     {HIDDEN "td-full-expert", "expert:worlds=10"},
     "paper",
     0,
     100},
    {"self-trained v. our expert, cards hidden",
     {"td-full-self", NULL},
     {HIDDEN "td-full-self", "expert:worlds=10"},
     "paper",
     0,
     100},
    {"UCT with learned leaves v. UCT with playouts",
     {"td-full-self", NULL},
     {"uct:worlds=10,playouts=100,eval=td:model=td-full-self", "uct:worlds=10,playouts=100"},
     "paper",
     0,
     60},
    {"standard game: learned it v. learned the paper's",
     {"td-standard-self", "td-full-self"},
     {HIDDEN "td-standard-self", HIDDEN "td-full-self"},
     "standard,target=0",
     0,
     100},
    {"standard game: learned it v. our expert",
     {"td-standard-self", NULL},
     {HIDDEN "td-standard-self", "expert:worlds=10"},
     "standard,target=0",
     0,
     100},
};

static bool meet(LabRun *run, LabTable *table, const Meeting *meeting, Error *err) {
    uint64_t deals = lab_full(run) ? meeting->full : meeting->quick;
    if (run->games && deals > run->games) deals = run->games;
    bool there = deals > 0;
    for (int i = 0; there && i < 2 && meeting->models[i]; i++) {
        HeartsPerceptron *net = hearts_perceptron_open(meeting->models[i], NULL);
        there = net != NULL;
        hearts_perceptron_close(net);
    }
    if (!there) return true;
    HeartsMatchPlan plan = {.common = lab_match(run, meeting->players[0], meeting->players[1], deals)};
    MatchResult *result = calloc(1, sizeof *result);
    bool good = (result || error_set(err, "out of memory")) && hearts_rules_parse(meeting->rules, &plan.rules, err) &&
                hearts_match_run(&plan, result, err);
    if (good && result->totals.games) {
        const ArenaTotals *totals = &result->totals;
        HeartsDifference difference = hearts_match_difference(totals, HEARTS_SEATING_MIXED);
        text_addf(&table->rows, "%s\t%.2f\t%.2f\t%+.2f +- %.2f\t%.1f\t%.1f\t%" PRIu64 "\n", meeting->question,
                  hearts_match_stat(totals, 0, "points_per_hand"), hearts_match_stat(totals, 1, "points_per_hand"),
                  difference.mean, 1.96 * difference.standard_error,
                  100 * hearts_match_stat(totals, 0, "moon_conceded"),
                  100 * hearts_match_stat(totals, 1, "moon_conceded"), (uint64_t)totals->groups);
    }
    free(result);
    return good;
}

bool hearts_further(LabRun *run, Error *err) {
    if (!study_look_ahead(run, err)) return false;
    LabTable *table = lab_table(run, "Future work: the game as it is played, with cards hidden",
                                "first v. second\tfirst\tsecond\tdifference\tmoons\tmoons\tdeals");
    lab_table_about(table,
                    "Points a hand over the 14 mixed seatings of each deal; below 0 the first is better. Ten worlds a "
                    "decision.%s",
                    lab_full(run) ? "" : " --full plays more of these.");
    for (size_t i = 0; i < sizeof MEETINGS / sizeof *MEETINGS && !progress_interrupted(); i++)
        if (!meet(run, table, &MEETINGS[i], err)) return false;
    return true;
}
