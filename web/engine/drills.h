// SPDX-License-Identifier: MIT
// A person's drills in the page: the book of src/coach/drill.h, which lies in the browser's storage as the very text
// that `deadwood drill` keeps in a file. Each function takes it and appends JSON; false with err set.
#ifndef DEADWOOD_WEB_DRILLS_H
#define DEADWOOD_WEB_DRILLS_H

#include "coach/drill.h"

// {"book", "drill", "fresh", "next"}: what comes next, or null and the second at which something will be due, 0: never.
bool web_drill_next(const char *text, const DrillWish *wish, int64_t now, Text *json, Error *err);

// {"book", "due"}: after an answer. Who skips a drill sees it again in an hour.
typedef enum WebDrillAnswer { WEB_DRILL_WRONG, WEB_DRILL_RIGHT, WEB_DRILL_SKIPPED } WebDrillAnswer;
bool web_drill_answered(const char *text, const char *position, WebDrillAnswer answer, int64_t now, Text *json,
                        Error *err);

// {"book", "added"}: with the drills and hands of other lines, as far as they are not there yet.
bool web_drill_add(const char *text, const char *lines, Text *json, Error *err);

// [{"game", "kind", "idea", "difficulty", "own", "step", "due", "right", "wrong"}..]: all that is in it.
bool web_drill_list(const char *text, Text *json, Error *err);

#endif
