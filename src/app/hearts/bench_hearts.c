// SPDX-License-Identifier: MIT
#include "app/hearts/app_hearts.h"

#include <string.h>

#include "base/clock.h"
#include "contest/hearts/hearts_match.h"
#include "hearts/players/list/players.h"

enum { HANDS = 20000, REPEATS = 10 };

static void pass_at_random(HeartsState *state, Rng *rng) {
    while (state->table.phase == HEARTS_PASSING) {
        HeartsAction action = {.move = HEARTS_GIVE, .card = CARD_NONE};
        CardSet hand = state->hand[state->table.to_act];
        for (int i = 0; i < state->rules->pass_count; i++) action.give |= set_of(rng_card(rng, hand & ~action.give));
        hearts_apply(state, NULL, &action);
    }
}

// The sum of the points of seat 0, so that nothing can be left out.
static int play_hands(const HeartsRules *rules) {
    static const int16_t score[HEARTS_SEATS] = {0};
    int sum = 0;
    for (uint32_t hand = 0; hand < HANDS; hand++) {
        Card deck[CARD_COUNT];
        HeartsState state;
        Rng rng = rng_for(1, 0, hand, 0);
        rng_deck(&rng, deck);
        hearts_deal_deck(&state, NULL, rules, hand, score, deck);
        pass_at_random(&state, &rng);
        while (state.table.phase == HEARTS_PLAYING) hearts_play_card(&state, rng_card(&rng, hearts_legal(&state)));
        sum += state.points[0];
    }
    return sum;
}

bool bench_hearts_engine(const char *preset, double *rate, Error *err) {
    HeartsRules rules;
    if (!hearts_rules_parse(preset, &rules, err)) return false;
    *rate = 0;
    for (int i = 0; i < REPEATS; i++) { // the best of several: the one the rest of the machine disturbed least
        double start = clock_cpu_seconds();
        int sum = play_hands(&rules);
        __asm__ volatile("" : : "r"(sum));
        double hands = HANDS / (clock_cpu_seconds() - start);
        *rate = hands > *rate ? hands : *rate;
    }
    return true;
}

static bool play_bench_match(const char *first, const char *second, const char *preset, HeartsSeating seating,
                             uint64_t deals, MatchResult *result, Error *err) {
    HeartsMatchPlan plan = {
        .common = {.players = {first, second}, .seed = 20060, .games = deals, .threads = 1, .quiet = true},
        .seating = seating};
    if (!hearts_rules_parse(preset, &plan.rules, err)) return false;
    plan.rules.target = 0;
    return hearts_match_run(&plan, result, err);
}

bool bench_hearts_match(double *rate, Error *err) {
    *rate = 0;
    for (int i = 0; i < 3; i++) {
        MatchResult result;
        if (!play_bench_match("random", "random", "paper", HEARTS_SEATING_MIXED, 10000, &result, err)) return false;
        double hands = (double)result.totals.games / result.seconds;
        *rate = hands > *rate ? hands : *rate;
    }
    return true;
}

// Without its model a learned player cannot be here; the name of every one that is goes into the hash.
static bool is_here(const char *name) {
    HeartsPlayer player;
    if (!hearts_player_open(name, &player, NULL)) return false;
    hearts_player_close(&player);
    return true;
}

bool bench_hearts_signature(uint64_t *hash, Error *err) {
    static const char *const presets[] = {"paper", "standard"};
    int count;
    const HeartsPlayerRow *rows = hearts_player_rows(&count);
    *hash = 0;
    for (int i = 0; i < count; i++) {
        if (!is_here(rows[i].name)) continue;
        for (const char *c = rows[i].name; *c; c++) *hash = rng_fold(*hash, (uint64_t)*c);
        for (int p = 0; p < 2; p++) {
            MatchResult result;
            if (!play_bench_match(rows[i].name, "ducker", presets[p], HEARTS_SEATING_ONE, 1, &result, err))
                return false;
            *hash = rng_fold(*hash, result.totals.digest);
        }
    }
    return true;
}
