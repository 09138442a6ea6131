// SPDX-License-Identifier: MIT
// Whatever a host sends, our bot answers or refuses; it never falls over, and never answers with an illegal move.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/players.h"
#include "wire/bot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_be_legal(const Bot *bot, char *answer) {
    GinAction action;
    Error err;
    if (strncmp(answer, "move ", 5) != 0) return;
    answer[strcspn(answer, "\n")] = '\0';
    char *move = strchr(answer + 5, ' ');
    if (!move || !gin_lines_parse_move(move + 1, &action, &err) || !gin_is_legal(&bot->gin.state, &action)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    GinPlayer player;
    Error err;
    Text answer = {0};
    if (!gin_player_open("simple", &player, &err)) abort();
    Bot bot = bot_make("simple", &player, 1);
    bool good = true;
    for (size_t at = 0; good && at < size && !bot.over;) {
        char line[CGP_LINE + 1];
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        if (length >= CGP_LINE) break;
        memcpy(line, data + at, length);
        at += length + 1;
        text_clear(&answer);
        good = cgp_line(line, length) && bot_obey(&bot, line, &answer, &err);
        if (good && answer.size) must_be_legal(&bot, answer.data);
    }
    text_free(&answer);
    gin_player_close(&player);
    return 0;
}
