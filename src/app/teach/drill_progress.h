// SPDX-License-Identifier: MIT
// Progress over time: the cost of decisions by kind, without luck, and the results of drills.
#ifndef DEADWOOD_APP_TEACH_DRILL_PROGRESS_H
#define DEADWOOD_APP_TEACH_DRILL_PROGRESS_H

#include "app/teach/drill.h"
#include "base/text/json.h"

void drill_progress_text(const DrillBook *book, const char *name, const DrillGame *game, int64_t now, Text *text);
void drill_progress_json(const DrillBook *book, const char *name, const DrillGame *game, int64_t now, Json *json);

#endif
