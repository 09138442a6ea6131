// SPDX-License-Identifier: MIT
// Whatever a host sends, our bot answers or refuses; it never falls over, and never answers with an illegal move.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"
#include "wire/host/bot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_legal(const Bot *bot, char *move) {
    GinAction gin;
    HeartsAction hearts;
    Error err;
    if (bot->game == &bot_of_hearts)
        return hearts_lines_parse_move(move, &hearts, &err) && hearts_is_legal(&bot->hearts.seat.state, &hearts);
    return gin_lines_parse_move(move, &gin, &err) && gin_is_legal(&bot->gin.seat.state, &gin);
}

static void must_be_legal(const Bot *bot, char *answer) {
    if (strncmp(answer, "move ", 5) != 0) return;
    answer[strcspn(answer, "\n")] = '\0';
    char *move = strchr(answer + 5, ' ');
    if (!move || !is_legal(bot, move + 1)) abort();
}

static void obey_all(Bot *bot, const uint8_t *data, size_t size) {
    Text answer = {0};
    Error err;
    bool good = true;
    for (size_t at = 0; good && at < size && !bot->over;) {
        char line[CGP_LINE + 1];
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        if (length >= CGP_LINE) break;
        memcpy(line, data + at, length);
        at += length + 1;
        text_clear(&answer);
        good = cgp_line(line, length) && bot_obey(bot, line, &answer, &err);
        if (good && answer.size) must_be_legal(bot, answer.data);
    }
    text_free(&answer);
}

// The first byte chooses the game. The players are opened once: they keep nothing from one decision to the next.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static GinPlayer gin;
    static HeartsPlayer hearts;
    Error err;
    if (!gin.choose && (!gin_player_open("simple", &gin, &err) || !hearts_player_open("ducker", &hearts, &err)))
        abort();
    if (size < 1) return 0;
    Bot bot = data[0] % 2 ? bot_make("simple", &gin, 1) : bot_make_hearts("ducker", &hearts, 1);
    obey_all(&bot, data + 1, size - 1);
    bot_forget(&bot);
    return 0;
}
