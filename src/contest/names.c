// SPDX-License-Identifier: MIT
#include "contest/names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"
#include "wire/protocol/command.h"

const char *match_name(const MatchPlan *plan, int player) {
    return plan->names[player] ? plan->names[player] : plan->players[player];
}

bool match_recorded_as(const MatchPlan *plan, int player, const char *name) {
    return strcmp(name, match_name(plan, player)) == 0 || strcmp(name, plan->players[player]) == 0;
}

// "champion", "Champion:cheap=1".
static bool begins_as(const char *name, const char *ours) {
    size_t size = strlen(ours);
    return strncasecmp(name, ours, size) == 0 && (!name[size] || name[size] == ':');
}

static bool is_ours(const char *name) {
    static const char *const others[] = {"mix", "search", "strong"};
    int count;
    const GinPlayerRow *gin = gin_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (begins_as(name, gin[i].name)) return true;
    const HeartsPlayerRow *hearts = hearts_player_rows(&count);
    for (int i = 0; i < count; i++)
        if (begins_as(name, hearts[i].name)) return true;
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (begins_as(name, gin_levels()[i].name)) return true; // called alike in both games
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins_as(name, others[i])) return true;
    return false;
}

// Is that name another one's already?
static bool taken(const char *name, int count, const char *const names[], int but) {
    for (int i = 0; i < count; i++)
        if (i != but && names[i] && strcasecmp(names[i], name) == 0) return true;
    return false;
}

void match_names(int count, const char *const specs[], const char said[][CGP_NAME], char text[][MATCH_NAME],
                 const char *names[]) {
    for (int i = 0; i < count; i++) names[i] = wire_is_exec(specs[i]) && said[i][0] ? NULL : specs[i];
    for (int i = 0; i < count; i++) {
        if (names[i]) continue;
        const char *mark = is_ours(said[i]) ? " (program)" : "";
        snprintf(text[i], MATCH_NAME, "%s%s", said[i], mark);
        for (int number = 2; taken(text[i], count, names, i); number++)
            snprintf(text[i], MATCH_NAME, "%s%s %d", said[i], mark, number);
        names[i] = text[i];
    }
}

const char *match_short_name(const char *name, int width, char cell[MATCH_COLUMN + 1]) {
    int size = (int)strlen(name), tail = width / 3;
    if (size <= width)
        snprintf(cell, MATCH_COLUMN + 1, "%s", name);
    else
        snprintf(cell, MATCH_COLUMN + 1, "%.*s..%s", width - tail - 2, name, name + size - tail);
    return cell;
}
