// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/commands/games.h"

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--seed", "S", "chance for hosts that send no Seed (1)"},
    {NULL, NULL, NULL},
};

static int run_bot(const AppArgs *args) {
    Error err;
    Bot bot;
    const Game *game;
    uint64_t seed = 1;
    const char *text = app_option(args, "--seed"), *spec = args->words[0];
    if (!app_game(args, &game, &err)) return app_fail(APP_USAGE, &err);
    if (text && !text_to_uint64(text, "--seed", &seed, &err)) return app_fail(APP_USAGE, &err);
    if (strncmp(spec, "exec:", 5) == 0) {
        error_set(&err, "'%.40s' speaks the protocol already; give its command to the host", spec);
        return app_fail(APP_USAGE, &err);
    }
    if (!bot_open(&bot, game->bot, spec, seed, &err)) return app_fail(APP_USAGE, &err);
    bool good = bot_run(&bot, stdin, stdout, &err);
    game->bot->close(&bot);
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
    .door = DOOR_BOTS,
    .examples = {"echo quit | deadwood bot simple", "deadwood match exec:\"deadwood bot greedy\" simple --games 20"},
    .run = run_bot,
};
