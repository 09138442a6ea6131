// SPDX-License-Identifier: MIT
// A look back at the hand just played: the same analysis as `deadwood analyze`, with a small budget.
#include <stdlib.h>
#include <string.h>

#include "analysis/hearts/hearts_analysis.h"
#include "app/hearts/play/play_hearts.h"
#include "base/threads/pool.h"
#include "coach/hearts/hearts_advice.h"

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

static CurvePoint hearts_point_of(CardWriter write, const HeartsRecord *record, const HeartsStep *step) {
    CurvePoint point = {.hand = (int)record->hand + 1, .turn = step->trick};
    if (step->grade != GRADE_FINE) point.cost = step->cost;
    text_add(&point.words, step->trick ? "" : "pass ");
    hearts_analysis_step(&point.words, write, step);
    return point;
}

// A point a decision that had a choice: the chance to win with the best of them.
static bool hearts_curve_add_hand(GameCurve *curve, CardWriter write, const HeartsOdds *odds,
                                  const HeartsAnalysis *hand, Error *err) {
    HeartsState state;
    HeartsLog log;
    hearts_record_deal(hand->record, &state, &log);
    for (int i = 0, at = 0; i < hand->count; i++) {
        const HeartsStep *step = &hand->step[i];
        for (; at < step->action; at++) hearts_apply(&state, &log, &hand->record->action[at]);
        if (step->seat != SITTING_YOU) continue;
        HeartsView view = hearts_view(&state, &log, SITTING_YOU);
        CurvePoint point = hearts_point_of(write, hand->record, step);
        uint64_t key = rng_key(hand->record->game, hand->record->hand, (uint64_t)step->action);
        if (!hearts_advice_win(odds, &view, &step->verdict.choice[0], key, &point.win)) {
            text_free(&point.words);
            return error_set(err, "out of memory");
        }
        curve_add(curve, &point);
    }
    return true;
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
        if (!good) break;
        good = hearts_curve_add_hand(curve, write, game->odds, &hand, err);
        hearts_analysis_free(&hand);
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
