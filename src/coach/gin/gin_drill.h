// SPDX-License-Identifier: MIT
// Drills of gin: posed, graded, made, and found in one's own games.
#ifndef DEADWOOD_COACH_GIN_GIN_DRILL_H
#define DEADWOOD_COACH_GIN_GIN_DRILL_H

#include "coach/drill.h"
#include "coach/gin/gin_advice.h"
#include "gin/record.h"

// The lead in winning chance that the best move must have over the next to make a drill.
#define GIN_DRILL_CLEAR 0.02

typedef struct GinDrill {
    GinJudge judge;
    GinChances *chances; // under the rules of the position
    GinRules rules;
    GinRecord record;
    GinState state;
    GinHistory history;
    GinAdvice advice; // of the answer
} GinDrill;

// Opens a trainer from {0}. The caller ends it with gin_drill_close. False with err set on failure.
bool gin_drill_open(GinDrill *drill, Error *err);
void gin_drill_close(GinDrill *drill);

// Sets up the position, a record that ends at a decision. False with err set.
bool gin_drill_set_up(GinDrill *drill, const char *position, Error *err);

// The question as lines: the hand, the piles, the score, what the opponent took.
void gin_drill_question(const GinDrill *drill, CardWriter write, Text *text);

// Judges the position with this answer, which is legal; drill->advice is then filled.
void gin_drill_answer(GinDrill *drill, const GinAction *answer);

// True if the answer that was judged is as good as the best move.
bool gin_drill_right(const GinAdvice *advice);

// "Right: discard KD." or "No: discard 7H costs 3.1% of games. Better: discard KD.", and the reasons, a line each.
void gin_drill_words(const GinAdvice *advice, CardWriter write, Text *text);

// "Best: discard KD." and the reasons, for one who gives no answer.
void gin_drill_solution(const GinAdvice *advice, CardWriter write, Text *text);

// Finds a position with one clear best move in game `number` between levels; false if the game has none. *made is the
// caller's to end.
bool gin_drill_make(GinDrill *drill, uint64_t number, Drill *made, Error *err);

// Makes a drill from a mistake in a person's own game: the record, cut at that step.
void gin_drill_of_step(GinDrill *drill, const AnalysisHand *hand, const AnalysisStep *step, Drill *made);

// What kind of decision a step was, as gin_advice_decision calls it.
const char *gin_drill_kind(const AnalysisStep *step);

#endif
