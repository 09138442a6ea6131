// SPDX-License-Identifier: MIT
#include "coach/curve.h"

#include <math.h>
#include <string.h>

static const double TURNS = 0.05; // a change of the chance to win that is one

void curve_add(GameCurve *curve, const CurvePoint *point) {
    if (curve->points < CURVE_POINTS) {
        curve->point[curve->points++] = *point;
        return;
    }
    Text words = point->words;
    text_free(&words);
}

void curve_close(GameCurve *curve) {
    for (int i = 0; i < curve->points; i++) text_free(&curve->point[i].words);
    curve->points = 0;
}

void curve_line(const GameCurve *curve, bool symbols, int columns, Text *text) {
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    int steps = symbols ? 8 : 10, shown = curve->points < columns ? curve->points : columns;
    for (int i = 0; i < shown; i++) {
        int at = shown > 1 ? (int)((long)i * (curve->points - 1) / (shown - 1)) : 0;
        int step = (int)(curve->point[at].win * steps);
        step = step < 0 ? 0 : step >= steps ? steps - 1 : step;
        text_add(text, symbols ? bars[step] : digits[step]);
    }
}

static double change_at(const GameCurve *curve, int i) { return curve->point[i + 1].win - curve->point[i].win; }

// The next in falling order below `most` of what is counted, or -1.
static int next_below(const GameCurve *curve, double most, double least, int after, bool costs) {
    int best = -1;
    double highest = least;
    for (int i = 0; i + 1 < curve->points; i++) {
        double value = costs ? curve->point[i].cost : fabs(change_at(curve, i));
        bool left = value < most || (value <= most && i > after);
        if (left && value > highest) best = i, highest = value;
    }
    return best;
}

static void curve_add_place(Text *line, const CurvePoint *point) { text_addf(line, "%d.%d", point->hand, point->turn); }

int curve_turns(const GameCurve *curve, Text *lines, int most) {
    int count = 0, at = -1;
    double below = 2;
    while (count < most && (at = next_below(curve, below, TURNS, at, false)) >= 0) {
        below = fabs(change_at(curve, at));
        Text *line = &lines[count++];
        *line = (Text){0};
        curve_add_place(line, &curve->point[at]);
        text_addf(line, ": %.0f%% to %.0f%%", 100 * curve->point[at].win, 100 * curve->point[at + 1].win);
        if (curve->point[at].words.size) text_addf(line, ": %s", curve->point[at].words.data);
    }
    return count;
}

int curve_mistakes(const GameCurve *curve, Text *lines, int most) {
    int count = 0, at = -1;
    double below = INFINITY;
    while (count < most && (at = next_below(curve, below, 0, at, true)) >= 0) {
        below = curve->point[at].cost;
        Text *line = &lines[count++];
        *line = (Text){0};
        curve_add_place(line, &curve->point[at]);
        text_addf(line, ": %s", curve->point[at].words.size ? curve->point[at].words.data : "");
    }
    return count;
}
