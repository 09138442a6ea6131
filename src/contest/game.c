// SPDX-License-Identifier: MIT
#include "contest/game.h"

#include <string.h>

const Game *const GAMES[] = {&game_of_gin, &game_of_hearts, NULL};

const Game *game_default(void) { return GAMES[0]; }

const Game *game_named(const char *name) {
    for (int i = 0; GAMES[i]; i++)
        if (strcmp(name, GAMES[i]->name) == 0) return GAMES[i];
    return NULL;
}

const Game *game_of_records(const char *line) {
    for (int i = 0; GAMES[i]; i++) {
        size_t size = strlen(GAMES[i]->name);
        if (strncmp(line, GAMES[i]->name, size) == 0 && line[size] == '/') return GAMES[i];
    }
    return NULL;
}

void game_add_names(Text *text, const char *word) {
    for (int i = 0; GAMES[i]; i++) {
        if (i) text_addf(text, GAMES[i + 1] ? ", " : " %s ", word);
        text_add(text, GAMES[i]->name);
    }
}
