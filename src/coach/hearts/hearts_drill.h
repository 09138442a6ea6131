// SPDX-License-Identifier: MIT
// Drills of Hearts: posed, graded, made, and found in one's own games.
#ifndef DEADWOOD_COACH_HEARTS_HEARTS_DRILL_H
#define DEADWOOD_COACH_HEARTS_HEARTS_DRILL_H

#include "analysis/hearts/hearts_analysis.h"
#include "coach/drill.h"
#include "coach/hearts/hearts_advice.h"
#include "hearts/record.h"

// The lead in points that the best card must have over the next to make a drill.
#define HEARTS_DRILL_CLEAR 1.0

// Passes differ by less than cards do: of those that are judged, 35 as a rule, so many may be right.
enum { HEARTS_DRILL_PASSES = 9 };

typedef struct HeartsDrill {
    HeartsEvaluation evaluation;
    HeartsOdds odds; // under the rules of the position
    bool counted;
    HeartsRules rules; // of a position that is made
    HeartsRecord record;
    HeartsState state;
    HeartsLog log;
    HeartsAdvice advice; // of the answer
} HeartsDrill;

// Opens a trainer from {0}. The caller ends it with hearts_drill_close. False with err set on failure.
bool hearts_drill_open(HeartsDrill *drill, Error *err);
void hearts_drill_close(HeartsDrill *drill);

// Sets up the position, a record that ends at a decision. False with err set.
bool hearts_drill_set_up(HeartsDrill *drill, const char *position, Error *err);

// The question as lines: the hand, the tricks so far, the score.
void hearts_drill_question(const HeartsDrill *drill, CardWriter write, Text *text);

// Judges the position with this answer, which is legal; drill->advice is then filled. False without memory.
bool hearts_drill_answer(HeartsDrill *drill, const HeartsAction *answer);

// True if the answer that was judged is as good as the best.
bool hearts_drill_right(const HeartsAdvice *advice);

// "Right: QS." or "No: KS costs 2.1 points. Better: 4S.", and the reasons, a line each.
void hearts_drill_words(const HeartsAdvice *advice, CardWriter write, Text *text);

// "Best: QS." and the reasons, for one who gives no answer.
void hearts_drill_solution(const HeartsAdvice *advice, CardWriter write, Text *text);

// A position from a hand of levels with this number that has one clear best card, or a pass of which only a few are as
// good as the best; false with an empty sentence if the hand shows none. *made is the caller's to end.
bool hearts_drill_make(HeartsDrill *drill, uint64_t number, Drill *made, Error *err);

// Makes a drill from a mistake in a person's own game: the record, cut at that step.
void hearts_drill_of_step(HeartsDrill *drill, const HeartsAnalysis *hand, const HeartsStep *step, Drill *made);

// "pass", "lead" or "follow".
const char *hearts_drill_kind(const HeartsRecord *record, const HeartsStep *step);

#endif
