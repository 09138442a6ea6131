// SPDX-License-Identifier: MIT
#include "train/league/league_match.h"

#include <string.h>

#include "contest/gin/gin_match.h"

void league_player(const char *name, Text *spec) {
    size_t size = strlen(name), ending = strlen(".safetensors");
    bool is_file = size > ending && strcmp(name + size - ending, ".safetensors") == 0 && !strchr(name, '=');
    text_addf(spec, "%s%s", is_file ? "champion:model=" : "", name);
}

void league_player_name(const char *spec, char name[64]) {
    static const char net[] = "champion:model=";
    const char *slash = strrchr(spec, '/');
    bool is_net = strncmp(spec, net, sizeof net - 1) == 0 && !strchr(spec, ',');
    text_copy(name, 64, !is_net ? spec : slash ? slash + 1 : spec + sizeof net - 1);
    char *ending = is_net ? strstr(name, ".safetensors") : NULL;
    if (ending) *ending = '\0';
}

bool league_match(const LeagueMatchPlan *plan, LeagueMatch *match, bool *interrupted, Error *err) {
    GinMatchPlan games = {.common = {.players = {plan->player, match->opponent},
                                     .seed = plan->seed,
                                     .games = plan->games + plan->games % 2,
                                     .quiet = plan->quiet,
                                     .store = plan->store,
                                     .resume = plan->store != NULL,
                                     .prefix = plan->store != NULL,
                                     .threads = plan->threads},
                          .rules = *plan->rules,
                          .duplicate = true};
    MatchResult result;
    if (!gin_match_run(&games, &result, err)) return false;
    *interrupted = result.end == ARENA_INTERRUPTED;
    const ArenaTotals *totals = &result.totals;
    int64_t hands = gin_match_hands(totals), groups = (int64_t)totals->groups;
    double hands_a_group = groups && hands ? (double)hands / (double)groups : 1;
    match->games = totals->games;
    match->won = match_win_rate(totals, 0);
    MatchElo elo = match_elo(totals, 2);
    match->won_error = elo.score_error;
    match->won_95 = elo.score_95;
    match->points = stats_mean(groups, totals->group_points) / hands_a_group;
    match->points_error =
        stats_standard_error(groups, totals->group_points, totals->group_points_squared) / hands_a_group;
    return true;
}
