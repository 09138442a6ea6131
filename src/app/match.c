// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/matches.h"

static const AppOption OPTIONS[] = {
    {"--games", "N", "games to play, of hearts deals, or at most with --sprt (10000; hearts: 100)"},
    APP_MATCH_OPTIONS,
    {"--sprt", "ELO0,ELO1", "stop when a sequential test decides whether A is ELO1 or only ELO0 stronger"},
    {"--records", "FILE", "write every hand as a line of text, compressed if FILE ends in .zst"},
    {NULL, NULL, NULL},
};

static int run(const AppArgs *args) {
    Error err;
    AppMatch match;
    Sprt sprt;
    if (!app_match_plan(args, &match, &err)) return app_fail(APP_USAGE, &err);
    const char *test = app_option(args, "--sprt");
    if (test && !sprt_parse(test, &sprt, &err)) return app_fail(APP_USAGE, &err);
    if (test && match.game == APP_HEARTS && match.hearts.seating == HEARTS_SEATING_ONE) {
        error_set(&err, "--sprt needs --seating 14: one against three, equal players do not win half of the hands");
        return app_fail(APP_USAGE, &err);
    }
    const char *records = app_option(args, "--records");
    if (records && strcmp(records, "-") == 0) {
        error_set(&err, "--records - would mix the records with the result on standard output; name a file");
        return app_fail(APP_USAGE, &err);
    }
    if (!app_players_exist(args, match.game, &match.gin.rules, &err)) return app_fail(APP_USAGE, &err);
    for (int i = 0; i < 2; i++) match.common.players[i] = args->words[i];
    match.common.sprt = test ? &sprt : NULL;
    match.common.records = records;

    progress_catch_interrupt();
    AppPlayers players;
    if (app_programs_start(args, &match, &players)) return progress_interrupted() ? APP_INTERRUPTED : APP_FAILED;
    for (int i = 0; i < 2; i++) match.common.names[i] = players.name[i];
    MatchResult result = {0};
    if (!app_match_open_store(&match, args, &err)) return app_fail(APP_FAILED, &err);
    bool done = app_match_run(&match, &result, &err);
    app_match_close_store(&match);
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        app_match_json(&json, NULL, &match, &result);
        text_add(&text, "\n");
    } else {
        app_match_table(&text, &match, &result);
    }
    int code = done || result.totals.games ? app_print(&text) : APP_FAILED;
    text_free(&text);
    if (!done) return app_fail(APP_FAILED, &err);
    if (code == APP_DONE && result.end == ARENA_SUSPENDED) return APP_SUSPENDED;
    return code == APP_DONE && result.end == ARENA_INTERRUPTED ? APP_INTERRUPTED : code;
}

const AppCommand app_match = {
    .name = "match",
    .words = "A B",
    .summary = "plays two players against each other and says who is stronger, and how sure that is",
    .details =
        "Players are names from `deadwood players`, with parameters as name:key=value,key=value,\n"
        "or programs that speak the Card Game Protocol (docs/PROTOCOL.md): exec:./bot, exec:\"python3 bot.py\".\n"
        "A program that fails forfeits its game, at hearts its deal counts for nothing; one that fails too often is\n"
        "suspended: exit code 3.\n"
        "Hearts (--game hearts) plays every deal in all 14 seatings of two kinds of player over four seats.\n"
        "The same seed gives the same games for any number of threads. Ctrl-C prints the table so\n"
        "far and ends with exit code 130; with --db the same command and --resume then goes on.",
    .options = OPTIONS,
    .least = 2,
    .most = 2,
    .run = run,
};
