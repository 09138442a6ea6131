// SPDX-License-Identifier: MIT
#include "hearts/players/simple/moon.h"

#include "hearts/players/search/lane.h"
#include "hearts/players/simple/ducker.h"

int hearts_moon_shooter(const HeartsTable *table, const HeartsRules *rules, int least) {
    if (rules->moon == HEARTS_MOON_NONE) return -1;
    int shooter = -1;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int points = hearts_points_of(rules, table->taken[seat]);
        if (!points) continue;
        if (shooter >= 0 || points < least) return -1;
        shooter = seat;
    }
    return shooter;
}

bool hearts_moon_sure(CardSet hand, CardSet outstanding) {
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(hand, suit), out = lane_of(outstanding, suit);
        // From the top: as long as the highest card of the suit is ours, each lead takes at least one of theirs away.
        int left = lane_count(out);
        while (mine && left > 0) {
            int top = lane_high(mine);
            if (lane_above(out, top)) return false;
            mine &= ~(UINT32_C(1) << top);
            out &= out - 1; // they play their lowest
            left--;
        }
    }
    return true;
}

int hearts_moon_strength(CardSet hand, CardSet outstanding) {
    int strength = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(hand, suit), out = lane_of(outstanding, suit);
        int length = lane_count(mine);
        for (Lane rest = mine; rest; rest &= rest - 1) {
            int card = lane_low(rest);
            int beaten_by = lane_count(lane_above(out, card)), drawn = lane_count(lane_above(mine, card));
            // Each own card above draws about one and a half of theirs before this one is led.
            int left = 2 * beaten_by - 3 * drawn;
            if (left <= 0)
                strength += 10;
            else if (left <= 2)
                strength += length >= 4 ? 6 : 3;
            else if (left <= 4 && length >= 5)
                strength += 3;
        }
    }
    return strength;
}

// ---- Trying it ----

static CardSet hands_of_others(const HeartsState *state, int seat) {
    CardSet others = 0;
    for (int i = 1; i < HEARTS_SEATS; i++) others |= state->hand[(seat + i) & 3];
    return others;
}

int hearts_moon_threat(const HeartsState *state, Seat seat, int least) {
    int taken = 0, best = -1, most = 0;
    for (int other = 0; other < HEARTS_SEATS; other++)
        taken += hearts_points_of(state->rules, state->table.taken[other]);
    if (taken) {
        int shooter = hearts_moon_shooter(&state->table, state->rules, 1);
        return shooter == seat ? -1 : shooter;
    }
    for (int i = 1; i < HEARTS_SEATS; i++) {
        int other = (seat + i) & 3, strength = hearts_moon_strength(state->hand[other], hands_of_others(state, other));
        if (strength > most) most = strength, best = other;
    }
    return state->rules->moon && best >= 0 && most >= least * set_count(state->hand[best]) ? best : -1;
}

// The lead of a seat that wants every point: a card that nobody beats, of a suit that others still have; then the top
// of a suit in which few cards beat it, hearts last.
static Card shot_lead(CardSet legal, CardSet others) {
    Card best = CARD_NONE;
    int best_value = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(legal, suit), out = lane_of(others, suit);
        if (!mine) continue;
        int beaten_by = lane_count(lane_above(out, lane_high(mine)));
        int value = beaten_by ? -10 * beaten_by - (suit == HEARTS_SUIT ? 30 : 0) : out ? 40 : 20;
        value += lane_count(mine);
        if (best != CARD_NONE && value <= best_value) continue;
        best = lane_card(suit, lane_high(mine));
        best_value = value;
    }
    return best;
}

static Card shot_follow(const HeartsTable *table, Lane mine, int suit) {
    int winning = table->best >> 2 > LANE_ACE ? LANE_ACE : table->best >> 2;
    Lane above = lane_above(mine, winning);
    if (!above) return lane_card(suit, lane_low(mine));
    return lane_card(suit, table->on_table == HEARTS_SEATS - 1 ? lane_low(above) : lane_high(above));
}

// Another takes this trick: what is least likely to win one later, and no point.
static Card shot_discard(CardSet legal, CardSet others) {
    CardSet harmless = legal & ~(HEARTS_HEARTS | set_of(HEARTS_QUEEN));
    Card best = CARD_NONE;
    int most = -1;
    for (CardSet rest = harmless ? harmless : legal; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int beaten_by = lane_count(lane_above(lane_of(others, card_suit(card)), hearts_strength(card)));
        if (beaten_by > most) best = card, most = beaten_by;
    }
    return best;
}

static Card shot(const HeartsState *state) {
    const HeartsTable *table = &state->table;
    CardSet legal = hearts_legal(state), others = hands_of_others(state, table->to_act);
    if (!table->on_table) return shot_lead(legal, others);
    int suit = card_suit(table->trick[table->leader]);
    Lane mine = lane_of(legal, suit);
    return mine ? shot_follow(table, mine, suit) : shot_discard(legal, others);
}

static bool has_all(const HeartsState *state, Seat seat) {
    return hearts_points_of(state->rules, state->table.taken[seat]) == hearts_all_points(state->rules);
}

bool hearts_moon_try(const HeartsState *state, Seat shooter, Seat guard) {
    HeartsState now = *state;
    HeartsTable *table = &now.table;
    while (!has_all(&now, shooter)) {
        Seat seat = table->to_act;
        Card card = seat == shooter ? shot(&now)
                    : seat == guard ? hearts_guard_card(table, now.rules, now.hand[seat])
                                    : hearts_ducker_card(table, now.rules, now.hand[seat]);
        hearts_play_card(&now, card);
        for (int i = 1; !table->on_table && i < HEARTS_SEATS; i++)
            if (hearts_points_of(now.rules, table->taken[(shooter + i) & 3])) return false;
    }
    return true;
}
