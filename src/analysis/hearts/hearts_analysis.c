// SPDX-License-Identifier: MIT
#include "analysis/hearts/hearts_analysis.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads/pool.h"
#include "base/threads/progress.h"

const double hearts_analysis_threshold[GRADES] = {0, 0.3, 1, 3};

// ---- Which decisions ----

static bool is_asked_for(const HeartsAnalysisPlan *plan, const HeartsRecord *record, int seat) {
    const char number[2] = {(char)('0' + seat), '\0'};
    return !plan->player || strcmp(plan->player, number) == 0 || strcmp(plan->player, record->player[seat]) == 0;
}

// Actions before somebody was taken out.
static int good_actions(const HeartsRecord *record) {
    int passes = hearts_record_passes(record), end = record->actions;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (record->fault[seat] && passes + record->fault_at[seat] < end) end = passes + record->fault_at[seat];
    return end;
}

static void hearts_find_steps(const HeartsRecord *record, HeartsAnalysis *hand) {
    HeartsState state;
    int end = good_actions(record);
    hearts_record_deal(record, &state, NULL);
    for (int i = 0; i < end; i++) {
        Seat seat = state.table.to_act;
        bool passing = state.table.phase == HEARTS_PASSING;
        bool choice = passing || set_rest(hearts_legal(&state));
        if (choice && hand->seat[seat].judged)
            hand->step[hand->count++] = (HeartsStep){.action = i,
                                                     .trick = passing ? 0 : state.table.tricks + 1,
                                                     .seat = seat,
                                                     .played = record->action[i],
                                                     .hand = state.hand[seat]};
        hearts_apply(&state, NULL, &record->action[i]);
    }
}

static bool begin_analysis(const HeartsAnalysisPlan *plan, const HeartsRecord *record, HeartsAnalysis *hand) {
    *hand = (HeartsAnalysis){.record = record, .step = calloc(HEARTS_MAX_ACTIONS, sizeof(HeartsStep))};
    if (!hand->step) return false;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        hand->seat[seat] = (HeartsSeatSum){
            .judged = is_asked_for(plan, record, seat), .hands = !record->unfinished, .points = record->points[seat]};
    hearts_find_steps(record, hand);
    return true;
}

// ---- Judging ----

typedef struct Work {
    const HeartsAnalysisPlan *plan;
    HeartsEvaluation evaluation;
    HeartsAnalysis *hands;
    int accounts;    // one a hand; they are made first, for they take longest
    int count;       // decisions of all hands
    int (*where)[2]; // hand and step of each
    atomic_int next, done;
    atomic_bool failed; // memory is out
    Progress *progress;
    uint64_t before;
} Work;

static AnalysisGrade grade_of_cost(double cost) {
    int grade = GRADE_FINE;
    while (grade + 1 < GRADES && cost >= hearts_analysis_threshold[grade + 1]) grade++;
    return (AnalysisGrade)grade;
}

static bool judge_hearts_step(const Work *work, const HeartsRecord *record, HeartsStep *step) {
    HeartsState state;
    HeartsLog log;
    hearts_record_deal(record, &state, &log);
    memset(state.fault, 0, sizeof state.fault); // known later
    for (int i = 0; i < step->action; i++) hearts_apply(&state, &log, &record->action[i]);
    HeartsView view = hearts_view(&state, &log, step->seat);
    uint64_t key = rng_key(work->plan->seed, record->game, rng_fold(record->hand, (uint64_t)step->action));
    if (!hearts_judge(&work->evaluation, &view, work->plan->worlds, &step->played, key, &step->verdict)) return false;
    step->cost = hearts_verdict_cost(&step->verdict);
    step->grade = grade_of_cost(step->cost);
    return true;
}

// `expected` of the account is there already.
static bool make_account(const Work *work, HeartsAnalysis *hand) {
    const HeartsRecord *record = hand->record;
    double expected[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) expected[seat] = hand->account.seat[seat].expected;
    uint64_t key = rng_key(work->plan->seed, record->game, record->hand);
    return hearts_account(record, expected, work->plan->worlds, key, &hand->account);
}

static void work_on(void *context, int index) {
    Work *work = context;
    for (int i; !progress_interrupted() && (i = atomic_fetch_add(&work->next, 1)) < work->accounts + work->count;) {
        bool account = i < work->accounts;
        const int *where = account ? NULL : work->where[i - work->accounts];
        HeartsAnalysis *hand = &work->hands[account ? i : where[0]];
        bool good = account ? make_account(work, hand) : judge_hearts_step(work, hand->record, &hand->step[where[1]]);
        if (!good) atomic_store(&work->failed, true);
        int done = atomic_fetch_add(&work->done, 1) + 1 - work->accounts;
        if (index == 0 && work->progress && done > 0) progress_update(work->progress, work->before + (uint64_t)done);
    }
}

static void add_up_costs(HeartsAnalysis *hand) {
    for (int i = 0; i < hand->count; i++) {
        const HeartsStep *step = &hand->step[i];
        HeartsSeatSum *sum = &hand->seat[step->seat];
        sum->decisions++;
        sum->grade[step->grade]++;
        sum->cost += step->cost;
        double error = step->verdict.choice[step->verdict.played].behind_error;
        if (step->cost > 0) sum->variance += error * error;
    }
    for (int seat = 0; hand->account.made && seat < HEARTS_SEATS; seat++)
        hand->seat[seat].book = hand->account.seat[seat];
}

// What hands are worth before the deal, once for the hands of a game that pass the same way.
static void expect_points(HeartsAnalysis *hands, int count) {
    double known[HEARTS_SEATS][HEARTS_SEATS];
    const HeartsRules *rules[HEARTS_SEATS] = {0};
    for (int i = 0; i < count; i++) {
        const HeartsRecord *record = hands[i].record;
        int way = (int)(record->hand % HEARTS_SEATS);
        if (!rules[way] || !hearts_rules_equal(rules[way], &record->rules))
            hearts_expected(rules[way] = &record->rules, record->hand, known[way]);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) hands[i].account.seat[seat].expected = known[way][seat];
    }
}

static bool analyse_hands(Work *work, const HeartsAnalysisPlan *plan, int hands, Error *err) {
    int most = hands * HEARTS_MAX_ACTIONS;
    work->where = malloc((size_t)most * sizeof *work->where);
    if (!work->where) return error_set(err, "out of memory");
    for (int i = 0; i < hands; i++)
        for (int j = 0; j < work->hands[i].count; j++, work->count++) {
            work->where[work->count][0] = i;
            work->where[work->count][1] = j;
        }
    work->accounts = hands;
    expect_points(work->hands, hands);
    bool good = pool_run(plan->threads, work_on, work, err);
    if (good && atomic_load(&work->failed)) good = error_set(err, "out of memory");
    if (good && progress_interrupted()) good = error_set(err, "%s", ""); // decisions under way were given up
    free(work->where);
    return good;
}

bool hearts_analysis_hands(const HeartsAnalysisPlan *plan, const HeartsRecord *records, int count,
                           HeartsAnalysis *hands, Progress *progress, uint64_t *done, Error *err) {
    Work work = {.plan = plan, .hands = hands, .progress = progress, .before = done ? *done : 0};
    int begun = 0;
    bool good = hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &work.evaluation, err);
    for (; good && begun < count; begun++)
        if (!begin_analysis(plan, &records[begun], &hands[begun])) good = error_set(err, "out of memory");
    good = good && analyse_hands(&work, plan, count, err);
    for (int i = 0; i < begun; i++) {
        if (good)
            add_up_costs(&hands[i]);
        else
            hearts_analysis_free(&hands[i]);
    }
    if (done) *done += (uint64_t)work.count;
    hearts_evaluation_close(&work.evaluation);
    return good;
}

void hearts_analysis_free(HeartsAnalysis *hand) {
    free(hand->step);
    *hand = (HeartsAnalysis){0};
}

void hearts_analysis_add(HeartsSeatSum *sum, const HeartsSeatSum *hand) {
    sum->judged = sum->judged || hand->judged;
    sum->hands += hand->hands;
    sum->points += hand->points;
    sum->decisions += hand->decisions;
    for (int i = 0; i < GRADES; i++) sum->grade[i] += hand->grade[i];
    sum->cost += hand->cost;
    sum->variance += hand->variance;
    hearts_book_add(&sum->book, &hand->book);
}
