// SPDX-License-Identifier: MIT
// The policies of each source and the whole players, for the lists in players.c.
#ifndef DEADWOOD_GIN_PLAYERS_LIST_POLICIES_H
#define DEADWOOD_GIN_PLAYERS_LIST_POLICIES_H

#include "gin/players/list/players.h"

extern const GinPolicy gin_draw_meld_only, gin_draw_stock, gin_draw_random;
extern const GinPolicy gin_discard_max_deadwood, gin_discard_random;
extern const GinPolicy gin_knock_at_once, gin_knock_limit, gin_knock_gin, gin_knock_wait, gin_knock_random,
    gin_knock_drawn;
extern const GinPolicy gin_draw_future_value;
extern const GinPolicy gin_discard_points, gin_discard_fewest_melds, gin_discard_triangles, gin_discard_defensive;
extern const GinPolicy gin_discard_safety, gin_discard_prognosis, gin_discard_categories;
extern const GinPolicy gin_knock_rules;
extern const GinPolicy gin_draw_card_value, gin_draw_card_net, gin_draw_collect;
extern const GinPolicy gin_discard_card_value, gin_discard_card_net, gin_discard_estimated;
extern const GinPolicy gin_knock_net;
extern const GinPolicy gin_draw_utility, gin_discard_sampled_gain;
extern const GinPolicy gin_knock_contest, gin_melds_best_utility, gin_melds_contest;
extern const GinPolicy gin_draw_by_kind, gin_discard_by_kind, gin_knock_by_table;
extern const GinPolicy gin_draw_human, gin_discard_human, gin_knock_human, gin_melds_human;
extern const GinPolicy gin_melds_any_best, gin_melds_best_layoff;
extern const GinPolicy gin_estimator_none, gin_estimator_uniform, gin_estimator_prognosis, gin_estimator_bayes;
extern const GinPolicy gin_estimator_ann, gin_estimator_lstm, gin_estimator_mishra_net, gin_estimator_mishra_pairs;

extern const GinWhole gin_champion, gin_td_rummy, gin_evo_rummy;

#endif
