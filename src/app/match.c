// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/matches.h"

static const AppOption OPTIONS[] = {
    {"--games", "N", "games to play, or at most with --sprt (10000)"},
    APP_MATCH_OPTIONS,
    {"--sprt", "ELO0,ELO1", "stop when a sequential test decides whether A is ELO1 or only ELO0 stronger"},
    {"--records", "FILE", "write every hand as a line of text, compressed if FILE ends in .zst"},
    {NULL, NULL, NULL},
};

static int run(const AppArgs *args) {
    Error err;
    GinMatchPlan plan;
    WireLimits limits;
    Sprt sprt;
    if (!app_match_plan(args, &plan, &limits, &err)) return app_fail(APP_USAGE, &err);
    const char *test = app_option(args, "--sprt");
    if (test && !sprt_parse(test, &sprt, &err)) return app_fail(APP_USAGE, &err);
    plan.sprt = test ? &sprt : NULL;
    plan.players[0] = args->words[0];
    plan.players[1] = args->words[1];
    plan.records = app_option(args, "--records");
    if (plan.records && strcmp(plan.records, "-") == 0) {
        error_set(&err, "--records - would mix the records with the result on standard output; name a file");
        return app_fail(APP_USAGE, &err);
    }
    if (!app_players_exist(args, &err)) return app_fail(APP_USAGE, &err);

    progress_catch_interrupt();
    bool bad[2];
    if (app_programs_start(args, &limits, bad)) return progress_interrupted() ? APP_INTERRUPTED : APP_FAILED;
    GinMatchResult result = {0};
    if (!app_open_store(args, &plan, &err)) return app_fail(APP_FAILED, &err);
    bool done = gin_match_run(&plan, &result, &err);
    store_close(plan.store);
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        gin_match_json(&json, NULL, &plan, &result);
        text_add(&text, "\n");
    } else {
        gin_match_table(&text, &plan, &result);
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
        "A program that fails forfeits its game; one that fails too often is suspended: exit code 3.\n"
        "The same seed gives the same games for any number of threads. Ctrl-C prints the table so\n"
        "far and ends with exit code 130; with --db the same command and --resume then goes on.",
    .options = OPTIONS,
    .least = 2,
    .most = 2,
    .run = run,
};
