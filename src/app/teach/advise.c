// SPDX-License-Identifier: MIT
// `deadwood advise`: what to do with this hand, and why.
#include "app/teach/advise.h"

#include <inttypes.h>

#include "app/commands/games.h"
#include "app/teach/cards.h"
#include "gin/players/judge/judge.h"

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--upcard", "CARD", "gin: the card on the discard pile; with eleven cards also the one of them just taken"},
    {"--seen", "CARDS", "gin: the pile below it, oldest card first; Hearts: all tricks so far, as the cards fell"},
    {"--took", "CARDS", "gin: cards the opponent took from the pile and holds"},
    {"--shown", "CARDS", "gin: cards of yours that you took from the pile in earlier turns"},
    {"--passed", NULL, "gin: the opponent has passed on the first upcard"},
    {"--trick", "CARDS", "Hearts: the trick on the table so far, as the cards fell"},
    {"--pass", "WAY", "Hearts: which way this hand passes: left, right, across or hold (left)"},
    {"--given", "CARDS", "Hearts: the cards you passed on"},
    {"--received", "CARDS", "Hearts: the cards that came to you"},
    {"--score", "N-N", "scores before the hand, yours first; Hearts: 12-30-5-40, clockwise from you (0)"},
    {"--rules", "RULES", "a preset, keys and values, or a file; see `deadwood rules` (contest; standard in Hearts)"},
    {"--worlds", "N", "worlds to look at (800; 1600 without the champion; Hearts 300)"},
    {"--seed", "N", "chance of the worlds (1)"},
    {"--judge", "PLAYER", "gin: who plays the worlds out (the champion, if its weights are there)"},
    {"--all", NULL, "list every move"},
    {"--json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

bool advise_number(const AppArgs *args, int otherwise, int *worlds, uint64_t *seed, Error *err) {
    int64_t number;
    const char *text = app_option(args, "--seed");
    *seed = 1;
    if (!app_number(args, "--worlds", GIN_JUDGE_LEAST, 1000000, otherwise, &number, err)) return false;
    *worlds = (int)number;
    return !text || text_to_uint64(text, "--seed", seed, err);
}

// The words of the command line are one text.
void advise_words(const AppArgs *args, Text *hand) {
    for (int i = 0; i < args->count; i++) text_addf(hand, "%s%s", i ? " " : "", args->words[i]);
}

int advise_print(const AppArgs *args, const Text *text) {
    bool colour = app_colour() && !app_switch(args, "--json");
    return colour ? app_print_coloured(text) : app_print(text);
}

static int run_advise(const AppArgs *args) {
    Error err = {{0}};
    const Game *game;
    if (!app_game(args, &game, &err)) return app_fail(APP_USAGE, &err);
    for (const AppGame *const *other = APP_GAMES; *other; other++)
        for (const char *const *only = (*other)->advise->only; (*other)->game != game && *only; only++) {
            if (!app_option(args, *only)) continue;
            error_set(&err, "%s is for %s: add --game %s", *only, (*other)->game->title, (*other)->game->name);
            return app_fail(APP_USAGE, &err);
        }
    return app_game_of(game)->advise->run(args);
}

const AppCommand app_advise = {
    .name = "advise",
    .words = "CARDS",
    .summary = "what to do with a hand, and why: moves in order, reasons, chances",
    .details =
        "CARDS are your hand, rank then suit, in one word or several. Gin: ten cards before a draw, eleven before a\n"
        "discard. Hearts: the cards you still hold.",
    .options = OPTIONS,
    .least = 1,
    .most = 60,
    .door = DOOR_PLAY,
    .examples =
        {"deadwood advise AC 2C 3C 7D 7H 7S KD QH 9C 4S --upcard 4C --score 40-25",
         "deadwood advise --game hearts QS KS 4S 3H 9H 2D 6C 7C JD KD AD 4H --seen \"2C AC KC 5C\" --trick \"5S AS\""},
    .run = run_advise,
};
