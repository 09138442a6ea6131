// SPDX-License-Identifier: MIT
// The showdown: layoffs, the defender's best answer, and the points of a hand.
#include "gin/gin.h"

#include <limits.h>

static bool meld_is_run(CardSet meld) { return (meld & meld >> 1) != 0; }

// The fourth card of a set of three, or nothing.
static CardSet missing_of_set(CardSet meld) {
    if (!meld) return 0;
    return set_rank(card_rank(set_first(meld))) & ~meld;
}

// The knocker's melds as layoffs see them: runs grown by all the loose cards that reach them, and the places left in
// sets.
static void reach(const GinSplit *knock, CardSet loose, CardSet *runs, CardSet *fourths) {
    CardSet grown = 0, missing = 0;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (meld_is_run(knock->meld[i]))
            grown |= knock->meld[i];
        else
            missing |= missing_of_set(knock->meld[i]);
    }
    for (CardSet next; (next = loose & ~grown & (grown << 1 | grown >> 1)) != 0;) grown |= next;
    *runs = loose & grown;
    *fourths = loose & missing;
}

CardSet gin_layoff(const GinSplit *knock, CardSet loose) {
    CardSet runs, fourths;
    reach(knock, loose, &runs, &fourths);
    return runs | fourths;
}

// Order matters only if a card fits a run and a set; only then is it worth going through the motions.
CardSet gin_layoff_greedy(const GinSplit *knock, CardSet loose) {
    CardSet runs, fourths, laid = 0;
    reach(knock, loose, &runs, &fourths);
    if (!(runs & fourths)) return runs | fourths;
    GinSplit melds = *knock;
    for (bool more = true; more;) {
        more = false;
        for (CardSet rest = loose & ~laid; rest && !more; rest = set_rest(rest)) {
            CardSet card = rest & -rest;
            for (int i = 0; i < GIN_MAX_MELDS && !more; i++) {
                if (!melds.meld[i] || !gin_is_meld(melds.meld[i] | card)) continue;
                melds.meld[i] |= card;
                laid |= card;
                more = true;
            }
        }
    }
    return laid;
}

static CardSet layoff_by(GinLayoff layoff, const GinSplit *knock, CardSet loose) {
    return layoff == GIN_LAYOFF_GREEDY ? gin_layoff_greedy(knock, loose) : gin_layoff(knock, loose);
}

typedef struct Defence {
    CardSet hand;
    const GinSplit *knock;
    GinLayoff layoff;
    GinSplit best;
    int deadwood;
} Defence;

static bool try_defence(void *context, const GinSplit *split) {
    Defence *defence = context;
    CardSet loose = defence->hand & ~gin_split_cards(split);
    int left = gin_points(loose & ~layoff_by(defence->layoff, defence->knock, loose));
    if (left < defence->deadwood) {
        defence->deadwood = left;
        defence->best = *split;
    }
    return true;
}

GinSplit gin_best_defence(CardSet hand, const GinSplit *knock, GinLayoff layoff, int *deadwood) {
    Defence defence = {.hand = hand, .knock = knock, .layoff = layoff, .deadwood = INT_MAX};
    // What could be laid off if nothing were melded bounds what a worse melding can gain.
    CardSet possible = gin_layoff(knock, hand);
    gin_each_split(hand, gin_deadwood(hand) + gin_points(possible), try_defence, &defence);
    if (deadwood) *deadwood = defence.deadwood;
    return defence.best;
}

GinResult gin_score(const GinRules *rules, int factor, Seat knocker, CardSet knocker_hand,
                    const GinSplit *knocker_melds, CardSet defender_hand, const GinSplit *defender_melds) {
    Seat defender = knocker ^ 1;
    CardSet loose = defender_hand & ~gin_split_cards(defender_melds);
    int own = gin_points(knocker_hand & ~gin_split_cards(knocker_melds));
    GinResult result = {.winner = knocker, .knocker = knocker};
    if (own > 0) result.laid_off = layoff_by((GinLayoff)rules->layoff, knocker_melds, loose);
    int other = gin_points(loose & ~result.laid_off);

    int points;
    if (own == 0) {
        bool big = set_count(knocker_hand) > GIN_HAND_SIZE;
        result.end = big ? GIN_BIG_GIN : GIN_GIN;
        points = other + (big ? rules->big_gin_bonus : rules->gin_bonus);
    } else if (own < other || (own == other && rules->tie == GIN_TIE_KNOCKER)) {
        result.end = GIN_KNOCKED;
        points = other - own;
    } else {
        result.end = GIN_UNDERCUT;
        result.winner = defender;
        points = own - other + rules->undercut_bonus;
    }
    result.deadwood[knocker] = (uint8_t)own;
    result.deadwood[defender] = (uint8_t)other;
    result.points = (uint16_t)(points * factor);
    return result;
}
