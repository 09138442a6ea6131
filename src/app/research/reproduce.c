// SPDX-License-Identifier: MIT
#include <string.h>

#include "app/matches/shard.h"
#include "base/threads/progress.h"
#include "papers/papers.h"
#include "report/page.h"
#include "report/report.h"

static const AppOption OPTIONS[] = {
    {"--quick", NULL, "fewer games, seconds a paper (as when neither is given)"},
    {"--full", NULL, "as many games as the papers played"},
    {"--brief", NULL, "heisenbot and nguyen as with --full, the others as with --quick: two minutes"},
    {"--train", NULL, "make the papers' models anew first (hours, for the largest)"},
    {"--out", "DIR", "where the report, data and figures go (out/report)"},
    {"--games", "N", "so many games in every experiment, instead"},
    {"--db", "FILE", "keep every game of matches; the same command goes on where it stopped"},
    APP_SHARD_OPTIONS,
    {"--seed", "S", "where all chance comes from (2026, on which nothing was fitted)"},
    {"--rules", "R", "contest, heisenbot, pagat, oklahoma; preset,key=value,...; or a file (contest)"},
    {"--threads", "T", "worker threads (all cores)"},
    {"--json", NULL, "print one JSON object instead of tables"},
    {"--quiet", NULL, "show no progress"},
    {NULL, NULL, NULL},
};

static bool reproduce_read_options(const AppArgs *args, LabRun *run, Error *err) {
    int64_t games;
    const char *rules = app_option(args, "--rules"), *seed = app_option(args, "--seed");
    run->folder = app_option(args, "--out") ? app_option(args, "--out") : "out/report";
    run->full = app_switch(args, "--full");
    run->brief = app_switch(args, "--brief");
    run->train = app_switch(args, "--train");
    run->quiet = app_switch(args, "--quiet");
    if (!app_shard_check(args, err)) return false;
    if (run->full + run->brief + app_switch(args, "--quick") > 1)
        return error_set(err, "--quick, --brief and --full exclude each other");
    if (!*run->folder) return error_set(err, "--out needs the name of a folder");
    if (!app_number(args, "--games", 1, INT64_C(100000000), 0, &games, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &run->seed, err)) return false;
    if (rules && !gin_rules_parse(rules, &run->rules, err)) return error_prefix(err, "--rules");
    run->games = (uint64_t)games;
    return app_threads(args, &run->threads, err);
}

// The papers to run, in the order of the list: those named, or all.
static bool choose_papers(const AppArgs *args, uint64_t *chosen, Error *err) {
    int count;
    const LabPaper *const *papers = lab_papers(&count);
    *chosen = args->count ? 0 : UINT64_MAX;
    for (int i = 0; i < args->count; i++) {
        const LabPaper *paper = lab_find_paper(args->words[i], err);
        if (!paper) return false;
        for (int p = 0; p < count; p++)
            if (papers[p] == paper) *chosen |= UINT64_C(1) << p;
    }
    return true;
}

static bool run_papers(LabRun *run, uint64_t chosen, Error *err) {
    int count;
    const LabPaper *const *papers = lab_papers(&count);
    for (int p = 0; p < count && !progress_interrupted(); p++)
        if ((chosen >> p & 1) && !lab_run_paper(run, papers[p], err)) return false;
    return true;
}

static int print_results(const AppArgs *args, const LabRun *run) {
    int count;
    const LabPaper *const *papers = lab_papers(&count);
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        lab_print_json(run, &json);
        text_add(&text, "\n");
    } else {
        for (int p = 0; p < count; p++)
            if (lab_was_run(run, papers[p])) lab_print_table(run, papers[p], &text);
        text_addf(&text, "report: %s/index.html\n", run->folder);
    }
    int code = app_print(&text);
    text_free(&text);
    return code;
}

// A part has no report: what is in it is told where all are merged.
static bool run_chosen_papers(const AppArgs *args, LabRun *run, uint64_t chosen, Error *err) {
    const char *db = app_option(args, "--db");
    if (db && (!(run->store = store_open(db, err)) || !app_shard_begin(args, "reproduce", run->store, err)))
        return false;
    if (lab_plays_part(run)) run->folder = NULL;
    progress_catch_interrupt();
    return run_papers(run, chosen, err) && (!run->folder || store_lacking(run->store) || lab_write_report(run, err));
}

static int end_reproduce(const AppArgs *args, LabRun *lab, bool done, Error *err) {
    int code;
    if (!done) return app_fail(APP_FAILED, err);
    if (app_shard_end(args, lab->store, lab->interrupted, false, &code)) return code;
    code = print_results(args, lab);
    if (*lab->missing) app_tell("deadwood: %s", lab->missing);
    if (lab->interrupted)
        fprintf(stderr,
                "deadwood: interrupted; the report holds what was finished, the rest is missing or rests on fewer "
                "games%s\n",
                app_option(args, "--db") ? "; the same command goes on" : "");
    return code;
}

static int run_reproduce(const AppArgs *args) {
    Error err = {0};
    uint64_t chosen;
    LabRun *lab = lab_open(&err);
    if (!lab) return app_fail(APP_FAILED, &err);
    if (!reproduce_read_options(args, lab, &err) || !choose_papers(args, &chosen, &err)) {
        lab_close(lab);
        return app_fail(APP_USAGE, &err);
    }
    bool done = run_chosen_papers(args, lab, chosen, &err);
    int code = end_reproduce(args, lab, done, &err);
    store_close(lab->store);
    lab_close(lab);
    return code;
}

const AppCommand app_reproduce = {
    .name = "reproduce",
    .words = "[PAPER...]",
    .summary = "plays the papers' experiments again and sets our numbers beside theirs",
    .details =
        "Without a name, every paper the lab knows: heisenbot, nguyen, mishra, hearts; and champion, which is ours: its\n"
        "numbers stand beside the goals it was made for. Writes DIR/index.html\n"
        "(complete in itself), DIR/claims.json, and for every figure data, gnuplot script, SVG and PNG. The same seed gives the\n"
        "same numbers for any number of threads. Ctrl-C keeps what is finished. With --db the games of matches are played once:\n"
        "stopped at any moment, by kill -9 too, the same command ends with the same report. Matches whose players have other\n"
        "weights by then are played anew, and what is neither match nor trial, such as the estimators of hands, is repeated.",
    .options = OPTIONS,
    .least = 0,
    .most = 16,
    .door = DOOR_PAPERS,
    .examples = {"deadwood reproduce heisenbot --quick", "deadwood reproduce mishra --games 20 --out out/mishra"},
    .run = run_reproduce,
};
