// SPDX-License-Identifier: MIT
#include "hearts/players/search/worlds.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "hearts/players/simple/ducker.h"

enum { OTHERS = 3, SIDE = HEARTS_HAND_SIZE + 1, MAX_WEIGHED = 4096 };

struct HeartsWorlds {
    const HeartsView *view;
    Seat other[OTHERS];
    CardSet sure[OTHERS]; // known to be in that hand
    int need[OTHERS];     // cards still to be found
    CardSet hidden;       // cards of which only the three together are known to hold them
    bool out[OTHERS][CARD_SUITS];
    uint64_t ways[CARD_SUITS + 1][SIDE]
                 [SIDE];            // to fill needs (first, second) from this suit on; the third's is the rest
    uint64_t choose[SIDE][SIDE];    // binomials
    HeartsTable before[CARD_COUNT]; // the table before each card of the log
};

static int hidden_of(const HeartsWorlds *worlds, int suit) { return set_count(worlds->hidden & set_suit(suit)); }

// The number of ways to give x cards of the suit to the first seat, y to the second and the rest to the third, times
// the ways for the later suits; 0 if not allowed.
static uint64_t ways_of_split(const HeartsWorlds *worlds, int suit, int first, int second, int third, int x, int y) {
    int cards = hidden_of(worlds, suit), z = cards - x - y;
    if (z < 0 || x > first || y > second || z > third) return 0;
    if ((x && worlds->out[0][suit]) || (y && worlds->out[1][suit]) || (z && worlds->out[2][suit])) return 0;
    return worlds->choose[cards][x] * worlds->choose[cards - x][y] * worlds->ways[suit + 1][first - x][second - y];
}

static void count_world_ways(HeartsWorlds *worlds) {
    int left = 0; // cards of this suit and those after it
    memset(worlds->ways, 0, sizeof worlds->ways);
    worlds->ways[CARD_SUITS][0][0] = 1;
    for (int suit = CARD_SUITS - 1; suit >= 0; suit--) {
        int cards = hidden_of(worlds, suit);
        left += cards;
        for (int first = 0; first <= worlds->need[0] && first <= left; first++)
            for (int second = 0; second <= worlds->need[1] && first + second <= left; second++) {
                int third = left - first - second;
                if (third > worlds->need[2]) continue;
                uint64_t sum = 0;
                for (int x = 0; x <= cards && x <= first; x++)
                    for (int y = 0; x + y <= cards && y <= second; y++)
                        sum += ways_of_split(worlds, suit, first, second, third, x, y);
                worlds->ways[suit][first][second] = sum;
            }
    }
}

uint64_t hearts_worlds_count(const HeartsWorlds *worlds) { return worlds->ways[0][worlds->need[0]][worlds->need[1]]; }

// Cards in hand of another seat: all have played in every finished trick, and perhaps in this one.
static int cards_held(const HeartsTable *table, Seat seat) {
    return HEARTS_HAND_SIZE - table->tricks - (table->trick[seat] != CARD_NONE);
}

// The table before each card of the log: public, so the same in every world. Hands stay empty, nobody asks for them.
static void replay_passes(HeartsWorlds *worlds) {
    const HeartsView *view = worlds->view;
    HeartsState state = {.rules = view->rules, .moon = -1};
    HeartsTable *table = &state.table;
    *table = (HeartsTable){.trick = {CARD_NONE, CARD_NONE, CARD_NONE, CARD_NONE},
                           .asked = view->rules->two_leads      ? set_of(HEARTS_TWO_OF_CLUBS)
                                    : view->rules->break_hearts ? SET_DECK & ~HEARTS_HEARTS
                                                                : SET_DECK,
                           .phase = HEARTS_PLAYING,
                           .direction = view->table->direction,
                           .deal = view->table->deal};
    memcpy(table->score, view->table->score, sizeof table->score);
    if (view->log->count) table->leader = table->to_act = view->log->seat[0];
    for (int i = 0; i < view->log->count; i++) {
        worlds->before[i] = *table;
        hearts_play_card(&state, view->log->card[i]);
    }
}

HeartsWorlds *hearts_worlds_open(const HeartsView *view) {
    HeartsWorlds *worlds = malloc(sizeof *worlds);
    if (!worlds) {
        memory_note_short();
        return NULL;
    }
    const HeartsTable *table = view->table;
    *worlds = (HeartsWorlds){.view = view, .hidden = SET_DECK & ~table->played & ~view->hand};
    memset(worlds->choose, 0, sizeof worlds->choose);
    for (int n = 0; n < SIDE; n++) {
        worlds->choose[n][0] = 1;
        for (int k = 1; k <= n; k++) worlds->choose[n][k] = worlds->choose[n - 1][k - 1] + worlds->choose[n - 1][k];
    }
    CardSet passed_on = table->phase == HEARTS_PASSING ? 0 : view->given & worlds->hidden;
    for (int i = 0; i < OTHERS; i++) {
        worlds->other[i] = (Seat)((view->seat + 1 + i) & 3);
        bool receiver = passed_on && hearts_pass_to((HeartsPass)table->direction, view->seat) == worlds->other[i];
        worlds->sure[i] = receiver ? passed_on : 0;
        worlds->need[i] = cards_held(table, worlds->other[i]) - set_count(worlds->sure[i]);
        for (int suit = 0; suit < CARD_SUITS; suit++)
            worlds->out[i][suit] = table->void_suits[worlds->other[i]] >> suit & 1;
    }
    worlds->hidden &= ~passed_on;
    count_world_ways(worlds);
    if (hearts_worlds_count(worlds) == 0) { // the queen that may hide behind a shown void (hearts.h): forget the voids
        memset(worlds->out, 0, sizeof worlds->out);
        count_world_ways(worlds);
    }
    replay_passes(worlds);
    return worlds;
}

void hearts_worlds_close(HeartsWorlds *worlds) { free(worlds); }

// 0 to n-1, each equally likely.
static uint64_t below(Rng *rng, uint64_t n) {
    uint64_t limit = UINT64_MAX - UINT64_MAX % n, word;
    do word = rng_next(rng);
    while (word >= limit);
    return word % n;
}

static CardSet take_some(CardSet *from, int count, Rng *rng) {
    CardSet taken = 0;
    for (int i = 0; i < count; i++) {
        CardSet bit = set_of(rng_card(rng, *from));
        taken |= bit;
        *from &= ~bit;
    }
    return taken;
}

// Gives one suit's cards out; `need` says what the hands still lack and is brought up to date.
static void deal_suit(const HeartsWorlds *worlds, int suit, int need[OTHERS], CardSet hands[OTHERS], Rng *rng) {
    CardSet cards = worlds->hidden & set_suit(suit);
    int count = set_count(cards);
    if (!count) return;
    uint64_t ticket = below(rng, worlds->ways[suit][need[0]][need[1]]);
    for (int x = 0; x <= count; x++)
        for (int y = 0; x + y <= count; y++) {
            uint64_t ways = ways_of_split(worlds, suit, need[0], need[1], need[2], x, y);
            if (ticket >= ways) {
                ticket -= ways;
                continue;
            }
            hands[0] |= take_some(&cards, x, rng);
            hands[1] |= take_some(&cards, y, rng);
            hands[2] |= cards;
            need[0] -= x, need[1] -= y, need[2] -= count - x - y;
            return;
        }
}

HeartsState hearts_worlds_sample(const HeartsWorlds *worlds, Rng *rng) {
    int need[OTHERS] = {worlds->need[0], worlds->need[1], worlds->need[2]};
    CardSet hands[OTHERS] = {worlds->sure[0], worlds->sure[1], worlds->sure[2]}, by_seat[HEARTS_SEATS] = {0};
    for (int suit = 0; suit < CARD_SUITS; suit++) deal_suit(worlds, suit, need, hands, rng);
    for (int i = 0; i < OTHERS; i++) by_seat[worlds->other[i]] = hands[i];
    return hearts_state_of_view(worlds->view, by_seat);
}

// ---- Weighing ----

// The model: half ducker's rules, half any legal card. Logarithms to base 2 by the number of legal cards.
static double log2_of(int legal, bool expected) {
    static const double half_any[] = {0,        0,    -2.0,     -2.58496, -3.0,     -3.32193, -3.58496,
                                      -3.80735, -4.0, -4.16993, -4.32193, -4.45943, -4.58496, -4.70044};
    static const double expected_one[] = {0,        0,        -0.41504, -0.58496, -0.67807, -0.73697, -0.77760,
                                          -0.80735, -0.83007, -0.84800, -0.86250, -0.87447, -0.88453, -0.89308};
    return expected ? expected_one[legal] : half_any[legal];
}

double hearts_worlds_likelihood(const HeartsWorlds *worlds, const HeartsState *world) {
    const HeartsView *view = worlds->view;
    CardSet hand[HEARTS_SEATS];
    double likelihood = 0;
    memcpy(hand, world->hand, sizeof hand);
    for (int i = view->log->count - 1; i >= 0; i--) { // backwards, so that hands fill up to what they were
        Seat seat = view->log->seat[i];
        Card card = view->log->card[i];
        hand[seat] |= set_of(card);
        if (seat == view->seat) continue;
        CardSet legal = hearts_legal_of(&worlds->before[i], view->rules, hand[seat]);
        int choices = set_count(legal);
        if (choices < 2) continue;
        likelihood += log2_of(choices, hearts_ducker_card(&worlds->before[i], view->rules, hand[seat]) == card);
    }
    return likelihood;
}

// 2^x for x <= 0, the same bits on every machine: a straight line between the powers is good enough for weights.
static double power_of_two(double x) {
    int whole = (int)-x;
    double rest = -x - whole, value = 1.0 - 0.5 * rest;
    return whole > 60 ? 0.0 : value / (double)(UINT64_C(1) << whole);
}

void hearts_worlds_fill(const HeartsWorlds *worlds, int count, int weigh, Rng *rng, HeartsState *states) {
    int many = weigh > 0 && count * weigh <= MAX_WEIGHED ? count * weigh : MAX_WEIGHED;
    bool weighed = weigh > 0 && worlds->view->log->count > 0 && many > count;
    HeartsState *drawn = weighed ? malloc((size_t)many * sizeof *drawn) : NULL;
    if (weighed && !drawn) memory_note_short();
    if (!drawn) {
        for (int i = 0; i < count; i++) states[i] = hearts_worlds_sample(worlds, rng);
        return;
    }
    double weight[MAX_WEIGHED], top = -1e9, sum = 0;
    for (int i = 0; i < many; i++) {
        drawn[i] = hearts_worlds_sample(worlds, rng);
        weight[i] = hearts_worlds_likelihood(worlds, &drawn[i]);
        if (weight[i] > top) top = weight[i];
    }
    for (int i = 0; i < many; i++) sum += weight[i] = power_of_two(weight[i] - top);
    double step = sum / count, at = step * rng_unit(rng), reached = 0;
    for (int i = 0, next = 0; i < many && next < count; i++) {
        reached += weight[i];
        for (; next < count && (reached > at || i == many - 1); next++, at += step) states[next] = drawn[i];
    }
    free(drawn);
}
