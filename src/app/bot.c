// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/app.h"
#include "gin/players/players.h"
#include "wire/bot.h"

static const AppOption OPTIONS[] = {
    {"--game", "GAME", "gin (gin)"},
    {"--seed", "S", "chance for hosts that send no Seed (1)"},
    {NULL, NULL, NULL},
};

static int run(const AppArgs *args) {
    Error err;
    GinPlayer player;
    uint64_t seed = 1;
    const char *game = app_option(args, "--game"), *text = app_option(args, "--seed");
    if (game && strcmp(game, "gin") != 0) {
        error_set(&err, "--game: '%.20s' is no game the bot plays; it plays gin", game);
        return app_fail(APP_USAGE, &err);
    }
    if (text && !text_to_uint64(text, "--seed", &seed, &err)) return app_fail(APP_USAGE, &err);
    if (strncmp(args->words[0], "exec:", 5) == 0) {
        error_set(&err, "'%.40s' speaks the protocol already; give its command to the host", args->words[0]);
        return app_fail(APP_USAGE, &err);
    }
    if (!gin_player_open(args->words[0], &player, &err)) return app_fail(APP_USAGE, &err);
    Bot bot = bot_make(args->words[0], &player, seed);
    bool good = bot_run(&bot, stdin, stdout, &err);
    gin_player_close(&player);
    return good ? APP_DONE : app_fail(APP_FAILED, &err);
}

const AppCommand app_bot = {
    .name = "bot",
    .words = "PLAYER",
    .summary = "seats a player in somebody else's arena: the Card Game Protocol on stdin and stdout",
    .details =
        "The host starts it and speaks first; docs/PROTOCOL.md has every line. With the option Seed that our own\n"
        "host sends, exec:\"deadwood bot simple\" plays the very games that simple plays.",
    .options = OPTIONS,
    .least = 1,
    .most = 1,
    .run = run,
};
