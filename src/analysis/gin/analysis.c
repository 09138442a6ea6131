// SPDX-License-Identifier: MIT
#include "analysis/gin/analysis.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads/pool.h"

const double analysis_threshold[GRADES] = {0, 0.0075, 0.02, 0.05};

const char *analysis_grade_name(AnalysisGrade grade) {
    static const char *const names[GRADES] = {"fine", "inaccuracy", "mistake", "blunder"};
    return names[grade];
}

const char *analysis_luck_name(AnalysisLuck luck) {
    static const char *const names[LUCKS] = {"deal", "draws", "opponent", "showdown"};
    return names[luck];
}

struct Analyzer {
    AnalysisPlan plan;
    GinJudge judge;
    int rules;
    GinChances **chances; // one for each of the rules met
    Text note;
};

// NULL without memory, which is noted.
static void *reserve_zeroed(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size);
    if (!block) memory_note_short();
    return block;
}

Analyzer *analyzer_open(const AnalysisPlan *plan, Error *err) {
    GinJudge judge;
    if (!gin_judge_open(plan->judge, plan->estimator, plan->worlds, &judge, err)) return NULL;
    Analyzer *analyzer = reserve_zeroed(1, sizeof *analyzer);
    if (!analyzer) {
        gin_judge_close(&judge);
        memory_sufficed(err);
        return NULL;
    }
    analyzer->plan = *plan;
    analyzer->judge = judge;
    return analyzer;
}

void analyzer_close(Analyzer *analyzer) {
    if (!analyzer) return;
    for (int i = 0; i < analyzer->rules; i++) gin_chances_close(analyzer->chances[i]);
    free(analyzer->chances);
    gin_judge_close(&analyzer->judge);
    text_free(&analyzer->note);
    free(analyzer);
}

const char *analyzer_note(const Analyzer *analyzer) { return analyzer->note.data ? analyzer->note.data : ""; }

// The game under these rules, solved when they are met for the first time. Its chance does not depend on the plan's
// seed: two analyses of a game must agree on what a score is worth.
static const GinChances *chances_for(Analyzer *analyzer, const GinRules *rules) {
    for (int i = 0; i < analyzer->rules; i++)
        if (gin_rules_equal(gin_chances_rules(analyzer->chances[i]), rules)) return analyzer->chances[i];
    GinChances **more = realloc(analyzer->chances, (size_t)(analyzer->rules + 1) * sizeof *more);
    if (!more) {
        memory_note_short();
        return NULL;
    }
    analyzer->chances = more;
    more[analyzer->rules] = gin_judge_chances(&analyzer->judge, rules);
    if (!more[analyzer->rules]) return NULL;
    gin_player_note(&analyzer->judge.player, rules, &analyzer->note);
    return more[analyzer->rules++];
}

static bool is_judged(const AnalysisPlan *plan, const GinRecord *record, int seat) {
    const char number[2] = {(char)('0' + seat), '\0'};
    return !plan->player || strcmp(plan->player, record->player[seat]) == 0 || strcmp(plan->player, number) == 0;
}

// ---- What there is to judge ----

static bool is_decision(const GinState *state, const GinAction *played) {
    GinAction actions[GIN_MAX_CANDIDATES];
    return gin_candidates(state, played, actions) > 1;
}

// Finds the decisions of a record. False without memory.
static bool gin_find_steps(const AnalysisPlan *plan, const GinRecord *record, AnalysisHand *hand) {
    GinState state;
    int turn = 0;
    *hand = (AnalysisHand){.record = record, .step = reserve_zeroed((size_t)record->actions, sizeof(AnalysisStep))};
    if (!hand->step) return false;
    for (int seat = 0; seat < GIN_SEATS; seat++) hand->seat[seat].judged = is_judged(plan, record, seat);
    gin_record_deal(record, &state, NULL);
    for (int i = 0; i < record->actions; i++) {
        Seat seat = state.table.to_act;
        turn += state.table.phase <= GIN_DRAW;
        if (hand->seat[seat].judged && is_decision(&state, &record->action[i])) {
            AnalysisStep *step = &hand->step[hand->count++];
            step->action = i;
            step->turn = turn;
            step->seat = seat;
            step->table = state.table;
            step->hand = state.hand[seat];
            step->opponent = state.hand[seat ^ 1];
            step->drawn = state.drawn;
            step->played = record->action[i];
        }
        gin_apply(&state, NULL, &record->action[i]);
    }
    return true;
}

typedef struct Task {
    AnalysisHand *hand;
    AnalysisStep *step;
    const GinChances *chances;
} Task;

typedef struct Work {
    const Analyzer *analyzer;
    Task *task;
    int count;
    atomic_int next;
    atomic_int done;
    Progress *progress; // shown by the calling thread
    uint64_t before;
} Work;

static AnalysisGrade grade_of_verdict(const GinVerdict *verdict) {
    AnalysisGrade grade = GRADE_FINE;
    for (int i = GRADE_INACCURACY; i < GRADES; i++)
        if (verdict->cost.win >= analysis_threshold[i]) grade = (AnalysisGrade)i;
    return grade;
}

// The same decision has the same chance wherever its record lies.
static uint64_t judgement_key(uint64_t seed, const GinRecord *record, int action) {
    uint64_t key = rng_key(seed, record->game, record->hand);
    for (int i = 0; i < CARD_COUNT; i += 4) key = rng_fold(key, record->deck[i]);
    return rng_fold(key, (uint64_t)action);
}

static void judge_step(const Analyzer *analyzer, const Task *task) {
    const GinRecord *record = task->hand->record;
    AnalysisStep *step = task->step;
    GinState state;
    GinHistory history;
    gin_record_deal(record, &state, &history);
    for (int i = 0; i < step->action; i++) gin_apply(&state, &history, &record->action[i]);
    gin_judge(&analyzer->judge, task->chances, &state, &history, &step->played,
              judgement_key(analyzer->plan.seed, record, step->action), &step->verdict);
    step->grade = grade_of_verdict(&step->verdict);
}

static void judge_part(void *context, int index) {
    Work *work = context;
    for (int at; (at = atomic_fetch_add(&work->next, 1)) < work->count && !progress_interrupted();) {
        judge_step(work->analyzer, &work->task[at]);
        int done = atomic_fetch_add(&work->done, 1) + 1;
        if (index == 0 && work->progress) progress_update(work->progress, work->before + (uint64_t)done);
    }
}

// ---- Luck and skill ----

// What a seat has been through so far.
typedef struct Ledger {
    GinWorth last;  // what the position was worth after its last decision
    GinWorth given; // by the opponent since
    int decisions;
    int action; // number of the last one
} Ledger;

// Records the position's value; its change since the last decision, minus what the opponent gave away, is luck.
static GinWorth gin_book_luck(AnalysisSeat *seat, Ledger *ledger, GinWorth now, AnalysisLuck source) {
    GinWorth luck = gin_worth_less(gin_worth_less(now, ledger->last), ledger->given);
    seat->from[source] = gin_worth_sum(seat->from[source], luck);
    seat->luck = gin_worth_sum(seat->luck, luck);
    ledger->given = (GinWorth){0, 0};
    return luck;
}

static void book_skill(AnalysisSeat *seat, Ledger *opponent, GinWorth skill) {
    seat->skill = gin_worth_sum(seat->skill, skill);
    opponent->given = gin_worth_less(opponent->given, skill);
}

static void book_step(AnalysisHand *hand, Ledger ledger[2], AnalysisStep *step) {
    AnalysisSeat *seat = &hand->seat[step->seat];
    Ledger *own = &ledger[step->seat];
    bool drew = own->decisions && step->table.phase == GIN_DISCARD && own->action == step->action - 1;
    step->source = !own->decisions ? LUCK_DEAL : drew ? LUCK_DRAW : LUCK_TURN;
    step->luck = gin_book_luck(seat, own, step->verdict.level, step->source);
    book_skill(seat, &ledger[step->seat ^ 1], step->verdict.skill);
    seat->cost = gin_worth_sum(seat->cost, step->verdict.cost);
    own->last = step->verdict.actual;
    own->action = step->action;
    own->decisions++;
    seat->decisions++;
    seat->grade[step->grade]++;
}

// A forfeit loses the game at once and makes no points. What an unfinished hand has come to, its decisions say later.
static GinWorth final_worth(const GinChances *chances, const GinRecord *record, const GinState *over, Seat seat) {
    if (record->unfinished) return (GinWorth){0, 0};
    if (record->faulty >= 0) return (GinWorth){0, record->faulty == seat ? 0 : 1};
    return gin_chances_after(chances, over, seat);
}

// A forfeit counts as a decision that costs all the winning chance the seat still had.
static void book_fault(AnalysisHand *hand, Ledger ledger[2], Seat seat) {
    if (!hand->seat[seat].judged) return;
    GinWorth left = gin_worth_sum(ledger[seat].last, ledger[seat].given);
    book_skill(&hand->seat[seat], &ledger[seat ^ 1], gin_worth_less(hand->seat[seat].result, left));
    ledger[seat].last = gin_worth_less(hand->seat[seat].result, ledger[seat].given);
}

static void balance(AnalysisHand *hand, const GinChances *chances) {
    const GinRecord *record = hand->record;
    GinState over;
    Ledger ledger[2] = {{.decisions = 0}, {.decisions = 0}};
    gin_record_deal(record, &over, NULL);
    for (int i = 0; i < record->actions; i++) gin_apply(&over, NULL, &record->action[i]);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        hand->seat[seat].expected = gin_chances_before(chances, record->score, record->starter, (Seat)seat);
        hand->seat[seat].result = final_worth(chances, record, &over, (Seat)seat);
        ledger[seat].last = hand->seat[seat].expected;
    }
    for (int i = 0; i < hand->count; i++) book_step(hand, ledger, &hand->step[i]);
    if (record->faulty >= 0) book_fault(hand, ledger, (Seat)record->faulty);
    for (int seat = 0; seat < GIN_SEATS && record->unfinished; seat++) // as far as it went: no more luck
        hand->seat[seat].result = gin_worth_sum(ledger[seat].last, ledger[seat].given);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        bool knocked = record->faulty < 0 && over.result.end != GIN_CANCELLED && over.result.knocker == seat;
        AnalysisLuck source = knocked ? LUCK_SHOW : ledger[seat].decisions ? LUCK_TURN : LUCK_DEAL;
        gin_book_luck(&hand->seat[seat], &ledger[seat], hand->seat[seat].result, source);
    }
}

// The decisions of all hands as tasks, with the chances of their rules. False without memory.
static bool find_tasks(Analyzer *analyzer, const GinRecord *records, int count, AnalysisHand *hands, Work *job) {
    int tasks = 0;
    for (int i = 0; i < count; i++) hands[i] = (AnalysisHand){0};
    for (int i = 0; i < count; i++) {
        if (!gin_find_steps(&analyzer->plan, &records[i], &hands[i])) return false;
        tasks += hands[i].count;
    }
    job->task = reserve_zeroed((size_t)tasks, sizeof(Task));
    for (int i = 0; job->task && i < count; i++) {
        const GinChances *chances = chances_for(analyzer, &records[i].rules);
        if (!chances) return false;
        for (int j = 0; j < hands[i].count; j++)
            job->task[job->count++] = (Task){&hands[i], &hands[i].step[j], chances};
    }
    return job->task != NULL;
}

bool analyzer_hands(Analyzer *analyzer, const GinRecord *records, int count, AnalysisHand *hands, Progress *progress,
                    uint64_t *done, Error *err) {
    Work job = {.analyzer = analyzer, .progress = progress};
    job.before = done ? *done : 0;
    bool good =
        find_tasks(analyzer, records, count, hands, &job) && pool_run(analyzer->plan.threads, judge_part, &job, err);
    good = memory_sufficed(err) && good;
    if (good && progress_interrupted()) good = error_set(err, "%s", ""); // decisions under way were given up
    for (int i = 0; i < count; i++) {
        if (good)
            balance(&hands[i], chances_for(analyzer, &records[i].rules));
        else
            analysis_hand_free(&hands[i]);
    }
    if (done) *done += (uint64_t)job.count;
    free(job.task);
    return good;
}

void analysis_hand_free(AnalysisHand *hand) {
    free(hand->step);
    *hand = (AnalysisHand){0};
}

void analysis_add(AnalysisSeat *sum, const AnalysisSeat *hand) {
    sum->judged = sum->judged || hand->judged;
    sum->expected = gin_worth_sum(sum->expected, hand->expected);
    sum->result = gin_worth_sum(sum->result, hand->result);
    sum->skill = gin_worth_sum(sum->skill, hand->skill);
    sum->luck = gin_worth_sum(sum->luck, hand->luck);
    sum->cost = gin_worth_sum(sum->cost, hand->cost);
    for (int i = 0; i < LUCKS; i++) sum->from[i] = gin_worth_sum(sum->from[i], hand->from[i]);
    sum->decisions += hand->decisions;
    for (int i = 0; i < GRADES; i++) sum->grade[i] += hand->grade[i];
}
