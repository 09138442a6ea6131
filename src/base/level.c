// SPDX-License-Identifier: MIT
#include "base/level.h"

#include <stdio.h>
#include <string.h>

const Level *level_find(const Level *levels, const char *spec, char spelled[LEVEL_TEXT]) {
    size_t size = strcspn(spec, ":");
    for (int i = 0; i < LEVEL_COUNT; i++) {
        const Level *level = &levels[i];
        if (strlen(level->name) != size || strncmp(level->name, spec, size) != 0) continue;
        const char *joint = !spec[size] ? "" : strchr(level->spec, ':') ? "," : ":";
        int length = snprintf(spelled, LEVEL_TEXT, "%s%s%s", level->spec, joint, spec[size] ? spec + size + 1 : "");
        if (length >= LEVEL_TEXT) *spelled = '\0';
        return level;
    }
    return NULL;
}

void level_json(Json *json, const Level *levels) {
    json_array(json, "levels");
    for (int i = 0; i < LEVEL_COUNT; i++) {
        json_object(json, NULL);
        json_string(json, "name", levels[i].name);
        json_string(json, "title", levels[i].title);
        json_string(json, "about", levels[i].about);
        json_string(json, "spec", levels[i].spec);
        json_int(json, "elo", levels[i].elo);
        json_int(json, "error", levels[i].error);
        json_bool(json, "newcomers", strcmp(levels[i].name, LEVEL_FOR_NEWCOMERS) == 0);
        json_end(json);
    }
    json_end_array(json);
}
