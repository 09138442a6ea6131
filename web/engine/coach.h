// SPDX-License-Identifier: MIT
// What the page asks of the coach (src/coach) beside deadwood_advise: advice on a decision that somebody tells, as JSON
// of docs/FORMATS.md, and where the opponent's cards may be. What it needs is opened with the first question and kept.
#ifndef DEADWOOD_WEB_COACH_H
#define DEADWOOD_WEB_COACH_H

#include "base/text/text.h"
#include "coach/gin/gin_situation.h"
#include "coach/hearts/hearts_situation.h"

typedef struct WebCoach WebCoach;

WebCoach *web_coach_open(void); // NULL without memory
void web_coach_close(WebCoach *coach);

// Advises on a decision that is told, under rules as text. Appends a JSON object, to gin's the guess as well; false
// with err set.
bool web_advise_told_gin(WebCoach *coach, const char *rules, const GinTold *told, Text *text, Error *err);
bool web_advise_told_hearts(WebCoach *coach, const char *rules, const HeartsTold *told, Text *text, Error *err);

// How likely each of the others holds each card, by what the seat to act has seen: a JSON array by seat, null for the
// seat itself, else an array by 13*suit + rank. `records`: the hands of a game in order, the last unfinished.
bool web_guess(WebCoach *coach, const char *records, Text *text, Error *err);

#endif
