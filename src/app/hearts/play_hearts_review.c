// SPDX-License-Identifier: MIT
// A look back at the hand just played: the same analysis as `deadwood analyze`, with a small budget.
#include "analysis/hearts/hearts_analysis.h"
#include "app/hearts/play_hearts.h"
#include "base/threads/pool.h"

static const HeartsStep *hearts_worst_below(const HeartsAnalysis *hand, double most) {
    const HeartsStep *worst = NULL;
    for (int i = 0; i < hand->count; i++) {
        const HeartsStep *step = &hand->step[i];
        if (step->grade == GRADE_FINE || step->cost >= most) continue;
        if (!worst || step->cost > worst->cost) worst = step;
    }
    return worst;
}

static void hearts_review_add_line(Text *line, CardWriter write, const HeartsStep *step) {
    if (step->trick)
        text_addf(line, "trick %d: ", step->trick);
    else
        text_add(line, "pass: ");
    hearts_analysis_step(line, write, step);
}

int sitting_review(PlayTable *table, CardWriter write, Text *head, Text *lines, int most) {
    static HeartsRecord record; // for its size
    HeartsAnalysisPlan plan = {.worlds = 2 * SITTING_WORLDS, .seed = 1, .threads = pool_cores(), .player = "0"};
    HeartsAnalysis hand;
    Text line = {0};
    Error err = {{0}};
    int count = 0;
    table->kind->record(table, &line);
    bool good = hearts_record_parse(line.data, &record, &err);
    text_free(&line);
    if (!good || !hearts_analysis_hands(&plan, &record, 1, &hand, NULL, NULL, &err)) {
        text_addf(head, "No review: %s", err.text);
        return 0;
    }
    const HeartsSeatSum *sum = &hand.seat[SITTING_YOU];
    words_grades(head, sum->grade);
    text_addf(head, " in %d decision%s", sum->decisions, sum->decisions == 1 ? "" : "s");
    if (sum->cost > 0) text_addf(head, ", cost %.1f points", sum->cost);
    text_add(head, "; luck ");
    words_points(head, sum->book.luck);
    double below = 1e9;
    for (const HeartsStep *step; count < most && (step = hearts_worst_below(&hand, below)); count++) {
        lines[count] = (Text){0};
        hearts_review_add_line(&lines[count], write, step);
        below = step->cost;
    }
    hearts_analysis_free(&hand);
    return count;
}
