// SPDX-License-Identifier: MIT
#include "support/hearts_oracle.h"

#include <string.h>

enum { CLUBS, DIAMONDS, HEARTS, SPADES, ACE = 0, TWO = 1, JACK = 10, QUEEN = 11 };

static int suit_of(int card) { return card / 13; }
static int rank_of(int card) { return card % 13; }
static bool is(int card, int rank, int suit) { return card == 13 * suit + rank; }

// The higher of two cards of a suit: everything beats what stands before it in the row 2 .. king, ace.
static bool beats(int card, int other) {
    if (rank_of(card) == ACE) return rank_of(other) != ACE;
    if (rank_of(other) == ACE) return false;
    return rank_of(card) > rank_of(other);
}

static int worth(const HeartsOracle *oracle, int card) {
    if (suit_of(card) == HEARTS) return oracle->rules.heart_points;
    return is(card, QUEEN, SPADES) ? oracle->rules.queen_points : 0;
}

void hearts_oracle_deal(HeartsOracle *oracle, const HeartsRules *rules, unsigned deal, const int16_t score[4],
                        const Card deck[CARD_COUNT]) {
    memset(oracle, 0, sizeof *oracle);
    oracle->rules = *rules;
    oracle->deal = deal;
    for (int seat = 0; seat < 4; seat++) {
        oracle->score[seat] = score[seat];
        for (int i = 0; i < 13; i++) {
            Card card = deck[4 * i + seat];
            oracle->hand[seat][i] = 13 * (card / 16) + card % 16;
            oracle->passed[seat][i] = -1;
        }
    }
}

// How many seats to the left cards go in this hand; 0: nowhere.
static int steps(const HeartsOracle *oracle) {
    if (oracle->rules.pass_count == 0) return 0;
    if (!oracle->rules.pass_hold) return (int[]){1, 3, 2}[oracle->deal % 3];
    return (int[]){1, 3, 2, 0}[oracle->deal % 4];
}

bool hearts_oracle_passes(const HeartsOracle *oracle) { return steps(oracle) && oracle->passers < 4; }
bool hearts_oracle_over(const HeartsOracle *oracle) { return oracle->plays == 52; }

bool hearts_oracle_holds(const HeartsOracle *oracle, int seat, int card) {
    for (int i = 0; i < 13; i++)
        if (oracle->hand[seat][i] == card) return true;
    return false;
}

// Who takes the trick whose first card is play number `first`.
static int taker(const HeartsOracle *oracle, int first) {
    int best = first;
    for (int i = first + 1; i < first + 4; i++)
        if (suit_of(oracle->card[i]) == suit_of(oracle->card[first]) && beats(oracle->card[i], oracle->card[best]))
            best = i;
    return oracle->seat[best];
}

static int leader(const HeartsOracle *oracle) {
    if (oracle->plays >= 4) return taker(oracle, oracle->plays / 4 * 4 - 4);
    if (oracle->plays > 0) return oracle->seat[0];
    for (int seat = 0; oracle->rules.two_leads && seat < 4; seat++)
        if (hearts_oracle_holds(oracle, seat, 13 * CLUBS + TWO)) return seat;
    return (int)(oracle->deal % 4);
}

int hearts_oracle_to_act(const HeartsOracle *oracle) {
    if (hearts_oracle_passes(oracle)) return oracle->passers;
    return (leader(oracle) + oracle->plays % 4) % 4;
}

bool hearts_oracle_may_give(const HeartsOracle *oracle, const int *cards, int count) {
    if (!hearts_oracle_passes(oracle) || count != oracle->rules.pass_count) return false;
    for (int i = 0; i < count; i++) {
        if (!hearts_oracle_holds(oracle, oracle->passers, cards[i])) return false;
        for (int j = 0; j < i; j++)
            if (cards[i] == cards[j]) return false;
    }
    return true;
}

static void lose(HeartsOracle *oracle, int seat, int card) {
    for (int i = 0; i < 13; i++)
        if (oracle->hand[seat][i] == card) oracle->hand[seat][i] = -1;
}

static void gain(HeartsOracle *oracle, int seat, int card) {
    for (int i = 0; i < 13; i++)
        if (oracle->hand[seat][i] < 0) {
            oracle->hand[seat][i] = card;
            return;
        }
}

void hearts_oracle_give(HeartsOracle *oracle, const int *cards, int count) {
    for (int i = 0; i < count; i++) oracle->passed[oracle->passers][i] = cards[i];
    oracle->passers++;
    if (oracle->passers < 4) return;
    for (int seat = 0; seat < 4; seat++)
        for (int i = 0; i < count; i++) lose(oracle, seat, oracle->passed[seat][i]);
    for (int seat = 0; seat < 4; seat++)
        for (int i = 0; i < count; i++) gain(oracle, (seat + steps(oracle)) % 4, oracle->passed[seat][i]);
}

static bool broken(const HeartsOracle *oracle) {
    for (int i = 0; i < oracle->plays; i++)
        if (suit_of(oracle->card[i]) == HEARTS || (is(oracle->card[i], QUEEN, SPADES) && oracle->rules.queen_breaks))
            return true;
    return false;
}

// Allowed but for what may not fall on the first trick.
static bool follows_the_lead(const HeartsOracle *oracle, int seat, int card) {
    bool leads = oracle->plays % 4 == 0;
    int led = leads ? -1 : suit_of(oracle->card[oracle->plays / 4 * 4]);
    bool has_suit = false, has_other_than_hearts = false;
    if (!hearts_oracle_holds(oracle, seat, card)) return false;
    if (oracle->plays == 0 && oracle->rules.two_leads) return is(card, TWO, CLUBS);
    for (int i = 0; i < 13; i++) {
        int held = oracle->hand[seat][i];
        if (held < 0) continue;
        has_suit = has_suit || suit_of(held) == led;
        has_other_than_hearts = has_other_than_hearts || suit_of(held) != HEARTS;
    }
    if (!leads) return !has_suit || suit_of(card) == led;
    bool closed = oracle->rules.break_hearts && !broken(oracle);
    return !(closed && suit_of(card) == HEARTS && has_other_than_hearts);
}

bool hearts_oracle_may_play(const HeartsOracle *oracle, int card) {
    if (hearts_oracle_passes(oracle) || hearts_oracle_over(oracle)) return false;
    int seat = hearts_oracle_to_act(oracle);
    if (!follows_the_lead(oracle, seat, card)) return false;
    if (oracle->plays >= 4 || !oracle->rules.safe_first || !worth(oracle, card)) return true;
    for (int other = 0; other < 52; other++)
        if (follows_the_lead(oracle, seat, other) && !worth(oracle, other)) return false;
    return true;
}

void hearts_oracle_play(HeartsOracle *oracle, int card) {
    int seat = hearts_oracle_to_act(oracle);
    lose(oracle, seat, card);
    oracle->seat[oracle->plays] = seat;
    oracle->card[oracle->plays++] = card;
}

void hearts_oracle_taken(const HeartsOracle *oracle, int points[4], int tricks[4]) {
    for (int seat = 0; seat < 4; seat++) points[seat] = tricks[seat] = 0;
    for (int first = 0; first + 4 <= oracle->plays; first += 4) {
        int seat = taker(oracle, first);
        tricks[seat]++;
        for (int i = 0; i < 4; i++) points[seat] += worth(oracle, oracle->card[first + i]);
    }
}

// The shooter's choice: points off its own score only if giving them away would end a game it has not won.
static bool takes_them_off(const HeartsOracle *oracle, int shooter, int all) {
    bool over = false, somebody_lower = false;
    for (int seat = 0; seat < 4; seat++) {
        if (seat == shooter) continue;
        if (oracle->score[seat] + all >= oracle->rules.target) over = true;
        if (oracle->score[seat] + all < oracle->score[shooter]) somebody_lower = true;
    }
    return over && somebody_lower;
}

void hearts_oracle_result(const HeartsOracle *oracle, int points[4], int *moon) {
    int tricks[4], all = 13 * oracle->rules.heart_points + oracle->rules.queen_points;
    bool faults = oracle->fault[0] || oracle->fault[1] || oracle->fault[2] || oracle->fault[3];
    hearts_oracle_taken(oracle, points, tricks);
    *moon = -1;
    for (int seat = 0; seat < 4; seat++)
        if (oracle->rules.moon != HEARTS_MOON_NONE && all > 0 && !faults && points[seat] == all) *moon = seat;
    for (int seat = 0; seat < 4 && *moon >= 0; seat++) {
        bool off = oracle->rules.moon == HEARTS_MOON_SUBTRACT ||
                   (oracle->rules.moon == HEARTS_MOON_CHOOSE && takes_them_off(oracle, *moon, all));
        points[seat] = off ? (seat == *moon ? -all : 0) : seat == *moon ? 0 : all;
    }
    for (int first = 0; first < 52; first += 4)
        for (int i = 0; i < 4; i++)
            if (is(oracle->card[first + i], JACK, DIAMONDS)) points[taker(oracle, first)] -= oracle->rules.jack_bonus;
    for (int seat = 0; seat < 4; seat++) {
        if (!tricks[seat]) points[seat] -= oracle->rules.trickless_bonus;
        if (oracle->fault[seat]) points[seat] = all;
    }
}
