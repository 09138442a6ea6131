// SPDX-License-Identifier: MIT
// A look back at the hand just played: the same analysis as `deadwood analyze`, with a small budget.
#include <stdlib.h>
#include <string.h>

#include "app/gin/play/play_words.h"
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

// ---- The whole game ----

// What a step did, for a curve: the mistake, or where luck came from afterwards.
static void add_step_words(Text *words, CardWriter write, const AnalysisStep *step, const AnalysisStep *next) {
    words_move(words, write, &step->table, &step->played);
    if (step->grade != GRADE_FINE) {
        text_addf(words, ", %s, costs %.1f%%; better ", analysis_grade_name(step->grade), 100 * step->verdict.cost.win);
        words_move(words, write, &step->table, &step->verdict.candidate[0].action);
    } else if (next) {
        text_addf(words, ", then luck: %s", analysis_luck_name(next->source));
    }
}

static void gin_curve_add_hand(GameCurve *curve, CardWriter write, const AnalysisHand *hand) {
    for (int i = 0; i < hand->count; i++) {
        const AnalysisStep *step = &hand->step[i];
        if (step->seat != PLAY_YOU) continue;
        CurvePoint point = {.win = step->verdict.level.win, .hand = (int)hand->record->hand + 1, .turn = step->turn};
        if (step->grade != GRADE_FINE) point.cost = step->verdict.cost.win;
        add_step_words(&point.words, write, step, i + 1 < hand->count ? &hand->step[i + 1] : NULL);
        curve_add(curve, &point);
    }
}

static bool add_lines(PlayGame *game, Analyzer *analyzer, const char *lines, CardWriter write, GameCurve *curve,
                      Error *err) {
    GinRecord *pair = calloc(2, sizeof *pair);
    GinPast past = {0};
    bool good = pair || error_set(err, "out of memory");
    for (int read = 0; good && *lines; lines += strcspn(lines, "\n") + 1) {
        GinRecord *record = &pair[read % 2];
        AnalysisHand hand;
        Text line = {0};
        text_add_bytes(&line, lines, strcspn(lines, "\n"));
        good = gin_record_parse(line.data, record, err);
        text_free(&line);
        if (!good || record->game != game->table.seed) continue; // a game before this one in the same file
        if (read) gin_record_link(&pair[(read + 1) % 2], record, &past);
        read++;
        good = analyzer_hands(analyzer, record, 1, &hand, NULL, NULL, err);
        if (good) gin_curve_add_hand(curve, write, &hand);
        if (good) analysis_hand_free(&hand);
    }
    gin_past_close(&past);
    free(pair);
    return good;
}

bool play_curve(PlayTable *table, CardWriter write, GameCurve *curve, Error *err) {
    PlayGame *game = (PlayGame *)table;
    curve->points = 0;
    if (!play_open_judge(game, err)) return false;
    AnalysisPlan plan = {
        .judge = game->judge_spec,
        .estimator = GIN_JUDGE_ESTIMATOR,
        .worlds = game->judge.worlds / 2,
        .player = "0",
        .seed = 1,
        .threads = pool_cores(),
    };
    Text lines = {0};
    if (table->hands.data) text_add(&lines, table->hands.data);
    table->kind->record(table, &lines);
    Analyzer *analyzer = analyzer_open(&plan, err);
    bool good = analyzer && add_lines(game, analyzer, lines.data, write, curve, err);
    analyzer_close(analyzer);
    text_free(&lines);
    if (good && play_winner(game) >= 0)
        curve_add(curve, &(CurvePoint){.win = play_winner(game) == PLAY_YOU, .hand = (int)game->hand + 1});
    if (!good) curve_close(curve);
    return good;
}
