// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/matches/match_options.h"
#include "app/secrets.h"
#include "contest/records/match_records.h"

static const AppOption OPTIONS[] = {
    {"--games", "N", "games to play, of hearts deals, or at most with --sprt (10000; hearts: 100)"},
    APP_MATCH_OPTIONS,
    {"--sprt", "ELO0,ELO1", "stop when a sequential test decides whether A is ELO1 or only ELO0 stronger"},
    {"--records", "FILE", "write every hand as a line of text, compressed if FILE ends in .zst"},
    {"--cut-records", NULL,
     "with --resume: cut --records where they are damaged, and play the games from there on again"},
    {NULL, NULL, NULL},
};

// What must be there before a program starts: the store, and in it the secret that all chance comes from.
static bool open_store_and_secret(const AppArgs *args, AppMatch *match, Error *err) {
    if (!app_match_open_store(match, args, err)) return false;
    if (app_shard_begin(args, "match", match->common.store, err) && app_secret_begin(args, "match", match, err))
        return true;
    app_secret_end(match, false, false, NULL);
    app_match_close_store(match);
    return false;
}

static void tell_sentence(const char *sentence) {
    Error said;
    error_set(&said, "%s", sentence);
    app_fail(APP_DONE, &said);
}

// --records, and what it may not be.
static bool match_read_records(const AppArgs *args, MatchPlan *plan, Error *err) {
    const char *db = app_option(args, "--db");
    plan->records = app_option(args, "--records");
    plan->cut_records = app_switch(args, "--cut-records");
    plan->tell = tell_sentence;
    if (plan->cut_records && !(plan->records && plan->resume))
        return error_set(err, "--cut-records cuts the damaged records of a match that goes on: it needs --resume, --db "
                              "and --records");
    if (plan->records && strcmp(plan->records, "-") == 0)
        return error_set(err, "--records - would mix the records with the result on standard output; name a file");
    return !plan->records || !db || match_files_differ(db, plan->records, err);
}

static int run_match(const AppArgs *args) {
    Error err;
    AppMatch match;
    Sprt sprt;
    if (!app_match_plan(args, &match, &err)) return app_fail(APP_USAGE, &err);
    const char *test = app_option(args, "--sprt");
    if (test && !sprt_parse(test, &sprt, &err)) return app_fail(APP_USAGE, &err);
    const char *needs, *uneven = match.game->uneven(&match.plan, &needs);
    if (test && uneven) {
        error_set(&err, "--sprt needs %s: %s", needs, uneven);
        return app_fail(APP_USAGE, &err);
    }
    if (!match_read_records(args, &match.common, &err)) return app_fail(APP_USAGE, &err);
    if (!app_players_exist(args, match.game, &match.plan, &err)) return app_fail(APP_USAGE, &err);
    for (int i = 0; i < 2; i++) match.common.players[i] = args->words[i];
    match.common.sprt = test ? &sprt : NULL;

    progress_catch_interrupt();
    AppPlayers players;
    if (!open_store_and_secret(args, &match, &err)) return app_fail(APP_FAILED, &err);
    MatchResult result = {0};
    bool unstarted = app_programs_start(args, &match, &players) > 0;
    for (int i = 0; i < 2; i++) match.common.names[i] = players.name[i];
    bool done = !unstarted && app_match_run(&match, &result, &err);
    bool over = done && match_is_over(result.end);
    if (!app_secret_end(&match, over, result.began, done ? &err : NULL)) done = false;
    int code;
    bool part = done && app_shard_end(args, match.common.store, result.end == ARENA_INTERRUPTED, false, &code);
    app_match_close_store(&match);
    if (part) return code;
    if (unstarted) return progress_interrupted() ? APP_INTERRUPTED : APP_FAILED;
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        match.game->json(&json, NULL, &match.plan, &result);
        text_add(&text, "\n");
    } else {
        match.game->table(&text, &match.plan, &result);
    }
    code = done || result.totals.games ? app_print(&text) : APP_FAILED;
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
        "The same seed gives the same games for any number of threads, and lets whoever knows it predict the deals.\n"
        "With a program and without --seed, all chance comes from a secret: its SHA-256 is told before anything else\n"
        "happens, the secret when the match is over, and `deadwood verify RECORDS` checks one against the other and\n"
        "against every card. With --db, the store keeps it until then. Ctrl-C prints the table so\n"
        "far and ends with exit code 130; with --db the same command and --resume then goes on. --records that are damaged\n"
        "are refused: restore a copy, name a new file, which begins with the next game, or let --cut-records cut it there.",
    .options = OPTIONS,
    .least = 2,
    .most = 2,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood match champion simple --games 200",
                 "deadwood match --game hearts ducker random --games 100"},
    .run = run_match,
};
