// SPDX-License-Identifier: MIT
// Melds by set algebra. The best runs of all four suits are one expression (gin_run_cards) and so are the sets of three
// or more (gin_set_cards). Only where a card could serve both must anything be tried out: 3% of random hands, about a
// fifth of hands in mid-game.
#include "gin/gin.h"

#include <assert.h>
#include <limits.h>

static int least_of_two(int a, int b) { return a < b ? a : b; }

// Points left when `hand` is melded into runs alone.
static int points_beside_runs(CardSet hand) { return gin_points(hand & ~gin_run_cards(hand)); }

static unsigned ranks_of(CardSet set) {
    set |= set >> 32;
    return (unsigned)(set | set >> 16) & 0x1FFF;
}

static int least_over_ranks(CardSet hand, unsigned ranks);

// The least deadwood over all ways to use the cards of one rank, with all other ranks of `ranks` undecided. Of four
// equal cards one may be left out; that helps only if it lies in a run.
static int least_over_rank(CardSet hand, CardSet equal, unsigned others) {
    CardSet rest = hand & ~equal;
    int best = least_of_two(least_over_ranks(hand, others), least_over_ranks(rest, others));
    if (set_count(equal) < 4) return best;
    for (CardSet in_run = equal & gin_run_cards(hand); in_run; in_run = set_rest(in_run))
        best = least_of_two(best, least_over_ranks(rest | set_of(set_first(in_run)), others));
    return best;
}

// The least deadwood when each rank of `ranks` (bits 0..12) may or may not be melded as a set, and all other cards only
// as runs.
static int least_over_ranks(CardSet hand, unsigned ranks) {
    if (!ranks) return points_beside_runs(hand);
    return least_over_rank(hand, hand & set_rank(__builtin_ctz(ranks)), ranks & (ranks - 1));
}

// Some cards lie in a run and in a set: try the ranks concerned. Sets of other ranks are laid down first; no run
// wants their cards. One rank of three cards is by far the most common case and needs no recursion.
static __attribute__((noinline)) int deadwood_in_conflict(CardSet hand, CardSet sets, CardSet both) {
    unsigned ranks = ranks_of(both);
    CardSet contested = sets & (SET_RANK * ranks), rest = hand & ~(sets ^ contested);
    if (set_count(contested) == 3) return least_of_two(points_beside_runs(rest), points_beside_runs(rest & ~contested));
    return least_over_ranks(rest, ranks);
}

static inline int deadwood(CardSet hand, CardSet runs, CardSet sets) {
    if (__builtin_expect((runs & sets) == 0, 1)) return gin_points(hand & ~(runs | sets));
    return deadwood_in_conflict(hand, sets, runs & sets);
}

int gin_deadwood(CardSet hand) { return deadwood(hand, gin_run_cards(hand), gin_set_cards(hand)); }

// Tries every card of `tried` beside the `ties` known to leave `best`.
static CardSet try_discards(CardSet hand, CardSet tried, CardSet ties, int best, int *deadwood_left) {
    for (; tried; tried = set_rest(tried)) {
        CardSet card = tried & -tried;
        int after = gin_deadwood(hand ^ card);
        CardSet others = after < best ? 0 : ties; // without branches: nobody can predict them
        ties = others | (after <= best ? card : 0);
        best = least_of_two(best, after);
    }
    *deadwood_left = best;
    return ties;
}

// All cards of the runs that hold a card of `seeds`, which lie in runs: fills up and down by 1, 2, 4 and 8 ranks.
static CardSet whole_runs(CardSet runs, CardSet seeds) {
    CardSet up = seeds, down = seeds, clear = runs;
    for (int step = 1; step <= 8; step *= 2) {
        up |= clear & up << step;
        clear &= clear << step;
    }
    clear = runs;
    for (int step = 1; step <= 8; step *= 2) {
        down |= clear & down >> step;
        clear &= clear >> step;
    }
    return up | down;
}

// Only melds that compete with each other offer a choice: cards of other melds are no candidates.
CardSet gin_best_discards_in_conflict(CardSet hand, CardSet allowed, int *deadwood_left) {
    assert(allowed && !(allowed & ~hand));
    CardSet runs = gin_run_cards(hand), sets = gin_set_cards(hand), loose = allowed & ~(runs | sets);
    if (!loose) return try_discards(hand, allowed, 0, INT_MAX, deadwood_left);
    int points;
    CardSet ties = gin_dearest(loose, &points);
    CardSet as_dear = SET_RANK * (points == 10 ? 0x1E00 : 0x1FFF & -(1u << (points - 1)));
    int left = deadwood(hand, runs, sets) - points;
    CardSet both = runs & sets, rivals = whole_runs(runs, both) | (sets & SET_RANK * ranks_of(both));
    return try_discards(hand, allowed & rivals & as_dear, ties, left, deadwood_left);
}

// Branch-free: which melds a knocker shows is unpredictable, and every hand gets here.
bool gin_is_meld(CardSet cards) {
    CardSet lowest = cards & -cards;
    bool run = (cards & (cards + lowest)) == 0; // the carry leaves nothing of an unbroken run
    bool set = (cards & ~(SET_RANK * (ranks_of(lowest)))) == 0;
    return (set_count(cards) >= 3) & ((cards & ~SET_DECK) == 0) & (run | set);
}

bool gin_is_split(const GinSplit *split, CardSet hand) {
    CardSet all = gin_split_cards(split);
    bool good = (all & ~hand) == 0;
    int cards = 0;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        cards += set_count(split->meld[i]);
        good &= (split->meld[i] == 0) | gin_is_meld(split->meld[i]);
    }
    return good & (cards == set_count(all)); // else two melds share a card
}

typedef struct Visit {
    bool (*visit)(void *context, const GinSplit *split);
    void *context;
    GinSplit split;
    int melds;
} Visit;

static bool each_split(Visit *visit, CardSet rest, int slack);

static bool with_meld(Visit *visit, CardSet rest, CardSet meld, int slack) {
    visit->split.meld[visit->melds++] = meld;
    bool more = each_split(visit, rest & ~meld, slack);
    visit->split.meld[--visit->melds] = 0;
    return more;
}

// Decides the lowest card of `rest`, all of whose cards can be melded somehow: in each set, in each run upwards, or
// left over at the cost of its points. Lower cards are decided, so no melding comes up twice.
static bool each_split(Visit *visit, CardSet rest, int slack) {
    if (slack < 0) return true;
    if (!rest) return visit->visit(visit->context, &visit->split);
    Card card = set_first(rest);
    CardSet bit = set_of(card), same = rest & set_rank(card_rank(card));
    if (visit->melds < GIN_MAX_MELDS) {
        if (set_count(same) >= 3 && !with_meld(visit, rest, same, slack)) return false;
        if (set_count(same) == 4)
            for (CardSet out = same & ~bit; out; out = set_rest(out))
                if (!with_meld(visit, rest, same & ~set_of(set_first(out)), slack)) return false;
        CardSet run = bit | bit << 1;
        while (!((run | run << 1) & ~rest)) {
            run |= run << 1;
            if (!with_meld(visit, rest, run, slack)) return false;
        }
    }
    return each_split(visit, rest & ~bit, slack - gin_card_points(card));
}

void gin_each_split(CardSet hand, int most, bool (*visit)(void *context, const GinSplit *split), void *context) {
    CardSet meldable = gin_meldable(hand);
    Visit all = {.visit = visit, .context = context};
    each_split(&all, meldable, most - gin_points(hand & ~meldable));
}

typedef struct SplitList {
    GinSplit *splits;
    int count, room;
} SplitList;

static bool keep_split(void *context, const GinSplit *split) {
    SplitList *list = context;
    list->splits[list->count++] = *split;
    return list->count < list->room;
}

// If one rank of three cards is wanted by runs and sets alike and one of the two is plainly better, takes the cards
// that the better one leaves out of the other.
static void settle_melds(CardSet hand, CardSet *runs, CardSet *sets) {
    CardSet contested = *sets & (SET_RANK * ranks_of(*runs & *sets));
    if (set_count(contested) != 3) return;
    CardSet with_runs = hand & ~(*sets ^ contested), with_set = with_runs & ~contested;
    int left_runs = points_beside_runs(with_runs), left_set = points_beside_runs(with_set);
    if (left_runs < left_set) *sets &= ~contested;
    if (left_set < left_runs) *runs = gin_run_cards(with_set);
}

// The only best split, where there is only one and it can be read off: no card wanted by a run and a set, and no run
// long enough to be cut in two.
static bool only_split(CardSet hand, GinSplit *split) {
    CardSet runs = gin_run_cards(hand), sets = gin_set_cards(hand);
    if (runs & sets) settle_melds(hand, &runs, &sets);
    CardSet three = runs & runs >> 1 & runs >> 2;
    if (runs & sets || three & three >> 3) return false;
    // Sets, then runs, branch-free, since their numbers are unpredictable. Adding its lowest bit to a set carries
    // through the lowest run and no further.
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        CardSet card = sets & -sets, rank = card | card << 16 | card << 32 | card << 48;
        CardSet set = sets & rank, run = runs & ~(runs + (runs & -runs));
        run = set ? 0 : run;
        split->meld[i] = set | run;
        sets ^= set;
        runs ^= run;
    }
    return true;
}

int gin_best_splits(CardSet hand, GinSplit splits[GIN_MAX_SPLITS]) {
    if (only_split(hand, &splits[0])) return 1;
    SplitList list = {.splits = splits, .room = GIN_MAX_SPLITS};
    gin_each_split(hand, gin_deadwood(hand), keep_split, &list);
    return list.count;
}

GinSplit gin_best_split(CardSet hand) {
    GinSplit split = {{0}};
    if (only_split(hand, &split)) return split;
    SplitList list = {.splits = &split, .room = 1};
    gin_each_split(hand, gin_deadwood(hand), keep_split, &list);
    return split;
}
