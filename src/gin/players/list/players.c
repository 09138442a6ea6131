// SPDX-License-Identifier: MIT
// The list of players, and the list of policies they are made of. To add one: docs/PLAYERS.md.
#include <string.h>

#include "gin/players/list/policies.h"

static const GinPolicy *const DRAWS[] = {
    &gin_draw_meld_only, &gin_draw_future_value, &gin_draw_card_value, &gin_draw_card_net, &gin_draw_collect,
    &gin_draw_utility,   &gin_draw_stock,        &gin_draw_random,     &gin_draw_by_kind,  &gin_draw_human,
};
static const GinPolicy *const DISCARDS[] = {
    &gin_discard_max_deadwood, &gin_discard_categories, &gin_discard_safety,    &gin_discard_prognosis,
    &gin_discard_defensive,    &gin_discard_points,     &gin_discard_triangles, &gin_discard_fewest_melds,
    &gin_discard_card_value,   &gin_discard_card_net,   &gin_discard_estimated, &gin_discard_sampled_gain,
    &gin_discard_by_kind,      &gin_discard_human,      &gin_discard_random,
};
static const GinPolicy *const KNOCKS[] = {&gin_knock_at_once, &gin_knock_limit,    &gin_knock_rules, &gin_knock_net,
                                          &gin_knock_contest, &gin_knock_gin,      &gin_knock_wait,  &gin_knock_random,
                                          &gin_knock_drawn,   &gin_knock_by_table, &gin_knock_human};
static const GinPolicy *const MELDS[] = {&gin_melds_any_best, &gin_melds_best_layoff, &gin_melds_best_utility,
                                         &gin_melds_contest, &gin_melds_human};
static const GinPolicy *const ESTIMATORS[] = {
    &gin_estimator_none, &gin_estimator_uniform, &gin_estimator_prognosis,  &gin_estimator_bayes,
    &gin_estimator_ann,  &gin_estimator_lstm,    &gin_estimator_mishra_net, &gin_estimator_mishra_pairs};

#define MISHRA_TUNED                                                                                                   \
    "meld=0.44,combination=1.72,deadwood=0.73,knock-bonus=13,gin-bonus=26,"                                            \
    "opponent=1.23,low=0.84,emergency=2.9"

// clang-format off
static const GinPlayerRow ROWS[] = {
    // name, source, about, {draw, discard, knock, melds, estimator}, settings
    {"random", "house", "every decision by chance, melds apart",
     {"random", "random", "random", "any-best", "none"}, "", NULL},
    {"simple", "EAAI 2021", "the challenge's own player: takes melds, discards deadwood, knocks at once",
     {"meld-only", "max-deadwood", "at-once", "any-best", "none"}, "", NULL},
    {"greedy", "Heisenbot", "Simple that knocks with at most 5 points",
     {"meld-only", "max-deadwood", "limit", "any-best", "none"}, "knock.limit=5", NULL},
    {"always-draw", "Heisenbot", "Simple that never takes the upcard",
     {"stock", "max-deadwood", "at-once", "any-best", "none"}, "", NULL},
    {"rule-knock", "Heisenbot", "Simple with Heisenbot's seven knock rules",
     {"meld-only", "max-deadwood", "rules", "any-best", "none"}, "", NULL},
    {"heisenbot", "Heisenbot", "the paper's final player",
     {"future-value", "categories", "rules", "any-best", "none"}, "", NULL},
    // Readings of Nguyen et al. chosen because their Table 6 comes out with them, each cell within 2 points of its
    // interval; the paper's words have the hitting players choose their discards by value too.
    {"knocking", "Nguyen", "Simple that asks a network whether to knock",
     {"meld-only", "max-deadwood", "knock-net", "any-best", "none"}, "", NULL},
    {"estimating", "Nguyen", "Simple that discards what the opponent is least likely to want, Equation 9",
     {"meld-only", "estimated", "at-once", "any-best", "bayes"}, "", NULL},
    {"hitting", "Nguyen", "Simple that also draws cards for their value, Equation 1",
     {"card-value", "max-deadwood", "at-once", "any-best", "none"}, "draw.T=11", NULL},
    {"medium-kh", "Nguyen", "knocking and hitting together",
     {"card-value", "max-deadwood", "knock-net", "any-best", "none"}, "", NULL},
    {"medium-he", "Nguyen", "hitting and estimating together",
     {"card-value", "estimated", "at-once", "any-best", "bayes"}, "", NULL},
    {"medium-ek", "Nguyen", "estimating and knocking together",
     {"meld-only", "estimated", "knock-net", "any-best", "bayes"}, "", NULL},
    {"advanced", "Nguyen", "hitting, estimating and knocking together",
     {"card-value", "estimated", "knock-net", "any-best", "bayes"}, "", NULL},
    // Settings as the search of recipes/mishra.recipe found them for its last agent, rounded. The
    // policies' own defaults are a second set; docs/papers/mishra.md has both beside the paper's.
    {"mishra-blind", "Mishra", "by the utility of hands; every unknown card alike in the opponent's",
     {"utility", "sampled-gain", "at-once", "best-utility", "uniform"}, MISHRA_TUNED, NULL},
    {"mishra", "Mishra", "the final agent: a network estimates the opponent's hand",
     {"utility", "sampled-gain", "at-once", "best-utility", "mishra-net"}, MISHRA_TUNED, NULL},
    {"mishra-contest", "Mishra", "the contest entry: wary of an opponent close to a knock, melds with layoffs in mind",
     {"utility", "sampled-gain", "contest", "contest", "mishra-net"}, MISHRA_TUNED ",discard.wary=30", NULL},
    // One agent, its network learned in two ways; what of it is the paper's and what ours says rummy.h.
    {"td-rummy", "Kotnik", "a network's value of the hand after each action, learned by temporal differences",
     {NULL}, "", &gin_td_rummy},
    {"evo-rummy", "Kotnik", "the same network, evolved: mutants that win more points from it take its place",
     {NULL}, "", &gin_evo_rummy},
    {"champion", "house",
     "the strongest: a network that learned in a league of all players; for the rules contest; champion:search=10 thinks",
     {NULL}, "", &gin_champion},
    {"champion-rules", "house", "the champion's habits as rules to learn by heart: docs/LEARN-GIN.md has the page",
     {"by-kind", "by-kind", "by-table", "best-layoff", "none"}, "", NULL},
    {"mix", "house", "any combination: mix:draw=..,discard=..,knock=..,melds=..,estimator=.. (Simple's where not named)",
     {"meld-only", "max-deadwood", "at-once", "any-best", "none"}, "", NULL},
};
// clang-format on

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

const GinPlayerRow *gin_player_rows(int *count) {
    *count = LENGTH(ROWS);
    return ROWS;
}

const GinPolicy *const *gin_policies(GinColumn column, int *count) {
    static const struct {
        const GinPolicy *const *list;
        int count;
    } columns[GIN_COLUMNS] = {
        [GIN_COLUMN_DRAW] = {DRAWS, LENGTH(DRAWS)},
        [GIN_COLUMN_DISCARD] = {DISCARDS, LENGTH(DISCARDS)},
        [GIN_COLUMN_KNOCK] = {KNOCKS, LENGTH(KNOCKS)},
        [GIN_COLUMN_MELDS] = {MELDS, LENGTH(MELDS)},
        [GIN_COLUMN_ESTIMATOR] = {ESTIMATORS, LENGTH(ESTIMATORS)},
    };
    *count = columns[column].count;
    return columns[column].list;
}

const GinPolicy *gin_find_policy(GinColumn column, const char *name) {
    int count;
    const GinPolicy *const *list = gin_policies(column, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i]->name, name) == 0) return list[i];
    return NULL;
}

const char *gin_row_column(const GinPlayerRow *row, GinColumn column) {
    if (!row->whole) return row->column[column];
    return column == GIN_COLUMN_ESTIMATOR ? gin_estimator_none.name : row->whole->name;
}

const GinPlayerRow *gin_find_row(const char *name) {
    for (int i = 0; i < LENGTH(ROWS); i++)
        if (strcmp(ROWS[i].name, name) == 0) return &ROWS[i];
    return NULL;
}

bool gin_is_listed(const char *name) {
    char spelled[LEVEL_TEXT];
    return gin_find_row(name) || (!strchr(name, ':') && level_find(gin_levels(), name, spelled));
}

const char *gin_column_name(GinColumn column) {
    static const char *const names[GIN_COLUMNS] = {"draw", "discard", "knock", "melds", "estimator"};
    return names[column];
}
