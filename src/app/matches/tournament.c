// SPDX-License-Identifier: MIT
// A round robin: every pair plays a match, and all of them together give ratings.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/secrets.h"
#include "arena/rating.h"
#include "wire/protocol/command.h"

enum { MOST_PLAYERS = APP_MOST_PLAYERS, MOST_MATCHES = MOST_PLAYERS * (MOST_PLAYERS - 1) / 2 };

typedef struct Tournament {
    AppMatch plan; // what all matches share
    BotHealth health[MOST_PLAYERS];
    int players;
    const char *const *specs;
    AppPlayers called;
    int matches; // played, in the order of the loops below
    AppMatch *plans;
    MatchResult *results;
    Rating rating[MOST_PLAYERS];
    bool rated;
    bool began, interrupted;
} Tournament;

// The score of every pair, row against column; NAN where they have not met.
static void cross_table(const Tournament *self, double *won, double *rate) {
    int n = self->players, match = 0;
    for (int i = 0; i < n * n; i++) won[i] = 0, rate[i] = NAN;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n && match < self->matches; b++, match++) {
            const ArenaTotals *totals = &self->results[match].totals;
            double games = (double)match_decided(totals), score = (double)totals->wins[0] + (double)totals->draws / 2;
            won[a * n + b] = score;
            won[b * n + a] = games - score;
            if (games > 0) rate[a * n + b] = score / games, rate[b * n + a] = 1 - score / games;
        }
}

// Rates all but suspended programs: the few games they forfeited say little, and would blur the others' ratings.
static bool rate_players(Tournament *self, Error *err) {
    int n = self->players, rated = 0, who[MOST_PLAYERS] = {0};
    double won[MOST_PLAYERS * MOST_PLAYERS] = {0}, rates[MOST_PLAYERS * MOST_PLAYERS] = {0};
    Rating rating[MOST_PLAYERS];
    cross_table(self, won, rates);
    for (int i = 0; i < n; i++)
        if (!self->health[i].suspended) who[rated++] = i;
    for (int a = 0; a < rated; a++)
        for (int b = 0; b < rated; b++) won[a * rated + b] = won[who[a] * n + who[b]];
    self->rated =
        rated >= 2 ? rating_fit(rated, won, rating, err) : error_set(err, "fewer than two players have played");
    for (int i = 0; i < n; i++) self->rating[i] = (Rating){NAN, NAN};
    for (int i = 0; i < rated && self->rated; i++) self->rating[who[i]] = rating[i];
    return self->rated;
}

static bool play_tournament(Tournament *self, Error *err) {
    int n = self->players;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            AppMatch *plan = &self->plans[self->matches];
            MatchResult *result = &self->results[self->matches];
            *plan = self->plan;
            for (int i = 0; i < 2; i++) {
                plan->common.players[i] = self->specs[i ? b : a];
                plan->common.names[i] = self->called.name[i ? b : a];
                plan->common.health[i] = &self->health[i ? b : a];
            }
            plan->common.match = (uint64_t)self->matches;
            if (self->health[a].suspended || self->health[b].suspended) {
                *result = (MatchResult){.end = ARENA_SUSPENDED}; // not played, and keeps its number
                self->matches++;
                continue;
            }
            bool done = app_match_run(plan, result, err);
            self->began = self->began || result->began;
            if (result->totals.games || result->part) self->matches++;
            if (!done) return false;
            self->interrupted = result->end == ARENA_INTERRUPTED;
            if (self->interrupted) return true;
        }
    return true;
}

static double mean_rate(const double *rates, int n, int player) {
    double sum = 0;
    int met = 0;
    for (int other = 0; other < n; other++)
        if (!isnan(rates[player * n + other])) sum += rates[player * n + other], met++;
    return met ? sum / met : NAN;
}

// For narrow columns: of a program without a name its file's name and arguments, without the folders.
static const char *tournament_short_name(const Tournament *self, int player, int width, char cell[MATCH_COLUMN + 1]) {
    const char *name = self->called.name[player];
    bool command = name == self->specs[player] && wire_is_exec(name);
    if (command) name = strchr(name, ':') + 1;
    for (const char *at = name; command && *at && *at != ' '; at++)
        if (*at == '/') name = at + 1;
    return match_short_name(name, width, cell);
}

static void print_programs(const Tournament *self, Text *text) {
    for (int i = 0; i < self->players; i++)
        if (self->called.name[i] != self->specs[i]) text_addf(text, "%s is %s\n", self->called.name[i], self->specs[i]);
}

static void tournament_print_table(const Tournament *self, Text *text) {
    int n = self->players;
    const Game *game = self->plan.game;
    double won[MOST_PLAYERS * MOST_PLAYERS] = {0}, rates[MOST_PLAYERS * MOST_PLAYERS] = {0};
    char cell[MATCH_COLUMN + 1];
    cross_table(self, won, rates);
    text_add(text, "round robin, ");
    app_match_describe(text, &self->plan);
    text_add(text, "\n");
    print_programs(self, text);
    text_addf(text, "\n  win %% of row against column\n\n  %-24s", "");
    for (int b = 0; b < n; b++) text_addf(text, " %12s", tournament_short_name(self, b, 12, cell));
    text_addf(text, " %8s %14s\n", "mean", "Elo (95%)");
    for (int a = 0; a < n; a++) {
        text_addf(text, "  %-24s", tournament_short_name(self, a, MATCH_COLUMN, cell));
        for (int b = 0; b < n; b++) {
            if (isnan(rates[a * n + b]))
                text_addf(text, " %12s", a == b ? "" : "-");
            else
                text_addf(text, " %12.1f", 100 * rates[a * n + b]);
        }
        double mean = mean_rate(rates, n, a);
        if (isnan(mean))
            text_addf(text, " %8s", "-");
        else
            text_addf(text, " %8.1f", 100 * mean);
        if (self->rated && !isnan(self->rating[a].elo))
            text_addf(text, " %+7.1f +-%4.1f", self->rating[a].elo, self->rating[a].error);
        text_add(text, "\n");
    }
    text_add(text, "\n  half the 95% interval of a cell near 50% is ");
    text_addf(text, "%.1f points\n", 100 * 0.98 / sqrt((double)game->games_in_all(&self->plan.plan)));
    for (int i = 0; i < n; i++)
        if (self->called.bad[i]) text_addf(text, "\n  %s did not start and played no game\n", self->called.name[i]);
    for (int i = 0, said = 0; i < self->matches && !said; said = self->results[i++].may_share)
        match_table_sharing(text, &self->results[i]);
    for (int i = 0; i < self->matches; i++) game->faults(text, &self->plans[i].plan, &self->results[i]);
    bool programs = false;
    for (int i = 0; i < n; i++) programs = programs || wire_is_exec(self->specs[i]);
    match_table_chance(text, &self->plan.common, programs);
}

static void tournament_print_json(const Tournament *self, Text *text) {
    Json json = json_into(text, true);
    json_object(&json, NULL);
    json_array(&json, "players");
    for (int i = 0; i < self->players; i++) json_string(&json, NULL, self->called.name[i]);
    json_end_array(&json);
    json_array(&json, "specs");
    for (int i = 0; i < self->players; i++) json_string(&json, NULL, self->specs[i]);
    json_end_array(&json);
    json_array(&json, "ratings");
    for (int i = 0; i < self->players && self->rated; i++) {
        json_object(&json, NULL);
        json_string(&json, "player", self->called.name[i]);
        json_double(&json, "elo", self->rating[i].elo);
        json_double(&json, "error_95", self->rating[i].error);
        json_end(&json);
    }
    json_end_array(&json);
    json_array(&json, "suspended");
    for (int i = 0; i < self->players; i++)
        if (self->health[i].suspended) json_string(&json, NULL, self->called.name[i]);
    json_end_array(&json);
    json_array(&json, "matches");
    for (int i = 0; i < self->matches; i++)
        self->plans[i].game->json(&json, NULL, &self->plans[i].plan, &self->results[i]);
    json_end_array(&json);
    json_end(&json);
    text_add(text, "\n");
}

static bool names_differ(const AppArgs *args, Error *err) {
    for (int a = 0; a < args->count; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(args->words[a], args->words[b]) == 0)
                return error_set(err, "'%.80s' is named twice; a tournament is between different players",
                                 args->words[a]);
    return true;
}

// Ratings need games that equal players share.
static bool is_fair(const AppMatch *plan, Error *err) {
    const char *needs;
    return !plan->game->uneven(&plan->plan, &needs) ||
           error_set(err, "a tournament rates players by hands won; that takes %s", needs);
}

static const AppOption OPTIONS[] = {
    {"--games", "N", "games a pair, of hearts deals (10000; hearts: 100)"},
    APP_MATCH_OPTIONS,
    {NULL, NULL, NULL},
};

static int report_tournament(Tournament *self, const AppArgs *args, bool done, Error *err) {
    Error rating;
    if (!done && !self->matches) return app_fail(APP_FAILED, err);
    if (self->matches && !rate_players(self, &rating) && done && !app_switch(args, "--json"))
        app_tell("deadwood: no ratings: %s", rating.text);
    Text text = {0};
    if (app_switch(args, "--json"))
        tournament_print_json(self, &text);
    else
        tournament_print_table(self, &text);
    int code = app_print(&text);
    text_free(&text);
    if (!done) return app_fail(APP_FAILED, err);
    if (code == APP_DONE && self->interrupted) return APP_INTERRUPTED;
    for (int i = 0; i < self->players && code == APP_DONE; i++)
        if (self->health[i].suspended) code = APP_SUSPENDED;
    return code;
}

// One secret deals all matches, so it is revealed when the last of them is over.
static bool end_secret(Tournament *self, bool done, Error *err) {
    bool good = app_secret_end(&self->plan, done && !self->interrupted, self->began || self->matches, err);
    for (int i = 0; i < self->matches; i++) self->plans[i].common.over = self->plan.common.over;
    return good;
}

static int run_tournament(const AppArgs *args) {
    Error err;
    Tournament self = {.players = args->count, .specs = args->words};
    if (!app_match_plan(args, &self.plan, &err) || !app_players_exist(args, self.plan.game, &self.plan.plan, &err) ||
        !names_differ(args, &err) || !is_fair(&self.plan, &err))
        return app_fail(APP_USAGE, &err);
    self.plans = calloc(MOST_MATCHES, sizeof *self.plans);
    self.results = calloc(MOST_MATCHES, sizeof *self.results);
    bool ready = self.plans && self.results ? app_match_open_store(&self.plan, args, &err) &&
                                                  app_shard_begin(args, "tournament", self.plan.common.store, &err) &&
                                                  app_secret_begin(args, "tournament", &self.plan, &err)
                                            : error_set(&err, "out of memory");
    int code = APP_FAILED;
    progress_catch_interrupt();
    if (ready) app_programs_start(args, &self.plan, &self.called);
    for (int i = 0; i < self.players; i++) self.health[i].suspended = self.called.bad[i];
    bool done = ready && play_tournament(&self, &err);
    if (!end_secret(&self, done, done ? &err : NULL)) done = false;
    if (ready && done && app_shard_end(args, self.plan.common.store, self.interrupted, false, &code))
        ; // told
    else if (ready)
        code = report_tournament(&self, args, done, &err);
    else
        app_fail(code, &err);
    app_match_close_store(&self.plan);
    free(self.plans);
    free(self.results);
    return code;
}

const AppCommand app_tournament = {
    .name = "tournament",
    .words = "A B C ...",
    .summary = "plays every pair of a field, prints the cross table and ratings",
    .details = "With --db the whole tournament is kept; --resume goes on where it stopped.\n"
               "Ctrl-C prints the table so far and ends with exit code 130.\n"
               "Players may be programs, exec:./bot (docs/PROTOCOL.md); one that fails too often is suspended,\n"
               "the rest of its games is not played, and the exit code is 3.",
    .options = OPTIONS,
    .least = 2,
    .most = MOST_PLAYERS,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood tournament simple greedy heisenbot champion-rules --games 200",
                 "deadwood tournament --game hearts random ducker expert --games 2"},
    .run = run_tournament,
};
