// SPDX-License-Identifier: MIT
#include "gin/players/judge/chances.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { EXACT_TARGET = 400 };

struct GinChances {
    GinRules rules;
    int unit;        // points to a step of the table
    int steps;       // to the target
    double points;   // a hand is worth to its starter
    double *starter; // starter[a * steps + b]: the starter's chance with a steps against b
};

// How hands end, as frequencies by points in steps.
typedef struct Frequencies {
    double starter[GIN_MOST_POINTS], other[GIN_MOST_POINTS];
    int most;
} Frequencies;

void gin_endings_note(GinEndings *endings, const GinState *over) {
    const GinResult *result = &over->result;
    int points = result->points < GIN_MOST_POINTS ? result->points : GIN_MOST_POINTS - 1;
    if (result->end == GIN_CANCELLED || points == 0)
        endings->cancelled++;
    else
        (result->winner == over->table.starter ? endings->starter : endings->other)[points]++;
}

static int steps_of(const GinChances *chances, int points) {
    int steps = (points + chances->unit / 2) / chances->unit;
    return steps < 1 ? 1 : steps;
}

static void group_endings(GinChances *chances, const GinEndings *endings, Frequencies *frequencies) {
    double scored = 0, sum = 0;
    memset(frequencies, 0, sizeof *frequencies);
    for (int points = 1; points < GIN_MOST_POINTS; points++) {
        double starter = (double)endings->starter[points], other = (double)endings->other[points];
        int steps = steps_of(chances, points);
        frequencies->starter[steps] += starter;
        frequencies->other[steps] += other;
        if (starter + other > 0) frequencies->most = steps;
        scored += starter + other;
        sum += points * (starter - other);
    }
    chances->points = scored > 0 ? sum / (scored + (double)endings->cancelled) : 0;
    if (scored == 0) { // rules under which nobody ever scores: each side has one half
        frequencies->starter[1] = frequencies->other[1] = 1;
        frequencies->most = 1;
        scored = 2;
    }
    for (int i = 0; i <= frequencies->most; i++) {
        frequencies->starter[i] /= scored;
        frequencies->other[i] /= scored;
    }
}

// The chance of a player with `a` steps against `b` before a hand that it starts or not.
static double look_up(const GinChances *chances, int a, int b, bool starts) {
    if (a >= chances->steps) return 1;
    if (b >= chances->steps) return 0;
    return starts ? chances->starter[a * chances->steps + b] : 1 - chances->starter[b * chances->steps + a];
}

static bool winner_starts(const GinChances *chances, bool starter_won) {
    switch ((GinStart)chances->rules.next_starter) {
    case GIN_START_WINNER: return true;
    case GIN_START_LOSER: return false;
    case GIN_START_ALTERNATE: break;
    }
    return !starter_won;
}

static double solve_one(const GinChances *chances, const Frequencies *endings, int a, int b) {
    bool again = winner_starts(chances, true), other_starts = winner_starts(chances, false);
    double chance = 0;
    for (int p = 1; p <= endings->most; p++) {
        if (endings->starter[p] > 0) chance += endings->starter[p] * look_up(chances, a + p, b, again);
        if (endings->other[p] > 0) chance += endings->other[p] * look_up(chances, a, b + p, !other_starts);
    }
    return chance;
}

GinChances *gin_chances_of_endings(const GinRules *rules, const GinEndings *endings) {
    GinChances *chances = calloc(1, sizeof *chances);
    if (!chances) {
        memory_note_short();
        return NULL;
    }
    chances->rules = *rules;
    chances->unit = (rules->target + EXACT_TARGET - 1) / EXACT_TARGET;
    chances->steps = (rules->target + chances->unit - 1) / chances->unit;
    size_t side = (size_t)chances->steps;
    chances->starter = calloc(side * side, sizeof *chances->starter);
    if (!chances->starter) {
        memory_note_short();
        free(chances);
        return NULL;
    }
    Frequencies frequencies;
    group_endings(chances, endings, &frequencies);
    // Every hand adds points, so a score depends only on scores with a larger sum.
    for (int sum = 2 * chances->steps - 2; sum >= 0; sum--)
        for (int a = sum < chances->steps ? sum : chances->steps - 1; a >= 0 && sum - a < chances->steps; a--)
            chances->starter[a * chances->steps + sum - a] = solve_one(chances, &frequencies, a, sum - a);
    return chances;
}

GinChances *gin_chances_open(const GinRules *rules, const GinPlayer *player, int hands, uint64_t seed) {
    const GinPlayer players[2] = {*player, *player};
    const uint16_t score[2] = {0, 0};
    GinEndings endings = {.cancelled = 0};
    for (int hand = 0; hand < hands; hand++) {
        GinState state;
        GinHistory history;
        Card deck[CARD_COUNT];
        Rng rng[2] = {rng_for(seed, 1, (uint64_t)hand, 0), rng_for(seed, 1, (uint64_t)hand, 1)};
        Fault fault;
        GinAction refused;
        gin_deck_for(seed, 0, 0, (uint32_t)hand, deck);
        gin_deal_deck(&state, &history, rules, 0, score, deck);
        if (gin_play_hand(&state, &history, players, rng, &fault, &refused) < 0)
            gin_endings_note(&endings, &state);
        else
            endings.cancelled++;
    }
    return gin_chances_of_endings(rules, &endings);
}

void gin_chances_close(GinChances *chances) {
    if (!chances) return;
    free(chances->starter);
    free(chances);
}

const GinRules *gin_chances_rules(const GinChances *chances) { return &chances->rules; }

static double chance_at(const GinChances *chances, const int score[2], Seat starter, Seat seat) {
    for (int winner = 0; winner < GIN_SEATS; winner++)
        if (score[winner] >= chances->rules.target) return winner == seat ? 1 : 0;
    return look_up(chances, score[seat] / chances->unit, score[seat ^ 1] / chances->unit, starter == seat);
}

GinWorth gin_chances_before(const GinChances *chances, const uint16_t score[2], Seat starter, Seat seat) {
    double points = starter == seat ? chances->points : -chances->points;
    return (GinWorth){points, chance_at(chances, (const int[2]){score[0], score[1]}, starter, seat)};
}

GinWorth gin_chances_after(const GinChances *chances, const GinState *over, Seat seat) {
    const GinResult *result = &over->result;
    int score[2] = {over->table.score[0], over->table.score[1]};
    int points = result->end == GIN_CANCELLED ? 0 : result->points;
    if (points) score[result->winner] += points;
    Seat next = gin_next_starter(&chances->rules, over);
    return (GinWorth){result->winner == seat ? points : -points, chance_at(chances, score, next, seat)};
}
