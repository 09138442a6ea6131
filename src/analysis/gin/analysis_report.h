// SPDX-License-Identifier: MIT
// An analysis for people (text, HTML) and for programs (JSON). docs/JUDGE.md says how to read it.
#ifndef DEADWOOD_ANALYSIS_GIN_ANALYSIS_REPORT_H
#define DEADWOOD_ANALYSIS_GIN_ANALYSIS_REPORT_H

#include "analysis/gin/analysis_total.h"
#include "analysis/gin/analysis_words.h"
#include "base/text/json.h"

enum { ANALYSIS_GUESSES = 10 };

// The most probable cards of the opponent's hand by the estimator, best first; returns how many.
int analysis_guess(const AnalysisStep *step, Card guess[ANALYSIS_GUESSES]);

// The hand as it stood at a step, for reasons.
void analysis_state_at(const AnalysisHand *hand, const AnalysisStep *step, GinState *state, GinHistory *history);

// The reasons for a candidate of a step, in words.
void analysis_add_reasons(Text *text, CardWriter write, const AnalysisHand *hand, const AnalysisStep *step,
                          const GinAction *action);

// A hand as text: its mistakes, or with `all` every decision, then result, skill and luck.
void analysis_hand_text(Text *text, CardWriter write, const AnalysisHand *hand, bool all);

// As an object of an array.
void analysis_hand_json(Json *json, const AnalysisHand *hand);
// What a seat did, as members of an open object.
void analysis_seat_json(Json *json, const AnalysisSeat *seat);

// A self-contained page: any number of hands in a body, then the page around it with the players' summaries on top.
void analysis_html_hand(Text *body, const AnalysisHand *hand);
void analysis_html_page(Text *page, const char *title, const AnalysisPlan *plan, const char *const *names,
                        const AnalysisTotal *totals, int count, const Text *body);

#endif
