// SPDX-License-Identifier: MIT
// Games judged after they were played: what each decision cost, and what was luck.
//
// For a seat and a hand, with every number from that seat's side,
//
//     result = expected + skill - opponent's skill + luck                                    (the identity)
//
// exactly, in points and in the chance to win the game. `expected` is what the hand was worth before the deal (0 points
// but for the starter's edge; the chance to win at that score), `skill` is what the seat's own decisions gained on
// those of the judge's player. Luck is the rest, split by source: the change in the position's value from one decision
// of the seat to its next, minus what the opponent gave away in between. Luck of one seat is minus that of the other;
// chances to win add up from hand to hand until the game is won (1) or lost (0).
//
// Skill is measured against the judge's player, not the best move, because only that makes luck 0 on average: all
// values assume that this player continues for both sides, so they include its errors. Against the best move those
// errors would appear as luck: good luck for the seat about to decide, bad luck whenever the opponent decides. What a
// decision cost against the best move is `cost`, and it is graded by that.
#ifndef DEADWOOD_ANALYSIS_GIN_ANALYSIS_H
#define DEADWOOD_ANALYSIS_GIN_ANALYSIS_H

#include "base/threads/progress.h"
#include "gin/players/judge/judge.h"
#include "gin/record.h"

typedef enum { GRADE_FINE, GRADE_INACCURACY, GRADE_MISTAKE, GRADE_BLUNDER, GRADES } AnalysisGrade;

// The least loss in winning chance for each grade. A point is about 0.7% in a game to 100.
extern const double analysis_threshold[GRADES];
const char *analysis_grade_name(AnalysisGrade grade); // "fine", "inaccuracy", "mistake", "blunder"

typedef enum {
    LUCK_DEAL, // the cards dealt, and the opponent's turn before the first decision
    LUCK_DRAW, // the card drawn from the stock
    LUCK_TURN, // what the opponent did, and so revealed or gained; its knock too
    LUCK_SHOW, // after the seat's own knock: what the opponent turned out to hold
    LUCKS
} AnalysisLuck;
const char *analysis_luck_name(AnalysisLuck luck); // "deal", "draws", "opponent", "showdown"

// A decision, as it was and as it was judged.
typedef struct AnalysisStep {
    int action; // its number in the record
    int turn;   // of the hand, from 1, as `replay` counts
    Seat seat;
    GinTable table;   // before it
    CardSet hand;     // of the seat
    CardSet opponent; // what the opponent really held
    Card drawn;       // this turn, or CARD_NONE
    GinAction played; //
    GinVerdict verdict;
    AnalysisGrade grade;
    AnalysisLuck source; // of the luck since this seat's decision before
    GinWorth luck;
} AnalysisStep;

typedef struct AnalysisSeat {
    bool judged;
    GinWorth expected, result, skill, luck;
    GinWorth cost;        // of all decisions against the best ones; 0 or more in the chance to win
    GinWorth from[LUCKS]; // luck by its source; sums to luck
    int decisions, grade[GRADES];
} AnalysisSeat;

// A hand; `record` is borrowed.
typedef struct AnalysisHand {
    const GinRecord *record;
    int count;
    AnalysisStep *step;
    AnalysisSeat seat[2];
} AnalysisHand;

typedef struct AnalysisPlan {
    const char *judge, *estimator; // specs
    int worlds;                    // for a decision
    uint64_t seed;
    int threads;
    const char *player; // judge this one only: a name as recorded, "0" or "1"; NULL: both
} AnalysisPlan;

// An analyzer keeps the judge, and the solved games of all rules it meets. It copies the plan; the plan's texts are
// borrowed. NULL with err set. The caller ends it with analyzer_close.
typedef struct Analyzer Analyzer;
Analyzer *analyzer_open(const AnalysisPlan *plan, Error *err);
void analyzer_close(Analyzer *analyzer);

// Notes about the judge's player under the rules met so far (gin_player_note), "" if none.
const char *analyzer_note(const Analyzer *analyzer);

// Judges hands; results do not depend on the number of threads. The caller ends hands[i] with analysis_hand_free. False
// with err set if threads cannot be started or (with an empty err) on Ctrl-C; then nothing is left to free. `progress`
// counts decisions from *done on; both may be NULL.
bool analyzer_hands(Analyzer *analyzer, const GinRecord *records, int count, AnalysisHand *hands, Progress *progress,
                    uint64_t *done, Error *err);
void analysis_hand_free(AnalysisHand *hand);

// Adds up what a seat did over hands.
void analysis_add(AnalysisSeat *sum, const AnalysisSeat *hand);

#endif
