// SPDX-License-Identifier: MIT
// What a discard gives the opponent, over many hands it may hold. We do not model what the opponent believes we need,
// so a hand's value consists of integers: how many 3-card melds, how many pairs in them, points. Loose cards never hold
// a whole meld, so of the three cards of a meld none, one or two are loose, and two counts of bits tell how many melds
// have one and how many have two. Hands with a card more are lined up and judged eight at a time.
#include "gin/players/mishra/mishra.h"

enum { LINE = 128 };

// Hands of eleven cards waiting to be judged.
typedef struct Line {
    int count;
    CardSet loose[LINE], within[LINE]; // unmelded cards; cards melds may be made of, those included
    double plain[LINE];                // value of the loose cards by points
    double cards[LINE];                // how many there are, or 1 for none
    double base[LINE];                 // utility but for the mean value
    double mean[LINE];
    Card with[LINE]; // the card that was added
} Line;

// The best melding of the hand with each card, so far.
typedef struct Best {
    double mean[64], base[64];
} Best;

static inline CardSet gain_turn_suits(CardSet set, int suits) { return set >> 16 * suits | set << (64 - 16 * suits); }
static inline CardSet odd(CardSet a, CardSet b, CardSet c) { return a ^ b ^ c; }
static inline CardSet two(CardSet a, CardSet b, CardSet c) { return (a & b) | (a & c) | (b & c); }

// A loop for each reading, so that none has a branch inside.
static inline __attribute__((always_inline)) void weigh_line(Line *line, const MishraWeights *w, bool skip,
                                                             bool group) {
    double meld = w->meld, combination = w->combination;
    for (int i = 0; i < line->count; i++) {
        CardSet loose = line->loose[i], within = line->within[i];
        CardSet runs = within & within >> 1 & within >> 2;
        if (skip) runs &= ~(loose << 1);
        CardSet one = runs & odd(loose, loose >> 1, loose >> 2), pair = runs & two(loose, loose >> 1, loose >> 2);
        CardSet within1 = gain_turn_suits(within, 1), within2 = gain_turn_suits(within, 2),
                within3 = gain_turn_suits(within, 3);
        CardSet loose1 = gain_turn_suits(loose, 1), loose2 = gain_turn_suits(loose, 2),
                loose3 = gain_turn_suits(loose, 3);
        int64_t melds, pairs;
        if (group) {
            CardSet three = loose & two(within1, within2, within3);
            int64_t partners = __builtin_popcountll(three & loose1) + __builtin_popcountll(three & loose2) +
                               __builtin_popcountll(three & loose3);
            int64_t others = __builtin_popcountll(three & within1) + __builtin_popcountll(three & within2) +
                             __builtin_popcountll(three & within3);
            pairs = 2 * __builtin_popcountll(pair);
            melds = __builtin_popcountll(one) + pairs + others - partners;
            pairs += partners;
        } else {
            CardSet sets = within & within1 & within2;
            CardSet one_set = sets & odd(loose, loose1, loose2), pair_set = sets & two(loose, loose1, loose2);
            pairs = 2 * (__builtin_popcountll(pair) + __builtin_popcountll(pair_set));
            melds = __builtin_popcountll(one) + __builtin_popcountll(one_set) + pairs;
        }
        double hopes = meld * (double)melds + combination * (double)pairs;
        line->mean[i] = (hopes + line->plain[i]) / line->cards[i];
    }
}

static void judge_line(Line *line, const MishraWeights *w) {
    if (w->skip && w->group)
        weigh_line(line, w, true, true);
    else if (w->skip)
        weigh_line(line, w, true, false);
    else if (w->group)
        weigh_line(line, w, false, true);
    else
        weigh_line(line, w, false, false);
}

// Judges what waits and keeps the better melding of each hand: the higher mean, then the more melded cards.
static void settle_line(Line *line, const MishraWeights *w, Best *best) {
    judge_line(line, w);
    for (int i = 0; i < line->count; i++) {
        Card card = line->with[i];
        double more = line->mean[i] - best->mean[card];
        bool better = more > MISHRA_TIE || (more > -MISHRA_TIE && line->base[i] > best->base[card]);
        best->mean[card] = better ? line->mean[i] : best->mean[card];
        best->base[card] = better ? line->base[i] : best->base[card];
    }
    line->count = 0;
}

// Loose cards of a hand to which one more may come.
typedef struct Loose {
    CardSet cards, within;
    int count, points, low; // low: twice the aces and once the twos
    int first, second;      // points of the two dearest, 0 where there are fewer
    int melded;
} Loose;

static Loose loose_of(CardSet hand, const GinSplit *split, CardSet dead) {
    CardSet melded = gin_split_cards(split), cards = hand & ~melded, rest = cards;
    Loose loose = {
        .cards = cards,
        .within = SET_DECK & ~(dead | melded),
        .count = set_count(cards),
        .points = gin_points(cards),
        .low = 2 * set_count(cards & set_rank(0)) + set_count(cards & set_rank(1)),
        .melded = set_count(melded),
    };
    if (!rest) return loose;
    CardSet dearest = gin_dearest(rest, &loose.first);
    rest ^= dearest & -dearest;
    if (rest) gin_dearest(rest, &loose.second);
    return loose;
}

// The same with a card more that stays unmelded.
static Loose add_loose_card(const Loose *loose, Card card) {
    int points = gin_card_points(card), rank = card_rank(card);
    int below = points < loose->first ? points : loose->first;
    return (Loose){
        .cards = loose->cards | set_of(card),
        .within = loose->within,
        .count = loose->count + 1,
        .points = loose->points + points,
        .low = loose->low + (rank < 2 ? 2 - rank : 0),
        .first = points > loose->first ? points : loose->first,
        .second = below > loose->second ? below : loose->second,
        .melded = loose->melded,
    };
}

static void line_up(Line *line, const MishraWeights *w, const Loose *loose, Card with, Best *best) {
    int at = line->count++;
    bool emergency = loose->points - loose->first - loose->second <= w->limit;
    double per_point = emergency ? w->deadwood * w->emergency : w->deadwood;
    double bonus = loose->points <= w->limit ? w->knock : 0;
    line->loose[at] = loose->cards;
    line->within[at] = loose->within;
    line->plain[at] = per_point * (5 * loose->count - loose->points) + w->low * (0.5 * loose->low);
    line->cards[at] = loose->count ? loose->count : 1;
    line->base[at] = loose->melded + (loose->count ? bonus : w->gin);
    line->with[at] = with;
    if (line->count == LINE) settle_line(line, w, best);
}

// Lines up a hand with each card of `draws`. A card outside all melds leaves the best splits as they are.
static void line_up_draws(Line *line, const MishraTable *table, CardSet hand, CardSet draws, Best *best) {
    const MishraWeights *w = table->weights;
    CardSet useful = draws & gin_useful_draws(hand);
    GinSplit splits[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    for (int i = 0; i < count; i++) {
        Loose loose = loose_of(hand, &splits[i], table->dead);
        for (CardSet rest = draws & ~useful; rest; rest = set_rest(rest)) {
            Loose with = add_loose_card(&loose, set_first(rest));
            line_up(line, w, &with, set_first(rest), best);
        }
    }
    for (; useful; useful = set_rest(useful)) {
        CardSet eleven = hand | set_of(set_first(useful));
        count = gin_best_splits(eleven, splits);
        for (int i = 0; i < count; i++) {
            Loose with = loose_of(eleven, &splits[i], table->dead);
            line_up(line, w, &with, set_first(useful), best);
        }
    }
}

// Utilities of a hand with each card of `draws` added, by card.
static void utilities_with(const MishraTable *theirs, CardSet hand, CardSet draws, double utility[64]) {
    Line line;
    Best best;
    line.count = 0;
    for (CardSet rest = draws; rest; rest = set_rest(rest)) best.mean[set_first(rest)] = -1e300;
    line_up_draws(&line, theirs, hand, draws, &best);
    settle_line(&line, theirs->weights, &best);
    for (CardSet rest = draws; rest; rest = set_rest(rest))
        utility[set_first(rest)] = best.mean[set_first(rest)] + best.base[set_first(rest)];
}

// The same after a discard; the cards of `face_up` would be taken and may not be discarded again.
static void utilities_after(const MishraTable *theirs, CardSet hand, CardSet draws, CardSet face_up,
                            double utility[64]) {
    for (CardSet rest = draws; rest; rest = set_rest(rest)) {
        CardSet eleven = hand | (rest & -rest);
        utility[set_first(rest)] = mishra_after_discard(theirs, eleven, eleven & ~(rest & -rest & face_up));
    }
}

void mishra_gains(const MishraTable *theirs, const MishraGuess *guess, CardSet cards, double gain[64]) {
    double utility[64];
    for (CardSet rest = cards; rest; rest = set_rest(rest)) gain[set_first(rest)] = 0;
    for (int i = 0; i < guess->count; i++) {
        CardSet hand = guess->hands[i], draws = guess->stock & ~hand;
        if (guess->discarding)
            utilities_after(theirs, hand, draws | cards, cards, utility);
        else
            utilities_with(theirs, hand, draws | cards, utility);
        double sum = 0;
        for (CardSet rest = draws; rest; rest = set_rest(rest)) sum += utility[set_first(rest)];
        double mean = draws ? sum / set_count(draws) : 0;
        for (CardSet rest = cards; rest; rest = set_rest(rest)) {
            double more = utility[set_first(rest)] - mean;
            gain[set_first(rest)] += more > 0 ? more : 0;
        }
    }
    for (CardSet rest = cards; rest; rest = set_rest(rest)) gain[set_first(rest)] /= guess->count;
}
