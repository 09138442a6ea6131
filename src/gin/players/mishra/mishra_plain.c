// SPDX-License-Identifier: MIT
#include "gin/players/mishra/mishra_plain.h"

#include <stdlib.h>

#include "gin/sample.h"

enum { THREES = 96 }; // 3-card melds: 44 runs and 52 sets

static int three_card_melds(CardSet melds[THREES]) {
    int count = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int low = 0; low + 2 < CARD_RANKS; low++)
            melds[count++] =
                set_of(card_make(low, suit)) | set_of(card_make(low + 1, suit)) | set_of(card_make(low + 2, suit));
    for (int rank = 0; rank < CARD_RANKS; rank++)
        for (int out = 0; out < CARD_SUITS; out++) melds[count++] = set_rank(rank) & ~set_of(card_make(rank, out));
    return count;
}

static bool plain_is_run(CardSet meld) { return (meld & meld >> 1) != 0; }

// Over all 3-card melds that hold a missing card, the chance that the opponent holds all of it.
static double need_for(const MishraPlain *table, const CardSet melds[THREES], CardSet missing) {
    if (!table->probability) return 0;
    double sum = 0;
    for (int m = 0; m < THREES; m++) {
        if (!(melds[m] & missing)) continue;
        double product = 1;
        for (CardSet rest = melds[m]; rest; rest = set_rest(rest))
            product *= (double)table->probability[card_index(set_first(rest))];
        sum += product;
    }
    return table->weights->cap && sum > 1 ? 1 : sum;
}

static double value_of_melds(const MishraPlain *table, Card card, CardSet loose, CardSet melded) {
    const MishraWeights *w = table->weights;
    CardSet melds[THREES], gone = table->dead | melded;
    double value = 0;
    three_card_melds(melds);
    for (int m = 0; m < THREES; m++) {
        if (!set_has(melds[m], card) || (melds[m] & ~set_of(card) & gone)) continue;
        if (!plain_is_run(melds[m]) && w->group) continue;
        Card low = set_first(melds[m]);
        if (plain_is_run(melds[m]) && w->skip && card_rank(low) > 0 && set_has(loose, (Card)(low - 1))) continue;
        double bonus = w->meld;
        for (CardSet rest = melds[m] & ~set_of(card); rest; rest = set_rest(rest))
            if (set_has(loose, set_first(rest))) bonus += w->combination;
        value += bonus * (1 - need_for(table, melds, melds[m] & ~loose));
    }
    return value;
}

static double value_of_group(const MishraPlain *table, Card card, CardSet loose, CardSet melded) {
    CardSet melds[THREES], others = set_rank(card_rank(card)) & ~set_of(card);
    CardSet held = others & loose, free = others & ~(loose | melded | table->dead);
    if (set_count(held) + set_count(free) + 1 < 3) return 0;
    three_card_melds(melds);
    double bonus = set_count(free) * table->weights->meld + set_count(held) * table->weights->combination;
    return bonus * (1 - need_for(table, melds, free));
}

double mishra_plain_value(const MishraPlain *table, Card card, CardSet loose, CardSet melded, bool emergency) {
    const MishraWeights *w = table->weights;
    double value = value_of_melds(table, card, loose, melded);
    if (w->group) value += value_of_group(table, card, loose, melded);
    value += (5 - gin_card_points(card)) * w->deadwood * (emergency ? w->emergency : 1);
    if (card_rank(card) == 0) value += w->low;
    if (card_rank(card) == 1) value += w->low / 2;
    return value;
}

static int by_points(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

// "One card away from being knockable"; with eleven cards one more goes anyway.
static bool plain_is_emergency(const MishraPlain *table, CardSet loose, int cards) {
    int points[GIN_HAND_SIZE + 1] = {0}, count = 0, left = 0;
    for (CardSet rest = loose; rest; rest = set_rest(rest)) points[count++] = gin_card_points(set_first(rest));
    qsort(points, (size_t)count, sizeof *points, by_points);
    for (int i = cards > GIN_HAND_SIZE ? 2 : 1; i < count; i++) left += points[i];
    return left <= table->weights->limit;
}

MishraMelding mishra_plain_melding(const MishraPlain *table, CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    MishraMelding best = {.loose = SET_DECK, .mean = -1e300};
    for (int i = 0; i < count; i++) {
        CardSet melded = gin_split_cards(&splits[i]), loose = hand & ~melded;
        bool emergency = plain_is_emergency(table, loose, set_count(hand));
        double sum = 0;
        for (CardSet rest = loose; rest; rest = set_rest(rest))
            sum += mishra_plain_value(table, set_first(rest), loose, melded, emergency);
        double mean = loose ? sum / set_count(loose) : 0;
        bool tie = mean - best.mean < MISHRA_TIE && best.mean - mean < MISHRA_TIE;
        if (tie ? set_count(loose) < set_count(best.loose) : mean > best.mean)
            best = (MishraMelding){.split = splits[i], .loose = loose, .mean = mean};
    }
    int deadwood = gin_points(best.loose);
    best.utility = set_count(hand & ~best.loose) + best.mean;
    if (!best.loose)
        best.utility += table->weights->gin;
    else if (deadwood <= table->weights->limit)
        best.utility += table->weights->knock;
    return best;
}

static double plain_utility_without(const MishraPlain *table, CardSet hand, Card card) {
    MishraPlain after = *table;
    after.dead |= set_of(card);
    return mishra_plain_melding(&after, hand & ~set_of(card)).utility;
}

void mishra_plain_discards(const MishraPlain *table, CardSet hand, CardSet allowed, MishraDiscards *discards) {
    MishraMelding melding = mishra_plain_melding(table, hand);
    discards->loose = melding.loose & allowed;
    discards->forced = 0;
    if (!discards->loose) {
        int least = 1000, rank = CARD_RANKS;
        for (CardSet rest = allowed; rest; rest = set_rest(rest)) {
            Card card = set_first(rest);
            int deadwood = gin_deadwood(hand & ~set_of(card));
            if (deadwood > least || (deadwood == least && card_rank(card) >= rank)) continue;
            least = deadwood;
            rank = card_rank(card);
            discards->loose = discards->forced = set_of(card);
        }
    }
    int dearest = 0;
    for (CardSet rest = discards->loose; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        discards->utility[card] = plain_utility_without(table, hand, card);
        if (gin_card_points(card) > dearest) dearest = gin_card_points(card);
    }
    if (discards->forced) return;
    for (CardSet rest = discards->loose; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        bool knocks = gin_deadwood(hand & ~set_of(card)) <= table->weights->limit;
        if (gin_card_points(card) == dearest && knocks) discards->forced |= set_of(card);
    }
}

double mishra_plain_after_discard(const MishraPlain *table, CardSet hand, CardSet allowed) {
    MishraDiscards discards;
    mishra_plain_discards(table, hand, allowed, &discards);
    double best = -1e300;
    for (CardSet rest = discards.forced ? discards.forced : discards.loose; rest; rest = set_rest(rest))
        if (discards.utility[set_first(rest)] > best) best = discards.utility[set_first(rest)];
    return best;
}

static double utility_with(const MishraPlain *theirs, const MishraGuess *guess, CardSet hand, Card card, bool taken) {
    CardSet eleven = hand | set_of(card);
    if (guess->discarding) return mishra_plain_after_discard(theirs, eleven, taken ? hand : eleven);
    return mishra_plain_melding(theirs, eleven).utility;
}

double mishra_plain_gain(const MishraPlain *theirs, const MishraGuess *guess, Card card) {
    double gain = 0;
    for (int i = 0; i < guess->count; i++) {
        double sum = 0;
        CardSet hand = guess->hands[i], draws = guess->stock & ~hand;
        for (CardSet rest = draws; rest; rest = set_rest(rest))
            sum += utility_with(theirs, guess, hand, set_first(rest), false);
        double from_stock = draws ? sum / set_count(draws) : 0, taken = utility_with(theirs, guess, hand, card, true);
        if (taken > from_stock) gain += taken - from_stock;
    }
    return gain / guess->count;
}

Card mishra_plain_discard(const GinMind *mind, const GinView *view, Rng *rng) {
    MishraWeights weights = mishra_weights(mind->params, view);
    CardSet pile = view->table->buried | (set_of(view->table->upcard) & SET_DECK);
    float probability[CARD_COUNT];
    gin_estimate(mind, view, probability);
    MishraPlain own = {&weights, probability, pile};
    MishraDiscards discards;
    mishra_plain_discards(&own, view->hand, view->hand & ~set_of(view->table->taken), &discards);
    MishraPlain theirs = {&weights, NULL, pile | (view->hand & ~mishra_plain_melding(&own, view->hand).loose)};
    CardSet cards = discards.forced ? discards.forced : discards.loose, unknown = SET_DECK & ~(view->hand | pile);
    GinSampler sampler;
    gin_sampler_fit(&sampler, probability);
    Card best = set_first(cards);
    double most = -1e300;
    for (; cards; cards = set_rest(cards)) {
        Card card = set_first(cards);
        double value = discards.utility[card];
        if (!discards.forced) {
            CardSet hands[GIN_SAMPLE_HANDS];
            int samples = (int)mind->params[MISHRA_SAMPLES];
            for (int i = 0; i < samples; i++) hands[i] = gin_sampler_draw_by_rejection(&sampler, rng);
            MishraGuess guess = {hands, samples, unknown, !(mind->params[MISHRA_ELEVEN] > 0)};
            value -= mind->params[MISHRA_OPPONENT] * mishra_plain_gain(&theirs, &guess, card);
        }
        if (value > most) best = card, most = value;
    }
    return best;
}
