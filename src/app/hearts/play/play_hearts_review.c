// SPDX-License-Identifier: MIT
// A look back at the hand just played: the same analysis as `deadwood analyze`, with a small budget.
#include <stdlib.h>
#include <string.h>

#include "analysis/hearts/hearts_analysis.h"
#include "app/hearts/play/play_hearts.h"
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

// ---- The whole game ----

// The chance to win at this score, before a hand or after the last one.
static double win_at(const HeartsOdds *odds, const int16_t score[HEARTS_SEATS]) {
    int now[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) now[seat] = score[seat];
    return hearts_odds_win(odds, now, SITTING_YOU);
}

// One point a hand: the chance to win before it, and the costliest decision in it.
static void hearts_curve_add_hand(GameCurve *curve, CardWriter write, const HeartsOdds *odds,
                                  const HeartsAnalysis *hand) {
    const HeartsStep *worst = hearts_worst_below(hand, 1e9);
    CurvePoint point = {.win = win_at(odds, hand->record->score), .hand = (int)hand->record->hand + 1};
    text_addf(&point.words, "%d points", hand->record->points[SITTING_YOU]);
    if (worst) {
        point.turn = worst->trick;
        point.cost = worst->cost;
        text_addf(&point.words, worst->trick ? "; trick %d: " : "; the pass: ", worst->trick);
        hearts_analysis_step(&point.words, write, worst);
    }
    curve_add(curve, &point);
}

bool sitting_curve(PlayTable *table, CardWriter write, GameCurve *curve, Error *err) {
    Sitting *game = (Sitting *)table;
    HeartsAnalysisPlan plan = {.worlds = SITTING_WORLDS, .seed = 1, .threads = pool_cores(), .player = "0"};
    HeartsRecord *record = calloc(1, sizeof *record);
    Text lines = {0};
    curve->points = 0;
    if (table->hands.data) text_add(&lines, table->hands.data);
    table->kind->record(table, &lines);
    bool good = (record && sitting_count_odds(game)) || error_set(err, "out of memory");
    for (const char *at = lines.data; good && *at; at += strcspn(at, "\n") + 1) {
        HeartsAnalysis hand;
        Text line = {0};
        text_add_bytes(&line, at, strcspn(at, "\n"));
        good = hearts_record_parse(line.data, record, err);
        text_free(&line);
        if (!good || record->game != table->seed) continue; // a game before this one in the same file
        good = hearts_analysis_hands(&plan, record, 1, &hand, NULL, NULL, err);
        if (good) hearts_curve_add_hand(curve, write, game->odds, &hand);
        if (good) hearts_analysis_free(&hand);
    }
    text_free(&lines);
    free(record);
    if (!good) {
        curve_close(curve);
        return false;
    }
    int score[HEARTS_SEATS];
    int16_t now[HEARTS_SEATS];
    sitting_score(game, score);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) now[seat] = (int16_t)score[seat];
    curve_add(curve, &(CurvePoint){.win = win_at(game->odds, now), .hand = (int)game->hand + 1});
    return true;
}
