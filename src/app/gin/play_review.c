// SPDX-License-Identifier: MIT
// A look back at the hand just played: the same analysis as `deadwood analyze`, with a small budget.
#include <stdlib.h>

#include "app/gin/play_words.h"
#include "base/threads/pool.h"

static const AnalysisStep *gin_worst_below(const AnalysisHand *hand, double most) {
    const AnalysisStep *worst = NULL;
    for (int i = 0; i < hand->count; i++) {
        const AnalysisStep *step = &hand->step[i];
        double cost = step->verdict.cost.win;
        if (step->grade == GRADE_FINE || cost >= most) continue;
        if (!worst || cost > worst->verdict.cost.win) worst = step;
    }
    return worst;
}

static void gin_review_add_line(Text *line, CardWriter write, const AnalysisStep *step) {
    text_addf(line, "turn %d: ", step->turn);
    words_move(line, write, &step->table, &step->played);
    text_addf(line, ", %s (%.1f points); better ", analysis_grade_name(step->grade), step->verdict.cost.points);
    words_move(line, write, &step->table, &step->verdict.candidate[0].action);
}

int play_review(PlayTable *table, CardWriter write, Text *head, Text *lines, int most) {
    PlayGame *game = (PlayGame *)table;
    static GinRecord record; // for its size
    Text line = {0};
    Error err = {{0}};
    AnalysisHand hand;
    if (!play_open_judge(game, &err)) {
        text_addf(head, "No review: %s", err.text);
        return 0;
    }
    AnalysisPlan plan = {
        .judge = game->judge_spec,
        .estimator = GIN_JUDGE_ESTIMATOR,
        .worlds = game->judge.worlds,
        .player = "0",
        .seed = 1,
        .threads = pool_cores(),
    };
    table->kind->record(table, &line);
    bool good = gin_record_parse(line.data, &record, &err);
    text_free(&line);
    Analyzer *analyzer = good ? analyzer_open(&plan, &err) : NULL;
    int count = 0;
    if (analyzer && analyzer_hands(analyzer, &record, 1, &hand, NULL, NULL, &err)) {
        words_grades(head, hand.seat[PLAY_YOU].grade);
        text_addf(head, "; skill %+.1f points, luck ", hand.seat[PLAY_YOU].skill.points);
        words_points(head, hand.seat[PLAY_YOU].luck.points);
        double below = 2;
        for (const AnalysisStep *step; count < most && (step = gin_worst_below(&hand, below)); count++) {
            lines[count] = (Text){0};
            gin_review_add_line(&lines[count], write, step);
            below = step->verdict.cost.win;
        }
        analysis_hand_free(&hand);
    } else {
        text_addf(head, "No review: %s", err.text);
    }
    analyzer_close(analyzer);
    return count;
}
