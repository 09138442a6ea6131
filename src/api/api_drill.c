// SPDX-License-Identifier: MIT
// Drills: the shipped positions, and when one comes again. deadwood_advise grades answers.
#include <string.h>

#include "api/api_internal.h"
#include "coach/drill.h"

char *deadwood_drills(const char *game, deadwood_error *err) {
    ApiGame which;
    Text text = {0};
    if (!api_game_find(game, &which, err)) return NULL;
    Json json = json_into(&text, false);
    json_array(&json, NULL);
    for (const char *line = drill_set(api_game_name(which)); *line; line += strcspn(line, "\n") + 1) {
        Drill drill;
        if (drill_read(&drill, line, NULL)) {
            json_object(&json, NULL);
            json_string(&json, "game", drill.game);
            json_string(&json, "kind", drill.kind);
            json_string(&json, "idea", drill.idea);
            json_int(&json, "difficulty", drill.difficulty);
            json_double(&json, "cost", drill.cost);
            json_string(&json, "position", drill.position.data);
            json_end(&json);
        }
        drill_free(&drill);
    }
    json_end_array(&json);
    return api_text(&text, err);
}

int64_t deadwood_drill_wait(int step, int right, int *next) {
    int now = step < 0 ? 0 : step > DRILL_LAST_STEP ? DRILL_LAST_STEP : step;
    int64_t seconds = drill_wait(&now, right != 0);
    if (next) *next = now;
    return seconds;
}
