// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/commands/games.h"
#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"
#include "wire/host/bot.h"

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--seed", "S", "chance for hosts that send no Seed (1)"},
    {NULL, NULL, NULL},
};

static int run(const AppArgs *args) {
    Error err;
    AppGame game;
    GinPlayer gin = {0};
    HeartsPlayer hearts = {0};
    uint64_t seed = 1;
    const char *text = app_option(args, "--seed"), *spec = args->words[0];
    if (!app_game(args, &game, &err)) return app_fail(APP_USAGE, &err);
    if (text && !text_to_uint64(text, "--seed", &seed, &err)) return app_fail(APP_USAGE, &err);
    if (strncmp(spec, "exec:", 5) == 0) {
        error_set(&err, "'%.40s' speaks the protocol already; give its command to the host", spec);
        return app_fail(APP_USAGE, &err);
    }
    bool found = game == APP_GIN ? gin_player_open(spec, &gin, &err) : hearts_player_open(spec, &hearts, &err);
    if (!found) return app_fail(APP_USAGE, &err);
    Bot bot = game == APP_GIN ? bot_make(spec, &gin, seed) : bot_make_hearts(spec, &hearts, seed);
    bool good = bot_run(&bot, stdin, stdout, &err);
    gin_player_close(&gin);
    hearts_player_close(&hearts);
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
