// SPDX-License-Identifier: MIT
// What Sturtevant & White leave for later work, measured: other ways to look ahead, in play.
#include <stdio.h>

#include "base/progress.h"
#include "lab/hearts_internal.h"

// The three-wise learner of the queen against the expert, looking ahead in three ways; and learned with each.
static const struct {
    const char *model, *learned;
} LEARNERS[] = {{"td-queen-3", "max^n"}, {"td-queen-3-paranoid", "paranoid"}, {"td-queen-3-soft", "soft-max^n"}};
enum { LEARNER_COUNT = sizeof LEARNERS / sizeof *LEARNERS };

static bool add_row(LabRun *run, LabTable *table, int which, uint64_t deals, Error *err) {
    Error missing = {{0}};
    HeartsPerceptron *net = hearts_perceptron_open(LEARNERS[which].model, &missing);
    if (!net) return true; // an experiment whose model is not shipped is left out
    text_addf(&table->rows, "learned with %s", LEARNERS[which].learned);
    bool good = true;
    for (int algorithm = 0; good && algorithm < HEARTS_TRICK_ALGORITHMS; algorithm++) {
        HeartsDuel duel = {
            .side = {{.net = net, .algorithm = (HeartsTrickAlgorithm)algorithm}, {.player = "expert:solve=5"}},
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

bool hearts_further(LabRun *run, Error *err) {
    uint64_t deals = lab_size(run, 60, 1000);
    LabTable *table = lab_table(run, "Future work: other ways to look ahead, in learning and in play",
                                "learner\tmax^n\tparanoid\tsoft-max^n");
    lab_table_about(table,
                    "Points a hand of the three-wise learner of the queen against expert:solve=5, %llu deals x 14 "
                    "seatings, all cards open; below 3.25 it is ahead. Columns: how it looks ahead when it plays.",
                    (unsigned long long)deals);
    for (int i = 0; i < LEARNER_COUNT && !progress_interrupted(); i++)
        if (!add_row(run, table, i, deals, err)) return false;
    return true;
}
