// SPDX-License-Identifier: MIT
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

// Release builds leave assert out; an oracle must not.
static void insist(bool condition) {
    if (!condition) abort();
}

// ---- Between the engine's words and this file's ----

static OracleCard read_card(Card card) {
    if (card == CARD_NONE) return (OracleCard){0, 0};
    return (OracleCard){card % 16 + 1, card / 16};
}

static Card write_card(OracleCard card) { return card.rank ? (Card)(16 * card.suit + card.rank - 1) : CARD_NONE; }

static OracleCards read_cards(CardSet set) {
    OracleCards cards;
    for (int suit = 0; suit < 4; suit++) {
        cards.in[suit][0] = false;
        for (int rank = 1; rank <= 13; rank++) cards.in[suit][rank] = set >> (16 * suit + rank - 1) & 1;
    }
    return cards;
}

static CardSet write_cards(const OracleCards *cards) {
    CardSet set = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= 13; rank++)
            if (cards->in[suit][rank]) set |= UINT64_C(1) << (16 * suit + rank - 1);
    return set;
}

// ---- Melds ----

typedef struct Meld {
    int size;
    OracleCard card[13];
    CardSet set; // the same for the border
} Meld;

static void finish(Meld *meld) {
    OracleCards cards = {{{false}}};
    for (int i = 0; i < meld->size; i++) cards.in[meld->card[i].suit][meld->card[i].rank] = true;
    meld->set = write_cards(&cards);
}

static int write_sets(Meld *melds) {
    int count = 0;
    for (int rank = 1; rank <= 13; rank++) {
        for (int left_out = -1; left_out < 4; left_out++) {
            Meld *meld = &melds[count++];
            meld->size = 0;
            for (int suit = 0; suit < 4; suit++)
                if (suit != left_out) meld->card[meld->size++] = (OracleCard){rank, suit};
            finish(meld);
        }
    }
    return count;
}

static int write_runs(Meld *melds) {
    int count = 0;
    for (int suit = 0; suit < 4; suit++) {
        for (int low = 1; low <= 13; low++) {
            for (int high = low + 2; high <= 13; high++) {
                Meld *meld = &melds[count++];
                meld->size = 0;
                for (int rank = low; rank <= high; rank++) meld->card[meld->size++] = (OracleCard){rank, suit};
                finish(meld);
            }
        }
    }
    return count;
}

static const Meld *all_melds(void) {
    static Meld melds[GIN_MELD_COUNT];
    if (!melds[0].size) {
        int count = write_sets(melds);
        count += write_runs(melds + count);
        insist(count == GIN_MELD_COUNT);
    }
    return melds;
}

int oracle_melds(int longest, CardSet sets[GIN_MELD_COUNT]) {
    const Meld *melds = all_melds();
    int count = 0;
    for (int i = 0; i < GIN_MELD_COUNT; i++)
        if (melds[i].size <= longest) sets[count++] = melds[i].set;
    return count;
}

bool oracle_is_meld(CardSet cards) {
    const Meld *melds = all_melds();
    for (int i = 0; i < GIN_MELD_COUNT; i++)
        if (melds[i].set == cards) return true;
    return false;
}

bool oracle_is_split(const GinSplit *split, CardSet hand) {
    OracleCards left = read_cards(hand);
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (split->meld[i] == 0) continue;
        if (!oracle_is_meld(split->meld[i])) return false;
        OracleCards meld = read_cards(split->meld[i]);
        for (int suit = 0; suit < 4; suit++) {
            for (int rank = 1; rank <= 13; rank++) {
                if (!meld.in[suit][rank]) continue;
                if (!left.in[suit][rank]) return false; // not in the hand, or in an earlier meld
                left.in[suit][rank] = false;
            }
        }
    }
    return true;
}

static int card_points(OracleCard card) { return card.rank > 10 ? 10 : card.rank; }

static int cards_points(const OracleCards *cards) {
    int points = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= 13; rank++)
            if (cards->in[suit][rank]) points += card_points((OracleCard){rank, suit});
    return points;
}

int oracle_points(CardSet set) {
    OracleCards cards = read_cards(set);
    return cards_points(&cards);
}

static bool holds(const OracleCards *cards, const Meld *meld) {
    for (int i = 0; i < meld->size; i++)
        if (!cards->in[meld->card[i].suit][meld->card[i].rank]) return false;
    return true;
}

static int meld_points(const Meld *meld) {
    int points = 0;
    for (int i = 0; i < meld->size; i++) points += card_points(meld->card[i]);
    return points;
}

static void put(OracleCards *cards, const Meld *meld, bool in) {
    for (int i = 0; i < meld->size; i++) cards->in[meld->card[i].suit][meld->card[i].rank] = in;
}

// The melds a hand holds, overlapping or not.
typedef struct Held {
    int count;
    const Meld *meld[GIN_MELD_COUNT];
} Held;

static void find_held(const OracleCards *hand, Held *held) {
    const Meld *melds = all_melds();
    held->count = 0;
    for (int i = 0; i < GIN_MELD_COUNT; i++)
        if (holds(hand, &melds[i])) held->meld[held->count++] = &melds[i];
}

// Walks over every choice of disjoint melds, each once, and tells `visit` the melds and the points left over.
typedef struct Walk {
    const Held *held;
    OracleCards left;
    const Meld *chosen[17];
    int count;
    void (*visit)(void *context, const struct Walk *walk, int points);
    void *context;
} Walk;

static void walk_from(Walk *walk, int first, int points) {
    walk->visit(walk->context, walk, points);
    for (int i = first; i < walk->held->count; i++) {
        const Meld *meld = walk->held->meld[i];
        if (!holds(&walk->left, meld)) continue;
        put(&walk->left, meld, false);
        walk->chosen[walk->count++] = meld;
        walk_from(walk, i + 1, points - meld_points(meld));
        walk->count--;
        put(&walk->left, meld, true);
    }
}

static void walk_splits(const OracleCards *hand, const Held *held,
                        void (*visit)(void *context, const Walk *walk, int points), void *context) {
    Walk walk = {.held = held, .left = *hand, .visit = visit, .context = context};
    walk_from(&walk, 0, cards_points(hand));
}

static void note_least(void *context, const Walk *walk, int points) {
    int *least = context;
    (void)walk;
    if (points < *least) *least = points;
}

static int deadwood_with(const OracleCards *hand, const Held *held) {
    int least = 1000;
    walk_splits(hand, held, note_least, &least);
    return least;
}

int oracle_deadwood(CardSet set) {
    OracleCards hand = read_cards(set);
    Held held;
    find_held(&hand, &held);
    return deadwood_with(&hand, &held);
}

typedef struct SplitList {
    GinSplit *splits;
    int room, count, deadwood;
} SplitList;

static void keep_best(void *context, const Walk *walk, int points) {
    SplitList *list = context;
    if (points != list->deadwood) return;
    if (list->count < list->room) {
        insist(walk->count <= GIN_MAX_MELDS);
        GinSplit split = {{0}};
        for (int i = 0; i < walk->count; i++) split.meld[i] = walk->chosen[i]->set;
        list->splits[list->count] = split;
    }
    list->count++;
}

int oracle_best_splits(CardSet set, GinSplit *splits, int room) {
    OracleCards hand = read_cards(set);
    Held held;
    find_held(&hand, &held);
    SplitList list = {.splits = splits, .room = room, .deadwood = deadwood_with(&hand, &held)};
    walk_splits(&hand, &held, keep_best, &list);
    oracle_sort_splits(splits, list.count < room ? list.count : room);
    return list.count;
}

static int compare_melds(const void *a, const void *b) {
    CardSet x = *(const CardSet *)a, y = *(const CardSet *)b;
    return (x < y) - (x > y);
}

static int compare_splits(const void *a, const void *b) {
    const GinSplit *x = a, *y = b;
    for (int i = 0; i < GIN_MAX_MELDS; i++)
        if (x->meld[i] != y->meld[i]) return x->meld[i] < y->meld[i] ? 1 : -1;
    return 0;
}

void oracle_sort_splits(GinSplit *splits, int count) {
    for (int i = 0; i < count; i++) qsort(splits[i].meld, GIN_MAX_MELDS, sizeof(CardSet), compare_melds);
    qsort(splits, (size_t)count, sizeof *splits, compare_splits);
}

// Deadwood after every discard of `allowed`, in left[suit][rank]; 1000 for cards that are not allowed.
static void try_discards(const OracleCards *hand, const OracleCards *allowed, int left[4][14]) {
    Held held;
    find_held(hand, &held);
    for (int suit = 0; suit < 4; suit++) {
        for (int rank = 1; rank <= 13; rank++) {
            left[suit][rank] = 1000;
            if (!allowed->in[suit][rank]) continue;
            OracleCards rest = *hand;
            rest.in[suit][rank] = false;
            left[suit][rank] = deadwood_with(&rest, &held);
        }
    }
}

CardSet oracle_best_discards(CardSet set, CardSet may, int *least) {
    OracleCards hand = read_cards(set), allowed = read_cards(may), best = {{{false}}};
    int left[4][14];
    *least = 1000;
    try_discards(&hand, &allowed, left);
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= 13; rank++)
            if (left[suit][rank] < *least) *least = left[suit][rank];
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= 13; rank++) best.in[suit][rank] = left[suit][rank] == *least;
    return write_cards(&best);
}

CardSet oracle_useful_draws(CardSet set) {
    OracleCards hand = read_cards(set), useful = {{{false}}};
    const Meld *melds = all_melds();
    for (int i = 0; i < GIN_MELD_COUNT; i++) {
        const Meld *meld = &melds[i];
        int missing = 0;
        OracleCard last = {0, 0};
        for (int c = 0; c < meld->size && missing < 2; c++) {
            if (hand.in[meld->card[c].suit][meld->card[c].rank]) continue;
            missing++;
            last = meld->card[c];
        }
        if (missing == 1) useful.in[last.suit][last.rank] = true;
    }
    return write_cards(&useful);
}

// ---- Showdown ----

static bool fits(CardSet meld, CardSet card) { return meld && oracle_is_meld(meld | card); }

enum { LAYOFFS_TRIED = 4096 };

typedef struct Layoff {
    CardSet loose;
    int least;
    CardSet laid; // for the least
    int count;
    GinSplit tried[LAYOFFS_TRIED];
} Layoff;

// Lays any loose card on any meld it fits and goes on; what was reached before in another order is not tried again.
static void lay_off(Layoff *layoff, const GinSplit *melds, CardSet rest) {
    for (int i = 0; i < layoff->count; i++)
        if (memcmp(&layoff->tried[i], melds, sizeof *melds) == 0) return;
    insist(layoff->count < LAYOFFS_TRIED);
    layoff->tried[layoff->count++] = *melds;
    int points = oracle_points(rest);
    if (points < layoff->least) {
        layoff->least = points;
        layoff->laid = layoff->loose & ~rest;
    }
    for (int bit = 0; bit < 64; bit++) {
        CardSet card = UINT64_C(1) << bit;
        if (!(rest & card)) continue;
        for (int i = 0; i < GIN_MAX_MELDS; i++) {
            if (!fits(melds->meld[i], card)) continue;
            GinSplit grown = *melds;
            grown.meld[i] |= card;
            lay_off(layoff, &grown, rest & ~card);
        }
    }
}

int oracle_best_layoff(const GinSplit *knock, CardSet loose, CardSet *laid) {
    static Layoff layoff; // too large to clear each time
    layoff.loose = loose;
    layoff.laid = 0;
    layoff.least = 1000;
    layoff.count = 0;
    lay_off(&layoff, knock, loose);
    *laid = layoff.laid;
    return layoff.least;
}

CardSet oracle_greedy_layoff(const GinSplit *knock, CardSet loose) {
    GinSplit melds = *knock;
    CardSet rest = loose;
again:
    for (int bit = 0; bit < 64; bit++) {
        CardSet card = UINT64_C(1) << bit;
        if (!(rest & card)) continue;
        for (int i = 0; i < GIN_MAX_MELDS; i++) {
            if (!fits(melds.meld[i], card)) continue;
            melds.meld[i] |= card;
            rest &= ~card;
            goto again;
        }
    }
    return loose & ~rest;
}

typedef struct Defence {
    const GinSplit *knock;
    GinLayoff layoff;
    int least;
} Defence;

static void note_defence(void *context, const Walk *walk, int points) {
    Defence *defence = context;
    (void)points;
    CardSet loose = write_cards(&walk->left), laid;
    if (defence->layoff == GIN_LAYOFF_GREEDY)
        laid = oracle_greedy_layoff(defence->knock, loose);
    else
        oracle_best_layoff(defence->knock, loose, &laid);
    int left = oracle_points(loose & ~laid);
    if (left < defence->least) defence->least = left;
}

int oracle_best_defence(CardSet set, const GinSplit *knock, GinLayoff layoff) {
    OracleCards hand = read_cards(set);
    Held held;
    find_held(&hand, &held);
    Defence defence = {knock, layoff, 1000};
    walk_splits(&hand, &held, note_defence, &defence);
    return defence.least;
}

static CardSet without_melds(CardSet hand, const GinSplit *split) {
    for (int i = 0; i < GIN_MAX_MELDS; i++) hand &= ~split->meld[i];
    return hand;
}

static int count_cards(CardSet set) {
    OracleCards cards = read_cards(set);
    int count = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 1; rank <= 13; rank++) count += cards.in[suit][rank];
    return count;
}

GinResult oracle_score(const GinRules *rules, int factor, Seat knocker, CardSet knocker_hand,
                       const GinSplit *knocker_melds, CardSet defender_hand, const GinSplit *defender_melds) {
    Seat defender = (Seat)(1 - knocker);
    int own = oracle_points(without_melds(knocker_hand, knocker_melds));
    CardSet loose = without_melds(defender_hand, defender_melds), laid = 0;
    if (own > 0 && rules->layoff == GIN_LAYOFF_GREEDY) laid = oracle_greedy_layoff(knocker_melds, loose);
    if (own > 0 && rules->layoff == GIN_LAYOFF_BEST) oracle_best_layoff(knocker_melds, loose, &laid);
    int other = oracle_points(loose & ~laid);
    GinResult result = {.knocker = knocker, .laid_off = laid};
    result.deadwood[knocker] = (uint8_t)own;
    result.deadwood[defender] = (uint8_t)other;
    int points;
    if (own == 0 && count_cards(knocker_hand) == 11) {
        result.end = GIN_BIG_GIN;
        result.winner = knocker;
        points = rules->big_gin_bonus + other;
    } else if (own == 0) {
        result.end = GIN_GIN;
        result.winner = knocker;
        points = rules->gin_bonus + other;
    } else if (other > own || (other == own && rules->tie == GIN_TIE_KNOCKER)) {
        result.end = GIN_KNOCKED;
        result.winner = knocker;
        points = other - own;
    } else {
        result.end = GIN_UNDERCUT;
        result.winner = defender;
        points = rules->undercut_bonus + own - other;
    }
    result.points = (uint16_t)(points * factor);
    return result;
}

// ---- The referee ----

static void give(OracleCards *cards, OracleCard card) { cards->in[card.suit][card.rank] = true; }
static void withdraw(OracleCards *cards, OracleCard card) { cards->in[card.suit][card.rank] = false; }
static bool same(OracleCard a, OracleCard b) { return a.rank == b.rank && a.suit == b.suit; }

void oracle_deal(OracleHand *hand, const GinRules *rules, Seat starter, const Card deck[CARD_COUNT]) {
    memset(hand, 0, sizeof *hand);
    hand->rules = rules;
    hand->starter = hand->player = starter;
    for (int i = 0; i < 52; i++) hand->deck[i] = read_card(deck[i]);
    for (int round = 0; round < 10; round++) {
        give(&hand->hand[starter], hand->deck[hand->next++]);
        give(&hand->hand[1 - starter], hand->deck[hand->next++]);
    }
    OracleCard upcard = hand->deck[hand->next++];
    hand->pile[hand->piled++] = upcard;
    hand->knock_limit = rules->upcard_limit ? card_points(upcard) : rules->knock_limit;
    if (rules->upcard_limit && rules->ace_gin && upcard.rank == 1) hand->knock_limit = 0;
    hand->factor = rules->spades_double && upcard.suit == 3 ? 2 : 1;
}

GinLegal oracle_legal(const OracleHand *hand) {
    GinLegal legal = {0};
    bool must_draw = hand->declined == 2 && hand->draws[0] + hand->draws[1] == 0;
    switch (hand->step) {
    case ORACLE_OFFER: legal.pass = legal.take = true; break;
    case ORACLE_DRAW:
        legal.stock = true;
        legal.take = !must_draw;
        break;
    case ORACLE_DISCARD: {
        const OracleCards *own = &hand->hand[hand->player];
        OracleCards discards = *own, knocks = {{{false}}};
        if (hand->face_up) withdraw(&discards, hand->drawn);
        int left[4][14];
        try_discards(own, &discards, left);
        for (int suit = 0; suit < 4; suit++)
            for (int rank = 1; rank <= 13; rank++) knocks.in[suit][rank] = left[suit][rank] <= hand->knock_limit;
        legal.discards = write_cards(&discards);
        legal.knocks = write_cards(&knocks);
        legal.big_gin = hand->rules->big_gin_bonus > 0 && oracle_deadwood(write_cards(own)) == 0;
        break;
    }
    case ORACLE_SHOW: legal.show = true; break;
    case ORACLE_OVER: break;
    }
    return legal;
}

static bool no_melds(const GinSplit *split) { return !split->meld[0] && !split->meld[1] && !split->meld[2]; }

// The melds shown, or the best ones if none are, leave at most `limit` of the hand.
static bool leaves_at_most(const GinSplit *split, CardSet hand, int limit) {
    if (no_melds(split)) return oracle_deadwood(hand) <= limit;
    return oracle_is_split(split, hand) && oracle_points(without_melds(hand, split)) <= limit;
}

bool oracle_allows(const OracleHand *hand, const GinAction *action) {
    GinLegal legal = oracle_legal(hand);
    CardSet own = write_cards(&hand->hand[hand->player]);
    bool held = action->card < 64 && legal.discards >> action->card & 1;
    CardSet rest = held ? own & ~(UINT64_C(1) << action->card) : own;
    switch (action->move) {
    case GIN_PASS: return legal.pass;
    case GIN_TAKE: return legal.take;
    case GIN_STOCK: return legal.stock;
    case GIN_DROP: return held;
    case GIN_KNOCK: return held && leaves_at_most(&action->melds, rest, hand->knock_limit);
    case GIN_CALL_BIG: return legal.big_gin && leaves_at_most(&action->melds, own, 0);
    case GIN_SHOW: return legal.show && oracle_is_split(&action->melds, own);
    default: return false;
    }
}

static void record(OracleHand *hand, GinEventKind kind, OracleCard card) {
    insist(hand->events < GIN_LOG_SIZE);
    hand->event[hand->events++] = (GinEvent){(uint8_t)(2 * (int)kind + hand->player), write_card(card)};
}

static void receive(OracleHand *hand, OracleCard card, bool face_up) {
    int player = hand->player;
    give(&hand->hand[player], card);
    if (face_up) give(&hand->seen[player], card);
    hand->own_draw[player][hand->draws[player]] = write_card(card);
    hand->draws[player]++;
    hand->takes[player] += face_up;
    hand->uncovered = face_up;
    hand->drawn = card;
    hand->face_up = face_up;
    hand->step = ORACLE_DISCARD;
}

static void part_with(OracleHand *hand, OracleCard card) {
    withdraw(&hand->hand[hand->player], card);
    withdraw(&hand->seen[hand->player], card);
    give(&hand->thrown[hand->player], card);
    hand->pile[hand->piled++] = card;
    hand->uncovered = false;
}

static void end_turn(OracleHand *hand, OracleStep step) {
    hand->drawn = (OracleCard){0, 0};
    hand->face_up = false;
    hand->player = 1 - hand->player;
    hand->step = step;
}

static void cancel(OracleHand *hand) {
    hand->step = ORACLE_OVER;
    hand->result = (GinResult){.end = GIN_CANCELLED};
    for (int seat = 0; seat < 2; seat++)
        hand->result.deadwood[seat] = (uint8_t)oracle_deadwood(write_cards(&hand->hand[seat]));
}

static void showdown(OracleHand *hand, const GinSplit *melds) {
    Seat defender = (Seat)hand->player, knocker = (Seat)(1 - defender);
    hand->melds[defender] = *melds;
    hand->result = oracle_score(hand->rules, hand->factor, knocker, write_cards(&hand->hand[knocker]),
                                &hand->melds[knocker], write_cards(&hand->hand[defender]), melds);
    hand->step = ORACLE_OVER;
}

void oracle_play(OracleHand *hand, const GinAction *action) {
    OracleCard card = action->card < 64 ? read_card(action->card) : (OracleCard){0, 0}, none = {0, 0};
    switch (action->move) {
    case GIN_PASS:
        record(hand, GIN_EVENT_PASS, hand->pile[hand->piled - 1]);
        hand->declined++;
        end_turn(hand, hand->declined == 2 ? ORACLE_DRAW : ORACLE_OFFER);
        break;
    case GIN_TAKE:
        record(hand, GIN_EVENT_TAKE, hand->pile[hand->piled - 1]);
        hand->piled--;
        receive(hand, hand->pile[hand->piled], true);
        break;
    case GIN_STOCK:
        record(hand, GIN_EVENT_STOCK, none);
        receive(hand, hand->deck[hand->next++], false);
        break;
    case GIN_DROP:
        record(hand, GIN_EVENT_DISCARD, card);
        part_with(hand, card);
        end_turn(hand, ORACLE_DRAW);
        if (52 - hand->next <= hand->rules->stock_end || hand->draws[0] + hand->draws[1] == GIN_TURN_LIMIT)
            cancel(hand);
        break;
    case GIN_KNOCK:
        record(hand, GIN_EVENT_KNOCK, card);
        part_with(hand, card);
        hand->melds[hand->player] = action->melds;
        end_turn(hand, ORACLE_SHOW);
        break;
    case GIN_CALL_BIG:
        record(hand, GIN_EVENT_BIG_GIN, none);
        hand->melds[hand->player] = action->melds;
        end_turn(hand, ORACLE_SHOW);
        break;
    case GIN_SHOW:
        record(hand, GIN_EVENT_MELDS, none);
        showdown(hand, &action->melds);
        break;
    default: insist(false);
    }
}

static GinPhase phase_of(const OracleHand *hand) {
    switch (hand->step) {
    case ORACLE_OFFER: return hand->declined ? GIN_SECOND_OFFER : GIN_FIRST_OFFER;
    case ORACLE_DRAW: return GIN_DRAW;
    case ORACLE_DISCARD: return GIN_DISCARD;
    case ORACLE_SHOW: return GIN_DEFEND;
    case ORACLE_OVER: break;
    }
    return GIN_OVER;
}

static bool results_differ(const GinResult *a, const GinResult *b) {
    if (a->end != b->end || a->points != b->points || a->laid_off != b->laid_off) return true;
    if (a->deadwood[0] != b->deadwood[0] || a->deadwood[1] != b->deadwood[1]) return true;
    return a->end != GIN_CANCELLED && (a->winner != b->winner || a->knocker != b->knocker);
}

static const char *piles_differ(const OracleHand *hand, const GinState *state) {
    const GinTable *table = &state->table;
    OracleCards buried = {{{false}}};
    for (int i = 0; i + 1 < hand->piled; i++) give(&buried, hand->pile[i]);
    OracleCard top = hand->piled ? hand->pile[hand->piled - 1] : (OracleCard){0, 0};
    // From taking the upcard to the next discard the engine has none: what lay below it counts as buried.
    if (hand->uncovered && top.rank) give(&buried, top);
    if (hand->uncovered) top = (OracleCard){0, 0};
    if (table->upcard != write_card(top)) return "the upcard";
    if (table->buried != write_cards(&buried)) return "the buried discards";
    if (table->stock != 52 - hand->next) return "the size of the stock";
    for (int i = 0; i < table->stock; i++)
        if (!same(read_card(state->stock[table->stock - 1 - i]), hand->deck[hand->next + i])) return "the stock";
    return NULL;
}

static const char *seats_differ(const OracleHand *hand, const GinState *state, const GinHistory *history) {
    const GinTable *table = &state->table;
    for (int seat = 0; seat < 2; seat++) {
        const GinDraws *draws = &history->draws[seat];
        if (state->hand[seat] != write_cards(&hand->hand[seat])) return "a hand";
        if (table->known[seat] != write_cards(&hand->seen[seat])) return "the cards known in a hand";
        if (table->discarded[seat] != write_cards(&hand->thrown[seat])) return "the cards a seat discarded";
        if (table->turns[seat] != hand->draws[seat]) return "a seat's turns";
        if (table->takes[seat] != hand->takes[seat]) return "a seat's takes";
        if (memcmp(&state->melds[seat], &hand->melds[seat], sizeof(GinSplit)) != 0) return "the melds shown";
        if (draws->count != hand->draws[seat]) return "the number of a seat's draws";
        if (memcmp(draws->card, hand->own_draw[seat], draws->count) != 0) return "a seat's draws";
    }
    return NULL;
}

const char *oracle_differs(const OracleHand *hand, const GinState *state, const GinHistory *history) {
    const GinTable *table = &state->table;
    const char *part = piles_differ(hand, state);
    if (!part) part = seats_differ(hand, state, history);
    if (part) return part;
    bool acting = hand->step == ORACLE_DISCARD;
    if (table->phase != phase_of(hand)) return "the phase";
    if (hand->step != ORACLE_OVER && table->to_act != hand->player) return "the seat to act";
    if (table->starter != hand->starter) return "the starter";
    if (table->passes != hand->declined) return "the number of passes";
    if (table->knock_limit != hand->knock_limit) return "the knock limit";
    if (table->factor != hand->factor) return "the factor";
    if (state->drawn != (acting ? write_card(hand->drawn) : CARD_NONE)) return "the card drawn";
    if (acting && table->taken != (hand->face_up ? write_card(hand->drawn) : CARD_NONE)) return "the card taken";
    if (hand->step == ORACLE_OVER && results_differ(&hand->result, &state->result)) return "the result";
    if (history->log.count != hand->events) return "the length of the log";
    if (memcmp(history->log.event, hand->event, (size_t)hand->events * sizeof *hand->event) != 0) return "the log";
    GinLegal fast = gin_legal(state), slow = oracle_legal(hand);
    if (fast.pass != slow.pass || fast.take != slow.take || fast.stock != slow.stock) return "the legal draws";
    if (fast.show != slow.show || fast.big_gin != slow.big_gin) return "the legal showings";
    if (fast.discards != slow.discards) return "the legal discards";
    if (fast.knocks != slow.knocks) return "the legal knocks";
    return NULL;
}
