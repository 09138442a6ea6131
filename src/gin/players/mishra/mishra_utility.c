// SPDX-License-Identifier: MIT
// The utility of hands, quickly: 3-card melds are bits of two words (runs by their lowest card, sets by the suit they
// begin with when suits go round), so that what a hand could still make is a few shifts, and only melds that touch an
// unmelded card are looked at.
#include "gin/players/mishra/mishra.h"

MishraWeights mishra_weights(const double params[GIN_MAX_PARAMS], const GinView *view) {
    return (MishraWeights){
        .meld = params[MISHRA_MELD],
        .combination = params[MISHRA_COMBINATION],
        .deadwood = params[MISHRA_DEADWOOD],
        .knock = params[MISHRA_KNOCK],
        .gin = params[MISHRA_GIN],
        .low = params[MISHRA_LOW],
        .emergency = params[MISHRA_EMERGENCY],
        .skip = params[MISHRA_SKIP] > 0,
        .group = params[MISHRA_GROUP] > 0,
        .cap = params[MISHRA_CAP] > 0,
        .limit = view->table->knock_limit,
    };
}

// ---- What the opponent needs ----

// Runs of one suit that hold each card: window[low + 2] is the run low, low+1, low+2, where there is one.
static void need_runs(const float suit[CARD_RANKS], Card ace, MishraNeeds *needs) {
    double window[CARD_RANKS + 4] = {0};
    for (int low = 0; low + 2 < CARD_RANKS; low++)
        window[low + 2] = (double)suit[low] * (double)suit[low + 1] * (double)suit[low + 2];
    for (int rank = 0; rank < CARD_RANKS; rank++) {
        const double *w = &window[rank]; // the run that ends with this card
        needs->runs[ace + rank] = w[0] + w[1] + w[2];
        needs->next[ace + rank] = w[0] + w[1] + w[2] + w[3];
        needs->gap[ace + rank] = w[0] + w[1] + w[2] + w[3] + w[4];
    }
}

// In the group of a rank, the sets of three by the suit left out.
static void need_sets(const float probability[CARD_COUNT], int rank, MishraNeeds *needs) {
    double p[CARD_SUITS], sum = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) p[suit] = (double)probability[13 * suit + rank];
    for (int out = 0; out < CARD_SUITS; out++) {
        needs->set[rank][out] = p[(out + 1) & 3] * p[(out + 2) & 3] * p[(out + 3) & 3];
        sum += needs->set[rank][out];
    }
    needs->rank[rank] = sum;
}

void mishra_needs(const float probability[CARD_COUNT], MishraNeeds *needs) {
    for (int suit = 0; suit < CARD_SUITS; suit++) need_runs(&probability[13 * suit], card_make(0, suit), needs);
    for (int rank = 0; rank < CARD_RANKS; rank++) need_sets(probability, rank, needs);
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int rank = 0; rank < CARD_RANKS; rank++) {
            Card card = card_make(rank, suit);
            double sets = needs->rank[rank] - needs->set[rank][suit];
            needs->card[card] = needs->runs[card] + sets;
            // Two neighbours in suit share no set, but each has its own.
            if (rank + 1 < CARD_RANKS) needs->next[card] += sets + needs->rank[rank + 1] - needs->set[rank + 1][suit];
            if (rank + 2 < CARD_RANKS) needs->gap[card] += sets + needs->rank[rank + 2] - needs->set[rank + 2][suit];
        }
}

// ---- Melds a hand could still make ----

// What 3-card melds with unmelded cards are worth: in all, and how much of it goes with each card.
typedef struct Hopes {
    double all;
    double with[64]; // of unmelded cards
} Hopes;

static CardSet utility_turn_suits(CardSet set, int suits) { return set >> 16 * suits | set << (64 - 16 * suits); }

// A term of the sum: `held` of the three cards are in hand, each counts the meld and its partners.
static double hope(const MishraTable *table, int held, double need) {
    const MishraWeights *w = table->weights;
    double bonus = held * w->meld + held * (held - 1) * w->combination;
    if (w->cap && need > 1) need = 1;
    return bonus * (1 - need);
}

// How likely the opponent needs what a run of three lacks; `held` are the cards in hand as bits 0 to 2.
static double need_of_run(const MishraNeeds *needs, int low, unsigned held) {
    switch (held) {
    case 1: return needs->next[low + 1];
    case 2: return needs->gap[low];
    case 3: return needs->card[low + 2];
    case 4: return needs->next[low];
    case 5: return needs->card[low + 1];
    case 6: return needs->card[low];
    default: return 0;
    }
}

static void hope_for_runs(const MishraTable *table, CardSet loose, CardSet within, Hopes *hopes) {
    CardSet lows = within & within >> 1 & within >> 2 & (loose | loose >> 1 | loose >> 2);
    CardSet skipped = table->weights->skip ? lows & loose << 1 : 0;
    for (CardSet rest = lows; rest; rest = set_rest(rest)) {
        int low = set_first(rest);
        unsigned held = (unsigned)(loose >> low) & 7;
        double need = table->needs ? need_of_run(table->needs, low, held) : 0;
        double worth = hope(table, __builtin_popcount(held), need);
        if (set_has(skipped, (Card)low)) { // counts once the card below is gone
            hopes->with[low - 1] -= worth;
            continue;
        }
        hopes->all += worth;
        for (CardSet cards = loose & UINT64_C(7) << low; cards; cards = set_rest(cards))
            hopes->with[set_first(cards)] += worth;
    }
}

// How likely the opponent needs one of the cards, all of one rank. With two of them lacking, every set of the rank
// needs one.
static double need_of_rank(const MishraNeeds *needs, CardSet lacking) {
    if (!needs || !lacking) return 0;
    Card first = set_first(lacking);
    if (!set_rest(lacking)) return needs->card[first];
    double need = needs->rank[card_rank(first)];
    for (; lacking; lacking = set_rest(lacking)) need += needs->runs[set_first(lacking)];
    return need;
}

static void hope_for_sets(const MishraTable *table, CardSet loose, CardSet within, Hopes *hopes) {
    CardSet three = within & utility_turn_suits(within, 1) & utility_turn_suits(within, 2);
    three &= loose | utility_turn_suits(loose, 1) | utility_turn_suits(loose, 2);
    for (; three; three = set_rest(three)) {
        Card first = set_first(three);
        CardSet left_out = utility_turn_suits(set_of(first), 1), meld = set_rank(card_rank(first)) & ~left_out;
        double worth = hope(table, set_count(meld & loose), need_of_rank(table->needs, meld & ~loose));
        hopes->all += worth;
        for (CardSet cards = meld & loose; cards; cards = set_rest(cards)) hopes->with[set_first(cards)] += worth;
    }
}

// A rank as one group: each unmelded card counts the free ones, and its partners, if they come to three in all.
static double hope_of_group(const MishraTable *table, CardSet held, CardSet free) {
    const MishraWeights *w = table->weights;
    int own = set_count(held), others = set_count(free);
    if (own == 0 || own + others < 3) return 0;
    double need = need_of_rank(table->needs, free);
    if (w->cap && need > 1) need = 1;
    return own * (others * w->meld + (own - 1) * w->combination) * (1 - need);
}

static void hope_for_groups(const MishraTable *table, CardSet loose, CardSet within, Hopes *hopes) {
    for (CardSet rest = loose; rest; rest &= ~set_rank(card_rank(set_first(rest)))) {
        CardSet rank = set_rank(card_rank(set_first(rest))), held = loose & rank, free = within & rank & ~loose;
        double worth = hope_of_group(table, held, free);
        hopes->all += worth;
        for (CardSet cards = held; cards; cards = set_rest(cards))
            hopes->with[set_first(cards)] += worth - hope_of_group(table, held & ~set_of(set_first(cards)), free);
    }
}

static void hope_of(const MishraTable *table, CardSet loose, CardSet melded, Hopes *hopes) {
    CardSet within = SET_DECK & ~(table->dead | melded);
    hopes->all = 0;
    for (CardSet rest = loose; rest; rest = set_rest(rest)) hopes->with[set_first(rest)] = 0;
    hope_for_runs(table, loose, within, hopes);
    if (table->weights->group)
        hope_for_groups(table, loose, within, hopes);
    else
        hope_for_sets(table, loose, within, hopes);
}

// ---- Hands ----

// Close to a knock: shedding the dearest card (of eleven cards, two) would be enough.
static bool utility_is_emergency(CardSet loose, int points, bool eleven, int limit) {
    for (int shed = eleven ? 2 : 1; shed > 0 && loose; shed--) {
        int dearest;
        CardSet cards = gin_dearest(loose, &dearest);
        loose ^= cards & -cards;
        points -= dearest;
    }
    return points <= limit;
}

// The mean value of unmelded cards whose hopes are worth so much.
static double mean_value(const MishraWeights *w, CardSet loose, double hopes, bool eleven) {
    if (!loose) return 0;
    int count = set_count(loose), points = gin_points(loose);
    double per_point = w->deadwood * (utility_is_emergency(loose, points, eleven, w->limit) ? w->emergency : 1);
    double low = w->low * (set_count(loose & set_rank(0)) + 0.5 * set_count(loose & set_rank(1)));
    return (hopes + per_point * (5 * count - points) + low) / count;
}

static double utility_of(const MishraWeights *w, CardSet hand, CardSet loose, double mean) {
    double bonus = !loose ? w->gin : gin_points(loose) <= w->limit ? w->knock : 0;
    return set_count(hand & ~loose) + mean + bonus;
}

static bool is_better(const MishraMelding *a, const MishraMelding *b) {
    double more = a->mean - b->mean;
    return more > MISHRA_TIE || (more > -MISHRA_TIE && set_count(a->loose) < set_count(b->loose));
}

static MishraMelding melding_of(const MishraTable *table, CardSet hand, const GinSplit *split, Hopes *hopes) {
    CardSet melded = gin_split_cards(split), loose = hand & ~melded;
    hope_of(table, loose, melded, hopes);
    double mean = mean_value(table->weights, loose, hopes->all, set_count(hand) > GIN_HAND_SIZE);
    return (MishraMelding){*split, loose, mean, utility_of(table->weights, hand, loose, mean)};
}

// The best of the splits; the hopes of all of them stay in `hopes`.
static MishraMelding choose_melding(const MishraTable *table, CardSet hand, const GinSplit *splits, int count,
                                    Hopes *hopes) {
    MishraMelding best = melding_of(table, hand, &splits[0], &hopes[0]);
    for (int i = 1; i < count; i++) {
        MishraMelding next = melding_of(table, hand, &splits[i], &hopes[i]);
        if (is_better(&next, &best)) best = next;
    }
    return best;
}

MishraMelding mishra_melding(const MishraTable *table, CardSet hand) {
    GinSplit splits[GIN_MAX_SPLITS];
    Hopes hopes[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    return choose_melding(table, hand, splits, count, hopes);
}

// ---- Discards ----

// Without an unmelded card the best splits of what is left are the best splits of the whole that leave it unmelded.
static double utility_without_card(const MishraTable *table, CardSet hand, Card card, const GinSplit *splits, int count,
                                   const Hopes *hopes) {
    MishraMelding best = {.loose = SET_DECK, .mean = -1e300};
    for (int i = 0; i < count; i++) {
        CardSet loose = hand & ~gin_split_cards(&splits[i]);
        if (!set_has(loose, card)) continue;
        MishraMelding next = {.loose = loose & ~set_of(card)};
        next.mean = mean_value(table->weights, next.loose, hopes[i].all - hopes[i].with[card], false);
        if (is_better(&next, &best)) best = next;
    }
    return utility_of(table->weights, hand & ~set_of(card), best.loose, best.mean);
}

// All is melded, or all but the card just taken: the lowest of the cards that leave least.
static void give_up_melded(const MishraTable *table, CardSet hand, CardSet allowed, MishraDiscards *discards) {
    int deadwood;
    CardSet best = gin_best_discards(hand, allowed, &deadwood), lowest = best;
    for (int rank = 0; rank < CARD_RANKS; rank++)
        if (best & set_rank(rank)) {
            lowest = best & set_rank(rank);
            break;
        }
    Card card = set_first(lowest);
    MishraTable after = *table;
    after.dead |= set_of(card);
    discards->loose = discards->forced = set_of(card);
    discards->utility[card] = mishra_melding(&after, hand & ~set_of(card)).utility;
}

void mishra_discards(const MishraTable *table, CardSet hand, CardSet allowed, MishraDiscards *discards) {
    GinSplit splits[GIN_MAX_SPLITS];
    Hopes hopes[GIN_MAX_SPLITS];
    int count = gin_best_splits(hand, splits);
    MishraMelding chosen = choose_melding(table, hand, splits, count, hopes);
    discards->loose = chosen.loose & allowed;
    discards->forced = 0;
    if (!discards->loose) {
        give_up_melded(table, hand, allowed, discards);
        return;
    }
    int dearest;
    CardSet most = gin_dearest(discards->loose, &dearest);
    if (gin_points(chosen.loose) - dearest <= table->weights->limit) discards->forced = most;
    for (CardSet rest = discards->loose; rest; rest = set_rest(rest))
        discards->utility[set_first(rest)] = utility_without_card(table, hand, set_first(rest), splits, count, hopes);
}

double mishra_after_discard(const MishraTable *table, CardSet hand, CardSet allowed) {
    MishraDiscards discards;
    mishra_discards(table, hand, allowed, &discards);
    double best = -1e300;
    for (CardSet rest = discards.forced ? discards.forced : discards.loose; rest; rest = set_rest(rest)) {
        double utility = discards.utility[set_first(rest)];
        best = utility > best ? utility : best;
    }
    return best;
}
