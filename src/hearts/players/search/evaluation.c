// SPDX-License-Identifier: MIT
// Evaluations by name.
#include "hearts/players/search/evaluation.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/text.h"
#include "hearts/players/search/search.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/expert.h"

// Points taken so far; the moon and bonuses where nothing can change any more.
static void zero_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    (void)self;
    if (hearts_settled(state, points)) return;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = (float)state->points[seat];
}

// The number of playouts. With more than one, some cards are random, seeded by a hash of the state, so a state always
// has the same value.
typedef struct Rollouts {
    int count;
} Rollouts;

enum { MAX_ROLLOUTS = 1000, ROLLOUT_NOISE = 32 };

// The mean outcome of playouts by ducker's rules.
static void rollout_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    const Rollouts *rollouts = self;
    int sum[HEARTS_SEATS] = {0};
    Rng rng = rng_of_key(state->hand[0] ^ rng_mix(state->hand[1] ^ rng_mix(state->hand[2])), state->table.leader);
    for (int i = 0; i < rollouts->count; i++) {
        HeartsState end = *state;
        hearts_ducker_playout(&end, rollouts->count > 1 ? ROLLOUT_NOISE : 0, &rng);
        for (int seat = 0; seat < HEARTS_SEATS; seat++) sum[seat] += end.points[seat];
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] = (float)sum[seat] / (float)rollouts->count;
}

// A blend: the outlook ignores who leads, playouts ignore what else might happen. The parts are about least squares'
// for the points still to come (paper rules, 600 deals among experts): by cards in hand 0.8 : 0.2 for playouts and
// outlook to 4, 0.5 : 0.6 to 8, 0.4 : 0.7 above with one playout, and more for several.
static void blend_value(const void *self, const HeartsState *state, float points[HEARTS_SEATS]) {
    int cards = HEARTS_HAND_SIZE - state->table.tricks;
    bool several = ((const Rollouts *)self)->count > 1;
    float other[HEARTS_SEATS], part = cards <= 4 ? 0.8f : cards <= 8 ? 0.45f : 0.35f;
    if (several) part = cards <= 4 ? 0.9f : cards <= 8 ? 0.6f : 0.55f;
    if (hearts_settled(state, points)) return;
    hearts_expert_value(NULL, state, points);
    rollout_value(self, state, other);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) points[seat] += part * (other[seat] - points[seat]);
}

static const struct {
    const char *name;
    void (*value)(const void *self, const HeartsState *state, float points[HEARTS_SEATS]);
    bool plays_out; // and so has the setting `playouts`
} EVALUATIONS[] = {{"zero", zero_value, false},
                   {"expert", hearts_expert_value, false},
                   {"rollout", rollout_value, true},
                   {"blend", blend_value, true}};

static bool open_rollouts(const char *settings, HeartsEvaluation *evaluation, Error *err) {
    int64_t count = 1;
    if (*settings && strncmp(settings, ":playouts=", 10) != 0)
        return error_set(err, "the evaluation has no setting '%.40s'; there is playouts", settings + 1);
    if (*settings && !text_to_int(settings + 10, "playouts", 1, MAX_ROLLOUTS, &count, err)) return false;
    Rollouts *rollouts = malloc(sizeof *rollouts);
    if (!rollouts) return error_set(err, "out of memory");
    rollouts->count = (int)count;
    evaluation->self = rollouts;
    evaluation->close = free;
    return true;
}

bool hearts_evaluation_open(const char *spec, HeartsEvaluation *evaluation, Error *err) {
    for (size_t i = 0; i < sizeof EVALUATIONS / sizeof *EVALUATIONS; i++) {
        size_t size = strlen(EVALUATIONS[i].name);
        if (strncmp(spec, EVALUATIONS[i].name, size) != 0 || (spec[size] && spec[size] != ':')) continue;
        HeartsEvaluation opened = {.value = EVALUATIONS[i].value};
        if (EVALUATIONS[i].plays_out) {
            if (!open_rollouts(spec + size, &opened, err)) return error_prefix(err, "%s", EVALUATIONS[i].name);
        } else if (spec[size]) {
            return error_set(err, "the evaluation '%s' has no settings", EVALUATIONS[i].name);
        }
        *evaluation = opened;
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
