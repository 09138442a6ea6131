// SPDX-License-Identifier: MIT
// Heisenbot (Eicholtz, Moss, Traino & Roberson 2021): the knock rules.
#include "gin/players/policies.h"

enum { LEAD, EARLY, LATE, POINTS, CARDS };

// The seven rules in their order; what they leave open (6 to 10 points in three or more cards, between the early and
// late turns) knocks. Turns are own turns, this one included.
static bool knock_by_rules(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)rng;
    const double *limit = mind->params;
    int lead = view->table->score[view->seat] - view->table->score[view->seat ^ 1];
    int turns = view->table->turns[view->seat];
    if (deadwood == 0) return true;
    if (lead >= limit[LEAD] || -lead >= limit[LEAD]) return false;
    if (turns < limit[EARLY] || turns > limit[LATE]) return true;
    if (deadwood <= limit[POINTS]) return true;
    CardSet hand = view->hand ^ set_of(discard);
    GinSplit split = gin_best_split(hand);
    return set_count(hand & ~gin_split_cards(&split)) >= limit[CARDS];
}

const GinPolicy gin_knock_rules = {
    .name = "rules",
    .source = "Heisenbot, Knock Policy",
    .about = "the paper's seven rules: score, turns, points and number of deadwood cards",
    .knock = knock_by_rules,
    .params = {{"lead", 30, 0, 1000, true, "no knock but gin when ahead or behind by so many points"},
               {"early", 4, 0, 100, true, "knocks before this own turn"},
               {"late", 13, 0, 100, true, "knocks after this own turn"},
               {"points", 5, 0, 10, true, "knocks with at most so much deadwood"},
               {"cards", 3, 0, 10, true, "else waits while fewer cards than this are unmelded"}},
};
