// SPDX-License-Identifier: MIT
#include "analysis/gin/analysis_total.h"

#include <math.h>
#include <string.h>

static void read_figures(const AnalysisSeat *hand, double value[FIGURES]) {
    value[FIGURE_COST] = hand->cost.points;
    value[FIGURE_COST_WIN] = hand->cost.win;
    value[FIGURE_ERRORS] = hand->decisions - hand->grade[GRADE_FINE];
    value[FIGURE_SKILL] = hand->skill.points;
    value[FIGURE_SKILL_WIN] = hand->skill.win;
    value[FIGURE_LUCK] = hand->luck.points;
    value[FIGURE_LUCK_WIN] = hand->luck.win;
}

void analysis_total_add(AnalysisTotal *total, const AnalysisSeat *hand) {
    double value[FIGURES], decisions = hand->decisions;
    analysis_add(&total->sum, hand);
    if (!hand->judged) return;
    read_figures(hand, value);
    total->hands++;
    total->decisions_squared += decisions * decisions;
    for (int i = 0; i < FIGURES; i++) {
        total->value[i] += value[i];
        total->squared[i] += value[i] * value[i];
        total->by_decisions[i] += value[i] * decisions;
    }
}

// Standard error of a sum over n hands of which the squares are known, divided by `by`.
static double error_of_mean(double squares, double sum, int n, double by) {
    double rest = n > 1 ? (squares - sum * sum / n) * n / (n - 1) : 0;
    return rest > 0 && by > 0 ? sqrt(rest) / by : 0;
}

double analysis_a_hand(const AnalysisTotal *total, AnalysisFigure figure, double *error) {
    *error = error_of_mean(total->squared[figure], total->value[figure], total->hands, total->hands);
    return total->hands ? total->value[figure] / total->hands : 0;
}

// Hands differ in their number of decisions, so this is a ratio estimator; its error comes from the residuals of the
// hands.
double analysis_a_decision(const AnalysisTotal *total, AnalysisFigure figure, double *error) {
    double decisions = total->sum.decisions;
    double ratio = decisions > 0 ? total->value[figure] / decisions : 0;
    double left =
        total->squared[figure] - 2 * ratio * total->by_decisions[figure] + ratio * ratio * total->decisions_squared;
    *error = error_of_mean(left, 0, total->hands, decisions);
    return ratio;
}

// "+1.23 +- 0.45" in a column.
static void add_mean(Text *text, const char *format, double mean, double error) {
    text_addf(text, format, mean);
    text_addf(text, " +- %-6.2f", error);
}

static void add_total_row(Text *text, int width, const char *name, const AnalysisTotal *total) {
    double error, mean = analysis_a_decision(total, FIGURE_COST, &error);
    text_addf(text, "%-*s %6d %9d  ", width, name, total->hands, total->sum.decisions);
    add_mean(text, "%6.2f", mean, error);
    mean = analysis_a_decision(total, FIGURE_COST_WIN, &error);
    add_mean(text, "%7.2f", 100 * mean, 100 * error);
    mean = analysis_a_decision(total, FIGURE_ERRORS, &error);
    add_mean(text, "%7.1f", 100 * mean, 100 * error);
    mean = analysis_a_hand(total, FIGURE_SKILL, &error);
    add_mean(text, "%+7.2f", mean, error);
    mean = analysis_a_hand(total, FIGURE_LUCK, &error);
    text_addf(text, "%+7.2f +- %.2f\n", mean, error);
}

void analysis_total_text(Text *text, const char *const *names, const AnalysisTotal *totals, int count) {
    int width = 6;
    for (int i = 0; i < count; i++)
        if (totals[i].hands && (int)strlen(names[i]) > width) width = (int)strlen(names[i]);
    text_addf(text, "%-*s %6s %9s   %-16s %-16s %-16s %-16s %s\n", width, "player", "hands", "decisions",
              "points/decision", "% game/decision", "errors/100", "skill/hand", "luck/hand");
    for (int i = 0; i < count; i++)
        if (totals[i].hands) add_total_row(text, width, names[i], &totals[i]);
}

static void add_total_figures(Json *json, const char *key, const AnalysisTotal *total,
                              double (*mean_of)(const AnalysisTotal *, AnalysisFigure, double *)) {
    static const char *const names[FIGURES] = {"cost", "cost_win", "errors", "skill", "skill_win", "luck", "luck_win"};
    json_object(json, key);
    for (int i = 0; i < FIGURES; i++) {
        double error, mean = mean_of(total, (AnalysisFigure)i, &error);
        json_object(json, names[i]);
        json_double(json, "mean", mean);
        json_double(json, "error", error);
        json_end(json);
    }
    json_end(json);
}

void analysis_total_json(Json *json, const AnalysisTotal *total) {
    json_int(json, "hands", total->hands);
    add_total_figures(json, "a_decision", total, analysis_a_decision);
    add_total_figures(json, "a_hand", total, analysis_a_hand);
}
