// SPDX-License-Identifier: MIT
#include "train/tune/race.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest/gin/gin_match.h"

// Plays one contender on against one opponent, up to `games`.
static bool extend(const RacePlan *plan, RaceEntry *entry, int opponent, uint64_t games, bool *interrupted,
                   Error *err) {
    GinMatchPlan match = {
        .common =
            {
                .players = {entry->spec, plan->field[opponent]},
                .seed = plan->seed,
                .match = (uint64_t)opponent,
                .games = games,
                .threads = plan->threads,
                .store = plan->store,
                .resume = true,
                .prefix = true, // an earlier race may have got further than this round
                .from = &entry->totals[opponent],
                .quiet = true,
            },
        .rules = plan->rules,
        .duplicate = true,
    };
    MatchResult result;
    if (!gin_match_run(&match, &result, err)) return false;
    entry->totals[opponent] = result.totals;
    *interrupted = result.end == ARENA_INTERRUPTED;
    return true;
}

static void sum_up(RaceEntry *entry, const RacePlan *plan) {
    double score = 0, variance = 0, square = 0;
    for (int i = 0; i < plan->field_count; i++) {
        MatchStrength stats = match_strength(&entry->totals[i], 2);
        entry->cell[i] = stats.player[0].win_rate;
        score += entry->cell[i];
        variance += stats.score_error * stats.score_error;
        if (plan->target) square += (entry->cell[i] - plan->target[i]) * (entry->cell[i] - plan->target[i]);
    }
    entry->score = score / plan->field_count;
    entry->error = sqrt(variance) / plan->field_count;
    entry->distance = sqrt(square / plan->field_count);
    entry->games = entry->totals[0].games;
}

// Better first: later rounds before earlier ones, then the score, or the distance where there is a target. The spec
// decides between equals, so that the order never depends on the sort.
static int compare_entries(const void *left, const void *right) {
    const RaceEntry *a = left, *b = right;
    if (a->rounds != b->rounds) return b->rounds - a->rounds;
    if (a->distance < b->distance || a->distance > b->distance) return a->distance < b->distance ? -1 : 1;
    if (a->score < b->score || a->score > b->score) return a->score > b->score ? -1 : 1;
    return strcmp(a->spec, b->spec);
}

// How many of the first `alive` entries, sorted, go on.
static int survivors(const RaceEntry *entries, int alive, const RacePlan *plan) {
    int stay = alive / 2 > plan->keep ? alive / 2 : plan->keep;
    if (stay >= alive) return alive;
    if (plan->target) return stay;
    const RaceEntry *last = &entries[stay - 1];
    while (stay < alive) {
        const RaceEntry *next = &entries[stay];
        double gap = last->score - next->score, error = hypot(last->error, next->error);
        if (gap > 1.96 * error) break;
        stay++;
    }
    return stay;
}

static bool play_race_round(RaceEntry *entries, int alive, const RacePlan *plan, int round, uint64_t games,
                            bool *interrupted, Error *err) {
    char label[96];
    snprintf(label, sizeof label, "round %d: %d contenders, %" PRIu64 " games a pair", round, alive, games);
    Progress progress = progress_start(label, "pairs", (uint64_t)alive * (uint64_t)plan->field_count, 0, plan->quiet);
    uint64_t done = 0;
    for (int i = 0; i < alive && !*interrupted; i++) {
        for (int opponent = 0; opponent < plan->field_count && !*interrupted; opponent++) {
            if (!extend(plan, &entries[i], opponent, games, interrupted, err)) return false;
            progress_update(&progress, ++done);
        }
        if (*interrupted) break;
        sum_up(&entries[i], plan);
        entries[i].rounds = round;
    }
    progress_end(&progress, done);
    return true;
}

bool race_run(RaceEntry *entries, int count, const RacePlan *plan, bool *interrupted, Error *err) {
    int alive = count;
    uint64_t games = plan->first_games;
    *interrupted = false;
    for (int round = 1; alive > 0; round++) {
        if (!play_race_round(entries, alive, plan, round, games, interrupted, err)) return false;
        qsort(entries, (size_t)count, sizeof *entries, compare_entries);
        if (*interrupted || store_lacking(plan->store) || games >= plan->most_games) break;
        int stay = survivors(entries, alive, plan);
        if (stay == alive && alive <= plan->keep)
            games = plan->most_games;
        else
            games = games * 2 < plan->most_games ? games * 2 : plan->most_games;
        alive = stay;
    }
    return true;
}

void race_print(Text *text, const RaceEntry *entries, int count, const RacePlan *plan, int most) {
    text_addf(text, "  %4s %7s %6s ", "", "mean %", "+-95%");
    if (plan->target) text_addf(text, "%8s ", "distance");
    for (int i = 0; i < plan->field_count; i++) text_addf(text, "%11.11s ", plan->field[i]);
    text_add(text, "   games  contender\n");
    for (int i = 0; i < count && i < most; i++) {
        const RaceEntry *entry = &entries[i];
        if (!entry->rounds) continue;
        text_addf(text, "  %4d %7.2f ", i + 1, 100 * entry->score);
        if (isfinite(entry->error))
            text_addf(text, "%6.2f ", 196 * entry->error);
        else
            text_addf(text, "%6s ", "-");
        if (plan->target) text_addf(text, "%8.2f ", 100 * entry->distance);
        for (int o = 0; o < plan->field_count; o++) text_addf(text, "%11.2f ", 100 * entry->cell[o]);
        text_addf(text, "%8" PRIu64 "  %s\n", entry->games, entry->spec);
    }
    if (count > most) text_addf(text, "  ... and %d more (--top N shows more)\n", count - most);
}

void race_json(Json *json, const RaceEntry *entries, int count, const RacePlan *plan) {
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&plan->rules, rules);
    json_object(json, NULL);
    json_string(json, "game", "gin");
    json_string(json, "rules", rules);
    json_uint(json, "seed", plan->seed);
    json_array(json, "field");
    for (int i = 0; i < plan->field_count; i++) json_string(json, NULL, plan->field[i]);
    json_end_array(json);
    json_array(json, "ranking");
    for (int i = 0; i < count; i++) {
        const RaceEntry *entry = &entries[i];
        json_object(json, NULL);
        json_string(json, "player", entry->spec);
        json_double(json, "score", entry->score);
        json_double(json, "standard_error", entry->error);
        if (plan->target) json_double(json, "distance", entry->distance);
        json_array(json, "win_rates");
        for (int o = 0; o < plan->field_count; o++) json_double(json, NULL, entry->cell[o]);
        json_end_array(json);
        json_uint(json, "games", entry->games);
        json_int(json, "rounds", entry->rounds);
        json_end(json);
    }
    json_end_array(json);
    json_end(json);
}
