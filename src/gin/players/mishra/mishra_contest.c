// SPDX-License-Identifier: MIT
// Mishra & Aggarwal (2021), Appendix B: what the contest entry does at the end of a hand. (2), the discard's part, is
// a parameter of discard=sampled-gain.
#include "gin/players/list/policies.h"
#include "gin/players/mishra/mishra.h"
#include "gin/sample.h"

// Hands the opponent may hold.
static void imagine(const GinMind *mind, const GinView *view, Rng *rng, CardSet *hands, int count) {
    float probability[CARD_COUNT];
    gin_estimate(mind, view, probability);
    gin_imagine(mind, view, probability, rng, hands, count);
}

// ---- Knock ----

enum { WARY, THEIR_DEADWOOD, OWN_DEADWOOD };

// Appendix B (1).
static bool knock_if_ahead(const GinMind *mind, const GinView *view, Rng *rng, Card discard, int deadwood) {
    (void)discard;
    if (deadwood <= mind->params[OWN_DEADWOOD]) return true;
    CardSet hands[GIN_SAMPLE_HANDS];
    int count = (int)mind->params[WARY], sum = 0;
    imagine(mind, view, rng, hands, count);
    for (int i = 0; i < count; i++) sum += gin_deadwood(hands[i]);
    return sum > mind->params[THEIR_DEADWOOD] * count;
}

const GinPolicy gin_knock_contest = {
    .name = "contest",
    .source = "Mishra, Appendix B (1)",
    .about = "knocks unless the opponent seems close to it and own deadwood is not low",
    .knock = knock_if_ahead,
    .needs_estimator = true,
    .params = {{"wary", 30, 1, GIN_SAMPLE_HANDS, true, "hands imagined to see if the opponent is close to a knock"},
               {"their-deadwood", 18, 0, 110, false, "mean deadwood of those hands that counts as close"},
               {"own-deadwood", 6, 0, 10, true, "most own deadwood to knock with then"}},
};

// ---- Melds ----

enum { LAYOFF_SAMPLES };

// Points the defenders can lay off, all of them together; each melds as is best without layoffs.
static int laid_off(const GinView *view, const GinSplit *knock, const CardSet *hands, int count) {
    bool greedy = view->rules->layoff == GIN_LAYOFF_GREEDY;
    int sum = 0;
    for (int i = 0; i < count; i++) {
        GinSplit melds = gin_best_split(hands[i]);
        CardSet loose = hands[i] & ~gin_split_cards(&melds);
        sum += gin_points(greedy ? gin_layoff_greedy(knock, loose) : gin_layoff(knock, loose));
    }
    return sum;
}

// Appendix B (4): of the best splits the first that lets the opponent lay off least.
static GinSplit hardest_to_lay_off(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits), samples = (int)mind->params[LAYOFF_SAMPLES];
    if (count == 1 || gin_deadwood(hand) == 0) return splits[0];
    CardSet hands[GIN_SAMPLE_HANDS];
    imagine(mind, view, rng, hands, samples);
    int best = 0, least = laid_off(view, &splits[0], hands, samples);
    for (int i = 1; i < count; i++) {
        int points = laid_off(view, &splits[i], hands, samples);
        if (points < least) best = i, least = points;
    }
    return splits[best];
}

// Appendix B (3): of the best splits the first that lets us lay off most.
static GinSplit best_to_lay_off(const GinView *view, CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits), best = 0, most = -1;
    if (count == 1 || !(view->exposed & ~gin_split_cards(view->knock))) return splits[0];
    bool greedy = view->rules->layoff == GIN_LAYOFF_GREEDY;
    for (int i = 0; i < count; i++) {
        CardSet loose = hand & ~gin_split_cards(&splits[i]);
        int points = gin_points(greedy ? gin_layoff_greedy(view->knock, loose) : gin_layoff(view->knock, loose));
        if (points > most) best = i, most = points;
    }
    return splits[best];
}

static GinSplit meld_for_layoffs(const GinMind *mind, const GinView *view, Rng *rng, CardSet hand, bool defend) {
    return defend ? best_to_lay_off(view, hand) : hardest_to_lay_off(mind, view, rng, hand);
}

const GinPolicy gin_melds_contest = {
    .name = "contest",
    .source = "Mishra, Appendix B (3) and (4)",
    .about = "of the splits of least deadwood the one that helps the opponent's layoffs least, or own ones most",
    .melds = meld_for_layoffs,
    .needs_estimator = true,
    .params = {{"imagined", 30, 1, GIN_SAMPLE_HANDS, true, "hands of the opponent imagined when we knock"}},
};
