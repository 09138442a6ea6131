// SPDX-License-Identifier: MIT
// Hands of Hearts judged after they were played: what each decision cost in points of the hand.
//
// Every decision with a choice is judged from what its seat could see (hearts/players/search/judge.h): the best card by
// one half of the sampled worlds is compared with the card that was played in the other half. A difference above 2.5
// standard errors is a cost; a smaller one may be noise and counts 0. Nothing is judged after a seat was taken out of a
// hand. hearts_luck.h splits the points into skill and luck.
#ifndef DEADWOOD_ANALYSIS_HEARTS_HEARTS_ANALYSIS_H
#define DEADWOOD_ANALYSIS_HEARTS_HEARTS_ANALYSIS_H

#include "analysis/gin/analysis_words.h"
#include "analysis/hearts/hearts_luck.h"
#include "base/text/json.h"
#include "hearts/players/search/judge.h"
#include "hearts/record.h"

enum { HEARTS_ANALYSIS_WORLDS = 1000 };

// The least cost in points for each AnalysisGrade: 0.3, 1 and 3.
extern const double hearts_analysis_threshold[GRADES];

typedef struct HeartsStep {
    int action; // its number in the record
    int trick;  // from 1, or 0 for the pass
    Seat seat;
    HeartsAction played;
    CardSet hand; // of the seat
    HeartsVerdict verdict;
    double cost; // points, 0 where the card was as good as any
    AnalysisGrade grade;
} HeartsStep;

typedef struct HeartsSeatSum {
    bool judged;
    int hands, points; // played, and what came of them
    int decisions, grade[GRADES];
    double cost, variance; // of all decisions together; variance: standard error squared
    HeartsBook book;       // skill and luck, of the hands that have an account
} HeartsSeatSum;

// A hand; `record` is borrowed.
typedef struct HeartsAnalysis {
    const HeartsRecord *record;
    int count;
    HeartsStep *step;
    HeartsSeatSum seat[HEARTS_SEATS];
    HeartsAccount account;
} HeartsAnalysis;

typedef struct HeartsAnalysisPlan {
    int worlds; // for a decision
    uint64_t seed;
    int threads;
    const char *player; // judge this one only: a name as recorded, or a seat, "0" to "3"; NULL: all
} HeartsAnalysisPlan;

// Judges hands; results do not depend on the number of threads. The caller ends hands[i] with hearts_analysis_free.
// False with err set if threads or memory run out or (with an empty err) on Ctrl-C; then nothing is left to free.
// `progress` counts decisions from *done on; both may be NULL.
bool hearts_analysis_hands(const HeartsAnalysisPlan *plan, const HeartsRecord *records, int count,
                           HeartsAnalysis *hands, Progress *progress, uint64_t *done, Error *err);
void hearts_analysis_free(HeartsAnalysis *hand);
void hearts_analysis_add(HeartsSeatSum *sum, const HeartsSeatSum *hand);

// ---- Reports (hearts_analysis_report.c) ----

// One decision: "KS, mistake: cost 2.1 +- 0.3; better 4S".
void hearts_analysis_step(Text *text, CardWriter write, const HeartsStep *step);

// A hand: its head, its mistakes or (`all`) every decision, skill and luck.
void hearts_analysis_text(Text *text, CardWriter write, const HeartsAnalysis *hand, bool all);
void hearts_analysis_json(Json *json, const HeartsAnalysis *hand);

// The cards of a choice in trick order; a seat's name, with its number where another has the same.
void hearts_analysis_choice(Text *text, CardWriter write, const HeartsChoice *choice);
void hearts_analysis_name(Text *text, const HeartsRecord *record, int seat);

// A page: any number of hands in a body, then the page around it with the players' sums on top.
// (hearts_analysis_html.c)
void hearts_analysis_html_hand(Text *body, const HeartsAnalysis *hand);
void hearts_analysis_html_page(Text *page, const HeartsAnalysisPlan *plan, char *const *names,
                               const HeartsSeatSum *sums, int count, const Text *body);

// A sentence on a player, and the same as members of a JSON object.
void hearts_analysis_summary(Text *text, const char *name, const HeartsSeatSum *sum);
void hearts_analysis_sum_json(Json *json, const char *name, const HeartsSeatSum *sum);

#endif
