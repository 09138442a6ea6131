// SPDX-License-Identifier: MIT
// `deadwood lab policies`: which combination of policies achieves the highest win rate, asked of the whole product.
#include <string.h>

#include "app/race.h"
#include "base/progress.h"
#include "gin/players/players.h"

static const AppOption OPTIONS[] = {APP_RACE_OPTIONS, {NULL, NULL, NULL}};

static bool add_all(AppRace *race, Error *err) {
    int count[3];
    const GinPolicy *const *policies[3];
    for (int column = 0; column < 3; column++) policies[column] = gin_policies((GinColumn)column, &count[column]);
    for (int draw = 0; draw < count[0]; draw++)
        for (int discard = 0; discard < count[1]; discard++)
            for (int knock = 0; knock < count[2]; knock++) {
                char spec[RACE_SPEC];
                const GinPolicy *parts[3] = {policies[0][draw], policies[1][discard], policies[2][knock]};
                bool asks = parts[0]->needs_estimator || parts[1]->needs_estimator || parts[2]->needs_estimator;
                snprintf(spec, sizeof spec, "mix:draw=%s,discard=%s,knock=%s%s", parts[0]->name, parts[1]->name,
                         parts[2]->name, asks ? ",estimator=bayes" : "");
                if (!app_race_add(race, spec, err)) return false;
            }
    return true;
}

static int run(const AppArgs *args) {
    Error err;
    AppRace race;
    if (strcmp(args->words[0], "policies") != 0) {
        error_set(&err, "there is no experiment '%.40s'; there is `deadwood lab policies`", args->words[0]);
        return app_fail(APP_USAGE, &err);
    }
    if (!app_race_open(args, &race, &err)) return app_fail(APP_USAGE, &err);
    progress_catch_interrupt(); // opening every combination takes a second or two
    int code = add_all(&race, &err) ? app_race_run(args, &race) : app_fail(APP_FAILED, &err);
    app_race_free(&race);
    return code;
}

const AppCommand app_lab = {
    .name = "lab",
    .words = "policies",
    .summary = "plays every combination of draw, discard and knock policies against a field and ranks them",
    .details = "Games go where the ranking is still open: after every round the clearly worse half leaves, and those\n"
               "that stay play twice as many games, on the same deals for all.",
    .options = OPTIONS,
    .least = 1,
    .most = 1,
    .run = run,
};
