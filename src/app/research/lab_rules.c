// SPDX-License-Identifier: MIT
// `deadwood lab rules-of PLAYER`: how a player plays.
#include "app/research/lab_rules.h"

#include <ctype.h>
#include <string.h>

#include "analysis/style/style.h"
#include "base/threads/progress.h"
#include "gin/players/list/players.h"
#include "report/report.h"

static const LabPaper STYLE = {.name = "rules-of", .title = "How a player plays", .source = ""};

typedef struct Asked {
    StylePlan plan;
    char field[1024];
    LabRun *run;
} Asked;

static bool is_asked_player(const char *what, const char *spec, Error *err) {
    GinPlayer player;
    if (!gin_player_open(spec, &player, err)) return error_prefix(err, "%s", what);
    gin_player_close(&player);
    return true;
}

static bool read_asked_field(Asked *asked, const char *text, Error *err) {
    if (!text_copy(asked->field, sizeof asked->field, text))
        return error_set(err, "--against is longer than %d characters", (int)sizeof asked->field - 1);
    char *rest = asked->field;
    for (char *spec; (spec = strsep(&rest, " ")) != NULL;) {
        if (!*spec) continue;
        if (asked->plan.field_count == STYLE_FIELD)
            return error_set(err, "--against names more than %d players", STYLE_FIELD);
        if (!is_asked_player("--against", spec, err)) return false;
        asked->plan.field[asked->plan.field_count++] = spec;
    }
    int players = asked->plan.field_count; // NOLINT(clang-analyzer-*): strsep leaves `asked` alone
    return players > 0 || error_set(err, "--against names no player");
}

static bool lab_rules_read_options(const AppArgs *args, Asked *asked, Error *err) {
    static const char *const foreign[] = {"--first", "--keep",  "--top",   "--db", "--runs",
                                          "--json",  "--shard", "--after", NULL};
    const char *field = app_option(args, "--against"), *rules = app_option(args, "--rules");
    const char *seed = app_option(args, "--seed");
    LabRun *run = asked->run;
    int64_t games;
    for (const char *const *option = foreign; *option; option++)
        if (app_option(args, *option)) return error_set(err, "%s is not for rules-of", *option);
    if (args->count < 2) return error_set(err, "rules-of needs a player: deadwood lab rules-of heisenbot");
    asked->plan.player = args->words[1];
    asked->plan.other = app_option(args, "--other");
    run->folder = app_option(args, "--out");
    run->quiet = app_switch(args, "--quiet");
    if (!is_asked_player("rules-of", asked->plan.player, err)) return false;
    if (asked->plan.other && !is_asked_player("--other", asked->plan.other, err)) return false;
    if (seed && !text_to_uint64(seed, "--seed", &run->seed, err)) return false;
    if (rules && !gin_rules_parse(rules, &run->rules, err)) return error_prefix(err, "--rules");
    if (!app_number(args, "--games", 2, INT64_C(1000000000), 2000, &games, err)) return false;
    asked->plan.games = (uint64_t)games;
    if (!app_threads(args, &run->threads, err)) return false;
    if (field) return read_asked_field(asked, field, err);
    asked->plan.field[asked->plan.field_count++] = asked->plan.player;
    asked->plan.field[asked->plan.field_count++] = "simple";
    return true;
}

// A table's title as a file's name: "Style: simple" becomes style-simple.tsv.
static void name_table(const LabRun *run, const LabTable *table, Text *path) {
    text_addf(path, "%s/data/", run->folder);
    bool dash = false;
    for (const char *c = table->title; *c; c++) {
        bool plain = isalnum((unsigned char)*c);
        if (plain) text_addf(path, "%s%c", dash ? "-" : "", tolower((unsigned char)*c));
        dash = !plain && path->data[path->size - 1] != '/';
    }
    text_add(path, ".tsv");
}

static bool write_files(LabRun *run, Error *err) {
    bool good = lab_make_folders(run, err);
    for (int i = 0; good && i < run->table_count; i++) {
        Text path = {0};
        name_table(run, &run->tables[i], &path);
        good = text_write_file(path.data, run->tables[i].rows.data, run->tables[i].rows.size, err);
        text_free(&path);
    }
    for (int i = 0; good && i < run->figure_count; i++) good = lab_figure_draw(run, &run->figures[i], err);
    return good;
}

int app_lab_rules(const AppArgs *args) {
    Error err = {{0}};
    StyleCounts counts;
    Text text = {0};
    Asked asked = {.run = lab_open(&err)};
    LabRun *run = asked.run;
    if (!run) return app_fail(APP_FAILED, &err);
    int code = APP_USAGE;
    bool good = lab_rules_read_options(args, &asked, &err);
    if (good) {
        code = APP_FAILED;
        progress_catch_interrupt();
        run->paper = &STYLE;
        good = style_measure(run, &asked.plan, &counts, &err);
    }
    if (good) {
        style_report(run, &asked.plan, &counts, "style");
        good = !run->folder || write_files(run, &err);
    }
    if (good) {
        lab_print_tables(run, &STYLE, &text);
        code = app_print(&text);
        if (*run->missing) app_tell("deadwood: %s", run->missing);
    } else {
        app_fail(code, &err);
    }
    if (code == APP_DONE && progress_interrupted()) code = APP_INTERRUPTED;
    text_free(&text);
    lab_close(run);
    return code;
}
