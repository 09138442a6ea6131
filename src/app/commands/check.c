// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "app/commands/games.h"
#include "app/matches/match_options.h"
#include "base/text/json.h"
#include "base/threads/progress.h"
#include "wire/check/check.h"
#include "wire/process/process.h"
#include "wire/process/sandbox.h"

static const AppOption OPTIONS[] = {
    APP_GAME_OPTION,
    {"--games", "N", "whole matches against a player that moves at random (20)"},
    {"--seed", "S", "where all chance comes from (1)"},
    {"--patience", "S", "seconds to wait for an answer (10)"},
    {"--sandbox", NULL, "run it in the sandbox of `deadwood match --sandbox`, and say what it sees there"},
    {"--bot-write", "FOLDER", "there: a folder that it may write"},
    {"--transcript", "FILE", "write every line said, ours behind > and the bot's behind <"},
    {"--json", NULL, "print one JSON object instead of text"},
    {"--quiet", NULL, "show no progress"},
    {NULL, NULL, NULL},
};

// One word is a command line with quotes of its own, as behind exec:; several are its words.
static bool read_command(const AppArgs *args, WireCommand *command, Error *err) {
    Text spec = {0};
    const char *first = args->words[0];
    text_add(&spec, strncmp(first, "exec:", 5) == 0 ? "" : "exec:");
    for (int i = 0; i < args->count; i++) {
        if (args->count == 1) {
            text_add(&spec, first);
            break;
        }
        text_add(&spec, i ? " '" : "'");
        for (const char *at = args->words[i]; *at; at++) {
            if (*at == '\'')
                text_add(&spec, "'\\''");
            else
                text_add_bytes(&spec, at, 1);
        }
        text_add(&spec, "'");
    }
    bool good = wire_command_parse(spec.data, command, err);
    text_free(&spec);
    return good;
}

typedef struct Bar {
    Progress progress;
    uint64_t done;
} Bar;

static void show_progress(void *context, const char *situation) {
    (void)situation;
    Bar *bar = context;
    progress_update(&bar->progress, bar->done++);
}

static bool is_interrupted(void *context) {
    (void)context;
    return progress_interrupted();
}

// ---- The report ----

static void add_indented(Text *text, const char *lines) {
    while (*lines) {
        size_t size = strcspn(lines, "\n");
        text_addf(text, "      %.*s\n", (int)size, lines);
        lines += size + (lines[size] == '\n');
    }
}

static const char *verdict(const CheckSituation *situation) {
    if (situation->findings) return "WRONG";
    return situation->reached ? "ok" : "not reached";
}

static void print_text(Text *text, const CheckReport *report) {
    text_addf(text, "%s%s%s%s\n\n", *report->name ? report->name : "(no name)", *report->author ? ", by " : "",
              report->author, report->stateless ? ", stateless" : "");
    for (int i = 0; i < report->situations; i++) {
        const CheckSituation *situation = &report->situation[i];
        text_addf(text, "  %-50s %-11s", situation->name, verdict(situation));
        if (situation->decisions) text_addf(text, " %6u decisions", situation->decisions);
        if (situation->findings) text_addf(text, " %6u findings", situation->findings);
        text_add(text, "\n");
    }
    for (int i = 0; i < report->kept; i++) {
        const CheckFinding *finding = &report->finding[i];
        text_addf(text, "\n%d. %s, in \"%s\"", i + 1, finding->kind, finding->situation);
        if (finding->times > 1) text_addf(text, ", the first of %u times", finding->times);
        text_add(text, "\n");
        text_addf(text, "   Wrong: %s\n   Right: %s\n   The last lines, ours behind >:\n", finding->problem.data,
                  finding->right.data);
        add_indented(text, finding->transcript.data ? finding->transcript.data : "");
    }
    if (report->notes.size) text_addf(text, "\nWorth knowing:\n%s", report->notes.data);
    if (report->findings)
        text_addf(text, "\n%u finding%s in %llu decisions.\n", report->findings, report->findings == 1 ? "" : "s",
                  (unsigned long long)report->decisions);
    else
        text_addf(text, "\nAll good, in %llu decisions.\n", (unsigned long long)report->decisions);
}

static void check_print_json(Text *text, const CheckReport *report, const AppArgs *args, const char *game) {
    Json json = json_into(text, true);
    Text command = {0};
    for (int i = 0; i < args->count; i++) text_addf(&command, "%s%s", i ? " " : "", args->words[i]);
    json_object(&json, NULL);
    json_string(&json, "command", command.data);
    text_free(&command);
    json_string(&json, "game", game);
    json_string(&json, "name", report->name);
    json_string(&json, "author", report->author);
    json_bool(&json, "stateless", report->stateless);
    json_bool(&json, "good", report->findings == 0);
    json_int(&json, "decisions", (int64_t)report->decisions);
    json_array(&json, "situations");
    for (int i = 0; i < report->situations; i++) {
        json_object(&json, NULL);
        json_string(&json, "name", report->situation[i].name);
        json_bool(&json, "reached", report->situation[i].reached);
        json_int(&json, "decisions", report->situation[i].decisions);
        json_int(&json, "findings", report->situation[i].findings);
        json_end(&json);
    }
    json_end_array(&json);
    json_int(&json, "findings_in_all", report->findings);
    json_array(&json, "findings");
    for (int i = 0; i < report->kept; i++) {
        const CheckFinding *finding = &report->finding[i];
        json_object(&json, NULL);
        json_string(&json, "situation", finding->situation);
        json_string(&json, "kind", finding->kind);
        json_int(&json, "times", finding->times);
        json_string(&json, "wrong", finding->problem.data);
        json_string(&json, "right", finding->right.data);
        json_string(&json, "transcript", finding->transcript.data ? finding->transcript.data : "");
        json_end(&json);
    }
    json_end_array(&json);
    json_string(&json, "notes", report->notes.data ? report->notes.data : "");
    json_end(&json);
    text_add(text, "\n");
}

// Whether this machine has a sandbox, before the bot is blamed for it; and what the bot sees in it.
static int look_into_sandbox(const AppArgs *args, CheckPlan *plan, Text *notes) {
    Error err;
    plan->limits.sandbox = app_switch(args, "--sandbox");
    plan->limits.write = app_option(args, "--bot-write");
    if (!app_sandbox(&plan->limits, &err)) return app_fail(APP_USAGE, &err);
    if (!plan->limits.sandbox) return APP_DONE;
    Sandbox *sandbox = sandbox_make(plan->command, &plan->limits, &err);
    if (!sandbox || !wire_process_try_sandbox(&plan->limits, &err)) {
        sandbox_free(sandbox);
        return app_fail(APP_FAILED, &err);
    }
    sandbox_describe(sandbox, notes);
    sandbox_free(sandbox);
    return APP_DONE;
}

// A pipe that nobody reads is no file to wait for.
static FILE *open_transcript(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file < 0 || fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) != 0) return NULL;
    return fdopen(file, "w");
}

static int run_check(const AppArgs *args) {
    Error err;
    WireCommand command;
    CheckReport report;
    const Game *game;
    int64_t games, patience;
    CheckPlan plan = {.command = &command, .limits = wire_limits_default(), .seed = 1};
    const char *seed = app_option(args, "--seed");
    if (!app_game(args, &game, &err) || !app_number(args, "--games", 1, 100000, 20, &games, &err) ||
        !app_number(args, "--patience", 1, 3600, 10, &patience, &err) ||
        (seed && !text_to_uint64(seed, "--seed", &plan.seed, &err)) || !read_command(args, &command, &err))
        return app_fail(APP_USAGE, &err);
    Text sandbox = {0};
    int refused = look_into_sandbox(args, &plan, &sandbox);
    if (refused != APP_DONE) return refused;
    const char *transcript = app_option(args, "--transcript");
    if (transcript && !(plan.transcript = open_transcript(transcript))) {
        error_set(&err, "--transcript %s: %s", transcript, strerror(errno));
        return app_fail(APP_USAGE, &err);
    }
    plan.game = game->check;
    plan.games = (int)games;
    plan.limits.clock.start = patience * INT64_C(1000000000);
    plan.progress = show_progress;
    plan.stop = is_interrupted;
    progress_catch_interrupt();
    Bar bar = {.progress = progress_start("check", "situations", 0, 0, app_switch(args, "--quiet"))};
    plan.context = &bar;
    bool done = check_run(&plan, &report, &err);
    progress_end(&bar.progress, bar.done);
    if (plan.transcript && fclose(plan.transcript) != 0 && done)
        done = error_set(&err, "--transcript %s could not be written: %s", transcript, strerror(errno));
    Text text = {0};
    if (sandbox.size) text_add_bytes(&report.notes, sandbox.data, sandbox.size);
    text_free(&sandbox);
    if (app_switch(args, "--json"))
        check_print_json(&text, &report, args, game->name);
    else
        print_text(&text, &report);
    int code = app_print(&text);
    text_free(&text);
    if (code == APP_DONE && report.findings) code = APP_FAILED;
    check_report_free(&report);
    if (done) return code;
    app_fail(APP_FAILED, &err);
    return progress_interrupted() ? APP_INTERRUPTED : APP_FAILED;
}

const AppCommand app_check = {
    .name = "check",
    .words = "COMMAND...",
    .summary = "plays with a bot in every situation of the protocol and says what it does wrong",
    .details =
        "COMMAND is a program that speaks the Card Game Protocol (docs/PROTOCOL.md), with its arguments; put --\n"
        "in front of it if those begin with --. Exit code 0: nothing to find fault with, 1: findings.",
    .options = OPTIONS,
    .least = 1,
    .most = APP_MAX_WORDS,
    .door = DOOR_BOTS,
    .examples = {"deadwood check deadwood bot simple",
                 "deadwood check --game hearts -- deadwood bot ducker --game hearts"},
    .run = run_check,
};
