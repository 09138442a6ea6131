// SPDX-License-Identifier: MIT
// Gin's signature for `deadwood bench`.
#include <string.h>

#include "app/gin/app_gin.h"
#include "gin/players/list/players.h"

// Players that imagine hands of their opponent take a thousand times as long as Simple, a large network a hundred.
static bool is_slow(const GinPlayerRow *row) {
    return row->whole || strcmp(row->column[GIN_COLUMN_DRAW], "utility") == 0;
}

static uint64_t games_with(const GinPlayerRow *a, const GinPlayerRow *b) { return is_slow(a) || is_slow(b) ? 20 : 200; }

// A hash of every action of every player in the list against every other, and each against itself, on fixed deals.
bool bench_gin_signature(uint64_t *hash, Error *err) {
    int count;
    const GinPlayerRow *rows = gin_player_rows(&count);
    *hash = 0;
    for (int a = 0; a < count; a++)
        for (int b = a; b < count; b++) {
            GinMatchPlan plan = {.common = {.players = {rows[a].name, rows[b].name},
                                            .seed = 20210,
                                            .games = games_with(&rows[a], &rows[b]),
                                            .threads = 1,
                                            .quiet = true},
                                 .rules = gin_rules_default(),
                                 .duplicate = true};
            MatchResult result;
            if (!gin_match_run(&plan, &result, err)) return false;
            *hash = rng_fold(*hash, result.totals.digest);
        }
    return true;
}
