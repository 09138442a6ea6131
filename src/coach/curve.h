// SPDX-License-Identifier: MIT
// The review of a whole game: the winning chance from decision to decision, its turning points, and the mistakes.
#ifndef DEADWOOD_COACH_CURVE_H
#define DEADWOOD_COACH_CURVE_H

#include <stdbool.h>

#include "base/text/text.h"

enum { CURVE_POINTS = 1024, CURVE_TOLD = 4 };

// A point of the curve: the chance to win before a decision, and what happened then.
typedef struct CurvePoint {
    double win;
    int hand, turn; // from 1, as `--from HAND.TURN` takes them
    double cost;    // of what was played, in the game's own unit; 0: it was fine
    Text words;     // what was played, and better: for mistakes; or what else happened
} CurvePoint;

typedef struct GameCurve {
    int points;
    CurvePoint point[CURVE_POINTS]; // the last one is how the game ended
} GameCurve;

// Adds a point; the text is the curve's from now on.
void curve_add(GameCurve *curve, const CurvePoint *point);
void curve_close(GameCurve *curve);

// The curve as one line of at most `columns` characters, a bar each (a digit, where symbols are none), hands apart.
void curve_line(const GameCurve *curve, bool symbols, int columns, Text *text);

// The turning points, the greatest first: "hand 2, turn 5: 61% to 42%: ..", then the costliest mistakes; at most `most`
// lines of each, written into `lines`; returns how many.
int curve_turns(const GameCurve *curve, Text *lines, int most);
int curve_mistakes(const GameCurve *curve, Text *lines, int most);

#endif
