// SPDX-License-Identifier: MIT
// `deadwood lab policies`: which combination of policies achieves the highest win rate, asked of the whole product.
// `deadwood lab rules-of PLAYER`: how a player plays, in tables a person can learn from (lab_rules.c).
// `deadwood lab exploitability`: what each player can be made to lose, by what was trained against it and what is
// known.
#include <stdlib.h>
#include <string.h>

#include "app/matches/race.h"
#include "app/research/lab_rules.h"
#include "base/threads/progress.h"
#include "gin/players/list/players.h"
#include "train/exploit/exploits.h"

static const AppOption OPTIONS[] = {
    APP_RACE_OPTIONS,
    {"--without", "NAMES", "policies: leave out those of these names, with blanks between them"},
    {"--runs", "FOLDER", "exploitability: where the runs lie (out/train)"},
    {"--other", "PLAYER", "rules-of: asked about every decision as well; how often it says the same"},
    {NULL, NULL, NULL},
};

enum { COLUMNS = 3, MOST_POLICIES = 64 }; // draw, discard, knock

typedef struct Policies {
    const GinPolicy *of[COLUMNS][MOST_POLICIES];
    int count[COLUMNS];
} Policies;

static bool is_word_of(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ')) return true;
    return false;
}

static bool is_policy(const char *name, size_t length) {
    for (int column = 0; column < COLUMNS; column++) {
        int count;
        const GinPolicy *const *policies = gin_policies((GinColumn)column, &count);
        for (int i = 0; i < count; i++)
            if (strlen(policies[i]->name) == length && strncmp(policies[i]->name, name, length) == 0) return true;
    }
    return false;
}

// All policies but those of the names in `without`.
static bool choose_policies(const char *without, Policies *chosen, Error *err) {
    for (const char *at = without; *at;) {
        size_t length = strcspn(at, " ");
        if (length > 0 && !is_policy(at, length))
            return error_set(err, "--without: there is no policy '%.*s'; `deadwood players` lists them",
                             length < 40 ? (int)length : 40, at);
        at += length + (at[length] == ' ');
    }
    for (int column = 0; column < COLUMNS; column++) {
        int count;
        const GinPolicy *const *policies = gin_policies((GinColumn)column, &count);
        chosen->count[column] = 0;
        for (int i = 0; i < count && i < MOST_POLICIES; i++)
            if (!is_word_of(without, policies[i]->name)) chosen->of[column][chosen->count[column]++] = policies[i];
        if (chosen->count[column] == 0)
            return error_set(err, "--without leaves no policy for '%s'", gin_column_name((GinColumn)column));
    }
    return true;
}

static bool add_all(AppRace *race, const Policies *chosen, Error *err) {
    const int *count = chosen->count;
    for (int draw = 0; draw < count[0]; draw++)
        for (int discard = 0; discard < count[1]; discard++)
            for (int knock = 0; knock < count[2]; knock++) {
                char spec[RACE_SPEC];
                const GinPolicy *parts[COLUMNS] = {chosen->of[0][draw], chosen->of[1][discard], chosen->of[2][knock]};
                bool asks = parts[0]->needs_estimator || parts[1]->needs_estimator || parts[2]->needs_estimator;
                snprintf(spec, sizeof spec, "mix:draw=%s,discard=%s,knock=%s%s", parts[0]->name, parts[1]->name,
                         parts[2]->name, asks ? ",estimator=bayes" : "");
                if (!app_race_add(race, spec, err)) return false;
            }
    return true;
}

static bool read_exploits(const AppArgs *args, ExploitPlan *plan, GinRules *rules, Error *err) {
    const char *folder = app_option(args, "--runs"), *text = app_option(args, "--rules");
    const char *seed = app_option(args, "--seed");
    int64_t games;
    *rules = gin_rules_default();
    *plan = (ExploitPlan){.folder = folder ? folder : "out/train",
                          .player = args->count > 1 ? args->words[1] : NULL,
                          .rules = rules,
                          .seed = 1,
                          .quiet = app_switch(args, "--quiet")};
    if (text && !gin_rules_parse(text, rules, err)) return error_prefix(err, "--rules");
    if (seed && !text_to_uint64(seed, "--seed", &plan->seed, err)) return false;
    if (!app_number(args, "--games", 2, INT64_C(1000000000), 10000, &games, err)) return false;
    plan->games = (uint64_t)games;
    return app_threads(args, &plan->threads, err);
}

static int print_exploits(const AppArgs *args, const ExploitPlan *plan, const Exploit *list, int count) {
    Text text = {0};
    if (app_switch(args, "--json")) {
        Json json = json_into(&text, true);
        json_object(&json, NULL);
        exploits_json(plan, list, count, &json);
        json_end(&json);
        text_add(&text, "\n");
    } else {
        exploits_table(list, count, &text);
    }
    int code = app_print(&text);
    text_free(&text);
    return code;
}

static int measure_and_show(const AppArgs *args, const ExploitPlan *plan) {
    Error err;
    Exploit *list = NULL;
    bool interrupted;
    progress_catch_interrupt();
    int count = exploits_measure(plan, &list, &interrupted, &err), code;
    if (count < 0)
        code = app_fail(APP_FAILED, &err);
    else if (!app_shard_end(args, plan->store, interrupted, true, &code))
        code = print_exploits(args, plan, list, count);
    free(list);
    return code == APP_DONE && interrupted ? APP_INTERRUPTED : code;
}

static int show_exploits(const AppArgs *args) {
    Error err;
    ExploitPlan plan;
    GinRules rules;
    const char *db = app_option(args, "--db");
    if (!app_shard_check(args, &err) || !read_exploits(args, &plan, &rules, &err)) return app_fail(APP_USAGE, &err);
    if (db && !(plan.store = store_open(db, &err))) return app_fail(APP_FAILED, &err);
    int code =
        app_shard_begin(args, "lab", plan.store, &err) ? measure_and_show(args, &plan) : app_fail(APP_FAILED, &err);
    store_close(plan.store);
    return code;
}

static int run_lab(const AppArgs *args) {
    Error err;
    AppRace race;
    bool rules_of = strcmp(args->words[0], "rules-of") == 0;
    bool exploits = strcmp(args->words[0], "exploitability") == 0;
    if (args->count > 1 && !rules_of && !exploits) {
        error_set(&err, "'%.40s' is one word too many", args->words[1]);
        return app_fail(APP_USAGE, &err);
    }
    if (rules_of) return app_lab_rules(args);
    if (exploits) return show_exploits(args);
    if (strcmp(args->words[0], "policies") != 0) {
        error_set(&err,
                  "there is no experiment '%.40s'; there are `deadwood lab policies`, `exploitability` and `rules-of`",
                  args->words[0]);
        return app_fail(APP_USAGE, &err);
    }
    Policies chosen;
    const char *without = app_option(args, "--without");
    if (!choose_policies(without ? without : "", &chosen, &err)) return app_fail(APP_USAGE, &err);
    if (!app_race_open(args, "lab", &race, &err)) return app_fail(APP_USAGE, &err);
    progress_catch_interrupt(); // opening every combination takes a second or two
    int code = add_all(&race, &chosen, &err) ? app_race_run(args, &race) : app_fail(APP_FAILED, &err);
    app_race_free(&race);
    return code;
}

const AppCommand app_lab = {
    .name = "lab",
    .words = "policies|exploitability [PLAYER]|rules-of PLAYER",
    .summary = "ranks every combination of policies; tabulates exploitability; shows how a player plays",
    .details =
        "policies: every combination of draw, discard and knock policies. Games go where the ranking is still\n"
        "open: after every round the clearly worse half leaves, and those that stay play twice as many games,\n"
        "on the same deals for all.\n"
        "exploitability: what PLAYER, or everybody, can be made to lose at least, the least first: who wins most of it\n"
        "among the exploiters trained against it (`deadwood train exploit:PLAYER`), the champion and its sparring\n"
        "partners. It plays --games games (10000) on duplicate deals after choosing that one in a quarter as many;\n"
        "+- is a 95% interval. --seed, --rules, --runs, --db, --shard, --threads, --json and --quiet go with it.\n"
        "rules-of: when PLAYER knocks, what it takes, keeps and discards, over --games games (2000) against the field\n"
        "(itself and simple). With --out, which is a folder then, tables as TSV and figures go there.",
    .options = OPTIONS,
    .least = 1,
    .most = 2,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood lab rules-of champion --games 100", "deadwood lab exploitability simple --games 40"},
    .run = run_lab,
};
