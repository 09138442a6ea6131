// SPDX-License-Identifier: MIT
// Evaluations by name.
#include "hearts/players/evaluation.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "hearts/players/ducker.h"
#include "hearts/players/expert.h"
#include "hearts/players/search.h"

// Points taken so far; the moon and bonuses where nothing can change any more.
static void zero_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    (void)self;
    if (hearts_settled(state, points)) return;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = (float)state->points[seat];
}

// What comes out if all go on by ducker's rules.
static void rollout_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    (void)self;
    HeartsState end = *state;
    Rng none = {0, 1};
    hearts_ducker_playout(&end, 0, &none);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = (float)end.points[seat];
}

// Half of each: the rules of thumb know nothing of who leads, the playout nothing of what else might happen.
static void blend_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    float other[HEARTS_SEATS];
    hearts_expert_value(self, state, points);
    rollout_value(self, state, other);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = 0.5f * (points[seat] + other[seat]);
}

static const struct {
    const char *name;
    void (*value)(const void *self, const HeartsState *state, float points[HEARTS_SEATS]);
} EVALUATIONS[] = {
    {"zero", zero_value}, {"expert", hearts_expert_value}, {"rollout", rollout_value}, {"blend", blend_value}};

bool hearts_evaluation_open(const char *spec, HeartsEvaluation *evaluation, Error *err) {
    for (size_t i = 0; i < sizeof EVALUATIONS / sizeof *EVALUATIONS; i++) {
        if (strcmp(spec, EVALUATIONS[i].name) != 0) continue;
        *evaluation = (HeartsEvaluation){.value = EVALUATIONS[i].value};
        return true;
    }
    if (strncmp(spec, "td", 2) == 0 && (spec[2] == ':' || spec[2] == '\0')) {
        const char *model = strncmp(spec, "td:model=", 9) == 0 ? spec + 9 : "";
        if (*model) return hearts_evaluation_open_td(model, evaluation, err);
        return error_set(err, "the evaluation 'td' needs its weights: td:model=td-full-self, or the path of a file");
    }
    return error_set(err, "there is no evaluation '%.60s'; there are zero, expert, rollout, blend and td:model=NAME",
                     spec);
}
