// SPDX-License-Identifier: MIT
#include "hearts/players/simple/ducker.h"

#include "hearts/players/search/lane.h"
#include "hearts/players/simple/moon.h"
#include "hearts/players/simple/passing.h"

// The numbers below were tuned by hill climbing in games of ducker against ducker (paper rules): 0.42 points a hand
// better than those first guessed.
enum { QUIET_RISK = 19, WARY = 8 };

// What the rules look at: the hand, the cards others still hold, and the trick so far.
typedef struct Duck {
    const HeartsTable *table;
    const HeartsRules *rules;
    CardSet hand, legal, out;
    int suit, winning; // of the trick: suit led, strength of the best card
    int points;        // in the trick
    int after;         // players still to come
    Seat winner;       // of the trick so far
    bool queen_out;    // others hold the queen of spades
    int wary;          // points from which on whoever has all of them is stopped
} Duck;

static void duck_read_trick(Duck *duck) {
    const HeartsTable *table = duck->table;
    duck->suit = card_suit(table->trick[table->leader]);
    duck->winning = 0; // at most the card led
    duck->points = 0;
    duck->after = 3 - table->on_table;
    for (int i = 0; i < table->on_table; i++) {
        Seat seat = (Seat)((table->leader + i) & 3);
        Card card = table->trick[seat];
        duck->points += hearts_points_of(duck->rules, set_of(card));
        if (card_suit(card) != duck->suit || hearts_strength(card) < duck->winning) continue;
        duck->winning = hearts_strength(card);
        duck->winner = seat;
    }
}

// The trick has no points and enough cards of the suit are out that everyone will follow: time to shed high cards.
static bool quiet(const Duck *duck, int suit, int after) {
    if (duck->points || suit == HEARTS_SUIT || (suit == HEARTS_SPADES && duck->queen_out)) return false;
    return lane_count(lane_of(duck->out, suit)) >= 2 * after + 1;
}

static Card duck_follow(const Duck *duck) {
    Lane mine = lane_of(duck->legal, duck->suit);
    Lane queen = duck->suit == HEARTS_SPADES && duck->rules->queen_points ? UINT32_C(1) << LANE_QUEEN : 0;
    Lane below = lane_below(mine, duck->winning);
    if (below & queen) return HEARTS_QUEEN;
    if (mine & ~queen) mine &= ~queen; // the queen only where nothing else is left
    bool free = !duck->points && (duck->after == 0 || quiet(duck, duck->suit, duck->after));
    if (free) return lane_card(duck->suit, lane_high(mine));
    if (below) return lane_card(duck->suit, lane_high(below));
    // It wins so far. Last to play it will win anyway, so the highest goes; else the lowest, that another may beat.
    return lane_card(duck->suit, duck->after ? lane_low(mine) : lane_high(mine));
}

// How urgently to shed a card: many below it, few above it, short suits first.
static int shed_value(const Duck *duck, int suit, int strength) {
    Lane out = lane_of(duck->out, suit), mine = lane_of(duck->hand, suit);
    int lower = lane_count(lane_below(out, strength)), higher = lane_count(lane_above(out, strength));
    int value = 3 * lower - 2 * higher - 3 * lane_count(mine);
    if (suit == HEARTS_SUIT) value += 8;
    if (suit == HEARTS_SPADES && duck->queen_out)
        value += strength >= LANE_KING ? (lane_count(mine) <= 3 ? 54 : 10) : -9;
    if (suit == HEARTS_SPADES && (duck->hand & set_of(HEARTS_QUEEN))) value -= 60; // it guards the queen
    return value;
}

static Card duck_shed(const Duck *duck, CardSet from) {
    if (duck->rules->queen_points && set_has(from, HEARTS_QUEEN)) return HEARTS_QUEEN;
    Card best = CARD_NONE;
    int best_value = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(from, suit);
        if (!mine) continue;
        int value = shed_value(duck, suit, lane_high(mine));
        if (best != CARD_NONE && value <= best_value) continue;
        best = lane_card(suit, lane_high(mine));
        best_value = value;
    }
    return best;
}

// Chance in a hundred, roughly, that a lead takes the trick and with it points.
static int lead_risk(const Duck *duck, int suit, int strength) {
    Lane out = lane_of(duck->out, suit);
    int lower = lane_count(lane_below(out, strength)), higher = lane_count(lane_above(out, strength));
    if (!higher) return lower ? 105 : 110;
    int risk = 100 * lower / (lower + 2 * higher) + 2 * lane_count(lane_of(duck->hand, suit));
    if (suit == HEARTS_SUIT) return risk + 6;
    if (suit != HEARTS_SPADES || !duck->rules->queen_points) return risk;
    if (set_has(duck->hand, HEARTS_QUEEN)) return risk + 40;
    if (!duck->queen_out) return risk;
    if (lane_of(duck->hand, suit) >> LANE_KING) return strength >= LANE_KING ? 130 : risk + 25;
    return risk - 35; // drives the queen out
}

static Card lead(const Duck *duck) {
    Card best = CARD_NONE;
    int best_risk = 0;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(duck->legal, suit);
        if (!mine) continue;
        int strength = lane_low(mine), risk = lead_risk(duck, suit, strength);
        if (quiet(duck, suit, 3) && risk > QUIET_RISK) {
            strength = lane_high(mine);
            risk = QUIET_RISK;
        }
        if (best != CARD_NONE && risk >= best_risk) continue;
        best = lane_card(suit, strength);
        best_risk = risk;
    }
    return best;
}

// Another may be shooting the moon and would win this trick with points in it: take it, or at least feed nothing.
static Card stop_moon(const Duck *duck, int shooter) {
    const HeartsTable *table = duck->table;
    bool void_now = !lane_of(duck->hand, duck->suit);
    if (void_now) {
        if (duck->winner != shooter) return CARD_NONE; // give the points to the one who beats the shooter
        CardSet safe = duck->legal & ~(HEARTS_HEARTS | set_of(HEARTS_QUEEN));
        return safe ? duck_shed(duck, safe) : lane_card(HEARTS_SUIT, lane_low(lane_of(duck->legal, HEARTS_SUIT)));
    }
    Lane mine = lane_of(duck->legal, duck->suit);
    bool shooter_played = table->trick[shooter] != CARD_NONE;
    if (!duck->points && duck->suit != HEARTS_SUIT) return CARD_NONE;
    if (shooter_played && duck->winner != shooter) return CARD_NONE; // already beaten: duck as ever
    Lane above = lane_above(mine, duck->winning);
    return above ? lane_card(duck->suit, lane_high(above)) : CARD_NONE;
}

// We have all points so far and what is left in the hand takes the rest: highest cards, longest suit first.
static Card shoot(const Duck *duck) {
    if (duck->table->on_table && lane_of(duck->legal, duck->suit))
        return lane_card(duck->suit, lane_high(lane_of(duck->legal, duck->suit)));
    if (duck->table->on_table) return CARD_NONE;
    Card best = CARD_NONE;
    int best_value = -1;
    for (int suit = 0; suit < CARD_SUITS; suit++) {
        Lane mine = lane_of(duck->legal, suit), out = lane_of(duck->out, suit);
        if (!mine || lane_above(out, lane_high(mine))) continue;
        int value = lane_count(mine) + (out ? 20 : 0);
        if (value > best_value) best = lane_card(suit, lane_high(mine)), best_value = value;
    }
    return best;
}

static Card for_the_moon(const Duck *duck) {
    const HeartsTable *table = duck->table;
    int shooter = hearts_moon_shooter(table, duck->rules, 1);
    if (shooter < 0) return CARD_NONE;
    int points = hearts_points_of(duck->rules, table->taken[shooter]);
    if (shooter == table->to_act) {
        int cards = set_count(duck->hand);
        bool strong = points >= 5 && hearts_moon_strength(duck->hand, duck->out) >= 9 * cards;
        if (!table->on_table && hearts_moon_sure(duck->hand, duck->out)) strong = true;
        return strong ? shoot(duck) : CARD_NONE;
    }
    if (points < duck->wary || !table->on_table) return CARD_NONE;
    return stop_moon(duck, shooter);
}

static Card by_rules(const HeartsTable *table, const HeartsRules *rules, CardSet hand, CardSet out, int wary) {
    CardSet legal = hearts_legal_of(table, rules, hand);
    if (!set_rest(legal)) return set_first(legal);
    Duck duck = {.table = table, .rules = rules, .hand = hand, .legal = legal, .out = out, .wary = wary};
    duck.queen_out = rules->queen_points && set_has(out, HEARTS_QUEEN);
    if (table->on_table) duck_read_trick(&duck);
    Card card = rules->moon == HEARTS_MOON_NONE ? CARD_NONE : for_the_moon(&duck);
    if (card != CARD_NONE) return card;
    if (!table->on_table) return lead(&duck);
    return lane_of(legal, duck.suit) ? duck_follow(&duck) : duck_shed(&duck, legal);
}

Card hearts_ducker_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand) {
    return by_rules(table, rules, hand, SET_DECK & ~table->played & ~hand, WARY);
}

Card hearts_rules_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand, CardSet out) {
    return by_rules(table, rules, hand, out, WARY);
}

Card hearts_guard_card(const HeartsTable *table, const HeartsRules *rules, CardSet hand) {
    return by_rules(table, rules, hand, SET_DECK & ~table->played & ~hand, 1);
}

void hearts_ducker_playout(HeartsState *state, int noise, Rng *rng) {
    while (state->table.phase == HEARTS_PLAYING) {
        CardSet hand = state->hand[state->table.to_act];
        bool chance = noise && (int)(rng_next(rng) >> 56) < noise;
        hearts_play_card(state, chance ? rng_card(rng, hearts_legal(state))
                                       : hearts_ducker_card(&state->table, state->rules, hand));
    }
}

static HeartsAction ducker_choose(void *self, const HeartsView *view, Rng *rng) {
    (void)self, (void)rng;
    if (view->table->phase == HEARTS_PASSING)
        return (HeartsAction){.move = HEARTS_GIVE, .give = hearts_pass_by_rules(view->rules, view->hand)};
    return (HeartsAction){.move = HEARTS_PLAY, .card = hearts_ducker_card(view->table, view->rules, view->hand)};
}

HeartsPlayer hearts_ducker_player(void) { return (HeartsPlayer){.choose = ducker_choose}; }
